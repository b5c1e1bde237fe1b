#!/usr/bin/python3
"""Checks every #include of the program against the dependency rules of ARCHITECTURE.md.

usage: include_rules.py SOURCE_FOLDER
"""
import pathlib
import re
import sys

root = pathlib.Path(sys.argv[1])

# A part of the program (a folder) and the parts it may include beside itself.
allowed = {
    "common/core": set(),
    "common/game": {"common/core"},
    "common/games": {"common/core", "common/game"},
    "common/match": {"common/core", "common/game", "common/games"},
    "common/notation": {"common/core", "common/game", "common/games", "common/match"},
    "common/ai": {"common/core", "common/game", "common/games"},
    "proto": {"common/core"},
    "threads": set(),
    "engine": {"common", "threads"},
    "server": {"common", "proto", "server"},
    "server/room": {"common", "proto"},
    "server/store": {"common", "proto"},
    "server/ops": {"common"},
    "client-sdl/app": {"common", "proto"},
    "client-sdl/i18n": {"common"},
    "client-sdl/scene3d": {"common", "client-sdl/app"},
    "client-sdl/ui": {"common", "client-sdl/app", "client-sdl/i18n", "client-sdl/scene3d"},
    "client-sdl/sound": {"common", "client-sdl/app"},
    "client-sdl/platform": {"common", "proto", "client-sdl", "threads"},
}

sdl, gl = r"SDL2?/|SDL\w*\.h", r"epoxy/|GL/|GLES\d/|EGL/|imgui"
network = r"boost/(asio|beast)|openssl/|sys/socket"
# System headers: where they may not appear, and why.
forbidden = [
    ("common", f"{sdl}|{gl}|{network}|boost/|thread>|fstream|sqlite3", "common/ is pure: no window, socket, thread or file"),
    ("proto", f"{sdl}|{gl}|{network}|thread>|fstream", "proto/ is structs and text"),
    ("engine", f"{sdl}|{gl}|{network}", "dolbang-engine is a program for a shell"),
    ("server", f"{sdl}|{gl}", "the server draws nothing"),
    ("server/room", f"{network}|thread>|mutex>|fstream|sqlite3", "a room is a pure state machine"),
    ("server/store", network, "the store knows no sockets"),
    ("client-sdl/app", f"{sdl}|{gl}|{network}|thread>|fstream", "the client's model draws and waits for nothing"),
    ("client-sdl/i18n", f"{sdl}|{gl}|{network}", "texts are texts"),
    ("client-sdl/scene3d", f"{network}|SDL", "only platform/ includes SDL"),
    ("client-sdl/ui", f"{network}|SDL", "only platform/ includes SDL"),
]
first_folder_of_common = {"core", "game", "games", "match", "notation", "ai"}


def part_of(path):
    """The most exact part a path (of a file or an include) belongs to."""
    if path.split("/")[0] in first_folder_of_common:
        path = "common/" + path
    found = [part for part in allowed if path.startswith(part + "/")]
    return max(found, key=len, default=None)


def inside(part, folder):
    return part == folder or part.startswith(folder + "/")


problems, includes = [], 0
for folder in ("common", "proto", "threads", "engine", "server", "client-sdl"):
    for file in sorted((root / folder).rglob("*.[ch]pp")):
        name = file.relative_to(root).as_posix()
        here = part_of(name)
        if here is None:
            if name.count("/") > 1 or folder in ("common", "proto"):
                problems.append(f"{name}: name its folder and what it may include in {pathlib.Path(__file__).name}")
            continue  # a program's main file may include everything
        if name.endswith("/train/main.cpp"):
            continue  # as may a trainer's, though it lies beside what it trains
        for number, line in enumerate(file.read_text(encoding="utf-8").splitlines(), 1):
            match = re.match(r'\s*#\s*include\s+(["<])([^">]+)', line)
            if not match:
                continue
            includes += 1
            what, at = match[2], f"{name}:{number}"
            target = part_of(what) if match[1] == '"' else None
            if target and not inside(target, here) and not any(inside(target, ok) for ok in allowed[here]):
                problems.append(f"{at}: {here} may not include {target} ({what})")
            for where, pattern, why in forbidden:
                if target is None and inside(here, where) and re.match(f"(?:{pattern})", what + ">"):
                    problems.append(f"{at}: {what}: {why}")

for problem in problems:
    print("FAIL", problem)
print(f"{includes} includes, {len(problems)} against the rules")
sys.exit(bool(problems) or includes < 100)
