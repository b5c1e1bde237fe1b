#!/usr/bin/env python3
"""Turns the .po files into a C++ table: make_texts.py OUT_DIR en.po ko.po ja.po

Writes texts.inc (the enumerators) and texts.cpp (one array a language), and characters.txt (every character
of every language, for the font subset). Fails when a language lacks a text or a placeholder differs.
"""
import ast
import pathlib
import re
import sys


def read_po(path):
    texts, key, target = {}, None, None
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
        line = line.strip()
        if not line or line.startswith("#"):
            continue
        match = re.fullmatch(r'(?:(msgid|msgstr) )?(".*")', line)
        if not match:
            sys.exit(f"{path}:{number}: cannot read {line!r}")
        word, value = match[1], ast.literal_eval(match[2])
        if word == "msgid":
            key, target = value, "id"
        elif word == "msgstr":
            target = "str"
            texts[key] = value
        elif target == "id":
            key += value
        else:
            texts[key] += value
    texts.pop("", None)
    return texts


def main():
    out = pathlib.Path(sys.argv[1])
    out.mkdir(parents=True, exist_ok=True)
    languages = [(pathlib.Path(p).stem, read_po(pathlib.Path(p))) for p in sys.argv[2:]]
    keys = list(languages[0][1])
    for name, texts in languages:
        if set(texts) != set(keys):
            sys.exit(f"{name}.po: differs in {sorted(set(texts) ^ set(keys))}")
        for key in keys:
            holes = [sorted(re.findall(r"\{\w+\}", t[key])) for t in (texts, languages[0][1])]
            if not texts[key] or holes[0] != holes[1]:
                sys.exit(f"{name}.po: {key} is empty or has other placeholders than the English text")
    (out / "texts.inc").write_text("".join(f"{key},\n" for key in keys))
    lines = ['#include "client-sdl/i18n/i18n.hpp"\n\nnamespace dolbang::i18n::detail {\n',
             "extern const char* const texts[][text_count];\n",
             "const char* const texts[][text_count] = {\n"]
    for name, texts in languages:
        lines.append(f"    {{  // {name}\n")
        for key in keys:
            value = texts[key].replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n")
            lines.append(f'        "{value}",\n')
        lines.append("    },\n")
    lines.append("};\n}  // namespace dolbang::i18n::detail\n")
    (out / "texts.cpp").write_text("".join(lines), encoding="utf-8")
    characters = {c for _, texts in languages for t in texts.values() for c in t}
    (out / "characters.txt").write_text("".join(sorted(characters)), encoding="utf-8")


main()
