#!/usr/bin/env python3
"""native.py SLUICE ROOT FOLDER BUILT [--all]: interpreted and as native code, the same. TAP.

Workloads at small size (with --all every one): what they print, what device memory holds after each launch, and every count; on machines
their whole records, and their traces byte for byte. Programs of
tests/cuda, whose own comments say what to expect, faults with file and line among them. And what the cache of translated kernels believes:
FOLDER keeps it between runs, so that a second run compiles nothing. Programs that BUILT (run.sh's) has are taken from there."""
import csv
import glob
import json
import os
import subprocess
import sys
import time

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "cli"))
import tap

sluice, root, folder, built = (os.path.abspath(x) for x in sys.argv[1:5])
every = "--all" in sys.argv
# loops and stencils, shared memory, blocks of 16 x 16, divergence, atomics, shuffles, doubles, textures, 64-bit integers
SOME = ["gemm", "vectoradd-4", "transpose_shared", "matrixmul", "histogram", "reduction", "spmv", "bfs", "hotspot", "maws-merge", "mummergpu", "dgemm"]
CUDA = ["fault_bounds", "fault_misaligned", "fault_shared", "fault_barrier", "fault_tolerated", "fault_wait_end", "groups", "language", "textures", "tight"]
FAULTS = ["fault_bounds", "fault_misaligned", "fault_shared", "fault_barrier"]
# on machines: loops, divergence, atomics, scattered addresses, rows of 16 and 8, calls
ON_MACHINES = {"gemm": ["gtx480", "h200"], "hotspot": ["gtx480"], "histogram": ["gtx480"], "spmv": ["gtx480"], "lud": ["gtx480", "h200"],
               "dct8x8": ["gtx480"], "nw": ["gtx480"]}
ACCESSES = ["native_access", "native_calls"]
os.makedirs(folder, exist_ok=True)
cache = os.path.join(folder, "cache")
env = {**os.environ, "XDG_CACHE_HOME": cache}


def program(file):
    """Built once; anew when it, or the compiler, is newer."""
    name, source = os.path.basename(file)[:-3], os.path.join(root, "workloads", file)
    newest = max(os.path.getmtime(source), os.path.getmtime(sluice))
    there = [p for p in (os.path.join(built, name), os.path.join(folder, name)) if os.path.exists(p) and os.path.getmtime(p) >= newest]
    out = there[0] if there else os.path.join(folder, name)
    if not there:
        tap.run([sluice, "cc", "-O2", source, "-o", out])
    return out


def executed(row, native):
    options, base = os.path.join(folder, "options"), os.path.join(folder, f"{row['name']}.{native}")
    for left in glob.glob(base + ".json*"):
        os.unlink(left)  # what is there is taken for another program's of this run
    with open(options, "w") as f:
        f.write(f"out {base}.json\ndigest {base}.digest\n")
    p = subprocess.run([program(row["file"]), "--size", "small", *row["arguments"].split()], text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                       env={**env, "SLUICE_NATIVE": native, "SLUICE_RUN": options})
    with open(base + ".json") as f:
        record = json.load(f)
    with open(base + ".digest") as f:
        return p.returncode, p.stdout, f.read(), {k: record[k] for k in ("kernels", "total") if k in record}


def on_machine(row, machine, native, words=()):
    """Output, record and trace."""
    out = os.path.join(folder, f"{row['name']}.{machine}.{native}")
    for left in (out, out + ".trace"):
        if os.path.exists(left):
            os.unlink(left)
    command = [sluice, "run", "-q", "-m", machine, *words, "--trace", out + ".trace", "--json", out, "--", program(row["file"]), *row["arguments"].split()]
    p = subprocess.run(command, text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, env={**env, "SLUICE_NATIVE": native})
    record = json.load(open(out)) if os.path.exists(out) else {}
    record.pop("host", None)
    return p.returncode, p.stdout, record, open(out + ".trace", "rb").read() if os.path.exists(out + ".trace") else b""


def made():
    return len(glob.glob(os.path.join(cache, "sluice", "native", "*.so")))


def inodes():
    return {f: os.stat(f).st_ino for f in glob.glob(os.path.join(cache, "sluice", "native", "*"))}


for row in csv.DictReader(open(os.path.join(root, "workloads", "workloads.csv"))):
    if every or row["name"] in SOME:
        off, always = executed(row, "off"), executed(row, "always")
        tap.ok(off == always and off[0] == 0 and off[2], row["name"], f"{off}\n{always}")
    small = {**row, "arguments": "--size small " + row["arguments"]}
    for machine in ["gtx480", "h200"] if every else ON_MACHINES.get(row["name"], []):
        off, always = (on_machine(small, machine, native, ("--threads", "2")) for native in ("off", "always"))
        tap.ok(off == always and off[0] == 0 and off[2] and off[3], f"{row['name']} on {machine}: record and trace", str((off, always))[:1000])
for name in ACCESSES:
    row = {"name": name, "file": f"../tests/cuda/{name}.cu", "arguments": ""}
    off, always = executed(row, "off"), executed(row, "always")
    tap.ok(off == always and off[0] == 0 and off[2], f"cuda {name}: memory and counts", f"{off}\n{always}")
    off, always = (on_machine(row, "gtx480", native) for native in ("off", "always"))
    tap.ok(off == always and off[0] == 0 and off[2] and off[3], f"cuda {name} on gtx480: record and trace", str((off, always))[:1000])
for name in FAULTS:
    row = {"name": name, "file": f"../tests/cuda/{name}.cu", "arguments": ""}
    off, always = (on_machine(row, "gtx480", native) for native in ("off", "always"))
    tap.ok(off == always and off[0] != 0 and f"{name}.cu:" in off[1], f"cuda {name} on gtx480", f"{off}\n{always}")
for name in CUDA:
    p = subprocess.run([os.path.join(root, "tests/cuda/check"), sluice, os.path.join(root, "tests/cuda", name + ".cu")], text=True,
                       stdout=subprocess.PIPE, stderr=subprocess.STDOUT, env={**env, "SLUICE_NATIVE": "always"})
    tap.ok(p.returncode == 0, f"cuda {name}", p.stdout)
tap.ok(made() >= len(SOME), "kernels were translated", made())

# ---- A program of several kernels has them all, and finds them all again
row = next(r for r in csv.DictReader(open(os.path.join(root, "workloads", "workloads.csv"))) if r["name"] == "corr")
cache = env["XDG_CACHE_HOME"] = os.path.join(folder, "several")
subprocess.run(["rm", "-rf", cache], check=True)
want = executed(row, "off")
tap.ok(executed(row, "always") == want and made() == 4, "four kernels, four files", made())
first = inodes()
tap.ok(executed(row, "always") == want and inodes() == first, "none of them is compiled again", inodes())

# ---- The cache: a file that is broken, a link, or writable by others is not executed but made anew
row = next(r for r in csv.DictReader(open(os.path.join(root, "workloads", "workloads.csv"))) if r["name"] == "vectoradd")
cache = env["XDG_CACHE_HOME"] = os.path.join(folder, "own")
subprocess.run(["rm", "-rf", cache], check=True)
want = executed(row, "always")
files = glob.glob(os.path.join(cache, "sluice", "native", "*"))
tap.ok(len(files) == 1 and files[0].endswith(".so"), "one kernel, one file", files)
lib = files[0]
good = open(lib, "rb").read()
tap.ok(os.stat(lib).st_mode & 0o022 == 0 and os.stat(os.path.dirname(lib)).st_mode & 0o077 == 0, "nobody else can write it")


def spoilt(how, name):
    how()
    got = executed(row, "always")
    tap.ok(got == want and not os.path.islink(lib) and os.path.getsize(lib) == len(good) and os.stat(lib).st_mode & 0o022 == 0, name, got)


def write(data):
    os.unlink(lib)
    with open(lib, "wb") as f:
        f.write(data)
    os.chmod(lib, 0o700)


spoilt(lambda: write(good[: len(good) // 2]), "a file that was cut off is made anew")
spoilt(lambda: write(b"not a library"), "a file of something else is made anew")
spoilt(lambda: os.chmod(lib, 0o777), "a file that others can write is made anew")
other = os.path.join(folder, "elsewhere.so")
with open(other, "wb") as f:
    f.write(good)
spoilt(lambda: (os.unlink(lib), os.symlink(other, lib)), "a link is not followed")
os.chmod(os.path.dirname(lib), 0o777)
os.unlink(lib)
tap.ok(executed(row, "always") == want and not os.path.exists(lib), "nothing is kept in a folder that others can write")
os.chmod(os.path.dirname(lib), 0o700)
p = subprocess.run([program(row["file"])], text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, env={**env, "SLUICE_NATIVE": "yes"})
tap.ok(p.returncode == 2 and "SLUICE_NATIVE=yes: expected on, off or always" in p.stdout, "another word is refused", p.stdout)
tap.ok(executed(row, "on")[:3] == want[:3], "in the background")

# ---- The compiler is seen by nobody who waits for children, holds none of the program's files open, and finishes after the program
unseen = {"name": "native_unseen", "file": "../tests/cuda/native_unseen.cu", "arguments": ""}
for native in ("always", "on"):
    cache = env["XDG_CACHE_HOME"] = os.path.join(folder, "unseen-" + native)
    subprocess.run(["rm", "-rf", cache], check=True)
    got = executed(unseen, native)  # until the pipe has no writer any more
    tap.ok(got[:2] == (0, "no child seen, no signal\n"), f"{native}: the compiler is no child", got)
    for _ in range(600):
        if made() and not glob.glob(os.path.join(cache, "sluice", "native", "new-*")):
            break
        time.sleep(0.1)
    tap.ok(made() == 1 and len(inodes()) == 1, f"{native}: it has left the library and nothing else", inodes())
with open(os.path.join(folder, "slow-clang"), "w") as f:
    f.write("#!/bin/sh\necho > \"$0.called\"\nsleep 3\n")
os.chmod(f.name, 0o755)
subprocess.run(["rm", "-rf", cache, f.name + ".called"], check=True)
env["SLUICE_CLANG"] = f.name
started = time.time()
got = executed(unseen, "on")
tap.ok(got[0] == 0 and time.time() - started < 3 and os.path.exists(f.name + ".called"), "nobody waits for a slow compiler", (got, time.time() - started))
tap.end()
