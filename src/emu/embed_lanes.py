#!/usr/bin/env python3
"""embed_lanes.py OUTPUT NAME FILE... [NAME FILE...]: headers as C strings NAME, without comments, guards and #include
lines: translated kernels begin with them (native_text.c). A NAME has no dot in it."""
import re
import sys

strings = {}
for arg in sys.argv[2:]:
    if "." not in arg:
        lines = strings[arg] = []
        continue
    text = re.sub(r"/\*.*?\*/", "", open(arg).read(), flags=re.S)
    lines += [x.rstrip() for x in text.splitlines() if x.strip() and not re.match(r"#(include|endif|(ifndef|define) SLUICE_)", x)]
with open(sys.argv[1], "w") as f:
    for name, lines in strings.items():
        f.write(f"static const char {name}[] =\n")
        for line in lines:
            f.write('    "' + line.replace("\\", "\\\\").replace('"', '\\"') + '\\n"\n')
        f.write("    ;\n")
