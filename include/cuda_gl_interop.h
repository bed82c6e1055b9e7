/* OpenGL interoperation is not modelled. Programs that include this header without using it compile; a call is an error of the
   linker that names it. */
#ifndef SLUICE_CUDA_GL_INTEROP_H
#define SLUICE_CUDA_GL_INTEROP_H
#define __CUDA_GL_INTEROP_H__
#include "cuda_runtime.h"

#ifdef __cplusplus
extern "C" {
#endif
cudaError_t cudaGLSetGLDevice(int device);
cudaError_t cudaGLRegisterBufferObject(unsigned int buffer);
cudaError_t cudaGLUnregisterBufferObject(unsigned int buffer);
cudaError_t cudaGLMapBufferObject(void **pointer, unsigned int buffer);
cudaError_t cudaGLUnmapBufferObject(unsigned int buffer);
#ifdef __cplusplus
}
#endif

#endif
