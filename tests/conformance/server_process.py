"""A dolbang-server of its own for one test: a free port, a folder that goes away again."""
import contextlib
import subprocess
import tempfile


@contextlib.contextmanager
def running(program, *flags):
    """Yields the server's URL without the last slash."""
    with tempfile.TemporaryDirectory(prefix="dolbang-conformance-") as data:
        process = subprocess.Popen([program, "--address", "127.0.0.1", "--port", "0", "--data", data,
                                    "--log-level", "warning", *flags], stdout=subprocess.PIPE, text=True)
        try:
            url = process.stdout.readline().strip().rstrip("/")
            if not url.startswith("http://"):
                raise SystemExit(f"the server did not start: {url!r}")
            yield url
        finally:
            process.terminate()
            code = process.wait(timeout=30)
        if code != 0:
            raise SystemExit(f"the server ended with {code}")
