"""What `sluice COMMAND --help` says, taken apart: summary, usage, options, the rest."""
import re
import subprocess


class Help:
    def __init__(self, sluice, command=None):
        text = subprocess.run([sluice, *([command] if command else []), "--help"], text=True, stdout=subprocess.PIPE, check=True).stdout
        self.text, self.command = text, command
        first = text.split("\n", 1)[0]
        self.summary = first.split(": ", 1)[1] if command else "a cycle-level GPU simulator"
        self.usage = re.search(r"^usage: (.*)$", text, re.M).group(1)
        m = re.search(r"^options:\n(.*?)(?:\n\n|\Z)", text, re.M | re.S)
        self.options = []  # (letter, name, argument, help)
        for line in (m.group(1).splitlines() if m else []):
            o = re.match(r"  (?:-(\w), )?--([\w-]+)(?: (\S+))?\s+(.*)", line)
            if o:
                self.options.append(tuple(x or "" for x in o.groups()))
        self.rest = text.split("\n\n", 3)[-1] if m else text.split("\n\n", 2)[-1]
        if m:
            self.rest = text[m.end():].strip("\n")
        self.commands = re.findall(r"^  (\w+)\s{2,}(\S.*)$", text.split("commands:")[1].split("\n\n")[0], re.M) if not command else []
