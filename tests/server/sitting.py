"""People at a table, each in a browser of his own: they make duels, come in by links, and answer what the page asks."""

from __future__ import annotations

import os
import random
import re
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

import pytest

CHROMIUM = os.environ.get("IAIJUTSU_CHROMIUM") or shutil.which("chromium") or shutil.which("chromium-browser")
PATIENCE = 60_000
"""Milliseconds after which a page hangs."""
EARS = """
window.refused = [], window.heard = [];
addEventListener("securitypolicyviolation", (e) => refused.push(`${e.violatedDirective} ${e.blockedURI}`));
window.EventSource = class extends EventSource {
  constructor(address) { super(address); this.addEventListener("seen", (event) => heard.push(event.data)); }
};
"""
"""Keeps what the policy refuses, and every table that is pushed."""
LOST = re.compile(
    r"net::ERR_(CONNECTION_REFUSED|CONNECTION_RESET|INCOMPLETE_CHUNKED_ENCODING|EMPTY_RESPONSE|SOCKET_NOT_CONNECTED)"
)
REFUSED = re.compile(r"status of (409|422)")
ANSWERABLE = """() => {
  const all = (what) => [...document.querySelectorAll(what)].filter((e) => e.checkVisibility());
  return {
    buttons: all("#ask button[name=reply], #do-pick").map((e) => [e.id, e.classList.contains("act--strike")]),
    radios: all("#answer [type=radio]").map((e) => e.id), boxes: all("#answer [type=checkbox]").map((e) => e.id),
    lists: all("#ask select").map((e) => [e.id, [...e.options].map((one) => one.value).filter(Boolean)]),
    field: all("#reply").map((e) => [e.type, e.min])[0] || null,
    legend: document.querySelector("#answer .several legend")?.textContent || "",
    send: all("#send, #focus").map((e) => e.id)[0] || "",
  };
}"""


@contextmanager
def chromium() -> Iterator[Any]:
    """A browser, as it is installed; the test skips where there is none."""
    if CHROMIUM is None:
        pytest.skip("no Chromium here; IAIJUTSU_CHROMIUM names one")
    sync_api = pytest.importorskip("playwright.sync_api")
    with sync_api.sync_playwright() as playwright:
        started = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        yield started
        started.close()


@dataclass(frozen=True)
class Made:
    """A duel as its maker was told of it: its id, and the address of each place by the form's order."""

    duel: str
    links: tuple[str, ...]


class Sitter:
    """Somebody in a browser of his own. `told` is what the console said, `refusals` how often he was sent back."""

    def __init__(self, browser: Any, name: str, language: str = "en", script: bool = True, **how: Any) -> None:
        self.name, self.script = name, script
        self.context = browser.new_context(
            locale=language.replace("_", "-"), java_script_enabled=script, reduced_motion="reduce", **how
        )
        self.context.set_default_timeout(PATIENCE)
        self.context.add_init_script(EARS)
        self.page = self.context.new_page()
        self.told, self.refusals, self.answers, self.heard = list[str](), 0, 0, list[str]()
        self.page.on("console", lambda message: self.told.append(message.text))
        self.page.on("pageerror", lambda error: self.told.append(f"error: {error}"))

    def close(self) -> None:
        """Away."""
        self.context.close()

    # --- coming in -----------------------------------------------------------------------------------------

    def make(self, base: str, **fields: str) -> Made:
        """Make a duel by the lobby's form: texts are filled in, lists chosen from, boxes ticked (`1`) or not."""
        page = self.page
        page.goto(base)
        page.locator(f"#game-{fields.pop('game', 'cards')}").check(force=True)
        page.evaluate("document.querySelectorAll('#make details').forEach((e) => { e.open = true })")
        for name, value in fields.items():
            field = page.locator(f"#make [name='{name}']").first
            if field.evaluate("e => e.tagName") == "SELECT":
                field.select_option(value)
            elif field.get_attribute("type") == "checkbox":
                field.set_checked(bool(value))
            else:
                field.fill(value)
        page.locator("#make-send").click()
        page.wait_for_selector("#made, #table, [role=alert]")
        links = page.locator(".link__row input").evaluate_all("found => found.map((e) => e.value)")
        page.locator(".acts a.act--ink").click() if links else None
        page.wait_for_selector("#table")
        return Made(page.url.rpartition("/")[2], tuple(links))

    def enter(self, link: str) -> None:
        """Open a link and sit down."""
        self.page.goto(link)
        self.page.wait_for_selector("#enter")
        self.page.locator("#enter-name").fill(self.name)
        if not self.script:
            self.page.locator("#enter-secret").fill(link)
        self.page.locator("#enter-send").click()
        self.page.wait_for_selector("#table")

    # --- looking -------------------------------------------------------------------------------------------

    def asked(self) -> str:
        """The id of the question that the page shows; empty where it shows none."""
        return str(self.page.locator("#table").get_attribute("data-asked") or "")

    def over(self) -> bool:
        """Whether the page says that the duel is over."""
        return bool(self.page.locator("#table .ending").count())

    def lines(self) -> dict[str, str]:
        """The lines of the log that the page shows, by their ids."""
        script = "found => found.map((e) => [e.id, e.querySelector('p').textContent])"
        return dict(self.page.locator("#log-list > li").evaluate_all(script))

    def table(self) -> str:
        """The table as text: what stands there, without what changes with every page."""
        text = self.page.evaluate(
            "() => { const copy = document.getElementById('table').cloneNode(true);"
            " copy.querySelectorAll('[name=command]').forEach((e) => e.remove()); return copy.outerHTML }"
        )
        return re.sub(r' (open|checked|aria-busy|data-left)="[^"]*"', "", text)

    def everything(self) -> str:
        """All that the page holds, and all that was pushed to it."""
        if self.script:
            self.heard += self.page.evaluate("heard.splice(0)")
        return "\n".join([self.page.content(), *self.heard])

    def complaints(self, killed: bool = False) -> list[str]:
        """What console and policy have said that they should not; after a kill lost connections are no surprise."""
        refusals = [line for line in self.told if REFUSED.search(line)]
        found = [line for line in self.told if line not in refusals and not (killed and LOST.search(line))]
        if self.script:
            found += self.page.evaluate("refused")
        return found + ([] if len(refusals) <= self.refusals else refusals)

    # --- answering -----------------------------------------------------------------------------------------

    def answer(self, rng: random.Random, yields: bool = False) -> None:
        """Answer what is asked, with the mouse, in some way that the page offers; `yields`: concede where one may."""
        before = self.asked()
        for attempt in range(12):
            if yields and self.page.locator("#yield").count():
                self.page.locator("#yield summary").click()
                self.page.locator("#yield-form button").click(no_wait_after=self.script)
            else:
                self._choose(self.page.evaluate(ANSWERABLE), rng, attempt)
            if self._settled(before):
                self.answers += 1
                return
            self.refusals += 1
        raise AssertionError(f"{self.name} finds no answer to: {self.page.locator('#ask-h').inner_text()}")

    def _settled(self, before: str) -> bool:
        """Waits for what comes of an answer; whether it was taken."""
        if not self.script:
            self.page.wait_for_load_state()
            return not self.page.locator("[role=alert]").count()
        self.page.wait_for_function(
            "before => { const table = document.getElementById('table');"
            " return table && (table.dataset.asked !== before || table.querySelector('[role=alert]')) }",
            arg=before,
        )
        return self.asked() != before

    def _choose(self, can: dict[str, Any], rng: random.Random, attempt: int) -> None:
        """Press or fill in something of what can be done."""
        strike = next((name for name, hard in can["buttons"] if hard), "")
        if strike and rng.random() < 0.6:
            return self._press(strike)
        if can["lists"]:
            return self._lists(can, rng)
        ways = [*can["radios"], *(name for name, _hard in can["buttons"])]
        if can["boxes"]:
            return self._boxes(can, rng, attempt)
        if can["field"]:
            kind, least = can["field"]
            self.page.locator("#reply").fill(least or "0" if kind == "number" else "-")
            return self._press(can["send"])
        way = rng.choice(ways)
        if way not in can["radios"]:
            return self._press(way)
        self.page.locator(f"#{way}").check(force=True)
        return self._press(can["send"])

    def _press(self, name: str) -> None:
        self.page.locator(f"#{name}").click(no_wait_after=self.script)

    def _lists(self, can: dict[str, Any], rng: random.Random) -> None:
        """Places keep the order that they stand in; of one long list something is taken."""
        for name, values in can["lists"]:
            if not self.page.locator(f"#{name}").input_value():
                self.page.locator(f"#{name}").select_option(rng.choice(values))
        self._press(can["send"] or "do-pick")

    def _boxes(self, can: dict[str, Any], rng: random.Random, attempt: int) -> None:
        """As many as the legend asks for at least; should they not go together, others."""
        for name in self._some_boxes(can, rng, attempt):
            self.page.locator(f"#{name}").click(force=True)
        self._press(can["send"])

    def _some_boxes(self, can: dict[str, Any], rng: random.Random, attempt: int) -> list[str]:
        """Boxes to be changed so that as many are ticked as the legend asks for, or as many as chance has it."""
        numbers = [int(word) for word in re.findall(r"\d+", can["legend"])]
        least = (numbers[0] if numbers else 0) if attempt == 0 else rng.randrange(len(can["boxes"]) + 1)
        wanted = set(rng.sample(can["boxes"], min(least, len(can["boxes"]))))
        ticked = {name for name in can["boxes"] if self.page.locator(f"#{name}").is_checked()}
        return sorted(wanted ^ ticked)

    # --- by keyboard ---------------------------------------------------------------------------------------

    def tab_to(self, *ways: str) -> None:
        """Go on with Tab until something of that is reached: nothing is reached in any other way."""
        for _key in range(400):
            self.page.keyboard.press("Tab")
            if self.page.evaluate("what => document.activeElement.matches(what)", ", ".join(ways)):
                return
        raise AssertionError(f"no Tab leads to {ways}")

    def answer_by_keys(self, rng: random.Random, yields: bool = False) -> None:
        """Answer what is asked, with keys alone."""
        before = self.asked()
        for attempt in range(12):
            if yields and self.page.locator("#yield").count():
                for what in ("#yield summary", "#yield-form button"):
                    self.tab_to(what)
                    self.page.keyboard.press("Enter")
            else:
                self._choose_by_keys(self.page.evaluate(ANSWERABLE), rng, attempt)
            if self._settled(before):
                self.answers += 1
                return
            self.refusals += 1
        raise AssertionError(f"no key answers: {self.page.locator('#ask-h').inner_text()}")

    def _choose_by_keys(self, can: dict[str, Any], rng: random.Random, attempt: int) -> None:
        press = self.page.keyboard.press
        if can["boxes"]:
            for name in self._some_boxes(can, rng, attempt):
                self._key(name)
            self.tab_to("#" + can["send"])
        elif can["lists"]:
            for name, _values in can["lists"]:
                if not self.page.locator(f"#{name}").input_value():
                    self.tab_to(f"#{name}")
                    press("ArrowDown")
            self.tab_to("#" + (can["send"] or "do-pick"))
        elif can["field"]:
            self.tab_to("#reply")
            self.page.keyboard.type(can["field"][1] or "0")
        else:
            strikes = [name for name, hard in can["buttons"] if hard and rng.random() < 0.6]
            ways = strikes or [*can["radios"], *(name for name, _hard in can["buttons"])]
            self._key(rng.choice(ways))
        press("Enter")

    def _key(self, name: str) -> None:
        """Choose something by its digit; what has none is gone to."""
        value = self.page.locator(f"#{name}").get_attribute("value") or ""
        if len(value) == 1:
            self.page.keyboard.press(value)
            return
        self.tab_to(f"#{name}")
        if self.page.evaluate("document.activeElement.matches('[type=checkbox], [type=radio]')"):
            self.page.keyboard.press("Space")
