"""The server as people start and stop it: real processes, real sockets, real signals."""

from __future__ import annotations

import gc
import http.client
import json
import signal
import socket
import sqlite3
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from urllib.error import HTTPError
from urllib.parse import urlsplit
from weakref import ref

import pytest
import uvicorn

from iaijutsu.engine import BadInput
from iaijutsu.play import cli
from iaijutsu.play.server import serving as serve
from iaijutsu.play.server import settings

from .conftest import Run
from .serving import PATIENCE, Served, serving

STOP = 2.0


def failed(*words: str, **environment: str) -> subprocess.CompletedProcess[str]:
    """`iaijutsu serve` that has to say what is wrong, and end."""
    command = [sys.executable, "-m", "iaijutsu", "serve", *words]
    return subprocess.run(
        command, capture_output=True, text=True, check=False, timeout=60, env={"LC_ALL": "C", **environment}
    )


# --- starting --------------------------------------------------------------------------------------------


def test_it_says_where_it_is_and_keeps_duels_in_a_file(tmp_path: Path) -> None:
    with serving(tmp_path, "--log", "quiet") as served:
        assert served.said == [f"The table is open: {served.url}\n"]
        assert served.line() == "Ctrl-C closes it; duels are kept.\n"
        assert urlsplit(served.url).hostname == "localhost"
        assert (served.get("healthz"), served.get("readyz")) == (b"alive\n", b"ready\n")
        assert b'id="lobby"' in served.get("")
        served.stop()
        assert (tmp_path / "data" / "duels.db").is_file()
        assert (tmp_path / "data").stat().st_mode & 0o077 == 0
        assert served.errors.read_text() == ""


def test_the_head_alone_is_sent_alone(tmp_path: Path) -> None:
    with serving(tmp_path) as served:
        line = http.client.HTTPConnection("127.0.0.1", served.port())
        for path in ("/", "/healthz"):  # on one connection: nothing is left over from the first
            line.request("HEAD", path, headers={"Host": "localhost"})
            answer = line.getresponse()
            assert (answer.status, answer.read()) == (200, b"")
        line.close()


def test_a_port_that_is_taken_is_told_in_a_line(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as other:
        port = str(other.getsockname()[1])
        done = failed("--port", port, "--data", str(tmp_path))
    assert done.returncode == 2
    assert done.stdout == ""
    assert done.stderr.count("\n") == 1
    assert f"port {port}" in done.stderr and "another program listens there" in done.stderr and "--port" in done.stderr
    assert not (tmp_path / "duels.db").exists()  # nothing was begun


@pytest.mark.parametrize(
    ("words", "environment", "told"),
    [
        (["--port", "70000"], {}, "--port: '70000' found; needed is a number from 0 to 65535"),
        (["--port", "x"], {}, "--port"),
        ([], {"IAIJUTSU_PORT": "-1"}, "IAIJUTSU_PORT: '-1' found"),
        (["--host", "no such host"], {}, "--host"),
        (["--host", "198.51.100.77"], {}, "does not have that address"),
        (["--database", "mysql://x/y"], {}, "needed is sqlite:///FILE or postgresql://"),
        (["--database", "duels.db"], {}, "needed is sqlite:///FILE"),
        (["--origin", "duels.example"], {}, "--origin"),
        (["--proxies", "nginx"], {}, "--proxies"),
        (["--limits", "maybe"], {}, "allowed is one of: on, off"),
        (["--metrics", "some"], {}, "allowed is one of: near, all, none"),
        (["--nonsense"], {}, "--nonsense"),
    ],
)
def test_what_is_wrong_is_said_in_a_line(
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
    words: list[str],
    environment: dict[str, str],
    told: str,
) -> None:
    for name, value in environment.items():
        monkeypatch.setenv(name, value)
    port = [] if "--port" in words or environment else ["--port", "0"]
    assert cli.run(["serve", *words, *port, "--data", str(tmp_path)]) == 2
    said = capsys.readouterr().err
    assert told in said
    assert said.count("\n") == 1 and "Traceback" not in said


def test_a_database_that_cannot_be_opened_is_told(tmp_path: Path) -> None:
    done = failed("--database", "sqlite:////no/such/folder/x.db", "--port", "0", "--data", str(tmp_path))
    assert done.returncode == 2
    assert "--database: it cannot be used: unable to open database file" in done.stderr


def test_a_password_is_not_said_again(tmp_path: Path) -> None:
    done = failed("--database", "postgresql://me:hunter2@127.0.0.1:1/x", "--port", "0", "--data", str(tmp_path))
    assert done.returncode == 2
    assert "hunter2" not in done.stdout + done.stderr
    assert "Traceback" not in done.stderr
    with pytest.raises(BadInput) as wrong:
        settings.read({"database": "mysql://me:hunter2@db/x"}, {})
    assert "hunter2" not in str(wrong.value)


# --- stopping --------------------------------------------------------------------------------------------


@pytest.mark.parametrize("by", [signal.SIGTERM, signal.SIGINT])
def test_it_stops_within_two_seconds_with_pages_open(tmp_path: Path, by: signal.Signals) -> None:
    """Among the pages one whose reader reads nothing, a form half sent, and a line on which nothing was said."""
    with serving(tmp_path) as served:
        made = served.post("api/v1/duels", {"game": "cards"})
        streams = [served.open(f"{path}/stream", made["pass"]) for path in both(made) * 4]
        for one in streams:
            assert any(line.startswith(b"event: seen") for line in iter(one.readline, b""))
        sockets = [connected(served, text) for text in half_sent(made)]
        time.sleep(0.3)
        took = served.stop(by)
        assert took < STOP, took
        assert served.process.returncode == 0
        for one in streams:
            assert one.read().endswith(b"\n\n")  # an orderly end: cut off, this would raise
        for one in sockets:
            one.close()
        told = served.errors.read_text()
        assert "Traceback" not in told and "level=error" not in told and "level=critical" not in told


def both(made: dict[str, Any]) -> list[str]:
    return [f"duel/{made['duel']}", f"api/v1/duels/{made['duel']}"]


def half_sent(made: dict[str, Any]) -> list[bytes]:
    """Beginnings of requests."""
    form = b"Content-Type: application/x-www-form-urlencoded\r\nContent-Length: 100\r\n\r\nabc"
    stream = (
        f"GET /duel/{made['duel']}/stream HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer {made['pass']}\r\n\r\n"
    )
    return [
        b"",
        b"GET / HT",
        b"GET / HTTP/1.1\r\nHost: local",
        b"POST /duels HTTP/1.1\r\nHost: localhost\r\n" + form,
        stream.encode(),
    ]


def connected(served: Served, text: bytes) -> socket.socket:
    parts = urlsplit(served.url)
    made = socket.create_connection(("127.0.0.1", parts.port or 0))
    made.sendall(text)
    return made


@contextmanager
def held_up(url: str) -> Iterator[None]:
    """Somebody else keeps all who write waiting."""
    if url.startswith("sqlite"):
        other: Any = sqlite3.connect(url.removeprefix("sqlite:///"), isolation_level=None)
        other.execute("BEGIN IMMEDIATE")
    else:
        import psycopg

        other = psycopg.connect(url)
        other.execute("LOCK TABLE duels")
    try:
        yield
    finally:
        other.close()


def test_it_stops_soon_though_the_database_lets_nobody_write(tmp_path: Path, any_url: str) -> None:
    """Moves that wait for it never happen; the next server can be begun."""
    with serving(tmp_path, "--database", any_url) as served:
        made = served.post("api/v1/duels", {"game": "cards"})
        say = {"id": "0123456789abcdef", "kind": "say", "text": "Never."}
        head = f"POST /api/v1/duels/{made['duel']}/commands HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer "
        body = json.dumps(say)
        rest = f"{made['pass']}\r\nContent-Type: application/json\r\nContent-Length: {len(body)}\r\n\r\n{body}"
        with held_up(any_url):
            waiting = [connected(served, (head + rest).encode()) for _n in range(3)]
            time.sleep(0.5)
            took = served.stop()
        assert took < STOP + 1, took  # more than a second of it is waited for what is under way
        assert served.process.returncode == 0
        assert [one.recv(99) for one in waiting] == [b""] * 3
        for one in waiting:
            one.close()
    with serving(tmp_path, "--database", any_url) as again:
        table = json.loads(again.get(f"api/v1/duels/{made['duel']}", made["pass"]))
        assert "Never." not in json.dumps(table)


def test_a_stopped_server_frees_its_port_and_the_next_goes_on(tmp_path: Path) -> None:
    with serving(tmp_path) as first:
        made = first.post("api/v1/duels", {"game": "rpg"})
        before = json.loads(first.get(f"api/v1/duels/{made['duel']}", made["pass"]))
        port = str(urlsplit(first.url).port)
        first.stop()
    with serving(tmp_path, "--port", port) as second:
        assert urlsplit(second.url).port == int(port)
        after = json.loads(second.get(f"api/v1/duels/{made['duel']}", made["pass"]))
    assert (before["asked"], before["lines"], before["board"]) == (after["asked"], after["lines"], after["board"])


def test_a_killed_server_has_lost_nothing_that_it_answered(tmp_path: Path) -> None:
    with serving(tmp_path) as first:
        made = first.post("api/v1/duels", {"game": "cards"})
        command = {"id": "0123456789abcdef", "kind": "say", "text": "Kept."}
        receipt = first.post(f"api/v1/duels/{made['duel']}/commands", command, made["pass"])
        first.stop(signal.SIGKILL)
    with serving(tmp_path) as second:
        again = second.post(f"api/v1/duels/{made['duel']}/commands", command, made["pass"])
        assert again == {"version": receipt["version"], "repeated": True}


# --- as it is hosted -------------------------------------------------------------------------------------


@pytest.mark.database
def test_two_processes_on_one_database_show_the_same_table(tmp_path: Path, postgres: str) -> None:
    """As compose.yaml has them: started at once on an empty database, and either may go."""
    (tmp_path / "one").mkdir()
    (tmp_path / "two").mkdir()
    told = ("--database", postgres)
    with serving(tmp_path / "one", *told) as one, serving(tmp_path / "two", *told) as two:
        made = one.post("api/v1/duels", {"game": "cards"})
        page = two.open(f"api/v1/duels/{made['duel']}/stream", made["pass"])
        for number, process in enumerate((one, two, one)):
            began = time.perf_counter()
            said(process, made, f"Line {number}.")
            until(page, f"Line {number}.")
            assert time.perf_counter() - began < STOP
        one.stop(signal.SIGKILL)
        said(two, made, "Alone.")
        until(page, "Alone.")
        assert two.stop() < STOP


def said(process: Served, made: dict[str, Any], text: str) -> None:
    """Somebody says something, by way of this process."""
    command = {"id": text.replace(" ", "-").strip(".").ljust(8, "x"), "kind": "say", "text": text}
    process.post(f"api/v1/duels/{made['duel']}/commands", command, made["pass"])


def until(page: Any, text: str) -> None:
    """Waits until the stream shows that."""
    end = time.monotonic() + 30
    for line in iter(page.readline, b""):
        if text.encode() in line:
            return
        assert time.monotonic() < end, f"{text} is never shown"
    raise AssertionError("the stream has ended")


def test_behind_a_proxy_that_is_believed_people_come_by_https(tmp_path: Path) -> None:
    told = ("--origin", "https://duels.example", "--proxies", "127.0.0.1", "--log", "quiet")
    with serving(tmp_path, *told) as served:
        assert served.url == "https://duels.example/"
        port = served.port()
        served.url = f"http://127.0.0.1:{port}/"
        with served.open("", **{"X-Forwarded-Proto": "https", "X-Forwarded-For": "93.184.216.34"}) as answer:
            assert answer.headers["Strict-Transport-Security"]
        with pytest.raises(HTTPError) as hidden:
            served.get("metrics", **{"X-Forwarded-For": "93.184.216.34"})
        assert hidden.value.code == 404
        hidden.value.close()
        assert b"iaijutsu_streams" in served.get("metrics")


# --- parts -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("host", "origin", "shown"),
    [
        ("127.0.0.1", "", "http://localhost:{port}/"),
        ("0.0.0.0", "", "http://127.0.0.1:{port}/"),
        ("127.0.0.1", "https://duels.example", "https://duels.example/"),
    ],
)
def test_the_address_is_one_that_a_browser_can_open(host: str, origin: str, shown: str) -> None:
    told = settings.Settings(host=host, port=0, origin=origin)
    sock = serve.listening(told)
    with sock:
        assert serve.address(told, sock) == shown.format(port=sock.getsockname()[1])


def test_a_host_that_is_none_is_told() -> None:
    with pytest.raises(BadInput, match="no address of this machine"):
        serve.listening(settings.Settings(host="no.such.host.invalid"))


@pytest.mark.parametrize(
    ("display", "screen"), [({}, False), ({"DISPLAY": ":0"}, True), ({"WAYLAND_DISPLAY": "w"}, True)]
)
def test_a_browser_is_only_thought_of_where_there_is_a_screen(
    monkeypatch: pytest.MonkeyPatch, display: dict[str, str], screen: bool
) -> None:
    monkeypatch.setattr(sys, "platform", "linux")
    for name in ("DISPLAY", "WAYLAND_DISPLAY"):
        monkeypatch.delenv(name, raising=False)
    for name, value in display.items():
        monkeypatch.setenv(name, value)
    assert serve.has_screen() is screen


# --- settings --------------------------------------------------------------------------------------------


def test_options_come_before_the_environment_and_both_before_what_is_usual() -> None:
    environment = {"IAIJUTSU_PORT": "9000", "IAIJUTSU_HOST": "0.0.0.0", "IAIJUTSU_LOG": " "}
    read = settings.read({"port": "9001", "log": None}, environment)
    assert (read.port, read.host, read.log) == (9001, "0.0.0.0", "lines")
    assert settings.read({}, {}) == settings.Settings()


def test_proxies_and_origin_are_read() -> None:
    read = settings.read({"proxies": "127.0.0.1, 10.1.2.3/8", "origin": "https://Duels.Example/"}, {})
    assert [str(one) for one in read.proxies] == ["127.0.0.1/32", "10.0.0.0/8"]
    assert (read.origin, read.secure) == ("https://duels.example", True)


def test_a_folder_that_is_a_file_is_told(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(BadInput, match="is no folder"):
        settings.read({"data": str(tmp_path / "file")}, {})


def test_what_goes_round_in_circles_is_collected_while_the_server_runs(run: Run) -> None:
    """The collector does not come by itself there."""

    class Ring:
        def __init__(self) -> None:
            self.ring = self

    async def ticked(counter: int) -> bool:
        server = serve.Server(uvicorn.Config(lambda: None), lambda: None, lambda: None)
        kept = ref(Ring())
        await server.on_tick(counter)
        return kept() is None

    gc.collect()
    gc.disable()
    try:
        assert [run(ticked(counter)) for counter in (1, serve.YOUNG, serve.ALL)] == [False, True, True]
    finally:
        gc.enable()


@pytest.mark.parametrize("sign", [signal.SIGTERM, signal.SIGINT], ids=["terminated", "ctrl-c"])
@pytest.mark.parametrize("pause", [0.0, 0.3], ids=["at once", "while all is closed"])
def test_a_second_signal_hurries_it_and_all_is_closed_in_order_even_so(
    tmp_path: Path, sign: signal.Signals, pause: float
) -> None:
    """Nothing is broken off, of which the log would tell; and it ends as after one signal."""
    with serving(tmp_path) as served:
        made = served.post("api/v1/duels", {"game": "cards"})
        path = f"/api/v1/duels/{made['duel']}/stream"
        ask = f"GET {path} HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer {made['pass']}\r\n\r\n"
        with connected(served, ask.encode()) as watching:
            assert watching.recv(99)
            served.process.send_signal(sign)
            time.sleep(pause)
            served.process.send_signal(sign)
            assert served.process.wait(PATIENCE) == 0
        told = served.errors.read_text()
        assert "Traceback" not in told and "level=error" not in told and "Error" not in told


@pytest.mark.parametrize(
    ("before", "after"),
    [((1024, 4096), (4096, 4096)), ((1024, -1), (serve.FILES, -1)), ((serve.FILES, 10**6), None), ((-1, -1), None)],
)
def test_as_many_files_are_asked_for_as_are_allowed(
    monkeypatch: pytest.MonkeyPatch, before: tuple[int, int], after: tuple[int, int] | None
) -> None:
    resource = pytest.importorskip("resource")
    asked: list[tuple[int, int]] = []
    monkeypatch.setattr(resource, "RLIM_INFINITY", -1)
    monkeypatch.setattr(resource, "getrlimit", lambda _kind: before)
    monkeypatch.setattr(resource, "setrlimit", lambda _kind, limits: asked.append(limits))
    serve._ask_for_files()
    assert asked == ([] if after is None else [after])


@pytest.mark.parametrize(
    ("path", "kind", "told"),
    [
        ("/duels", "text/html; charset=utf-8", "Ovaj se zahtjev ne može pročitati."),
        ("/api/v1/duels", "application/problem+json", '"detail":"This request cannot be read.","code":"malformed"'),
    ],
)
@pytest.mark.parametrize("wrong", ["Content-Length: abc", "Content-Length: -5", "Host: ["])
def test_what_cannot_be_read_is_told_as_all_else_that_goes_wrong(
    tmp_path: Path, path: str, kind: str, told: str, wrong: str
) -> None:
    """A page in the reader's language, a problem in JSON; a host that is none is refused like any that is not ours."""
    with serving(tmp_path) as served:
        ask = f"POST {path} HTTP/1.1\r\nAccept-Language: hr\r\n{wrong}\r\n\r\n"
        with connected(served, ask.encode()) as asking:
            asking.settimeout(PATIENCE)
            answer = asking.makefile("rb").read1(100_000).decode()
            head, _end, body = answer.partition("\r\n\r\n")
    assert head.startswith("HTTP/1.1 403" if "Host" in wrong else "HTTP/1.1 400")
    assert f"content-type: {kind}" in head and "content-security-policy" in head and "no-store" in head
    assert ("Host" in wrong) or told in body
    assert "Traceback" not in served.errors.read_text()
