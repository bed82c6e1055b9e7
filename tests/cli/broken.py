#!/usr/bin/env python3
"""broken.py SLUICE: an error of sluice's own leaves a file that repeats it, and the launches before it in the record. TAP."""
import glob
import json
import os
import subprocess
import sys
import tempfile

sluice = os.path.realpath(sys.argv[1])
tmp = tempfile.TemporaryDirectory()
os.chdir(tmp.name)
env = dict(os.environ, SLUICE_STEP_LIMIT="1000000")
count = 0

# gpu.freeze=error: the first memory partition stands still, and that is taken for a deadlock. `quiet` needs no memory.
PROGRAM = r"""
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <thread>
#include <unistd.h>
__global__ void quiet() { __syncthreads(); }
__global__ void writes(int *p) { for (int i = 0; i < 64; i++) p[i * 1024 + threadIdx.x] = i; }
__global__ void endless(volatile int *p) { for (int i = 0; p[0] >= 0; i++) p[32 + threadIdx.x] = i; }
int main(int argc, char **argv)
{
    int *p;
    cudaMalloc(&p, 1 << 20);
    quiet<<<1, 32>>>();
    quiet<<<1, 32>>>();
    if (argc > 1 && !strcmp(argv[1], "crash")) {
        std::thread([] { usleep(500000); *(volatile int *)8 = 1; }).detach();
        endless<<<1, 32>>>(p);
    }
    writes<<<1, 32>>>(p);
    return cudaDeviceSynchronize() != cudaSuccess;
}
"""


def ok(name, good, more=""):
    global count
    count += 1
    print(("ok" if good else "not ok") + f" {count} - {name}")
    if not good:
        print("# " + str(more).replace("\n", "\n# "))


def run(*words):
    return subprocess.run([sluice, *words], env=env, capture_output=True, text=True, timeout=100)


def left():
    """The file that tells how to repeat it, which is taken away."""
    found = glob.glob("sluice-error-*.sh")
    text = open(found[0]).read() if len(found) == 1 else None
    for f in found:
        os.rename(f, "repeat.sh")
    return text, (found or [""])[0]


open("prog.cu", "w").write(PROGRAM)
subprocess.run([sluice, "cc", "prog.cu", "-o", "a prog"], check=True)
machine = ["-m", "gtx480", "--set", "gpu.freeze=error", "--set", "gpu.jitter=7"]
p = run("run", "-q", "--json", "r.json", *machine, "--", "./a prog", "it's")
text, name = left()
doc = json.load(open("r.json"))
ok("an internal error ends the run by SIGABRT", p.returncode == 128 + 6 and "internal error at src/gpu/deadlock.c:" in p.stderr, p)
ok("and says where the file is that repeats it", name and f"is in {name}:" in p.stderr, p.stderr)
ok("the record has the launches before it, and what happened",
   [k["launches"] for k in doc["kernels"]] == [2] and doc["kernels"][0]["cycles"] > 0 and "internal error at src/gpu/deadlock.c" in doc["fault"]
   and "in launch 3 (" in doc["fault"] and "writes" in doc["fault"], doc.get("fault"))
want = ["internal error at src/gpu/deadlock.c:", "in launch 3 (", "export SLUICE_STEP_LIMIT=1000000", "# sluice " + doc["program"]["version"],
        doc["program"]["model"], "program " + doc["program"]["hash"], "#   gpu.freeze = \"error\"", "#   gpu.jitter = 7", "#   l1.mshrs = "]
ok("the file has all that is needed", text and all(w in text for w in want), [w for w in want if not text or w not in text] + [text])
p = subprocess.run(["sh", os.path.abspath("repeat.sh")], env=os.environ, capture_output=True, text=True, cwd="/", timeout=100)
again, _ = left()
ok("it repeats the error, from any folder, and leaves the same file", p.returncode == 128 + 6 and again == text, (p, text, again))
open("r.json", "w").close()
p = subprocess.run(["sh", "-c", 'cd /proc && exec "$@"', "sh", sluice, "run", "-q", *machine, "--", os.path.abspath("a prog")], env=dict(env, TMPDIR=tmp.name),
                   capture_output=True, text=True, timeout=100)
where = [w for w in p.stderr.split() if "sluice-error-" in w]
text = open(where[0].rstrip(":")).read() if where and where[0].startswith(tmp.name) else ""
ok("where the folder cannot be written to, it goes to TMPDIR", "internal error" in text, p.stderr)
for w in where:
    os.unlink(w.rstrip(":"))
p = run("run", "-q", "--json", "r.json", "-m", "gtx480", "--", "./a prog", "crash")
text, name = left()
doc = json.load(open("r.json"))
ok("a crash in a launch leaves the file, too", p.returncode == 128 + 11 and text and "in launch 3 (" in text and "endless" in doc["fault"] and doc["kernels"][0]["launches"] == 2, (p, text, doc["fault"]))
p = run("run", "-q", "-m", "gtx480", "--set", "gpu.freeze=memory", "--", "./a prog")
ok("what is frozen on purpose is no such error", p.returncode == 2 and left()[0] is None, p)
run("run", "-q", "--trace", "t", "-m", "gtx480", "--", "./a prog")
p = run("trace", "-q", "--json", "t.json", *machine, "t")
text, name = left()
doc = json.load(open("t.json"))
ok("a trace's, too", p.returncode == -6 and text and "trace -q --json t.json" in text and doc["kernels"][0]["launches"] == 2 and "internal error" in doc["fault"], (p, text))
print(f"1..{count}")
