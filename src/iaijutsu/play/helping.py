"""What argparse says of itself, in other languages: the sentences that it looks up where it has none of ours."""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from contextlib import contextmanager

from .i18n import N_, _, ngettext

SENTENCES = (
    N_("usage: "), N_("positional arguments"), N_("options"), N_("show this help message and exit"),
    N_("show program's version number and exit"), N_("argument %(argument_name)s: %(message)s"),
    N_("the following arguments are required: %s"), N_("one of the arguments %s is required"),
    N_("unrecognized arguments: %s"), N_("not allowed with argument %s"), N_("ignored explicit argument %r"),
    N_("expected one argument"), N_("expected at most one argument"), N_("expected at least one argument"),
    N_("invalid choice: %(value)r (choose from %(choices)s)"), N_("invalid %(type)s value: %(value)r"),
    N_("unknown parser %(parser_name)r (choices: %(choices)s)"),
    N_("invalid choice: %(value)r, maybe you meant %(suggestion)r? (choose from %(choices)s)"),
)  # fmt: skip
"""What argparse of Python 3.11 to 3.14 says, as it stands there."""


@contextmanager
def translated() -> Iterator[None]:
    """Inside, argparse looks its sentences up in our catalogues. It keeps its two functions for that in its module."""
    names = vars(argparse)
    before = {name: names[name] for name in ("_", "ngettext")}
    names.update({"_": _, "ngettext": _counted})
    try:
        yield
    finally:
        names.update(before)


def _counted(one: str, many: str, n: int) -> str:
    if one == "expected %s argument":  # all that it counts
        return ngettext("expected %s argument", "expected %s arguments", n)
    return one if n == 1 else many
