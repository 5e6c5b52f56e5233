"""What stands before the pages: other sites, other hosts, too much, too often, and who is believed about addresses."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from ipaddress import ip_network
from pathlib import Path
from typing import Any

import httpx
import pytest

from iaijutsu.play.server import security
from iaijutsu.play.server.settings import Limits, Rate

from .conftest import Run
from .web import client_of, web_at

FORM = {"Content-Type": "application/x-www-form-urlencoded"}
POSTS = (
    "/duels", "/duel/nothing/enter", "/duel/nothing/do", "/language",
    "/api/v1/duels", "/api/v1/duels/nothing/enter", "/api/v1/duels/nothing/commands",
)  # fmt: skip
FOREIGN: tuple[dict[str, str], ...] = (
    {"Sec-Fetch-Site": "cross-site"},
    {"Sec-Fetch-Site": "same-site"},
    {"Sec-Fetch-Site": "cross-site", "Origin": "http://localhost"},
    {"Origin": "http://evil.example"},
    {"Origin": "null"},
    {"Origin": "http://localhost:81"},
    {"Origin": "http://localhost.evil.example"},
    {"Origin": ""},
)
OURS: tuple[dict[str, str], ...] = (
    {},
    {"Sec-Fetch-Site": "same-origin", "Origin": "http://localhost"},
    {"Sec-Fetch-Site": "none"},
    {"Origin": "http://localhost"},
)


# --- other sites -----------------------------------------------------------------------------------------


def posted(path: str) -> dict[str, Any]:
    """A body of the kind that is taken there."""
    return {"json": {}} if path.startswith("/api/") else {"content": "a=b", "headers": FORM}


@pytest.mark.parametrize("path", POSTS)
def test_nothing_is_changed_from_another_sites_page(run: Run, tmp_path: Path, path: str) -> None:
    async def asked() -> list[int]:
        async with web_at(tmp_path) as web:
            found = []
            for headers in FOREIGN:
                async with web.guest(**headers) as guest:
                    found.append((await guest.post(path, **posted(path))).status_code)
            return found

    assert run(asked()) == [403] * len(FOREIGN)


@pytest.mark.parametrize("path", POSTS)
def test_ones_own_pages_and_programs_may(run: Run, tmp_path: Path, path: str) -> None:
    async def asked() -> list[int]:
        async with web_at(tmp_path) as web:
            found = []
            for headers in OURS:
                async with web.guest(**headers) as guest:
                    answer = await guest.post(path, **posted(path))
                    found.append(answer.status_code if "another site" in answer.text else 0)
            return found

    assert run(asked()) == [0] * len(OURS)


def test_behind_a_proxy_only_the_address_that_people_type_counts(run: Run, tmp_path: Path) -> None:
    async def asked() -> list[bool]:
        async with web_at(tmp_path, origin="https://duels.example") as web:
            found = []
            for origin in ("https://duels.example", "http://duels.example", "http://localhost", "https://localhost"):
                async with web.guest(Origin=origin) as guest:
                    answer = await guest.post("/language", content="language=hr", headers=FORM)
                    found.append(answer.status_code == 303)
            return found

    assert run(asked()) == [True, False, False, False]


@pytest.mark.parametrize(
    ("host", "status"),
    [
        ("localhost", 200),
        ("localhost:8000", 200),
        ("127.0.0.1:8000", 200),
        ("[::1]:8000", 200),
        ("table.localhost", 200),
        ("evil.example", 403),
        ("localhost.evil.example", 403),
        ("192.168.1.7", 403),
        ("[", 403),
        ("", 403),
    ],
)
def test_a_name_that_somebody_points_at_this_machine_does_not_become_our_site(
    run: Run, tmp_path: Path, host: str, status: int
) -> None:
    async def asked() -> int:
        async with web_at(tmp_path) as web:
            return (await web.client.get("/healthz", headers={"Host": host})).status_code

    assert run(asked()) == status


def test_in_the_open_every_host_is_served(run: Run, tmp_path: Path) -> None:
    async def asked() -> int:
        async with web_at(tmp_path, host="0.0.0.0") as web:
            return (await web.client.get("/healthz", headers={"Host": "duels.example"})).status_code

    assert run(asked()) == 200


# --- headers ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "path", ["/", "/rules", "/nothing", "/duel/nothing", "/api/v1/choices", "/api/v1/nothing", "/healthz"]
)
def test_every_answer_carries_what_protects_its_reader(run: Run, tmp_path: Path, path: str) -> None:
    async def asked() -> httpx.Response:
        async with web_at(tmp_path) as web:
            return await web.client.get(path)

    answer = run(asked())
    for name, value in security.HEADERS.items():
        assert answer.headers[name] == value
    assert answer.headers["cache-control"] == "no-store"
    assert not any(name in answer.headers for name in security.OVER_TLS)
    assert "unsafe" not in security.POLICY and "data:" not in security.POLICY


def test_over_tls_a_browser_is_told_to_stay_with_it(run: Run, tmp_path: Path) -> None:
    async def asked() -> httpx.Response:
        async with web_at(tmp_path, proxies=(ip_network("127.0.0.1"),)) as web:
            return await web.client.get("/rules", headers={"X-Forwarded-Proto": "https"})

    answer = run(asked())
    assert {name: answer.headers[name] for name in security.OVER_TLS} == security.OVER_TLS


def test_files_of_pages_may_be_kept(run: Run, tmp_path: Path) -> None:
    async def asked() -> httpx.Response:
        async with web_at(tmp_path) as web:
            return await web.client.get("/static/style.css?1")

    answer = run(asked())
    assert answer.status_code == 200
    assert "immutable" in answer.headers["cache-control"]
    assert answer.headers["content-security-policy"] == security.POLICY


def test_a_refusal_carries_them_too(run: Run, tmp_path: Path) -> None:
    async def asked() -> httpx.Response:
        async with web_at(tmp_path) as web:
            return await web.client.post("/duels", headers={"Origin": "http://evil.example", **FORM})

    assert run(asked()).headers["content-security-policy"] == security.POLICY


# --- proxies ---------------------------------------------------------------------------------------------

TRUSTED = (ip_network("10.0.0.0/8"), ip_network("127.0.0.1/32"))


def believed(peer: str, lines: list[str], proto: str = "") -> tuple[str, str]:
    """Who speaks and by which scheme, as the layer makes it out."""
    seen: list[tuple[str, str]] = []

    async def app(scope: Any, _receive: Any, _send: Any) -> None:
        seen.append((scope["client"][0], scope["scheme"]))

    headers = [(b"x-forwarded-for", line.encode()) for line in lines]
    headers += [(b"x-forwarded-proto", proto.encode())] if proto else []
    scope = {"type": "http", "client": (peer, 1), "scheme": "http", "headers": headers}
    asyncio.run(security.Forwarded(app, TRUSTED)(scope, None, None))  # type: ignore[arg-type]
    return seen[0]


@pytest.mark.parametrize(
    ("peer", "lines", "client"),
    [
        ("203.0.113.9", ["198.51.100.1"], "203.0.113.9"),  # no proxy of ours: whatever it says
        ("10.0.0.1", ["198.51.100.1"], "198.51.100.1"),
        ("10.0.0.1", ["1.2.3.4, 198.51.100.1"], "198.51.100.1"),  # the first was made up by the second
        ("10.0.0.1", ["1.2.3.4", "198.51.100.1, 10.0.0.7"], "198.51.100.1"),
        ("10.0.0.1", ["nonsense, 10.0.0.7"], "10.0.0.7"),
        ("10.0.0.1", ["2001:db8::7"], "2001:db8::7"),
        ("10.0.0.1", [], "10.0.0.1"),
        ("10.0.0.1", [", ".join(["10.0.0.9"] * 5000)], "10.0.0.9"),
    ],
)
def test_only_a_trusted_proxy_is_believed_about_addresses(peer: str, lines: list[str], client: str) -> None:
    assert believed(peer, lines)[0] == client


def test_only_a_trusted_proxy_is_believed_about_the_scheme() -> None:
    assert believed("10.0.0.1", [], "https")[1] == "https"
    assert believed("10.0.0.1", [], "gopher")[1] == "http"
    assert believed("203.0.113.9", [], "https")[1] == "http"


def test_one_line_counts_as_one_household() -> None:
    assert security.household("2001:db8:1:2::1") == security.household("2001:db8:1:2:ffff::9")
    assert security.household("2001:db8:1:2::1") != security.household("2001:db8:1:3::1")
    assert security.household("::ffff:198.51.100.1") == security.household("198.51.100.1")
    assert security.household("") == "unknown"


# --- how much --------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("path", "size", "status"),
    [
        ("/language", 60_000, 422),
        ("/language", 70_000, 413),
        ("/duel/nothing/do", 70_000, 413),
        ("/api/v1/duels/nothing/commands", 70_000, 413),
        ("/duels", 7_000_000, 413),
        ("/api/v1/duels", 7_000_000, 413),
    ],
)
def test_a_body_has_its_limit_whether_it_says_its_size_or_not(
    run: Run, tmp_path: Path, path: str, size: int, status: int
) -> None:
    json_kind = {"Content-Type": "application/json"} if path.startswith("/api/") else FORM

    async def pieces() -> Any:
        for _piece in range(size // 10_000):
            yield b"x" * 10_000

    async def asked() -> list[int]:
        async with web_at(tmp_path) as web:
            whole = await web.client.post(path, content=b"x" * size, headers=json_kind)
            bit_by_bit = await web.client.post(path, content=pieces(), headers=json_kind)
            return [whole.status_code, bit_by_bit.status_code]

    assert run(asked()) == [status, status]


@pytest.mark.parametrize(
    ("path", "kind", "status"),
    [
        ("/api/v1/duels", "text/plain", 415),
        ("/api/v1/duels", "application/x-www-form-urlencoded", 415),
        ("/api/v1/duels", "", 415),
        ("/duels", "application/json", 415),
        ("/duels", "text/plain", 415),
        ("/api/v1/duels", "application/json; charset=utf-8", 400),
    ],
)
def test_only_the_kind_of_body_that_is_read_there_is_taken(
    run: Run, tmp_path: Path, path: str, kind: str, status: int
) -> None:
    async def asked() -> int:
        async with web_at(tmp_path) as web:
            return (await web.client.post(path, content=b"{", headers={"Content-Type": kind})).status_code

    assert run(asked()) == status


def test_who_sends_too_slowly_is_not_waited_for(run: Run, tmp_path: Path) -> None:
    async def dripping() -> Any:
        yield b"a"
        await asyncio.sleep(30)

    async def asked() -> httpx.Response:
        async with web_at(tmp_path, limits=Limits(patience=0.1)) as web:
            return await web.client.post("/language", content=dripping(), headers=FORM)

    answer = run(asked())
    assert answer.status_code == 408


def test_a_form_has_so_many_fields_and_files(run: Run, tmp_path: Path) -> None:
    async def asked() -> list[int]:
        async with web_at(tmp_path) as web:
            fields = "&".join(f"a{n}=1" for n in range(400))
            many = await web.client.post("/duels", content=fields, headers=FORM)
            files = {f"f{n}": ("a.toml", b"x") for n in range(100)}
            return [many.status_code, (await web.client.post("/duels", files=files)).status_code]

    assert run(asked()) == [413, 413]


# --- how often -------------------------------------------------------------------------------------------


class Hands:
    """A clock that a test turns."""

    now = 0.0

    def __call__(self) -> float:
        return self.now


def test_a_bucket_gives_its_burst_and_fills_again() -> None:
    clock = Hands()
    buckets = security.Buckets(Rate(3, 0.5), clock=clock)
    assert [buckets.take("a") for _try in range(4)] == [0, 0, 0, 2.0]
    assert buckets.take("b") == 0
    clock.now = 2.0
    assert [buckets.take("a"), buckets.take("a")] == [0, 2.0]
    clock.now = 1000.0
    assert [buckets.take("a") for _try in range(4)] == [0, 0, 0, 2.0]


def test_buckets_do_not_grow_without_end() -> None:
    buckets = security.Buckets(Rate(1, 1), most=100, clock=Hands())
    for number in range(5000):
        buckets.take(str(number))
    assert len(buckets) == 100
    assert buckets.take("4999") > 0  # the latest are remembered


def test_who_asks_too_often_is_told_when_to_go_on(run: Run, tmp_path: Path) -> None:
    limits = Limits(look=Rate(5, 0.5))

    async def asked() -> tuple[list[int], httpx.Response, int, int]:
        async with web_at(tmp_path, limited=True, limits=limits) as web:
            found = [(await web.client.get("/rules")).status_code for _try in range(5)]
            last = await web.client.get("/api/v1/choices")
            async with client_of(web.app, address="127.0.0.2") as neighbour:
                other = (await neighbour.get("/rules")).status_code
            return found, last, other, (await web.client.get("/healthz")).status_code

    found, last, other, health = run(asked())
    assert found == [200] * 5
    assert last.status_code == 429
    assert int(last.headers["retry-after"]) >= 1
    assert last.json()["code"] == "too-often"
    assert (other, health) == (200, 200)


def test_a_pass_counts_wherever_it_comes_from(run: Run, tmp_path: Path) -> None:
    limits = Limits(look=Rate(6, 0.01))

    async def asked() -> list[int]:
        async with web_at(tmp_path, limited=True, limits=limits) as web:
            made = await web.make()
            found = []
            for number in range(8):
                async with client_of(web.app, address=f"198.51.100.{number}") as one:
                    headers = {"Authorization": f"Bearer {made.pass_}"}
                    found.append((await one.get(f"/api/v1/duels/{made.duel}", headers=headers)).status_code)
            return found

    assert run(asked()) == [200] * 6 + [429] * 2


def test_making_duels_has_a_limit_of_its_own(run: Run, tmp_path: Path) -> None:
    async def asked() -> list[int]:
        async with web_at(tmp_path, limited=True, limits=replace(Limits(), make=Rate(2, 0.01))) as web:
            found = [(await web.client.post("/api/v1/duels", json={"game": "rpg"})).status_code for _try in range(3)]
            web.client.cookies.clear()
            return [*found, (await web.client.get("/rules")).status_code]

    assert run(asked()) == [201, 201, 429, 200]


def test_who_was_too_fast_may_try_the_same_page_again_and_no_form_is_sent_anew(run: Run, tmp_path: Path) -> None:
    limits = Limits(look=Rate(1, 0.01), act=Rate(1, 0.01))

    async def asked() -> list[str]:
        async with web_at(tmp_path, limited=True, limits=limits) as web:
            await web.client.get("/rules")
            looked = await web.client.get("/rules?word=a&game=cards")
            host = await web.client.get("http://localhost//elsewhere.example/x")
            await web.client.post("/language", data={"language": "en"})
            sent = await web.client.post("/language", data={"language": "en"})
            assert [one.status_code for one in (looked, host, sent)] == [429] * 3
            return [looked.text, host.text, sent.text]

    looked, host, sent = run(asked())
    assert '<a href="/rules?word=a&amp;game=cards">Try again</a>' in looked
    assert '<a href="/elsewhere.example/x">Try again</a>' in host, "two slashes would lead to another site"
    assert "Not so fast" in sent and "Try again</a>" not in sent
