#!/usr/bin/env python3
"""ends.py SLUICE: however a program ends, what it recorded is kept, nothing of it is left running, and no temporary folder stays. TAP."""
import json
import os
import signal
import subprocess
import sys
import tempfile
import time

sluice = os.path.realpath(sys.argv[1])
tmp = tempfile.TemporaryDirectory()
os.chdir(tmp.name)
os.mkdir("t")
env = dict(os.environ, TMPDIR=os.path.join(tmp.name, "t"))
count = 0

PROGRAM = r"""
#include <cstdio>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <thread>
#include <unistd.h>
__global__ void one(int *p) { p[threadIdx.x] = 1; }
__global__ void endless(volatile int *p) { for (int i = 0; p[0] >= 0; i++) p[32 + threadIdx.x] = i; }
int main(int argc, char **argv)
{
    const char *how = argc > 1 ? argv[1] : "return";
    int *p;
    cudaMalloc(&p, 4096);
    one<<<1, 32>>>(p);
    one<<<1, 32>>>(p);
    fprintf(stderr, "pid %d\n", (int)getpid());
    if (!strcmp(how, "_exit")) _exit(0);
    if (!strcmp(how, "exec")) execl("/bin/true", "true", (char *)0);
    if (!strcmp(how, "abort")) abort();
    if (!strcmp(how, "crash")) *(volatile int *)8 = 1;
    if (!strcmp(how, "kill")) raise(SIGKILL);
    if (!strcmp(how, "fork") && fork() == 0) exit(5);
    if (!strcmp(how, "fork-launch") && fork() == 0) { one<<<1, 32>>>(p); exit(0); }
    if (!strncmp(how, "thread", 6)) {
        std::thread([=] { for (;;) if (how[6]) endless<<<1, 32>>>(p); else one<<<1, 32>>>(p); }).detach();
        usleep(300000);
        exit(4);
    }
    if (!strcmp(how, "endless")) endless<<<1, 32>>>(p);
    if (!strcmp(how, "sleep")) for (;;) pause();
    if (!strcmp(how, "fault")) { one<<<1, 32>>>(p + 1024); _exit(0); }
    return argc > 2 ? atoi(argv[2]) : 0;
}
"""


def ok(name, good, more=""):
    global count
    count += 1
    print(("ok" if good else "not ok") + f" {count} - {name}")
    if not good:
        print("# " + str(more).replace("\n", "\n# "))


def launches(doc):
    return [(k["name"], k["launches"]) for k in doc["kernels"]]


def run(how, *options, status=0):
    open("r.json", "w").write("old")
    p = subprocess.run([sluice, "run", "-q", "--json", "r.json", *options, "--", "./prog", *how], env=env, capture_output=True, text=True)
    try:
        doc = json.load(open("r.json"))
    except (OSError, ValueError):
        doc = None
    return p, doc


def gone(pid):
    for _ in range(100):
        try:
            if open(f"/proc/{pid}/stat").read().split()[2] == "Z":
                return True
        except OSError:
            return True
        time.sleep(0.05)
    return False


open("prog.cu", "w").write(PROGRAM)
subprocess.run([sluice, "cc", "prog.cu", "-o", "prog", "-lpthread"], check=True)
for machine in ([], ["--machine", "gtx480"]):
    on = machine[1] if machine else "functionally"
    for how, status, why in (("_exit", 0, "ended by _exit or exec"), ("exec", 0, "ended by _exit or exec"), ("abort", 134, "Aborted"),
                             ("crash", 139, "Segmentation fault"), ("kill", 137, "Killed")):
        p, doc = run([how], *machine)
        ok(f"{how}, {on}: the launches are kept", doc and launches(doc) == [("one", 2)] and p.returncode == status, p)
        ok(f"{how}, {on}: and it is said", doc and why in doc["fault"] and "after launch 2" in doc["fault"], doc and doc.get("fault"))
    p, doc = run(["thread"], *machine)
    ok(f"exit while another thread launches, {on}", doc and doc["kernels"][0]["launches"] > 2 and p.returncode == 4, p)
    p, doc = run(["thread-endless"], *machine)
    ok(f"exit while another thread's kernel runs, {on}",
       doc and doc["fault"] == "the program ended in launch 3 (endless)" and p.returncode == 4, (p, doc and doc.get("fault")))
p, doc = run(["return", "7"])
ok("a program's exit status is its own", p.returncode == 7 and doc and "fault" not in doc, p)
p, doc = run(["fork"])
ok("a process that the program forks writes no record", doc and launches(doc) == [("one", 2)], p)
p, doc = run(["fork-launch"])
ok("one that launches is named", doc and launches(doc) == [("one", 2)] and "that the program forked launches kernels" in p.stderr, p)
p = subprocess.run([sluice, "run", "-q", "--", "sh", "-c", "./prog; ./prog"], env=env, capture_output=True, text=True)
ok("two programs in a run: it is said that the last one counts", p.returncode == 0 and "a second program of this run" in p.stderr, p)
p, doc = run(["fault"])
ok("a fault is not lost by _exit", doc and "out-of-bounds" in doc["fault"], doc)
p = subprocess.run([sluice, "run", "-q", "--json", "r.json", "--", "./nothing-here"], env=env, capture_output=True, text=True)
ok("a program that is not there", p.returncode == 2 and "No such file" in p.stderr, p)
open("r.json", "w").write("old")
p = subprocess.run([sluice, "run", "-q", "--json", "r.json", "--", "/bin/true"], env=env, capture_output=True, text=True)
ok("no kernel: no old record stays", p.returncode == 3 and not os.path.exists("r.json"), p)

for machine in ([], ["--machine", "gtx480"]):
    on = machine[1] if machine else "functionally"
    p, doc = run(["endless"], "--time-limit", "1.5", *machine)
    ok(f"--time-limit, {on}", p.returncode == 0 and doc and doc["fault"] == "--time-limit 1.5 reached in launch 3 (endless)", (p, doc and doc.get("fault")))
    for sig in (signal.SIGINT, signal.SIGTERM):
        for how in ("endless", "sleep"):
            if how == "sleep" and (machine or sig == signal.SIGTERM):
                continue
            p = subprocess.Popen([sluice, "run", "-q", "--json", "r.json", *machine, "--", "./prog", how], env=env, stderr=subprocess.PIPE, text=True)
            pid = int(p.stderr.readline().split()[1])
            time.sleep(0.3)
            p.send_signal(sig)
            began = time.time()
            rc = p.wait()
            doc = json.load(open("r.json"))
            want = "in launch 3 (endless)" if how == "endless" else "after launch 2"
            ok(f"{sig.name} in {how}, {on}: stopped, recorded, nothing left",
               rc == -sig and want in doc["fault"] and gone(pid) and time.time() - began < 4 and doc["kernels"][0]["launches"] == 2, (rc, doc["fault"]))
p = subprocess.Popen([sluice, "run", "-q", "--", "./prog", "endless"], env=env, stderr=subprocess.PIPE, text=True)
pid = int(p.stderr.readline().split()[1])
p.kill()
p.wait()
ok("SIGKILL of sluice run leaves no orphan", gone(pid))
for f in os.listdir("t"):  # of the one that had no chance
    subprocess.run(["rm", "-r", "t/" + f], check=True)
p = subprocess.Popen([sluice, "cc", "prog.cu", "-o", "other"], env=env)
while not os.listdir("t"):
    time.sleep(0.01)
p.send_signal(signal.SIGTERM)
ok("sluice cc ends by SIGTERM", p.wait() == -signal.SIGTERM)
ok("no temporary folder stays", not os.listdir("t"), os.listdir("t"))
open("full.cu", "w").write(PROGRAM)
if os.path.exists("/dev/full"):
    os.symlink("/dev/full", "full.trace")
    p = subprocess.run([sluice, "run", "-q", "--trace", "full.trace", "-m", "gtx480", "--", "./prog"], env=env, capture_output=True, text=True)
    ok("a trace on a full disk", p.returncode == 2 and "No space left" in p.stderr, p)
    p = subprocess.run([sluice, "run", "-q", "-m", "gtx480", "--timeline", "/dev/full", "--", "./prog"], env=env, capture_output=True, text=True)
    ok("a timeline on a full disk", p.returncode == 2 and "No space left" in p.stderr, p)
subprocess.run([sluice, "run", "-q", "vectoradd"], env=env, check=True, capture_output=True)  # compiled now: a compiler without room leaves files
for words in (["--trace", "old", "-m", "gtx480"], ["-m", "gtx480", "--timeline", "old"]):
    open("old", "w").write("what was there\n")
    p = subprocess.run(["sh", "-c", 'trap "" XFSZ; ulimit -f 8; exec "$@"', "sh", sluice, "run", "-q", *words, "vectoradd"], env=env, capture_output=True, text=True)
    left = [f for f in os.listdir(".") if f.startswith("old.")]
    ok(f"{words[-2]} on a full disk leaves the old file", p.returncode == 2 and open("old").read() == "what was there\n" and not left, p)
for limit, whole in ((8, False), (4000, True)):  # as on a full disk: files of so many half kilobytes at most
    open("r.json", "w").write("old")
    p = subprocess.run(["sh", "-c", f"trap '' XFSZ; ulimit -f {limit}; exec '{sluice}' run -q --json r.json -m gtx480 --sample 50 -- ./prog"], env=env, capture_output=True, text=True)
    there = os.path.exists("r.json") and "fault" not in json.load(open("r.json"))
    ok(f"a temporary folder with {'enough' if whole else 'no'} room", (p.returncode, there) == ((0, True) if whole else (2, False)) and ("could not be written whole" in p.stderr) != whole, p)
ok("and nothing stays there", not os.listdir("t"), os.listdir("t"))
own, text = os.path.dirname(sluice).encode(), open("prog", "rb").read()
if own in text:  # a program of another build, which is not there any more
    open("moved", "wb").write(text.replace(own, b"/" + b"x" * (len(own) - 1)))
    os.chmod("moved", 0o755)
    bare = {k: v for k, v in env.items() if k != "LD_LIBRARY_PATH"}
    alone = subprocess.run(["./moved"], env=bare, capture_output=True, text=True)
    p = subprocess.run([sluice, "run", "-q", "-m", "gtx480", "--", "./moved"], env=bare, capture_output=True, text=True)
    ok("sluice run uses its own library, whichever the program was linked with", alone.returncode != 0 and p.returncode == 0, p)
p = subprocess.run([sluice, "cc", "full.cu", "-o", "full.cu"], env=env, capture_output=True, text=True)
ok("-o onto the input", p.returncode == 2 and "would overwrite" in p.stderr and "int main" in open("full.cu").read(), p)
p = subprocess.run(["sh", "-c", f"ulimit -v 1000000; exec '{sluice}' run -q -- ./prog"], env=env, capture_output=True, text=True)
ok("a limit of address space leaves less device memory", p.returncode == 0, p)
p = subprocess.run([sluice, "run", "-m", "/dev/zero", "--", "./prog"], env=env, capture_output=True, text=True, timeout=5)
ok("an endless machine file", p.returncode == 2 and "zero byte" in p.stderr, p)
p = subprocess.run([sluice, "run", "-m", "h200", "--set", "l1.size=1GB", "--set", "l1.ways=16", "--", "./prog"], env=env, capture_output=True, text=True, timeout=5)
ok("a machine too large for this computer", p.returncode == 2 and "would take" in p.stderr, p)
p = subprocess.run([sluice, "run", "--", "./prog"], env=dict(env, SLUICE_CHECK="wran"), capture_output=True, text=True, timeout=5)
ok("garbage in the environment", p.returncode == 2 and "expected stop or warn" in p.stderr, p)
with open("regs.ptx", "w") as f:
    f.write(".version 7.0\n.target sm_70\n.address_size 64\n.visible .entry k(.param .u64 p)\n{\n")
    f.writelines(f".reg .b32 %r{i};\n" for i in range(200000))
    f.write("ret;\n}\n")
p = subprocess.run([sluice, "run", "-q", "--arg", "buf:64", "regs.ptx"], env=env, capture_output=True, text=True, timeout=20)
ok("200,000 registers", p.returncode == 0, p)
print(f"1..{count}")
