"""The steps of the role-playing kernel for one duel: the same source, read as numbers instead of arrays.

`s[row, i]` becomes `s[row]`, and a table of the rules its place in one row of numbers: both are then plain pointers,
which cost nothing to hand on. `pick` becomes a choice, `nobody` a test; nothing is written into a trace. Compiled, that
is some fifty times as fast as arrays of one, and compiles in a third of the time.
"""

from __future__ import annotations

import ast
from collections.abc import Iterable
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np

from . import kernel_rpg_layout as at
from .kernel_rpg_layout import Rules
from .kernel_types import Int64

SHAPES: dict[str, tuple[int, ...]] = {
    "own": (2, len(at.OWN)), "terms": (len(at.TERMS),), "stance": (2, at.MOODS), "action": (2, at.MOODS),
    "second": (2, at.MOODS), "bid": (2, at.ROOMS, at.BIDS), "keep": (2, len(at.PURPOSES), 2, 2, at.DIE_SLOTS),
    "ways": (2, len(at.PURPOSES), 9), "pips": (at.DIE_SLOTS,), "start": (at.ROWS,),
}  # fmt: skip
"""The shapes of the tables, in the order in which `row` lays them out."""


def row(rules: Rules) -> Int64:
    """All tables of the rules in one row."""
    tables = rules._asdict()
    assert {name: table.shape for name, table in tables.items()} == SHAPES
    return np.concatenate([tables[name].ravel() for name in SHAPES]).astype(np.int64)


def begins() -> dict[str, int]:
    """Where each table begins in that row."""
    found, place = {}, 0
    for name, shape in SHAPES.items():
        found[name] = place
        place += int(np.prod(shape))
    return found


BEGINS = begins()


SMALL = ("pick", "lacks", "nobody", "all_at", "top", "least", "most", "note")
"""Parts that become expressions, or nothing."""
MOST_COPIED = 20
"""Statements of a part at most that is compiled into where it is called."""
GONE = ("i", "t")
"""Arguments that one duel has no use for."""


class _Numbers(ast.NodeTransformer):
    """Reads the source of steps for one duel."""

    def visit_FunctionDef(self, node: ast.FunctionDef) -> ast.FunctionDef:
        """Without annotations and decorators, which nobody looks at."""
        node.decorator_list, node.returns = [], None
        node.args.args = [ast.arg(one.arg) for one in node.args.args if one.arg not in GONE]
        self.generic_visit(node)
        return node

    def visit_Expr(self, node: ast.Expr) -> ast.AST | None:
        """No lines of a trace."""
        if isinstance(node.value, ast.Call) and getattr(node.value.func, "id", "") == "note":
            return None
        return self.generic_visit(node)

    def visit_Call(self, node: ast.Call) -> ast.AST:
        """What is chosen, compared and tested becomes an expression; calls lose what is gone."""
        self.generic_visit(node)
        name = getattr(node.func, "id", "")
        if name == "pick":
            return ast.IfExp(node.args[0], node.args[1], node.args[2])
        if name in ("lacks", "nobody"):
            return ast.Compare(node.args[0], [ast.Eq()], [ast.Constant(0)])
        if name == "top":
            return node.args[0]
        if name in ("least", "most"):
            return ast.Call(ast.Name("min" if name == "least" else "max", ast.Load()), node.args, [])
        if name == "all_at":
            step = ast.Subscript(ast.Name("s", ast.Load()), ast.Constant(at.STEP), ast.Load())
            return ast.Compare(step, [ast.Eq()], [node.args[2]])
        node.args = [one for one in node.args if getattr(one, "id", "") not in GONE]
        return node

    def visit_Subscript(self, node: ast.Subscript) -> ast.AST:
        """One duel, and one row of rules."""
        self.generic_visit(node)
        if isinstance(node.value, ast.Name) and node.value.id == "s" and isinstance(node.slice, ast.Tuple):
            return ast.Subscript(node.value, node.slice.elts[0], node.ctx)
        if isinstance(node.value, ast.Attribute) and getattr(node.value.value, "id", "") == "r":
            return ast.Subscript(node.value.value, _place(node.value.attr, node.slice), node.ctx)
        return node


def _place(table: str, index: ast.expr) -> ast.expr:
    """Where an entry of a table lies in the row of rules."""
    parts = index.elts if isinstance(index, ast.Tuple) else [index]
    found: ast.expr = ast.Constant(0)
    for part, size in zip(parts, SHAPES[table], strict=True):
        found = ast.BinOp(ast.BinOp(found, ast.Mult(), ast.Constant(size)), ast.Add(), part)
    return ast.BinOp(found, ast.Add(), ast.Constant(BEGINS[table]))


def functions(modules: Iterable[ModuleType]) -> tuple[dict[str, Any], dict[str, bool]]:
    """The functions of some modules, for one duel, in a space of their own; they are plain Python.

    With them their names, and whether each is a part that is worth copying to where it is called: no step of its own.
    """
    shared: dict[str, Any] = {}
    names: dict[str, bool] = {}
    listed = list(modules)
    for module in listed:
        shared |= vars(module)
    for module in listed:
        tree = ast.parse(Path(str(module.__file__)).read_text(encoding="utf-8"))
        tree.body = [_Numbers().visit(node) for node in tree.body if isinstance(node, ast.FunctionDef)]
        names |= {node.name: _copied(node) for node in tree.body if isinstance(node, ast.FunctionDef)}
        exec(compile(ast.fix_missing_locations(tree), str(module.__file__), "exec"), shared)
    return shared, {name: copied for name, copied in names.items() if name not in SMALL}


def _copied(node: ast.FunctionDef) -> bool:
    statements = sum(isinstance(part, ast.stmt) for part in ast.walk(node))
    return statements <= MOST_COPIED and [one.arg for one in node.args.args] != ["r", "s"]


def compiled(modules: Iterable[ModuleType]) -> dict[str, Any]:
    """The same, compiled to call each other. Imports Numba.

    They are kept on disk with the loops that call them, and not by themselves.
    """
    import numba

    shared, names = functions(modules)
    made = {
        name: numba.njit(error_model="numpy", nogil=True, forceinline=copied)(shared[name])
        for name, copied in names.items()
    }
    shared |= made
    return made
