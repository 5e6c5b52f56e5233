"""Who asks, in which language, and where he thinks that he is: what every route wants to know of a request."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from starlette.requests import Request
from starlette.responses import Response

from .. import i18n
from .calls import COOKIE, LANGUAGE, NotYours, Pass, Who
from .links import LONGEST
from .problems import Refused
from .security import client_of, household, is_near
from .settings import Settings
from .stream import Hub

if TYPE_CHECKING:
    from .house import House

DAYS = 24 * 60 * 60
KEPT = 180 * DAYS
"""How long a browser keeps a pass, in seconds."""
BEARER = "bearer "
EVENT_ID = 200
"""Characters of a Last-Event-ID that are looked at."""
BEHIND = "x-behind"
"""The header by which the pages' script tells that it asks by itself, while another tab is looked at."""


def house(request: Request) -> House:
    """The house of this application."""
    found: House = request.app.state.house
    return found


def hub(request: Request) -> Hub:
    """The streams of this application."""
    found: Hub = request.app.state.hub
    return found


def settings(request: Request) -> Settings:
    """The settings of this application."""
    found: Settings = request.app.state.settings
    return found


def language_of(request: Request, asked: str | None = None) -> str:
    """The language to speak: as asked for, as chosen before, as the browser would like it; the same for a page to the
    end (`app.InReadersLanguage`).
    """
    if (spoken := request.scope.get("language")) and not asked:
        return str(spoken)
    for word in (asked, request.cookies.get(LANGUAGE)):
        if word and (found := i18n.matched(word)):
            return found
    return i18n.best_of(request.headers.get("accept-language", ""))


def passes(request: Request, duel: str) -> Mapping[str, str]:
    """The passes that came along: the browser's cookies, or the one that a program sends in a header."""
    header = request.headers.get("authorization", "")
    if header[: len(BEARER)].lower() == BEARER:
        return {COOKIE + duel: header[len(BEARER) :].strip()}
    return request.cookies


async def who(request: Request, duel: str) -> Who:
    """Who that is at this duel: he is there then, unless a page asks behind his back. Raises `NotHere`, `NotYours`."""
    found = await house(request).who(duel, passes(request, duel))
    if BEHIND not in request.headers:
        house(request).visited(found)
    return found


async def who_if_any(request: Request, duel: str) -> Who | None:
    """The same; None for somebody who has no place there yet."""
    try:
        return await who(request, duel)
    except NotYours:
        return None


def near(request: Request) -> bool:
    """Whether the numbers of this server may be shown to who asks."""
    shown = settings(request).metrics
    return shown == "all" or (shown == "near" and is_near(client_of(request.scope)))


def neighbours(request: Request) -> str:
    """Whom an address counts with."""
    return household(client_of(request.scope))


def known(request: Request) -> str:
    """The version that a stream's reader has already."""
    return request.headers.get("last-event-id", "")[:EVENT_ID]


def base(request: Request) -> str:
    """The address under which people reach this server."""
    return settings(request).origin or f"{request.url.scheme}://{request.url.netloc}"


def give(response: Response, request: Request, given: Pass) -> None:
    """Give a browser its pass: no script can read it, no other site's form takes it along."""
    secure = request.url.scheme == "https" or settings(request).secure
    response.set_cookie(given.name, given.cookie, KEPT, path="/", secure=secure, httponly=True, samesite="lax")


def secret_of(word: str) -> str:
    """The secret in what somebody pasted: the code itself, or the whole address with it at the end."""
    word = word.strip()
    found = word.rpartition("#")[2] if "#" in word else word
    if not found or len(found) > LONGEST:
        raise Refused(
            422, "input", i18n._("This is no code of a link. It stands at the end of the link, after the sign #.")
        )
    return found
