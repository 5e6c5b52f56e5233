"""The pages: what people read and press. Each is a call to the house and one to the renderer, nothing else."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Awaitable, Callable
from functools import partial
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

from markupsafe import Markup
from starlette.requests import Request
from starlette.responses import HTMLResponse, PlainTextResponse, RedirectResponse, Response
from starlette.routing import Match, Route
from starlette.staticfiles import StaticFiles

from ...engine import BadInput, DuelError, RulesFault
from ...engine.clauses import clauses
from .. import i18n
from ..games import NAMES as GAMES
from ..words import clauses_with, find_clause
from . import asking, brought, forms, links, making, render
from .calls import LANGUAGE, NotHere, NotYours, Opened, Order, TooLate, Who
from .orders import LABELS, Several, TooLong
from .problems import Refused, sentence
from .seen import Seen

if TYPE_CHECKING:
    from starlette.types import Scope

Answer = Callable[..., Awaitable[Response]]
MOMENT = re.compile(r"/replay(\?at=[0-9]{1,8}(&as=([0-2]|spectator|judge))?)?")
"""The end of an address under which a moment of a duel is shown again, as it is handed out."""
FOUND = 60
"""Clauses that a search shows at most."""


class Page(Route):
    """A route of the pages, given what its path names. Those of the JSON interface are FastAPI's: they describe
    themselves, and take a tenth of a millisecond more.
    """

    def __init__(self, path: str, run: Answer, method: str) -> None:
        async def answer(request: Request) -> Response:
            return await run(request, **request.path_params)

        super().__init__(path, answer, methods=[method])  # with GET comes HEAD
        if run is stream:  # which would never be over, with nothing in it
            self.methods = {method}

    def matches(self, scope: Scope) -> tuple[Match, Scope]:
        """Whether a request is for it; who logs the request is told the route."""
        match, found = super().matches(scope)
        return match, {**found, "route": self} if found else found


def routes() -> list[Page]:
    """All page routes: those of every move first."""
    gets: dict[str, Answer] = {
        "/duel/{duel}": table, "/duel/{duel}/stream": stream, "/duel/{duel}/why/{line}": why,
        "/duel/{duel}/replay": replay, "/duel/{duel}/transcript": transcript, "/duel/{duel}/fair": fair,
        "/": lobby, "/rules": rules, "/rules/{clause}": clause, "/healthz": healthz, "/readyz": readyz,
        "/metrics": metrics, "/duels": back, "/duel/{duel}/enter": back, "/duel/{duel}/do": back, "/language": back,
    }  # fmt: skip
    posts: dict[str, Answer] = {
        "/duel/{duel}/do": do, "/duel/{duel}/enter": enter, "/duels": make, "/language": language,
    }  # fmt: skip
    return [Page(path, run, method) for method, all_ in (("POST", posts), ("GET", gets)) for path, run in all_.items()]


class Files(StaticFiles):
    """The files of the pages. Their addresses change with what is in them (`render.static`): they may be kept."""

    def __init__(self) -> None:
        super().__init__(directory=render.STATIC)

    def file_response(self, *things: Any, **named: Any) -> Response:
        """A file, to be kept for long."""
        found = super().file_response(*things, **named)
        found.headers["Cache-Control"] = "public, max-age=31536000, immutable"
        return found


async def _page(request: Request, name: str, status: int = 200, **things: Any) -> HTMLResponse:
    """A page, made beside the event loop."""

    def made() -> str:
        return render.page(name, asking.language_of(request), **things)

    return HTMLResponse(await asking.hub(request).aside(made), status)


def pushed(seen: Seen, language: str) -> str:
    """What a push of a stream holds for a page."""
    return render.fragment("table_main", language, seen=seen)


# --- the lobby -------------------------------------------------------------------------------------------


async def lobby(request: Request) -> Response:
    """The place where duels are made, and one's own are found again."""
    return await _lobby(request)


async def _lobby(request: Request, status: int = 200, **things: Any) -> Response:
    mine = await asking.house(request).mine(request.cookies)
    most = asking.settings(request).limits.upload
    told = {"mine": mine, "making": links.fresh(), "most": most, "large": forms.say_too_large(most)}
    return await _page(request, "lobby", status, **told, **things)


async def make(request: Request) -> Response:
    """Makes a duel, and shows the links to hand out; where nobody else is needed and nothing is to be told of what was
    brought, goes to the table at once.

    The same form again, pressed twice or sent by reloading, is the same duel and shows the same page.
    """
    fields = await forms.read(request, asking.settings(request).limits)
    try:
        ordered = await asyncio.to_thread(_ordered, fields)  # what was pasted is looked through
        opened = await asking.house(request).open(*ordered)
    except BadInput as error:
        return await _again(request, fields, error)
    response = await _made(request, opened)
    asking.give(response, request, opened.mine)
    return response


async def _again(request: Request, fields: forms.Fields, error: BadInput) -> Response:
    """The lobby with the form as it was sent, what is to be mended or chosen, and the files that were brought."""
    short = error.short if isinstance(error, Several) else ""
    wrong: dict[str, Any] = {"field": forms.field_of(fields, error), "words": short or _labelled(error, fields=False)}
    try:
        again = {"choosing": await asyncio.to_thread(brought.choosing, fields), "kept": brought.kept(fields)}
    except BadInput:  # what was kept is broken itself
        again = {}
    wrong["large"] = isinstance(error, forms.TooLarge)
    status = 413 if wrong["large"] or isinstance(error, TooLong) else 422
    problem = short or _labelled(error)
    return await _lobby(request, status, typed=fields.typed(), problem=problem, wrong=wrong, **again)


def _labelled(error: BadInput, *, fields: bool = True) -> str:
    """What cannot be taken of an order, with the words that the form has for its `fields`; files have their names."""
    label = LABELS.get(error.where)
    where = i18n.retold(error.where) if label is None else label and i18n._(label)
    told = (where if fields or label is None else "", _with_labels(i18n.retold(error.reason)))
    return ": ".join(filter(None, told))


def _with_labels(text: str) -> str:
    """A text in which terms in parentheses are called what the form calls them, and where they stand there."""
    place = i18n._("Other terms")
    return text.replace("(database)", f"({place}: {i18n._(LABELS['database'])})")


def _ordered(fields: forms.Fields) -> tuple[Order, str]:
    """What a form orders, and the id under which it does. Raises `BadInput`, `Refused`."""
    order, id_ = forms.order(fields), fields.text("command")
    if not making.SPOKEN.fullmatch(id_):
        raise BadInput("command", i18n._("this form came without the id of its page; it has one now: send it again"))
    return order, making.of_form(order, id_)


async def _made(request: Request, opened: Opened) -> Response:
    here, own = f"/duel/{opened.duel}", f"seat {opened.mine.who.seat}"
    notes = [_with_labels(note) for note in opened.notes]
    if not notes and all(name in ("spectator", own) for name in opened.links):
        return RedirectResponse(here, 303)
    told = [
        ("own" if name == own else _place(name), f"{asking.base(request)}{here}#{secret}")
        for name, secret in opened.links.items()
    ]
    seated = opened.mine.who.role == "seat"
    return await _page(request, "made", duel=opened.duel, links=told, seated=seated, notes=notes)


def _place(name: str) -> str:
    """A place as people count them: `seat 0` is the first."""
    word, _space, number = name.partition(" ")
    return f"{word} {int(number) + 1}" if number else name


async def enter(request: Request, duel: str) -> Response:
    """Takes a link's secret and gives a pass for it."""
    fields = await forms.read(request, asking.settings(request).limits)
    moment = _moment(fields.text("moment"))
    try:
        fields.check()
        secret = asking.secret_of(fields.text("secret"))
        odds = not (moment or fields.ticked("no_odds"))  # who came for a moment was told of no terms
        given = await asking.house(request).enter(duel, secret, fields.text("name"), odds=odds)
    except (NotYours, BadInput, Refused) as error:
        status = 403 if isinstance(error, NotYours) else 422
        wrong, typed = error.where if isinstance(error, BadInput) else "secret", fields.typed()
        if wrong == "secret":  # it may be one of another place: no page shows it
            typed.pop("secret", None)
        told = {"problem": _sentence(error), "typed": typed, "wrong": {"field": wrong}}
        return await _door(request, duel, status, moment, **told)
    response = RedirectResponse(f"/duel/{duel}{moment}", 303)
    asking.give(response, request, given)
    return response


async def _door(request: Request, duel: str, status: int = 200, moment: str = "", **things: Any) -> Response:
    """The door, for who has no pass here; `moment` is the part of the replay that he came for, if it is that."""
    terms = await asking.house(request).terms(duel, asking.language_of(request))
    return await _page(request, "enter", status, duel=duel, moment=moment, terms=terms, **things)


def _moment(address: str) -> str:
    """A moment of a replay, as the end of an address of ours; empty for anything else."""
    return address if MOMENT.fullmatch(address) else ""


async def language(request: Request) -> Response:
    """Chooses a language, and goes back to where that was done."""
    fields = await forms.read(request, asking.settings(request).limits)
    chosen = i18n.matched(fields.text("language"))
    if chosen is None:
        known = ", ".join(i18n.languages())
        told = i18n._("{word} is no language that is spoken here; these are: {known}")
        raise Refused(422, "input", told.format(word=repr(fields.text("language"))[:40], known=known))
    response = RedirectResponse(_back(request), 303)
    secure = request.url.scheme == "https" or asking.settings(request).secure
    response.set_cookie(LANGUAGE, chosen, asking.KEPT, path="/", secure=secure, httponly=True, samesite="lax")
    return response


async def back(request: Request, **_path: str) -> Response:
    """Whoever comes to where forms are sent (by reloading, or by an address that he kept) is led to their page."""
    path = request.url.path
    return RedirectResponse(path.rpartition("/")[0] if path.startswith("/duel/") else "/", 303)


def _back(request: Request) -> str:
    """The page of ours that a form was sent from; else the lobby. Never another site's."""
    try:
        parts = urlsplit(request.headers.get("referer", ""))
    except ValueError:
        return "/"
    if parts.netloc.lower() != urlsplit(asking.base(request)).netloc.lower() or not parts.path.startswith("/"):
        return "/"
    path = "/" + parts.path.lstrip("/")  # two slashes in front would be a host
    if path.startswith("/duel/") and path.endswith(("/do", "/enter")):
        path = path.rpartition("/")[0]
    if path == "/duels":
        path = "/"
    return f"{path}?{parts.query}" if parts.query else path


# --- the table -------------------------------------------------------------------------------------------


async def table(request: Request, duel: str) -> Response:
    """The table, as who asks sees it; for somebody who has no place there yet, the door."""
    who = await asking.who_if_any(request, duel)
    if who is None or "door" in request.query_params:  # he has come by another place's link
        return await _door(request, duel)
    return await _table(request, who)


async def _table(request: Request, who: Who, status: int = 200, **things: Any) -> Response:
    language = asking.language_of(request)
    seen = await asking.house(request).seen(who, language)
    if not things:  # the same that its stream is sent
        things["main"] = Markup(asking.hub(request).made("page", who, seen, language).decode())
    return await _page(request, "table", status, seen=seen, **things)


async def do(request: Request, duel: str) -> Response:
    """Does something at the table, and goes back to it. What cannot be done is said there."""
    who = await asking.who(request, duel)
    fields = await forms.read(request, asking.settings(request).limits)
    counted = request.app.state.numbers.commands
    try:
        command = forms.command(fields, asking.language_of(request))
        receipt = await asking.house(request).do(who, command)
    except RulesFault:
        raise
    except DuelError as error:
        late = isinstance(error, TooLate)
        counted.labels("page", "late" if late else "refused").inc()
        if isinstance(error, NotYours | NotHere):
            raise
        typed = {**fields.typed(), "replies": fields.all("reply")}
        return await _table(request, who, 409 if late else 422, problem=_sentence(error), typed=typed)
    counted.labels("page", "repeated" if receipt.repeated else "done").inc()
    if request.headers.get("x-part") == "table":  # the page's script: it has the rest already
        seen = await asking.house(request).seen(who, command.language)
        return HTMLResponse(asking.hub(request).made("page", who, seen, command.language))
    return RedirectResponse(f"/duel/{duel}", 303)


def _sentence(error: Exception) -> str:
    """What is wrong, for a reader: what it is called for programs is left out."""
    reason: str = getattr(error, "reason", "") if isinstance(error, BadInput) else ""
    return sentence(i18n.retold(reason) if reason else i18n.told(error))


async def stream(request: Request, duel: str) -> Response:
    """The table again, whenever it changes."""
    who = await asking.who(request, duel)
    return asking.hub(request).stream(
        who, asking.language_of(request), "page", asking.known(request), asking.neighbours(request)
    )


async def why(request: Request, duel: str, line: str) -> Response:
    """Why a line of the log is so."""
    number = _number(line)
    if number < 0:
        raise NotHere(i18n.N_("There is no such line."))
    who = await asking.who(request, duel)
    spoken = asking.language_of(request)
    seen = await asking.house(request).seen(who, spoken)
    explanation = await asking.house(request).explain(who, number, spoken)
    text = next((one.text for one in seen.lines if one.number == number), "")
    return await _page(request, "why", duel=duel, number=number, line=text, explanation=explanation)


def _number(word: str) -> int:
    """A number from 0; -1, which nothing has, for what is none."""
    return int(word) if word.isascii() and word.isdigit() and len(word) < 9 else -1


# --- afterwards ------------------------------------------------------------------------------------------


async def replay(request: Request, duel: str) -> Response:
    """A finished duel again, moment by moment, through anybody's eyes; for who was sent the address alone, the door."""
    who = await asking.who_if_any(request, duel)
    if who is None:
        return await _door(request, duel, 403, _moment(f"/replay?{request.url.query}") or "/replay")
    query, problem, language = request.query_params, "", asking.language_of(request)
    again = partial(asking.house(request).replay, who, language=language)
    try:
        shown = await again(query.get("as") or None, _number(query["at"]) if query.get("at") else None)
    except NotHere as error:  # there is no such moment or viewer; where there is no such duel, not even the last
        shown, problem = await again(None, None), _sentence(error)
    share = f"{asking.base(request)}/duel/{duel}/replay?at={shown.at}&as={shown.viewer}"
    return await _page(
        request, "replay", 404 if problem else 200, seen=shown.seen, at=shown.at, last=shown.last, viewer=shown.viewer,
        viewers=list(shown.viewers.items()), marks=shown.marks, shared=share, problem=problem,
    )  # fmt: skip


async def transcript(request: Request, duel: str) -> Response:
    """The whole duel as a file; `iaijutsu replay` and `iaijutsu verify` read it."""
    await asking.who(request, duel)
    text = await asking.house(request).transcript(duel)
    return Response(text, 200, {"Content-Disposition": f'attachment; filename="{duel}.json"'}, "application/json")


async def fair(request: Request, duel: str) -> Response:
    """Whether dice and draws were those that the commitment bound the server to."""
    who = await asking.who(request, duel)
    seen = await asking.house(request).seen(who, asking.language_of(request))
    if not seen.finished:
        return await _page(request, "fair", duel=duel, commitment=seen.commitment, finished=False)
    found = await asking.house(request).verified(duel)
    return await _page(
        request, "fair", duel=duel, commitment=seen.commitment, finished=True, seed=found.seed, report=found.report,
        problem=sentence(found.problem),
    )  # fmt: skip


# --- rules -----------------------------------------------------------------------------------------------


async def rules(request: Request) -> Response:
    """The clauses of the rules: of one game, or those with a word in them."""
    game, word = request.query_params.get("game", ""), request.query_params.get("word", "").strip()[:80]
    if game not in ("", *GAMES):
        raise NotHere(i18n.N_("There is no such game."))
    with i18n.speaking(asking.language_of(request)):
        if word:
            found = [one for name in ([game] if game else GAMES) for one in clauses_with(name, word)][:FOUND]
        else:
            found = list(clauses(game).values()) if game else []
        told = [(one.id, i18n._(one.text)) for one in found]
    return await _page(request, "rules", game=game, found=told, word=word)


async def clause(request: Request, clause: str) -> Response:
    """One clause of the rules."""
    found = find_clause(clause)
    if found is None:
        raise NotHere(i18n.N_("There is no such clause."))
    return await _page(request, "clause", clause=found)


# --- for those who run the server ------------------------------------------------------------------------


async def healthz(request: Request) -> Response:
    """Whether this process lives."""
    del request
    return PlainTextResponse("alive\n")


async def readyz(request: Request) -> Response:
    """Whether this process can serve: not while it stops, nor without its database."""
    if request.app.state.closing.is_set() or not await asking.house(request).ready():
        return PlainTextResponse("not ready\n", 503)
    return PlainTextResponse("ready\n")


async def metrics(request: Request) -> Response:
    """The numbers of this process, for those near by."""
    if not asking.near(request):
        raise Refused(404, "not-here", i18n.N_("There is nothing here."))
    return Response(request.app.state.numbers.told(), media_type="text/plain; version=1.0.0; charset=utf-8")
