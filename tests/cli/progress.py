#!/usr/bin/env python3
"""progress.py SLUICE: a long launch shows on a terminal how far it is, and nowhere else. TAP."""
import os
import pty
import re
import subprocess
import sys

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


def ok(n, good, name):
    print(f"{'ok' if good else 'not ok'} {n} - {name}", flush=True)


try:
    for fd in pty.openpty():
        os.close(fd)
except OSError:  # a chroot without /dev/pts
    print("1..0 # SKIP no pseudo-terminals here")
    sys.exit(0)
LINE = r"launch 1, gemm: \d+ of 256 CTAs, [\d.]+ M cycles, \d+ k cycles/s"
shown = on_terminal(COMMAND)
ok(1, re.search(LINE, shown), "CTAs done, cycles, cycles a second")
ok(2, re.search(LINE + r", \d+ s left", shown), "the time left")
ok(3, "\r" + " " * 79 + "\r" in shown and "Stopped: --max-cycles" in shown, "the line is gone before the report")
piped = subprocess.run(COMMAND, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True).stdout
ok(4, "Stopped: --max-cycles" in piped and not re.search(LINE, piped), "not in a pipe")
asked = subprocess.run([*COMMAND, "--progress"], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True).stdout
took_long = float(re.search(r"Host: ([\d.]+) s", asked).group(1)) > 3
ok(5, (re.search(LINE + r".*\n", asked) and "\r" not in asked) or not took_long, "in a pipe when asked for, as lines")
print("1..5")
