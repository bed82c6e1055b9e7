#!/usr/bin/env python3
"""sweep_slurm.py SLUICE: a sweep as a job array of a real Slurm: a controller and a node of its own, in a temporary folder, with
Debian's packages. A task that dies is listed and runs with the next command. Needs neither root nor cgroups; where Slurm's daemons
do not start, the test is skipped with what they said. TAP."""
import json
import os
import pathlib
import pwd
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time

sys.path.insert(0, str(pathlib.Path(__file__).parent))
import tap

sluice = os.path.realpath(sys.argv[1])
tmp = tempfile.mkdtemp()
os.chdir(tmp)
os.environ["PATH"] += ":/usr/sbin:/sbin"
if not all(shutil.which(p) for p in ("slurmctld", "slurmd", "sbatch")):
    print("1..0 # SKIP slurmctld, slurmd and slurm-client are not installed (./dev test installs them)")
    sys.exit(0)


def free_port():
    with socket.socket() as s:
        s.bind(("", 0))
        return s.getsockname()[1]


host, user = socket.gethostname().split(".")[0], pwd.getpwuid(os.getuid()).pw_name
open("slurm.conf", "w").write(f"""ClusterName=test
SlurmctldHost={host}(127.0.0.1)
SlurmctldPort={free_port()}
SlurmdPort={free_port()}
AuthType=auth/none
CredType=cred/none
SlurmUser={user}
SlurmdUser={user}
StateSaveLocation={tmp}/state
SlurmdSpoolDir={tmp}/spool
SlurmctldPidFile={tmp}/ctld.pid
SlurmdPidFile={tmp}/d.pid
SlurmctldLogFile={tmp}/ctld.log
SlurmdLogFile={tmp}/d.log
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
SwitchType=switch/none
MpiDefault=none
SchedulerType=sched/backfill
SelectType=select/cons_tres
SelectTypeParameters=CR_CPU
JobAcctGatherType=jobacct_gather/none
AccountingStorageType=accounting_storage/none
ReturnToService=2
SlurmctldParameters=enable_configless
SlurmdParameters=config_overrides
MinJobAge=300
KillWait=1
NodeName={host} NodeAddr=127.0.0.1 CPUs=2 State=UNKNOWN
PartitionName=main Nodes={host} Default=YES MaxTime=INFINITE State=UP
""")
# Slurm looks for cgroups to find out which kind it has, and ends where none are mounted; told the kind, it never uses them.
open("cgroup.conf", "w").write("CgroupPlugin=cgroup/v1\n")
for d in ("state", "spool"):
    os.mkdir(d)
os.environ["SLURM_CONF"] = f"{tmp}/slurm.conf"
daemons = [subprocess.Popen([p, "-D", "-f", f"{tmp}/slurm.conf"], stdout=open(f"{p}.out", "w"), stderr=subprocess.STDOUT)
           for p in ("slurmctld", "slurmd")]
try:
    up = False
    for _ in range(60):
        p = subprocess.run(["sinfo", "-h", "-o", "%t"], text=True, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
        up = p.stdout.strip() in ("idle", "mix")
        if up or any(d.poll() is not None for d in daemons):
            break
        time.sleep(0.5)
    dead = [d.args[0] for d in daemons if d.poll() is not None]
    if dead:
        last = open(f"{dead[0]}.out").read().strip().splitlines()[-1:] or ["it said nothing"]
        print(f"1..0 # SKIP {dead[0]} ended at once: {last[0]}")
        sys.exit(0)
    more = "".join(open(f).read()[-800:] for f in ("slurmctld.out", "slurmd.out", "ctld.log", "d.log") if os.path.exists(f))
    if not tap.ok(up, "a Slurm of one node is up", more):
        tap.end()
    sweep = [sluice, "sweep", "-m", "gtx480", "--set", "l1.mshrs=8,32", "--set", "l1.missq=2,4", "--metric", "cycles", "--csv", "s.csv", "vectoradd"]
    said = tap.run([*sweep, "--on", "slurm"], 0, "cycles", "four configurations as a job array")
    tap.ok("tasks left" in said, "the array is waited for", said)
    rows = open("s.csv").read().splitlines() if os.path.exists("s.csv") else []
    tap.ok(len(rows) == 5 and all(r.split(",")[-1].isdigit() for r in rows[1:]), "every task's record is in the table", rows)
    tap.run([*sweep, "--out", "here"], 0, "written", "the same on this machine")
    tap.ok(open("s.csv").read().splitlines() == rows, "gives the same")
    tap.run([*sweep, "--on", "slurm"], 0, "4 stored, 0 gathered, 0 to simulate", "nothing is simulated twice")
    # a task that dies: its program kills itself, but only where a file says so
    open("prog.cu", "w").write("""
__global__ void fill(int *p) { p[threadIdx.x] = 1; }
int main()
{
    int *p;
    if (access("die", 0) == 0)
        raise(9);
    cudaMalloc(&p, 4096);
    fill<<<1, 256>>>(p);
    return cudaDeviceSynchronize();
}
""".replace("__global__", "#include <unistd.h>\n#include <signal.h>\n__global__", 1))
    tap.run([sluice, "cc", "prog.cu", "-o", "prog"])
    open("die", "w").close()
    one = [sluice, "sweep", "-m", "gtx480", "--set", "l1.mshrs=8,32", "--on", "slurm", "--", f"{tmp}/prog"]
    said = tap.run(one, 3, "left no record", "tasks that die are listed")
    tap.ok("l1.mshrs=8" in said and "l1.mshrs=32" in said, "both of them", said)
    os.unlink("die")
    tap.run(one, 0, "2 to simulate", "and run with the next command")
finally:
    for d in daemons:
        d.send_signal(signal.SIGTERM)
    for d in daemons:
        try:
            d.wait(10)
        except subprocess.TimeoutExpired:
            d.kill()
shutil.rmtree(tmp, ignore_errors=True)
tap.end()
