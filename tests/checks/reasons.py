#!/usr/bin/python3
"""Checks that PROTOCOL.md names every reason the server gives in reject and bye, and every way a game can end.

usage: reasons.py SOURCE_FOLDER
"""
import pathlib
import re
import sys

root = pathlib.Path(sys.argv[1])
page = (root / "proto/PROTOCOL.md").read_text(encoding="utf-8")
given = re.compile(r'(?:refuse\((?:[^"(){}]*,)?\s*\{?|Refused\{|Bye\s*\w*\{|say_goodbye\(\{)\s*"([a-z_]+)"')

reasons = {}
for folder in ("server/room", "server/net"):
    for file in sorted((root / folder).glob("*.cpp")):
        for reason in given.findall(file.read_text(encoding="utf-8")):
            reasons.setdefault(reason, file.name)
for reason in re.findall(r'EndReason::\w+, "([a-z_]+)"', (root / "common/game/game.cpp").read_text(encoding="utf-8")):
    reasons.setdefault(reason, "game.cpp")
missing = {reason: file for reason, file in reasons.items() if f"`{reason}`" not in page}
for reason, file in sorted(missing.items()):
    print(f"FAIL PROTOCOL.md does not explain {reason} ({file})")
print(f"{len(reasons)} reasons, {len(missing)} of them unexplained")
sys.exit(bool(missing) or len(reasons) < 40)
