"""Parts of pages that are made once for the same facts: `{% keep one.name, one.rings %} ... {% endkeep %}`.

What stands inside may use the facts that are named at its head, what it sets itself, and macros: nothing else
(`tests/server/test_keep_tag.py` reads every template for that). So who may know the same facts is shown the same part,
whoever it was made for, and nobody is shown anything that he was not told.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable
from typing import TYPE_CHECKING

from jinja2 import nodes
from jinja2.ext import Extension
from markupsafe import Markup

from ..i18n import language

if TYPE_CHECKING:
    from collections.abc import Hashable

    from jinja2 import Environment
    from jinja2.parser import Parser

MOST = 6000
"""Parts that are kept at most: those that were used last, two kilobytes each or less."""


class Keep(Extension):
    """The tag `keep`. The facts are compared by value, and have to be hashable."""

    tags = {"keep"}  # noqa: RUF012 - as Jinja declares it

    def __init__(self, environment: Environment) -> None:
        super().__init__(environment)
        self.parts: OrderedDict[Hashable, Markup] = OrderedDict()

    def parse(self, parser: Parser) -> nodes.Node:
        """The block as a call with its body as the caller."""
        line = next(parser.stream).lineno
        facts = [parser.parse_expression()]
        while parser.stream.skip_if("comma"):
            facts.append(parser.parse_expression())
        body = parser.parse_statements(("name:endkeep",), drop_needle=True)
        call = self.call_method("kept", [nodes.Const(f"{parser.name}:{line}"), *facts], lineno=line)
        return nodes.CallBlock(call, [], [], body).set_lineno(line)

    def kept(self, *facts: Hashable, caller: Callable[[], str]) -> Markup:
        """The part for these facts in the language that is spoken. Raises TypeError for facts without a hash."""
        key = (language(), *facts)
        part = self.parts.pop(key, None)  # and in again at the end: several threads may be here
        if part is None:
            part = Markup(caller())
        self.parts[key] = part
        if len(self.parts) > MOST:
            self.parts.popitem(last=False)
        return part
