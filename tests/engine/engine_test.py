#!/usr/bin/python3
"""dolbang-engine as a process: its commands, its answers to rubbish, its exit codes (L01).

usage: engine_test.py DOLBANG_ENGINE
"""
import random
import subprocess
import sys
import unittest

PROGRAM = sys.argv[1]
LINE_LIMIT = 64 * 1024  # limits::engine_line_bytes
SHORT_TABLE = "15/15/15/15/15/6X8/4XOOOOX5/6XX7/6OXXO5/10O4/15/15/15/15/15"  # i8 is a double three
EMPTY_BOARD = "/".join(["15"] * 15)


def ask(arguments, text=b""):
    """The exit code and the lines of the answer."""
    if isinstance(text, str):
        text = text.encode()
    done = subprocess.run([PROGRAM, *arguments.split()], input=text, capture_output=True, timeout=60)
    out = done.stdout.decode("ascii")
    assert out == "" or out.endswith("\n"), "the last line has no end"
    return done.returncode, out.splitlines()


class Usage(unittest.TestCase):
    def test_wrong_usage_is_2_and_says_how(self):
        for arguments in ("", "--nonsense", "fly", "perft", "perft reversi", "perft reversi x", "perft reversi -1",
                          "perft chess 2", "perft reversi:7x7 2", "perft reversi 2 --after a1", "replay", "replay chess",
                          "explain " + EMPTY_BOARD, "explain 15/15 h8", "explain " + EMPTY_BOARD + " p1",
                          "--levels replay reversi", "perft reversi 2 perft reversi 2"):
            with self.subTest(arguments):
                done = subprocess.run([PROGRAM, *arguments.split()], input=b"", capture_output=True, timeout=60)
                self.assertEqual(done.returncode, 2)
                self.assertEqual(done.stdout, b"")
                self.assertGreater(len(done.stderr), 20)

    def test_help_is_0(self):
        for arguments in ("--help", "perft --help", "replay --help", "forbidden --help", "explain --help", "--version"):
            code, out = ask(arguments)
            self.assertEqual(code, 0, arguments)
            self.assertTrue(out)


class Perft(unittest.TestCase):
    def leaves(self, arguments):
        code, out = ask("perft " + arguments)
        self.assertEqual(code, 0)
        words = out[-1].split()
        self.assertEqual((words[1], words[3], words[5]), ("leaves", "s", "leaves/s"))
        return int(words[0]), out[:-1]

    def test_known_counts(self):
        self.assertEqual(self.leaves("reversi 0")[0], 1)
        self.assertEqual(self.leaves("reversi 6")[0], 8200)
        self.assertEqual(self.leaves("reversi:8x8 6 --free-passes")[0], 8200)
        self.assertEqual(self.leaves("omok 2")[0], 225 * 224)
        self.assertEqual(self.leaves("omok:renju-centre 2")[0], 224)

    def test_divide_adds_up(self):
        total, lines = self.leaves("reversi 5 --divide --after f5d6")
        self.assertEqual(total, sum(int(line.split()[1]) for line in lines))
        self.assertEqual(total, self.leaves("reversi 5 --after f5d6")[0])
        self.assertEqual([line.split()[0] for line in lines], ["c3", "c4", "c5", "c6", "c7"])


class Replay(unittest.TestCase):
    def test_answers(self):
        code, out = ask("replay reversi", "f5d6c3\n\nf5 d6 c3\nF5D6C3\ne6f4e3f6g5d6e7f5c5\nf5f6c4g5h5h4f7h6\n")
        self.assertEqual(code, 0)
        self.assertEqual(out, ["ok 3 0 5 2 57", "ok 0 0 2 2 60", "ok 3 0 5 2 57", "ok 3 0 5 2 57", "ok 9 0 13 0 51",
                               "ok 8 1 8 4 52"])
        code, out = ask("replay omok", "h8i9g7\nh8i9h9i10h10i11h11i12h12")
        self.assertEqual((code, out), (0, ["ok 3 0 2 1 222", "ok 9 0 5 4 216"]))

    def test_errors_name_the_ply_and_the_next_line_is_answered(self):
        code, out = ask("replay reversi", "f5d6a1\nf5z9\ne6f4e3f6g5d6e7f5c5a1\nf5-d6\nf5d6\n")
        self.assertEqual(code, 1)
        self.assertEqual(out[0], "error ply 3: a1 is not legal.")
        self.assertTrue(out[1].startswith('error ply 2: "z9" is not a square'), out[1])
        self.assertEqual(out[2], "error ply 10: a1 comes after the end.")
        self.assertTrue(out[3].startswith('error ply 2: "-"'), out[3])
        self.assertEqual(out[4], "ok 2 0 3 3 58")

    def test_variants(self):
        self.assertEqual(ask("replay reversi:6x6", "e4\n"), (0, ["ok 1 0 4 1 31"]))
        self.assertEqual(ask("replay reversi:8x8-black4", "\n"), (0, ["ok 0 0 6 2 56"]))
        self.assertEqual(ask("replay omok:renju-centre", "a1\n"), (1, ["error ply 1: a1 is not legal."]))
        self.assertEqual(ask("replay omok:freestyle-swap2", "h8 h9 i8 swap g7\n"), (0, ["ok 5 0 2 2 221"]))


class Forbidden(unittest.TestCase):
    def test_answers(self):
        overline = "15/15/15/15/15/15/15/1XXX1XX8/15/15/15/15/15/15/15"
        code, out = ask("forbidden", f"{SHORT_TABLE}\n{EMPTY_BOARD} b\n{overline}\n{overline}\tw\n")
        self.assertEqual((code, out), (0, ["i8:33", "-", "e8:overline", "e8:overline"]))

    def test_bad_boards(self):
        lines = ["", "15", EMPTY_BOARD + "/15", EMPTY_BOARD + " x", "16" + EMPTY_BOARD[2:], "Z14" + EMPTY_BOARD[2:],
                 EMPTY_BOARD + " b b", EMPTY_BOARD[:-1]]
        code, out = ask("forbidden", "\n".join(lines) + "\n")
        self.assertEqual(code, 1)
        self.assertEqual(len(out), len(lines))
        for line, answer in zip(lines, out):
            self.assertRegex(answer, r"^error: .{10}", line)

    def test_explain(self):
        wanted = "33 three(g8 h8 i8 +f8 +j8) three(h7 i8 j9 +g6 +k10)"
        self.assertEqual(ask(f"explain {SHORT_TABLE} i8"), (0, [wanted]))
        code, out = ask("explain", f"{SHORT_TABLE} i8\n{SHORT_TABLE} h8\n{SHORT_TABLE} q1\n{SHORT_TABLE}\n{EMPTY_BOARD} A1\n")
        self.assertEqual(code, 1)
        self.assertEqual(out[:2], [wanted, "occupied"])
        self.assertRegex(out[2], '^error: "q1" is not a point')
        self.assertRegex(out[3], "^error: Write a board")
        self.assertEqual(out[4], "legal")


class Convert(unittest.TestCase):
    GGF = "(;GM[Othello]PB[a]PW[b]TY[8]BO[8 -------- -------- -------- ---O*--- ---*O--- -------- -------- -------- *]B[f5]W[d6]B[c3];)"

    def test_line_by_line(self):
        code, out = ask("convert ggf transcript", f"{self.GGF}\nrubbish\n\n{self.GGF}\r\n")
        self.assertEqual(code, 1)
        self.assertEqual(len(out), 4)
        self.assertEqual((out[0], out[3]), ("f5d6c3", "f5d6c3"))
        self.assertRegex(out[1], "^error: .{10}")
        self.assertRegex(out[2], "^error: A line must hold one game")
        self.assertEqual(ask("convert transcript transcript", "F5 D6 C3\n"), (0, ["f5d6c3"]))
        code, out = ask("convert transcript ggf", "f5d6c3\nf5d6a1\n")
        self.assertEqual(code, 1)
        self.assertIn("B[f5]W[d6]B[c3]", out[0])
        self.assertIn("a1", out[1])
        self.assertEqual(ask("convert renju renju --game omok:renju", "H8I9G7\n")[0], 0)

    def test_files(self):
        code, out = ask("convert auto sgf", self.GGF)
        self.assertEqual(code, 0)
        sgf = "\n".join(out)
        self.assertIn("GM[2]", sgf)
        self.assertEqual(ask("convert auto transcript", sgf), (0, ["f5d6c3"]))
        self.assertEqual(ask("convert sgf transcript", sgf + "\n" + sgf), (0, ["f5d6c3", "f5d6c3"]))
        # One game that cannot be written does not cost the others.
        code, out = ask("convert transcript sgf --file", "f5d6c3\nf5d6a1\nf5f6\n")
        self.assertEqual(code, 1)
        self.assertEqual("\n".join(out).count("GM[2]"), 2)
        self.assertEqual(ask("convert auto sgf", "\0\1\2 nothing of the kind")[0], 1)
        self.assertEqual(ask("convert auto sgf", "")[0], 1)

    def test_usage(self):
        for arguments in ("convert", "convert ggf", "convert ggf pgn", "convert pgn ggf", "convert ggf auto",
                          "convert ggf sgf --game chess"):
            self.assertEqual(ask(arguments)[0], 2, arguments)


class Lines(unittest.TestCase):
    READERS = ("replay reversi", "replay omok:renju", "forbidden", "explain", "convert transcript ggf",
               "convert ggf transcript", "convert renju renju", "convert obf obf")

    def test_line_ends(self):
        self.assertEqual(ask("replay reversi", b"f5\r\nd3\r\n\r\nf5"),
                         (0, ["ok 1 0 4 1 59", "ok 1 0 4 1 59", "ok 0 0 2 2 60", "ok 1 0 4 1 59"]))
        self.assertEqual(ask("replay reversi", b""), (0, []))
        self.assertEqual(ask("replay reversi", b"\n"), (0, ["ok 0 0 2 2 60"]))

    def test_a_line_may_be_as_long_as_the_limit_and_no_longer(self):
        for ending in (b"\n", b"\r\n"):
            fits = b"f5" + b" " * (LINE_LIMIT - 3)
            code, out = ask("replay reversi", fits + ending + fits + b"  " + ending + b"f5" + ending)
            self.assertEqual((code, out), (1, ["ok 1 0 4 1 59", "error: The line is longer than 65536 bytes.",
                                               "ok 1 0 4 1 59"]))
        code, out = ask("replay reversi", b"a" * (8 << 20) + b"\nf5\n")
        self.assertEqual((code, len(out), out[1]), (1, 2, "ok 1 0 4 1 59"))

    def test_rubbish_gets_one_printable_line_each(self):
        generator = random.Random(7)
        lines = [bytes(generator.choice(b"abcfh123458/XO \t\r\0\x1b\xff\xc3-.,") for _ in range(generator.randrange(80)))
                 for _ in range(400)]
        lines += [b"\0", b"\xed\x95\x9c", b"f5\x1b[2J", b"f5\rd6", "f５".encode()]
        for reader in self.READERS:
            code, out = ask(reader, b"\n".join(lines) + b"\n")
            self.assertEqual(code, 1, reader)
            self.assertEqual(len(out), len(lines), reader)
            for line in out:
                self.assertTrue(line and line.isprintable() and len(line) < 400, line)

    def test_each_line_is_answered_before_the_next_is_read(self):
        with subprocess.Popen([PROGRAM, "replay", "reversi"], stdin=subprocess.PIPE, stdout=subprocess.PIPE) as process:
            for _ in range(3):
                process.stdin.write(b"f5d6\n")
                process.stdin.flush()
                self.assertEqual(process.stdout.readline(), b"ok 2 0 3 3 58\n")
            process.stdin.close()
            self.assertEqual(process.wait(timeout=60), 0)


class Levels(unittest.TestCase):
    """L01: what is printed is what the feature list promises."""
    PROMISED = {
        "reversi": {
            "novice": "depth=0 ms=- solve=0 perfect=0", "easy": "depth=0 ms=- solve=0 perfect=0",
            "casual": "depth=2 ms=- solve=0 perfect=0", "medium": "depth=4 ms=- solve=10 perfect=10",
            "strong": "depth=- ms=500 solve=14 perfect=14", "hard": "depth=- ms=1500 solve=20 perfect=14",
            "max": "depth=- ms=5000 solve=24 perfect=18"},
        "omok": {
            "novice": "depth=0 ms=- vcf=no", "easy": "depth=0 ms=- vcf=no", "casual": "depth=2 ms=- vcf=no",
            "medium": "depth=4 ms=- vcf=yes", "strong": "depth=- ms=500 vcf=yes vcf-defence=yes",
            "hard": "depth=- ms=1500 vcf=yes vcf-defence=yes", "max": "depth=- ms=5000 vcf=yes vcf-defence=yes vct=yes"},
    }

    def test_levels(self):
        code, out = ask("--levels")
        self.assertEqual(code, 0)
        self.assertTrue(out)
        order = []
        for line in out:
            game, level, *promises = line.split()
            for promise in self.PROMISED[game][level].split():
                self.assertIn(promise, promises, line)
            self.assertEqual("threads=all" in promises, level == "max")
            order.append((list(self.PROMISED).index(game), list(self.PROMISED[game]).index(level)))
        self.assertEqual(order, sorted(set(order)))
        self.assertIn((0, 1), order)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
