"""A room over https and wss, on a server whose certificate comes from an authority of one's own."""
import subprocess
import sys

import scenario


def certificates(folder):
    """An authority and a server's certificate by it, as docs/hosting.md would have them made."""
    def openssl(*arguments):
        subprocess.run(["openssl", *arguments], cwd=folder, check=True, capture_output=True)

    openssl("req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-days", "2",
            "-subj", "/CN=A host's own authority", "-keyout", "authority.key", "-out", "authority.pem")
    openssl("req", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-subj", "/CN=dolbang",
            "-keyout", "server.key", "-out", "server.csr")
    (folder / "names").write_text("subjectAltName=IP:127.0.0.1\n")
    openssl("x509", "-req", "-in", "server.csr", "-CA", "authority.pem", "-CAkey", "authority.key", "-CAcreateserial",
            "-days", "1", "-extfile", "names", "-out", "server.pem")


def main(desk, server, client):
    folder = desk.artifacts / "certificates"
    folder.mkdir()
    certificates(folder)
    host = server(desk, "--tls-cert", str(folder / "server.pem"), "--tls-key", str(folder / "server.key"))
    url = host.url.replace("http:", "https:")
    trusting = ["--ca-file", str(folder / "authority.pem")]

    eve = client(desk, "eve", left=0, arguments=["--server", url])
    eve.wait(lambda v: "button.create" in v["buttons"], "the start screen", 60)
    eve.press("button.create")
    eve.wait(lambda v: v["toast"] == "certificate_untrusted", "why the server is not believed", 60)
    desk.screenshot("not-trusted")
    eve.close()
    scenario.passed("who does not know the authority is told so, and what to do")

    ann = client(desk, "ann", left=0, arguments=["--server", url, *trusting])
    scenario.create_room(ann)
    scenario.check(ann.view["url"].startswith(url + "/r/"), "F01 the room's URL is https")
    bob = client(desk, "bob", left=1300, arguments=[ann.view["url"], *trusting])
    bob.wait(lambda v: "button.join" in v["buttons"], "the button Join")
    bob.press("button.join")
    for one in (ann, bob):
        one.wait(lambda v: v["begun"], "the game begins")
    for number, (one, move) in enumerate([(ann, "f5"), (bob, "d6"), (ann, "c3")], 1):
        one.wait(lambda v: v["place"], "the turn")
        one.play(move)
        for each in (ann, bob):
            each.wait(lambda v, moves=number: v["moves"] == moves, f"move {number}")
    desk.screenshot("both")
    scenario.passed("F04 F05 a game over wss between two windows")


if __name__ == "__main__":
    sys.exit(scenario.run(main))
