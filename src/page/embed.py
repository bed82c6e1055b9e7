#!/usr/bin/env python3
"""embed.py FILE NAME OUT: a text file as a C string, NAME."""
import sys

text = open(sys.argv[1], encoding="utf-8").read()
with open(sys.argv[3], "w", encoding="utf-8") as out:
    out.write(f"static const char {sys.argv[2]}[] =\n")
    for line in text.splitlines():
        out.write('    "' + line.replace("\\", "\\\\").replace('"', '\\"') + '\\n"\n')
    out.write(";\n")
