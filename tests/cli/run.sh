#!/bin/sh
# run.sh SLUICE: what `sluice run` takes and what it answers. TAP.
set -u
sluice=$(realpath "$1")
here=$(realpath "$(dirname "$0")")
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
cat >prog.cu <<'END'
__global__ void fill(int *p, int v) { p[blockIdx.x * blockDim.x + threadIdx.x] = v; }
__global__ void other(int *p) { p[threadIdx.x] += 1; }
int main(int argc, char **argv)
{
    int *p, h, past = argc > 1 ? atoi(argv[1]) : 0;
    cudaMalloc(&p, 4096);
    for (int i = 0; i < 3; i++)
        fill<<<4, 256>>>(p + past, i);
    other<<<1, 32>>>(p);
    cudaMemcpy(&h, p, 4, cudaMemcpyDeviceToHost);
    printf("first %d, arguments %d\n", h, argc - 1);
    return argc > 2 ? atoi(argv[2]) : 0;
}
END
"$sluice" cc -ptx prog.cu -o prog.ptx
"$sluice" cc prog.cu -o prog
ok "a workload" 0 "vectoradd: PASS" "$sluice" run vectoradd
ok "its table" 0 "warp instructions" "$sluice" run vectoradd
ok "a workload's own option" 0 "vectoradd: PASS" "$sluice" run vectoradd -- --n 1000
ok "options behind the workload are its own" 0 "vectoradd: PASS" "$sluice" run vectoradd --n 1000
ok "... and all that follows" 0 "first 3, arguments 3" "$sluice" run -q prog.cu 0 0 --unknown
ok "ours still work behind it" 0 "Issue slots" "$sluice" run vectoradd --machine gtx480
ok "a slip of the pen is not taken for the program's" 2 "did you mean '--machine'?" "$sluice" run vectoradd --machin gtx480
ok "a source file behind --" 2 "leave the -- out" "$sluice" run -- prog.cu
ok "a group of parameters" 2 "'sched' is a group of parameters: sched.policy" "$sluice" run --machine gtx480 --set sched=gto vectoradd
ok "a .cu file" 0 "first 3, arguments 0" "$sluice" run prog.cu
ok "a program and its arguments" 0 "first 3, arguments 2" "$sluice" run -- ./prog 0 0
ok "launches are summed by kernel" 0 "fill           3" "$sluice" run -- ./prog
ok "a fault in the program" 3 "out-of-bounds global store" "$sluice" run -- ./prog 16
ok "statistics are still shown" 3 "fill" "$sluice" run -- ./prog 16
ok "a program that fails" 7 "first 3" "$sluice" run -- ./prog 0 7
ok "--json" 0 '"warp_instrs"' sh -c "'$sluice' run -q --json r.json vectoradd && cat r.json"
ok "--json -" 0 '"kernels"' sh -c "'$sluice' run --json - vectoradd 2>/dev/null | python3 -c 'import json, sys; print(json.dumps(json.load(sys.stdin)))'"
ok "on a machine" 0 "Issue slots" "$sluice" run --machine gtx480 vectoradd
ok "--metric chooses a table's columns" 0 "name,cycles,warp_ipc,l1.hit_rate" "$sluice" run -q --machine gtx480 --csv - --metric cycles,ipc,l1.hit_rate vectoradd
ok "... by their names" 2 "no such statistic; did you mean 'cycles'?" "$sluice" run -q --machine gtx480 --csv - --metric cycls vectoradd
ok "... of a table" 2 "--metric goes with --csv" "$sluice" run -q --machine gtx480 --metric cycles vectoradd
echo 'int main() { puts("nothing"); }' >nothing.cu
ok "a program without a kernel times nothing, and that is said" 3 "nothing.cu launched no kernel: nothing was timed" "$sluice" run -q --machine gtx480 nothing.cu
ok "... without a machine it has only run" 0 "nothing.cu launched no kernel" "$sluice" run -q nothing.cu
ok "that nothing was to be timed is said" 0 "no launch of vectoradd was timed: --kernels none" "$sluice" run -q --machine gtx480 --kernels none vectoradd
ok "--jitter that is no number" 2 "--jitter 'x': expected a number from 1 to 1000" "$sluice" run --machine gtx480 --jitter x vectoradd
ok "... is said once" 0 "1" sh -c "'$sluice' run --machine gtx480 --jitter x vectoradd 2>&1 | grep -c jitter"
printf 'base = rtx3090\n' >rtx4090.ini
ok "a machine's file of this folder is meant by its path" 2 "for the file of this folder: ./rtx4090.ini" "$sluice" run -m rtx4090 vectoradd
ok "another's name is still guessed" 2 "did you mean \`rtx3090\`?" "$sluice" run -m rtx309 vectoradd
ok "a merger beside l2.join: what to do is said" 2 "with a merger (icc.on): l2.join = 0, as h200-merging has it" "$sluice" run -q -m h200 --set icc.on=on vectoradd
mkdir sub
echo '#include <cublas_v2.h>' >sub/products.h
cat >products.cu <<'END'
#include "sub/products.h"
  #  include <cufft.h>
int main()
{
    cublasHandle_t h;
    cufftHandle f;
    int wrong = cublasCreate(&h) || cufftPlan1d(&f, 16, CUFFT_C2C, 1);
    printf("both %d\n", wrong);
    return wrong;
}
END
[ ! -e "$(dirname "$sluice")/lib/libcublas.so" ] || ok "libraries whose headers a source includes are linked" 0 "both 0" "$sluice" run -q products.cu
ok "--kernels by name" 0 "vectoradd on gtx480" "$sluice" run --machine gtx480 --kernels vectoradd vectoradd
ok "only the launches asked for are timed" 0 "other" "$sluice" run --machine gtx480 --kernels 4 -- ./prog
ok "a range of launches" 0 "fill" "$sluice" run --machine gtx480 --kernels 2-3 -- ./prog
ok "--kernels counts launches" 0 "Launches              2," "$sluice" run --machine gtx480 --kernels 2-3 -- ./prog
ok "--kernels that fit no launch" 2 "other, launch 4" "$sluice" run --machine gtx480 --kernels fil -- ./prog
ok "--kernels from high to low" 2 "expected numbers from 1" "$sluice" run --machine gtx480 --kernels 5-3 -- ./prog
ok "--kernels none" 0 "Host:" "$sluice" run --machine gtx480 --kernels none -- ./prog
ok "--budget: each kernel has so many cycles" 0 '"cycles": 40' "$sluice" run -q --machine gtx480 --budget 40 --json - -- ./prog
ok "--budget: the halves" 0 '"first_ipc"' "$sluice" run -q --machine gtx480 --budget 40 --json - -- ./prog
ok "--budget: launches that are left out" 0 '"left_out": 3' "$sluice" run -q --machine gtx480 --budget 40 --json - -- ./prog
ok "--budget with samples" 2 "--budget goes neither with" "$sluice" run --machine gtx480 --budget 40 --sample 10 -- ./prog
ok "--budget without a machine" 2 "want a machine" "$sluice" run --budget 40 -- ./prog
ok "a size that there is not" 2 "small, paper or suite" "$sluice" run --size large vectoradd
ok "the suite's size" 0 "atax: PASS" "$sluice" run --size suite atax -- --nx 64 --ny 64
ok "--max-cycles" 0 "Stopped: --max-cycles reached in launch 1" "$sluice" run --machine gtx480 --max-cycles 50 -- ./prog
ok "the best of several values" 0 "best: reported below" "$sluice" run --machine gtx480 --set l1.mshrs=best:1,32 -- ./prog
ok "the least cycles win" 0 "best 32" \
    sh -c "'$sluice' run -q --machine gtx480 --set l1.mshrs=best:1,32,2 --json s.json vectoradd && python3 '$here/sweep.py' s.json"
ok "a value that fails leaves the others" 0 "1536                               failed" \
    "$sluice" run --machine gtx480 --set sm.regs=best:1536,32768 vectoradd
ok "every value fails" 2 "too many resources" "$sluice" run --machine gtx480 --set sm.regs=best:1536,1792 vectoradd
ok "a sweep and a limit" 2 "there would be no best" "$sluice" run --machine gtx480 --max-cycles 9 --set l1.mshrs=best:1,2 vectoradd
ok "sched.swl=best" 0 "sched.swl    " "$sluice" run --machine gtx480 --set sched.swl=best vectoradd
ok "a sweep without values" 2 "expected the values to try" "$sluice" run --machine gtx480 --set l1.mshrs=best vectoradd
ok "two sweeps" 2 "one sweep at a time" "$sluice" run --machine gtx480 --set l1.mshrs=best:1,2 --set l1.ways=best:1,2 vectoradd
ok "too many threads for the machine" 2 "vectoradd: 256 threads a block, and the machine's blocks have at most 32" \
    "$sluice" run --machine wpu-bulk vectoradd
ok "every DRAM command checked" 0 "kmeans: PASS" "$sluice" run --machine gtx480 --set dram.check=on kmeans
ok "with a row bus, too" 0 "spmv: PASS" "$sluice" run --machine h200 --set dram.check=on spmv
ok "too many registers for the machine" 2 "but an SM has 1536 (sm.regs)" "$sluice" run --machine gtx480 --set sm.regs=1536 vectoradd
ok "as CUDA would" 2 "too many resources requested for launch" "$sluice" run --machine gtx480 --set sm.regs=1536 vectoradd
# Everything but `host` is the same bytes, whatever the threads; and the statistics whatever the order of work.
same() {
    name=$1; text=$2; shift 2
    n=$((n + 1))
    [ -e "one-$text.json" ] || "$sluice" run -q --machine gtx480 --json "one-$text.json" "$text" >/dev/null
    if "$sluice" run -q --machine gtx480 --json two.json "$@" "$text" >/dev/null &&
        python3 -c 'import json, sys
a, b = (json.load(open(f)) for f in (sys.argv.pop(1), "two.json"))
assert set(a) == {"schema", "program", "machine", "kernels", "total", "launches", "sms", "units", "host", "verdict", "unexplained"}, set(a)
assert a.pop("host")["threads"] == 1 and b.pop("host")
if sys.argv[1:]:
    del a["machine"], b["machine"]
sys.exit(json.dumps(a, sort_keys=True) != json.dumps(b, sort_keys=True))' "one-$text.json" $debug; then echo "ok $n - $name"
    else echo "not ok $n - $name"; fi
}
debug=
for w in histogram spmv syrk; do
    same "$w twice" $w
    for t in 2 7; do same "$w on $t threads" $w --threads $t; done
done
debug=yes # the parameter itself is part of the record
for w in atax lud; do
    same "$w without skipping, shuffled" $w --set gpu.skip=off --set gpu.shuffle=7
    same "$w shuffled, on 4 threads" $w --set gpu.shuffle=99 --threads 4
done
ok "a PTX file" 0 "other" "$sluice" run --kernel _Z5otherPi --arg buf:128 prog.ptx
ok "a PTX file on a machine" 0 "Duration" "$sluice" run --machine gtx480 --kernel _Z4fillPii --grid 2 --block 32 \
    --arg buf:256:iota --arg s32:-5 prog.ptx
ok "a PTX file whose kernel runs past its buffer" 3 "out-of-bounds" "$sluice" run --kernel _Z5otherPi --arg buf:64 prog.ptx
ok "which kernel?" 2 "say which with --kernel; it has:" "$sluice" run prog.ptx
ok "too few arguments" 2 "has 2 parameters, and there are 1 --arg" "$sluice" run --kernel _Z4fillPii --arg buf:4 prog.ptx
ok "a wrong argument" 2 "expected TYPE:VALUE" "$sluice" run --kernel _Z5otherPi --arg 5 prog.ptx
ok "an argument of the wrong size" 2 "has 4 bytes" "$sluice" run --kernel _Z5otherPi --arg u32:5 prog.ptx
echo "garbage" >bad.ptx
ok "a PTX file that is none" 2 "bad.ptx:1" "$sluice" run bad.ptx
ok "a name near a workload's" 2 "did you mean 'vectoradd'?" "$sluice" run vectorad
ok "no such machine" 2 "nosuch" "$sluice" run --machine nosuch vectoradd
ok "a parameter that is not one" 2 "mshrs" "$sluice" run --machine gtx480 --set l1.mshr=3 vectoradd
ok "--set without a machine" 2 "want a machine" "$sluice" run --set l1.mshrs=3 vectoradd
ok "nothing to run" 2 "what to run is missing" "$sluice" run
ok "no such program" 2 "No such file" "$sluice" run -- ./gone
ok "a wrong grid" 2 "expected X" "$sluice" run --grid a prog.ptx
ok "a wrong size" 2 "expected small, paper or suite" "$sluice" run --size big vectoradd
echo "1..$n"
