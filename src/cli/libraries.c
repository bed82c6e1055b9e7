/* One table: what `sluice cc` says about a header or a library that is not here, where it links one that is, and what
   `sluice list cuda` tells. */
#include "cli/libraries.h"

#include <string.h>

const struct library libraries[] = {
    {"cublas", "cublas", "cuBLAS",
     "levels 1 to 3 for s, d, c, z (no banded, packed or Hermitian forms); gemm for half, bfloat16 and int8, batched "
     "and strided; sums in float. Half, bfloat16, double, TF32 (when asked for) and int8 (A transposed, B not) on "
     "tensor "
     "cores where the machine has them and the matrices have 16-byte pieces"},
    {"cublasLt", "cublasLt", "cuBLASLt",
     "matmul with bias, relu, gelu, their derivatives, masks of bits and bias gradients; e4m3 and e5m2 with scales "
     "and the largest value (A "
     "transposed, B not; bias, relu, gelu; capability 9.0)"},
    {"nvToolsExt", "nvToolsExt", "NVTX", "accepted, does nothing"},
    {"curand", "curand", "cuRAND",
     "XORWOW, MRG32k3a, Philox, MT19937 and MTGP32 bit by bit as a card gives them, Sobol32 and Sobol64 in 512 "
     "dimensions, "
     "scrambled "
     "ones with vectors of ours"},
    {"cufft", "cufft", "cuFFT",
     "1 to 3 dimensions, complex and real, float and double, batches and strides, lengths up to 4 million (float) or "
     "1 "
     "million (double), half of that with prime factors over 7; no half, no callbacks, no cufftXt"},
    {"cusparse", "cusparse", "cuSPARSE",
     "SpMV and SpMM of CSR, CSC and COO matrices, SpSV and SpSM of CSR and CSC, SpGEMM of CSR, sparse vectors, "
     "conversions and "
     "sorting, for s, d, c, z; no SpGEMMreuse, preconditioners, blocked formats"},
    {"cusolver", "cusolver", "cuSOLVER",
     "dense potrf, potrs, getrf, getrs, geqrf, ormqr, orgqr, syevd, gesvd, for s, d, c, z, and "
     "potrf, potrs, getrf, getrs, geqrf, syevd, gesvd with types as arguments (Xpotrf); nothing sparse, no batches"},
    {"cudnn", "cudnn", "cuDNN",
     "convolutions of two dimensions (groups, strides, dilation, NCHW and NHWC; all algorithms are one tiled "
     "product), "
     "pooling, activations, softmax, batch and cross-channel normalization, dropout (its numbers are not NVIDIA's), "
     "arithmetic on tensors, for float, double, half and bfloat16; no RNNs, attention, graphs, int8, or tensor "
     "cores"},
    {"nccl", "nccl", "NCCL", "one rank: collectives, send and receive to itself, groups"},
    {"npp", "npp", "NPP", NULL},
    {"nvrtc", "nvrtc", "NVRTC", NULL},
    {"nvidia-ml", "nvml", "NVML", NULL},
    {"cupti", "cupti", "CUPTI", NULL},
    {"nvjpeg", "nvjpeg", "nvJPEG", NULL},
    {"cutensor", "cutensor", "cuTENSOR", NULL},
    {"cudla", "cudla", "cuDLA", NULL},
    {"cufile", "cufile", "cuFile", NULL},
    {"nvJitLink", "nvJitLink", "nvJitLink", NULL},
    {"nvptxcompiler", "nvPTXCompiler", "the PTX compiler's interface", NULL},
};
const u32 n_libraries = COUNT_OF(libraries);

const struct library *library_by_link(const char *name)
{
    for (u32 i = 0; i < n_libraries; i++) {
        size_t n = strlen(libraries[i].link);
        if (!strncmp(name, libraries[i].link, n) && (!name[n] || !strcmp(name + n, "_static")))
            return &libraries[i];
    }
    return NULL;
}
