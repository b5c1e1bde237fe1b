"""A desk to test on: a display without a screen, a real server, real client windows, and a hand on the mouse.

Nothing here sleeps for a fixed time: wait_for() looks again until its deadline, and says what it waited for.
"""
import base64
import json
import os
import pathlib
import shutil
import signal
import socket
import subprocess
import tempfile
import time

SECOND_LOOK = 0.02


class Failure(Exception):
    pass


def wait_for(condition, what, seconds=20.0):
    """Returns the first true answer of condition(); raises Failure when there is none within the time."""
    deadline = time.monotonic() + seconds
    while True:
        answer = condition()
        if answer:
            return answer
        if time.monotonic() > deadline:
            raise Failure(f"waited {seconds:g} s for: {what}")
        time.sleep(SECOND_LOOK)


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


class Desk:
    """Owns every process and file of one scenario; leaving the `with` ends them all, newest first."""

    def __init__(self, artifacts, width=2600, height=840):
        self.artifacts = pathlib.Path(artifacts)
        shutil.rmtree(self.artifacts, ignore_errors=True)
        self.artifacts.mkdir(parents=True)
        self.processes = []
        self.home = tempfile.TemporaryDirectory(prefix="dolbang-e2e-")
        self.env = {k: v for k, v in os.environ.items() if k not in ("DISPLAY", "WAYLAND_DISPLAY")}
        self.shots = 0
        read, write = os.pipe()
        self.start(["Xvfb", "-displayfd", str(write), "-screen", "0", f"{width}x{height}x24", "-nolisten", "tcp",
                    "+extension", "GLX"], "xvfb", pass_fds=[write])
        os.close(write)
        with os.fdopen(read) as number:
            line = number.readline().strip()
        if not line:
            raise Failure("Xvfb did not start; see xvfb.log")
        self.env["DISPLAY"] = ":" + line

    def __enter__(self):
        return self

    def __exit__(self, kind, _value, _trace):
        if kind is not None:
            self.screenshot("failure")
        for process in reversed(self.processes):
            stop(process)
        self.home.cleanup()

    def start(self, command, name, env=None, pass_fds=()):
        log = open(self.artifacts / f"{name}.log", "ab")
        with log:
            process = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=log, stderr=subprocess.STDOUT,
                                       env=env or self.env, pass_fds=pass_fds)
        self.processes.append(process)
        return process

    def tool(self, *command):
        done = subprocess.run(command, env=self.env, capture_output=True, text=True, timeout=30, check=False)
        return done.stdout.strip() if done.returncode == 0 else ""

    def screenshot(self, name):
        self.shots += 1
        self.tool("import", "-window", "root", str(self.artifacts / f"{self.shots:02}-{name}.png"))


def stop(process, seconds=15):
    if process.poll() is None:
        process.terminate()
        try:
            process.wait(seconds)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()


class Server:
    def __init__(self, desk, *flags, program):
        self.port = free_port()
        self.url = f"http://127.0.0.1:{self.port}"
        data = pathlib.Path(desk.home.name) / "server"
        data.mkdir()
        self.process = desk.start([program, "--address", "127.0.0.1", "--port", str(self.port), "--data", str(data), *flags],
                                  "server")
        wait_for(self.answers, "the server answers on its port")

    def answers(self):
        if self.process.poll() is not None:
            raise Failure(f"the server ended with {self.process.returncode}; see server.log")
        try:
            socket.create_connection(("127.0.0.1", self.port), 1).close()
            return True
        except OSError:
            return False

    def get(self, path):
        """The answer to a GET, headers and all."""
        with socket.create_connection(("127.0.0.1", self.port), 10) as connection:
            connection.sendall(f"GET {path} HTTP/1.1\r\nHost: 127.0.0.1:{self.port}\r\nConnection: close\r\n\r\n".encode())
            return connection.makefile("rb").read().decode()

    def room(self, code):
        """The room as a visitor sees it, asked over the protocol (PROTOCOL.md)."""
        with WebSocket(self.port) as connection:
            connection.send({"t": "hello", "version": 1, "client": "dolbang-e2e"})
            connection.receive("welcome")
            connection.send({"t": "open", "room": code})
            return connection.receive("state")


class WebSocket:
    """Just enough of RFC 6455 to talk to our own server: short text frames, no fragments."""

    def __init__(self, port, path="/ws"):
        self.socket = socket.create_connection(("127.0.0.1", port), 10)
        self.socket.settimeout(10)
        key = base64.b64encode(os.urandom(16)).decode()
        self.socket.sendall((f"GET {path} HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nUpgrade: websocket\r\n"
                             f"Connection: Upgrade\r\nSec-WebSocket-Key: {key}\r\n"
                             "Sec-WebSocket-Version: 13\r\n\r\n").encode())
        self.file = self.socket.makefile("rb")
        status = self.file.readline().decode()
        if " 101 " not in status:
            raise Failure(f"no WebSocket: {status.strip()}")
        while self.file.readline().strip():
            pass

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.file.close()
        self.socket.close()

    def frame(self, opcode, data):
        mask = os.urandom(4)
        size = bytes([0x80 | len(data)]) if len(data) < 126 else bytes([0x80 | 126]) + len(data).to_bytes(2, "big")
        self.socket.sendall(bytes([0x80 | opcode]) + size + mask + bytes(b ^ mask[i % 4] for i, b in enumerate(data)))

    def send(self, message):
        self.frame(1, json.dumps(message).encode())

    def receive(self, kind):
        """The next message of that type; others are passed over."""
        while True:
            first, size = self.file.read(2)
            size &= 0x7F
            if size >= 126:
                size = int.from_bytes(self.file.read(2 if size == 126 else 8), "big")
            data = self.file.read(size)
            opcode = first & 0x0F
            if opcode == 9:
                self.frame(10, data)
            elif opcode == 8:
                raise Failure("the server closed the connection")
            elif opcode == 1:
                message = json.loads(data)
                if message["t"] == kind:
                    return message


class Client:
    """One window of the real client, with a home of its own. What it shows is read from its trace
    (DOLBANG_TRACE, see client-sdl/app): one JSON line whenever the screen changes."""

    def __init__(self, desk, name, left, arguments, program):
        self.desk = desk
        self.program = program
        self.name = name
        self.left = left
        self.home = pathlib.Path(desk.home.name) / name
        self.home.mkdir()
        self.runs = 0
        self.run(arguments)

    def run(self, arguments=()):
        self.runs += 1
        self.trace = self.desk.artifacts / f"{self.name}-{self.runs}.trace"
        env = dict(self.desk.env, HOME=str(self.home), XDG_DATA_HOME=str(self.home / "data"),
                   XDG_CONFIG_HOME=str(self.home / "config"), XDG_STATE_HOME=str(self.home / "state"),
                   XDG_CACHE_HOME=str(self.home / "cache"), DOLBANG_TRACE=str(self.trace), LANG="C.UTF-8",
                   LIBGL_ALWAYS_SOFTWARE="1", SDL_AUDIODRIVER="dummy", SDL_VIDEODRIVER="x11")
        self.position = 0
        self.unread = b""
        self.view = {}
        self.process = self.desk.start([self.program, *arguments], self.name, env)
        self.window = wait_for(self.find_window, f"{self.name}'s window", 60)
        self.wait(lambda v: v, "its first picture", 60)
        wait_for(self.move_window, f"{self.name}'s window in its place")

    def find_window(self):
        self.alive()
        found = self.desk.tool("xdotool", "search", "--all", "--onlyvisible", "--pid", str(self.process.pid), "--name", ".")
        return found.split("\n")[-1] if found else None

    def move_window(self):
        """There is no window manager: SDL centres the window, at its own time, and focus is ours to give."""
        self.desk.tool("xdotool", "windowmove", self.window, str(self.left), "0", "windowfocus", self.window)
        return f"Position: {self.left},0 " in self.desk.tool("xdotool", "getwindowgeometry", self.window)

    def alive(self):
        if self.process.poll() is not None:
            raise Failure(f"{self.name} ended with {self.process.returncode}; see {self.name}.log")

    def look(self):
        """The newest view."""
        self.alive()
        if self.trace.exists():
            with self.trace.open("rb") as file:
                file.seek(self.position)
                fresh = file.read()
            self.position += len(fresh)
            lines = (self.unread + fresh).split(b"\n")
            self.unread = lines.pop()
            for line in lines:
                self.view = json.loads(line)
        return self.view

    def wait(self, condition, what, seconds=30.0):
        wait_for(lambda: condition(self.look()), f"{self.name}: {what}", seconds)
        return self.view

    def click(self, point):
        x, y = point
        self.desk.tool("xdotool", "windowraise", self.window, "windowfocus", self.window,
                       "mousemove", "--window", self.window, str(round(x)), str(round(y)), "click", "1")

    def press(self, button):
        """Clicks on the middle of a button, once the panel has come to rest."""
        self.wait(lambda v: button in v["buttons"] and not v["moving"], f"the button {button}")
        x, y, width, height = self.view["buttons"][button]
        self.click((x + width / 2, y + height / 2))

    def square(self, name):
        return self.look()["squares"][name]

    def play(self, move):
        """Clicks on the square of the board."""
        self.click(self.square(move))

    def wheel(self, move, clicks):
        """Turns the wheel over a square: away from the hand when positive."""
        x, y = self.square(move)
        self.desk.tool("xdotool", "mousemove", "--window", self.window, str(round(x)), str(round(y)),
                       "click", "--repeat", str(abs(clicks)), "4" if clicks > 0 else "5")

    def kill(self):
        self.process.send_signal(signal.SIGKILL)
        self.process.wait()

    def close(self):
        """Leaves as a person would whose session ends; the exit must be a clean one."""
        self.process.terminate()
        if self.process.wait(20) != 0:
            raise Failure(f"{self.name} ended with {self.process.returncode}; see {self.name}.log")

    def cpu_ticks(self):
        fields = pathlib.Path(f"/proc/{self.process.pid}/stat").read_text().rsplit(")", 1)[1].split()
        return int(fields[11]) + int(fields[12])

    def rest(self, seconds=10):
        """Waits until the program has used no CPU for half a second: fades and tool tips are over."""
        last = [self.cpu_ticks(), time.monotonic()]

        def still():
            ticks = self.cpu_ticks()
            if ticks != last[0]:
                last[:] = [ticks, time.monotonic()]
            return time.monotonic() - last[1] > 0.5

        wait_for(still, f"{self.name} comes to rest", seconds)

    def ticks_in(self, seconds):
        """CPU time used in a span; here the span itself is what is measured."""
        before = self.cpu_ticks()
        time.sleep(seconds)
        return self.cpu_ticks() - before
