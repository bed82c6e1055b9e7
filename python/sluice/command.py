"""Finds the program, runs it, shows its progress, and turns its refusals into exceptions."""
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile
import threading


class Error(Exception):
    """sluice ended with an error. status: its exit status; command: what was run; output: all that it printed."""

    def __init__(self, message, status=1, command=(), output=""):
        super().__init__(message)
        self.status, self.command, self.output = status, list(command), output


class UserError(Error):
    """A mistake in what sluice was given (status 2)."""


class ProgramFault(Error):
    """The simulated program failed (status 3)."""


class BoundMissed(Error):
    """Results do not hold what was asked of them (status 4)."""


KINDS = {2: UserError, 3: ProgramFault, 4: BoundMissed}


def program():
    """The sluice that is used: $SLUICE, or the one of the tree or installation that this module is part of, or the one on PATH."""
    here = pathlib.Path(__file__).resolve().parent
    named = os.environ.get("SLUICE")
    if named:
        found = shutil.which(named)
        if not found:
            raise UserError(f"$SLUICE names '{named}', which is not a program", 2)
        return found
    candidates = [here.parents[1] / "build" / "sluice"]
    candidates += [p / "bin" / "sluice" for p in here.parents[:6]]
    for c in candidates:
        if c.is_file() and os.access(c, os.X_OK):
            return str(c)
    found = shutil.which("sluice")
    if not found:
        raise UserError("there is no program 'sluice' on PATH; build it (./dev build) or name it: export SLUICE=/path/to/sluice", 2)
    return found


class Progress:
    """One line that is written over: in a notebook's output, or on a terminal; nothing elsewhere unless asked for."""

    def __init__(self, wanted):
        self.shown = self.display = None
        self.on = wanted
        try:
            from IPython import get_ipython
            from IPython.display import display
            if get_ipython() is not None and get_ipython().__class__.__name__ == "ZMQInteractiveShell":
                self.display = display
        except ImportError:
            pass
        if wanted is None:
            self.on = self.display is not None or sys.stderr.isatty()

    def line(self, text):
        if not self.on or not text:
            return
        if self.display:
            data = {"text/plain": text}
            if self.shown is None:
                self.shown = self.display(data, raw=True, display_id=True)
            else:
                self.shown.update(data, raw=True)
        else:
            sys.stderr.write("\r\033[K" + text if sys.stderr.isatty() else text + "\n")
            sys.stderr.flush()
            self.shown = True

    def end(self):
        if self.shown is None:
            return
        if self.display:
            self.shown.update({"text/plain": ""}, raw=True)
        elif sys.stderr.isatty():
            sys.stderr.write("\r\033[K")


def sentence(output):
    """The lines of an output that say what is wrong."""
    lines = [line for line in output.splitlines() if line.strip()]
    errors = [k for k, line in enumerate(lines) if "error:" in line or line.startswith("sluice")]
    picked = lines[errors[0]:] if errors else lines[-4:]
    return "\n".join(line for line in picked if "--help explains" not in line)[:4000] or "sluice said nothing"


def call(arguments, progress=None, accept=(0,), cwd=None):
    """Runs `sluice ARGUMENTS`. Returns (status, standard output, standard error); raises for a status that is not in accept."""
    command = [program(), *map(str, arguments)]
    shown, said = Progress(progress), []
    with tempfile.TemporaryFile("w+", encoding="utf-8", errors="replace") as out:
        p = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=out, stderr=subprocess.PIPE, cwd=cwd, text=True,
                             encoding="utf-8", errors="replace")

        def listen():
            for line in p.stderr:
                said.append(line)
                shown.line(line.rstrip("\n").split("\r")[-1].replace("\033[K", ""))

        listener = threading.Thread(target=listen, daemon=True)
        listener.start()
        try:
            status = p.wait()
        except BaseException:  # the cell or the program was interrupted: so is the simulation
            p.terminate()
            p.wait()
            raise
        finally:
            shown.end()
        listener.join(timeout=5)
        out.seek(0)
        text = out.read()
    errors = "".join(said)
    if status not in accept:
        if status < 0:
            message = f"sluice was ended by signal {-status}"
        else:
            message = sentence(errors if errors.strip() else text)
        raise KINDS.get(status, Error)(message, status, command, text + errors)
    return status, text, errors
