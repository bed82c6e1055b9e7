#!/bin/sh
# flags.sh SLUICE BUILD: nvcc's flags, separate objects, libraries, a makefile that wants a toolkit, bad command lines. TAP.
set -u
sluice=$(realpath "$1")
build=$(realpath "$2")
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT
cd "$tmp" || exit 1
n=0
# ok NAME COMMAND...: passes if the command does.
ok() {
    name=$1; shift
    n=$((n + 1))
    if "$@" >out 2>&1; then echo "ok $n - $name"; else echo "not ok $n - $name"; sed 's/^/# /' out | head -20; fi
}
# says TEXT COMMAND...: the command's output has the text in it
says() {
    text=$1; shift
    "$@" >said 2>&1
    grep -qF -- "$text" said || { cat said; return 1; }
}
fails() { if "$@"; then return 1; else return 0; fi; }

cat >k.h <<'END'
#ifdef __cplusplus
extern "C"
#endif
void run_inc(int *h, int n);
END
cat >k.cu <<'END'
#include "k.h"
#include "part.cu"
void run_inc(int *h, int n)
{
    int *d;
    cudaMalloc((void **)&d, n * sizeof(int));
    cudaMemcpy(d, h, n * sizeof(int), cudaMemcpyHostToDevice);
    inc<<<(n + 31) / 32, 32>>>(d, n);
    cudaMemcpy(h, d, n * sizeof(int), cudaMemcpyDeviceToHost);
    cudaFree(d);
}
END
cat >part.cu <<'END'
#ifndef STEP
#define STEP 1
#endif
template <int step> __device__ int next(int v) { return v + step; }
__global__ void inc(int *p, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        p[i] = next<STEP>(p[i]);
}
END
cat >main.c <<'END'
#include <cuda_runtime.h>
#include <stdio.h>
#include "k.h"
int main(void)
{
    int a[100];
    struct cudaDeviceProp p;
    dim3 d = {1, 1, 1};
    float4 v = make_float4(1, 2, 3, 4);
    for (int i = 0; i < 100; i++)
        a[i] = i;
    if (cudaGetDeviceProperties(&p, 0) != cudaSuccess || p.warpSize != 32 || d.x != 1 || v.w != 4)
        return 1;
    run_inc(a, 100);
    printf("last %d\n", a[99]);
    return 0;
}
END
cat >extra.cpp <<'END'
#include <cuda.h>
#include <string>
std::string unused_name() { return "extra"; }
END
cat >a.cu <<'END'
extern void b();
__global__ void same() {}
int main() { same<<<1, 1>>>(); b(); return cudaDeviceSynchronize(); }
END
cat >b.cu <<'END'
static __global__ void same() { printf("b\n"); }
void b() { same<<<1, 1>>>(); }
END
cat >one.cu <<'END'
extern __device__ int twice(int);
extern __device__ int base;
__global__ void k(int *p) { *p = twice(*p) + base; }
int main()
{
    int *p, h = 21;
    cudaMalloc(&p, 4);
    cudaMemcpy(p, &h, 4, cudaMemcpyHostToDevice);
    k<<<1, 1>>>(p);
    cudaMemcpy(&h, p, 4, cudaMemcpyDeviceToHost);
    printf("linked %d\n", h);
    return 0;
}
END
cat >two.cu <<'END'
__device__ int base = 100;
static __device__ int half(int x) { return x / 2; }
__device__ int twice(int x) { return half(4 * x); }
END
cat >drv.cpp <<'END'
#include <helper_cuda_drvapi.h>
int main()
{
    CUmodule m;
    CUfunction f;
    CUcontext c;
    checkCudaErrors(cuCtxCreate(&c, 0, findCudaDeviceDRV(0, 0)));
    checkCudaErrors(cuModuleLoad(&m, "k.fatbin"));
    checkCudaErrors(cuModuleGetFunction(&f, m, "_Z3incPii"));
    printf("found\n");
    return 0;
}
END
cat >Makefile <<'END'
prog: main.o k.o
	g++ -o $@ $^ -L$(CUDA_DIR)/lib64 -lcudart -lm
main.o: main.c
	gcc -c -I$(CUDA_DIR)/include main.c
k.o: k.cu
	$(CUDA_DIR)/bin/nvcc -O3 -arch=sm_60 -Xptxas -v,-O3 --ptxas-options=-v -maxrregcount 32 -lineinfo -c k.cu -o k.o
END

ok "-c, then a link" sh -c "'$sluice' cc -c k.cu && '$sluice' cc -c main.c -o m.o && '$sluice' cc m.o k.o -o p1"
ok "it runs" says "last 100" ./p1
ok ".c, .cpp and .cu together" "$sluice" cc main.c extra.cpp k.cu -o p2 -lm -lcudart -lcuda
ok "it runs" says "last 100" ./p2
ok "-D, -O, -g, -std, -I, -gencode, -Xcompiler, -rdc" "$sluice" cc -O2 -g -DSTEP=5 -I. -std=c++11 \
    -gencode arch=compute_35,code=sm_35 -gencode=arch=compute_70,code=\"sm_70,compute_70\" \
    --compiler-options "-Wall -fno-strict-aliasing" -Xcompiler -Wextra,-pthread -rdc=true -Xlinker -z -Xlinker now \
    --expt-relaxed-constexpr -cudart static -m64 --default-stream per-thread k.cu main.c -o p3
ok "-D reaches kernels" says "last 104" ./p3
ok "-ptx" sh -c "'$sluice' cc -ptx k.cu && grep -q '.visible .entry' k.ptx && grep -q '\.loc' k.ptx"
cat >wide.cu <<'END'
struct alignas(16) s16 { float f[8]; };
struct s128 { int i[34]; };
__global__ void by16(s16 *to, const s16 *from) { to[threadIdx.x] = from[threadIdx.x]; }
__global__ void by4(s128 *to, const s128 *from) { to[threadIdx.x] = from[threadIdx.x]; }
END
ok "-ptx -o -" sh -c "'$sluice' cc -ptx k.cu -o - 2>err.txt >k2.ptx && cmp k2.ptx k.ptx && test ! -s err.txt"
ok "structures are copied by 16 bytes, large ones without a loop" sh -c "'$sluice' cc -ptx wide.cu -o w.ptx && test \$(grep -c 'st.global.v4' w.ptx) = 2 && test \$(grep -c 'ld.global.u32' w.ptx) = 34 && ! grep -q bra w.ptx"
ok "-ptx -o" sh -c "'$sluice' cc -use_fast_math -ptx -o other.ptx k.cu && test -s other.ptx"
ok "-E" says "cudaMalloc((void **)&d" "$sluice" cc -E k.cu
ok "-M" says "part.cu" "$sluice" cc -M k.cu
ok "-MMD -MF" sh -c "'$sluice' cc -MMD -MF k.d -c k.cu -o k4.o && grep -q part.cu k.d"
ok "-lib" sh -c "'$sluice' cc -lib k.cu -o libk.a && '$sluice' cc main.c -L. -lk -o p5"
ok "it runs" says "last 100" ./p5
ok "-shared" sh -c "'$sluice' cc -shared -Xcompiler -fPIC k.cu -o libk2.so && '$sluice' cc main.c ./libk2.so -o p6"
ok "it runs" says "last 100" ./p6
ok "-x cu" sh -c "cp k.cu k.txt && '$sluice' cc -x cu k.txt -x c main.c -o p7"
ok "two files with kernels of one name" sh -c "'$sluice' cc a.cu b.cu -o p8 && ./p8"
ok "-dc: device code of one file uses another's" sh -c "'$sluice' cc -dc one.cu two.cu && '$sluice' cc one.o two.o -o p9"
ok "it runs" says "linked 142" ./p9
ok "device functions in a library" sh -c "ar rcs libtwo.a two.o && '$sluice' cc one.o libtwo.a -o p15 && '$sluice' cc one.o -L. -ltwo -o p16"
ok "it runs" says "linked 142" ./p15
ok "by its name" says "linked 142" ./p16
ok "-dlink: an object, for a link by the host compiler" sh -c "'$sluice' cc -arch=sm_70 -dlink one.o libtwo.a -o link.o && g++ one.o link.o libtwo.a -o p17 -L'$build/cuda/lib64' -lcudart"
ok "it runs" says "linked 142" ./p17
mkdir -p 'a b'
echo '#define VALUE 5' >'a b/value.h'
cat >opts <<'END'
-I"a b" -DTEXT=\"x\"
    -DMORE='1 + 1'
END
cat >opt.cu <<'END'
#include <value.h>
int main() { return VALUE != 5 || TEXT[0] != 'x' || MORE != 2; }
END
ok "--options-file: words with blanks; -Werror and its kind" sh -c "'$sluice' cc -Werror all-warnings --options-file opts opt.cu -o popt && ./popt"
ok "NVCC_PREPEND_FLAGS and NVCC_APPEND_FLAGS" sh -c "NVCC_PREPEND_FLAGS='-I\"a b\" -DMORE=9' NVCC_APPEND_FLAGS='-UMORE --options-file opts' '$sluice' cc opt.cu -o popt2 && ./popt2"
ok "a card that is not known is said" says "sm_120 is compiled as sm_90: sm_35 to sm_90 are known here" "$sluice" cc -arch=sm_120 -ptx k.cu -o k120.ptx
ok "... and what only it has is not assumed" sh -c "grep -q 'target sm_90$' k120.ptx && '$sluice' cc -dryrun -arch=sm_120a -c k.cu 2>&1 | grep -q D__CUDA_ARCH__=900 && ! '$sluice' cc -dryrun -arch=sm_120a -c k.cu 2>&1 | grep SLUICE_FEATURES"
ok "a card that is known needs no note" sh -c "'$sluice' cc -arch=sm_90a -ptx k.cu -o k90.ptx 2>said && ! grep note said"
ok "-v says where the toolkit is, even without a file" says "#\$ TOP=$build/cuda" "$sluice" cc -v none_such
ok "-keep -keep-dir" sh -c "mkdir -p kept && '$sluice' cc -keep -keep-dir kept k.cu main.c -o p18 && test -s kept/k.ptx && test -s kept/k.o"
i=0
while [ $i -lt 250 ]; do
    i=$((i + 1))
    echo "__global__ void k$i(float *p, int n) { p[n] = p[n] * p[n + $i]; }"
done >many.cu
export XDG_CACHE_HOME="$PWD/cache"
# an entry (base/cache.h) with a line more in its content
cat >mark <<'END'
key=$(tail -n 2 "$1" | head -n 1)
(head -n -3 "$1"; printf '// marked\n\n%s\n' "$key") >marked
sum=$(b2sum -l 128 <marked)
(cat marked; echo "${sum%% *}") >"$1"
END
ok "PTX of a large file is kept" sh -c "mkdir cache; '$sluice' cc -ptx many.cu -o many1.ptx && cmp -n \$(stat -c %s many1.ptx) many1.ptx cache/sluice/ptx/*.ptx"
ok "and taken, when the text is the same" sh -c "sh mark cache/sluice/ptx/*.ptx; echo 'int host() { return 1; }' >>many.cu; '$sluice' cc -ptx many.cu -o many2.ptx && tail -n 1 many2.ptx | grep -q marked"
ok "not for other flags" sh -c "'$sluice' cc -ptx -use_fast_math many.cu -o many3.ptx && ! grep -q marked many3.ptx"
ok "nor for another kernel" sh -c "sed -i 's/p\[n + 9\]/p[n + 8]/' many.cu; '$sluice' cc -ptx many.cu -o many4.ptx && ! grep -q marked many4.ptx && test \$(ls cache/sluice/ptx | wc -l) = 3"
ok "nor when it is switched off" sh -c "SLUICE_CC_CACHE=off '$sluice' cc -ptx -maxrregcount 32 -ftz=true many.cu -o many5.ptx && test \$(ls cache/sluice/ptx | wc -l) = 3"
ok "another word is refused" says "SLUICE_CC_CACHE=no: expected on or off" env SLUICE_CC_CACHE=no "$sluice" cc -ptx k.cu
unset XDG_CACHE_HOME
cat >vars.h <<'END'
extern __device__ int counter;
extern __constant__ float coef[4];
extern __device__ float table[];
extern __managed__ int shared_by_all;
namespace space { extern __device__ double nested; }
__device__ float eval(float);
END
cat >vars.cu <<'END'
#include "vars.h"
__device__ int counter = 3;
__constant__ float coef[4];
__device__ float table[8];
__managed__ int shared_by_all = 7;
namespace space { __device__ double nested = 0.5; }
static __device__ int own = 1000;
__device__ float eval(float x) { return coef[0] + coef[1] * x + table[3] + own; }
END
cat >uses.cu <<'END'
#include "vars.h"
static __device__ int own = 1;
__global__ void k(float *o) { o[threadIdx.x] = eval(threadIdx.x); atomicAdd(&counter, own); shared_by_all = 8; }
int main()
{
    float c[4] = {1, 2}, t[8] = {0, 0, 0, 10}, *o, h[32];
    double d = 0;
    int n, was = shared_by_all;
    size_t bytes;
    void *p;
    if (cudaMemcpyToSymbol(coef, c, sizeof(c)) || cudaMemcpyToSymbol(table, t, sizeof(t)) || cudaGetSymbolAddress(&p, coef))
        return 1;
    cudaMalloc(&o, sizeof(h));
    k<<<1, 32>>>(o);
    cudaDeviceSynchronize();
    cudaMemcpy(h, o, sizeof(h), cudaMemcpyDeviceToHost);
    cudaMemcpyFromSymbol(&n, counter, 4);
    cudaMemcpyFromSymbol(&d, space::nested, 8);
    cudaGetSymbolSize(&bytes, table);
    printf("%g %g %d %g %zu %d %d\n", h[0], h[5], n, d, bytes, was, shared_by_all);
    return 0;
}
END
ok "-rdc=true: host code names another file's device variables" "$sluice" cc -rdc=true uses.cu vars.cu -o p12
ok "it runs" says "1011 1021 35 0.5 32 7 8" ./p12
ok "the same by -dc, and from a library" sh -c "'$sluice' cc -dc uses.cu vars.cu && ar rcs libvars.a vars.o && '$sluice' cc uses.o -L. -lvars -o p13"
ok "it runs" says "1011 1021 35 0.5 32 7 8" ./p13
ok "the same as a shared library" sh -c "'$sluice' cc -shared -rdc=true uses.cu vars.cu -o libuses.so && '$sluice' cc -c k.cu && '$sluice' cc -rdc=true uses.o libvars.a -shared -o libuses2.so"
cp vars.cu again.cu
ok "two definitions of one variable are an error with -rdc=true" fails "$sluice" cc -rdc=true uses.cu vars.cu again.cu -o p14
mkdir -p sub
cat >sub/blanks.cu <<'END'
#include "near.h"
#include <vector>
std::vector<std::vector<std::vector<int> > > nested;
__global__ void k() { printf("blanks %d\n", NEAR); }
int main() { k << <1, 1 >> > (); return cudaDeviceSynchronize() || NO_SUCH; }
END
echo '#define NEAR 4' >sub/near.h
ok "<< < and >> >: errors name the file" says "sub/blanks.cu:5:" "$sluice" cc sub/blanks.cu -o p11
ok "<< < and >> >" "$sluice" cc -DNO_SUCH=0 sub/blanks.cu -o p11
ok "it runs" says "blanks 4" ./p11
ok "-fatbin, for the driver API" sh -c "'$sluice' cc -fatbin k.cu && '$sluice' cc drv.cpp -lcuda -o p10"
ok "it loads" says "found" ./p10
ok "a makefile that wants a toolkit" make CUDA_DIR="$build/cuda"
ok "it runs" says "last 100" ./prog
ok "--version has the line that makefiles look for" says "release 11.8, V11.8" "$sluice" cc --version
ok "-dryrun runs nothing" sh -c "'$sluice' cc -dryrun k.cu -o never && ! test -e never"
ok "-cubin is refused" says "there is no machine code" "$sluice" cc -cubin k.cu
ok "an unknown flag is noted" says "--bogus: unknown flag, ignored" "$sluice" cc --bogus -c k.cu
ok "no such file" says "gone.cu: No such file" "$sluice" cc gone.cu
ok "no input" says "no input files" "$sluice" cc -O2
ok "a flag without its value" says "-o wants a value" "$sluice" cc k.cu -o
cat >told.cu <<'END'
__global__ void k() {}
int main() { cudaDeviceProp p; cudaGetDeviceProperties(&p, 0); cudaFuncAttributes a; cudaFuncGetAttributes(&a, k); printf("capability %d.%d ptx %d\n", p.major, p.minor, a.ptxVersion); return 0; }
END
ok "-arch: what the device says" sh -c "'$sluice' cc -arch=sm_86 told.cu -o told86 && '$sluice' cc -arch=sm_35 told.cu -o told35"
ok "it is as much as the program needs" says "capability 8.6 ptx 86" ./told86
ok "and 7.0 at least" says "capability 7.0 ptx 35" ./told35
ok "a machine has its own" says "capability 2.0 ptx 35" "$sluice" run -q -m gtx480 -- ./told35
ok "-arch: newer than clang knows" says ".target sm_90a" sh -c "'$sluice' cc -arch=sm_90a -ptx told.cu -o told90.ptx && cat told90.ptx"
ok "the PTX's version is the toolkit's" says ".version 7.8" sh -c "'$sluice' cc -ptx told.cu -o told70.ptx && cat told70.ptx"
ok "another its own" says "capability 9.0 ptx 86" "$sluice" run -q -m h200 -- ./told86
echo '__global__ void k() { undeclared(); }' >bad.cu
ok "the compiler's errors come through" says "bad.cu:1:23: error:" "$sluice" cc -c bad.cu
ok "and its status" fails "$sluice" cc -c bad.cu
echo '#include <nvjpeg.h>' >jpeg.cu
ok "a library that is not there is named" says "nvjpeg.h belongs to nvJPEG, a library of NVIDIA's" "$sluice" cc -c jpeg.cu
printf '#include <cudnn.h>\ncudnnRNNDescriptor_t d;\nint main() { return cudnnRNNForward(0, d); }\n' >rnn.cu
ok "a call of cuDNN that is not there too" says "'cudnnRNNForward' is unavailable: sluice's cuDNN has no recurrent networks" "$sluice" cc -c rnn.cu
cp rnn.cu rnn.cpp
ok "and in a .cpp file" says "sluice's cuDNN has no recurrent networks" "$sluice" cc -c rnn.cpp
ok "and when it is linked" says "-lnvjpeg: nvJPEG is a library of NVIDIA's that sluice does not have" "$sluice" cc k.cu -lnvjpeg
echo '#include <nvrtc.h>' >rtc.cpp
ok "in a .cpp file too" says "nvrtc.h belongs to NVRTC" "$sluice" cc -c rtc.cpp
echo '#include <mma.h>' >mma.cu
ok "tensor cores have their header" "$sluice" cc -c mma.cu
echo '__global__ void child() {} __global__ void parent() { child<<<1, 1>>>(); }' >nest.cu
ok "and kernels may launch kernels" "$sluice" cc -c nest.cu
echo '__global__ void child() {} __global__ void parent() { child<<<1, 1>>>(1); }' >nest_bad.cu
ok "whose calls are checked" says "error: no matching function for call to 'child'" "$sluice" cc -c nest_bad.cu
ok "a call that is not there: the link error names it" sh -c "echo 'extern \"C\" int cudaNotThere(); int main() { return cudaNotThere(); }' >l.cu; ! '$sluice' cc l.cu -o l 2>err && grep -q cudaNotThere err"
mkdir other
echo '#error "the headers of another toolkit"' >other/cuda_runtime_api.h
ok "another toolkit's headers are left out, with a note" says "left out" "$sluice" cc -Iother -c k.cu -o k_other.o
ok "and do no harm" "$sluice" cc -Iother -isystem other -c k.cu -o k_other.o
ok "a C compiler takes the headers" gcc -std=c99 -Wall -Werror -D_GNU_SOURCE -I"$build/cuda/include" -c main.c -o m.o
cat >all.cu <<'END'
#include <cooperative_groups.h>
#include <cuComplex.h>
#include <cuda.h>
#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <cuda_profiler_api.h>
#include <curand_kernel.h>
#include <cutil_inline.h>
#include <device_functions.h>
#include <helper_cuda.h>
#include <helper_functions.h>
#include <helper_math.h>
#include <math_constants.h>
#include <math_functions.h>
#include <nvToolsExt.h>
#include <sm_20_atomic_functions.h>
#include <sm_35_intrinsics.h>
#include <texture_fetch_functions.h>
#include <complex>
#include <iostream>
#include <map>
#include <memory>
#include <random>
#include <regex>
#include <thread>
#include <vector>
__global__ void k(float *p) { *p = sinf(*p); }
int main() { return 0; }
END
for v in 15 16 17 18 19; do
    command -v clang-$v >/dev/null 2>&1 || continue
    ok "every header, clang $v" env SLUICE_CLANG=clang-$v "$sluice" cc -c all.cu
done
for std in c++11 c++17; do
    ok "every header, $std" "$sluice" cc -std=$std -c all.cu
done
echo "1..$n"
