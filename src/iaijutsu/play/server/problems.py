"""What went wrong, told to a person as a page and to a program as `application/problem+json` (RFC 9457)."""

from __future__ import annotations

import re
from http import HTTPStatus
from typing import Any

from starlette.responses import JSONResponse, Response

PROBLEM = "application/problem+json"
WORD = re.compile(r"[^\W\d_]+(?=[ ,])")
"""A plain word at the beginning: no name of a file or a field, and nothing that was typed."""


class Refused(Exception):
    """A request that is not done: its status, a word for programs, a sentence for people, and perhaps when to retry.

    `more` stands beside it in the problem's JSON. It must hold nothing that the asker may not know.
    """

    def __init__(
        self, status: int, code: str, words: str, *, again: int | None = None, allowed: str | None = None, **more: Any
    ) -> None:
        super().__init__(words)
        self.status, self.code, self.words, self.again, self.allowed = status, code, words, again, allowed
        self.more = more

    @property
    def headers(self) -> dict[str, str]:
        """When to try again and which methods there are, if that is known."""
        found = {"Retry-After": self.again, "Allow": self.allowed}
        return {name: str(value) for name, value in found.items() if value is not None}


def _title(status: int) -> str:
    """The name of a status."""
    try:
        return HTTPStatus(status).phrase
    except ValueError:
        return "Error"


def problem(refused: Refused) -> Response:
    """A problem as JSON."""
    told = {"type": "about:blank", "title": _title(refused.status), "status": refused.status}
    return JSONResponse(
        {**told, "detail": printable(refused.words), "code": refused.code, **refused.more},
        refused.status, refused.headers, PROBLEM,
    )  # fmt: skip


def sentence(text: str) -> str:
    """What is wrong, as a sentence of a page; programs are told it as a part of one."""
    if WORD.match(text):
        text = text[0].upper() + text[1:]
    return text if text[-1:] in ("", ".", "!", "?", "…") else f"{text}."


def printable(text: str) -> str:
    """A text that can be written anywhere: what is no character becomes a question mark."""
    return text.encode("utf-8", "replace").decode("utf-8")
