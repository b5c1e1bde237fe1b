#!/usr/bin/python3
"""F05 F08 F09 F11 F14 F18 Z16: runs the session that PROTOCOL.md shows against the real server; every frame must be as
written there, but for what differs each time (room, secrets, URL, the AI's choice, milliseconds).

usage: session_test.py SERVER_PROGRAM PROTOCOL.md
"""
import asyncio
import json
import pathlib
import re
import sys

import websockets

from server_process import running

server, page = sys.argv[1], pathlib.Path(sys.argv[2]).read_text(encoding="utf-8")
grace_seconds = 3  # for the page's two minutes; long enough for the comeback before it on a busy machine
real = {}  # what the page calls it -> what it is in this run


def differences(shown, got, path=""):
    """Where a frame differs from the page. Names that are new are learned on the way."""
    if type(shown) is not type(got):
        return [f"{path}: {json.dumps(got)} instead of {json.dumps(shown)}"]
    if isinstance(shown, dict):
        found = [f"{path}.{key} is {'missing' if key in shown else 'new'}" for key in shown.keys() ^ got.keys()]
        for key in shown.keys() & got.keys():
            found += differences(shown[key], got[key], f"{path}.{key}")
        return found
    key = path.rsplit(".", 1)[-1]
    if key in ("black_ms", "white_ms"):  # a moment may pass on a busy machine
        return [] if shown - 60_000 < got <= shown + 5_000 else [f"{path}: {got} for {shown}"]
    if key == "watch_url":  # its code is told nowhere else
        real.setdefault(shown.rsplit("/", 1)[1], got.rsplit("/", 1)[1])
    if key in ("room", "secret", "url", "watch_url", "server"):
        return [] if real.setdefault(shown, got) == got else [f"{path}: {got} instead of {real[shown]}"]
    if key in ("move", "moves", "hash") and shown in learned_from_ai:
        return [] if real.setdefault(shown, got) == got else [f"{path}: {got} instead of {real[shown]}"]
    if key in ("absence_grace_ms", "replace_in_ms"):
        return [] if (shown > 0) == (got > 0) and got <= grace_seconds * 1000 else [f"{path}: {got} for {shown}"]
    return [] if shown == got else [f"{path}: {json.dumps(got)} instead of {json.dumps(shown)}"]


async def main(url, steps):
    sockets = {}
    for number, (who, sign, text) in enumerate(steps, 1):
        where = f"step {number}, {who} {sign} {text}"
        if sign == "x":
            await sockets.pop(who).close()
            continue
        if who not in sockets:
            sockets[who] = await websockets.connect(url.replace("http", "ws") + "/ws")
        if sign == ">":
            for shown, got in real.items():
                text = text.replace(f'"{shown}"', f'"{got}"')
            await sockets[who].send(text)
            continue
        try:
            frame = await asyncio.wait_for(sockets[who].recv(), timeout=20)
        except (asyncio.TimeoutError, websockets.exceptions.ConnectionClosed) as error:
            sys.exit(f"FAIL {where}\n  nothing came: {error!r}")
        found = differences(json.loads(text), json.loads(frame))
        if found:
            sys.exit(f"FAIL {where}\n  got {frame}\n  " + "\n  ".join(found))
    for who, socket in sockets.items():
        await socket.close()


blocks = re.findall(r"^```session\n(.*?)^```", page, re.M | re.S)
steps = [(line.split(" ", 2) + [""])[:3] for block in blocks for line in block.splitlines() if not line.startswith("#")]
by_ai = [json.loads(text) for _, sign, text in steps if sign == "<" and '"ai":true' in text]
learned_from_ai = {event[key] for event in by_ai for key in ("move", "hash")}

if len(steps) < 50 or not by_ai:
    sys.exit("FAIL PROTOCOL.md has lost its session")
# Every type of message is explained, and every one but bye is shown.
shown_types = {json.loads(text)["t"] for _, sign, text in steps if sign in "<>"}
schemas = [json.loads((pathlib.Path(sys.argv[2]).parent / "schema" / f"{name}.json").read_text()) for name in ("client", "server")]
types = {reference["$ref"].rsplit("/", 1)[1] for schema in schemas for reference in schema["oneOf"]}
if types - shown_types != {"bye"}:
    sys.exit(f"FAIL the session does not show {sorted(types - shown_types)}")
for name in sorted(types):
    if f"`{name}`" not in page:
        sys.exit(f"FAIL PROTOCOL.md does not explain {name}")

with running(server, "--absence-grace", str(grace_seconds)) as url:
    asyncio.run(main(url, steps))
print(f"{len(steps)} steps as PROTOCOL.md shows them")
