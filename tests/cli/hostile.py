#!/usr/bin/env python3
"""hostile.py SLUICE: names with every special character, limits of the shell, two outputs to one file, processes left behind, machines that
are too small: each ends in a sentence and the status that docs/errors.md gives it, and nothing is left over. TAP."""
import glob
import json
import os
import pathlib
import resource
import signal
import stat
import subprocess
import sys
import tempfile
import time

sys.path.insert(0, str(pathlib.Path(__file__).parent))
import tap

sluice = os.path.realpath(sys.argv[1])
tmp = os.path.realpath(tempfile.mkdtemp())
os.chdir(tmp)
os.makedirs("t")
os.environ["TMPDIR"] = f"{tmp}/t"
open("prog.cu", "w").write(r"""
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <unistd.h>
__global__ void fill(int *p) { p[threadIdx.x] = 1; }
__global__ void endless(volatile int *p) { for (int i = 0; p[0] >= 0; i++) p[32 + threadIdx.x] = i; }
// a child, one of a session of its own whose parent is gone, one that ignores SIGTERM, one that is another program and has no environment
static void family()
{
    char *nothing[] = {0};
    if (fork() == 0) { printf("pid %d\n", getpid()); fflush(stdout); for (;;) pause(); }
    if (fork() == 0) { setsid(); if (fork()) _exit(0); printf("pid %d\n", getpid()); fflush(stdout); for (;;) pause(); }
    if (fork() == 0) { signal(SIGTERM, SIG_IGN); printf("pid %d\n", getpid()); fflush(stdout); for (;;) pause(); }
    if (fork() == 0) { printf("pid %d\n", getpid()); fflush(stdout); execle("/bin/sleep", "sleep", "1000", (char *)0, nothing); }
    printf("pid %d\n", getpid());
    fflush(stdout);
    for (;;) pause();
}
int main(int argc, char **argv)
{
    int *p;
    const char *how = argc > 1 ? argv[1] : "";
    cudaMalloc(&p, 4096);
    fill<<<1, 32>>>(p);
    if (!strcmp(how, "large")) fill<<<1, 128>>>(p);
    if (!strcmp(how, "endless")) endless<<<1, 32>>>(p);
    if (!strcmp(how, "fork") && fork() == 0) for (;;) pause();
    if (!strcmp(how, "stubborn") && fork() == 0) { signal(SIGTERM, SIG_IGN); for (;;) pause(); }
    if (!strcmp(how, "family")) family();
    if (!strcmp(how, "kill")) { kill(getppid(), SIGKILL); pause(); }
    return argc > 2 ? atoi(argv[2]) : 0;
}
""".replace("<unistd.h>", "<unistd.h>\n#include <signal.h>"))
tap.run([sluice, "cc", "prog.cu", "-o", "prog"])
nasty = "Bob's; touch PWNED; echo '$(touch PWNED2)`touch PWNED3`\"\\ %a%%|&<>*?[]{}~#!=()\t\\n\n"


def clean():
    return not glob.glob(f"{tmp}/**/PWNED*", recursive=True) and not os.listdir(f"{tmp}/t")


# -- shells: a list of commands, and the job that a Slurm would run (its part is played by a script that notes its words)
os.makedirs("bin")
open("bin/sbatch", "w").write("#!/bin/sh\nfor a; do printf '%s\\0' \"$a\"; done >" + f"{tmp}/words\necho 7\n")
open("bin/squeue", "w").write(f"""#!/usr/bin/env python3
import os, subprocess
words = open("{tmp}/words", "rb").read().split(b"\\0")[:-1]
if not os.path.exists("{tmp}/ran"):
    open("{tmp}/ran", "w")
    folder = [w for w in words if w.startswith(b"--chdir=")][0][8:]
    for task in ("1", "2"):
        subprocess.run([b"sh", words[-1]], cwd=folder, env=dict(os.environ, SLURM_ARRAY_TASK_ID=task))
""")
for f in ("bin/sbatch", "bin/squeue"):
    os.chmod(f, 0o755)
outside = dict(os.environ, PATH=f"{tmp}/bin:{os.environ['PATH']}")
sweep = [sluice, "sweep", "--live", "-m", "gtx480", "--set", "l1.mshrs=8,32", "-o", nasty]
program = ["--", f"{tmp}/prog", nasty]
listed = subprocess.run([*sweep, "--on", "list", *program], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True).stdout
tap.ok(len(listed.splitlines()) == 2, "a list has a line a command, whatever its words hold", listed)
for line in listed.splitlines():
    tap.run(["sh", "-c", line], 0, "", "which a shell takes as one")
made = glob.glob(f"{glob.escape(nasty)}/sweep/*.json")
tap.ok(len(made) == 2 and all(json.load(open(f))["program"]["arguments"] == nasty for f in made), "and gives the program the very words", made)
tap.ok(clean(), "nothing in them is a command")
for f in made:
    os.unlink(f)
tap.run([*sweep, "--on", "slurm", "--sbatch=--comment=" + nasty, *program], 0, "cycles", "a job array with such names", env=outside)
words = open("words", "rb").read().decode().split("\0")
tap.ok("--comment=" + nasty in words, "sbatch gets its options as they are", words)
tap.ok([w for w in words if "%" in w and nasty not in w][0].endswith("-%a.log"), "no folder stands where Slurm replaces", words)
tap.ok(clean(), "nothing in them is a command")
os.makedirs(nasty + "/bin")
os.symlink(os.path.realpath(subprocess.run(["sh", "-c", "command -v clang-14 || command -v clang"], stdout=subprocess.PIPE, text=True).stdout.strip()), nasty + "/bin/clang")
tap.run([sluice, "cc", "-c", "prog.cu", "-o", "prog.o"], 0, "", "a compiler with such a name", env=dict(os.environ, SLUICE_CLANG=f"{tmp}/{nasty}/bin/clang"))
tap.ok(clean(), "nothing in it is a command")
tap.run([sluice, "run", "-q", "--json", "r.json", "--", "./prog", "x\nstep-limit 1\nout /tmp/elsewhere"], 0, "", "an argument of several lines is no option")
tap.ok(os.path.exists("r.json") and json.load(open("r.json"))["program"]["arguments"].count("\n") == 2, "and is in the record")

# -- one file for two
same = "is the file of both"
for a, b in (("--json", "--html"), ("--json", "--csv"), ("--csv", "--timeline"), ("--html", "--timeline")):
    tap.run([sluice, "run", "-q", "-m", "gtx480", a, "x", b, "./t/../x", "--", "./prog"], 2, same, f"{a} and {b} to one file")
tap.run([sluice, "run", "-q", "--json", "-", "--csv", "-", "--", "./prog"], 2, same, "two on standard output")
tap.run([sluice, "run", "-q", "--json", "/dev/null", "--csv", "/dev/null", "--", "./prog"], 0, "", "nowhere may be given twice")
tap.run([sluice, "run", "-q", "--trace", "p.trace", "-m", "gtx480", "--", "./prog"])
os.link("p.trace", "q.trace")
tap.run([sluice, "trace", "p.trace", "-m", "gtx480", "--json", "q.trace"], 2, same, "a trace is not overwritten by its record")
tap.run([sluice, "report", "r.json", "-o", "r.json"], 2, same, "nor a record by its page")
tap.run([sluice, "sweep", "-m", "gtx480", "--csv", "y", "--html", "y", "--", "./prog"], 2, same, "nor a sweep's table by its page")

# -- processes that the program leaves behind
for how in ("fork", "stubborn"):
    began = time.time()
    p = subprocess.run([sluice, "run", "-q", "--", "./prog", how], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, timeout=60)
    tap.ok(p.returncode == 0 and "left 1 process running: ended with it" in p.stdout, f"{how}: the pipe closes", (p, time.time() - began))

# -- kill -9: whoever the program started ends with `sluice run`, and soon
def facts(pid):
    """State and parent."""
    try:
        return open(f"/proc/{pid}/stat").read().rsplit(")", 1)[1].split()[:2]
    except OSError:
        return ["X", ""]


def alive(pid):
    return facts(pid)[0] not in "ZX"


for whom in ("sluice run", "the one behind it"):
    p = subprocess.Popen([sluice, "run", "-q", "--", "./prog", "family"], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
    pids = [int(p.stdout.readline().split()[1]) for _ in range(5)]
    behind = [int(d) for d in os.listdir("/proc") if d.isdigit() and facts(d)[1] == str(p.pid)]
    tap.ok(all(alive(i) for i in pids) and len(behind) == 1, f"a program with children, {whom} killed", (pids, behind))
    os.kill(p.pid if whom == "sluice run" else behind[0], signal.SIGKILL)
    until = time.time() + 30
    while any(alive(i) for i in pids) and time.time() < until:
        time.sleep(0.1)
    left = [i for i in pids if alive(i)]
    tap.ok(not left and p.wait(30) == -signal.SIGKILL, "they end, whatever they are", left)
    for i in left:
        os.kill(i, signal.SIGKILL)
    while alive(behind[0]):
        time.sleep(0.1)
    tap.ok(len(os.listdir("t")) == (whom != "sluice run"), "its folder goes with it if there is somebody to remove it", os.listdir("t"))
    subprocess.run(["rm", "-rf", *glob.glob("t/*")])

# -- what a writer that was killed has left is removed by the next of the same file; nobody else's is
gone = subprocess.Popen(["true"])
gone.wait()
theirs = subprocess.Popen(["sleep", "1000"])
parts = {who: f"t2/r.json.part{who}" for who in (gone.pid, theirs.pid, f"{gone.pid}x", "")}
os.makedirs("t2")
for f in parts.values():
    open(f, "w").write("x")
open(f"t2/s.json.part{gone.pid}", "w").write("x")
tap.run([sluice, "run", "-q", "--json", "t2/r.json", "--", "./prog"], 0, "", "a record beside what others left")
tap.ok(sorted(os.listdir("t2")) == sorted(["r.json", f"s.json.part{gone.pid}"] + [os.path.basename(f) for who, f in parts.items() if who != gone.pid]),
       "only that of a process that is gone is removed", os.listdir("t2"))
theirs.kill()
theirs.wait()

# -- limits
tap.run([sluice, "run", "--time-limit", "0.5", "--", "./prog", "endless"], 0, "--time-limit 0.5 reached: it was stopped", "--time-limit without a machine is told")
tap.run([sluice, "run", "-q", "--time-limit", "0.5", "--", "./prog", "endless"], 0, "--time-limit 0.5 reached: it was stopped", "also to the quiet")
tap.run([sluice, "run", "-q", "-m", "gtx480", "--set", "gpu.watchdog=1", "--", "./prog"], 2, "nothing moved for 1 cycles (gpu.watchdog)", "an impatient watchdog")
tap.run([sluice, "run", "-q", "-m", "gtx480", "--set", "gpu.freeze=sm", "--", "./prog"], 2, "frozen on purpose", "gpu.freeze")
tap.run([sluice, "run", "-q", "-m", "wpu-bulk", "--", "./prog", "large", "4"], 2, "128 threads a block", "a machine that is too small, and the program fails")
tap.run([sluice, "run", "-q", "-m", "wpu-bulk", "--", "./prog", "large", "0"], 0, "128 threads a block", "a program that copes with it")
tap.run([sluice, "run", "-q", "-m", "wpu-bulk", "vectoradd"], 2, "threads a block", "a workload on it")
open("tcgen05.ptx", "w").write(""".version 8.0
.target sm_90a
.address_size 64
.visible .entry k() {
  tcgen05.fence::before_thread_sync;
  ret;
}
""")
said = tap.run([sluice, "run", "tcgen05.ptx"], 2, "this program cannot be simulated: tcgen05", "an instruction that we do not have")
tap.ok("at fault" not in said, "is not the program's fault", said)


def small_files():
    resource.setrlimit(resource.RLIMIT_FSIZE, (512, 512))


def small_memory():
    resource.setrlimit(resource.RLIMIT_AS, (300 << 20, 300 << 20))


for what in (["--json", "big.json"], ["--trace", "big.trace"]):
    tap.run([sluice, "run", "-q", "-m", "gtx480", *what, "--", "./prog"], 2, "File too large", f"ulimit -f: {what[0]}", preexec_fn=small_files)
tap.ok(clean(), "no folder stays", os.listdir("t"))
tap.run([sluice, "trace", "p.trace", "-m", "gtx480", "--set", "l2.size=64MB"], 2, "out of memory", "out of memory in trace", preexec_fn=small_memory)

# -- kill -9 in the middle: the next one cleans up, but never what is in use
p = subprocess.run([sluice, "run", "-q", "--", "./prog", "kill"], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
left = os.listdir("t")
tap.ok(p.returncode == -signal.SIGKILL and len(left) == 1, "a run that is killed leaves its folder", (p, left))
os.utime(f"t/{left[0]}", (1, 1))
busy = subprocess.Popen([sluice, "run", "-q", "--time-limit", "20", "--", "./prog", "endless"], stderr=subprocess.DEVNULL, stdout=subprocess.DEVNULL)
while len(os.listdir("t")) < 1 or os.listdir("t") == left:
    time.sleep(0.05)
used = [f for f in os.listdir("t") if f not in left]
time.sleep(0.3)
for f in used:
    os.utime(f"t/{f}", (1, 1))
tap.run([sluice, "run", "-q", "--", "./prog"], 0, "", "the next run")
tap.ok(os.listdir("t") == used, "removes it, and not the one in use", os.listdir("t"))
busy.send_signal(signal.SIGTERM)
busy.wait(20)
tap.ok(clean(), "nothing stays", os.listdir("t"))
subprocess.run(["rm", "-rf", tmp])
tap.end()
