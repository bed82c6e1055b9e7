#!/bin/sh
# Machine code is compared with its PTX before its launches are timed: the values of a run without a machine, nothing printed,
# allocated or reported twice, what depends on order or time is said, code that is known is not compared again, and a pass that
# makes a mistake is found, named and left out. proof.sh SLUICE FOLDER (of a libsluice whose pass homes is faulty)
faulty=$(realpath "$2")
unset LD_LIBRARY_PATH # where a test finds the libraries that it depends on, the faulty one first
. "$(dirname "$0")/begin.sh"
new() { # an empty cache of its own
    rm -rf cache && mkdir cache && export XDG_CACHE_HOME="$PWD/cache"
}
run() { # NAME OPTIONS... -- PROGRAM: its output goes to NAME.out, NAME.err, NAME.json
    name=$1
    shift
    timeout 200 "$sluice" run -q --json "$name.json" "$@" > "$name.out" 2> "$name.err"
}
is() { # WHAT, expression of p (host.proof), rows (proof by kernel), err, out of the last run
    python3 -c "
import json, sys
d = json.load(open('$name.json'))
p, rows, err, out = d['host'].get('proof', {}), {r['kernel'].split('(')[0]: r for r in d.get('proof', [])}, open('$name.err').read(), open('$name.out').read()
if not ($2): raise SystemExit(f'{p} {rows} {err} {out}')" > why 2>&1
    ok "$1" $?
}
machine="-m h200 --set gpu.sms=4"
"$sluice" cc -w -arch=sm_90 -rdc=true -DNESTED "$here/proof.cu" -o proof -lcudadevrt || exit 1
./proof > want 2> err
new
run cold $machine -- ./proof
is "each machine code is compared once, whatever it does" "p['compared'] == 17 and not p['earlier'] and not p['unproven'] and not p['differences'] and not err"
cmp -s want cold.out
ok "with the values of a run without a machine, and what is printed is printed once" $?
is "words that depend on the order of warps, or on the clock, are said" "set(rows) == {'sums', 'clocks'} and p['order_dependent'] == 2 and all(r['proof'] == 'order-dependent' for r in rows.values())"
run warm $machine -- ./proof
is "the next run compares nothing" "not p['compared'] and p['earlier'] == 17 and p['seconds'] == 0 and set(rows) == {'sums', 'clocks'}"
cmp -s cold.out warm.out
ok "and computes the same" $?
run off --proof off $machine -- ./proof
is "--proof off compares nothing" "not p and not rows"
python3 -c "
import json
a, b, c = (json.load(open(f + '.json')) for f in ('cold', 'warm', 'off'))
assert a['total'] == b['total'] == c['total'] and a['kernels'] == b['kernels'] == c['kernels'] and a['machine'] == c['machine'] and a['program'] == c['program']" 2> why
ok "whether it compares changes no statistic" $?
run all --proof always $machine -- ./proof
is "--proof always compares every launch" "p['compared'] >= 26 and not p['earlier'] and not p['differences']"
run plain -m gtx480 -- ./proof arrays symbols says
is "PTX that a machine executes as it stands has nothing to be compared with" "not p"
new
run fermi -m qv100 -- ./proof arrays symbols
is "nor has it with operands folded" "not p"
new
run t --trace t $machine -- ./proof arrays symbols
is "a recording compares too" "p['compared'] == 2"
new
run some $machine --launches 1 --sample 100 -- ./proof arrays streams
is "and so does a run that times some launches, and takes samples" "p['compared'] == 2"
new
run fault $machine -- ./proof faults
[ $? = 3 ] && [ "$(grep -c 'out-of-bounds' fault.err)" = 1 ] && grep -q "faults " fault.out
ok "a fault is the run's own, and told once" $? < fault.err
is "there is nothing to compare then" "not p['compared'] and p['unproven'] == 1 and not rows"
new
run large $machine -- ./proof large
is "what a launch does not write costs nothing: 32 bytes of 3 GB" "p['compared'] == 1 and p['bytes'] == 65536 and p['seconds'] < 2"
SLUICE_PROOF=off run env $machine -- ./proof arrays
is "SLUICE_PROOF is the default of --proof" "not p"
"$sluice" run --proof maybe -m h200 -- ./proof > out 2> err
[ $? = 2 ] && grep -q "expected on, off or always" err
ok "--proof maybe" $? < err
# a faulty pass
export LD_LIBRARY_PATH="$faulty"
new
run wrong --proof off $machine -- ./proof arrays
! grep -qxf want wrong.out
ok "a faulty pass makes wrong values" $? < wrong.out
run found $machine -- ./proof arrays symbols
status=$?
[ $status = 0 ] && [ "$(grep -cxf want found.out)" = 2 ]
ok "it is found: the values are right, and the status 0" $? < found.out
is "with the pass, the kernel and the first word" "p['differences'] == 1 and p['compared'] == 2 and rows['arrays']['proof'] == 'differs' and rows['arrays']['without'] == ['homes'] and 'cudaMalloc #2 + 4: 0x' in rows['arrays']['why'] and err.count('without the pass homes') == 1"
run again $machine -- ./proof arrays symbols
is "and known the next time" "not p['compared'] and p['earlier'] == 2 and rows['arrays']['without'] == ['homes'] and err.count('without the pass homes') == 1"
cmp -s found.out again.out
ok "with the same values" $?
new
export FAULTY_NEEDED=1
run ptx $machine -- ./proof arrays symbols
is "where no pass can be left out, the kernel is executed as PTX" "p['differences'] == 1 and rows['arrays']['as_ptx'] and rows['arrays']['without'] == [] and err.count('executed as PTX') == 1 and open('found.out').read() == out"
unset FAULTY_NEEDED
new
timeout 200 "$sluice" run $machine -- ./proof arrays > report 2> err
head -n 6 report | grep -q "A MISTAKE IN SLUICE"
ok "the report begins with it" $? < report
echo "1..$n"
