#!/usr/bin/env python3
"""completions.py SLUICE FOLDER COMMAND...: completion for bash, zsh and fish from --help. Machines and workloads are asked of the program."""
import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).parent))
from helptext import Help

sluice, folder, commands = sys.argv[1], pathlib.Path(sys.argv[2]), sys.argv[3:]
top = dict(Help(sluice).commands)
helps = {c: Help(sluice, c) for c in commands if c != "cc"}


def quoted(s):
    return s.replace("'", "’")


bash = """# bash completion for sluice; made from --help
# The words that a parameter may be (gto|rr), or on and off, or its default.
_sluice_values()
{
    sluice list params "$1" 2>/dev/null | awk -v key="$1" '$1 == key {if ($3 ~ /[|]/) {gsub("[|]", " ", $3); print $3} else print $2; exit}'
}
_sluice()
{
    local cur=${COMP_WORDS[COMP_CWORD]} prev=${COMP_WORDS[COMP_CWORD-1]} command=${COMP_WORDS[1]}
    COMPREPLY=()
    if [ "$COMP_CWORD" = 1 ]; then COMPREPLY=($(compgen -W "%s --help --version" -- "$cur")); return; fi
    case $prev in
    -m|--machine) COMPREPLY=($(compgen -W "$(sluice list machines 2>/dev/null | awk '{print $1}')" -- "$cur")); return ;;
    --metric) COMPREPLY=($(compgen -W "ipc $(sluice list record 2>/dev/null | awk '/^  [a-z]/{print $1}')" -- "$cur")); return ;;
    =) # bash splits --set KEY=VALUE at its =
        if [ "${COMP_WORDS[COMP_CWORD-3]}" = --set ]; then
            COMPREPLY=($(compgen -W "$(_sluice_values "${COMP_WORDS[COMP_CWORD-2]}")" -- "$cur")); return
        fi ;;
    --set) COMPREPLY=($(compgen -S = -W "$(sluice list params 2>/dev/null | awk '{print $1}')" -- "$cur")); compopt -o nospace; return ;;
    --size) COMPREPLY=($(compgen -W "small paper" -- "$cur")); return ;;
    esac
    case $command in
""" % " ".join(top)
for c, h in helps.items():
    words = " ".join("--" + o[1] for o in h.options) + " --help"
    more = {"run": "$(sluice list workloads 2>/dev/null | awk '/^  [a-z0-9_]/{print $1}')", "list": "workloads machines params stats record papers cuda",
            "paper": "$(sluice list papers 2>/dev/null | awk '{print $1}') "
                     "$([ \"$COMP_CWORD\" -gt 2 ] && sluice paper \"${COMP_WORDS[2]}\" ? -n 2>&1 | sed -n 's/.*it has: //p')",
            "store": "ls export import gc"}.get(c, "")
    more = more or ("$(sluice list workloads 2>/dev/null | awk '/^  [a-z0-9_]/{print $1}')" if c == "sweep" else "")
    bash += f'    {c}) COMPREPLY=($(compgen -W "{words} {more}" -- "$cur")) ;;\n'
bash += """    esac
    [ ${#COMPREPLY[@]} -gt 0 ] || COMPREPLY=($(compgen -f -- "$cur"))
}
complete -o filenames -F _sluice sluice
"""
zsh = "#compdef sluice\n# zsh completion for sluice; made from --help\n_sluice() {\n    local -a commands\n    commands=(\n"
zsh += "".join(f"        '{c}:{quoted(t).replace(':', ' ')}'\n" for c, t in top.items()) + "    )\n"
zsh += "    if (( CURRENT == 2 )); then _describe command commands; return; fi\n    case $words[2] in\n"
for c, h in helps.items():
    zsh += f"    {c}) _arguments"
    for letter, option, argument, text in h.options:
        what = quoted(text).replace("[", "(").replace("]", ")").replace(":", " ")
        value = {"machine": ":machine:($(sluice list machines | awk '{print $1}'))", "size": ":size:(small paper)",
                 "metric": ":metric:($(sluice list record | awk '/^  [a-z]/{print $1}'))"}.get(option, f":{argument}:_files" if argument else "")
        value = value.replace("'", "'\\''")
        zsh += f" \\\n        '--{option}[{what}]{value}'"
    if c == "paper":
        zsh += " \\\n        '1:paper:($(sluice list papers | awk '\\''{print $1}'\\''))'"
    zsh += " \\\n        '*:file:_files' ;;\n"
zsh += "    esac\n}\n_sluice \"$@\"\n"
fish = "# fish completion for sluice; made from --help\ncomplete -c sluice -n __fish_use_subcommand -f\n"
for c, t in top.items():
    fish += f"complete -c sluice -n __fish_use_subcommand -a {c} -d '{quoted(t)}'\n"
for c, h in helps.items():
    for letter, option, argument, text in h.options:
        short = f" -s {letter}" if letter else ""
        take = " -r" if argument else ""
        values = {"machine": " -a \"(sluice list machines | string split -f1 ' ')\"", "size": " -a 'small paper'",
                  "metric": " -a \"(sluice list record | string match -r '^  [a-z][^ ]*' | string trim)\""}.get(option, "")
        fish += f"complete -c sluice -n '__fish_seen_subcommand_from {c}' -l {option}{short}{take}{values} -d '{quoted(text)}'\n"
fish += "complete -c sluice -n '__fish_seen_subcommand_from paper' -f -a \"(sluice list papers | string split -f1 ' ')\"\n"
for name, body in (("sluice", bash), ("_sluice", zsh), ("sluice.fish", fish)):
    (folder / name).write_text(body)
