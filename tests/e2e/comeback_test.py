"""Somebody's client is killed in the middle of a game and comes back; somebody else stays away; nobody idles hotly."""
import sys

import scenario
from reversi import Game

ABSENCE_GRACE_S = 3
IDLE_S = 4
IDLE_TICKS = 2


def main(desk, server, client):
    host = server(desk, "--absence-grace", str(ABSENCE_GRACE_S))
    ann = client(desk, "ann", left=0, arguments=["--server", host.url])
    code = scenario.create_room(ann)
    url = ann.view["url"]
    bob = client(desk, "bob", left=1300, arguments=[url])
    bob.wait(lambda v: "button.join" in v["buttons"], "the button Join")
    bob.press("button.join")
    game = Game()
    seats = {"black": ann, "white": bob}

    def play(count):
        for _ in range(count):
            mover = seats[game.to_move]
            mover.wait(lambda v: v["place"] and v["moves"] == len(game.moves), f"{game.to_move} may place")
            move = game.legal()[0]
            mover.play(move)
            game.play(move)

    play(5)
    for one in (ann, bob):
        one.wait(lambda v: v["moves"] == 5 and not v["moving"] and not v["toast"], "the fifth move, at rest, no message left to fade")
    for one in (ann, bob):
        one.rest()
        ticks = one.ticks_in(IDLE_S)
        scenario.check(ticks <= IDLE_TICKS, f"an idle window uses no CPU: {one.name} {ticks} ticks in {IDLE_S} s")

    ann.kill()
    bob.wait(lambda v: v["opponent_absent"], "the friend's absence")
    scenario.passed("F09 the absence of the killed client is seen")
    ann.run([url])
    ann.wait(lambda v: v["begun"] and v["you"] == "black" and v["moves"] == 5, "the seat and the game")
    scenario.check(ann.view["rows"] == game.rows(), "Z16 a player who comes back has the seat and the position")
    desk.screenshot("ann-is-back")
    bob.wait(lambda v: not v["opponent_absent"], "the friend's return")
    play(2)
    bob.wait(lambda v: v["moves"] == 7, "the game goes on")
    scenario.passed("Z16 the game goes on after the return")

    ann.kill()
    bob.wait(lambda v: v["opponent_absent"], "the friend's absence")
    scenario.check("button.replace.easy" not in bob.view["buttons"], "F10 the AI is not offered at once")
    bob.wait(lambda v: "button.replace.easy" in v["buttons"], "the offer of the AI")
    desk.screenshot("replace-offered")
    bob.press("button.replace.easy")
    if game.to_move == "white":
        bob.wait(lambda v: v["place"] and "button.replace.easy" not in v["buttons"], "white may place")
        move = game.legal()[0]
        bob.play(move)
        game.play(move)
    made = len(game.moves)
    bob.wait(lambda v: v["moves"] > made and v["place"], "the AI's move and the user's turn")
    desk.screenshot("ai-plays")
    record = host.room(code)["moves"]
    scenario.check(record.startswith(game.text()) and len(record) > len(game.text()),
                   "F11 after the replacement the same position goes on against the AI")


if __name__ == "__main__":
    sys.exit(scenario.run(main))
