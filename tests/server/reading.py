"""A page as a browser's parser takes it apart, and what must be true of every page."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from html.parser import HTMLParser
from typing import Any

import httpx

VOID = {"meta", "link", "input", "br", "wbr", "img", "hr", "path", "use", "rect", "circle"}
UNSENT = ("checkbox", "radio", "submit", "file")
"""Kinds of fields that are sent only when they are ticked or chosen."""
NAMED = ("aria-label", "aria-labelledby", "title")


@dataclass
class Element:
    """An element: its tag, attributes, the elements around it, and all the text in it."""

    tag: str
    attributes: dict[str, str]
    around: tuple[Element, ...]
    text: list[str] = field(default_factory=list)

    def get(self, name: str) -> str:
        """An attribute, empty where there is none."""
        return self.attributes.get(name, "")

    @property
    def words(self) -> str:
        """The text in it, in one line."""
        return " ".join("".join(self.text).split())

    def within(self, tag: str) -> Element | None:
        """The innermost element of that tag around it."""
        return next((one for one in reversed(self.around) if one.tag == tag), None)


def without_commands(text: str) -> str:
    """A page without the ids of commands, which are new each time."""
    return re.sub(r'name="command" value="[0-9a-f-]{36}"', "", text)


class Page(HTMLParser):
    """Every element of a page, in order. A tag that is closed out of order is an error."""

    def __init__(self, page: str | httpx.Response) -> None:
        super().__init__(convert_charrefs=True)
        self.elements: list[Element] = []
        self.open: list[Element] = []
        self.wrong: list[str] = []
        self._said: list[str] = []
        self.feed(page if isinstance(page, str) else page.text)
        self.close()
        self.wrong += [f"<{one.tag}> is never closed" for one in self.open]

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Take in an element."""
        names = [name for name, _value in attrs]
        self.wrong += [f"<{tag}> has {name} twice" for name in names if names.count(name) > 1]
        element = Element(tag, {name: value or "" for name, value in attrs}, tuple(self.open))
        self.elements.append(element)
        if tag not in VOID:
            self.open.append(element)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """An element of SVG that closes itself."""
        self.handle_starttag(tag, attrs)
        if tag not in VOID:
            self.open.pop()

    def handle_endtag(self, tag: str) -> None:
        """Close the innermost element."""
        if tag in VOID:
            return
        if not self.open or self.open[-1].tag != tag:
            self.wrong.append(f"</{tag}> closes {self.open[-1].tag if self.open else 'nothing'}")
            return
        self.open.pop()

    def handle_data(self, data: str) -> None:
        """Text belongs to all that is open."""
        self._said.append(data)
        for element in self.open:
            element.text.append(data)

    def all(self, *tags: str) -> list[Element]:
        """The elements of these tags."""
        return [one for one in self.elements if one.tag in tags]

    def having(self, name: str) -> list[Element]:
        """The elements of that class."""
        return [one for one in self.elements if name in one.get("class").split()]

    @property
    def text(self) -> str:
        """All text, in one line."""
        return " ".join(" ".join(self._said).split())

    @property
    def ids(self) -> list[str]:
        """Every id."""
        return [one.get("id") for one in self.elements if "id" in one.attributes]

    @property
    def links(self) -> list[str]:
        """Where links lead."""
        return [one.get("href") for one in self.all("a") if "href" in one.attributes]

    @property
    def alerts(self) -> list[str]:
        """The words of notices."""
        return [one.words for one in self.elements if one.get("role") == "alert"]

    @property
    def forms(self) -> list[dict[str, Any]]:
        """Where each form is sent, how, and with which fields as they stand there."""
        return [
            {"action": one.get("action"), "method": one.get("method") or "get", "fields": self._fields(one)}
            for one in self.all("form")
        ]

    def form(self, action: str) -> dict[str, Any]:
        """The form that is sent there."""
        return next(one for one in self.forms if one["action"] == action)

    def _fields(self, form: Element) -> dict[str, str]:
        found: dict[str, str] = {}
        for one in self.all("input", "textarea", "select", "option"):
            if one.within("form") is not form:
                continue
            if one.tag == "option":
                select = one.within("select")
                if select is not None and "selected" in one.attributes:
                    found[select.get("name")] = one.get("value")
            elif one.get("name") and (one.get("type") not in UNSENT or "checked" in one.attributes):
                found.setdefault(one.get("name"), one.get("value"))
        return found


def faults(text: str) -> list[str]:
    """What is wrong with a page: each fault in words."""
    page = Page(text)
    found = list(page.wrong)
    ids = page.ids
    found += [f"the id {one!r} is there twice" for one in sorted(set(ids)) if ids.count(one) > 1]
    for one in page.elements:
        found += _element(one, set(ids))
    statuses = [one for one in page.elements if one.get("role") == "status" or "aria-live" in one.attributes]
    found += ["more than one live line"] if len(statuses) > 1 else []
    found += [f"{len(page.all('h1'))} first headings"] if len(page.all("h1")) != 1 else []
    labels = {one.get("for") for one in page.all("label")}
    found += [told for one in page.all("input", "select", "textarea", "button") if (told := _control(one, labels))]
    return found + [told for form in page.all("form") if (told := _form(form, page))]


def _element(one: Element, ids: set[str]) -> list[str]:
    found = [f"<{one.tag}> has {name}" for name in one.attributes if name == "style" or name.startswith("on")]
    links = [one.get(name) for name in ("href", "src", "action") if name in one.attributes]
    found += [f"{link!r} leads elsewhere" for link in links if not link.startswith(("/", "#"))]
    pointed = [one.get(name) for name in ("for", "aria-labelledby", "aria-describedby", "list") if one.get(name)]
    pointed += [link[1:] for link in links if link.startswith("#")]
    found += [f"<{one.tag}> points at {name!r}, which is not there" for name in pointed if name not in ids]
    if one.tag == "script" and (one.words or not one.get("src")):
        found.append("script in the page")
    if one.tag == "style":
        found.append("style in the page")
    return found


def _control(one: Element, labels: set[str]) -> str:
    if one.get("type") == "hidden":
        return ""
    label = one.within("label")
    named = (
        any(one.get(name) for name in NAMED) or one.get("id") in labels - {""} or (one.tag == "button" and one.words)
    )
    if not named and (label is None or not label.words):
        return f"<{one.tag} name={one.get('name')!r} value={one.get('value')!r}> has no label"
    return "" if one.get("id") or one.tag == "button" else f"<{one.tag} name={one.get('name')!r}> has no id"


def _form(form: Element, page: Page) -> str:
    """What a form at a table lacks of what the server needs."""
    if not form.get("action").endswith("/do"):
        return ""
    mine = [one for one in page.all("input", "button", "select") if one.within("form") is form]
    missing = {"command", "kind"} - {one.get("name") for one in mine}
    return f"the form {form.get('id')!r} lacks {sorted(missing)}" if missing or form.get("method") != "post" else ""
