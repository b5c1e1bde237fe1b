"""Two people play Renju by URL: a forbidden point, five in a row, and one more game with sides swapped."""
import sys

import scenario

# Black's fourth stone makes H8 a double three; then black makes five on row 3. White plays out of the way.
BEFORE = "g9 a1 i9 o15 g7 a15 i7 o1".upper().split()
FORBIDDEN = "H8"
AFTER = "c3 n13 d3 l15 e3 n10 f3 l12 g3".upper().split()
WINNING = {"C3", "D3", "E3", "F3", "G3"}


def rows_of(moves):
    """The board after these moves, row 15 first."""
    board = [["."] * 15 for _ in range(15)]
    for number, move in enumerate(moves):
        board[15 - int(move[1:])]["ABCDEFGHIJKLMNO".index(move[0])] = "xo"[number % 2]
    return ["".join(row) for row in board]


def main(desk, server, client):
    host = server(desk)
    ann = client(desk, "ann", left=0, arguments=["--server", host.url])
    ann.press("game.1")
    ann.press("rule.1")
    ann.wait(lambda v: v["game"] == "omok" and v["variant"] == "renju", "Renju is chosen")
    scenario.passed("M08 the rule is chosen first, then the mode")
    desk.screenshot("start")
    code = scenario.create_room(ann)
    state = host.room(code)
    scenario.check((state["game"], state["variant"]) == ("omok", "renju"), "F07 the rule chosen before applies to the room")

    bob = client(desk, "bob", left=1300, arguments=[ann.view["url"]])
    bob.press("button.join")
    for one in (ann, bob):
        one.wait(lambda v: v["begun"], "the game begins")
    scenario.check(ann.view["you"] == "black" and bob.view["you"] == "white", "F06 creator black, joiner white")

    def width(view):
        return view["squares"]["I8"][0] - view["squares"]["G8"][0]

    normal = width(bob.view)
    middle = bob.square("H8")
    bob.wheel("H8", 3)
    bob.wait(lambda v: width(v) > 1.2 * normal, "the board comes nearer")
    scenario.check(max(abs(a - b) for a, b in zip(bob.view["squares"]["H8"], middle)) <= 2,
                   "I09 V04 the wheel zooms to what is under the pointer")
    bob.press("view.0")
    bob.wait(lambda v: abs(width(v) - normal) <= 1, "V07 the view's button brings it back")

    seats = (ann, bob)
    played = []

    def play(move):
        mover = seats[len(played) % 2]
        mover.wait(lambda v: v["place"] and v["moves"] == len(played), f"{mover.name} may place {move}")
        # Now on the board, now by the table.
        if len(played) % 3 == 2:
            mover.press("cell." + move)
        else:
            mover.play(move)
        played.append(move)
        for one in seats:
            one.wait(lambda v: v["moves"] == len(played), f"{move} on {one.name}'s screen")
            scenario.check(one.view["rows"] == rows_of(played), None, f"{one.name}'s board after {played}")

    for move in BEFORE:
        play(move)
    ann.wait(lambda v: v["place"] and v["forbidden"] == [FORBIDDEN], "the x on the double three")
    scenario.check(not bob.view["forbidden"], "K08 K14 black alone sees the x on the forbidden point")
    scenario.check("cell." + FORBIDDEN not in ann.view["buttons"], "T05 its cell of the table cannot be pressed")
    ann.play(FORBIDDEN)
    ann.wait(lambda v: v["hint"] == "forbidden", "the reason why nothing was placed")
    scenario.check(ann.view["moves"] == len(played) == host.room(code)["ply"], "I07 O26 a click on the x places nothing")
    desk.screenshot("forbidden")
    for move in AFTER:
        play(move)
    scenario.passed(f"I06 T06 clicks on the board and buttons of the table place, on both screens ({len(played)} moves)")

    for one in seats:
        one.wait(lambda v: v["over"], "the result")
        scenario.check(set(one.view["winning"]) == WINNING, None, f"{one.name}'s winning row")
    scenario.passed("E10 the winning five is marked for both")
    desk.screenshot("five")
    state = host.room(code)
    scenario.check(state["moves"].upper() == "".join(played), "F18 the server's record is the game that was played")
    scenario.check(state["result"] == {"winner": "black", "reason": "five_in_row"}, "O11 black wins with exactly five")

    ann.press("button.rematch")
    bob.wait(lambda v: v["rematch_offered"], "the friend's wish to play again")
    bob.press("button.rematch")
    for one, side in ((ann, "white"), (bob, "black")):
        one.wait(lambda v: v["you"] == side and not v["over"] and v["moves"] == 0, "the next game with sides swapped")
        scenario.check(one.view["variant"] == "renju", None, "the rule stays")
    scenario.passed("F08 one more game, with sides swapped and the same rule")
    bob.wait(lambda v: v["place"], "black may place")
    bob.play("H8")
    ann.wait(lambda v: v["moves"] == 1 and v["place"], "the first stone of the second game")
    desk.screenshot("rematch")


if __name__ == "__main__":
    sys.exit(scenario.run(main))
