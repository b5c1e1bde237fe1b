"""What the scenarios share: their command line, their log of what was shown, and the first steps into a room."""
import argparse
import functools
import traceback

import desk as equipment

shown = 0


def passed(what):
    global shown
    shown += 1
    print(f"ok   {what}", flush=True)


def check(truth, what, detail=""):
    """Tells what was shown; `what` may be None where a check is one of many and only its failure is news."""
    if not truth:
        raise equipment.Failure(f"not so: {what or detail}")
    if what:
        passed(what)


def create_room(client):
    """Presses "play with a friend" and returns the code of the room."""
    client.wait(lambda v: "button.create" in v.get("buttons", {}), "the start screen", 60)
    client.press("button.create")
    client.wait(lambda v: v.get("url"), "the room's URL")
    return client.view["url"].rsplit("/", 1)[1]


def run(main):
    arguments = argparse.ArgumentParser()
    for name in ("server", "client", "artifacts"):
        arguments.add_argument("--" + name, required=True)
    given = arguments.parse_args()
    try:
        with equipment.Desk(given.artifacts) as desk:
            main(desk, functools.partial(equipment.Server, program=given.server),
                 functools.partial(equipment.Client, program=given.client))
    except Exception:  # whatever it was: the log, the pictures and a failed test
        traceback.print_exc()
        print(f"FAILED; pictures and logs: {given.artifacts}")
        return 1
    print(f"{shown} shown")
    return 0
