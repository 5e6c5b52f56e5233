"""Ink and paper: the two themes, one accent for each side, and how cards and people are written on the table."""

from __future__ import annotations

import os
from dataclasses import replace

from textual.content import Content
from textual.dom import DOMNode
from textual.theme import Theme

from ..i18n import _
from ..words.board import Board, BoardSide, Face

# one accent for each side: it belongs to the role, never to "you"
DARK = Theme(
    name="rubbing", dark=True, primary="#ecece6", secondary="#b5b9b6", accent="#ecece6",
    background="#131517", surface="#131517", panel="#1e2225", foreground="#ecece6", warning="#ecece6", error="#ecece6",
    success="#ecece6",
    variables={
        "ai": "#8fbaf0", "akane": "#f39a9f", "soft": "#a9aeab", "hair": "#474d51", "wash": "#1e2225", "ink": "#ecece6",
        "paper": "#131517", "footer-background": "#131517", "footer-foreground": "#a9aeab",
        "footer-key-foreground": "#ecece6", "footer-description-foreground": "#a9aeab",
        "footer-description-background": "#131517", "footer-key-background": "#131517",
        "footer-item-background": "#131517", "border": "#474d51", "border-blurred": "#303538",
    },
)  # fmt: skip
LIGHT = Theme(
    name="paper", dark=False, primary="#15171a", secondary="#4a4f53", accent="#15171a",
    background="#f4f5f1", surface="#f4f5f1", panel="#e6e9e3", foreground="#15171a", warning="#15171a", error="#15171a",
    success="#15171a",
    variables={
        "ai": "#1c4e85", "akane": "#a1263b", "soft": "#4a4f53", "hair": "#b9beb9", "wash": "#e6e9e3", "ink": "#15171a",
        "paper": "#f4f5f1", "footer-background": "#f4f5f1", "footer-foreground": "#4a4f53",
        "footer-key-foreground": "#15171a", "footer-description-foreground": "#4a4f53",
        "footer-description-background": "#f4f5f1", "footer-key-background": "#f4f5f1",
        "footer-item-background": "#f4f5f1", "border": "#b9beb9", "border-blurred": "#d0d4ce",
    },
)  # fmt: skip
ACCENT = ("$ai", "$akane")
MARK = ("●", "◆")
"""A disc for the challenger, a lozenge for the challenged: every sign twice, by colour and by shape."""


def first_theme() -> str:
    """Paper where the terminal says that its background is light, else the rubbing."""
    last = os.environ.get("COLORFGBG", "").rpartition(";")[2]
    return LIGHT.name if last in ("7", "15") else DARK.name


# --- pieces of the scene ---------------------------------------------------------------------------------


def head(side: BoardSide) -> Content:
    """Role and player: `● Challenger · Aki (you)`."""
    you = _(" (you)") if side.mine else ""
    role = f"{side.role} · " if side.role else ""
    style = f"bold {ACCENT[side.side]}"
    return Content.assemble((f"{MARK[side.side]} ", style), (f"{role}{side.player}{you}", style))


def names(side: BoardSide) -> list[Content]:
    """Who fights, with stats and states; several Personalities before a duel."""
    found = []
    for person in side.people:
        states = "".join(f" · {word}" for word in person.states)
        found.append(Content.assemble((person.title, "bold"), (states, "italic")))
        found.append(stats(person.stats))
    return found


def stats(row: tuple[tuple[str, int, bool], ...]) -> Content:
    """`Force 3  Chi 5  Honor 2`; a changed one is underlined."""
    parts: list[Content | str | tuple[str, str]] = []
    shorter = {_("Personal Honor"): _("Honor")}
    for word, value, changed in row:
        parts += [
            (f"{shorter.get(word, word)} ", "$soft"),
            (str(value), "bold underline" if changed else "bold"),
            "  ",
        ]
    return Content.assemble(*parts[:-1])


def carried(side: BoardSide) -> list[Content]:
    """What is attached, a line each, then keywords, in the second voice."""
    if len(side.people) != 1:
        return []
    person = side.people[0]
    lines = [*person.attached, " · ".join(person.keywords)]
    return [Content.assemble((line, "$soft")) for line in lines if line]


def card(face: Face, side: int, *, mirrored: bool) -> Content:
    """A focused card on a line of its own, its value toward the middle; a back for who may not read it.

    `mirrored` is for the side that stands left. A card that only its owner reads is in italics.
    """
    accent = ACCENT[side]
    if not face.title:
        parts = [("▒▒▒", accent), (_("face down"), "$soft")]
    else:
        value = f"▌{face.value:>2}" if not mirrored else f"{face.value:>2}▐"
        changed = " underline" if face.changed else ""
        parts = [(value, f"bold {accent}{changed}"), (face.title, "" if face.up else "italic")]
    if mirrored:
        parts.reverse()
    return Content.assemble(parts[0], "  ", parts[1])


def counts(side: BoardSide, has_pools: bool, width: int) -> Content:
    """What is left where, as much of it as there is room for."""
    words = [_("Hand {n}").format(n=len(side.hand)), _("Deck {n}").format(n=side.deck)]
    if has_pools and side.role:
        words.insert(0, _("Pool {n}").format(n=len(side.pool)))
    words.append(_("Family Honor {n}").format(n=side.honor))
    while words and len("  ".join(words)) > width:
        words.pop()
    return Content.assemble(("  ".join(words), "$soft"))


def steps(board: Board) -> Content:
    """The headings of the duel, the present one in reverse: `A B [C] D ...`."""
    parts: list[tuple[str, str]] = []
    for letter in "ABCDEFGHIJKL":
        now, past = letter == board.stage, bool(board.stage) and letter < board.stage
        parts.append((f" {letter} ", "reverse bold" if now else "bold" if past else "$soft"))
    return Content.assemble(*parts)


def in_words(node: DOMNode) -> None:
    """Name the keys of an app or a screen in the language that is spoken now: classes are made before it is known."""
    for key, bindings in node._bindings.key_to_bindings.items():  # there is no public way to them
        named = [replace(one, description=_(one.description) if one.description else "") for one in bindings]
        node._bindings.key_to_bindings[key] = named
