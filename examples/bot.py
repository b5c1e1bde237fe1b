#!/usr/bin/env python3
"""A bot for Dolbang's room protocol that plays Reversi and Omok: complete, to read and to change.

  bot.py http://localhost:7311                   makes a room and prints its URL; someone (or another bot) joins
  bot.py http://localhost:7311/r/K7QF2M9X        joins that room
  bot.py --seat seat.json ...                    keeps the seat in a file: started again, it comes back to it
  bot.py --game omok --variant renju-swap2 ...   makes a room of another game

It plays as soon as it is its turn, follows the position and compares the hash of every event, comes back by itself
when the connection is lost, and gives the seat back when a player who was replaced asks for it (Z16). With --games 2
it agrees to rematches until two games are over. It ends after the last game and prints the result.

Needs the package websockets (Debian: python3-websockets). The protocol is explained in proto/PROTOCOL.md.
"""
import argparse
import asyncio
import json
import os
import random
import re
import secrets
import sys
import urllib.parse

import websockets

DIRECTIONS = [(-1, -1), (-1, 0), (-1, 1), (0, -1), (0, 1), (1, -1), (1, 0), (1, 1)]
OTHER = {"black": "white", "white": "black"}
MASK = 2**64 - 1


def mix(z):
    z = ((z ^ (z >> 30)) * 0xBF58476D1CE4E5B9) & MASK
    z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & MASK
    return z ^ (z >> 31)


class Reversi:
    """A dictionary from (column, row), both from 0, to "black" or "white"."""

    def __init__(self, variant):
        size, _, handicap = variant.partition("-")
        self.size = int(size[0])
        a, b, end = self.size // 2 - 1, self.size // 2, self.size - 1
        self.discs = {(a, a): "white", (b, b): "white", (b, a): "black", (a, b): "black"}
        for corner in [(0, 0), (end, end), (end, 0), (0, end)][:int(handicap[5:] or 0)]:
            self.discs[corner] = handicap[:5]
        self.to_move = "black"

    @staticmethod
    def split(moves):
        return [moves[i:i + 2] for i in range(0, len(moves), 2)]

    def flips(self, side, square):
        if square in self.discs:
            return []
        turned = []
        for right, down in DIRECTIONS:
            column, row = square[0] + right, square[1] + down
            line = []
            while self.discs.get((column, row)) == OTHER[side]:
                line.append((column, row))
                column, row = column + right, row + down
            if self.discs.get((column, row)) == side:
                turned += line
        return turned

    def legal(self, side):
        size = range(self.size)
        return [f"{'abcdefgh'[c]}{r + 1}" for r in size for c in size if self.flips(side, (c, r))]

    def play(self, move):
        """Plays "f5"; the pass that may follow is part of it, as in the protocol."""
        square = ("abcdefgh".index(move[0]), int(move[1]) - 1)
        side = self.to_move
        for turned in self.flips(side, square):
            self.discs[turned] = side
        self.discs[square] = side
        # The turn goes over unless only the mover has a move. At the end of the game it goes over, too.
        if self.legal(OTHER[side]) or not self.legal(side):
            self.to_move = OTHER[side]

    def hash(self):
        """The position's hash as PROTOCOL.md defines it, so that a difference is noticed at once."""
        bits = {side: sum(1 << (8 * r + c) for (c, r), disc in self.discs.items() if disc == side) for side in OTHER}
        z = mix((bits["black"] + 0x9E3779B97F4A7C15) & MASK) ^ ((bits["white"] + 0xD1B54A32D192ED03) & MASK)
        z ^= (0x8CB92BA72F3D8DD7 if self.to_move == "white" else 0) ^ (0xFFFFC0C0C0C0C0C0 if self.size == 6 else 0)
        return f"{mix(z):016x}"


class Omok:
    """As Reversi; the stage is that of the Swap2 opening, as PROTOCOL.md numbers it."""

    def __init__(self, variant):
        self.discs = {}
        self.to_move = "black"
        self.stage = 1 if variant.endswith("-swap2") else 0
        self.centre = variant.endswith("-centre")

    @staticmethod
    def split(moves):
        return re.findall(r"[A-O]\d+|[a-z]+", moves)

    def legal(self, side):
        """All that could be legal: in Renju the server may refuse a forbidden point, and then we try another."""
        if self.stage in (2, 4):
            return ["stay", "swap", "more"][:4 - self.stage // 2]
        if self.centre and not self.discs:
            return ["H8"]
        return [f"{'ABCDEFGHIJKLMNO'[c]}{r + 1}" for r in range(15) for c in range(15) if (c, r) not in self.discs]

    def play(self, move):
        if move == "more":
            self.stage = 3
        elif move in ("stay", "swap"):
            self.stage, self.to_move = 0, "white"
        else:
            point = ("ABCDEFGHIJKLMNO".index(move[0]), int(move[1:]) - 1)
            self.discs[point] = "black" if len(self.discs) % 2 == 0 else "white"
            if self.stage == 0:
                self.to_move = OTHER[self.to_move]
            elif len(self.discs) == (3 if self.stage == 1 else 5):
                self.stage, self.to_move = (2, "white") if self.stage == 1 else (4, "black")

    def hash(self):
        z = mix((0x9E3779B97F4A7C15 + 2 * self.stage + (self.to_move == "white")) & MASK)
        for side in ("black", "white"):
            stones = sum(1 << (15 * r + c) for (c, r), stone in self.discs.items() if stone == side)
            for word in range(4):
                z = (mix((z + (stones >> 64 * word & MASK)) & MASK) + 0xD1B54A32D192ED03) & MASK
        return f"{mix(z):016x}"


GAMES = {"reversi": Reversi, "omok": Omok}


def choose(board, side):
    """The bot's whole wisdom: a random legal move. This is the function to change."""
    return random.choice(board.legal(side))


class Bot:
    def __init__(self, options):
        address = urllib.parse.urlsplit(options.url)
        if address.scheme not in ("http", "https") or not address.netloc:
            raise SystemExit("bot.py: give a URL such as http://localhost:7311 or http://localhost:7311/r/K7QF2M9X")
        self.socket_url = f"{'wss' if address.scheme == 'https' else 'ws'}://{address.netloc}/ws"
        self.options = options
        self.room = address.path[3:] if address.path.startswith("/r/") else None
        self.secret = None      # of our seat; with it we can come back
        self.new_secret = secrets.token_hex(16)  # for the seat we ask for, so that we can ask again if no answer comes
        self.asked = False
        self.version = None     # of the room, as far as we have followed it
        self.seq = 0            # of our last intent
        self.side = None
        self.game, self.board, self.ply = None, None, 0
        self.game_number = 1
        self.finished = 0       # the number of the last game that we have seen the end of
        self.rematch_sent = 0   # the number of the game we agreed to a rematch of
        if options.seat and os.path.exists(options.seat):
            with open(options.seat, encoding="utf-8") as file:
                saved = json.load(file)
            self.room, self.secret = saved["room"], saved["secret"]

    async def run(self):
        wait = 1
        while True:
            try:
                async with websockets.connect(self.socket_url, max_size=64 * 1024) as self.socket:
                    await self.enter()
                    wait = 1
                    async for frame in self.socket:
                        message = json.loads(frame)
                        handler = getattr(self, "on_" + message["t"], None)  # unknown types are skipped
                        if handler and await handler(message) == "done":
                            return
                        if message["t"] == "bye":
                            wait = message.get("reconnect_after_ms", 1000) / 1000
            except (OSError, websockets.exceptions.WebSocketException) as error:
                print(f"connection lost: {error}", file=sys.stderr)
            if not self.asked and not self.secret and self.room is None:
                raise SystemExit("bot.py: the server cannot be reached")
            await asyncio.sleep(wait * random.uniform(1, 1.3))
            wait = min(2 * wait, 30)

    async def send(self, kind, **fields):
        await self.socket.send(json.dumps({"t": kind, **fields}))

    async def intend(self, kind, **fields):
        self.seq += 1
        await self.send(kind, seq=self.seq, **fields)

    async def enter(self):
        await self.send("hello", version=1, client="dolbang-example-bot/1")
        if self.secret:
            # Without `since` the whole state comes back, and with it the answer to whatever was under way.
            self.version = None
            await self.send("open", room=self.room, secret=self.secret)
        elif self.room:
            await self.send("open", room=self.room)  # looks first, joins when the state says that a seat is free
        else:
            self.asked = True
            await self.send("create", game=self.options.game, variant=self.options.variant, name=self.options.name,
                            secret=self.new_secret)

    async def on_entered(self, message):
        self.room, self.secret, self.side = message["room"], message["secret"], message["side"]
        print(f"{self.side} in {message.get('url', self.room)}", flush=True)
        if self.options.seat:
            with open(os.open(self.options.seat, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "w") as file:
                json.dump({"room": self.room, "secret": self.secret}, file)

    async def on_state(self, message):
        """The whole room: rebuild everything from it."""
        self.version = message["version"]
        self.side = message.get("you")
        self.game_number = message["game_number"]
        self.seq = max(self.seq, message.get("seq", 0))
        self.game = GAMES[message["game"]]
        self.board, self.ply = self.game(message["variant"]), message["ply"]
        for move in self.board.split(message.get("moves", "")):
            self.board.play(move)
        self.compare(message)
        if self.side is None and not self.secret:
            if message["phase"] != "waiting" and not self.asked:
                raise SystemExit("bot.py: both seats of this room are taken")
            self.asked = True
            return await self.send("join", name=self.options.name, secret=self.new_secret)
        if self.side and message[self.side].get("ai"):
            return await self.intend("reclaim")
        if message["phase"] == "over":
            return await self.over(message["result"])
        if message["phase"] == "playing":
            return await self.think()

    async def on_event(self, message):
        """One step of the room. Versions have no gaps; what we cannot follow we ask for anew."""
        if self.version is None or message["version"] <= self.version:
            return  # from before our state
        if message["version"] != self.version + 1:
            return await self.resync()
        self.version = message["version"]
        kind = message["kind"]
        if kind == "moved":
            self.board.play(message["move"])
            self.ply = message["ply"]
            self.side = message.get("you", self.side)  # a swap
        elif kind == "restarted":
            self.board, self.ply = self.game(message["variant"]), 0
            self.side, self.game_number = message["you"], message["game_number"]
        if not self.compare(message):
            return await self.resync()
        if kind == "reclaiming" and message["side"] != self.side:
            return await self.intend("grant")
        if "result" in message:
            return await self.over(message["result"])
        if kind in ("joined", "moved", "restarted", "granted"):
            return await self.think()

    async def on_presence(self, message):
        if message.get("replace_in_ms") == 0 and self.options.replace:
            await self.intend("replace", level=self.options.replace)

    async def on_reject(self, message):
        print(f"refused: {message['reason']}: {message.get('message', '')}", file=sys.stderr)
        if message["reason"] in ("stale_ply", "not_your_turn", "illegal_move"):
            await self.resync()
        elif "seq" not in message:
            raise SystemExit("bot.py: cannot go on")  # the room or the seat does not exist

    def compare(self, message):
        same = message["hash"] == self.board.hash() and message["to_move"] == self.board.to_move
        if not same:
            print("our position differs from the server's", file=sys.stderr)
        return same

    async def resync(self):
        """Asks for the whole state; events until then are skipped."""
        self.version = None
        await self.send("open", room=self.room, secret=self.secret)

    async def think(self):
        if self.board.to_move == self.side:
            await self.intend("play", ply=self.ply, move=choose(self.board, self.side))

    async def over(self, result):
        if self.finished != self.game_number:
            self.finished = self.game_number
            black = sum(disc == "black" for disc in self.board.discs.values())
            print(f"game {self.game_number}: {result.get('winner', 'draw')} ({result['reason']}), "
                  f"black {black}, white {len(self.board.discs) - black}", flush=True)
        if self.game_number >= self.options.games:
            return "done"
        if self.rematch_sent != self.game_number:
            self.rematch_sent = self.game_number
            await self.intend("rematch")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("url", help="the server's URL, or a room's")
    parser.add_argument("--name", default="example bot", help="display name")
    parser.add_argument("--game", default="reversi", choices=GAMES, help="of a room that it makes")
    parser.add_argument("--variant", default="", help="of a room that it makes; empty: the game's usual one")
    parser.add_argument("--games", type=int, default=1, help="how many games to play in the room")
    parser.add_argument("--seat", metavar="FILE", help="where to keep the seat's secret")
    parser.add_argument("--replace", metavar="LEVEL", help="put this AI level in for an opponent who stays away")
    try:
        asyncio.run(Bot(parser.parse_args()).run())
    except KeyboardInterrupt:
        pass


if __name__ == "__main__":
    main()
