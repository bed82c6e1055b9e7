#!/bin/sh
# blas_timed.sh SLUICE FILE.cu: a program that links cuBLAS, timed: floats on gtx480; halves by mma.sync on a100 and by warp groups on h200.
set -eu
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT
"$1" cc "$2" -lcublas -o "$tmp/prog"
while read -r machine type kernel; do
    "$1" run --machine "$machine" -- "$tmp/prog" "$type" >"$tmp/out" 2>&1 || { cat "$tmp/out"; exit 1; }
    for want in '^right$' "^$kernel<" '^  Duration  *[0-9,]* cycles'; do
        grep -q -- "$want" "$tmp/out" || { echo "$machine $type: no '$want' in:"; cat "$tmp/out"; exit 1; }
    done
done <<END
gtx480 f32 gemm_float
a100 f16 gemm_half
h200 f16 gemm_group
END
