"""The architecture's rules that a compiler does not see, as greps: who may include whom, how long a file may be,
which heavy headers stay out of headers, and that each test mirrors a source.

main → cli → run → the stages → model → base. Stages never include one another; run is the only folder that knows
several. CMake's link lists say the same, but an include of a header alone links nothing and would pass there.
"""

import functools
import os
import re
import unittest

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))

STAGES = {"setup", "fetch", "open", "read", "recognise", "results", "place", "judge", "report", "tables", "screen", "compare", "follow", "snapshot", "publish"}
MAY_INCLUDE = {
    "base": set(),
    "model": {"base"},
    "run": STAGES | {"model", "base"},
    "cli": {"run", "model", "base"},
    "": {"cli", "model", "base"},  # main.cc
    **{stage: {"model", "base"} for stage in STAGES},
}
MOST_LINES = 400
# Each costs seconds in every file that sees it.
HEAVY = re.compile(r"<(nlohmann/json\.hpp|CLI/|yaml-cpp/)")
# Tests of data or of a whole folder, that no one source answers for.
WITHOUT_SOURCE = {
    "open/cuts_test.cc": "cuts every container at every place",
    "recognise/corpus_test.cc": "scores the catalogue against the labelled corpus",
    "recognise/recorded_runs_test.cc": "what is true of recorded runs",
    "report/schemas_test.cc": "the files against their schemas",
}
# What a stage's tests include besides. Fixtures of other tests they may share, as "../folder/file.h".
TESTS_ALSO = {
    "recognise": {"read"},  # the corpus holds logs as bytes: they come to recognition as the program reads them
}
# What the headers that CI's build reads once for all (cmake/Stages.cmake) give; it would hide that one is not named.
GIVEN_BY = {
    "algorithm": r"std::(?:ranges::)?(?:sort|stable_sort|find_if|find_if_not|any_of|all_of|none_of|count_if|min_element|"
                 r"max_element|lower_bound|upper_bound|equal_range|unique|copy_if|transform|remove_if|clamp|minmax|reverse|"
                 r"partition|nth_element|binary_search|fill|rotate|search|adjacent_find|is_sorted)\b",
    "array": r"std::array\b",
    "filesystem": r"std::filesystem\b",
    "functional": r"std::(?:function|hash|less|greater)\b",
    "map": r"std::(?:multi)?map\b",
    "memory": r"std::(?:unique_ptr|shared_ptr|weak_ptr|make_unique|make_shared)\b",
    "optional": r"std::(?:optional|nullopt)\b",
    "set": r"std::(?:multi)?set\b",
    "string": r"std::(?:string|to_string)\b",
    "vector": r"std::vector\b",
    "fmt/format.h": r"\bfmt::",
    "tl/expected.hpp": r"\btl::",
}
INCLUDE = re.compile(r'^\s*#\s*include\s*([<"][^>"]+[>"])', re.MULTILINE)


def sources(top):
    for folder, folders, names in os.walk(os.path.join(ROOT, top)):
        folders[:] = sorted(f for f in folders if f != "data")
        for name in sorted(names):
            if name.endswith((".h", ".cc")):
                yield os.path.relpath(os.path.join(folder, name), os.path.join(ROOT, top))


def text_of(top, path):
    with open(os.path.join(ROOT, top, path), encoding="utf-8") as file:
        return file.read()


def includes(top, path):
    return INCLUDE.findall(text_of(top, path))


@functools.cache
def seen_headers(path):
    """The library's headers that a file of src/ names, itself or through ours."""
    found = set()
    for include in includes("src", path):
        name = include[1:-1]
        if include[0] == "<":
            found.add(name)
        elif os.path.exists(os.path.join(ROOT, "src", name)):  # or it is generated
            found |= seen_headers(name)
    return found


def unnamed(text, seen):
    """The headers of GIVEN_BY whose names stand in the text and that are not seen."""
    code = re.sub(r"//.*", "", text)
    return [header for header, names in GIVEN_BY.items() if header not in seen and re.search(names, code)]


def folder_of(path):
    return path.split(os.sep)[0] if os.sep in path else ""


def breach(folder, include, own_files):
    """What is wrong with an include in a file of `folder`; None: nothing."""
    name = include[1:-1]
    if include[0] == "<":
        return f"{include}: our own headers are included by quotes" if name.split("/")[0] in MAY_INCLUDE else None
    if name in own_files:
        return None
    target = name.split("/")[0] if "/" in name else None
    if target not in MAY_INCLUDE or ".." in name:
        return f"{include}: write it from src, as \"folder/file.h\""
    if target != folder and target not in MAY_INCLUDE[folder]:
        return f"{include}: {folder or 'main'} may include only {', '.join(sorted(MAY_INCLUDE[folder])) or 'itself'}"
    return None


class Layers(unittest.TestCase):
    def assert_none(self, faults):
        if faults:
            self.fail("\n" + "\n".join(faults))

    def test_sources_include_only_what_lies_below(self):
        faults = []
        seen = 0
        for path in sources("src"):
            folder = folder_of(path)
            self.assertIn(folder, MAY_INCLUDE, f"src/{path}: a folder that no layer names")
            for include in includes("src", path):
                seen += 1
                wrong = breach(folder, include, set())
                if wrong:
                    faults.append(f"src/{path}: {wrong}")
        self.assertGreater(seen, 100)
        self.assert_none(faults)

    def test_tests_know_no_more_than_what_they_test(self):
        faults = []
        for path in sources("tests"):
            folder = folder_of(path)
            if folder not in MAY_INCLUDE or not folder:
                continue
            here = os.path.join(ROOT, "tests", folder)
            for include in includes("tests", path):
                name = include[1:-1]
                if name.startswith("../") and os.path.exists(os.path.join(here, name)):
                    continue
                if name.split("/")[0] in TESTS_ALSO.get(folder, ()):
                    continue
                wrong = breach(folder, include, set(os.listdir(here)))
                if wrong:
                    faults.append(f"tests/{path}: {wrong}")
        self.assert_none(faults)

    def test_heavy_headers_stay_in_sources(self):
        heavy = [f"src/{p}: {i}" for p in sources("src") if p.endswith(".h") for i in includes("src", p) if HEAVY.match(i)]
        self.assert_none(heavy)

    def test_files_name_the_headers_they_use(self):
        self.assert_none([f"src/{path}: uses what <{header}> gives, and does not see it"
                          for path in sources("src") for header in unnamed(text_of("src", path), seen_headers(path))])
        self.assertEqual(unnamed("std::map<int, std::string> a; // std::set<int>", {"map"}), ["string"])

    def test_no_file_is_too_long(self):
        long = []
        for top in ("src", "tests"):
            for path in sources(top):
                lines = text_of(top, path).count("\n")
                if lines > MOST_LINES:
                    long.append(f"{top}/{path}: {lines} lines, more than {MOST_LINES}")
        self.assert_none(long)

    def test_each_test_mirrors_a_source(self):
        orphans = []
        for path in sources("tests"):
            if not path.endswith("_test.cc") or path in WITHOUT_SOURCE:
                continue
            stem = os.path.join(ROOT, "src", path[: -len("_test.cc")])
            if not os.path.exists(stem + ".h") and not os.path.exists(stem + ".cc"):
                orphans.append(f"tests/{path}: there is no src/{path[: -len('_test.cc')]}.h or .cc")
        self.assert_none(orphans)

    def test_the_greps_find_what_they_look_for(self):
        self.assertIsNone(breach("place", '"model/placed.h"', set()))
        self.assertIsNone(breach("place", '"place/times.h"', set()))
        self.assertIsNone(breach("place", "<vector>", set()))
        self.assertIsNone(breach("run", '"judge/judge.h"', set()))
        self.assertIsNone(breach("setup", '"fixtures.h"', {"fixtures.h"}))
        for folder, include in (
            ("place", '"read/blocks.h"'),
            ("place", '"run/check.h"'),
            ("cli", '"judge/judge.h"'),
            ("model", '"setup/policy_file.h"'),
            ("base", '"model/stamp.h"'),
            ("", '"run/check.h"'),
            ("place", '"times.h"'),
            ("place", '"../read/blocks.h"'),
            ("place", '"place/../read/blocks.h"'),
            ("place", "<read/blocks.h>"),
        ):
            self.assertIsNotNone(breach(folder, include, set()), (folder, include))
        self.assertEqual(INCLUDE.findall('# include "a/b.h"\n// #include "c/d.h"\n'), ['"a/b.h"'])


if __name__ == "__main__":
    unittest.main()
