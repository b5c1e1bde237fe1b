"""Two people play a whole game of Reversi by URL, and one more with sides swapped."""
import random
import re
import sys

import scenario
from reversi import OTHER, Game, replay


def main(desk, server, client):
    host = server(desk)
    ann = client(desk, "ann", left=0, arguments=["--server", host.url])
    code = scenario.create_room(ann)
    scenario.passed("F01 'play with a friend' creates a room and shows its URL")
    desk.screenshot("ann-waits")
    scenario.check(ann.view["waiting"], "F16 the creator sees that the room waits for someone")

    url = ann.view["url"]
    scenario.check(re.fullmatch(re.escape(host.url) + "/r/" + code, url), "F01 the URL names this server and the room")
    scenario.check(host.get(f"/r/{code}").startswith("HTTP/1.1 200"), "F04 a GET of the URL is answered")
    bob = client(desk, "bob", left=1300, arguments=[url])
    bob.wait(lambda v: "button.join" in v["buttons"], "the button Join")
    state = host.room(code)
    scenario.check(state["phase"] == "waiting", "F04 opening the URL joins nobody: the button Join waits")
    desk.screenshot("bob-may-join")
    bob.press("button.join")
    for one in (ann, bob):
        one.wait(lambda v: v["begun"], "the game begins")
    scenario.passed("F05 the game starts when Join is pressed")
    scenario.check(ann.view["you"] == "black" and bob.view["you"] == "white", "F06 creator black, joiner white")
    desk.screenshot("begun")

    eve = client(desk, "eve", left=0, arguments=[url])
    eve.wait(lambda v: v["begun"], "a third window shows the game")
    scenario.check(not eve.view["you"] and "button.join" not in eve.view["buttons"], "F15 a third person cannot take a seat")
    eve.close()

    seats = {"black": ann, "white": bob}
    choice = random.Random(2)
    game = Game()
    illegal_tried = False
    while not game.over:
        mover = seats[game.to_move]
        mover.wait(lambda v: v["place"] and v["moves"] == len(game.moves), f"{game.to_move} may place after {game.text()}")
        scenario.check(sorted(mover.view["legal"]) == sorted(game.legal()), None, f"legal squares after {game.text()}")
        if not illegal_tried and len(game.moves) == 4:
            empty = next(s for s in mover.view["squares"] if s not in game.legal() and game.is_empty(s))
            mover.click(mover.square(empty))
            illegal_tried = True
        move = choice.choice(game.legal())
        mover.play(move)
        game.play(move)
        for one in (ann, bob):
            one.wait(lambda v: v["moves"] == len(game.moves), f"{move} on the screen")
            scenario.check(one.view["rows"] == game.rows(), None, f"{one.name}'s board after {game.text()}")
        if len(game.moves) in (1, 20, 40):
            desk.screenshot(f"move-{len(game.moves)}")
    scenario.passed("I04 a click on a legal square places, on both screens, through the whole game")
    scenario.passed("I05 a click on another empty square does nothing")
    scenario.passed("R01 R04 R05 R10 R14 R19 R23 both boards agree with the rules after every move "
                    f"({len(game.moves)} moves, {game.passes} passes)")

    for one in (ann, bob):
        one.wait(lambda v: v["over"], "the result")
    desk.screenshot("over")
    scenario.check("button.undo" not in ann.view["buttons"] and "button.undo" not in bob.view["buttons"], "F12 no undo in a friend game")
    state = host.room(code)
    scenario.check(state["moves"] == game.text() and replay(state["moves"]).rows() == ann.view["rows"],
                   "F18 the server's record is the game that was played, to its final position")
    black, white = game.count("black"), game.count("white")
    winner = "black" if black > white else "white" if white > black else None
    scenario.check(state["phase"] == "over" and state["result"].get("winner") == winner,
                   f"R23 the server's result is {black} to {white}")

    ann.press("button.rematch")
    bob.wait(lambda v: v["rematch_offered"], "the friend's wish to play again")
    bob.press("button.rematch")
    for one, side in ((ann, "white"), (bob, "black")):
        one.wait(lambda v: v["you"] == side and not v["over"] and v["moves"] == 0, "the next game with sides swapped")
    scenario.passed("F08 one more game, with sides swapped")
    desk.screenshot("rematch")
    first = Game().legal()[0]
    bob.wait(lambda v: v["place"], "black may place")
    bob.play(first)
    ann.wait(lambda v: v["moves"] == 1 and v["place"], "the first move of the second game")

    ann.press("button.resign")
    if ann.wait(lambda v: v["over"] or "button.resign.yes" in v["buttons"], "the resignation or its question") and not ann.view["over"]:
        ann.press("button.resign.yes")
    for one in (ann, bob):
        one.wait(lambda v: v["over"], "the end by resignation")
    result = host.room(code)["result"]
    scenario.check(result == {"winner": OTHER["white"], "reason": "resigned"}, "F14 a resignation ends the game, and the friend sees it")
    desk.screenshot("resigned")


if __name__ == "__main__":
    sys.exit(scenario.run(main))
