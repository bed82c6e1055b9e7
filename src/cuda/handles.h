/* Handles that a program may hand in: a call asks before it looks inside. Null, destroyed or of another kind: false,
   or NULL. Graphs have their own (graph.h). */
#ifndef SLUICE_CUDA_HANDLES_H
#define SLUICE_CUDA_HANDLES_H
#include "base/types.h"
#include "cuda_runtime_api.h"

bool cuda_known_stream(cudaStream_t); /* the default ones are, too */
bool cuda_known_event(cudaEvent_t);
bool cuda_known_array(const struct cudaArray *);
bool cuda_known_mipmap(const struct cudaMipmappedArray *);
struct cuda_image *cuda_find_image(const void *handle); /* a CUmodule that is loaded */

/* A stream that is none: said so, whatever else is wrong. */
#define CUDA_STREAM(stream)                                                                                          \
    do {                                                                                                             \
        if (!cuda_known_stream(stream))                                                                              \
            return (int)cuda_fail(cudaErrorInvalidResourceHandle);                                                   \
    } while (0)

#endif
