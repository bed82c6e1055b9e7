#!/bin/sh
# Runs the workloads' PTX on a real card under Nsight Compute and stores what its counters say.
#   tools/h200/ncu.sh PTX_FOLDER OUT_FOLDER [small|paper|both|fresh|fresh-again] [WORKLOAD...]
# PTX_FOLDER comes from make-ptx.sh, or is the word nvcc: then the card runs nvcc's own code (-O3). OUT_FOLDER gets small.csv and paper.csv (bench/h200/ in the repository), log.txt, and
# check.txt: each workload run at small size without the profiler, with its own check.
# fresh and fresh-again: the programs of bench/h200/programs (PTX of `make-ptx.sh FOLDER fresh`) once, to fresh.csv or
# fresh-again.csv; check.txt has what they said under the profiler.
# Caches are flushed before each launch and the clocks left alone; the first three launches of each kernel are measured
# (40 of a workload at most; instances of a template are kernels of their own), since later ones repeat them.
set -u
ptx=${1:?usage: ncu.sh PTX_FOLDER OUT_FOLDER [small|paper|both|fresh|fresh-again] [WORKLOAD...]}
out=${2:?usage: ncu.sh PTX_FOLDER OUT_FOLDER [small|paper|both|fresh|fresh-again] [WORKLOAD...]}
sizes=${3:-both}
[ $# -gt 3 ] && shift 3 || shift $#
only=" $* "
[ "$sizes" = both ] && sizes='small paper'
root=$(cd "$(dirname "$0")/../.." && pwd)
PATH=$PATH:/usr/local/cuda/bin
mkdir -p "$out" || exit 2
bin=$(mktemp -d)
trap 'rm -rf "$bin"' EXIT
log=$out/log.txt
: >"$log"

from=$root/workloads
case $sizes in
fresh*)
    from=$root/bench/h200/programs
    (cd "$root" && ls bench/h200/programs/*.cu) | sed 's,.*/\(.*\),&\,\1\,\,,' >"$bin/index"
    ;;
*) tail -n +2 "$root/workloads/workloads.csv" >"$bin/index" ;;
esac
wanted() { [ "$only" = '  ' ] || case $only in *" $1 "*) true ;; *) false ;; esac; }
while IFS=, read -r name file rest; do
    wanted "$name" && echo "$file"
done <"$bin/index" | sort -u | xargs -P "$(nproc)" -I {} sh -c '
    b=$(basename "$1" .cu)
    if [ "$3" = nvcc ]; then
        nvcc -gencode arch=compute_90a,code=sm_90a -O3 -I "$5" -o "$4/$b" "$5/$1" -lcuda || echo "BUILD FAIL $b"
        exit
    fi
    "$2/tools/h200/build-ptx.sh" "$5/$1" "$3/$b.ptx" "$4/$b" || echo "BUILD FAIL $b"' sh {} "$root" "$ptx" "$bin" "$from" \
    >>"$log" 2>&1

# A metric that this ncu or card does not have would fail the whole run: ask first.
ncu --query-metrics 2>/dev/null | awk '{print $1}' | sort -u >"$bin/known"
metrics=
while read -r name; do
    base=${name%%.*}
    case $base in launch__*) known=1 ;; *) known=$(grep -cx "$base" "$bin/known") ;; esac
    if [ "$known" != 0 ]; then
        metrics=$metrics${metrics:+,}$name
    else
        echo "no metric $name here" >>"$log"
    fi
done <<LIST
gpc__cycles_elapsed.max
sm__cycles_active.max
gpu__time_duration.sum
smsp__inst_executed.sum
smsp__thread_inst_executed.sum
sm__warps_active.avg.pct_of_peak_sustained_active
l1tex__t_requests_pipe_lsu_mem_global_op_ld.sum
l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum
l1tex__t_sectors_pipe_lsu_mem_global_op_ld_lookup_hit.sum
l1tex__t_requests_pipe_lsu_mem_global_op_st.sum
l1tex__t_sectors_pipe_lsu_mem_global_op_st.sum
lts__t_sectors_op_read.sum
lts__t_sectors_op_write.sum
lts__t_sectors_srcunit_tex.sum
lts__t_sectors_srcunit_tex_lookup_hit.sum
lts__t_sectors_srcunit_tex_op_read.sum
lts__t_sectors_srcunit_tex_op_write.sum
dram__bytes_read.sum
dram__bytes_write.sum
sm__inst_executed_pipe_tensor.sum
sm__pipe_tensor_cycles_active.avg.pct_of_peak_sustained_active
launch__registers_per_thread
launch__shared_mem_per_block
LIST
echo "metrics: $metrics" >>"$log"

while IFS=, read -r name file args rest <&3; do
    wanted "$name" && [ "${sizes#fresh}" = "$sizes" ] || continue
    # shellcheck disable=SC2086
    timeout 60 "$bin/$(basename "$file" .cu)" --size small $args 2>&1 | head -1
done 3<"$bin/index" >"$out/check.txt"
for size in $sizes; do
    : >"$bin/all.csv"
    case $size in fresh*) how= ;; *) how="--size $size --no-check" ;; esac
    while IFS=, read -r name file args rest <&3; do
        wanted "$name" || continue
        # shellcheck disable=SC2086
        timeout 120 ncu --csv --page raw --print-units base --kernel-name-base mangled --clock-control none \
            --cache-control all --kernel-id ':::1|2|3' --launch-count 40 --metrics "$metrics" \
            "$bin/$(basename "$file" .cu)" $how $args >"$bin/one.csv" 2>>"$log"
        echo "$name $size: rc $?, $(grep -c '^"[0-9]' "$bin/one.csv") launches" >>"$log"
        [ -n "$how" ] || echo "$name: $(grep -x 'ok\|wrong' "$bin/one.csv")" >>"$out/check.txt"
        sed -n 's,^",'"$name\,${size%-again}"'\,",p' "$bin/one.csv" >>"$bin/all.csv"
    done 3<"$bin/index"
    python3 "$root/tools/h200/ncu_table.py" <"$bin/all.csv" >"$out/$size.csv" 2>>"$log"
done
cat "$out/check.txt"
tail -n 60 "$log"
wc -l "$out"/*.csv
