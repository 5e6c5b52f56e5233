"""Bodies that nobody means well with: each is answered with a refusal in words, soon, and nothing has happened."""

from __future__ import annotations

import gzip
import io
import json
import resource
import threading
import uuid
import zipfile
from pathlib import Path
from typing import Any

import pytest

from iaijutsu.engine.toml import read_toml
from iaijutsu.play.server import strict_json
from iaijutsu.play.server.problems import Refused

from ..work import no_explosion
from .conftest import Run
from .web import Made, Web, bearer, web_at

MEGABYTE = 1024 * 1024
GROWTH = 50 * MEGABYTE
ZIP = b"PK\x03\x04" + b"\x00" * 200
GZIP = bytes.fromhex("1f8b080000000000000363602018000000ffff") * 50
DEEP = (100, 1_000, 20_000, 200_000)


def broken_json() -> list[bytes]:
    """Texts that are no JSON, or that two readers would take in two ways."""
    found = [
        b"", b" ", b"{", b"}", b"[", b"nul", b"{'a': 1}", b'{"a": 1,}', b'{"a" 1}', b'{"a": 01}', b'{"a": +1}',
        b'{"a": .5}', b'{"a": 1.}', b'{"a": 0x10}', b'{"a": NaN}', b'{"a": Infinity}', b'{"a": -Infinity}',
        b'{"a": 1e999}', b'{"a": -1e999}', b'{"a": 1, "a": 2}', b'{"x": {"a": 1, "a": 1}}',
        b'{"game": "cards", "game": "rpg"}', b'{"a": "\\ud800"}', b'{"\\udfff": 1}', b'{"a": "\\ud800\\ud800"}',
        b'{"a": "\\udc00\\ud800"}', b'{"a": "\\x41"}', b'{"a": "\x01"}', b'{"a": "\n"}', b"\xff\xfe{}",
        b"\xef\xbb\xbf{",
        b"\xc0\x80", b'{"a": "\xed\xa0\x80"}', b'{"a": "\xc3"}', b"{} {}", b"{}x", b"// c\n{}", b"/* c */ {}",
        b'{"a": ' + b"9" * 5000 + b"}", b'{"a": -' + b"9" * 5000 + b"}", b'{"a": 1.' + b"9" * 5000 + b"}",
        b'{"a": 1e' + b"9" * 50 + b"}", b'{"a": ' + b"9" * 19 + b"}", ZIP, GZIP, b"<?xml version='1.0'?><a/>",
        b"a: &a [*a]\n", b"\x00" * 1000, "{\"a\": \"\U0001f468\"".encode("utf-16"), "{}".encode("utf-32"),
    ]  # fmt: skip
    for depth in DEEP:
        found += [b"[" * depth, b"[" * depth + b"]" * depth, b'{"a":' * depth + b"1" + b"}" * depth]
        found += [b'{"a":[' * (depth // 2), (b'["\\"",' * depth)[:60_000]]
    return found


def wrong_orders() -> list[Any]:
    """Orders that are JSON, and cannot be had."""
    file = {"name": "a.toml", "text": ""}
    names = [
        "\u202eika", "\u200b", "a\u0000b", "\ufeff", "x" * 41, " ", "\n", "a\tb", "\U000e0041",
        "iaijutsu\u0000",
        "\u2028", "\x7f", "\x1b[31m",
    ]  # fmt: skip
    texts = [
        "= = =", "[[[[", "a = " + "[" * 5000, 'a = "\\ud800"', "x" * 900_000, "\x00", "a = 1\n" * 50_000, "[a]\n[a]\n",
        "a.b.c = 1\na.b = 2", 'title = """', "💣" * 100_000, "#" * 900_000, "a = 1979-13-45", "a = nan\nb = inf",
        "k = " + "9" * 5000, "\ufeff\ufeff", "\r" * 1000, "[cards]\nx = -1\n",
        "[cards]\na = 99999999999999999999\n",
    ]  # fmt: skip
    found: list[Any] = [{"game": "cards", "names": [name, "Nao"]} for name in names]
    for game, term, endings in (("cards", "deck", "toml json xml txt l5d yaml"), ("rpg", "character", "toml json pbc")):
        files = [{"name": f"a.{ending}", "text": text} for text in texts for ending in endings.split()]
        found += [{"game": game, "terms": {term: file}} for file in files]
    for name in (
        "../../etc/passwd",
        "/etc/passwd",
        "a.yaml",
        "a.yml",
        "a.py",
        "a.zip",
        "a.gz",
        ".toml/",
        "C:\\x",
        "\u202egnp.toml",
    ):
        found.append({"game": "cards", "terms": {"deck": {"name": name, "text": "a: 1"}}})
    for word in (
        "/etc/passwd",
        "../deck",
        "~/.ssh/id",
        "file:///etc/passwd",
        "a\u0000",
        "x" * 600,
        "",
        "-",
        "deck#../x",
    ):
        found += [{"game": "cards", "terms": {"deck": word}}, {"game": "rpg", "terms": {"character": word}}]
        found += [{"game": "cards", "terms": {"ruleset": word}}, {"game": "rpg", "terms": {"form": word}}]
    bomb = (
        "<!DOCTYPE a [<!ENTITY a 'x'>" + "".join(f"<!ENTITY a{n} '&a{n - 1};&a{n - 1};'>" for n in range(1, 40)) + "]>"
    )
    found.append({"game": "cards", "terms": {"database": [{"name": "a.xml", "text": bomb + "<cards>&a39;</cards>"}]}})
    named = "".join(f"a{n}: &a{n} [*a{n - 1}, *a{n - 1}]\n" for n in range(1, 40))  # each twice the one before
    for text in (
        f"cards:\n- a0: &a0 x\n{named}", "cards: !!python/object/apply:os.system [ls]", "cards: " + "[" * 100_000,
        "cards:\n" + "- a\n" * 250_000, "cards:\n- <<: *a", "set: a\ncards: [1]", "arcs:\n" + "  " * 100_000 + "- a",
    ):  # fmt: skip
        found.append({"game": "cards", "terms": {"database": [{"name": "a.yaml", "text": text}]}})
        found.append({"game": "cards", "terms": {"deck": {"name": "a.yml", "text": f"Fate:\n{text}"}}})
    outside = "<!DOCTYPE a [<!ENTITY a SYSTEM 'file:///etc/passwd'>]><cards>&a;</cards>"
    found.append({"game": "cards", "terms": {"database": [{"name": "a.xml", "text": outside}]}})
    found.append({"game": "cards", "terms": {"database": [file] * 13}})
    found.append({"game": "cards", "seats": ["me"] * 2})
    found.append({"game": "cards", "seats": ["me"] * 1000})
    found.append({"game": "rpg", "terms": {"ruling": ["x=y"] * 1000}})
    found.append({"game": "rpg", "terms": {"ruling": ["=" * 500]}})
    found.append({"game": "rpg", "terms": {"initiative": "1e9,1"}})
    found.append({"game": "cards", "clock": {"seconds": 10**17, "added": 0}})
    return found


def wrong_commands() -> list[dict[str, Any]]:
    """Commands that are JSON, and that nobody can carry out."""
    said = [{"kind": "say", "text": text} for text in ("\u2028", "\x1b[2J", "x" * 2001, "\x00", "a\nb", "\u202e")]
    answers: list[dict[str, Any]] = [
        {}, {"reply": ""}, {"reply": "9" * 1999}, {"reply": "-1"}, {"reply": "\u0661"}, {"reply": "1" + " 1" * 900},
        {"reply": "½"}, {"choice": 9999}, {"choice": -1}, {"choice": True}, {"choice": "0"}, {"choice": 0.0},
        {"slots": [0] * 200}, {"slots": [9999]}, {"slots": list(range(201))}, {"slots": [[0]]}, {"slots": "0"},
        {"choice": 10**18}, {"reply": "x" * 2001}, {"reply": None, "slots": None},
    ]  # fmt: skip
    ids = ["", "x", "x" * 65, "a b c d e f", "ééééééééé", "../../..", "\u0000" * 10, "'; DROP TABLE duels; --"]
    kinds = ["", "ANSWER", "answer ", "__class__", "nothing", "drop"]
    found = [*said, *[{"kind": "answer", **answer} for answer in answers]]
    found += [{"kind": "say", "text": "x", "id": one} for one in ids] + [{"kind": kind} for kind in kinds]
    found += [{"kind": "agree", "about": "everything"}, {"kind": "say", "text": "x", "who": "judge"}]
    found += [{"kind": "answer", "question": "q" * 201, "choice": 0}, {"kind": "pass-until", "text": "never"}]
    return found


def test_there_are_enough_of_them() -> None:
    assert len(broken_json()) + len(wrong_orders()) + len(wrong_commands()) >= 300


@pytest.mark.parametrize("text", broken_json(), ids=lambda text: repr(text[:20]))
def test_what_is_no_plain_json_is_refused(text: bytes) -> None:
    with no_explosion(), pytest.raises(Refused) as refused:
        strict_json.loads(text)
    assert (refused.value.status, refused.value.code) == (400, "json")
    assert len(refused.value.words) < 300


@pytest.mark.parametrize("last", [b'"9fff":1', b'"end":1', b'"0":1'])
def test_an_object_of_thousands_of_keys_is_refused_soon(last: bytes) -> None:
    """Whether one of them stands there twice or not: it was an hour in six megabytes, or half a gigabyte."""
    text = b"{" + b",".join(b'"%x":1' % n for n in range(300_000)) + b"," + last + b"}"
    with no_explosion(), pytest.raises(Refused, match="has more than 200 keys"):
        strict_json.loads(text)
    with pytest.raises(Refused, match="'7' stands there twice"):
        strict_json.loads(b"{" + b",".join(b'"%d":1' % n for n in [*range(100), 7]) + b"}")
    assert len(strict_json.loads(b"{" + b",".join(b'"%d":1' % n for n in range(200)) + b"}")) == 200


@pytest.mark.parametrize(
    "text",
    [b"null", b"[]", b'{"a": [1, -2.5e3, "\\u00e9\\ud83d\\ude00", true, null]}', b'"[[[[[[[[[[[[[[[[[[[[[[[[[[["'],
)
def test_plain_json_is_taken_as_it_is(text: bytes) -> None:
    assert strict_json.loads(text) == json.loads(text)


def grown(since: int) -> int:
    """How much the peak of this process's memory has grown, in bytes."""
    return (resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - since) * 1024


def large() -> list[tuple[bytes, dict[str, str]]]:
    """Bodies that are after memory or time, with headers of theirs."""
    zeros = gzip.compress(b"\x00" * (32 * MEGABYTE))
    archive = io.BytesIO()
    with zipfile.ZipFile(archive, "w", zipfile.ZIP_DEFLATED) as packed:
        packed.writestr("../../etc/cron.d/x", b"\x00" * (8 * MEGABYTE))
    field = b'{"game": "cards", "names": ["' + b"x" * (8 * MEGABYTE) + b'", ""]}'
    found: list[tuple[bytes, dict[str, str]]] = [(zeros, {"Content-Encoding": "gzip"}), (zeros, {}), (field, {})]
    found += [(archive.getvalue(), {}), (archive.getvalue(), {"Content-Type": "application/zip"})]
    found += [(b"[" * 200_000, {}), (b'{"a":' * 200_000, {}), (b"[" * 200_000 + b"]" * 200_000, {})]
    events = json.dumps(["say", 0, ["a", "b"]]).encode()
    found.append((b'{"entries": [' + b",".join([events] * 1_000_000) + b"]}", {}))
    found.append((b'{"game": "cards", "ruling": [' + b'"x=y",' * 100_000 + b'"x=y"]}', {}))
    return found


def test_bodies_that_are_after_memory_or_time(run: Run, tmp_path: Path) -> None:
    """Packed zeros, a field of 8 MiB, 200,000 brackets, a million lines of a log: refused soon, memory stays."""

    async def story() -> None:
        async with web_at(tmp_path) as web:
            made = await web.make()
            bodies = large()
            peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
            for body, headers in bodies:
                for path in ("/api/v1/duels", f"/api/v1/duels/{made.duel}/commands", f"/duel/{made.duel}/do", "/duels"):
                    sent = {"Content-Type": "application/json", **headers, **bearer(made.pass_)}
                    with no_explosion():
                        answer = await web.client.post(path, content=body, headers=sent)
                    assert 400 <= answer.status_code < 500, (path, body[:40], answer.status_code)
            assert grown(peak) < GROWTH

    run(story())


async def refused_all(web: Web, path: str, bodies: list[bytes], token: str = "") -> None:
    """Sends each; each must be refused in words, soon, and without the memory that it is after."""
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    for body in bodies:
        headers = {"Content-Type": "application/json", **bearer(token)}
        with no_explosion():
            answer = await web.client.post(path, content=body, headers=headers)
        assert 400 <= answer.status_code < 500, (answer.status_code, body[:200], answer.text[:300])
        told = answer.json()
        assert told["detail"] and "Traceback" not in answer.text and "/tmp" not in answer.text, (body[:200], told)
        answer.text.encode()
    assert grown(peak) < GROWTH


def test_orders_that_nobody_means_well_with(run: Run, tmp_path: Path) -> None:
    async def story() -> None:
        async with web_at(tmp_path) as web:
            await web.make()  # what is loaded once is no growth
            await web.make(game="rpg")
            bodies = broken_json() + [json.dumps(order).encode() for order in wrong_orders()]
            await refused_all(web, "/api/v1/duels", bodies)

    run(story())


def test_commands_that_nobody_means_well_with(run: Run, tmp_path: Path) -> None:
    async def story() -> None:
        async with web_at(tmp_path) as web:
            made = await web.make()
            await web.enter(made, "seat 1", "Nao")
            before = await web.seen(made, made.pass_)
            question = before["asked"]["id"]
            filled = [{"id": str(uuid.uuid4()), "question": question, **command} for command in wrong_commands()]
            bodies = broken_json() + [json.dumps(command).encode() for command in filled]
            await refused_all(web, f"/api/v1/duels/{made.duel}/commands", bodies, made.pass_)
            assert (await web.seen(made, made.pass_))["version"] == before["version"]

    run(story())


def test_forms_that_nobody_means_well_with(run: Run, tmp_path: Path) -> None:
    bodies = [
        b"", b"&&&&", b"=", b"%", b"game=%FF%FE", b"game=chess", b"game=cards&name_1=%00", b"game=cards&clock=1e9",
        b"game=cards&clock=-1", b"game=cards&seat_1=nobody", b"game=cards&deck=../../x", b"game=cards&ruling.x=y",
        b"game=rpg&ruling.x=y", b"game=rpg&nonsense=1", b"game=cards&deck_text=%3D%3D", b"a=1&" * 200,
        b"game=cards&name_1=" + b"x" * 100_000, "game=cards&name_1=\u202e".encode(), b"game=rpg&rpg.initiative=x",
        b"game=cards&cards.hand=999", b"game=cards&clock=99999999999999999999",
    ]  # fmt: skip

    async def story() -> None:
        async with web_at(tmp_path) as web:
            made = await web.make()
            for body in bodies:
                body = b"command=" + b"x" * 43 + b"&" + body if body.startswith(b"game=") else body  # noqa: PLW2901
                for path in ("/duels", f"/duel/{made.duel}/do", f"/duel/{made.duel}/enter", "/language"):
                    headers = {"Content-Type": "application/x-www-form-urlencoded", **bearer(made.pass_)}
                    with no_explosion():
                        answer = await web.client.post(path, content=body, headers=headers)
                    made_one = path == "/duels" and answer.status_code in (200, 303)
                    assert made_one or 400 <= answer.status_code < 500, (path, body[:60], answer.status_code)
                    assert answer.headers["content-type"].startswith("text/html") or made_one

    run(story())


def test_what_was_pasted_keeps_nobody_waiting(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:  # fmt: skip
    """A key of TOML with a hundred thousand parts, in lines that are none, and a text that is only long: what each is
    was looked for five times, while nobody else was heard.
    """
    dotted = "a" + ".a" * 400_000 + "=1"
    lines = '"\u2028"' + '."\u2028"' * 200_000 + "=1"
    plain = "\n".join(f"k{n}=1" for n in range(7_000))
    threads = []

    def read(text: str, where: str) -> Any:
        threads.append(threading.current_thread())
        return read_toml(text, where)

    monkeypatch.setattr("iaijutsu.play.server.brought.read_toml", read)

    async def story() -> None:
        async with web_at(tmp_path) as web:
            for text in (dotted, lines, plain):
                fields = {"game": (None, "cards"), "command": (None, "x" * 43), "cards.deck_text": (None, text)}
                with no_explosion():
                    assert (await web.client.post("/duels", files=fields)).status_code == 422

    run(story())
    assert len(threads) == 3 and threading.main_thread() not in threads


def test_a_form_of_one_line_is_small(run: Run, tmp_path: Path) -> None:
    """Where each letter is three it takes a hundred times its size to be read, and files come another way."""

    async def story() -> list[int]:
        async with web_at(tmp_path) as web:
            found = []
            for size in (60_000, 70_000):
                body = f"command={'x' * 43}&game=cards&cards.deck_text=".encode() + b"%41" * (size // 3)
                headers = {"Content-Type": "application/x-www-form-urlencoded; charset=utf-8"}
                found.append((await web.client.post("/duels", content=body, headers=headers)).status_code)
            return found

    assert run(story()) == [422, 413]


@pytest.mark.parametrize("name", ["<script>alert(1)</script>", '"><img src=x>', "{{ 7*7 }}", "';--", "&lt;b&gt;"])
def test_names_are_text_wherever_they_stand(run: Run, tmp_path: Path, name: str) -> None:
    async def story() -> list[str]:
        async with web_at(tmp_path) as web:
            made = await web.make(names=[name[:40], "Nao"])
            await web.do(made, made.pass_, "say", text=name)
            paths = (f"/duel/{made.duel}", f"/duel/{made.duel}/why/0", f"/duel/{made.duel}/fair", "/")
            cookie = {"Cookie": f"iaijutsu-{made.duel}={made.pass_}"}
            return [(await web.client.get(path, headers=cookie)).text for path in paths]

    pages = run(story())
    assert not any("<script>alert" in page or "<img src=x" in page or ">49<" in page for page in pages)
    assert any(
        "alert(1)" in page or "img src" in page or "7*7" in page or "--" in page or "lt;b" in page for page in pages
    )


def test_a_made_up_pass_costs_little(run: Run, tmp_path: Path) -> None:
    async def story() -> None:
        async with web_at(tmp_path) as web:
            made = await web.make()
            gone = Made("x" * 40, "", {}, {}, [])
            for token in ("x" * 20_000, "é", "\x7f", " ", "'" * 50):
                for one in (made, gone):
                    headers = {"Authorization": b"Bearer " + token.encode("utf-8")}
                    answer = await web.client.get(f"/api/v1/duels/{one.duel}", headers=headers)  # type: ignore[arg-type]
                    assert answer.status_code in (403, 404)

    run(story())
