#!/bin/sh
# cmake.sh NVCC: a project of CMake's, as people write them, with our nvcc as its CUDA compiler. TAP.
set -u
nvcc=$(realpath "$1")
command -v cmake >/dev/null || { echo "1..0 # SKIP no cmake"; exit 0; }
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT
cd "$tmp" || exit 1
n=0
ok() { # ok NAME COMMAND...: passes if the command does.
    name=$1; shift
    n=$((n + 1))
    if "$@" >out 2>&1; then echo "ok $n - $name"; else echo "not ok $n - $name"; sed 's/^/# /' out | tail -n 30; fi
}
says() { # says TEXT COMMAND...: exit 0, and the text in what it says
    text=$1; shift
    "$@" >said 2>&1 || { cat said; return 1; }
    grep -qF -- "$text" said || { cat said; return 1; }
}
mkdir -p "p/head ers" p/lib
cat >p/CMakeLists.txt <<'END'
cmake_minimum_required(VERSION 3.18)
project(sample LANGUAGES CXX CUDA)
find_package(CUDAToolkit REQUIRED)
message(STATUS "toolkit ${CUDAToolkit_VERSION}, standard ${CMAKE_CUDA_STANDARD_DEFAULT}, architectures ${CMAKE_CUDA_ARCHITECTURES}")
set(CMAKE_CUDA_STANDARD 17)
enable_testing()

add_library(parts STATIC lib/parts.cu lib/table.cu)              # device code of several files, in a static library
set_target_properties(parts PROPERTIES CUDA_SEPARABLE_COMPILATION ON POSITION_INDEPENDENT_CODE ON)
target_include_directories(parts PUBLIC "${CMAKE_CURRENT_SOURCE_DIR}/head ers")
target_compile_definitions(parts PRIVATE "NAME=\"a b\"")
target_compile_options(parts PRIVATE $<$<COMPILE_LANGUAGE:CUDA>:--expt-relaxed-constexpr -Xcompiler=-Wall,-Wextra>)

add_library(shared SHARED lib/shared.cu)
target_include_directories(shared SYSTEM PUBLIC "${CMAKE_CURRENT_SOURCE_DIR}/head ers")

add_executable(separable main.cu)                                # linked by the CUDA compiler's host launcher
target_link_libraries(separable PRIVATE parts)
set_target_properties(separable PROPERTIES CUDA_SEPARABLE_COMPILATION ON CUDA_RESOLVE_DEVICE_SYMBOLS ON)
add_executable(uses_shared user.cpp)                             # by the C++ compiler
target_link_libraries(uses_shared PRIVATE shared)
add_executable(runtime api.cpp)                                  # no CUDA source at all
target_link_libraries(runtime PRIVATE CUDA::cudart)
add_executable(static_runtime api.cpp)
target_link_libraries(static_runtime PRIVATE CUDA::cudart_static)
add_executable(driver driver.cpp)
target_link_libraries(driver PRIVATE CUDA::cuda_driver)
if(EXISTS "${CUDAToolkit_LIBRARY_DIR}/libcufft.so")              # not under the sanitizers
    add_executable(libraries libraries.cpp)
    target_link_libraries(libraries PRIVATE CUDA::cudart CUDA::cublas CUDA::cublasLt CUDA::cufft CUDA::curand CUDA::cusparse CUDA::cusolver CUDA::nvToolsExt)
endif()
add_library(text OBJECT lib/shared.cu)
set_target_properties(text PROPERTIES CUDA_PTX_COMPILATION ON)
target_include_directories(text PRIVATE "${CMAKE_CURRENT_SOURCE_DIR}/head ers")
foreach(t separable uses_shared runtime static_runtime driver)
    add_test(NAME ${t} COMMAND ${t})
endforeach()
END
cat >"p/head ers/parts.h" <<'END'
#pragma once
#define STEP 100
__device__ int twice(int);
extern __device__ int base;
const char *name();
END
cat >"p/head ers/shared.h" <<'END'
#pragma once
int add_one(int);
END
cat >p/lib/parts.cu <<'END'
#include "parts.h"
__device__ int twice(int x) { return 2 * x; }
const char *name() { return NAME; }
END
cat >p/lib/table.cu <<'END'
#include "parts.h"
__device__ int base = STEP;
END
cat >p/lib/shared.cu <<'END'
#include <shared.h>
__global__ void one(int *p) { *p += 1; }
int add_one(int v)
{
    int *p;
    cudaMalloc(&p, sizeof(int));
    cudaMemcpy(p, &v, sizeof(int), cudaMemcpyHostToDevice);
    one<<<1, 1>>>(p);
    cudaMemcpy(&v, p, sizeof(int), cudaMemcpyDeviceToHost);
    cudaFree(p);
    return v;
}
END
cat >p/main.cu <<'END'
#include <cstdio>
#include "parts.h"
__global__ void k(int *p) { *p = twice(*p) + base; }
int main()
{
    int *p, h = 21;
    cudaMalloc(&p, 4);
    cudaMemcpy(p, &h, 4, cudaMemcpyHostToDevice);
    k<<<1, 1>>>(p);
    cudaMemcpy(&h, p, 4, cudaMemcpyDeviceToHost);
    printf("linked %d by %s\n", h, name());
    return h != 42 + STEP;
}
END
cat >p/user.cpp <<'END'
#include <cstdio>
#include <shared.h>
int main() { printf("shared %d\n", add_one(41)); return 0; }
END
cat >p/api.cpp <<'END'
#include <cstdio>
#include <cuda_runtime.h>
int main()
{
    int n = 0;
    if (cudaGetDeviceCount(&n) != cudaSuccess)
        return 1;
    printf("devices %d\n", n);
    return n != 1;
}
END
cat >p/driver.cpp <<'END'
#include <cstdio>
#include <cuda.h>
int main()
{
    int n = 0;
    if (cuInit(0) || cuDeviceGetCount(&n))
        return 1;
    printf("driver %d\n", n);
    return n != 1;
}
END
cat >p/libraries.cpp <<'END'
#include <cstdio>
#include <cublas_v2.h>
#include <cufft.h>
#include <curand.h>
#include <cusolverDn.h>
#include <cusparse.h>
#include <nvToolsExt.h>
int main()
{
    cublasHandle_t b;
    cusparseHandle_t s;
    cusolverDnHandle_t d;
    curandGenerator_t r;
    cufftHandle f;
    nvtxRangePushA("all");
    float *x, first;
    cudaMalloc(&x, 1024 * sizeof(float));
    bool fine = cublasCreate(&b) == CUBLAS_STATUS_SUCCESS && cusparseCreate(&s) == CUSPARSE_STATUS_SUCCESS && cusolverDnCreate(&d) == CUSOLVER_STATUS_SUCCESS;
    fine = fine && curandCreateGenerator(&r, CURAND_RNG_PSEUDO_DEFAULT) == CURAND_STATUS_SUCCESS && curandGenerateUniform(r, x, 1024) == CURAND_STATUS_SUCCESS;
    fine = fine && cufftPlan1d(&f, 512, CUFFT_C2C, 1) == CUFFT_SUCCESS && cufftExecC2C(f, (cufftComplex *)x, (cufftComplex *)x, CUFFT_FORWARD) == CUFFT_SUCCESS;
    cudaMemcpy(&first, x, sizeof first, cudaMemcpyDeviceToHost);
    printf("libraries %s\n", fine && first > 200 && first < 312 ? "fine" : "wrong"); /* the sum of 512 numbers below 1 */
    return !fine;
}
END
ok "configure: the compiler is known" says "The CUDA compiler identification is NVIDIA 11.8.0" cmake -S p -B b -DCMAKE_CUDA_COMPILER="$nvcc" -DCMAKE_BUILD_TYPE=Release -DCMAKE_CUDA_ARCHITECTURES=80
ok "find_package(CUDAToolkit)" grep -qF "toolkit 11.8.0" said
ok "build" cmake --build b
ok "device code of a static library's files" says "linked 142 by a b" b/separable
ok "a shared library, linked by the C++ compiler" says "shared 42" b/uses_shared
ok "the runtime without CUDA sources" says "devices 1" b/runtime
ok "the static one" says "devices 1" b/static_runtime
ok "the driver" says "driver 1" b/driver
if [ -e "$(dirname "$nvcc")/../lib64/libcufft.so" ]; then
    ok "cuBLAS, cuFFT, cuRAND, cuSPARSE, cuSOLVER and NVTX by their targets" says "libraries fine" b/libraries
fi
ok "PTX, for the architecture that was asked for" sh -c 'grep -q "^.target sm_80" $(find b -name "*.ptx")'
ok "ctest" says "100% tests passed" ctest --test-dir b
ok "nothing is left to do" sh -c '! cmake --build b 2>&1 | grep -E "Building|Linking"'
sleep 1
sed -i 's/100/200/' "p/head ers/parts.h"
ok "a header changed: its users, and no others" sh -c 'cmake --build b >log 2>&1; cat log; test "$(grep -c "Building CUDA object" log)" = 3 && grep -q main.cu log'
ok "and the program has it" says "linked 242" b/separable
ok "with Ninja, C++ 14 and no architecture given" sh -c "sed -i 's/STANDARD 17/STANDARD 14/' p/CMakeLists.txt; cmake -G Ninja -S p -B n -DCMAKE_CUDA_COMPILER='$nvcc' && cmake --build n --target separable uses_shared"
ok "it runs" says "shared 42" n/uses_shared
echo "1..$n"
