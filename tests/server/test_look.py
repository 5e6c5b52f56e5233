"""Pages in a browser: what WCAG asks, at every width, in both lights; and the script that keeps a table alive."""

from __future__ import annotations

import io
import re
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest

from iaijutsu.cards import catalogue
from iaijutsu.cards.schema import is_fate
from iaijutsu.play.server import render
from iaijutsu.play.server.seen import LogLine, Offer, Seen
from tests.server import gallery
from tests.server.stage import Stage, open_stage

pytestmark = pytest.mark.browser
WIDTHS = (320, 360, 768, 1280, 2560)
SHORT = (
    "cards-00-none-0", "cards-06-challenge-1", "cards-24-C-1", "cards-27-E-0", "cards-45-E-spectator",
    "cards-48-I-judge", "cards-55-none-1", "form-several", "form-arrange", "form-number", "form-faces", "around-odds",
    "around-offers", "around-refused", "around-away", "around-judge", "lobby", "lobby-problem", "made", "enter",
    "replay", "fair-open", "why", "rules-cards", "error", "table-problem",
)  # fmt: skip
SECRET = "k" * 43


@pytest.fixture
def stage() -> Iterator[Stage]:
    """Where pages are shown."""
    with open_stage() as opened:
        yield opened


@pytest.fixture
def page(browser: Any) -> Iterator[Any]:
    """A page whose console has to stay empty."""
    context = browser.new_context()
    opened = context.new_page()
    told: list[str] = []
    opened.on("console", lambda message: told.append(message.text))
    opened.on("pageerror", lambda error: told.append(str(error)))
    opened.told = told
    yield opened
    context.close()


def table(seen: Seen, **things: Any) -> str:
    """A table as a page."""
    return render.page("table", "en", seen=seen, **things)


def show(page: Any, stage: Stage, text: str, path: str = "/duel/d1") -> None:
    """Put a page on the stage and open it."""
    stage.pages[path] = text
    page.goto(stage.address + path)


# --- everybody can read it -------------------------------------------------------------------------------


def shown(page: Any, stage: Stage, language: str, names: tuple[str, ...] | None) -> Iterator[str]:
    """The pages of these names (None: all of them), one after the other, each loaded."""
    for name, text in gallery.pages(language, names):
        if names is None or name in names:
            stage.pages["/duel/d1"] = text
            page.goto(stage.address + "/duel/d1", wait_until="load")
            yield name


def violations(page: Any) -> list[str]:
    """What axe finds against WCAG 2.2 AA and good practice."""
    axe = pytest.importorskip("axe_playwright_python.sync_playwright")
    found = axe.Axe().run(page, options={"resultTypes": ["violations"]}).response["violations"]
    return [f"{one['id']}: {node['html'][:160]}" for one in found for node in one["nodes"]]


def too_wide(page: Any) -> list[str]:
    """What sticks out of the window."""
    script = """() => document.documentElement.scrollWidth <= innerWidth ? [] :
        [...document.querySelectorAll("main *, header *, footer *")]
        .filter(e => e.getBoundingClientRect().right > innerWidth + 1).map(e => e.outerHTML.slice(0, 120))"""
    found: list[str] = page.evaluate(script)
    return found[:4]


def broken(page: Any, within: str = "body") -> list[str]:
    """Words that stand on two lines without a hyphen of their own, but for what only machines read."""
    script = """(within) => {
        const found = [], silent = "script, style, textarea, option, .sr, .steps span, .fair code";
        for (const root of document.querySelectorAll(within)) {
            const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
            for (let node; (node = walker.nextNode());) {
                if (node.parentElement.closest(silent)) continue;
                for (const word of node.data.matchAll(/[\\p{L}\\p{N}’']+/gu)) {
                    const range = document.createRange();
                    range.setStart(node, word.index);
                    range.setEnd(node, word.index + word[0].length);
                    const parts = [...range.getClientRects()].filter(part => part.width > 0);
                    if (new Set(parts.map(part => Math.round(part.top))).size > 1) found.push(word[0]);
                }
            }
        }
        return found;
    }"""
    found: list[str] = page.evaluate(script, within)
    return found


@pytest.mark.parametrize(("width", "light"), [(360, "dark"), (1280, "light")])
def test_axe_finds_nothing(page: Any, stage: Stage, width: int, light: str) -> None:
    """No violation, nothing wider than the window, nothing on the console."""
    page.set_viewport_size({"width": width, "height": 800})
    page.emulate_media(color_scheme=light, reduced_motion="reduce")
    wrong = {name: found for name in shown(page, stage, "en", SHORT) if (found := violations(page) + too_wide(page))}
    assert wrong == {}
    assert page.told == []


@pytest.mark.parametrize("language", ["en", "hr", "pt_BR"])
def test_nothing_sticks_out_at_any_width_in_any_language(page: Any, stage: Stage, language: str) -> None:
    """From a small telephone to a wall, and when the reader has made all text half as large again; no broken word."""
    page.emulate_media(reduced_motion="reduce")
    wrong: dict[str, list[str]] = {}
    for name in shown(page, stage, language, SHORT[:1] + SHORT[2:5] + SHORT[11:16] + SHORT[17:21]):
        for width in WIDTHS:
            page.set_viewport_size({"width": width, "height": 800})
            if found := too_wide(page) + broken(page):
                wrong[f"{name} {width}"] = found
        page.set_viewport_size({"width": 360, "height": 800})
        page.evaluate("document.documentElement.classList.add('x'); document.body.style.fontSize = '1.6rem'")
        if found := too_wide(page):
            wrong[f"{name} large"] = found
    assert wrong == {}


def test_a_name_without_any_space_makes_no_page_wider(page: Any, stage: Stage) -> None:
    """People may call themselves what they like, up to forty letters; they are broken where they do not fit."""
    page.emulate_media(reduced_motion="reduce")
    wrong: dict[str, list[str]] = {}
    for name, text in gallery.pages("en", SHORT):
        long = re.sub(rf"\b({'|'.join(gallery.NAMES)})\b", lambda found: found[0][0] * 40, text)
        show(page, stage, long, "/duel/long")
        for width in WIDTHS:
            page.set_viewport_size({"width": width, "height": 800})
            if found := too_wide(page):
                wrong[f"{name} {width}"] = found
    assert wrong == {}


LONG = ("Chrysanthemum Blossom", "Disrupting Communication", "A Fugitive Apprehended", "Grandmother’s Knife")


@pytest.mark.parametrize("name", ["cards-13-C-1", "cards-18-C-0"])
def test_no_name_of_a_card_is_broken_within_a_word(page: Any, stage: Stage, name: str) -> None:
    """In the pool, where one is chosen, and on the table: a long word has room, or its card grows with it."""
    fate = (card.title for card in catalogue.shipped().values() if is_fate(card.type))
    titles = [*LONG, *(title for title in fate if max(map(len, title.split())) > 8)]
    page.emulate_media(reduced_motion="reduce")
    change = "(title) => document.querySelectorAll('.card__name').forEach(one => { one.textContent = title })"
    wrong: dict[str, list[str]] = {}
    for _name in shown(page, stage, "en", (name,)):
        assert page.locator(".card__name").count() > 1
        for width in (*WIDTHS, 414, 640):
            page.set_viewport_size({"width": width, "height": 800})
            for title in titles:
                page.evaluate(change, title)
                if found := broken(page, ".card__name") + too_wide(page):
                    wrong[f"{width} {title}"] = found
    assert wrong == {}


@pytest.mark.long
@pytest.mark.parametrize("light", ["light", "dark"])
@pytest.mark.parametrize("width", WIDTHS)
def test_axe_finds_nothing_on_any_page(page: Any, stage: Stage, width: int, light: str) -> None:
    """All pages, all widths, both lights."""
    page.set_viewport_size({"width": width, "height": 800})
    page.emulate_media(color_scheme=light, reduced_motion="reduce")
    wrong = {name: found for name in shown(page, stage, "hr", None) if (found := violations(page) + too_wide(page))}
    assert wrong == {}


def test_forced_colours_keep_what_is_chosen_visible(page: Any, stage: Stage) -> None:
    """In the colours of the system a chosen card still has an outline, and the back of a card an edge."""
    page.emulate_media(forced_colors="active", reduced_motion="reduce")
    show(page, stage, table(gallery.cards_asked()))
    page.locator("#answer input[type=radio]").first.check(force=True)
    chosen = page.locator(".pick > :checked + .card").first
    assert chosen.evaluate("e => getComputedStyle(e).outlineStyle") == "solid"
    back = page.locator(".card--back").first
    assert back.evaluate("e => getComputedStyle(e).borderTopWidth") != "0px"


def test_a_table_is_printed_in_ink_on_paper_and_its_log_whole(page: Any, stage: Stage) -> None:
    """Also by who reads in the dark: printers leave out dark paper, and pale ink on white nobody reads."""
    page.set_viewport_size({"width": 1280, "height": 700})
    show(page, stage, table(gallery.cards_asked()))
    page.emulate_media(media="print", color_scheme="dark")
    colours = page.evaluate("[getComputedStyle(document.body).color, getComputedStyle(document.body).backgroundColor]")
    assert colours == ["rgb(21, 23, 26)", "rgb(255, 255, 255)"]
    assert page.locator("#log").evaluate("(e) => e.scrollHeight <= e.clientHeight")
    assert page.locator("#log").evaluate("(e) => getComputedStyle(e).maskImage") == "none"
    page.emulate_media(media="screen", color_scheme="dark")
    assert page.evaluate("getComputedStyle(document.body).color") == "rgb(236, 236, 230)"
    assert page.locator("#log").evaluate("(e) => e.scrollHeight > e.clientHeight")


@pytest.mark.parametrize("width", [320, 360, 414])
def test_on_a_telephone_the_slider_of_a_replay_is_in_sight_with_the_scene(page: Any, stage: Stage, width: int) -> None:
    """It lies at the lower edge; nothing that is reached by keys stays hidden behind it."""
    page.set_viewport_size({"width": width, "height": 640})
    show(page, stage, dict(gallery.others())["replay"], "/duel/d1/replay")
    box = page.locator("#at").bounding_box()
    assert page.locator(".scene h1").bounding_box()["y"] < box["y"] < 640 - box["height"]
    ground = page.locator(".slider__ground").bounding_box()
    for one in ("#as", "#replay-back", "#replay-on", "#link-1", ".foot button >> nth=0"):
        page.locator(one).focus()
        found = page.locator(one).bounding_box()
        assert found["y"] + found["height"] <= ground["y"], one
    page.set_viewport_size({"width": 640, "height": 360})
    assert page.locator(".slider__ground").evaluate("(e) => getComputedStyle(e).position") == "static"


def test_targets_that_decide_are_large_enough(page: Any, stage: Stage) -> None:
    """Everything that is pressed to answer is at least 44 pixels high on a telephone."""
    page.set_viewport_size({"width": 360, "height": 800})
    show(page, stage, table(gallery.cards_asked()))
    heights = page.locator(".act:visible, .pick:visible, .link-act:visible").evaluate_all(
        "found => found.map(e => e.getBoundingClientRect().height)"
    )
    assert len(heights) > 4 and min(heights) >= 44


def test_words_that_lead_somewhere_can_be_touched(browser: Any, stage: Stage) -> None:
    """On a screen for fingers what leads away from a table is 44 pixels high, and the reasons in its log nearly so."""
    context = browser.new_context(viewport={"width": 360, "height": 800}, has_touch=True, is_mobile=True)
    page = context.new_page()
    show(page, stage, table(gallery.cards_asked()))
    height = "(all) => Math.min(...all.map((e) => e.getBoundingClientRect().height))"
    for what in (".company p > a", ".why summary", ".tick--small"):
        assert page.locator(what).count() and page.locator(what).evaluate_all(height) >= 44, what
    reasons = page.locator(".log__ask:visible")
    assert reasons.count() > 4 and reasons.evaluate_all(height) >= 34
    context.close()


# --- without script --------------------------------------------------------------------------------------


def test_without_script_a_card_is_focused_by_a_plain_form(browser: Any, stage: Stage) -> None:
    """What the form sends is the whole command."""
    context = browser.new_context(java_script_enabled=False)
    page = context.new_page()
    seen = gallery.cards_asked()
    assert seen.asked is not None
    show(page, stage, table(seen))
    page.locator("#answer input[type=radio]").first.check(force=True)
    page.locator("#focus").click()
    path, sent = stage.sent[-1]
    assert path == "/duel/d1/do"
    assert (sent["kind"], sent["question"], sent["reply"]) == (["answer"], [seen.asked.id], ["1"])
    assert len(sent["command"][0]) == 36
    page.locator("#acts button[name=reply]").first.click()
    assert stage.sent[-1][1]["reply"] == ["2"]
    context.close()


def test_without_script_replays_go_on_by_links(browser: Any, stage: Stage) -> None:
    """Back and forward are links, the slider a form."""
    context = browser.new_context(java_script_enabled=False)
    page = context.new_page()
    stage.pages["/duel/d1/replay"] = dict(gallery.others())["replay"]
    page.goto(stage.address + "/duel/d1/replay")
    page.locator("#replay-on").click()
    assert page.url.endswith("/duel/d1/replay?at=13&as=spectator")
    page.locator("#replay-show").click()
    assert page.url.endswith("/duel/d1/replay?at=12&as=spectator")
    context.close()


def thumb(page: Any) -> float:
    """Where the middle of the slider's thumb is, seen on the picture: it leans, so above and below the track."""
    image = pytest.importorskip("PIL.Image")
    picture = image.open(io.BytesIO(page.locator("#at").screenshot())).convert("L")
    rows = [picture.height // 2 + by for by in (-10, -6, 6, 10)]
    dark = [[x for x in range(picture.width) if picture.getpixel((x, row)) < 128] for row in rows]
    left: float = page.locator("#at").bounding_box()["x"]
    return left + sum((row[0] + row[-1] + 1) / 2 for row in dark) / len(rows)


@pytest.mark.parametrize("scripted", [True, False])
def test_the_marks_of_a_replay_stand_where_the_thumb_comes_to_stand(browser: Any, stage: Stage, scripted: bool) -> None:
    """A thumb has a width, so its middle does not go along the whole slider."""
    context = browser.new_context(java_script_enabled=scripted, reduced_motion="reduce", color_scheme="light")
    page = context.new_page()
    marks = [(0, "Round 1"), (1, "Round 2"), (12, "Round 3"), (44, "Round 12"), (60, "The end")]
    off: dict[str, float] = {}
    for n, (moment, _words) in enumerate(marks):
        show(page, stage, gallery.replay_at(moment, tuple(marks)))
        for width in (360, 414, 768, 1280, 1920, 2560):
            page.set_viewport_size({"width": width, "height": 900})
            line = page.locator(".slider__marks line").nth(n).bounding_box()
            away = line["x"] + line["width"] / 2 - thumb(page)
            if abs(away) > 2:
                off[f"{width} {moment}"] = away
    assert off == {}
    assert page.locator(".slider__marks text").all_text_contents() == ["1", "3", "12", "T"]
    context.close()


# --- with script -----------------------------------------------------------------------------------------


def waiting(seen: Seen) -> Seen:
    """The same table while the other side is asked."""
    places = tuple(replace(place, asked=place.seat == 1) for place in seen.places)
    return replace(seen, asked=None, waiting="Waiting for Davi.", places=places, status="Waiting for Davi.")


def push(page: Any, stage: Stage, seen: Seen) -> None:
    """Push a table once the page listens."""
    page.wait_for_function("() => stream && stream.readyState === 1")
    stage.push(render.fragment("table_main", "en", seen=seen))


def test_a_push_keeps_what_was_typed_and_where_one_was(page: Any, stage: Stage) -> None:
    """Text half typed, the focus in it, and what stands open survive another player's move."""
    seen = waiting(gallery.cards_asked())
    show(page, stage, table(seen))
    page.locator("#not-now summary").click()
    page.locator("#say-text").click()
    page.keyboard.type("One mo")
    push(page, stage, replace(seen, status="Davi thinks.", version="v2"))
    page.wait_for_function("() => document.getElementById('status').textContent === 'Davi thinks.'")
    page.keyboard.type("ment.")
    assert page.locator("#say-text").input_value() == "One moment."
    assert page.locator("#not-now").get_attribute("open") is not None
    assert page.told == []


def longer(seen: Seen, by: int) -> Seen:
    """The same table with lines more."""
    more = tuple(LogLine(len(seen.lines) + n, f"Davi says {n}.", "", "C", 1, False, False) for n in range(by))
    return replace(seen, lines=seen.lines + more, version=f"v{len(seen.lines) + by}")


def test_whoever_reads_in_the_log_keeps_his_place_when_lines_come(page: Any, stage: Stage) -> None:
    """The log lies beside the table and is scrolled by itself; what comes in above moves nothing that is being read."""
    page.set_viewport_size({"width": 1280, "height": 700})
    seen = waiting(gallery.cards_asked())
    show(page, stage, table(seen))
    page.evaluate("document.getElementById('log').scrollTop = 250")
    page.evaluate("document.querySelectorAll('#log-list > li').forEach((line) => { line.same = true })")
    top = "(id) => document.getElementById(id).getBoundingClientRect().top"
    read = page.evaluate(
        "[...document.querySelectorAll('#log-list > li')].find((l) => l.getBoundingClientRect().top > 400).id"
    )
    was = page.evaluate(top, read)
    for by in (1, 4, 9):
        push(page, stage, longer(seen, by))
        page.wait_for_selector(f"#line-{len(seen.lines) + by - 1}", state="attached")
        page.wait_for_timeout(100)
        assert abs(page.evaluate(top, read) - was) < 2
    lines = page.locator("#log-list > li").evaluate_all("(all) => all.map((line) => line.same || false)")
    assert lines == [False] * 9 + [True] * len(seen.lines)


def test_a_telephone_is_led_from_the_live_line_to_the_answers(page: Any, stage: Stage) -> None:
    """There the answers lie below the scene; where the question is in sight anyhow it is not shown twice."""
    page.emulate_media(reduced_motion="reduce")
    seen = gallery.cards_asked()
    assert seen.asked is not None
    page.set_viewport_size({"width": 360, "height": 640})
    show(page, stage, table(seen))
    assert page.locator("#ask-h").bounding_box()["y"] > 640
    link = page.locator("#status .status__ask")
    assert link.text_content() == seen.asked.question.text and page.locator("#status").text_content() == seen.status
    link.click()
    assert 0 <= page.locator("#ask-h").bounding_box()["y"] < 200
    page.set_viewport_size({"width": 1280, "height": 800})
    page.evaluate("document.activeElement.blur(); scrollTo(0, 0)")
    before = page.locator("#ask-h").bounding_box()
    assert before["y"] < 600
    clip = "(e) => getComputedStyle(e).clipPath"
    assert link.evaluate(clip) == "inset(50%)"
    link.focus()
    page.keyboard.press("Shift+Tab")
    page.keyboard.press("Tab")
    assert link.evaluate("(e) => e === document.activeElement") and link.evaluate(clip) == "none"
    assert page.locator("#ask-h").bounding_box() == before


def test_whose_button_is_gone_goes_on_from_what_is_asked_of_him(page: Any, stage: Stage) -> None:
    """He agreed by keyboard, and the question stays the same: the focus does not fall back to the top of the page."""
    seen = gallery.cards_asked()
    show(page, stage, table(replace(seen, offers=(Offer("undo", "Davi", True, "Davi asks."),))))
    page.locator("#offer-undo button").first.focus()
    push(page, stage, replace(seen, version="v2"))
    page.wait_for_selector("#offer-undo", state="detached")
    assert page.evaluate("document.activeElement.id") == "deed"


def test_when_it_is_my_turn_the_page_says_so(page: Any, stage: Stage) -> None:
    """By its title, its icon and the live line; the focus comes to the question."""
    seen = gallery.cards_asked()
    show(page, stage, table(waiting(seen)))
    icon = page.locator("#icon").get_attribute("href")
    push(page, stage, seen)
    page.wait_for_function("() => document.title.startsWith('Your turn')")
    assert page.locator("#icon").get_attribute("href") != icon
    assert page.evaluate("document.activeElement.id") == "deed"
    assert page.locator("[role=status]").count() == 1


def test_a_lost_line_is_told_and_mended(page: Any, stage: Stage) -> None:
    """The notice shows while the server is gone, and goes when it is back, with the newest table."""
    seen = waiting(gallery.cards_asked())
    show(page, stage, table(seen))
    page.wait_for_function("() => stream && stream.readyState === 1")
    assert page.locator("#lost").is_hidden()
    stage.cut = True
    page.wait_for_selector("#lost:visible", timeout=15000)
    stage.cut = False
    page.wait_for_function("() => stream.readyState === 1", timeout=15000)
    push(page, stage, gallery.cards_asked())
    page.wait_for_function("() => document.title.startsWith('Your turn')", timeout=15000)
    assert page.locator("#lost").is_hidden()


def test_an_answer_that_could_not_be_sent_is_no_lasting_loss(page: Any, stage: Stage) -> None:
    """The stream that stayed open says nothing of the line's being back: it is begun anew."""
    show(page, stage, table(gallery.cards_asked()))
    page.wait_for_function("() => stream && stream.readyState === 1")
    page.context.set_offline(True)
    page.keyboard.press("1")
    page.keyboard.press("Enter")
    page.wait_for_selector("#lost:visible", timeout=15000)
    assert not stage.sent
    page.context.set_offline(False)
    page.wait_for_selector("#lost", state="hidden", timeout=15000)
    page.keyboard.press("Enter")
    page.wait_for_function("() => !sending")
    assert [sent["reply"] for _path, sent in stage.sent] == [["1"]]


def test_a_bell_rings_for_who_asked_for_it(page: Any, stage: Stage) -> None:
    """Nobody is asked whether it may; behind another tab it rings when it is one's turn."""
    page.add_init_script("""window.rung = []; window.Notification = class {
        static permission = "default";
        static async requestPermission() { this.permission = "granted"; }
        constructor(words) { rung.push(words); }
    }""")
    seen = gallery.cards_asked()
    show(page, stage, table(waiting(seen)))
    page.locator("#bell").click()
    page.wait_for_selector("#bell", state="hidden")
    page.wait_for_function("() => stream && stream.readyState === 1")
    page.evaluate("Object.defineProperty(document, 'hidden', {value: true, configurable: true})")
    push(page, stage, seen)
    page.wait_for_function("() => rung.length === 1")
    assert page.evaluate("rung[0]").startswith("Your turn")
    assert page.locator("#bell").is_hidden()


def test_behind_another_tab_no_stream_is_kept(page: Any, stage: Stage) -> None:
    """It is closed when the page is hidden, and opened again when it is looked at."""
    show(page, stage, table(waiting(gallery.cards_asked())))
    hide = """so => {
        Object.defineProperty(document, "hidden", {value: so, configurable: true});
        document.dispatchEvent(new Event("visibilitychange"));
    }"""
    page.wait_for_function("() => stream && stream.readyState === 1")
    page.evaluate(hide, True)
    assert page.evaluate("stream.readyState") == 2
    page.evaluate(hide, False)
    page.wait_for_function("() => stream.readyState === 1")


def test_answers_are_sent_in_place(page: Any, stage: Stage) -> None:
    """The page is not left, and shows what the server answers."""
    seen = gallery.cards_asked()
    show(page, stage, table(seen))
    page.evaluate("window.stays = true")
    stage.pages["/duel/d1"] = table(waiting(seen))
    page.keyboard.press("1")
    assert page.locator("#choice-1").is_checked()
    page.keyboard.press("Enter")
    page.wait_for_function("() => document.getElementById('status').textContent === 'Waiting for Davi.'")
    assert page.evaluate("window.stays")
    assert stage.sent[-1][1]["reply"] == ["1"]


def test_a_step_of_a_ruling_begins_anew(page: Any, stage: Stage) -> None:
    """What a judge typed for one step does not stand in the field of the next."""
    seen = gallery.tables()["around-reason"]
    first = replace(seen, ruling=replace(gallery.FORMS["number-long"], text="How much?"))
    show(page, stage, table(first))
    page.locator("#reply").fill("12")
    push(page, stage, seen)
    page.wait_for_function("() => document.getElementById('ask-h').textContent.startsWith('For what reason')")
    assert page.locator("#reply").input_value() == ""
    assert page.locator("#reply").get_attribute("type") is None


def test_reasons_open_in_the_log(page: Any, stage: Stage) -> None:
    """By the key that asks why, and they stay open when the table changes."""
    seen = gallery.cards_asked()
    show(page, stage, table(seen))
    number = next(line.number for line in reversed(seen.lines) if line.explained and not line.minor)
    stage.pages[f"/duel/d1/why/{number}"] = dict(gallery.others())["why"]
    page.keyboard.press("?")
    page.wait_for_selector(f"#line-{number} .why__told")
    push(page, stage, replace(seen, status="On."))
    page.wait_for_function("() => document.getElementById('status').textContent === 'On.'")
    assert page.locator(f"#line-{number} .why__told").count() == 1


def test_the_key_of_a_link_leaves_the_address_bar(page: Any, stage: Stage) -> None:
    """It goes into the form, which sends it by POST; neither history nor server's log has it."""
    stage.pages["/duel/d1"] = render.page("enter", "en", duel="d1", terms=gallery.TERMS)
    page.goto(f"{stage.address}/duel/d1#{SECRET}")
    page.wait_for_function("() => !location.hash")
    assert page.locator("#enter-secret").is_hidden()
    page.locator("#enter-name").fill("Davi")
    page.locator("#enter-send").click()
    page.wait_for_load_state()
    assert stage.sent[-1] == ("/duel/d1/enter", {"name": ["Davi"], "secret": [SECRET]})
    assert SECRET not in page.url


def test_a_link_opened_by_who_sits_there_already_is_taken_too(page: Any, stage: Stage) -> None:
    """Somebody who looks on opens a seat's link: he is shown the door, its terms, and where to give a name."""
    seen = waiting(gallery.cards_asked())
    stage.pages["/duel/d1?door=1"] = render.page("enter", "en", duel="d1", terms=gallery.TERMS)
    stage.pages["/duel/d1"] = table(replace(seen, me=replace(seen.me, role="spectator", seat=None, side=None)))
    page.goto(f"{stage.address}/duel/d1#{SECRET}")
    page.wait_for_selector("#enter")
    assert page.locator("#enter-secret").input_value() == SECRET
    assert page.url == f"{stage.address}/duel/d1?door=1"


def test_a_link_pasted_where_its_table_is_open_is_taken_as_well(page: Any, stage: Stage) -> None:
    """The address changes behind the sign # alone, so the browser loads nothing."""
    seen = waiting(gallery.cards_asked())
    stage.pages["/duel/d1?door=1"] = render.page("enter", "en", duel="d1", terms=gallery.TERMS)
    stage.pages["/duel/d1"] = table(replace(seen, me=replace(seen.me, role="spectator", seat=None, side=None)))
    page.goto(f"{stage.address}/duel/d1")
    page.goto(f"{stage.address}/duel/d1#{SECRET}")
    page.wait_for_selector("#enter")
    assert page.locator("#enter-secret").input_value() == SECRET
    assert page.url == f"{stage.address}/duel/d1?door=1"


def test_the_slider_of_a_replay_goes_through_the_duel(page: Any, stage: Stage) -> None:
    """The table changes in place, and the address with it, so that it can be shared."""
    shown = dict(gallery.others())
    stage.pages["/duel/d1/replay"] = shown["replay"]
    page.goto(stage.address + "/duel/d1/replay")
    stage.pages["/duel/d1/replay"] = shown["replay-end"]
    page.locator("#at").focus()
    page.keyboard.press("End")
    page.wait_for_function("() => document.querySelector('h1').textContent.includes('7 to 7')")
    assert page.url.endswith("at=60&as=spectator")
    assert "at=60" in page.locator("#link-1").input_value()
    page.locator("#as").select_option("0")
    page.wait_for_function("() => location.search.includes('as=0')")


def test_a_moments_link_can_be_copied_after_the_slider_was_moved_too(browser: Any, stage: Stage) -> None:
    context = browser.new_context(permissions=["clipboard-read", "clipboard-write"])
    page = context.new_page()
    shown = dict(gallery.others())
    stage.pages["/duel/d1/replay"] = shown["replay"]
    page.goto(stage.address + "/duel/d1/replay")
    assert page.locator("#copy-1").is_visible()
    stage.pages["/duel/d1/replay"] = shown["replay-end"]
    page.locator("#replay-on").click()
    page.wait_for_function("() => document.querySelector('h1').textContent.includes('7 to 7')")
    assert page.locator("#copy-1").is_visible()
    context.close()


def test_the_links_of_a_new_duel_have_nothing_beside_them_that_leads_away_by_mistake() -> None:
    shown = dict(gallery.others())
    assert "/language" in shown["enter"]
    assert "/language" not in shown["made"]


def test_who_waits_without_script_can_ask_what_has_happened(browser: Any, stage: Stage) -> None:
    stage.pages["/duel/d1"] = table(waiting(gallery.cards_asked()))
    page = browser.new_page(java_script_enabled=False)
    page.goto(stage.address + "/duel/d1")
    page.get_by_role("link", name="See what has happened since").click()
    assert page.url == stage.address + "/duel/d1"
    assert page.locator("#keys").is_hidden()  # none of them would do anything
    page.close()


def test_who_has_a_seat_is_asked_before_another_places_link_takes_it_from_him(page: Any, stage: Stage) -> None:
    """The maker of a duel tries the link that he is going to send: he stays who he is, unless he wants otherwise."""
    said = list[str]()
    stage.pages["/duel/d1?door=1"] = render.page("enter", "en", duel="d1", terms=gallery.TERMS)
    stage.pages["/duel/d1"] = table(waiting(gallery.cards_asked()))

    def answer(asked: Any) -> None:
        said.append(asked.message)
        asked.accept() if len(said) > 1 else asked.dismiss()

    page.on("dialog", answer)
    page.goto(f"{stage.address}/duel/d1#{SECRET}")
    page.wait_for_function("() => !location.hash")
    assert len(said) == 1 and "a place at this table already" in said[0]
    assert page.url == stage.address + "/duel/d1"
    page.goto("about:blank")
    page.goto(f"{stage.address}/duel/d1#{SECRET}")
    page.wait_for_selector("#enter")
    assert len(said) == 2 and page.locator("#enter-secret").input_value() == SECRET
