"""A room with a clock, undo by consent and spectators by their own link."""
import sys

import scenario


def main(desk, server, client):
    host = server(desk)
    ann = client(desk, "ann", left=0, arguments=["--server", host.url])
    ann.wait(lambda v: "button.room_choices" in v.get("buttons", {}), "the start screen", 60)
    scenario.check("room.clock.1" not in ann.view["buttons"], "a room takes two presses: its options are out of sight")
    ann.press("button.room_choices")
    for choice in ("room.clock.1", "room.spectators.1", "room.undo"):
        ann.wait(lambda v, name=choice: name in v["buttons"], choice)
        ann.press(choice)
    desk.screenshot("chosen")
    code = scenario.create_room(ann)
    ann.wait(lambda v: v["watch_url"], "the spectators' link")
    desk.screenshot("ann-waits")

    bob = client(desk, "bob", left=1300, arguments=[ann.view["url"]])
    bob.wait(lambda v: "button.join" in v["buttons"], "the button Join")
    desk.screenshot("bob-may-join")
    bob.press("button.join")
    for one in (ann, bob):
        one.wait(lambda v: v["begun"], "the game begins")
    scenario.check(ann.view["black_clock"] == 180 and bob.view["white_clock"] == 180, "F19 both have three minutes")

    ann.play("f5")
    bob.wait(lambda v: v["moves"] == 1 and v["place"], "Ann's move")
    bob.wait(lambda v: v["white_clock"] < 180, "Bob's clock runs")
    scenario.check(bob.view["black_clock"] == 180, "F19 the clock runs for the player to move")
    ann.press("button.ask_undo")
    bob.wait(lambda v: "button.agree" in v["buttons"], "Ann's question")
    desk.screenshot("undo-asked")
    bob.press("button.agree")
    for one in (ann, bob):
        one.wait(lambda v: v["moves"] == 0, "the move is taken back")
    scenario.passed("F21 Z01 undo with the other's consent")
    ann.play("c4")
    bob.wait(lambda v: v["moves"] == 1 and v["place"], "Ann's second thought")
    bob.press("button.ask_pause")
    ann.wait(lambda v: "button.agree" in v["buttons"], "Bob's question")
    ann.press("button.agree")
    bob.wait(lambda v: v["paused"], "the pause")
    scenario.check(not bob.view["place"], "F22 a pause by consent stops the game")
    desk.screenshot("paused")
    ann.press("button.resume")
    bob.wait(lambda v: v["place"], "the game goes on")

    scenario.check("play alone" in host.get(f"/r/{code}"), "F23 the room's page says that they play alone")
    watch = ann.view["watch_url"]
    ann.close()
    eve = client(desk, "eve", left=0, arguments=[watch])
    eve.wait(lambda v: v["begun"] and v["watching"], "the spectator sees the game")
    scenario.check(code not in eve.view["url"] and "button.join" not in eve.view["buttons"],
                   "F23 the spectators' link shows the game, and not the room's code")
    bob.play("c3")
    eve.wait(lambda v: v["moves"] == 2, "Bob's move")
    desk.screenshot("watched")


if __name__ == "__main__":
    sys.exit(scenario.run(main))
