#!/usr/bin/python3
"""Groups the sources of one folder so that each group can be read as one: `source_groups.py SOURCE…` prints the number
of its group for each source (the fuzzer's build), `source_groups.py --for-tidy BUILD SOURCE…` writes each group's sources one
after another into a file below BUILD/groups, with its compile command after BUILD's, and prints the files' paths (lint;
written out, since clang's analyzer goes through the functions of the main file alone). Reading the same headers again for each of some hundred short sources is most of the time of either. Two sources that both have a name in their
unnamed namespaces cannot share a group; names are found by form (what begins a line there), and a name too many only
makes one more group."""

import glob
import json
import os
import re
import sys

NAME = re.compile(r"^(?:[^\s#/}()\"'][^()={;\[\"']*?[\s*&>])?([A-Za-z_]\w*)\s*(?:[({=;\[]|:\s|final|$)")
MOST = 12  # sources of a group: memory, and what is compiled again after a change


def names(path):
    """Name → what it stands for; the same alias in two sources is no conflict."""
    found, inside = {}, False
    with open(path, encoding="utf-8") as file:
        for line in file:
            if line.startswith("namespace {"):
                inside = True
            elif line.startswith("}  // namespace\n"):
                inside = False
            elif line.startswith("using enum "):
                found["enum"] = path  # whose names are not known here: no other can stand beside it
            elif alias := re.match(r"(?:using|namespace) (?:[\w:]*::)?(\w+)(?: =.*)?;", line):
                found[alias[1]] = line
            elif inside and (match := NAME.match(line)) and not match[1].startswith(("TEST", "INSTANTIATE_TEST")):
                found[match[1]] = path
            if macro := re.match(r"#\s*define\s+(\w+)", line):
                found[macro[1]] = path
    return found


def fits(group, own):
    count, taken = group
    return count < MOST and all(taken.get(name, meaning) == meaning for name, meaning in own.items())


def in_headers(folder):
    found = set()
    for path in glob.glob(os.path.join(folder, "*.h")):
        with open(path, encoding="utf-8") as file:
            found.update(match[1] for line in file if (match := NAME.match(line)))
    return found


def numbers(paths):
    """The number of its group for each source of one folder."""
    groups = []  # (number of sources, their names)
    headers = in_headers(os.path.dirname(paths[0]))
    for path in paths:
        own = names(path)
        alone = "enum" in own or any(meaning == path and name in headers for name, meaning in own.items())
        at = len(groups) if alone else next((i for i, group in enumerate(groups) if fits(group, own)), len(groups))
        count, taken = groups[at] if at < len(groups) else (0, {})
        groups[at:at + 1] = [(MOST if alone else count + 1, taken | own)]
        yield at


def for_tidy(build, paths):
    with open(os.path.join(build, "compile_commands.json"), encoding="utf-8") as file:
        commands = {entry["file"]: entry for entry in json.load(file)}
    directory = os.path.join(build, "groups")
    os.makedirs(directory, exist_ok=True)
    folders, groups = {}, {}
    for path in paths:
        folders.setdefault(os.path.dirname(path), []).append(path)
    for folder, sources in folders.items():
        for source, number in zip(sources, numbers(sources)):
            groups.setdefault(os.path.join(directory, f"{os.path.basename(folder)}_{number}.cc"), []).append(source)
    for group, sources in groups.items():
        with open(group, "w", encoding="utf-8") as file:
            for source in sources:
                with open(source, encoding="utf-8") as text:
                    file.write(f"// source: {source}\n{text.read()}")
        print(group)
    # What one source declares may shadow what another does; within one source, compiling looks.
    entries = []
    for group, sources in groups.items():
        entry, source, group = commands[os.path.abspath(sources[0])], os.path.abspath(sources[0]), os.path.abspath(group)
        entries.append(entry | {"file": group, "command": entry["command"].replace(source, f"{group} -Wno-shadow")})
    with open(os.path.join(directory, "compile_commands.json"), "w", encoding="utf-8") as file:
        json.dump(entries, file, indent=1)


def main():
    if sys.argv[1] == "--for-tidy":
        for_tidy(sys.argv[2], sys.argv[3:])
    else:
        print(*numbers(sys.argv[1:]), sep="\n")


if __name__ == "__main__":
    main()
