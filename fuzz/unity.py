#!/usr/bin/python3
"""Groups the sources of one folder so that each group can be compiled as one: `unity.py SOURCE…` prints the
number of its group for each source. Reading the same headers again for each of some hundred short sources is most of a build's
time. Two sources that both have a name in their unnamed namespaces cannot share a group; names are found by form (what
begins a line there), and a name too many only makes one more group."""

import glob
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
            elif alias := re.match(r"(?:using|namespace) (?:[\w:]*::)?(\w+)(?: =.*)?;", line):
                found[alias[1]] = line
            elif inside and (match := NAME.match(line)):
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


def main():
    groups = []  # (number of sources, their names)
    headers = in_headers(os.path.dirname(sys.argv[1]))
    for path in sys.argv[1:]:
        own = names(path)
        alone = any(meaning == path and name in headers for name, meaning in own.items())
        at = len(groups) if alone else next((i for i, group in enumerate(groups) if fits(group, own)), len(groups))
        count, taken = groups[at] if at < len(groups) else (0, {})
        groups[at:at + 1] = [(MOST if alone else count + 1, taken | own)]
        print(at)


if __name__ == "__main__":
    main()
