"""The demo server does what a good static host does."""

import gzip
import socket
import subprocess
import sys
from http.client import HTTPConnection
from urllib.error import HTTPError
from urllib.request import urlopen

import pytest

from build_scripts.project import ROOT
from build_scripts.serve import CONTENT_SECURITY_POLICY, Handler, make_server, serving

FILES = {
    "index.html": b"<!doctype html><title>x</title>",
    "main.js": b"export {};" * 100,
    "runtime/pyodide.asm.wasm": b"\0asm" * 100,
    "runtime/a.whl": b"PK",
    "pyodide.mjs": b"export {};",
}


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    folder = tmp_path_factory.mktemp("site") / "inside"
    for name, content in FILES.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_bytes(content)
    (folder.parent / "secret.txt").write_text("outside")
    return folder


@pytest.fixture(scope="module")
def get(folder):
    """Asks a server for a path; gives status, headers and body."""
    server = make_server(folder)

    def ask(path, method="GET", **headers):
        connection = HTTPConnection("127.0.0.1", server.server_address[1], timeout=10)
        connection.request(
            method, path, headers={name.replace("_", "-"): value for name, value in headers.items()}
        )
        response = connection.getresponse()
        body = response.read()
        connection.close()
        return response.status, response.headers, body

    with serving(server):
        yield ask


@pytest.mark.parametrize(
    ("path", "content_type"),
    [
        ("/", "text/html; charset=utf-8"),
        ("/main.js", "text/javascript; charset=utf-8"),
        ("/pyodide.mjs?v=1", "text/javascript; charset=utf-8"),
        ("/runtime/pyodide.asm.wasm", "application/wasm"),
        ("/runtime/a.whl", "application/octet-stream"),
    ],
)
def test_each_kind_of_file_has_its_type_and_the_policy(get, path, content_type):
    status, headers, _ = get(path)
    assert status == 200
    assert headers["Content-Type"] == content_type
    assert headers["Content-Security-Policy"] == CONTENT_SECURITY_POLICY


def test_compressible_files_come_compressed_to_who_can_read_that(get):
    _, headers, body = get("/main.js", Accept_Encoding="gzip, br")
    assert headers["Content-Encoding"] == "gzip"
    assert gzip.decompress(body) == FILES["main.js"]
    assert get("/main.js")[2] == FILES["main.js"]


@pytest.mark.parametrize("accepted", ["gzip;q=0", "br", "*;q=0.0, identity"])
def test_who_refuses_gzip_gets_none(get, accepted):
    assert get("/main.js", Accept_Encoding=accepted)[1]["Content-Encoding"] is None


def test_wheels_are_not_compressed_again(get):
    _, headers, body = get("/runtime/a.whl", Accept_Encoding="gzip")
    assert headers["Content-Encoding"] is None
    assert body == FILES["runtime/a.whl"]


def test_what_the_browser_has_is_not_sent_again(get):
    tag = get("/main.js")[1]["ETag"]
    status, headers, body = get("/main.js", If_None_Match=tag)
    assert (status, body, headers["ETag"]) == (304, b"", tag)
    assert get("/main.js", If_None_Match='"other"')[0] == 200


def test_a_changed_file_is_sent_again(get, folder):
    tag = get("/index.html")[1]["ETag"]
    (folder / "index.html").write_bytes(b"changed")
    assert get("/index.html", If_None_Match=tag)[2] == b"changed"


def test_head_gives_the_size_without_the_body(get):
    status, headers, body = get("/main.js", method="HEAD")
    assert (status, headers["Content-Length"], body) == (200, "1000", b"")


@pytest.mark.parametrize(
    "path",
    [
        *("/nothing", "/../secret.txt", "/%2e%2e/secret.txt", "//etc/passwd", "/runtime/"),
        *("/%00", "/" + "x" * 300, "/a/" * 2000),
    ],
)
def test_there_is_nothing_outside_of_the_folder(get, path):
    status, headers, _ = get(path)
    assert status == 404
    assert headers["Content-Security-Policy"]
    assert headers["X-Content-Type-Options"] == "nosniff"


@pytest.mark.parametrize("half", [b"", b"GET / HTTP/1.1\r\nHost:", b"GET /"])
def test_half_a_request_is_not_held_for_ever(folder, half, monkeypatch):
    assert Handler.timeout
    monkeypatch.setattr(Handler, "timeout", 0.2)
    server = make_server(folder)
    with serving(server), socket.create_connection(server.server_address, timeout=10) as line:
        line.sendall(half)
        assert line.recv(1) == b""


def test_what_is_no_address_is_told_so(folder):
    server = make_server(folder)
    with serving(server), socket.create_connection(server.server_address, timeout=10) as line:
        line.sendall(b"GET http://[/x HTTP/1.1\r\n\r\n")
        assert line.recv(100).startswith(b"HTTP/1.1 400 ")


def serve(folder, port):
    return subprocess.run(
        [sys.executable, "-m", "build_scripts.serve", "--port", str(port), str(folder)],
        cwd=ROOT,
        capture_output=True,
        text=True,
        timeout=30,
        check=False,
    )


@pytest.mark.parametrize("port", ["65536", "-1", "http", ""])
def test_what_is_no_port_is_told_with_the_remedy(folder, port):
    done = serve(folder, port)
    assert done.returncode == 1
    assert done.stderr == f"footwork: {port!r} is no port; choose one up to 65535: make demo PORT=8000\n"


def test_a_taken_port_is_told_with_the_remedy(folder):
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        done = serve(folder, port)
    assert done.returncode == 1
    assert done.stderr == f"footwork: port {port} is taken; choose another one: make demo PORT={port + 1}\n"


def test_a_game_from_elsewhere_is_served_and_the_page_is_told_of_it(folder, tmp_path):
    game = tmp_path / "stride.py"
    game.write_text("SYSTEM = None\n")
    page = folder / "index.html"
    page.write_bytes(b"<!doctype html><head><title>x</title></head>")
    with serving(make_server(folder, games=[game])) as address:
        head = urlopen(address).read()  # noqa: S310 - our own server
        file = urlopen(f"{address}games/stride.py")  # noqa: S310 - likewise
        assert b'<meta name="footwork-game" content="./games/stride.py"></head>' in head
        assert file.headers["Content-Type"] == "text/x-python; charset=utf-8"
        assert file.read() == b"SYSTEM = None\n"
        with pytest.raises(HTTPError, match="404"):
            urlopen(f"{address}games/other.py")  # noqa: S310 - likewise
