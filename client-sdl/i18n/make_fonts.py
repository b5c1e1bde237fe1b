#!/usr/bin/env python3
"""Cuts the fonts that are built into the client: make_fonts.py REGULAR.ttc BOLD.ttc CHARACTERS OUT_DIR

korean.otf and japanese.otf are Noto Sans CJK Regular with every character of the texts, Latin, and what
players' names are made of: every modern Hangul syllable, kana, the kanji of JIS X 0208 level 1.
bold.otf has the characters of the texts only.
"""
import pathlib
import sys

from fontTools import subset
from fontTools.ttLib import TTFont

# Faces of the collection, by their order in the file.
JAPANESE, KOREAN = 0, 1


def jis_rows(rows):
    """The characters of the given rows of JIS X 0208."""
    found = set()
    for row in rows:
        for cell in range(94):
            try:
                found |= set(bytes((0xA1 + row, 0xA1 + cell)).decode("euc-jp"))
            except UnicodeDecodeError:
                pass
    return found


def cut(source, face, characters, target):
    font = TTFont(source, fontNumber=face, lazy=True)
    options = subset.Options(layout_features=[], hinting=False, desubroutinize=True, notdef_outline=True,
                             name_IDs=[0, 1, 2, 13, 14])  # names and licence stay with the font
    cutter = subset.Subsetter(options)
    cutter.populate(unicodes={ord(c) for c in characters})
    cutter.subset(font)
    font.save(target)


def main():
    regular, bold, texts, out = sys.argv[1:]
    out = pathlib.Path(out)
    used = set(pathlib.Path(texts).read_text(encoding="utf-8"))
    latin = {chr(c) for c in [*range(0x20, 0x7F), *range(0xA0, 0x180)]} | set("–—…·‘’“”←→×")
    kana = {chr(c) for c in [*range(0x3000, 0x3100), *range(0xFF01, 0xFF60)]}
    hangul = {chr(c) for c in range(0xAC00, 0xD7A4)}
    used |= latin
    cut(regular, KOREAN, used | kana | hangul, out / "korean.otf")
    cut(regular, JAPANESE, used | kana | jis_rows(range(15, 47)), out / "japanese.otf")
    cut(bold, KOREAN, used, out / "bold.otf")


main()
