#!/bin/sh
# Machine code and register counts of a few kernels, for questions about the lowering that counters do not answer: heartwall (is the inner
# loop unrolled, and do its loads wait for each other?), leukocyte (does imgvf call the slow way of its divisions?), mummergpu
# (copies at the end of its loop), sad. On a machine with CUDA, with the PTX that tools/h200/make-ptx.sh wrote:
#   tools/h200/sass.sh PTX-FOLDER OUT-FOLDER
set -eu
ptx=${1:?usage: sass.sh PTX-FOLDER OUT-FOLDER}
out=${2:?usage: sass.sh PTX-FOLDER OUT-FOLDER}
mkdir -p "$out"
for name in heartwall leukocyte mummergpu sad maws_kmeans spmv; do
    [ -f "$ptx/$name.ptx" ] || continue
    ptxas -arch=sm_90 -v "$ptx/$name.ptx" -o "$out/$name.cubin" 2>"$out/$name.regs"
    cuobjdump -sass "$out/$name.cubin" >"$out/$name.sass"
    echo "$name: $(grep -c '^ *\/\*[0-9a-f]\{4\}\*\/' "$out/$name.sass") instructions"
done
