"""A display without 3D: a whole game for two on one device, by the table's buttons alone."""
import sys

import scenario
from reversi import Game


def main(desk, server, client):
    del server  # nobody to meet
    ann = client(desk, "ann", left=0, arguments=["--flat"])
    ann.press("button.hotseat")
    game = Game()
    while not game.over:
        ann.wait(lambda v: v["moves"] == len(game.moves) and f"cell.{game.legal()[0]}" in v["buttons"],
                 f"{game.to_move} may press {game.legal()[0]}")
        ann.press(f"cell.{game.legal()[0]}")
        game.play(game.legal()[0])
    ann.wait(lambda v: v["moves"] == len(game.moves) and v["over"], "the result")
    desk.screenshot("over")
    scenario.check(ann.view["rows"] == game.rows(), "T11 without 3D the game is played to its end by the table")
    ann.close()


if __name__ == "__main__":
    sys.exit(scenario.run(main))
