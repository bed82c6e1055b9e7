#!/usr/bin/env python3
"""progress.py SLUICE: a long launch shows on a terminal how far it is, and nowhere else. TAP."""
import os
import pty
import re
import subprocess
import sys
import tempfile

# without skipping, so that it takes a while on a fast machine, too: the first line comes after half a second
COMMAND = [sys.argv[1], "run", "--machine", "gtx480", "--set", "gpu.skip=off", "--size", "paper", "--max-cycles", "400000", "gemm"]


def on_terminal(command):
    pid, fd = pty.fork()
    if pid == 0:
        os.execv(command[0], command)
    text = b""
    try:
        while chunk := os.read(fd, 65536):
            text += chunk
    except OSError:  # the other side is gone
        pass
    os.waitpid(pid, 0)
    return text.decode()


done = 0


def ok(good, name):
    global done
    done += 1
    print(f"{'ok' if good else 'not ok'} {done} - {name}", flush=True)


try:
    for fd in pty.openpty():
        os.close(fd)
except OSError:  # a chroot without /dev/pts
    print("1..0 # SKIP no pseudo-terminals here")
    sys.exit(0)
os.environ["XDG_CACHE_HOME"] = tempfile.mkdtemp()  # nothing is known of earlier runs
LINE = r"%s kernels done, gemm: \d+ of 256 CTAs, [\d.]+ M cycles, \d+ k cycles/s"
shown = on_terminal(COMMAND)
ok(re.search(LINE % 0, shown), "kernels and CTAs done, cycles, cycles a second")
ok(re.search(LINE % 0 + r", \d+ s left of this kernel", shown), "the time left of this kernel")
ok("\r\033[K" in shown and "Stopped: --max-cycles" in shown.split("\r\033[K")[-1], "the line is gone before the report")
subprocess.run([sys.argv[1], "run", "-q", "--size", "paper", "gemm"], stdout=subprocess.DEVNULL)
shown = on_terminal(COMMAND)
ok(re.search(LINE % "0 of 1" + r", \d+ s left[^ ]", shown), "how many there are and the time left of all, from an earlier run")
LINE = LINE % r"0( of 1)?"
SHORT = [w.replace("400000", "150000") for w in COMMAND]
piped = subprocess.run(SHORT, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True).stdout
ok("Stopped: --max-cycles" in piped and not re.search(LINE, piped), "not in a pipe")
asked = subprocess.run([*SHORT, "--progress"], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True).stdout
took_long = float(re.search(r"Host: ([\d.]+) s", asked).group(1)) > 3
ok((re.search(LINE + r".*\n", asked) and "\r" not in asked) or not took_long, "in a pipe when asked for, as lines")
trace = os.path.join(os.environ["XDG_CACHE_HOME"], "lud.trace")
subprocess.run([sys.argv[1], "run", "-q", "--trace", trace, "-m", "gtx480", "lud"], stdout=subprocess.DEVNULL)
said = on_terminal([sys.argv[1], "trace", "-m", "gtx480", "--set", "gpu.skip=off", "--set", "noc.latency=400", trace])
n = len(subprocess.run([sys.argv[1], "trace", trace], stdout=subprocess.PIPE, text=True).stdout.splitlines()) - 3
counts = [int(x) for x in re.findall(r"(\d+) of %d kernels done" % n, said)]
slow = float(re.search(r"Host: ([\d.]+) s", said).group(1)) > 1.2
ok((len(counts) > 0 and counts == sorted(counts)) or not slow, f"a trace knows how many there are: {counts[:5]} of {n}")
print(f"1..{done}")
