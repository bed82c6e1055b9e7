#!/usr/bin/env python3
"""commands.py FILE: the names in src/cli/commands.def."""
import re
import sys

print(" ".join(re.findall(r"^COMMAND\((\w+)\)", open(sys.argv[1]).read(), re.M)))
