"""Templates as they are compiled here: what comes out is what Jinja itself makes of the same template."""

from __future__ import annotations

from typing import Any

import pytest
from jinja2 import DictLoader, Environment, StrictUndefined, TemplateNotFound, UndefinedError

from iaijutsu.play.server.compiled import Spoken
from iaijutsu.play.server.seen import Me

PARTS = {
    "inner": "{% set word = 'inner' %}<i>{{ word }}{{ me.name }}</i>",
    "outer": "{% set word = 'outer' %}{% include 'inner' %}{{ word }}",
    "either": "{% for n in (1, 2) %}{% include 'inner' if n == me.seat else 'outer' %}{% endfor %}",
    "within": "{% macro m(me, word='w') %}[{{ word }}{% include 'inner' %}]{% endmacro %}{{ m(me) }}{{ m(me, 'x') }}",
    "macros": (
        "{% macro m(a, b='<b>', c=none) %}{{ a }}{{ b }}{{ c is none }}{% endmacro %}"
        "{{ m('<a>') }}{{ m(1, 2) }}{{ m(1, c=3) }}{{ m(me.name | safe, m(4), 5) }}"
    ),
    "calls": "{% macro m(a) %}<{{ a }}>{{ caller() }}</>{% endmacro %}{% call m(1) %}{{ me.name }}{% endcall %}",
    "items": "{{ words['first'] }}{{ words.get('second', '<none>') }}{{ me.seat }}",
    "nothing": "{{ 'x' if me.seat == 7 }}|{{ '<y>' if me.seat }}|{{ none if not me.seat else me.role }}",
}


def both(name: str, **things: Any) -> tuple[str, str]:
    """A template as we compile it and as Jinja does."""
    options: dict[str, Any] = {"autoescape": True, "undefined": StrictUndefined}
    ours = Spoken("en", {}, loader=DictLoader(PARTS), **options)
    return ours.get_template(name).render(things), Environment(loader=DictLoader(PARTS), **options).get_template(
        name
    ).render(things)


@pytest.mark.parametrize("name", sorted(PARTS.keys() - {"inner"}))
def test_a_template_makes_what_jinja_makes(name: str) -> None:
    """Includes, macros, calls, items and what is left out."""
    ours, theirs = both(name, me=Me("seat", 1, "<Ao & Ki>", None), words={"first": "<1>"})
    assert ours == theirs
    assert "<Ao" not in ours or name == "macros"  # there it is said to be safe


def test_what_is_missing_is_told_as_jinja_tells_it() -> None:
    """A name that was not given is an error, and so is a file that is not there: when the page is read, not later."""
    environment = Spoken(
        "en", {}, loader=DictLoader({"a": "{{ me.name }}", "b": "{% if no %}{% include 'c' %}{% endif %}"})
    )
    environment.undefined = StrictUndefined
    with pytest.raises(UndefinedError):
        environment.get_template("a").render({})
    with pytest.raises(TemplateNotFound):
        environment.get_template("b")


def test_too_much_for_a_macro_is_an_error() -> None:
    """As in Jinja."""
    environment = Spoken("en", {}, loader=DictLoader({"a": "{% macro m(a) %}{{ a }}{% endmacro %}{{ m(1, 2) }}"}))
    with pytest.raises(TypeError, match="not more than 1"):
        environment.get_template("a").render({})
