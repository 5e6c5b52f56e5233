"""Parts of pages that are kept: made once for the same facts, and out of nothing but those facts."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass

import pytest
from jinja2 import Environment, nodes

from iaijutsu.play import i18n
from iaijutsu.play.server import keep_tag, render
from iaijutsu.play.server.keep_tag import Keep
from tests.server import gallery
from tests.server.reading import without_commands

GIVEN = frozenset(render._environment("en").globals)
"""What every template may use: words, macros and functions that know nothing of a table."""


def made(source: str) -> Environment:
    """An environment that has one template, `t`."""
    from jinja2 import DictLoader

    return Environment(loader=DictLoader({"t": source}), autoescape=True, extensions=[Keep], trim_blocks=True)


def keeper(made_of: Environment) -> Keep:
    """The keeper of an environment."""
    return next(one for one in made_of.extensions.values() if isinstance(one, Keep))


# --- out of nothing but the facts ------------------------------------------------------------------------


def chain(node: nodes.Node) -> str:
    """`one.arms` as it is written; empty for what is no such path. An index is part of what it stands on."""
    if isinstance(node, nodes.Name):
        return str(node.name)
    if isinstance(node, nodes.Getattr):
        path = chain(node.node)
        return f"{path}.{node.attr}" if path else ""
    return ""


@dataclass
class Reader:
    """Reads a template for what each of its kept parts uses and is not given."""

    template: nodes.Template

    def __post_init__(self) -> None:
        self.macros = {one.name: one for one in self.template.find_all(nodes.Macro)}

    def strangers(self) -> list[str]:
        """What the kept parts use beside their facts."""
        return [
            f"line {block.lineno}: {path}"
            for block in self.template.find_all(nodes.CallBlock)
            if isinstance(block.call.node, nodes.ExtensionAttribute)
            for path in self.of_block(block)
        ]

    def of_block(self, block: nodes.CallBlock) -> Iterator[str]:
        """What one part uses beside its facts."""
        facts = {chain(fact) for fact in block.call.args[1:]}
        for path in self.used(block.body, frozenset(), ()):
            if not any(path == fact or path.startswith(f"{fact}.") for fact in facts):
                yield path

    def used(self, body: list[nodes.Node], bound: frozenset[str], within: tuple[str, ...]) -> Iterator[str]:
        """The paths that some nodes read, but for names that are set among them, and for what all are given."""
        own = {
            name.name for node in body for assign in [node, *node.find_all((nodes.Assign, nodes.AssignBlock))]
            if isinstance(assign, nodes.Assign | nodes.AssignBlock)
            for name in [assign.target, *assign.target.find_all(nodes.Name)] if isinstance(name, nodes.Name)
        }  # fmt: skip
        for node in body:
            yield from self.read(node, bound | own, within)

    def read(self, node: nodes.Node, bound: frozenset[str], within: tuple[str, ...]) -> Iterator[str]:
        """The paths that a node reads."""
        if isinstance(node, nodes.Include | nodes.Import | nodes.FromImport):
            yield f"<{type(node).__name__}>"  # it would see everything
        elif isinstance(node, nodes.For):
            names = {one.name for one in [node.target, *node.target.find_all(nodes.Name)] if hasattr(one, "name")}
            yield from self.read(node.iter, bound, within)
            inner = [*node.body, *node.else_, *([node.test] if node.test else [])]
            yield from self.used(inner, bound | names | {"loop"}, within)
        elif path := chain(node):
            root = path.partition(".")[0]
            if root in self.macros and root not in within:
                macro = self.macros[root]
                names = {one.name for one in macro.args}
                yield from self.used([*macro.body, *macro.defaults], frozenset(names), (*within, root))
            elif root not in bound and root not in GIVEN and root not in within:
                yield path
        elif isinstance(node, nodes.Assign):
            yield from self.read(node.node, bound, within)
        else:
            for child in node.iter_child_nodes():
                yield from self.read(child, bound, within)


@pytest.mark.parametrize("name", sorted(render._environment("en").list_templates(["html"])))
def test_a_kept_part_uses_its_facts_alone(name: str) -> None:
    """Were it to use more, somebody could be shown what was made for another."""
    environment = render._environment("en")
    assert environment.loader is not None
    source = environment.loader.get_source(environment, name)[0]
    assert Reader(environment.parse(source, name)).strangers() == []


@pytest.mark.parametrize(
    ("body", "stranger"),
    [
        ("{{ one.name }}", ""),
        ("{{ one.name.first }}{% for x in one.name %}{{ x }}{{ loop.index }}{% endfor %}", ""),
        ("{% set y = one.name %}{{ y }}{{ _('word') }}{{ parts.mark(near) }}", ""),
        ("{{ one.score }}", "one.score"),
        ("{% if seen.me.mine %}x{% endif %}", "seen.me.mine"),
        ("{{ parts.mark(two) }}", "two"),
        ("{% for x in two %}{{ x }}{% endfor %}", "two"),
        ("{{ near | default(two) }}", "two"),
        ("{{ sly(near) }}", "seen.lines"),
        ("{% include 'parts.html' %}", "<Include>"),
    ],
)
def test_the_reader_finds_what_is_no_fact(body: str, stranger: str) -> None:
    """The test of the test, and of macros that see what stands around them."""
    source = (
        "{% macro sly(a) %}{{ a }}{{ seen.lines }}{% endmacro %}"
        f"{{% keep one.name, near %}}{body}{{% endkeep %}}"
    )  # fmt: skip
    found = Reader(render._environment("en").parse(source, "t")).strangers()
    assert found == ([f"line 1: {stranger}"] if stranger else [])


@pytest.mark.parametrize("language", ["en", "hr", "pt_BR"])
def test_pages_are_the_same_whatever_was_made_before(language: str) -> None:
    """Every table of the gallery, first with nothing kept, then among all others in any order."""
    tables = gallery.tables()
    alone = {}
    for name, seen in tables.items():
        keeper(render._environment(language)).parts.clear()
        alone[name] = without_commands(render.fragment("table_main", language, seen=seen))
    names = list(tables)
    random.Random(language).shuffle(names)
    for name in [*names, *reversed(names)]:
        assert without_commands(render.fragment("table_main", language, seen=tables[name])) == alone[name], name


# --- once ------------------------------------------------------------------------------------------------


def test_a_part_is_made_once_for_the_same_facts() -> None:
    """Compared by value; text in it is escaped once."""
    environment = made("{% keep name, n %}{{ tell(name) }}{{ n }}{% endkeep %}")
    told: list[str] = []
    template = environment.get_template("t")

    def tell(name: str) -> str:
        told.append(name)
        return f"<{name}>"

    for name, n in (("a", 1), ("b", 1), ("a", 1), ("a", 2), ("b", 1)):
        assert template.render(name=name, n=n, tell=tell) == f"&lt;{name}&gt;{n}"
    assert told == ["a", "b", "a"]


def test_each_language_has_its_own() -> None:
    """A part is words, too."""
    environment = made("{% keep 1 %}{{ spoken() }}{% endkeep %}")
    template = environment.get_template("t")
    for language in ("en", "hr", "pt_BR", "en"):
        with i18n.speaking(language):
            assert template.render(spoken=i18n.language) == language
    assert len(keeper(environment).parts) == 3


def test_parts_that_nobody_used_for_longest_go(monkeypatch: pytest.MonkeyPatch) -> None:
    """So many are kept, and no more."""
    monkeypatch.setattr(keep_tag, "MOST", 3)
    environment = made("{% keep n %}{{ n }}{% endkeep %}")
    template = environment.get_template("t")
    for n in (1, 2, 3, 1, 4):
        template.render(n=n)
    assert [key[-1] for key in keeper(environment).parts] == [3, 1, 4]  # type: ignore[index]


def test_facts_that_cannot_be_compared_are_a_fault() -> None:
    """Not a part that is never found again."""
    with pytest.raises(TypeError, match="unhashable"):
        made("{% keep facts %}x{% endkeep %}").get_template("t").render(facts=[1])
