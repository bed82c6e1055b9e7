#!/usr/bin/env python3
"""Replays docs/adding-a-mechanism.md in a scratch copy of the tree: writes its files, makes its changes, builds, and runs
its commands, each beside the machine as it is. usage: adding-a-mechanism.py SOURCE_ROOT"""
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile


def blocks(text):
    """(what, where, body) of each fenced block that has a comment above it."""
    for m in re.finditer(r"<!-- (.*?) -->\n```\w*\n(.*?)```", text, re.S):
        yield m.group(1), m.group(2)


def main():
    root = sys.argv[1]
    with open(os.path.join(root, "docs", "adding-a-mechanism.md")) as f:
        page = f.read()
    scratch = tempfile.mkdtemp(prefix="sluice-mechanism-")
    try:
        tree = os.path.join(scratch, "tree")
        os.mkdir(tree)
        for name in os.listdir(root):  # but for build folders and what git keeps
            at = os.path.join(root, name)
            if name.startswith((".", "build")):
                continue
            if os.path.isdir(at):
                shutil.copytree(at, os.path.join(tree, name))
            else:
                shutil.copy(at, tree)
        files, changes, commands, target = 0, 0, [], None
        for what, body in blocks(page):
            if what.startswith("file: "):
                with open(os.path.join(tree, what[6:]), "w") as f:
                    f.write(body)
                files += 1
            elif what.startswith("replace in "):
                target = (os.path.join(tree, what[11:]), body.rstrip("\n"))
            elif what == "with":
                path, old = target
                with open(path) as f:
                    text = f.read()
                if text.count(old) != 1:
                    sys.exit(f"{path}: the page replaces a text that is there {text.count(old)} times: {old}")
                with open(path, "w") as f:
                    f.write(text.replace(old, body.rstrip("\n")))
                changes += 1
            elif what == "run":
                commands.append(body.split())
        # one file, one row, and the build's list of files: a mechanism that needs more is not pluggable
        if not files or changes != 2 * files or len(commands) != files:
            sys.exit(f"the page has changed its form: {files} files, {changes} changes, {len(commands)} commands")
        build = os.path.join(scratch, "build")
        for step in (["meson", "setup", "--buildtype=plain", build, tree], ["ninja", "-C", build, "sluice"]):
            p = subprocess.run(step, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
            if p.returncode:
                sys.exit(f"{' '.join(step)} failed:\n{p.stdout[-3000:]}")
        def record(words):
            out = os.path.join(scratch, "record.json")
            run = [os.path.join(build, "sluice")] + words[1:2] + ["-q", "--json", out] + words[2:]
            p = subprocess.run(run, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
                               env={**os.environ, "SLUICE_ROOT": tree})
            if p.returncode:
                sys.exit(f"{' '.join(run)} failed:\n{p.stdout[-3000:]}")
            with open(out) as f:
                return json.load(f)

        def same_any_way(words, mine):
            """Threads, skipped time and the order of ticks change nothing."""
            for more in (["--set", "gpu.skip=off"], ["--set", "gpu.shuffle=7"], ["--threads", "3"]):
                other = record(words[:2] + more + words[2:])
                for part in ("kernels", "total"):
                    assert other[part] == mine[part], f"{' '.join(more)}: {part} of {' '.join(words)} is another"

        for words in commands:
            sets = [words[i + 1] for i, w in enumerate(words) if w == "--set"]
            plain = [w for i, w in enumerate(words) if w != "--set" and words[i - 1] != "--set"]
            mine, base = record(words), record(plain)
            key, value = sets[0].split("=")
            at = mine["machine"]
            for part in key.split("."):
                at = at[part]
            assert at == {"on": True, "off": False}.get(value, value), (key, at)
            assert mine["total"]["warp_instrs"] == base["total"]["warp_instrs"]
            assert mine["total"]["cycles"] != base["total"]["cycles"], f"{sets[0]} changes nothing"
            if "nextline" in sets[0]:
                own = mine["total"]["nextline"]
                assert 0 < own["used"] <= own["sent"], own
                assert mine["total"]["l1"]["miss"] < base["total"]["l1"]["miss"]
                assert mine["total"]["l1"]["read"] == base["total"]["l1"]["read"]
                same_any_way(words, mine)
                print(f"nextline: {own['sent']} lines sent, {own['used']} used")
            print(f"{sets[0]}: {mine['total']['cycles']} cycles, without: {base['total']['cycles']}")
    finally:
        shutil.rmtree(scratch)


if __name__ == "__main__":
    main()
