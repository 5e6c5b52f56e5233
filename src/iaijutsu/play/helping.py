"""What Python itself says, in other languages: argparse of the command line, its readers of files."""

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
READERS = (
    N_("Expecting value"), N_("Expecting property name enclosed in double quotes"), N_("Expecting ':' delimiter"),
    N_("Expecting ',' delimiter"), N_("Extra data"), N_("Unterminated string starting at"),
    N_("Invalid control character at"), N_("Invalid \\escape"), N_("Invalid \\uXXXX escape"),
    N_("Illegal trailing comma before end of object"), N_("Illegal trailing comma before end of array"),
    N_("Invalid value"), N_("Invalid statement"), N_("Invalid initial character for a key part"),
    N_("Expected '=' after a key in a key/value pair"), N_("Expected newline or end of document after a statement"),
    N_("Expected ']' at the end of a table declaration"), N_("Expected ']]' at the end of an array declaration"),
    N_("Cannot overwrite a value"), N_("Unterminated string"), N_("Unclosed array"), N_("Unclosed inline table"),
    N_("Unescaped '\\' in a string"), N_("Invalid hex value"), N_("Illegal character '\\n'"),
    N_("Invalid date or datetime"), N_("Found invalid character '\\n'"), N_("Expected \"'\""),
    N_("No such file or directory"), N_("Permission denied"), N_("Is a directory"), N_("Not a directory"),
    N_("No space left on device"), N_("Read-only file system"), N_("File name too long"), N_("File exists"),
    N_("Input/output error"), N_("Too many open files"),
    N_("syntax error"), N_("no element found"), N_("not well-formed (invalid token)"), N_("unclosed token"),
    N_("mismatched tag"), N_("duplicate attribute"), N_("junk after document element"), N_("undefined entity"),
    N_("XML or text declaration not at start of entity"), N_("unknown encoding"), N_("unclosed CDATA section"),
)  # fmt: skip
"""What the system and Python's readers of JSON, TOML and XML say most often; anything else they say in English."""


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
