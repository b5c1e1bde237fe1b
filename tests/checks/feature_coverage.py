#!/usr/bin/python3
"""Compares the codes in test names with the feature list: fails on a code that is not in the list, and prints
which lines no test names yet.

usage: feature_coverage.py SOURCE_FOLDER
"""
import pathlib
import re
import sys

tests = pathlib.Path(sys.argv[1]) / "tests"
features = dict(re.findall(r"^- ([A-Z]\d\d) (.*)$", (tests / "features.md").read_text(encoding="utf-8"), re.M))
letters = "".join(sorted({code[0] for code in features}))
code = re.compile(rf"\b[{letters}]\d\d\b")

named = {}
for file in sorted(tests.rglob("*")):
    if file.suffix not in (".cpp", ".py", ".sh") or tests / "checks" in file.parents:
        continue
    text = file.read_text(encoding="utf-8")
    # C++ names its tests; a script is one test and says in its text what it covers.
    names = re.findall(r'(?:TEST_CASE\w*|SUBCASE)\([^"]*"((?:[^"\\]|\\.)*)"', text) if file.suffix == ".cpp" else [text]
    for name in names:
        for found in code.findall(name):
            named.setdefault(found, set()).add(file.relative_to(tests).as_posix())

unknown = {found: files for found, files in named.items() if found not in features}
for found, files in sorted(unknown.items()):
    print(f"FAIL {found} in {', '.join(sorted(files))} is not a line of tests/features.md")

print("Lines that no test names yet:")
for found, text in features.items():
    if found not in named:
        print(f"  {found} {text}")
print(f"{len(named) - len(unknown)} of {len(features)} lines are named by tests")
sys.exit(bool(unknown) or not features or not named)
