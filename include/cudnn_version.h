/* The version of cuDNN whose interface cudnn.h has. */
#ifndef SLUICE_CUDNN_VERSION_H
#define SLUICE_CUDNN_VERSION_H
#define CUDNN_MAJOR 8
#define CUDNN_MINOR 9
#define CUDNN_PATCHLEVEL 0
#define CUDNN_VERSION (CUDNN_MAJOR * 1000 + CUDNN_MINOR * 100 + CUDNN_PATCHLEVEL)
#endif
