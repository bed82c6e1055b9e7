#!/bin/sh
# prelude.sh SLUICE: what `sluice cc` makes with its headers precompiled is what it makes without; they are made anew when a header has
# changed or the entry is damaged, and left out where a program's flags could change them. TAP.
set -u
sluice=$(realpath "$1")
here=$(cd "$(dirname "$0")" && pwd)
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT
cd "$tmp" || exit 1
n=0
ok() {
    name=$1; shift
    n=$((n + 1))
    if "$@" >out 2>&1; then echo "ok $n - $name"; else echo "not ok $n - $name"; sed 's/^/# /' out | head -20; fi
}
# A root of our own, whose headers may be touched.
root=$(cd "$here/../.." && pwd)
mkdir root && cp -R "$root/include" root/ && ln -s "$root/machines" "$root/workloads" root/
export XDG_CACHE_HOME="$tmp/cache" SLUICE_ROOT="$tmp/root"
kept=cache/sluice/prelude
entries() { find $kept -name '*.pch' 2>/dev/null | wc -l; }
plain() { SLUICE_CC_CACHE=off "$sluice" cc "$@"; }
same() { # FILE: PTX with the headers as text and precompiled
    plain -ptx "$1" -o plain.ptx && "$sluice" cc -ptx "$1" -o kept.ptx && cmp plain.ptx kept.ptx
}
cat >k.cu <<'END'
#include <cstdio>
#include <cuda_fp16.h>
__global__ void k(float *p, int *bits) { p[threadIdx.x] = sinf(p[threadIdx.x]) + __half2float(__float2half(0.1f)); bits[0] = __popc(__ballot_sync(~0u, p[0] > 0)); }
int main()
{
    float *p, h = 1;
    int *n;
    cudaMalloc(&p, 128), cudaMalloc(&n, 4);
    cudaMemcpy(p, &h, 4, cudaMemcpyHostToDevice);
    k<<<1, 32>>>(p, n);
    cudaMemcpy(&h, p, 4, cudaMemcpyDeviceToHost);
    printf("%.3f\n", h);
    return cudaDeviceSynchronize();
}
END
ok "the same PTX" same k.cu
ok "one entry for kernels" test "$(entries)" = 1
for f in "$here/printf.cu" "$here/textures.cu" "$here/groups.cu" "$root/workloads/gemm.cu"; do ok "the same PTX of $(basename "$f")" same "$f"; done
ok "still one" test "$(entries)" = 1
ok "a program" sh -c "'$sluice' cc k.cu -o k && ./k | grep -qx 0.941"
ok "one more for the host's half" test "$(entries)" = 2
ok "objects are the same" sh -c "SLUICE_CC_CACHE=off '$sluice' cc -c k.cu -o a.o && '$sluice' cc -c k.cu -o b.o && cmp a.o b.o"
ok "other flags, others" sh -c "'$sluice' cc -ptx -use_fast_math k.cu -o f.ptx"
ok "three now" test "$(entries)" = 3
for flag in -DX=1 -I. "-include cstdio" -isystem.; do
    # shellcheck disable=SC2086
    ok "$flag: without" sh -c "'$sluice' cc -ptx $flag k.cu -o f.ptx && test \$(find $kept -name '*.pch' | wc -l) = 3"
done
ok "CPATH: without" sh -c "CPATH=/nowhere '$sluice' cc -ptx -O1 -use_fast_math -ftz=false k.cu -o f.ptx && test \$(find $kept -name '*.pch' | wc -l) = 3"
sum() { cat $kept/*.pch | cksum; }
# A header that has changed
before=$(sum)
echo '#define SLUICE_PRELUDE_TEST 1' >>root/include/sluice_math.h
printf '#include "k.cu"\n#ifndef SLUICE_PRELUDE_TEST\n#error old\n#endif\n' >m.cu
ok "a header that has changed is read" "$sluice" cc -ptx m.cu -o new.ptx
"$sluice" cc -ptx k.cu -o new.ptx
ok "and the entry is made anew" test "$(sum)" != "$before"
# A damaged one
for f in $kept/*.pch; do printf 'spoilt' | dd of="$f" bs=1 seek=100000 conv=notrunc 2>/dev/null; done
ok "a damaged entry is not used" same k.cu
for f in $kept/*.pch; do : >"$f"; done
ok "nor an empty one" same k.cu
echo '__global__ void k() { undeclared(); }' >bad.cu
ok "messages are the same" sh -c "! SLUICE_CC_CACHE=off '$sluice' cc -c bad.cu 2>a.err; ! '$sluice' cc -c bad.cu 2>b.err; grep -q 'bad.cu:1:23: error:' b.err && cmp a.err b.err"
echo "1..$n"
