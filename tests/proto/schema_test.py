#!/usr/bin/python3
"""Checks that the JSON Schemas, the test vectors and the codec say the same of every frame.

usage: schema_test.py PROTO_FOLDER PROTO_VERDICT_PROGRAM
"""
import copy
import json
import pathlib
import random
import subprocess
import sys

import jsonschema

proto, verdict_program = pathlib.Path(sys.argv[1]), sys.argv[2]
failures = []


def expect(good, what):
    if not good:
        failures.append(what)


def properties_of(definition):
    return set(definition.get("properties", {}))


def mutations(frame, rng):
    """Frames near a good one: a field left out, or holding what another field or nobody would."""
    odd = [None, True, False, -1, 0, 1, 2**31 - 1, 2**31, 2**53 - 1, 2**53, 2**64, 0.5, "", "x", "black", "a b",
           "a\nb", "\u202e", "돌", "x" * 16, "x" * 17, "x" * 64, "x" * 65, "x" * 600, [], ["x"], ["x"] * 17, [1], {},
           {"reason": "x"}, {"reason": 1}, {"taken": 1}, "f" * 16]
    for key in list(frame):
        if key != "t":
            yield {k: v for k, v in frame.items() if k != key}
        for value in rng.sample(odd, 12):
            changed = copy.deepcopy(frame)
            changed[key] = value
            yield changed
        if isinstance(frame[key], dict):
            for inner in mutations({"t": "", **frame[key]}, rng):
                changed = copy.deepcopy(frame)
                changed[key] = {k: v for k, v in inner.items() if k != "t"}
                yield changed


for direction in ("client", "server"):
    schema = json.loads((proto / "schema" / f"{direction}.json").read_text(encoding="utf-8"))
    vectors = json.loads((proto / "vectors" / f"{direction}.json").read_text(encoding="utf-8"))
    jsonschema.Draft202012Validator.check_schema(schema)
    validator = jsonschema.Draft202012Validator(schema)

    for vector in vectors["valid"]:
        for error in validator.iter_errors(vector["frame"]):
            failures.append(f"{direction}, valid, {vector['name']}: {error.message}")
    for vector in vectors["tolerated"]:
        expect(validator.is_valid(json.loads(vector["text"])), f"{direction}, tolerated, {vector['name']}: refused")
    for vector in vectors["invalid"]:
        try:
            frame = json.loads(vector["text"])
        except ValueError:
            expect(vector["code"] == "bad_json", f"{direction}, invalid, {vector['name']}: is not JSON")
            continue
        expect(vector.get("beyond_schema") or not validator.is_valid(frame),
               f"{direction}, invalid, {vector['name']}: the schema lets it pass")

    # Every type and every field of the schema is shown by some vector.
    for reference in schema["oneOf"]:
        kind = reference["$ref"].rsplit("/", 1)[1]
        frames = [v["frame"] for v in vectors["valid"] if v["frame"]["t"] == kind]
        shown = set().union(*map(set, frames)) if frames else set()
        for missing in sorted(properties_of(schema["$defs"][kind]) - shown):
            failures.append(f"{direction}: no valid vector shows {kind}.{missing}")

    rng = random.Random(20)
    frames = [m for v in vectors["valid"] for m in mutations(v["frame"], rng)]
    lines = "".join(f"{direction} {json.dumps(frame)}\n" for frame in frames)
    answers = subprocess.run([verdict_program], input=lines, text=True, capture_output=True, check=True).stdout.split()
    expect(len(answers) == len(frames), f"{direction}: {len(frames)} frames, {len(answers)} answers")
    accepted = 0
    for frame, answer in zip(frames, answers):
        accepted += answer == "ok"
        if validator.is_valid(frame) != (answer == "ok"):
            failures.append(f"{direction}: codec says {answer}, schema the opposite: {json.dumps(frame)[:300]}")
    print(f"{direction}: {len(frames)} changed frames, {accepted} of them good")
    expect(0 < accepted < len(frames), f"{direction}: the changed frames prove nothing")

for failure in failures[:40]:
    print("FAIL", failure)
print(f"{len(failures)} failures")
sys.exit(bool(failures))
