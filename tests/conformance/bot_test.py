#!/usr/bin/python3
"""F05 F06 F08 Z12 Z13: the example bot plays two games of each kind against itself through the real server; both
sides and the server's record tell the same.

usage: bot_test.py SERVER_PROGRAM BOT
"""
import asyncio
import importlib.util
import json
import pathlib
import re
import subprocess
import sys

import websockets

from server_process import running

server, bot = sys.argv[1:]
spec = importlib.util.spec_from_file_location("bot", bot)
rules = importlib.util.module_from_spec(spec)
spec.loader.exec_module(rules)


def start(*arguments):
    return subprocess.Popen([sys.executable, "-B", bot, *arguments], stdout=subprocess.PIPE, text=True)


async def look_at(url, room):
    async with websockets.connect(url.replace("http", "ws") + "/ws") as socket:
        await socket.send(json.dumps({"t": "hello", "version": 1}))
        await socket.send(json.dumps({"t": "open", "room": room}))
        async for frame in socket:
            message = json.loads(frame)
            if message["t"] == "state":
                return message


def check(good, what):
    print("ok  " if good else "FAIL", what)
    if not good:
        sys.exit(1)


# Its hash is the published one, not only the server's.
vectors = json.loads((pathlib.Path(bot).parent.parent / "proto/vectors/hash.json").read_text())
usual = {"reversi": "8x8", "omok": "freestyle"}
for game, variant in usual.items():
    for vector in vectors[game]:
        board = rules.GAMES[game](vector.get("variant", variant))
        for move in board.split(vector["moves"]):
            board.play(move)
        check((board.hash(), board.to_move) == (vector["hash"], vector["to_move"]), f"hash after '{vector['moves']}'")


def two_games(url, game, variant):
    """The state of the room after two games of two bots, who saw the same results."""
    print(f"-- {game} {variant}")
    bots = []
    try:
        bots.append(start(url, "--name", "creator", "--games", "2", "--game", game, "--variant", variant))
        first_line = bots[0].stdout.readline()
        found = re.fullmatch(r"black in (http://\S+/r/(\S+))\n", first_line)
        check(found, f"the creator is black and knows the room's URL: {first_line.strip()}")
        bots.append(start(found[1], "--name", "joiner", "--games", "2"))
        said = [process.communicate(timeout=120)[0].splitlines() for process in bots]
        check([process.returncode for process in bots] == [0, 0], "both bots end well")
    finally:
        for process in bots:
            if process.poll() is None:
                process.kill()
                process.wait()
    check(said[1][0].startswith("white in "), "the joiner is white")
    results = said[0]
    check(len(results) == 2 and results == said[1][1:], f"both saw the same two results: {results}")

    state = asyncio.run(look_at(url, found[2]))
    check(state["phase"] == "over" and state["game_number"] == 2, "the server has the second game as over")
    board = rules.GAMES[game](state["variant"])
    moves = board.split(state["moves"])
    for move in moves:
        if move not in board.legal(board.to_move):
            check(False, f"{board.to_move} {move} is legal")
        board.play(move)
    check(board.hash() == state["hash"] and len(moves) == state["ply"], "the server's record replays to its position")
    check(results[1].startswith(f"game 2: {state['result'].get('winner', 'draw')} ({state['result']['reason']})"),
          "the server's result is the bots'")
    return state, board


with running(server) as url:
    for variant, swapped in (("8x8", "8x8"), ("6x6-black2", "6x6-white2")):
        state, board = two_games(url, "reversi", variant)
        check((state["black"]["name"], state["white"]["name"]) == ("joiner", "creator"), "the sides were swapped")
        check(state["variant"] == swapped, "a handicap went with its owner")
        check(not board.legal("black") and not board.legal("white"), "nobody can move any more")
        counts = [sum(disc == side for disc in board.discs.values()) for side in ("black", "white")]
        winner = "draw" if counts[0] == counts[1] else "black" if counts[0] > counts[1] else "white"
        check(state["result"].get("winner", "draw") == winner, f"{counts[0]}-{counts[1]}: the board says so, too")
    for variant in ("freestyle-centre", "renju-swap2"):
        state, board = two_games(url, "omok", variant)
        check(state["result"]["reason"] in ("five_in_row", "board_full", "all_forbidden"), state["result"]["reason"])
