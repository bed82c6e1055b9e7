#!/usr/bin/env python3
"""man.py SLUICE FOLDER COMMAND...: manual pages from --help."""
import pathlib
import re
import subprocess
import sys

sys.path.insert(0, str(pathlib.Path(__file__).parent))
from helptext import Help

sluice, folder, commands = sys.argv[1], pathlib.Path(sys.argv[2]), sys.argv[3:]
version = subprocess.run([sluice, "--version"], text=True, stdout=subprocess.PIPE, check=True).stdout.strip()


def text(s):
    s = s.replace("\\", "\\e").replace("-", "\\-")
    return "\n".join("\\&" + line if line[:1] in ".'" else line for line in s.splitlines())


def block(s):
    """Paragraphs as they stand; lines that are set in stay lines."""
    return "\n.nf\n" + text(s) + "\n.fi\n"


for command in [None, *commands]:
    h = Help(sluice, command)
    name = f"sluice-{command}" if command else "sluice"
    page = f'.TH {name.upper()} 1 "" "{version}" "sluice"\n.SH NAME\n{text(name)} \\- {text(h.summary)}\n.SH SYNOPSIS\n{text(h.usage)}\n'
    if h.options:
        page += ".SH OPTIONS\n"
        for letter, option, argument, help_text in h.options:
            flag = (f"-{letter}, " if letter else "") + f"--{option}" + (f" {argument}" if argument else "")
            page += f".TP\n.B {text(flag)}\n{text(help_text)}\n"
    if h.commands:
        page += ".SH COMMANDS\n" + "".join(f".TP\n.BR sluice\\-{c} (1)\n{text(t)}\n" for c, t in h.commands)
    rest = re.split(r"^examples:\n", h.rest, flags=re.M)
    if command and rest[0].strip():
        page += ".SH DESCRIPTION" + block(rest[0].strip("\n"))
    if len(rest) > 1:
        page += ".SH EXAMPLES" + block(rest[1].strip("\n"))
    if command:
        page += ".SH SEE ALSO\n.BR sluice (1)\n"
    (folder / f"{name}.1").write_text(page)
