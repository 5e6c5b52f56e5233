"""How templates become Python: in one language each, and with nothing done at every page that can be done once.

Half of a page are sentences that never change, and half of the time went into how macros and parts of pages are called,
into looking up what has one meaning, and into escaping what is HTML already. What comes out is what Jinja would have
made, byte for byte.

Templates may do less for it: `one.name` is an attribute, and `one["name"]` a dict's item; a template that is included
is known by its name when the page is read.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, MutableMapping
from typing import Any

from jinja2 import Environment, nodes
from jinja2.compiler import CodeGenerator, Frame, MacroRef
from jinja2.runtime import Macro
from jinja2.utils import missing
from jinja2.visitor import NodeTransformer
from markupsafe import Markup, escape

from .. import i18n

Once = Mapping[str, Callable[[str], str]]
"""Functions that give the same for the same word, by their names in templates."""


class Quick(Macro):
    """A macro that is called as Python calls: by position, or with a `caller`."""

    def __call__(self, *args: Any, **named: Any) -> Any:
        """What it makes of its arguments. Raises TypeError for too many."""
        if named or len(args) > len(self.arguments) or self.catch_varargs or self.catch_kwargs or self.caller:
            return super().__call__(*args, **named)
        return Markup(self._func(*args, *(missing,) * (len(self.arguments) - len(args))))


class Spoken(Environment):
    """Templates in one language; calls of `_` and of the functions in `once` with a plain word are made now."""

    def __init__(self, language: str, once: Once, **options: Any) -> None:
        super().__init__(**options)
        self.language, self.once = language, {"_": i18n._, **once}

    def _generate(self, source: nodes.Template, *things: Any, **named: Any) -> str:
        with i18n.speaking(self.language):
            return super()._generate(_Done(self).visit(source), *things, **named)

    def make_globals(self, d: MutableMapping[str, Any] | None) -> MutableMapping[str, Any]:
        """What all templates may use, as it is: a chain of two would be gone through name by name for each page."""
        return self.globals if d is None else super().make_globals(d)

    Macro = Quick
    """What a macro is, for the code that templates become."""

    @staticmethod
    def escaped(value: Any) -> str:
        """The value as HTML; what is HTML already stays the object that it is."""
        return value if type(value) is Markup else escape(value)


class _Done(NodeTransformer):
    """What can be told when a template is read."""

    def __init__(self, environment: Spoken) -> None:
        self.environment, self.once = environment, environment.once

    def visit_Call(self, node: nodes.Call) -> nodes.Node:  # noqa: N802 - as Jinja names it
        match self.generic_visit(node):
            case nodes.Call(node=nodes.Name(name=name), args=[nodes.Const(value=word)], kwargs=[]) if name in self.once:
                return nodes.Const(self.once[name](word), lineno=node.lineno)
        return node

    def visit_CondExpr(self, node: nodes.CondExpr) -> nodes.Node:  # noqa: N802 - as above
        """`{{ "x" if so }}` is nothing otherwise, and no undefined value, which costs more than all the rest."""
        node.expr2 = node.expr2 or nodes.Const("", lineno=node.lineno)
        return self.generic_visit(node)

    def visit_Include(self, node: nodes.Include) -> nodes.Node:  # noqa: N802 - as above
        """What is included stands in its place, with names of its own as it would have them."""
        return self._in_place(node.template)

    def _in_place(self, name: nodes.Expr) -> nodes.Node:
        if isinstance(name, nodes.CondExpr):
            then, otherwise = self._in_place(name.expr1), name.expr2 and self._in_place(name.expr2)
            return nodes.If(self.visit(name.test), [then], [], [otherwise] if otherwise else [], lineno=name.lineno)
        source, file, _fresh = self.environment.loader.get_source(self.environment, name.as_const())  # type: ignore[union-attr]
        found = self.visit(self.environment._parse(source, name.as_const(), file))
        return nodes.Scope(found.body, lineno=name.lineno)


class _Direct(CodeGenerator):
    """Calls as Python makes them: no function of ours asks for Jinja's context. Arguments may not be named as words
    of Python are.
    """

    def visit_Call(self, node: nodes.Call, frame: Frame, forward_caller: bool = False) -> None:  # noqa: N802 - as Jinja has it
        self.visit(node.node, frame)
        self.write("(")
        for argument in [*node.args, *node.kwargs]:
            self.visit(argument, frame)
            self.write(", ")
        self.write("caller=caller)" if forward_caller else ")")

    def visit_Getattr(self, node: nodes.Getattr, frame: Frame) -> None:  # noqa: N802 - as above
        self.write("(")
        self.visit(node.node, frame)
        self.write(f").{node.attr}")

    def macro_def(self, macro_ref: MacroRef, frame: Frame) -> None:
        """The macro as `Quick`."""
        self.write("environment.")
        super().macro_def(macro_ref, frame)

    def _output_child_pre(self, node: nodes.Expr, frame: Frame, finalize: Any) -> None:
        del node, frame, finalize  # everything is escaped, and nothing is done to it before
        self.write("environment.escaped(")


Spoken.code_generator_class = _Direct
