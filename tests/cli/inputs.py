#!/usr/bin/env python3
"""inputs.py SLUICE: a stored result is the result of what was asked, whatever way the program's input takes. TAP."""
import csv
import json
import os
import pathlib
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).parent))
import tap

sluice = os.path.realpath(sys.argv[1])
home = tempfile.mkdtemp()
os.chdir(home)
READS = r"""
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <dirent.h>
#include <dlfcn.h>
#include <fcntl.h>
#include <filesystem>
#include <fstream>
#include <string>
#include <sys/mman.h>
#include <sys/random.h>
#include <sys/stat.h>
#include <unistd.h>
__global__ void k(int *p, int n) { for (int i = 0; i < n; i++) p[threadIdx.x + i * 32] = i; }
static int number(FILE *f) { int n = 0; if (f) { if (fscanf(f, "%d", &n) != 1) n = 0; fclose(f); } return n; }
static int by_open(const char *path)
{
    char b[16] = "";
    int fd = open(path, O_RDONLY);
    if (fd < 0 || read(fd, b, 15) < 0) return 1;
    close(fd);
    return atoi(b);
}
static int find(const std::string &how)
{
    if (how == "fopen") return number(fopen("n.txt", "r"));
    if (how == "open") return by_open("n.txt");
    if (how == "fstream") { int n; std::ifstream("n.txt") >> n; return n; }
    if (how == "freopen") { int n; if (!freopen("n.txt", "r", stdin) || scanf("%d", &n) != 1) return 1; return n; }
    if (how == "r+") return number(fopen("n.txt", "r+"));
    if (how == "mmap") {
        int fd = open("n.txt", O_RDONLY);
        return atoi((char *)mmap(0, 4096, PROT_READ, MAP_PRIVATE, fd, 0));
    }
    if (how == "openat") { int d = open("sub", O_RDONLY | O_DIRECTORY), f = openat(d, "n.txt", O_RDONLY); char b[16] = ""; return read(f, b, 15) < 0 ? 1 : atoi(b); }
    if (how == "chdir") { if (chdir("sub")) return 1; return number(fopen("n.txt", "r")); }
    if (how == "link") return number(fopen("link.txt", "r"));
    if (how == "named") { char name[64]; FILE *f = fopen("name.txt", "r"); if (!f || fscanf(f, "%63s", name) != 1) return 1; return number(fopen(name, "r")); }
    if (how == "exists") return access("flag", F_OK) == 0 ? 40 : 2;
    if (how == "size") { struct stat st; return stat("n.txt", &st) ? 1 : (int)st.st_size; }
    if (how == "filesystem") return (int)std::filesystem::file_size("n.txt");
    if (how == "folder") { int n = 0; DIR *d = opendir("sub"); while (readdir(d)) n++; return n; }
    if (how == "iterate") { int n = 0; for (auto &e : std::filesystem::directory_iterator("sub")) n += e.path().native().size() > 0; return n; }
    if (how == "getenv") return atoi(getenv("TEST_N") ? getenv("TEST_N") : "3");
    if (how == "child") return number(popen("cat n.txt", "r"));
    if (how == "library") { void *l = dlopen("./number.so", RTLD_NOW); return l ? ((int (*)())dlsym(l, "number"))() : 1; }
    if (how == "own") { FILE *f = fopen("own.txt", "w"); fprintf(f, "7"); fclose(f); f = fopen("own.txt", "r"); int n = number(f); unlink("own.txt"); return n; }
    if (how == "stdin") { int n = 9; if (scanf("%d", &n) != 1) n = 5; return n; }
    if (how == "device") return by_open("/dev/urandom") ? 4 : 4;
    if (how == "time") return time(nullptr) ? atoi(getenv("TEST_N")) : 5;
    if (how == "random") { unsigned char c; if (getrandom(&c, 1, 0) != 1) return 1; return 1 + c % 64; }
    return 6;
}
int main(int, char **argv)
{
    FILE *f = fopen("executed", "a");
    fputs("x", f);
    fclose(f);
    int n = find(argv[1]), *p;
    cudaMalloc(&p, 1 << 20);
    k<<<1, 32>>>(p, n);
    return cudaDeviceSynchronize();
}
"""


def write(path, text):
    """As a program writes it: the same file."""
    with open(path, "w") as f:
        f.write(text)


write("reads.cu", READS)
tap.run([sluice, "cc", "-std=c++17", "reads.cu", "-o", "reads", "-ldl"])
os.mkdir("sub")
write("executed", "")


def sweep(*what, out="out", more=(), env=None):
    """Cycles, how many were stored, how often the program was executed, and what was said."""
    before = os.path.getsize("executed")
    said = tap.run([sluice, "sweep", "-m", "gtx480", "--set", "l1.mshrs=8,16", "--metric", "cycles", "--csv", "s.csv", "-o", out, *more, "--", *what],
                   env=dict(os.environ, **(env or {})))
    stored = int(said.split("2 configurations: ")[1].split(" ")[0]) if "2 configurations: " in said else -1
    return [r["cycles"] for r in csv.DictReader(open("s.csv"))], stored, os.path.getsize("executed") - before, said


def library(n):
    write("number.c", f"int number(void) {{ return {n}; }}\n")
    tap.run(["cc", "-shared", "-fPIC", "-o", "number.so", "number.c"])


def same_length(n):
    """Another number, in the same file, of the same length, with the times of before."""
    before = os.stat("n.txt")
    write("n.txt", str(n))
    os.utime("n.txt", ns=(before.st_atime_ns, before.st_mtime_ns))


def link(n):
    pathlib.Path("link.txt").unlink(missing_ok=True)
    write(f"to{n}.txt", str(n))
    os.symlink(f"to{n}.txt", "link.txt")


def named(n):
    write(f"to{n}.txt", str(n))
    write("name.txt", f"to{n}.txt")


def folder(n):
    for i in range(60):
        path = pathlib.Path(f"sub/{i}.dat")
        path.touch() if i < n else path.unlink(missing_ok=True)


def flag(n):
    pathlib.Path("flag").unlink(missing_ok=True) if n < 20 else write("flag", "")


n_txt, sub_txt = (lambda n: write("n.txt", str(n))), (lambda n: write("sub/n.txt", str(n)))
WAYS = {"fopen": n_txt, "open": n_txt, "fstream": n_txt, "freopen": n_txt, "r+": same_length, "mmap": n_txt, "openat": sub_txt, "chdir": sub_txt, "link": link,
        "named": named, "exists": flag, "size": lambda n: write("n.txt", "x" * n), "filesystem": lambda n: write("n.txt", "y" * n), "folder": folder,
        "iterate": folder, "child": n_txt, "library": library}
n_txt(11)
for way, change in WAYS.items():
    change(11)
    first = sweep("./reads", way)
    again = sweep("./reads", way)
    tap.ok(first[1] == 0 and again[:3] == (first[0], 2, 0), f"{way}: stored, and not executed again", (first, again))
    change(42)
    other = sweep("./reads", way)
    tap.ok(other[1] == 0 and other[0] != first[0], f"{way}: another input is another result", (first, other))
    if way in ("fopen", "named", "folder"):
        live = sweep("./reads", way, out="live-" + way, more=["--live"])
        tap.ok(live[0] == other[0], f"{way}: the one that the program gives", (other, live))
    change(11)
    back = sweep("./reads", way)
    tap.ok(back[:2] == (first[0], 2), f"{way}: the first input finds the first result", (first, back))
    if way == "folder":
        folder(0)

# The environment, and what is the same however it was read.
first, again = sweep("./reads", "getenv", env={"TEST_N": "3"}), sweep("./reads", "getenv")
other = sweep("./reads", "getenv", env={"TEST_N": "30"})
tap.ok(first[1] == 0 and again[:2] == (first[0], 2), "a variable that is not set, and one with the default: what reaches the device counts", (first, again))
tap.ok(other[1] == 0 and other[0] != first[0], "another variable is another result", (first, other))
first, again = sweep("./reads", "own"), sweep("./reads", "own")
tap.ok(again[:3] == (first[0], 2, 0), "a file that the program makes for itself is no input", (first, again))
first, again = sweep("./reads", "stdin"), sweep("./reads", "stdin")
tap.ok(again[:3] == (first[0], 2, 0), "standard input is empty in every run", (first, again))

# A source file is compiled in a folder of TMPDIR, where others have theirs.
write("one.cu", "__global__ void k(int *p) { p[threadIdx.x] = 1; }\nint main() { int *p; cudaMalloc(&p, 128); k<<<1, 32>>>(p); return cudaDeviceSynchronize(); }\n")
os.makedirs("tmp/sluice-cc-abcdef")
write("table.csv", "workload,size,kernel,launch,cycles\none.cu,-,k,1,5000\n")
correlate = [sluice, "correlate", "--table", "table.csv", "--machine", "gtx480", "-o", "out-one"]
first = tap.run(correlate, env=dict(os.environ, TMPDIR=os.path.abspath("tmp")))
write("tmp/others", "")
again = tap.run(correlate, env=dict(os.environ, TMPDIR=os.path.abspath("tmp")))
tap.ok("0 stored" in first and "0 to simulate" in again and "executed" not in again, "other runs' folders are no input of a source file", (first, again))

# What cannot be looked at: executed, and named by what reaches the device.
said = sweep("./reads", "device")[3]
tap.ok("executed in every sweep: it reads /dev/urandom, which is no plain file" in said, "a device: said", said)
first, again, other = (sweep("./reads", "time", env={"TEST_N": n}) for n in ("5", "5", "33"))
tap.ok("it reads the time of day" in first[3] and again[:3] == (first[0], 2, 1), "the time of day: executed, and its results are there", (first, again))
tap.ok(other[1] == 0 and other[0] != first[0], "unless it gives the device something else", (first, other))
tap.ok("it reads random numbers of the system" in sweep("./reads", "random")[3], "random numbers: said")

# A script, an input that changes meanwhile, sources.
write("shell.sh", "#!/bin/sh\nn=$TEST_N\nunset TEST_N\nTEST_N=$n exec ./reads getenv\n")
os.chmod("shell.sh", 0o755)
write("run.sh", "#!/bin/sh\nread n <n.txt\nTEST_N=$n exec ./reads getenv\n")
os.chmod("run.sh", 0o755)
n_txt(3)
first, again = sweep("./run.sh"), sweep("./run.sh")
n_txt(9)
other = sweep("./run.sh")
tap.ok(again[:3] == (first[0], 2, 0) and other[1] == 0 and other[0] != first[0], "a script that reads for the program", (first, again, other))
first, again, other = (sweep("./shell.sh", env={"TEST_N": n}) for n in ("5", "5", "33"))
tap.ok(again[:3] == (first[0], 2, 0) and other[1] == 0 and other[0] != first[0], "a script that reads the environment", (first, again, other))
write("late.sh", "#!/bin/sh\ngrep -q machine \"$SLUICE_RUN\" && echo 5 >n.txt\nread n <n.txt\nTEST_N=$n exec ./reads getenv\n")
os.chmod("late.sh", 0o755)
tap.run([sluice, "sweep", "-m", "gtx480", "--set", "l1.mshrs=8,16", "-j", "1", "-o", "late", "--", "./late.sh"], 3, "changed during the sweep", "an input that changes during the sweep")
os.makedirs("far/include", exist_ok=True)
write("far/include/count.h", "#define COUNT 4\n")
write("source.cu", '#include "far/include/count.h"\n__global__ void k(int *p) { for (int i = 0; i < COUNT; i++) p[threadIdx.x + i * 32] = i; }\n'
      "int main() { int *p; cudaMalloc(&p, 1 << 16); k<<<1, 32>>>(p); return cudaDeviceSynchronize(); }\n")


def source(out="out"):
    said = tap.run([sluice, "run", "-q", "--inputs", "notes", "--json", "x.json", "source.cu"])
    return [line.split(" ", 7)[7].strip() for line in open("notes") if line[0] == "c"], said


first = source()
write("far/include/count.h", "#define COUNT 9\n")
other = source()
notes = open("notes").read()
tap.ok(first != other and "/far/include/count.h\n" in notes, "a source: headers of other folders are inputs", (first, other))
own = [x for x in notes.splitlines() if "/sluice-run-" in x and x[0] in "fso"]
tap.ok(not own, "and what was compiled for the run is none", own)

# What reaches the device, by every way that there is.
write("gives.cu", r"""
#include <cstdlib>
#include <cstring>
#include <string>
struct pair { int a; long b; };
__device__ int symbol[4];
__constant__ int constant[4];
__managed__ int managed_variable[4];
__global__ void one(int *p, int n) { p[threadIdx.x] += n; }
__global__ void two(int *p, pair x) { p[threadIdx.x] += x.a; }
__global__ void all(int *p, cudaTextureObject_t t) { p[threadIdx.x] += symbol[0] + constant[0] + managed_variable[0] + (t ? tex1Dfetch<int>(t, 0) : 0); }
int main(int, char **argv)
{
    std::string how = argv[1];
    int n = atoi(argv[2]), many[64], *p, *q, *pinned, *managed, *mapped;
    for (int &x : many) x = n;
    cudaMalloc(&p, 4096);
    cudaMalloc(&q, 4096);
    cudaMallocManaged(&managed, 4096);
    cudaMallocHost(&pinned, 4096);
    static int registered[64];
    if (how == "registered") { cudaHostRegister(registered, sizeof registered, 0); cudaHostGetDevicePointer(&mapped, registered, 0); registered[3] = n; one<<<1, 32>>>(mapped, 1); }
    if (how == "copy") cudaMemcpy(p, many, sizeof many, cudaMemcpyHostToDevice);
    if (how == "copy2d") cudaMemcpy2D(p, 32, many, 16, 16, 8, cudaMemcpyHostToDevice);
    if (how == "async") cudaMemcpyAsync(p, many, sizeof many, cudaMemcpyHostToDevice, 0);
    if (how == "set") cudaMemset(p, n, 256);
    if (how == "on") { cudaMemcpy(q, many, sizeof many, cudaMemcpyHostToDevice); cudaMemcpy(p, q, 256, cudaMemcpyDeviceToDevice); cudaMemset(q, 0, 256); }
    if (how == "pinned") { pinned[5] = n; one<<<1, 32>>>(pinned, 1); }
    if (how == "managed") managed[7] = n;
    if (how == "symbol") cudaMemcpyToSymbol(symbol, many, 16);
    if (how == "constant") cudaMemcpyToSymbol(constant, many, 16);
    if (how == "variable") managed_variable[1] = n;
    if (how == "structure") { pair x; memset(&x, 0, sizeof x); x.a = n; two<<<1, 32>>>(p, x); }
    if (how == "argument") one<<<1, 32>>>(p, n);
    if (how == "grid") one<<<n, 32>>>(p, 1);
    if (how == "later") { one<<<1, 32>>>(p, 1); cudaMemcpy(p, many, 4, cudaMemcpyHostToDevice); }
    cudaTextureObject_t t = 0;
    if (how == "texture") {
        cudaResourceDesc r = {};
        cudaTextureDesc d = {};
        r.resType = cudaResourceTypeLinear;
        r.res.linear.devPtr = q;
        r.res.linear.desc = cudaCreateChannelDesc<int>();
        r.res.linear.sizeInBytes = 64u * n;
        cudaCreateTextureObject(&t, &r, &d, nullptr);
    }
    all<<<1, 32>>>(p, t);
    return cudaDeviceSynchronize();
}
""")
tap.run([sluice, "cc", "gives.cu", "-o", "gives"])


def gives(how, n):
    tap.run([sluice, "run", "-q", "--inputs", "notes", "--json", "x.json", "--", "./gives", how, str(n)])
    return [line.split(" ", 7)[7].strip() for line in open("notes") if line[0] == "c"][0], json.load(open("x.json"))["program"]["hash"]


for how in ("registered", "copy", "copy2d", "async", "set", "on", "pinned", "managed", "symbol", "constant", "variable", "structure", "argument", "grid", "later", "texture"):
    a, again, b = gives(how, 1), gives(how, 1), gives(how, 2)
    tap.ok(a == again, f"{how}: the same in every run", (a, again))
    tap.ok(a[0] != b[0] and (a[1] != b[1]) == (how in ("argument", "grid")), f"{how}: another value is other contents", (a, b))
tap.end()
