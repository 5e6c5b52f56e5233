"""Tables at many moments of seeded duels, as each audience sees them: for tests of pages, and to look at.

`python -m tests.server.gallery FOLDER` writes every page with its static files, to be opened in a browser.
"""

from __future__ import annotations

import re
import shutil
import sys
from collections.abc import Collection, Iterator
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

from iaijutsu.analysis.roster import seated
from iaijutsu.engine import CHANCE, Audience, Chance, Request, Seeded, Session
from iaijutsu.engine.clauses import clauses
from iaijutsu.play import setting, setting_rpg
from iaijutsu.play.games import game_of
from iaijutsu.play.server import render
from iaijutsu.play.server.calls import Summary, Terms
from iaijutsu.play.server.looking import ASKED, ASKS, REFUSED, winner_of
from iaijutsu.play.server.seen import (
    Asked,
    Clock,
    Deed,
    LogLine,
    Me,
    Odds,
    OddsLine,
    Offer,
    Place,
    Role,
    Seen,
)
from iaijutsu.play.verify import Report
from iaijutsu.play.words import Choice, Question, board, explain, narrator, rpg_board

NAMES = ("Ana", "Davi", "Rin")
AUDIENCES: tuple[Audience, ...] = (0, 1, "spectator", "judge")
HOSTILE = "<b onmouseover=alert(1)>\"'&{x}"
DEEDS = (
    Deed("undo", "Take back my last answer", "nothing has been answered yet"),
    Deed("pass-until", "Pass at every reaction"),
    Deed("odds", "Ask for odds"),
    Deed("say", "Say something"),
    Deed("concede", "Concede the duel"),
)


# --- duels -----------------------------------------------------------------------------------------------


def cards(names: tuple[str, ...] = NAMES, **terms: Any) -> Session[Any]:
    """A card duel, set out and begun with a seed."""
    setup = setting.lay_out(setting.Terms(names=names, **terms)).setup
    return Session(game_of("cards", "gallery"), setup, Seeded(7))


def blades(names: tuple[str | None, str | None] = (None, None), **terms: Any) -> Session[Any]:
    """A role-playing duel, set out and begun with a seed."""
    setup = setting_rpg.lay_out(setting_rpg.Terms(names=names, **terms)).setup
    return Session(game_of("rpg", "gallery"), setup, Seeded(11))


def played(session: Session[Any], player: str = "rash", seed: int = 3) -> Iterator[Session[Any]]:
    """The session at each of its questions to people, played by a computer player from there."""
    agents = {seat: seated(session, seat, player, seed + seat) for seat in range(seats(session))}
    while not session.finished:
        yield session
        for seat, request in sorted(session.asked.items()):
            if seat == CHANCE or session.has_sealed(seat):
                continue
            agent = agents[seat]
            session.submit(seat, agent.answer(request, session.view(seat) if agent.looks else None))
            if not session.asked:
                break
            yield session
            break
    yield session


def seats(session: Session[Any]) -> int:
    """How many sit there."""
    return len(getattr(session.setup, "players", ())) or 2


# --- what is seen ----------------------------------------------------------------------------------------


def seen(session: Session[Any], audience: Audience, **changes: Any) -> Seen:
    """The table of a session as an audience sees it."""
    told = narrator(session, audience)
    told.follow()
    scene: Any = getattr(told.words, "scene")  # noqa: B009 - not part of what words promise
    lies = board.board(scene) if session.game.name == "cards" else rpg_board.board(scene)
    question = _question(session, audience, told)
    lines = tuple(
        LogLine(n, line.text, line.clause, line.stage, line.side, line.minor, bool(line.clause or line.why))
        for n, line in enumerate(told.lines)
    )
    result = told.words.result(session.outcome) if session.finished else ""
    waiting = "" if question or session.finished else "Waiting for the other side."
    last = next((line.text for line in reversed(lines) if not line.minor), "")
    seat = audience if isinstance(audience, int) else None
    me = (
        Me("seat", seat, NAMES[seat], _side(lies, seat)) if seat is not None else Me(_role(audience), None, "Eva", None)
    )
    deeds = (Deed("rematch", "Offer a rematch"),) if session.finished else DEEDS
    made = Seen(
        duel="d1", game="cards" if session.game.name == "cards" else "rpg", version=f"v{len(lines)}", me=me,
        places=tuple(_place(session, lies, n) for n in range(seats(session))), board=lies, lines=lines,
        status=" ".join(filter(None, (last, result, question.text if question else waiting))),
        asked=Asked("q1.0", question) if question else None, waiting=waiting, deeds=deeds if seat is not None else (),
        offers=(), odds=None, ruling=None, finished=session.finished, result=result, commitment="ab" * 32, spectators=2,
        winner=winner_of(session.game.name, scene) if session.finished else None,
    )  # fmt: skip
    return replace(made, **changes)


def _role(audience: Audience) -> Role:
    return "judge" if audience == "judge" else "spectator"


def _question(session: Session[Any], audience: Audience, told: Any) -> Question | None:
    if not isinstance(audience, int) or session.finished or session.has_sealed(audience):
        return None
    request: Request[Any] | None = session.asked.get(audience)
    return None if request is None or isinstance(request, Chance) else told.words.question(request)


def _side(lies: Any, seat: int | None) -> int | None:
    if isinstance(lies, board.Board):
        return next((side.side for side in lies.sides if side.seat == seat), None)
    return seat if seat in (0, 1) else None


def _place(session: Session[Any], lies: Any, seat: int) -> Place:
    asked = seat in session.asked and not session.has_sealed(seat)
    clock = Clock(271.0 - seat, asked)
    sealed = session.has_sealed(seat) if not session.finished else False
    return Place(seat, NAMES[seat], _side(lies, seat), "person", asked, sealed, None, clock)


# --- questions of every form -----------------------------------------------------------------------------

SNOW, SANDAL, BREATH = "Late Snow (1)", "Loose Sandal (3)", "A Breath Held (2)"
CARDS = (Choice(0, SNOW), Choice(1, SANDAL, "The last card of the other area loses 2."), Choice(2, BREATH))
DICE = tuple(Choice(slot, face) for slot, face in enumerate(("(ST)", "(–)", "[E]", "[SO]", "[ET]")))
REAL_DICE = (
    Choice(6, "a ring die", "- ot o st s et"),
    Choice(12, "a skill die", "- - o o o st st s s so et e"),
    Choice(3, "a die with 3 faces"),
)
FORMS = {
    "number": Question("number", "How much do you bid?", least=0, most=5, hint="Strife 6 of composure 8."),
    "number-long": Question("number", "How much gold do you pay?", least=0, most=40),
    "several": Question("several", "Which cards do you discard?", CARDS, least=1, most=2),
    "dice": Question("several", "Which dice do you keep?", DICE, ("No die that shows strife.",), 0, 3),
    "arrange": Question("arrange", "In which order, top card first?", CARDS[:2], least=2, most=2),
    "text": Question("text", "For what reason? Everybody will read it.", most=200),
    "faces": Question("faces", "Ana rolls. What do they show?", REAL_DICE, least=3, most=3),
    "draw": Question("draw", "Davi draws 2 cards. Which, in order?", CARDS[:2], least=2, most=2),
}
ODDS = Odds(
    "What each answer wins, from what you know",
    (
        OddsLine("Strike", "20%", "tie 24%, lose 56%", False),
        OddsLine("Focus Late Snow (1) from your pool", "61.5%", "if both play on as well as they can", True),
    ),
    False,
    "An estimate from 2,000 worlds: within 2 points in 95 of 100.",
    ("It is ahead by more than what Davi may still hide.",),
)


@cache
def tables() -> dict[str, Seen]:
    """Tables by name: both games at many moments, and everything that may lie around a question."""
    found: dict[str, Seen] = {}
    for n, session in enumerate(played(cards())):
        stage = session.view("spectator").state.duel
        name = f"cards-{n:02}-{stage.stage if stage else 'none'}"
        for audience in AUDIENCES:
            if n % 3 == 0 or session.finished or audience in session.asked:
                found[f"{name}-{audience}"] = seen(session, audience)
    for n, session in enumerate(played(blades())):
        for audience in AUDIENCES:
            if n % 9 == 0 or session.finished:
                found[f"rpg-{n:02}-{audience}"] = seen(session, audience)
    for n, session in enumerate(played(cards(active="third"))):
        if n % 12 == 5:
            found.update({f"third-{n:02}-{audience}": seen(session, audience) for audience in (0, 2, "spectator")})
    found.update(_around(cards_asked()))
    return found


def cards_asked(seed: int = 3) -> Seen:
    """Seat 0 at its second or later opportunity to focus or strike."""
    best = None
    for session in played(cards(), "patient", seed):
        one = seen(session, 0)
        if one.asked and any(getattr(choice.answer, "tag", "") == "strike" for choice in one.asked.question.choices):
            best = one
    assert best is not None
    return best


def _around(base: Seen) -> Iterator[tuple[str, Seen]]:
    for name, question in FORMS.items():
        yield f"form-{name}", replace(base, asked=Asked("q9.0", question, typed=name in ("faces", "draw")))
    yield "around-odds", replace(base, odds=ODDS)
    offers = tuple(Offer(kind, "Davi", True, ASKS[kind].format(name="Davi")) for kind in ("undo", "odds", "rematch"))
    yield "around-offers", replace(base, offers=offers)
    mine = (Offer("undo", "Ana", False, ASKED["undo"]),)
    yield "around-mine", replace(base, offers=mine, asked=None, waiting="Waiting for Davi.")
    yield "around-refused", replace(base, refused=tuple(words.format(name="Davi") for words in REFUSED.values()))
    away = tuple(replace(place, away=None if place.seat == 0 else 41) for place in base.places)
    yield (
        "around-away",
        replace(
            base, asked=None, waiting="Waiting for Davi.", places=away, deeds=(*DEEDS, Deed("claim", "Claim the duel"))
        ),
    )
    nobody = tuple(replace(place, player="person" if place.seat == 0 else "open") for place in base.places)
    yield "around-open", replace(base, asked=None, waiting="Waiting for somebody to come.", places=nobody)
    machine = tuple(replace(place, player="person" if place.seat == 0 else "patient") for place in base.places)
    yield "around-computer", replace(base, places=machine)
    judge = Me("judge", None, "Eva", None)
    deeds = (Deed("rule", "Rule"), Deed("end", "End the duel"), Deed("say", "Say something"))
    yield (
        "around-judge",
        replace(
            base,
            me=judge,
            asked=None,
            deeds=deeds,
            ruling=Question(
                "choose",
                "What do you rule?",
                (Choice("bow", "Bow or straighten a card"), Choice("end-duel", "End the duel without resolution")),
            ),
        ),
    )
    yield "around-reason", replace(base, me=judge, asked=None, deeds=deeds, ruling=FORMS["text"])


# --- pages -----------------------------------------------------------------------------------------------


def pages(language: str = "en", only: Collection[str] | None = None) -> Iterator[tuple[str, str]]:
    """Every page in every state (or only those of these names): its name and its HTML."""
    for name, one in tables().items():
        if only is None or name in only:
            yield name, render.page("table", language, seen=one)
    problem = "That card is no longer in your pool."
    yield "table-problem", render.page("table", language, seen=cards_asked(), problem=problem)
    yield from others(language)


TERMS = Terms("cards", None, judge=False, odds=False, dice="", waits=True)
"""What the door tells of a duel as it is usually made."""


MARKS = ((0, "Challenge"), (12, "Focus or strike"), (44, "Reveal"))


def replay_at(at: int, marks: tuple[tuple[int, str], ...], language: str = "en") -> str:
    """A duel again, at one of its moments from 0 to 60."""
    duels = {name: one for name, one in tables().items() if name.startswith("cards")}
    last = [one for one in duels.values() if one.finished][-1]
    early = next(one for name, one in duels.items() if name.endswith("-C-0"))
    viewers = (("spectator", "Everybody"), ("0", "Ana"), ("1", "Davi"), ("judge", "All cards open"))
    return render.page(
        "replay", language, seen=last if at == 60 else early, at=at, last=60, viewer="spectator", viewers=viewers,
        marks=marks, shared=f"/duel/d1/replay?at={at}&as=spectator",
    )  # fmt: skip


def others(language: str = "en") -> Iterator[tuple[str, str]]:
    """The pages that are no tables."""
    mine = (
        Summary("d1", "cards", "seat", ("Ana", "Davi"), False, True, 0.0),
        Summary("d2", "rpg", "spectator", ("Ana", HOSTILE), False, False, 0.0),
        Summary("d3", "rpg", "judge", ("Ana", "Davi"), True, False, 0.0),
    )
    yield "lobby", render.page("lobby", language, mine=mine)
    yield "lobby-empty", render.page("lobby", language)
    yield (
        "lobby-problem",
        render.page("lobby", language, problem="deck: no such deck", typed={"game": "rpg", "name_1": HOSTILE}),
    )
    links = (
        ("seat 2", "https://example.org/duel/d1#" + "k" * 43),
        ("spectator", "https://example.org/duel/d1#" + "s" * 43),
    )
    yield "made", render.page("made", language, duel="d1", links=links, seated=True)
    full = Terms("rpg", (300, 5), judge=True, odds=True, dice="table", waits=True)
    problem = "This link is no link of this duel."
    yield "enter", render.page("enter", language, duel="d1", terms=full)
    yield "enter-problem", render.page("enter", language, duel="d1", terms=TERMS, problem=problem)
    yield "error", render.page("error", language, status=404, text="There is no such duel.")
    yield "error-busy", render.page("error", language, status=429, text="Too much at once.", back="/duel/d1", again="/")
    yield "error-closing", render.page("error", language, status=503, text="It is being stopped.", again="/duel/d1")
    yield "replay", replay_at(12, MARKS, language)
    yield "replay-end", replay_at(60, MARKS, language)
    yield "fair", render.page("fair", language, duel="d1", commitment="ab" * 32, finished=False)
    yield (
        "fair-open",
        render.page(
            "fair",
            language,
            duel="d1",
            commitment="ab" * 32,
            finished=True,
            seed="cd" * 32,
            report=Report(12, 31, 4, "ab" * 32),
        ),
    )
    session = list(played(cards()))[-1]
    told = narrator(session, 0)
    told.follow()
    number = next(n for n, line in enumerate(told.lines) if line.why and line.clause)
    yield (
        "why",
        render.page(
            "why",
            language,
            duel="d1",
            number=number,
            line=told.lines[number].text,
            explanation=explain(told.lines[number]),
        ),
    )
    yield "rules", render.page("rules", language)
    found = [(one.id, one.text) for one in clauses("cards").values()]
    yield "rules-cards", render.page("rules", language, game="cards", found=found)
    yield "clause", render.page("clause", language, clause=next(iter(clauses("cards").values())))


def _still(text: str) -> str:
    """A page to be opened as a file: without script, which would look for a server."""
    return re.sub(r"<script[^>]*></script>", "", text).replace('"/static/', '"static/')


def write(folder: Path, language: str = "en", only: str = "") -> None:
    """All pages as files, with what they need beside them."""
    (folder / "static").mkdir(parents=True, exist_ok=True)
    for path in render.STATIC.iterdir():
        shutil.copy(path, folder / "static" / path.name)
    names = []
    for name, text in pages(language):
        if only in name:
            (folder / f"{name}.html").write_text(_still(text), encoding="utf-8")
            names.append(name)
    (folder / "names.txt").write_text("\n".join(names), encoding="utf-8")


if __name__ == "__main__":
    write(Path(sys.argv[1]), *sys.argv[2:])
