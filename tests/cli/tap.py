"""TAP for tests in Python: tap.ok(condition, name), tap.run(...), then tap.end()."""
import subprocess
import sys

count = failed = 0


def ok(condition, name, more=""):
    global count, failed
    count += 1
    failed += not condition
    print(f"{'ok' if condition else 'not ok'} {count} - {name}", flush=True)
    if not condition and more:
        print("\n".join("# " + line for line in str(more).splitlines()[:20]), flush=True)
    return bool(condition)


def run(command, status=0, text="", name=None, **more):
    """Runs a command; it must end with the status and say the text. Returns what it said."""
    p = subprocess.run(command, text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, stdin=subprocess.DEVNULL, **more)
    if name:
        ok(p.returncode == status and text in p.stdout, name, f"status {p.returncode}, expected {status} and '{text}'\n{p.stdout[-1500:]}")
    elif p.returncode != status:
        ok(False, " ".join(command), p.stdout[-1500:])
    return p.stdout


def end():
    print(f"1..{count}")
    sys.exit(1 if failed else 0)
