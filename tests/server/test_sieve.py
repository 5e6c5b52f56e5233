"""Of a form whose files are too large all else is let through, however it comes in pieces."""

from __future__ import annotations

import random

import httpx
import pytest

from iaijutsu.play.server import sieve
from iaijutsu.play.server.sieve import HEAD, Sieve

from ..work import no_explosion


def form(rng: random.Random) -> tuple[str, bytes, list[tuple[str, str]], list[str]]:
    """A form with its kind, the texts in it, and the fields that have files; much in it looks like a mark."""
    scraps = ("\r\n", "--", "\r\n--", "\r\n\r\n", "x", "é & <", 'name="y"', "--xyz--\r\n", "")
    parts, texts, files = [], [], []
    for n in range(rng.randrange(1, 9)):
        value = "".join(rng.choice(scraps) for _n in range(rng.randrange(12)))
        if rng.random() < 0.4:
            parts.append((f"file {n}", ("mine.txt", value.encode() * rng.choice((1, 400)))))
            files.append(f"file {n}")
        else:
            parts.append((f"text {n}", (None, value.encode())))  # type: ignore[arg-type]
            texts.append((f"text {n}", value))
    made = httpx.Request("POST", "http://x", files=parts)
    return made.headers["content-type"], made.read(), texts, files


def left(kind: str, body: bytes) -> list[tuple[str, str]]:
    """The texts of a form, by nothing but its marks."""
    mark = b"--" + kind.partition("boundary=")[2].encode()
    assert body.endswith(mark + b"--\r\n")
    found = []
    for part in (b"\r\n" + body).split(b"\r\n" + mark)[1:-1]:
        head, _two, value = part.partition(b"\r\n\r\n")
        assert b"filename" not in head
        found.append((head.partition(b'name="')[2].partition(b'"')[0].decode(), value.decode()))
    return found


@pytest.mark.parametrize("piece", [1, 2, 7, 50, 10_000])
def test_texts_go_through_and_files_do_not_whatever_the_pieces(piece: int) -> None:
    for seed in range(30):
        kind, body, texts, files = form(random.Random(seed))
        strainer = sieve.of("/duels", kind)
        assert strainer is not None
        for at in range(0, len(body), piece):
            strainer.feed(body[at : at + piece])
        assert left(kind, strainer.sifted()) == texts, seed
        assert strainer.fields == files, seed


def test_a_long_text_that_comes_in_many_small_pieces_is_looked_through_once() -> None:
    """Or whoever sends it so would keep the server from everybody else."""
    head, scrap = b'--b\r\nContent-Disposition: form-data; name="t"\r\n\r\n', b"\r\n--a"

    strainer = Sieve("b")
    strainer.feed(head + scrap * 400_000)
    for _n in range(2000):
        strainer.feed(scrap)
        assert len(strainer._held) <= len(b"\r\n--b")  # only that is looked through again: it was all of the text
    strainer.feed(b"\r\n--b--\r\n")
    assert strainer.sifted() == head + scrap * 402_000 + b"\r\n--b--\r\n"


def test_a_form_of_marks_alone_is_not_looked_through_for_each_of_them() -> None:
    """Six megabytes with a mark in every five bytes: it was half an hour, in which nobody else was heard."""
    strainer = Sieve("b")
    with no_explosion():
        strainer.feed(b"--b" + b"\r\n--b" * 1_200_000)
    assert len(strainer) == 0 and strainer.fields == []
    for _n in range(10):
        strainer.feed(b"\r\n--b" * 10_000)
    assert len(strainer) == 0 and strainer.sifted() == b"--b--\r\n"


def test_what_stands_before_a_value_may_be_as_long_as_said() -> None:
    start = b'--b\r\nContent-Disposition: form-data; name="t"; '
    for length, kept in ((HEAD, True), (HEAD + 1, False)):
        head = start.ljust(length - 2, b"x")  # the end of the line before counts
        strainer = Sieve("b")
        strainer.feed(head + b"\r\n\r\nvalue" + b"\r\n--b--\r\n".ljust(100))
        assert (b"value" in strainer.sifted()) is kept


def test_a_file_that_goes_through_leaves_nothing_in_memory() -> None:
    strainer = Sieve("b")
    strainer.feed(b'--b\r\nContent-Disposition: form-data; name="f"; filename="x"\r\n\r\n')
    for _n in range(100):
        strainer.feed(b"x" * 10_000)
        assert len(strainer) < 100


@pytest.mark.parametrize("start", [b"", b"--b\r\n", b"--b", b"nothing", b"\r\n\r\n--b\r\nX: "])
def test_what_is_no_form_has_an_end_too(start: bytes) -> None:
    """Neither is it kept without a bound where it is no field, nor is anything raised."""
    strainer = Sieve("b")
    strainer.feed(start)
    for _n in range(10):
        strainer.feed(b"y" * 10_000)
    assert len(strainer) < HEAD + 20_000
    assert strainer.sifted().endswith(b"--b--\r\n") and strainer.fields == []


@pytest.mark.parametrize(
    ("path", "kind"),
    [
        ("/duel/d/do", "multipart/form-data; boundary=b"),
        ("/api/v1/duels", "multipart/form-data; boundary=b"),
        ("/duels", "application/x-www-form-urlencoded"),
        ("/duels", "multipart/form-data"),
        ("/duels", ""),
    ],
)
def test_only_the_form_of_a_new_duel_is_sifted(path: str, kind: str) -> None:
    assert sieve.of(path, kind) is None
    assert sieve.of("/duels", 'multipart/form-data; charset=utf-8; boundary="b"') is not None
