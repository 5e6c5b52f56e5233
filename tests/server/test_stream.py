"""Tables that keep themselves up to date: what is pushed, when, to whom, and how a stream ends."""

from __future__ import annotations

import asyncio
import gc
import re
from pathlib import Path
from typing import Any

import pytest

from iaijutsu.play.server import pages, stream
from iaijutsu.play.server.calls import NotYours, Who
from iaijutsu.play.server.house import House
from iaijutsu.play.server.wake import Wakes

from .conftest import Run
from .web import Made, Stream, Web, bearer, client_of, web_at


def path_of(made: Made, form: str = "json") -> str:
    return f"/api/v1/duels/{made.duel}/stream" if form == "json" else f"/duel/{made.duel}/stream"


def renders(web: Web) -> float:
    """How often a table was made into a page."""
    return web.app.state.numbers.registry.get_sample_value("iaijutsu_renders_total", {"form": "page"}) or 0.0


async def said(web: Web, made: Made, token: str, text: str) -> str:
    """Somebody says something; the version that he sees then."""
    answer = await web.do(made, token, "say", text=text)
    assert answer.status_code == 200, answer.text
    return str(answer.json()["version"])


def test_the_table_comes_at_once_and_again_with_every_change(run: Run, tmp_path: Path) -> None:
    async def watched() -> None:
        async with web_at(tmp_path) as web:
            made = await web.make()
            async with Stream(web.app, path_of(made), **bearer(made.pass_)) as open_page:
                assert open_page.status == 200
                assert open_page.answered["content-type"].startswith("text/event-stream")
                assert open_page.answered["x-accel-buffering"] == "no"
                assert open_page.answered["cache-control"] == "no-store"
                assert await open_page.block() == f"retry: {stream.RETRY}"
                first = await open_page.table()
                assert first["me"]["seat"] == 0
                version = await said(web, made, made.pass_, "Good evening.")
                second = await open_page.table()
                assert second["version"] == version != first["version"]
                assert "Good evening." in second["lines"][-1]["text"]

    run(watched())


def test_a_page_gets_its_part_as_html_and_the_version_as_id(run: Run, tmp_path: Path) -> None:
    async def watched() -> None:
        async with web_at(tmp_path) as web:
            made = await web.make()
            version = await said(web, made, made.pass_, "One two <b>three")
            async with Stream(web.app, path_of(made, "page"), **bearer(made.pass_)) as open_page:
                name, known, data = await open_page.event()
                assert name == "seen"
                assert f'data-version="{known}"' in data
                assert known == version  # that he is there himself is no news to him
                assert data.startswith('<main id="table"')
                assert data.endswith("</main>")
                assert "two &lt;b&gt;three" in data

    run(watched())


def test_who_knows_the_newest_version_is_not_sent_it_again(run: Run, tmp_path: Path) -> None:
    async def watched() -> None:
        async with web_at(tmp_path) as web:
            made = await web.make()
            async with Stream(web.app, path_of(made), **bearer(made.pass_)) as before:
                known = (await before.event())[1]
            headers = {**bearer(made.pass_), "Last-Event-ID": known}
            async with Stream(web.app, path_of(made), **headers) as back_again:
                assert await back_again.block() == f"retry: {stream.RETRY}"
                with pytest.raises(TimeoutError):
                    await back_again.block(0.3)
                version = await said(web, made, made.pass_, "Still here?")
                assert (await back_again.event())[1] == version
            async with Stream(web.app, path_of(made), **headers) as long_away:
                assert (await long_away.event())[1] == version

    run(watched())


def test_a_heartbeat_keeps_the_line_open(run: Run, tmp_path: Path) -> None:
    async def watched() -> list[str | None]:
        async with web_at(tmp_path, heartbeat=0.1) as web:
            made = await web.make()
            async with Stream(web.app, path_of(made), **bearer(made.pass_)) as open_page:
                await open_page.event()
                return [await open_page.block() for _beat in range(2)]

    assert run(watched()) == [": still here"] * 2


def test_when_a_clock_has_run_out_the_page_knows_at_once(run: Run, tmp_path: Path) -> None:
    """Nobody does anything then, and yet the duel can be claimed."""

    def claim(table: dict[str, Any]) -> str:
        return next(str(deed["why_not"]) for deed in table["deeds"] if deed["kind"] == "claim")

    async def watched() -> None:
        async with web_at(tmp_path) as web:
            made = await web.make(clock={"seconds": 10})
            other = await web.enter(made, "seat 1")
            now = web.house.now
            web.house.now = lambda: now() + 8.5
            async with Stream(web.app, path_of(made), **bearer(other)) as open_page:
                assert claim(await open_page.table())
                assert not claim(await open_page.table(8))

    run(watched())


def test_whoever_comes_is_shown_the_time_that_is_left_now(run: Run, tmp_path: Path) -> None:
    """Time that has gone is no new version; what was sent to others is not right any more all the same."""

    running = {"page": r'is-running" data-left="([0-9]+)', "json": r'"left":([0-9.]+),"running":true'}

    async def watched(form: str) -> list[float]:
        async with web_at(tmp_path) as web:
            made = await web.make(clock={"seconds": 600})
            await web.enter(made, "seat 1")
            path, now = path_of(made, form), web.house.now
            async with Stream(web.app, path, **bearer(made.pass_)) as before:
                texts = [(await before.event())[2]]
                web.house.now = lambda: now() + 100
                async with Stream(web.app, path, **bearer(made.pass_)) as late:
                    texts.append((await late.event())[2])
                web.house.now = lambda: now() + 200
                page = await web.client.get(f"/duel/{made.duel}", headers=bearer(made.pass_))
            found = [float(re.findall(running[form], text)[0]) for text in texts]
            return [*found, float(re.findall(running["page"], page.text)[0])]

    for form in running:
        assert run(watched(form)) == [pytest.approx(seconds, abs=2) for seconds in (600, 500, 400)]


def test_what_time_alone_has_changed_is_told_to_all_though_another_saw_it_first(run: Run, tmp_path: Path) -> None:
    async def watched() -> None:
        async with web_at(tmp_path) as web:
            made = await web.make(clock={"seconds": 600})
            tokens, now = [made.pass_, await web.enter(made, "seat 1")], web.house.now
            asked = [(await web.seen(made, token))["asked"] is not None for token in tokens]
            async with Stream(web.app, path_of(made), **bearer(tokens[asked.index(False)])) as open_page:
                before = (await open_page.event())[1]
                (channel,) = web.app.state.hub.channels.values()
                web.house.now = lambda: now() + 601
                newest = await channel.newest()
                assert newest.version != before  # the duel can be claimed
                assert (await open_page.event(2))[1] == newest.version

    run(watched())


def test_whoever_sees_the_same_shares_one_rendering(run: Run, tmp_path: Path) -> None:
    async def watched() -> float:
        async with web_at(tmp_path) as web:
            made = await web.make()
            token = await web.enter(made, "spectator")
            streams = [Stream(web.app, path_of(made, "page"), **bearer(token)) for _one in range(20)]
            for one in streams:
                await one.__aenter__()
            await web.seen(made, made.pass_)  # who made it is there from now on
            crowd = (await web.seen(made, token))["version"]
            for one in streams:
                while (await one.event())[1] != crowd:
                    pass
            before = renders(web)
            await said(web, made, made.pass_, "To everybody.")
            told = {await one.event() for one in streams}
            assert len(told) == 1
            count = renders(web) - before
            assert len(web.app.state.hub.channels) == 1
            for one in streams:
                await one.__aexit__()
            assert web.app.state.hub.channels == {}
            return count

    assert run(watched()) == 1


def test_each_audience_and_language_has_a_table_of_its_own(run: Run, tmp_path: Path) -> None:
    async def watched() -> None:
        async with web_at(tmp_path) as web:
            made = await web.make(judge=True)
            tokens = [made.pass_, *[await web.enter(made, place) for place in ("seat 1", "spectator", "judge")]]
            tables = []
            for token in tokens:
                async with Stream(web.app, path_of(made), **bearer(token)) as open_page:
                    tables.append(await open_page.table())
            assert [one["me"]["role"] for one in tables] == ["seat", "seat", "spectator", "judge"]
            hands = [[bool(face["title"]) for face in one["board"]["sides"][0]["hand"]] for one in tables]
            assert [all(hand) for hand in hands] == [True, False, False, True]
            async with Stream(web.app, path_of(made), **bearer(made.pass_), **{"Accept-Language": "hr"}) as croatian:
                assert (await croatian.table())["status"] != tables[0]["status"]

    run(watched())


@pytest.mark.parametrize("form", ["page", "json"])
def test_a_stranger_gets_no_stream(run: Run, tmp_path: Path, form: str) -> None:
    async def asked() -> list[int]:
        async with web_at(tmp_path) as web:
            made, other = await web.make(), await web.make()
            found = []
            for token in ("", other.pass_, made.links["spectator"], "nonsense"):
                answer = await web.client.get(path_of(made, form), headers=bearer(token))
                found.append(answer.status_code)
            gone = path_of(Made("nothing", "", {}, {}, []), form)
            return [*found, (await web.client.get(gone, headers=bearer(made.pass_))).status_code]

    assert run(asked()) == [403, 403, 403, 403, 404]


def test_streams_end_when_the_server_stops_and_no_new_ones_begin(run: Run, tmp_path: Path) -> None:
    async def watched() -> tuple[list[str | None], int]:
        async with web_at(tmp_path) as web:
            made = await web.make()
            async with Stream(web.app, path_of(made), **bearer(made.pass_)) as open_page:
                await open_page.event()
                web.app.state.hub.close()
                ended = [await open_page.block(1)]
                await asyncio.wait_for(open_page.task, 1)
            late = await web.client.get(path_of(made), headers=bearer(made.pass_))
            assert (await web.client.get("/readyz")).status_code == 503
            return ended, late.status_code

    assert run(watched()) == ([None], 503)


def test_whatever_comes_while_the_server_stops_is_asked_to_come_again(run: Run, tmp_path: Path) -> None:
    """Every page and every operation, with the house closed already."""

    async def asked() -> None:
        async with web_at(tmp_path) as web:
            made = await web.make()
            pages_ = [("GET", f"/duel/{made.duel}{end}") for end in ("", "/stream", "/replay", "/fair", "/do")]
            pages_ += [("GET", "/"), ("POST", "/duels"), ("POST", f"/duel/{made.duel}/do"), ("POST", "/language")]
            described = web.app.openapi()["paths"]
            operations = [(method.upper(), path) for path, found in described.items() for method in found]
            web.app.state.hub.close()
            await web.house.close()
            for method, path in [*pages_, *operations]:
                answer = await web.client.request(method, path, headers=bearer(made.pass_))
                assert (answer.status_code, answer.headers["retry-after"]) == (503, "2"), path
                form = "application/problem+json" if path.startswith("/api/") else "text/html"
                assert answer.headers["content-type"].startswith(form)
            assert (await web.client.get("/healthz")).status_code == 200

    run(asked())


def test_one_address_holds_only_so_many_and_the_server_only_so_many(run: Run, tmp_path: Path) -> None:
    from iaijutsu.play.server.settings import Limits

    async def asked() -> list[int]:
        async with web_at(tmp_path, limited=True, limits=Limits(streams=2), streams=3) as web:
            made = await web.make()
            async with (
                Stream(web.app, path_of(made), **bearer(made.pass_)),
                Stream(web.app, path_of(made), **bearer(made.pass_)),
            ):
                third = await web.client.get(path_of(made), headers=bearer(made.pass_))
            async with Stream(web.app, path_of(made), **bearer(made.pass_)) as free_again:
                return [third.status_code, free_again.status]

    assert run(asked()) == [429, 200]


def test_a_full_server_says_so(run: Run, tmp_path: Path) -> None:
    async def asked() -> int:
        async with web_at(tmp_path, streams=1) as web:
            made = await web.make()
            async with Stream(web.app, path_of(made), **bearer(made.pass_)):
                return (await web.client.get(path_of(made), headers=bearer(made.pass_))).status_code

    assert run(asked()) == 503


# --- what may go wrong -----------------------------------------------------------------------------------


def test_wake_ups_that_never_come_are_made_good_by_the_heartbeat(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Wakes, "wake", lambda _self, _duel: None)

    async def watched() -> None:
        async with web_at(tmp_path, heartbeat=0.2) as web:
            made = await web.make()
            async with Stream(web.app, path_of(made), **bearer(made.pass_)) as open_page:
                await open_page.event()
                version = await said(web, made, made.pass_, "Anybody there?")
                assert (await open_page.event(5))[1] == version

    run(watched())


def test_a_rendering_that_fails_once_is_tried_again(run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(stream, "AGAIN", 0.05)
    calls = 0

    def made_after_all(seen: Any, language: str) -> str:
        nonlocal calls
        calls += 1
        if calls == 1:
            raise RuntimeError("a fault")
        return pages.pushed(seen, language)

    async def watched() -> float:
        async with web_at(tmp_path, heartbeat=0.1) as web:
            web.app.state.hub.makers["page"] = made_after_all
            made = await web.make()
            async with Stream(web.app, path_of(made, "page"), **bearer(made.pass_)) as open_page:
                assert (await open_page.event())[0] == "seen"
            value = web.app.state.numbers.registry.get_sample_value("iaijutsu_faults_total", {"where": "stream"})
            return float(value)

    assert run(watched()) == 1


def test_a_place_that_is_lost_ends_its_stream(run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def watched() -> str | None:
        async with web_at(tmp_path) as web:
            made = await web.make()
            async with Stream(web.app, path_of(made), **bearer(made.pass_)) as open_page:
                await open_page.event()

                async def lost(_self: House, _who: Who, _language: str = "en", **_how: bool) -> Any:
                    raise NotYours("no longer")

                with monkeypatch.context() as patched:
                    patched.setattr(House, "seen", lost)
                    web.house.wakes.wake(made.duel)
                    return await open_page.block(5)

    assert run(watched()) is None


def test_a_reader_who_reads_nothing_holds_nobody_else_up(run: Run, tmp_path: Path) -> None:
    """And when he reads again he gets the newest alone."""

    async def watched() -> None:
        async with web_at(tmp_path) as web:
            made = await web.make()
            slow = Stream(web.app, path_of(made), **bearer(made.pass_))
            gate = asyncio.Event()
            put = slow.sent.put

            async def held(item: dict[str, Any]) -> None:
                await put(item)
                if b"event: seen" in item.get("body", b""):
                    await gate.wait()

            slow.sent.put = held  # type: ignore[method-assign]
            async with slow, Stream(web.app, path_of(made), **bearer(made.pass_)) as quick:
                await slow.event()
                await quick.event()
                versions = [await said(web, made, made.pass_, f"Line {n}") for n in range(5)]
                while (await quick.event())[1] != versions[-1]:
                    pass
                gate.set()
                assert (await slow.event())[1] == versions[-1]

    run(watched())


def test_nothing_is_left_of_streams_that_have_ended(run: Run, tmp_path: Path) -> None:
    async def watched() -> None:
        async with web_at(tmp_path) as web:
            made = await web.make()
            before = len(asyncio.all_tasks())
            for _round in range(5):
                streams = [Stream(web.app, path_of(made), **bearer(made.pass_)) for _one in range(10)]
                for one in streams:
                    await one.__aenter__()
                for one in streams:
                    await one.__aexit__()
            hub = web.app.state.hub
            assert (hub.open, hub.channels, hub._ears, len(web.house.wakes)) == (0, {}, set(), 0)
            assert len(asyncio.all_tasks()) == before
            gc.collect()
            assert not [one for one in gc.get_objects() if isinstance(one, stream.Channel)]

    run(watched())


def test_an_open_page_counts_as_present(run: Run, tmp_path: Path) -> None:
    async def watched() -> list[Any]:
        async with web_at(tmp_path) as web:
            made = await web.make()
            other = await web.enter(made, "seat 1", "Nao")
            async with Stream(web.app, path_of(made), **bearer(other)) as open_page:
                await open_page.event()
                here = (await web.seen(made, made.pass_))["places"][1]["away"]
            gone = (await web.seen(made, made.pass_))["places"][1]["away"]
            return [here, gone]

    assert run(watched()) == [None, 0]


def test_events_keep_lines_apart() -> None:
    assert stream.event("seen", "v1", b"a\r\nb\rc\nd") == b"event: seen\nid: v1\ndata: a\ndata: b\ndata: c\ndata: d\n\n"


def test_two_addresses_have_streams_of_their_own(run: Run, tmp_path: Path) -> None:
    from iaijutsu.play.server.settings import Limits

    async def asked() -> int:
        async with web_at(tmp_path, limited=True, limits=Limits(streams=1)) as web:
            made = await web.make()
            async with Stream(web.app, path_of(made), **bearer(made.pass_)):
                assert (await web.client.get(path_of(made), headers=bearer(made.pass_))).status_code == 429
            assert web.app.state.hub.open == 0
            async with client_of(web.app, address="198.51.100.4") as other:
                return (await other.get(f"/api/v1/duels/{made.duel}", headers=bearer(made.pass_))).status_code

    assert run(asked()) == 200
