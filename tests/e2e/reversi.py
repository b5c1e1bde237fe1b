"""Reversi by its rules, written for the tests alone: it shares nothing with the program it judges."""

DIRECTIONS = [(dx, dy) for dx in (-1, 0, 1) for dy in (-1, 0, 1) if dx or dy]
OTHER = {"black": "white", "white": "black"}


class Game:
    def __init__(self):
        self.board = {(3, 3): "white", (4, 4): "white", (4, 3): "black", (3, 4): "black"}
        self.to_move = "black"
        self.over = False
        self.passes = 0
        self.moves = []

    def flips(self, square, side):
        if square in self.board:
            return []
        taken = []
        for dx, dy in DIRECTIONS:
            line = []
            x, y = square[0] + dx, square[1] + dy
            while self.board.get((x, y)) == OTHER[side]:
                line.append((x, y))
                x, y = x + dx, y + dy
            if line and self.board.get((x, y)) == side:
                taken += line
        return taken

    def legal(self, side=None):
        side = side or self.to_move
        return [name((x, y)) for y in range(8) for x in range(8) if self.flips((x, y), side)]

    def play(self, move):
        square = ("abcdefgh".index(move[0]), int(move[1]) - 1)
        taken = self.flips(square, self.to_move)
        if not taken:
            raise ValueError(f"{self.to_move} {move} is illegal")
        for one in [square, *taken]:
            self.board[one] = self.to_move
        self.moves.append(move)
        self.to_move = OTHER[self.to_move]
        if not self.legal():
            self.to_move = OTHER[self.to_move]
            self.over = not self.legal()
            self.passes += not self.over

    def text(self):
        return "".join(self.moves)

    def is_empty(self, square):
        return ("abcdefgh".index(square[0]), int(square[1]) - 1) not in self.board

    def count(self, side):
        return sum(1 for owner in self.board.values() if owner == side)

    def rows(self):
        signs = {None: ".", "black": "x", "white": "o"}
        return ["".join(signs[self.board.get((x, y))] for x in range(8)) for y in range(8)]


def name(square):
    return "abcdefgh"[square[0]] + str(square[1] + 1)


def replay(transcript):
    game = Game()
    for i in range(0, len(transcript), 2):
        game.play(transcript[i : i + 2])
    return game
