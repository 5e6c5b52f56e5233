"""The role-playing table in a real browser: nothing that axe objects to, nothing sideways, keyboard, no script."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any
from urllib.parse import parse_qs, urlsplit

import pytest

from iaijutsu.play.server import render, security
from iaijutsu.play.server.seen import Seen
from iaijutsu.play.words.rpg_board import Board
from tests.server import gallery_rpg
from tests.server.gallery import HOSTILE, ODDS
from tests.server.test_look import broken

pytestmark = pytest.mark.browser

playwright = pytest.importorskip("playwright.sync_api", reason="playwright is not installed")
axe = pytest.importorskip("axe_playwright_python.sync_playwright", reason="axe is not installed")
SITE = "http://table.test"
TYPES = {".css": "text/css", ".js": "text/javascript", ".svg": "image/svg+xml"}
QUIET = "window.EventSource = class { addEventListener() {} close() {} }"
"""A stream that says nothing."""
RULES = {
    "runOnly": {"type": "tag", "values": ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]}
}


def chosen() -> dict[str, Seen]:
    """One table for each sort of question and number of checks, and some at their end."""
    found: dict[Any, tuple[str, Seen]] = {}
    for name, one in gallery_rpg.tables(6).items():
        assert isinstance(one.board, Board)
        question = one.asked.question if one.asked else None
        sort = (question.form if question else "", min(len(one.board.checks), 2), one.finished, one.me.role)
        tags = {getattr(choice.answer, "tag", "") for choice in question.choices} if question else set()
        found.setdefault((*sort, "ring" in tags, "attack" in tags, "concede" in tags), (name, one))
    tables = dict(found.values())
    last = next(one for one in tables.values() if one.asked and one.asked.question.form == "several")
    tables["odds"] = replace(last, odds=ODDS)
    long = ("Aleksandra-Konstancija od Tri Tiha Jezera i Sjeverne Kule", "Bartolomeu das Nove Montanhas do Interior")
    tables["long names"] = gallery_rpg.seen(gallery_rpg.advance(gallery_rpg.plain_duel(long), "bid"), 0)
    tables["hostile"] = gallery_rpg.seen(gallery_rpg.advance(gallery_rpg.plain_duel((HOSTILE, "Bo")), "action"), 1)
    return tables


TABLES = chosen()


class Sight:
    """A page that shows tables under the policy of the server, and keeps what it complains of."""

    def __init__(self, browser: Any, **how: Any) -> None:
        self.context = browser.new_context(**how)
        self.context.add_init_script(QUIET)
        self.context.route("**/*", self._serve)
        self.page = self.context.new_page()
        self.text, self.said, self.sent = "", list[str](), list[str]()
        self.page.on("console", lambda message: self.said.append(message.text))
        self.page.on("pageerror", lambda error: self.said.append(str(error)))

    def show(self, one: Seen, language: str = "en") -> Any:
        """The table's page."""
        self.text = render.page("table", language, seen=one)
        self.page.goto(f"{SITE}/duel/d1")
        return self.page

    def close(self) -> None:
        """Away with it."""
        self.context.close()

    def _serve(self, route: Any) -> None:
        path = urlsplit(route.request.url).path
        if route.request.method == "POST":
            self.sent.append(route.request.post_data or "")
        if path.startswith("/static/"):
            file = render.STATIC / path.removeprefix("/static/")
            route.fulfill(body=file.read_bytes(), content_type=TYPES[file.suffix])
        else:
            headers = {"Content-Security-Policy": security.POLICY}
            route.fulfill(body=self.text, content_type="text/html; charset=utf-8", headers=headers)


@pytest.fixture
def sight(browser: Any) -> Iterator[Any]:
    """Makes sights, and closes them."""
    opened: list[Sight] = []

    def make(**how: Any) -> Sight:
        opened.append(Sight(browser, **how))
        return opened[-1]

    yield make
    for one in opened:
        one.close()


def size(width: int, height: int = 900) -> dict[str, int]:
    """A window."""
    return {"width": width, "height": height}


# --- what axe says ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(("scheme", "width"), [("light", 1280), ("dark", 360)])
def test_axe_finds_nothing(sight: Any, scheme: str, width: int) -> None:
    one = sight(color_scheme=scheme, viewport=size(width), reduced_motion="reduce")
    for name, table in list(TABLES.items())[(scheme == "dark") :: 2]:
        page = one.show(table)
        page.evaluate("document.querySelectorAll('details').forEach(d => { d.open = true })")
        found = axe.Axe().run(page, options=RULES).response["violations"]
        told = [(rule["id"], [node["target"] for node in rule["nodes"]][:3]) for rule in found]
        assert told == [], name
    assert one.said == []


# --- how it fits -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("width", [320, 768, 2560])
def test_nothing_goes_sideways(sight: Any, width: int) -> None:
    one = sight(viewport=size(width), reduced_motion="reduce")
    for n, (name, table) in enumerate(list(TABLES.items())[width % 3 :: 2]):
        language = ("en", "hr", "pt_BR")[n % 3]
        page = one.show(table, language)
        page.evaluate("document.querySelectorAll('details').forEach(d => { d.open = true })")
        assert page.evaluate("document.documentElement.scrollWidth") <= width, (name, language)


def test_side_by_side_things_do_not_overlap(sight: Any) -> None:
    """The voice stands between the two, on no one's head."""
    one = sight(viewport=size(1280), reduced_motion="reduce")
    for name, table in list(TABLES.items())[::3]:
        page = one.show(table)
        boxes = page.evaluate(
            "['.side--near .side__head', '.scene__voice', '.side--far .side__head', '.side--near .stage',"
            " '.side--far .stage'].map(s => { const b = document.querySelector(s).getBoundingClientRect();"
            " return [b.left, b.top, b.right, b.bottom] })"
        )
        for n, a in enumerate(boxes):
            for b in boxes[n + 1 :]:
                apart = a[2] <= b[0] + 1 or b[2] <= a[0] + 1 or a[3] <= b[1] + 1 or b[3] <= a[1] + 1
                assert apart, (name, boxes)


def test_however_much_strife_there_is_nobodys_stands_on_the_others(sight: Any) -> None:
    def strife(one: Seen) -> int:
        assert isinstance(one.board, Board)
        return 0 if one.finished else sum(fighter.strife.value for fighter in one.board.fighters)

    most = max(gallery_rpg.tables().values(), key=strife)
    assert strife(most) > 40
    one = sight(viewport=size(768))
    page = one.show(most)
    for width in (768, 900, 1151, 1152, 1280, 1760):
        page.set_viewport_size(size(width))
        near, far = (page.locator(f".side--{side} .front").bounding_box() for side in ("near", "far"))
        assert near["x"] + near["width"] < far["x"] + 1, width


@pytest.mark.parametrize("language", ["en", "hr", "pt_BR"])
def test_no_name_in_the_score_is_broken_on_a_telephone(sight: Any, language: str) -> None:
    names = ("Reika Thunderstep", "Mirumoto Konstancija")
    one = sight(viewport=size(360))
    page = one.show(gallery_rpg.seen(gallery_rpg.advance(gallery_rpg.plain_duel(names), "action"), 0), language)
    assert page.locator(".score thead th").count() == 2
    assert broken(page, ".score") == []


@pytest.mark.parametrize("language", ["en", "hr", "pt_BR"])
def test_the_words_between_the_two_fit_there_unbroken(sight: Any, language: str) -> None:
    """From where they first stand between the duellists: that is the narrowest, and Croatian has the longest words."""
    one = sight(viewport=size(1152))
    page = one.show(gallery_rpg.seen(gallery_rpg.advance(gallery_rpg.plain_duel(), "bid"), 0), language)
    for width in (1152, 1200, 1280, 1366, 1760, 2560):
        page.set_viewport_size(size(width))
        assert broken(page, ".scene h1") == [], width


# --- without colour, mouse or script ----------------------------------------------------------------------


def test_dropped_dice_are_told_apart_without_colour(sight: Any) -> None:
    one = sight(forced_colors="active", viewport=size(1280))
    table = next(one for one in TABLES.values() if _fates(one) >= {"kept", "dropped"})
    page = one.show(table)
    page.evaluate("document.querySelectorAll('details').forEach(d => { d.open = true })")
    body = page.evaluate(
        "() => getComputedStyle(document.querySelector('.checks .is-dropped')).getPropertyValue('--die-dash')"
    )
    assert body.strip() == "3 3"
    assert page.locator(".checks .die.is-dropped").first.get_attribute("aria-label").count("dropped") == 1


def _fates(one: Seen) -> set[str]:
    assert isinstance(one.board, Board)
    return {die.fate for check in one.board.checks for chain in check.dice for die in chain.dice}


def test_dice_are_kept_with_the_keyboard_and_without_script(sight: Any) -> None:
    table = next(t for t in TABLES.values() if t.asked and t.asked.question.form == "several" and not t.odds)
    one = sight(java_script_enabled=False, viewport=size(360))
    page = one.show(table)
    box = page.locator(".keep input").first
    assert not box.is_checked()
    box.focus()
    page.keyboard.press("Space")
    assert box.is_checked()
    assert page.locator(".keep").first.locator(".keep__yes").is_visible()
    page.locator("#send").focus()
    with page.expect_navigation():
        page.keyboard.press("Enter")
    (sent,) = one.sent
    fields = parse_qs(sent)
    assert fields["reply"] == [box.get_attribute("value")] and fields["kind"] == ["answer"] and fields["question"]


def test_a_bid_is_chosen_with_arrows(sight: Any) -> None:
    one = sight(viewport=size(1280))
    page = one.show(TABLES["long names"])
    page.locator(".bid__step input").first.focus()
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowRight")
    with page.expect_request(lambda asked: asked.method == "POST"):
        page.locator("#send").click()
    assert parse_qs(one.sent[0])["reply"] == ["2"]


def test_a_stance_is_taken_with_one_press(sight: Any) -> None:
    table = next(
        t for t in TABLES.values()
        if t.asked and any(getattr(choice.answer, "tag", "") == "ring" for choice in t.asked.question.choices)
    )  # fmt: skip
    one = sight(java_script_enabled=False, viewport=size(768))
    page = one.show(table)
    with page.expect_navigation():
        page.get_by_role("button", name="Earth").click()
    assert table.asked is not None
    assert parse_qs(one.sent[0])["reply"] == [
        str(n) for n, choice in enumerate(table.asked.question.choices, 1) if choice.label == "Earth"
    ]
