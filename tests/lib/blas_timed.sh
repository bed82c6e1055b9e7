#!/bin/sh
# blas_timed.sh SLUICE FILE.cu: a program that links cuBLAS, first without a machine, then timed: floats on gtx480, large ones by parts of equal length on a100; on a100 and h200 the types that tensor cores have.
set -eu
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT
"$1" cc "$2" -lcublas -o "$tmp/prog"
"$tmp/prog" tf32 f64 s8
while read -r machine types kernels; do
    # shellcheck disable=SC2046
    "$1" run --machine "$machine" --set gpu.sms=4 -- "$tmp/prog" short $(echo "$types" | tr , ' ') >"$tmp/out" 2>&1 || { cat "$tmp/out"; exit 1; }
    for want in '^right$' $kernels '^  Duration'; do
        grep -q -- "$want" "$tmp/out" || { echo "$machine $types: no '$want' in:"; cat "$tmp/out"; exit 1; }
    done
done <<END
gtx480 f32 ^gemm_float<
a100 f32-large ^gemm_stream<
a100 f16,tf32,f64,s8 ^gemm_half< ^gemm_tensor<float ^gemm_tensor<double.*false ^gemm_tensor<signed
h200 f16,tf32,f64,s8 ^gemm_group<__half ^gemm_group<float ^gemm_tensor<double.*true ^gemm_group<signed
END
