#!/usr/bin/env python3
"""dev.py ROOT: what ./dev does on machines that lack something: which packages it asks for, how it becomes root, that it says how
far it is, and that the demo waits for no test. apt, sudo, meson and ninja are stand-ins that write down what they were asked. TAP."""
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).parent))
import tap

root = pathlib.Path(sys.argv[1])
tmp = pathlib.Path(tempfile.mkdtemp())
(tmp / "tools").mkdir()
shutil.copy(root / "dev", tmp / "dev")
TOOLS = ("sh", "cat", "dirname", "env", "grep", "mktemp", "mv", "mkdir", "rm", "sed", "sort", "tail", "tr", "cut")


def stand_in(where, name, text):
    (where / name).write_text(f'#!/bin/sh\necho "{name} $*" >>"{tmp}/asked"\n{text}\n')
    (where / name).chmod(0o755)


def machine(name, uid, installed=(), **programs):
    """A PATH with a shell's tools, the stand-ins named, and the packages that are installed."""
    where = tmp / name
    where.mkdir()
    for t in TOOLS:
        (where / t).symlink_to(shutil.which(t))
    stand_in(where, "id", f"echo {uid}")
    # every look at the clock is six seconds after the last one
    stand_in(where, "date", f'n=0; [ ! -e "{tmp}/now" ] || read -r n <"{tmp}/now"; echo $((n + 6)) >"{tmp}/now"; echo $((n + 6))')
    stand_in(where, "dpkg-query", 'case " ' + " ".join(installed) + ' " in *" $3 "*) echo installed ;; *) exit 1 ;; esac')
    for p, text in programs.items():
        stand_in(where, p.replace("_", "-"), text)
    return where


def dev(where, *words):
    """The exit status, what was said and what was asked for."""
    (tmp / "asked").write_text("")
    p = subprocess.run(["/bin/sh", "./dev", *words], cwd=tmp, env={"PATH": str(where), "SLUICE_BUILD": "b"}, text=True,
                       stdout=subprocess.PIPE, stderr=subprocess.STDOUT, stdin=subprocess.DEVNULL)
    asked = [a for a in (tmp / "asked").read_text().splitlines() if a.split()[0] in ("apt-get", "sudo", "meson", "ninja", "python3")]
    return p.returncode, p.stdout, asked


APT = '''[ "$1" = install ] || exit 0
echo "0 upgraded, 2 newly installed, 0 to remove and 0 not upgraded."
echo "Get:1 somewhere a"; echo "Get:2 somewhere b"; echo "Unpacking a"; echo "Setting up a"'''
BUILT = {t: "exit 0" for t in ("cc", "meson", "ninja", "pkg_config", "clang")}
LIBRARIES = ("libc6-dev", "libcmocka-dev", "libinih-dev", "libjansson-dev", "liblzma-dev", "libsqlite3-dev", "libzstd-dev")

status, said, asked = dev(machine("no-apt", 0), "build")
tap.ok(status == 1 and "missing: " in said and "libinih-dev" in said and "meson" in said, "no apt: what is missing is named", said)
status, said, asked = dev(machine("no-root", 1000, apt_get=APT), "build")
tap.ok(status == 1 and "needs root or sudo; as root: apt-get install --no-install-recommends clang gcc" in said and not asked,
       "neither root nor sudo: says so, with the command, and asks nobody", (status, said, asked))
sudo = '[ "$1" = -n ] && shift; exec "$@"'
status, said, asked = dev(machine("sudo", 1000, apt_get=APT, sudo=sudo), "build")
tap.ok(asked[:1] and asked[0].startswith("sudo -n env DEBIAN_FRONTEND=noninteractive apt-get install -y"), "sudo, without a terminal", asked)
status, said, asked = dev(machine("refused", 1000, apt_get=APT, sudo="echo 'a password is required'; exit 1"), "build")
tap.ok(status == 1 and "a password is required" in said and "could not install" in said, "a sudo that refuses is heard", (status, said))
status, said, asked = dev(machine("old-lists", 0, apt_get='[ "$1" != install ] || [ -e lists ] || exit 100\n' + APT + "\n[ \"$1\" = update ]"), "build")
tap.ok(["install", "update", "install"] == [a.split()[1] for a in asked if a.startswith("apt-get")], "lists are fetched when packages are not found", asked)

ninja = '''[ -n "$NINJA_STATUS" ] || exit 1
echo "[1/4 1.0] a"; echo "[2/4 12.5] b"; echo "[4/4 13.0] c"'''
meson = 'mkdir -p b; : >b/build.ninja'
python = 'exit 0'
ready = machine("ready", 1000, LIBRARIES, **{**BUILT, "ninja": ninja, "meson": meson, "python3": python})
status, said, asked = dev(ready, "demo")
tap.ok(status == 0 and [a for a in asked if a.startswith("ninja")] == ["ninja -C b program"], "the demo builds the program alone", asked)
tap.ok("dev: building: 2/4, about 12 s left" in said, "and says how far it is", said)
tap.ok(any(a.startswith("python3 tools/demo b/sluice") for a in asked), "then runs", asked)
# A build folder that came along with a copy of the tree would build the original's
(tmp / "b/meson-info").mkdir(parents=True, exist_ok=True)
for where, anew in ((tmp.resolve(), False), ("/where/it/was", True)):
    (tmp / "b/meson-info/meson-info.json").write_text(f'{{"meson_version": {{"full": "1"}}, "directories": {{"source": "{where}", "build": "{where}/b"}}}}')
    status, said, asked = dev(ready, "build")
    set_up = [a for a in asked if a.startswith("meson setup")]
    tap.ok(status == 0 and bool(set_up) == anew and (f"was configured for the tree in {where}" in said) == anew,
           "a build folder of another tree is configured anew" if anew else "one of this tree is not", (status, said, asked))
broken = machine("broken", 1000, LIBRARIES, **{**BUILT, "ninja": "echo 'a.c:1: no'; exit 3", "meson": meson})
status, said, asked = dev(broken, "build")
tap.ok(status == 1 and "a.c:1: no" in said and "the build failed" in said, "a build that fails is shown", (status, said))
status, said, asked = dev(machine("test-group", 0, LIBRARIES, **{**BUILT, "apt_get": APT, "meson": meson, "python3": python}), "test")
wanted = next((a for a in asked if a.startswith("apt-get install")), "")
tap.ok(all(f" {p}" in wanted for p in ("locales", "g++", "make", "chromium", "slurmd", "python3-jsonschema")), "the tests' packages", asked)
# (a package that brings one tool has its name, and may be looked for by that)
tools = {p: "" for p in wanted.split()[1:] if not p.startswith("-")}
ready = machine("all", 0, (*LIBRARIES, *wanted.split()), **{**tools, **BUILT, "meson": meson, "python3": python, "apt_get": APT})
status, said, asked = dev(ready, "test")
tap.ok(not [a for a in asked if a.startswith("apt-get")], "nothing is installed where nothing is missing", asked)
tap.ok(any(a.startswith("meson test -C b --logbase dev-") and "--no-suite long" in a for a in asked), "a log of its own, and without the long tests", asked)
tap.ok(any("tools/count-tests b/meson-logs/dev-" in a for a in asked), "which is counted", asked)
status, said, asked = dev(ready, "test", "--all")
tap.ok(any(a.startswith("meson test -C b --logbase dev-") and "long" not in a for a in asked), "--all: with them", asked)
count = [sys.executable, str(root / "tools/count-tests")]
(tmp / "log.json").write_text('{"name": "a", "stdout": "ok 1 - x\\nnot ok 2 - y\\n1..2\\n", "result": "ERROR"}\n{"name": "b", "stdout": "", "result": "OK"}\n')
p = subprocess.run([*count, "--left", "3", str(tmp / "log.json")], text=True, capture_output=True)
tap.ok(p.returncode == 1 and p.stdout.endswith("3 more tests, which take longer: ./dev test --all\n2 passed, 1 failed\n"), "what was left out is said, then the count", p.stdout)
p = subprocess.run([*count, str(tmp / "gone.json")], text=True, capture_output=True)
tap.ok(p.returncode == 1 and p.stdout.endswith("\n0 passed, 1 failed\n") and not p.stderr, "no log: a failure, in words", p.stdout + p.stderr)
status, said, asked = dev(machine("slow", 0, apt_get=APT), "build")
tap.ok("dev: packages: fetching 2/2" in said, "installing says how far it is", said)

# Where no bare machine can be made, that is said: status 77, which .ci/run counts as a failure.
p = subprocess.run(["/bin/sh", str(root / "tools/fresh-machine")], env={"PATH": str(tmp / "no-root")}, text=True, stdout=subprocess.PIPE,
                   stderr=subprocess.STDOUT, stdin=subprocess.DEVNULL)
tap.ok(p.returncode == 77 and "cannot be tried here: debootstrap and chroot need root" in p.stdout, "fresh-machine without root", (p.returncode, p.stdout))
shutil.rmtree(tmp)
tap.end()
