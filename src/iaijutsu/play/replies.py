"""What people type, read as answers. A question's choices are numbered from 1; the beginning of a label will do too."""

from __future__ import annotations

import unicodedata
from typing import Any

from ..engine import BadInput, DuelError
from .i18n import _, retold, told
from .words import Choice, Question

YES, NO = ("y", "yes"), ("n", "no")


def agreed(text: str) -> bool | None:
    """Whether yes or no was typed, whole or by its first letter, in English or the reader's language; None: neither."""
    said = _plain(text.strip())
    for answer, english, word in ((True, YES, _plain(_("yes"))), (False, NO, _plain(_("no")))):
        if said and said in (*english, word, word[0]):
            return answer
    return None


def letters() -> tuple[str, str]:
    """The letters that say yes and no in the reader's language."""
    return _("yes")[0], _("no")[0]


def _plain(text: str) -> str:
    """Small letters without marks: `Não` and `nao` are one."""
    return "".join(c for c in unicodedata.normalize("NFD", text.casefold()) if not unicodedata.combining(c))


def read(question: Question, text: str) -> Any:
    """The answer that `text` gives to `question`. Raises `BadInput`, which says what would do.

    Whether the answer is allowed is for the request to say; here it is only understood.
    """
    text = text.strip()
    if question.form == "choose":
        return question.choices[_one(question, text)].answer
    if question.form == "number":
        return _number(text, question.least, question.most)
    if question.form in ("several", "arrange"):
        in_order = question.form == "arrange" and not text
        chosen = tuple(question.choices[n].answer for n in _list(question, _in_order(question) if in_order else text))
        check_count(question, len(chosen))
        return chosen if question.form == "arrange" else tuple(sorted(chosen))
    if question.form == "draw":
        return tuple(question.choices[_one(question, part)].answer for part in _parts(question, text))
    if question.form == "faces":
        return _faces(question, text)
    return _line(text, question.most)


def check_count(question: Question, count: int) -> None:
    """Raises `BadInput` where so many things cannot be chosen, told as people count them."""
    if question.least <= count <= question.most:
        return
    told = _("{least} to {most} can be chosen here, not {n}")
    if question.form == "arrange":
        told = _("all the numbers from 1 to {most} are needed, each once")
    elif question.least == question.most:
        told = _("{most} are to be chosen here, not {n}")
    raise BadInput("", told.format(least=question.least, most=question.most, n=count))


def why_refused(error: DuelError) -> str:
    """Why a typed answer was refused, in the reader's language where a person can come upon it."""
    return retold(getattr(error, "reason", "")) or told(error)


def how(question: Question) -> str:
    """How to answer, in a few words."""
    count = len(question.choices)
    told = {
        "choose": _("a number from 1 to {count}"),
        "number": _("a number from {least} to {most}"),
        "several": _("numbers with spaces between, from {least} to {most} of them; Enter alone for none"),
        "arrange": _("all the numbers in your order; Enter alone for this one"),
        "draw": _("{most} numbers with commas between, in order; the beginning of a title will do"),
        "faces": _("{most} faces with spaces between, each counted from 1"),
        "symbols": _("{most} dice with spaces between: what each shows ({faces}), or its face counted from 1"),
        "text": _("one line of at most {most} characters; Enter alone for none"),
    }[_form(question)]
    if question.form == "several" and question.least:
        told = _("numbers with spaces between, from {least} to {most} of them")
    faces = " ".join(dict.fromkeys(face for choice in question.choices for face in choice.detail.split()))
    return told.format(count=count, least=question.least, most=question.most, faces=faces)


def _form(question: Question) -> str:
    """How it is answered; dice that show symbols are told by them."""
    shows = question.form == "faces" and any(choice.detail for choice in question.choices)
    return "symbols" if shows else question.form


def _wrong(question: Question, text: str) -> BadInput:
    return BadInput("", _("{text!r} is no answer here; needed is {how}").format(text=text[:40], how=how(question)))


def _one(question: Question, text: str) -> int:
    """The choice that a number or the beginning of a label means."""
    if text.isascii() and text.isdigit() and len(text) < 6:
        if 1 <= int(text) <= len(question.choices):
            return int(text) - 1
        raise _wrong(question, text)
    found = [n for n, choice in enumerate(question.choices) if _means(choice, text)]
    labels = {question.choices[n].label for n in found}
    if len(labels) == 1:
        return found[0]
    if found:
        shown = ", ".join(sorted(labels)[:4])
        raise BadInput("", _("{text!r} could be: {shown}; use its number").format(text=text[:40], shown=shown))
    raise _wrong(question, text)


def _means(choice: Choice, text: str) -> bool:
    return len(text) > 1 and choice.label.casefold().startswith(text.casefold())


def _list(question: Question, text: str) -> list[int]:
    found = [_one(question, part) for part in text.replace(",", " ").split()]
    if len(set(found)) < len(found):
        raise BadInput("", _("one of them stands there twice"))
    return found


def _in_order(question: Question) -> str:
    return " ".join(str(n + 1) for n in range(len(question.choices)))


def _parts(question: Question, text: str) -> list[str]:
    parts = [part.strip() for part in text.split(",")]
    if len(parts) == 1 and all(part.isdigit() for part in text.split()):
        parts = text.split()
    if len(parts) != question.most or not all(parts):
        raise _wrong(question, text)
    return parts


def _number(text: str, least: int, most: int) -> int:
    digits = text.removeprefix("-").removeprefix("−")
    wanted = _("a number from {least} to {most}").format(least=least, most=most)
    if not digits.isascii() or not digits.isdigit() or len(digits) > 6:
        raise BadInput("", _("{text!r} is no number; needed is {wanted}").format(text=text[:40], wanted=wanted))
    number = -int(digits) if text != digits else int(digits)
    if not least <= number <= most:
        raise BadInput("", _("{n} is too little or too much; needed is {wanted}").format(n=text, wanted=wanted))
    return number


def _faces(question: Question, text: str) -> tuple[int, ...]:
    parts = text.replace(",", " ").split()
    if len(parts) != len(question.choices):
        raise _wrong(question, text)
    return tuple(_face(part, question.choices[n], n + 1) for n, part in enumerate(parts))


def _face(text: str, die: Choice, place: int) -> int:
    """A face, from 0, by its number from 1 or by what it shows, where the die's detail tells that of each face."""
    faces = ["".join(sorted(face)) for face in die.detail.split()]
    shown = "".join(sorted(text.strip("()[]").casefold().replace("–", "-")))
    if faces and shown in faces:
        return faces.index(shown)
    if text.isascii() and text.isdigit() and len(text) < 6 and 1 <= int(text) <= die.answer:
        return int(text) - 1
    wanted = _("a number from 1 to {n}").format(n=die.answer)
    if faces:
        wanted = _("one of {faces}, or {number}").format(
            faces=" ".join(dict.fromkeys(die.detail.split())), number=wanted
        )
    told = _("die {place}, {die}: {text!r} is none of its faces; needed is {wanted}")
    raise BadInput("", told.format(place=place, die=die.label, text=text[:40], wanted=wanted))


def _line(text: str, most: int) -> str:
    if len(text) > most or not text.isprintable():
        raise BadInput("", _("one line of at most {most} printable characters is needed").format(most=most))
    return text
