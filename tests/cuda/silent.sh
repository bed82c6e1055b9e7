#!/bin/sh
# silent.sh SLUICE: what went wrong without a word once: files with device functions only, launches that fail because of us
# in programs that never ask, locales with decimal commas. TAP.
set -u
sluice=$(realpath "$1")
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT
cd "$tmp" || exit 1
n=0
# ok NAME STATUS TEXT COMMAND...: ends with the status, and its output has the text in it.
ok() {
    name=$1; status=$2; text=$3; shift 3
    n=$((n + 1))
    got=0
    "$@" >out 2>&1 || got=$?
    if [ "$got" = "$status" ] && grep -qF -- "$text" out; then echo "ok $n - $name"
    else
        echo "not ok $n - $name (status $got, expected $status; '$text')"
        sed 's/^/# /' out | head -20
    fi
}

cat >part.cu <<'EOF'
__device__ int seven(int x) { return x * 7; }
EOF
cat >main.cu <<'EOF'
#include <cstdio>
extern __device__ int seven(int);
__global__ void k(int *o) { o[0] = seven(6); }
int main()
{
    int *d, h = 0;
    cudaMalloc(&d, 4);
    k<<<1, 1>>>(d);
    cudaMemcpy(&h, d, 4, cudaMemcpyDeviceToHost);
    printf("answer %d\n", h);
}
EOF
for level in 0 3; do
    ok "device functions alone in a file, -dc, -O$level" 0 "answer 42" sh -c "
        '$sluice' cc -dc --device-opt $level part.cu -o part.o && '$sluice' cc -dc --device-opt $level main.cu -o main.o &&
        '$sluice' cc main.o part.o -o main && ./main"
done
"$sluice" cc main.cu -o lonely
ok "a function that no file defines is named" 2 "_Z5seveni is declared, and no loaded module defines it" ./lonely
ok "and the launch that fails for it" 2 "k cannot be launched" ./lonely
cat >later.cu <<'EOF'
__global__ void k(int *o)
{
    asm volatile("tcgen05.fence::before_thread_sync;");
    o[0] = 1;
}
int main()
{
    int *d;
    cudaMalloc(&d, 4);
    k<<<1, 1>>>(d);
    return 0;
}
EOF
"$sluice" cc later.cu -o later
ok "an instruction that is not there yet is told to a program that never asks" 2 "tcgen05" ./later
cat >close.cu <<'EOF'
#include <cstdio>
__global__ void k(int *out)
{
    __shared__ int s;
    int a;
    unsigned p = (unsigned)__cvta_generic_to_shared(&s);
    s = 1;
    asm volatile("red.shared.add.u32 [%0], 3;" ::"r"(p) : "memory");
    asm volatile("atom.shared.add.u32 %0, [%1], 3;" : "=r"(a) : "r"(p) : "memory");
    asm volatile("red.shared.add.u32 [%0], 3;" ::"r"(p) : "memory");
    out[0] = a;
}
int main()
{
    int *o;
    cudaMallocManaged(&o, 4);
    k<<<1, 1>>>(o);
    cudaDeviceSynchronize();
    printf("atomics %d\n", *o);
    return 0;
}
EOF
"$sluice" cc close.cu -o close
ok "atomics with nothing but folded instructions between them" 0 "atomics 4" "$sluice" run -q -m h200 -- ./close
cat >stub.cu <<'EOF'
int main()
{
    void *args[] = {0};
    cudaLaunchKernel((const void *)main, dim3(1), dim3(1), args, 0, 0);
    return 0;
}
EOF
"$sluice" cc stub.cu -o stub
ok "something that is no kernel" 0 "a launch of something that is no kernel of this program" ./stub

cat >comma.src <<'EOF'
LC_NUMERIC
decimal_point ","
thousands_sep "."
grouping 3;3
END LC_NUMERIC
EOF
localedef -c -i comma.src -f ANSI_X3.4-1968 ./comma >made 2>&1 # warns of the parts that are not there
ok "a locale with decimal commas can be made (Debian's package locales)" 0 "comma/LC_NUMERIC" ls comma/LC_NUMERIC
cat >locale.cu <<'EOF'
#include <clocale>
#include <cstdio>
__global__ void k(float *o)
{
    o[0] = 1.5f;
    printf("device %.2f\n", 2.25);
}
int main()
{
    float *o;
    setlocale(LC_ALL, "");
    cudaMallocManaged(&o, 4);
    k<<<1, 1>>>(o);
    cudaDeviceSynchronize();
    printf("host %.2f\n", o[0]);
}
EOF
"$sluice" cc locale.cu -o locale
export LOCPATH="$tmp" LC_ALL=comma
ok "the locale is the program's" 0 "host 1,50" ./locale
ok "and not the device's" 0 "device 2.25" ./locale
ok "nor the record's" 0 '"name": "gtx480"' "$sluice" run -q -m gtx480 --json - -- ./locale
echo "1..$n"
