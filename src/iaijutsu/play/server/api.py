"""The JSON interface: all that the pages do, for bots and other front ends. Its description is OpenAPI 3.1.

Errors are `application/problem+json`. A pass goes in `Authorization: Bearer`; a browser's cookie does as well.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Annotated, Any, Literal

from fastapi import APIRouter, Path, Query
from fastapi.routing import APIRoute
from pydantic import BaseModel
from starlette.requests import Request
from starlette.responses import JSONResponse, Response

from ...analysis.roster import agents
from ...engine.clauses import clauses
from .. import i18n
from ..games import NAMES as GAMES
from ..words import clauses_with, find_clause
from . import asking, menu, models, strict_json
from .calls import NotHere
from .models import ID, Language
from .problems import PROBLEM
from .seen import Seen

REASONS = {
    400: "The body is no JSON that can be taken, or the request is cut off.",
    403: "This is not yours: there is no pass, or one for another place; or the request came from another site's page.",
    404: "There is no such duel, line, moment or clause.",
    405: "This cannot be done here that way.",
    408: "The body did not come in time.",
    409: "The question was answered or taken back by now; `asked` is the one that is open.",
    413: "The body is too large.",
    415: "The body is not `application/json`.",
    422: "Something in it cannot be taken; `where` and `detail` say what, and what would do.",
    429: "Too much at once; `Retry-After` says when to go on.",
    503: "The server is full, or is being stopped; `Retry-After` says when to try again.",
}
EVENTS = {
    "text/event-stream": {
        "schema": {"type": "string", "description": "Events `seen`: data is a `Seen` as JSON, id its version."}
    }
}
ALWAYS = (429, 503)
READ = (400, 403, 404, 422)
WRITE = (400, 403, 404, 408, 409, 413, 415, 422)

Duel = Annotated[str, Path(pattern=ID, description="The id of the duel, as its address has it.")]
Speak = Annotated[
    Language | None, Query(alias="language", description="The language of words; otherwise Accept-Language decides.")
]


class Events(Response):
    """What a stream is described as."""

    media_type = "text/event-stream"


class StrictRequest(Request):
    """A request whose JSON is taken at its word."""

    async def json(self) -> Any:
        """The body's value. Raises `Refused`."""
        return strict_json.loads(await self.body())


class StrictRoute(APIRoute):
    """A route that reads its body strictly."""

    def get_route_handler(self) -> Callable[[Request], Any]:
        """The handler of FastAPI, given a request that is strict."""
        handler = super().get_route_handler()

        async def strict(request: Request) -> Response:
            return await handler(StrictRequest(request.scope, request.receive))

        return strict


def _may(*statuses: int) -> dict[int | str, dict[str, Any]]:
    """The problems that a route may answer with, those that any may among them."""
    schema = {"schema": {"$ref": "#/components/schemas/Problem"}}
    return {status: {"description": REASONS[status], "content": {PROBLEM: schema}} for status in (*statuses, *ALWAYS)}


def router() -> APIRouter:
    """All routes of the interface."""
    made = APIRouter(prefix="/api/v1", route_class=StrictRoute)
    for method, path, run, model, status, may in ROUTES:
        told = _may(*may) if model else {200: {"content": EVENTS}, **_may(*may)}
        made.add_api_route(
            path, run, methods=[method], response_model=model, status_code=status, responses=told,
            response_class=JSONResponse if model else Events,
            operation_id=run.__name__, summary=(run.__doc__ or "").partition(".")[0] + ".",
            openapi_extra={"security": [{}, {"pass": []}]},
        )  # fmt: skip
    return made


def described(found: dict[str, Any]) -> dict[str, Any]:
    """The description with what the routes refer to: the form of problems, and how a pass is sent."""
    parts = found.setdefault("components", {})
    parts.setdefault("schemas", {})["Problem"] = models.Problem.model_json_schema()
    about = "A pass: what making a duel or entering it was answered with. A browser's cookie does as well."
    parts["securitySchemes"] = {"pass": {"type": "http", "scheme": "bearer", "description": about}}
    return found


def _json(model: BaseModel, status: int = 200) -> Response:
    return Response(model.model_dump_json(by_alias=True), status, media_type="application/json")


def pushed(seen: Seen, language: str) -> str:
    """What a push of a stream holds for a program."""
    del language
    return models.table_text(seen)


# --- making and entering ---------------------------------------------------------------------------------


async def make_duel(request: Request, order: models.Order) -> Response:
    """Make a duel. The answer holds your pass and the secrets of the links; the same order with the same `command`
    again gives the same answer.
    """  # fmt: skip
    opened = await asking.house(request).open(models.as_order(order), order.command or "")
    you = models.You.model_validate(opened.mine.who)
    told = models.Opened(
        duel=opened.duel, pass_=opened.mine.cookie, you=you, links=dict(opened.links), notes=list(opened.notes)
    )
    response = _json(told, 201)
    response.headers["Location"] = f"/api/v1/duels/{opened.duel}"
    asking.give(response, request, opened.mine)
    return response


async def list_duels(request: Request) -> Response:
    """List the duels whose passes the browser brought along as cookies."""
    found = await asking.house(request).mine(request.cookies)
    return JSONResponse([models.Mine.model_validate(one).model_dump(mode="json") for one in found])


async def see_terms(request: Request, duel: Duel, speak: Speak = None) -> Response:
    """See the terms of a duel before entering it. Whoever sits down agrees to them; no pass is needed."""
    made = await asking.house(request).terms(duel, asking.language_of(request, speak))
    clock = models.Pace(seconds=made.clock[0], added=made.clock[1]) if made.clock else None
    game: Literal["cards", "rpg"] = "rpg" if made.game == "rpg" else "cards"
    return _json(
        models.Terms(
            game=game,
            clock=clock,
            judge=made.judge,
            odds=made.odds,
            dice=made.dice,
            waits=made.waits,
            words=list(made.words),
        )
    )


async def enter_duel(request: Request, duel: Duel, entry: models.Entry) -> Response:
    """Enter by a link's secret. The answer holds your pass."""
    given = await asking.house(request).enter(duel, entry.secret, entry.name, odds=entry.odds)
    response = _json(models.Entered(pass_=given.cookie, you=models.You.model_validate(given.who)))
    asking.give(response, request, given)
    return response


# --- the table -------------------------------------------------------------------------------------------


async def see_duel(request: Request, duel: Duel, speak: Speak = None) -> Response:
    """See the table as you may."""
    who = await asking.who(request, duel)
    seen = await asking.house(request).seen(who, asking.language_of(request, speak))
    return Response(models.table_text(seen), media_type="application/json")


async def command_duel(request: Request, duel: Duel, command: models.Command, speak: Speak = None) -> Response:
    """Do something at the table. The same id again gets the first receipt again."""
    who = await asking.who(request, duel)
    wanted = models.as_command(command, asking.language_of(request, speak))
    receipt = await asking.house(request).do(who, wanted)
    request.app.state.numbers.commands.labels("json", "repeated" if receipt.repeated else "done").inc()
    return _json(models.Receipt.model_validate(receipt))


async def stream_duel(request: Request, duel: Duel, speak: Speak = None) -> Response:
    """Follow the table. Server-sent events: `seen` with the whole table as JSON, its version as id."""
    who = await asking.who(request, duel)
    language = asking.language_of(request, speak)
    return asking.hub(request).stream(who, language, "json", asking.known(request), asking.neighbours(request))


Line = Annotated[int, Path(ge=0, le=1_000_000)]


async def explain_line(request: Request, duel: Duel, line: Line, speak: Speak = None) -> Response:
    """Explain a line of the log. By which clause it is so, and why."""
    who = await asking.who(request, duel)
    told = await asking.house(request).explain(who, line, asking.language_of(request, speak))
    return _json(models.Explanation.model_validate(told))


At = Annotated[int | None, Query(ge=0, le=1_000_000, description="The moment, from 0; otherwise the last.")]
Eyes = Annotated[str | None, Query(alias="as", pattern="^([0-2]|spectator|judge)$", description="Through whose eyes.")]


async def replay_duel(
    request: Request, duel: Duel, at: At = None, eyes: Eyes = None, speak: Speak = None
) -> Response:  # fmt: skip
    """Replay a finished duel. Any moment, through the eyes of any seat, a spectator, or the judge, who sees all."""
    who = await asking.who(request, duel)
    shown = await asking.house(request).replay(who, eyes, at, asking.language_of(request, speak))
    return _json(
        models.Replayed.model_construct(
            at=shown.at, last=shown.last, viewer=shown.viewer, viewers=dict(shown.viewers),
            marks=[models.Mark(at=moment, words=words) for moment, words in shown.marks],
            seen=models.table(shown.seen),
        )
    )  # fmt: skip


async def get_transcript(request: Request, duel: Duel) -> Response:
    """Get the transcript of a finished duel. `iaijutsu replay` and `iaijutsu verify` read it."""
    await asking.who(request, duel)
    return Response(await asking.house(request).transcript(duel), media_type="application/json")


async def check_fairness(request: Request, duel: Duel, speak: Speak = None) -> Response:
    """Check dice and draws against the commitment. Before the end only the commitment is told."""
    who = await asking.who(request, duel)
    seen = await asking.house(request).seen(who, asking.language_of(request, speak))
    told = models.Fairness(
        commitment=seen.commitment, finished=seen.finished, verified=False, seed="", questions=0, cards=0, dice=0,
        claimed=False, problem="",
    )  # fmt: skip
    if seen.finished:
        found = await asking.house(request).verified(duel)
        told.seed, told.problem = found.seed, found.problem
        if found.report is not None:
            told.verified = True
            told.questions, told.cards, told.dice = found.report.questions, found.report.cards, found.report.dice
            told.claimed = found.report.claimed
    return _json(told)


# --- what there is ---------------------------------------------------------------------------------------


async def list_choices(request: Request, speak: Speak = None) -> Response:
    """List what a duel can be made of. Decks, characters, computer players, rulesets, forms and rulings."""
    with i18n.speaking(asking.language_of(request, speak)):
        found = menu.menu()
    return _json(
        models.Lists(
            decks=_items((key, f"{title}. {temper}") for key, title, temper in found.decks),
            characters=_items(found.characters),
            players=_players(found), rulesets=_items(found.rulesets),
            forms=_items(found.forms), contests=_items(found.contests), usual=found.usual,
            rulings=[models.Ruling(key=key, words=words, answers=_items(rows)) for key, words, rows in found.rulings],
        )
    )  # fmt: skip


def _players(found: menu.Menu) -> dict[str, list[models.Item]]:
    words = dict(found.computers)
    return {game: _items([(key, words.get(key, key)) for key in agents(game)]) for game in GAMES}


def _items(rows: Iterable[tuple[str, str]]) -> list[models.Item]:
    return [models.Item(key=key, words=words) for key, words in rows]


GameIn = Annotated[Literal["cards", "rpg"] | None, Query(description="Of one game alone.")]
WordIn = Annotated[str | None, Query(min_length=1, max_length=80, description="A word in it.")]


async def list_clauses(
    request: Request, word: WordIn = None, game: GameIn = None, speak: Speak = None
) -> Response:  # fmt: skip
    """List the clauses of the rules. All of them, those of one game, or those with a word in them."""
    names = [game] if game else GAMES
    with i18n.speaking(asking.language_of(request, speak)):
        found = [one for name in names for one in (clauses_with(name, word) if word else clauses(name).values())]
        return JSONResponse([_clause(one).model_dump() for one in found])


def _clause(one: Any) -> models.Clause:
    return models.Clause(id=one.id, text=i18n._(one.text), source=one.source, reading=one.reading)


async def get_clause(
    request: Request, clause: Annotated[str, Path(max_length=80)], speak: Speak = None
) -> Response:  # fmt: skip
    """Get one clause of the rules."""
    found = find_clause(clause)
    if found is None:
        raise NotHere("There is no such clause.")
    with i18n.speaking(asking.language_of(request, speak)):
        return _json(_clause(found))


ROUTES: tuple[tuple[str, str, Callable[..., Any], Any, int, tuple[int, ...]], ...] = (
    ("POST", "/duels", make_duel, models.Opened, 201, (400, 403, 408, 413, 415, 422)),
    ("GET", "/duels", list_duels, list[models.Mine], 200, ()),
    ("GET", "/duels/{duel}/terms", see_terms, models.Terms, 200, (400, 404, 422)),
    ("POST", "/duels/{duel}/enter", enter_duel, models.Entered, 200, WRITE),
    ("GET", "/duels/{duel}", see_duel, models.Seen, 200, READ),
    ("POST", "/duels/{duel}/commands", command_duel, models.Receipt, 200, WRITE),
    ("GET", "/duels/{duel}/stream", stream_duel, None, 200, READ),
    ("GET", "/duels/{duel}/lines/{line}", explain_line, models.Explanation, 200, READ),
    ("GET", "/duels/{duel}/replay", replay_duel, models.Replayed, 200, (*READ, 409)),
    ("GET", "/duels/{duel}/transcript", get_transcript, dict[str, Any], 200, (*READ, 409)),
    ("GET", "/duels/{duel}/fair", check_fairness, models.Fairness, 200, READ),
    ("GET", "/choices", list_choices, models.Lists, 200, (422,)),
    ("GET", "/rules", list_clauses, list[models.Clause], 200, (422,)),
    ("GET", "/rules/{clause}", get_clause, models.Clause, 200, (404, 422)),
)
"""Method, path, function, what it answers with, the status, and the problems that it may have (besides `ALWAYS`)."""
