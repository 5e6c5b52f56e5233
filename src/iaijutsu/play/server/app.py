"""The application: the layers around it, what it holds while it runs, and how errors are told."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from typing import TYPE_CHECKING, Any

from fastapi import FastAPI
from fastapi.exceptions import RequestValidationError
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import HTMLResponse, PlainTextResponse, Response

from ... import __version__
from ...engine import BadInput, DuelError, DuelFinished, NotAsked, RulesFault
from .. import i18n
from ..i18n import N_
from . import api, pages, render, security, stream, watch
from .asking import language_of
from .calls import COOKIE, NotHere, NotYours, TooLate
from .problems import Refused, printable, problem, sentence
from .settings import Settings

if TYPE_CHECKING:
    from starlette.types import ASGIApp, Message, Receive, Scope, Send

    from .house import House

API = "/api/"
ABOUT = (
    "Everything that the pages do: making duels, entering, seeing, every command, streams, explanations, replays, "
    "transcripts, checks of fairness, rules, and the lists to choose from. A pass is sent as `Authorization: Bearer`."
)


class Application(FastAPI):
    """The application, with its whole description: problems, and how a pass is sent."""

    def openapi(self) -> dict[str, Any]:
        """The description of the JSON interface."""
        if not self.openapi_schema:
            self.openapi_schema = api.described(super().openapi())
        return self.openapi_schema


def create_app(settings: Settings, house: House | None = None) -> FastAPI:
    """The application. `house` is one that runs already, for tests; otherwise it is opened and closed along with it."""
    numbers = watch.Numbers()
    closing = asyncio.Event()
    app = Application(
        title="iaijutsu", version=__version__, description=ABOUT, openapi_url="/api/v1/openapi.json",
        docs_url=None, redoc_url=None, lifespan=_life, middleware=_layers(settings, numbers, closing),
        separate_input_output_schemas=False, redirect_slashes=False,
    )  # fmt: skip
    app.state.settings, app.state.numbers, app.state.house = settings, numbers, house
    app.state.closing = closing
    app.router.routes[:0] = pages.routes()  # first: a move must not be tried against every route of the interface
    app.include_router(api.router())
    app.mount("/static", pages.Files())
    for kind in (Refused, DuelError, HTTPException, RequestValidationError, Exception):
        app.add_exception_handler(kind, _handled)
    return app


def _layers(settings: Settings, numbers: watch.Numbers, closing: asyncio.Event) -> list[Middleware]:
    """From the outermost to the innermost."""
    refused = numbers.refused

    def noted(kind: str) -> None:
        refused.labels(f"too-often {kind}").inc()

    return [
        Middleware(security.Forwarded, proxies=settings.proxies),
        Middleware(watch.Watched, numbers=numbers),
        Middleware(security.Guarded),
        Middleware(ErrorAnswers, numbers=numbers, closing=closing),
        Middleware(InReadersLanguage),
        Middleware(security.Stopping, closing=closing),
        Middleware(security.SameOrigin, settings=settings),
        Middleware(security.Rates, settings=settings, noted=noted),
        Middleware(security.Bodies, limits=settings.limits, closing=closing),
    ]


@asynccontextmanager
async def _life(app: FastAPI) -> AsyncIterator[None]:
    """The house while the application runs, and the streams over it."""
    settings: Settings = app.state.settings
    own = app.state.house is None
    if own:
        from .house import House

        app.state.house = await House.opened(settings)
    hub = stream.Hub(app.state.house, settings, app.state.numbers, {"page": pages.pushed, "json": api.pushed})
    hub.closing, hub.farewells = app.state.closing, (NotHere, NotYours)
    app.state.hub = hub
    lag = asyncio.create_task(app.state.numbers.follow_the_loop())
    try:
        yield
    finally:
        hub.close()
        lag.cancel()
        with suppress(asyncio.CancelledError):
            await lag
        hub.dispose()
        if own:
            await app.state.house.close()


# --- what went wrong -------------------------------------------------------------------------------------


class ErrorAnswers:
    """The layer at which every error becomes an answer: a page for people, a problem in JSON for programs."""

    def __init__(self, app: ASGIApp, numbers: watch.Numbers, closing: asyncio.Event) -> None:
        self.app, self.numbers, self.closing = app, numbers, closing

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        started = False

        async def noticed(message: Message) -> None:
            nonlocal started
            started = started or message["type"] == "http.response.start"
            await send(message)

        try:
            await self.app(scope, receive, noticed)
        except Exception as error:  # noqa: BLE001 - the door: nobody is shown a traceback
            refused = refusal(error)
            if self.closing.is_set() and refused.code == "fault":  # the database was closed while it was under way
                refused = security.closing()
            elif refused.status >= 500 and not isinstance(error, Refused):
                watch.fault(watch.route_of(scope), error, self.numbers)
            if not started:
                await error_answer(Request(scope, receive), refused)(scope, receive, send)


class InReadersLanguage:
    """Speaks the reader's language while a page is made or refused; programs are told in English what went wrong."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http" or scope["path"].startswith(API):
            await self.app(scope, receive, send)
            return
        language = scope["language"] = language_of(Request(scope))
        with i18n.speaking(language):
            await self.app(scope, receive, send)


async def _handled(request: Request, error: Exception) -> Response:
    refused = refusal(error)
    request.app.state.numbers.refused.labels(refused.code).inc()
    if isinstance(error, RulesFault):
        watch.fault(watch.route_of(request.scope), error, request.app.state.numbers)
    return error_answer(request, refused)


def refusal(error: Exception) -> Refused:
    """What an error is for who asked. What he may not know is in none of them."""
    if isinstance(error, Refused):
        return error
    if isinstance(error, HTTPException):
        return _of_http(error)
    if isinstance(error, RequestValidationError):
        return Refused(422, "input", _first(error), errors=_listed(error))
    if isinstance(error, DuelError) and not isinstance(error, RulesFault):
        return _of_duel(error)
    return Refused(500, "fault", N_("This is a fault of the server, not yours. The duel is kept; try again."))


def _of_duel(error: DuelError) -> Refused:
    words = i18n.told(error)
    if isinstance(error, NotHere):
        return Refused(404, "not-here", words)
    if isinstance(error, NotYours):
        return Refused(403, "not-yours", words)
    if isinstance(error, TooLate):
        return Refused(409, "too-late", words, asked=error.asked)
    if isinstance(error, DuelFinished | NotAsked):
        return Refused(409, "too-late", words, asked="")
    if isinstance(error, BadInput):
        return Refused(422, "input", words, where=printable(error.where))
    return Refused(422, "not-allowed", words)


def _of_http(error: HTTPException) -> Refused:
    words = {
        400: N_("This form cannot be read."), 404: N_("There is nothing here."),
        405: N_("This cannot be done here that way."),
    }  # fmt: skip
    codes = {400: "form", 404: "not-here", 405: "method", 413: "too-large"}
    return Refused(
        error.status_code, codes.get(error.status_code, "http"), words.get(error.status_code, error.detail),
        allowed=(error.headers or {}).get("Allow"),
    )  # fmt: skip


def _first(error: RequestValidationError) -> str:
    one = error.errors()[0]
    return f"{'.'.join(map(str, one['loc']))}: {one['msg']}"


def _listed(error: RequestValidationError) -> list[dict[str, str]]:
    """Where and what; never what was sent."""
    return [{"where": printable(".".join(map(str, one["loc"]))), "problem": one["msg"]} for one in error.errors()[:20]]


def _table_of(request: Request) -> str:
    """The table that a page belongs to, for who has a pass there; empty for anybody else, and at the table itself."""
    _root, _slash, path = str(request.scope["path"]).partition("/duel/")
    duel, _slash, rest = path.partition("/")
    return f"/duel/{duel}" if rest and COOKIE + duel in request.cookies else ""


def _again(request: Request, refused: Refused) -> str:
    """Where to try again what was only looked at; empty where it helps nobody, or would send something anew."""
    if refused.again is None or request.method != "GET":
        return ""
    path = "/" + str(request.scope["path"]).lstrip("/")  # two slashes in front would be a host
    return f"{path}?{request.url.query}" if request.url.query else path


def error_answer(request: Request, refused: Refused) -> Response:
    """The answer that tells it."""
    if request.scope["path"].startswith(API):  # the whole address cannot be read where the host is none
        return problem(refused)
    try:
        language = language_of(request)
        with i18n.speaking(language):
            words = i18n._(refused.words)  # in English where it is no sentence of ours
        text = sentence(printable(words))
        ways = {"back": _table_of(request), "again": _again(request, refused)}
        page = render.page("error", language, status=refused.status, text=text, **ways)
        made: Response = HTMLResponse(page, refused.status)
    except Exception as error:  # noqa: BLE001 - even then something must be said
        watch.fault("error page", error)
        made = PlainTextResponse(printable(refused.words), refused.status)
    made.headers.update(refused.headers)
    return made


def malformed(path: str, headers: list[tuple[bytes, bytes]]) -> Response:
    """The answer to what is no request that can be read; `headers` are those before it went wrong."""
    scope = {"type": "http", "method": "", "path": path, "query_string": b"", "headers": headers}
    made = error_answer(Request(scope), Refused(400, "malformed", N_("This request cannot be read.")))
    made.headers.update({**security.HEADERS, "Cache-Control": "no-store", "Connection": "close"})
    return made
