"""What a card file may say. Cards are TOML data; this module checks them and says exactly what is wrong.

A parameter is checked by a `Check`: a function of the value and where it stands, which returns the value in
its final form or raises `BadInput` with what was found and what is allowed. `EFFECTS` has a row for each
`do`; `docs/cards.md` explains them with examples.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, TypeAlias

from ..engine import BadInput, Sentence
from .pieces import FATE_TYPES, STATS, TYPES, Ability, Card, Condition, Effect, Occasion

Check: TypeAlias = Callable[[Any, str], Any]

NUMBER_LIMIT = 99
TEXT_LIMIT = 600

OCCASIONS: dict[str, tuple[str, ...]] = {
    "challenge": ("before", "when"),
    "acceptance": ("when",),
    "refusal": ("after",),
    "entry": ("before", "when", "after"),
    "pools": ("before", "when", "after"),
    "opportunity": ("before",),
    "focus": ("after",),
    "instead": ("when",),
    "strike": ("after",),
    "reveal": ("before", "when", "after"),
    "focus-effects": ("before", "after"),
    "focus-effect": ("after",),
    "resolution": ("before", "when", "after"),
    "scores": ("before", "after"),
    "outcome": ("before", "after"),
    "win": ("when", "after"),
    "loss": ("when", "after"),
    "consequences": ("before", "after"),
    "resolution-end": ("when",),
    "cleanup": ("before", "after"),
    "duel-end": ("before", "after"),
    "leaving-play": ("after",),
    "turn-end": ("before",),
}
"""What cards may wait for, in the order of a duel, with the moments that come of each."""

WHO = ("own", "opponent", "both", "challenger", "challenged", "winner", "loser", "first", "other")
"""Sides of the duel: of the ability's controller, the other, both, by role, by outcome; whose occasion it is."""

KINDS = ("focus-effect", "trait", "static", "reaction", "action", "instead", "face-up", "instead-of-striking")
PLACES = ("play", "hand", "focused", "discard")
UNTIL = ("duel", "turn", "for-good")
WHICH = ("this", "subject", "first", "last", "highest", "lowest", "chosen", "random", "all")
"""Focused cards: the card itself, the one just focused or revealed, by order, by value, by choice."""

DUEL_STATS = (*STATS, "printed-force", "printed-chi", "printed-honor")


def one_of(*allowed: str) -> Check:
    """One of these words."""

    def check(value: Any, where: str) -> str:
        if not isinstance(value, str) or value not in allowed:
            raise BadInput(
                where,
                Sentence("{found!r:.60} found; allowed is one of: {allowed}", found=value, allowed=", ".join(allowed)),
            )
        return value

    return check


def whole(least: int = -NUMBER_LIMIT, most: int = NUMBER_LIMIT) -> Check:
    """A whole number in bounds."""

    def check(value: Any, where: str) -> int:
        if type(value) is not int or not least <= value <= most:
            raise BadInput(
                where,
                Sentence(
                    "{found!r:.60} found; allowed is a whole number from {least} to {most}",
                    found=value,
                    least=least,
                    most=most,
                ),
            )
        return value

    return check


def words(limit: int = TEXT_LIMIT) -> Check:
    """Text of at least one printable character."""

    def check(value: Any, where: str) -> str:
        if not isinstance(value, str) or not 0 < len(value) <= limit or not value.isprintable() or not value.strip():
            raise BadInput(
                where,
                Sentence(
                    "{found!r:.60} found; allowed is 1 to {most} printable characters on one line",
                    found=value,
                    most=limit,
                ),
            )
        return value

    return check


def flag(value: Any, where: str) -> bool:
    """True or false."""
    if not isinstance(value, bool):
        raise BadInput(where, Sentence("{found!r:.60} found; allowed is true or false", found=value))
    return value


def list_of(part: Check, most: int = 40) -> Check:
    """A list, each part checked."""

    def check(value: Any, where: str) -> tuple[Any, ...]:
        if not isinstance(value, list) or len(value) > most:
            raise BadInput(
                where, Sentence("{found!r:.60} found; allowed is a list of at most {most}", found=value, most=most)
            )
        return tuple(part(item, f"{where}[{n}]") for n, item in enumerate(value))

    return check


_KINDS = {"int": Sentence("a number"), "str": Sentence("a word"), "dict": Sentence("a table")}


def either(*checks: tuple[type, Check]) -> Check:
    """By the type of the value."""

    def check(value: Any, where: str) -> Any:
        for kind, inner in checks:
            if type(value) is kind:
                return inner(value, where)
        allowed: str = _KINDS[checks[0][0].__name__]
        for kind, _ in checks[1:]:
            allowed = Sentence("{one} or {other}", one=allowed, other=_KINDS[kind.__name__])
        raise BadInput(where, Sentence("{found!r:.60} found; allowed is {allowed}", found=value, allowed=allowed))

    return check


@dataclass(frozen=True)
class Table:
    """A table with known keys: `needed` and `may` map a key to its check; `least_one` needs one of its keys there."""

    needed: Mapping[str, Check]
    may: Mapping[str, Check]
    least_one: tuple[str, ...] = ()

    def __call__(self, value: Any, where: str) -> dict[str, Any]:
        """The table, checked."""
        if not isinstance(value, dict):
            raise BadInput(
                where, Sentence("{found!r:.60} found; allowed is a table with {keys}", found=value, keys=self._keys())
            )
        for key in value:
            if key not in self.needed and key not in self.may:
                raise BadInput(f"{where}.{key}", Sentence("unknown key; allowed are {keys}", keys=self._keys()))
        for key in self.needed:
            if key not in value:
                raise BadInput(
                    where,
                    Sentence("the key {key!r} is missing; needed are {needed}", key=key, needed=", ".join(self.needed)),
                )
        if self.least_one and not any(key in value for key in self.least_one):
            raise BadInput(
                where, Sentence("one of these keys is needed: {least_one}", least_one=", ".join(self.least_one))
            )
        checks = {**self.needed, **self.may}
        return {key: checks[key](item, f"{where}.{key}") for key, item in value.items()}

    def _keys(self) -> str:
        return ", ".join([*self.needed, *self.may])


def amount(value: Any, where: str) -> int | dict[str, Any]:
    """A number, or a table that says how to count one."""
    return either((int, whole()), (dict, _AMOUNT))(value, where)  # type: ignore[no-any-return]


def condition(value: Any, where: str) -> Condition:
    """Something that must be so."""
    return _CONDITION(value, where)


def effect(value: Any, where: str) -> Effect:
    """One effect: `do` says which, `EFFECTS` what else it takes."""
    if not isinstance(value, dict):
        raise BadInput(where, Sentence("{found!r:.60} found; allowed is a table with do", found=value))
    do = one_of(*EFFECTS)(value.get("do"), f"{where}.do")
    rest = EFFECTS[do]({key: item for key, item in value.items() if key not in ("do", "if")}, where)
    if rest.get("act") == "swap":
        one_of("pool", "hand")(rest.get("from", "pool"), f"{where}.from")
    conditions = conditions_of(value.get("if", []), f"{where}.if")
    return {"do": do, **rest, "if": conditions} if conditions else {"do": do, **rest}


who = one_of(*WHO)
stat = one_of(*STATS)
keyword = words(40)
effects = list_of(effect, 12)
conditions_of = list_of(condition, 8)

_AMOUNT = Table(
    {},
    {
        "stat": one_of(*DUEL_STATS), "of": who,
        "fv": one_of("this", "subject", "first", "last", "highest", "lowest", "sum"),
        "count": one_of("focused", "pool", "hand", "discard", "personalities", "attachments"),
        "keyword": keyword, "margin": flag, "paid": flag, "printed": flag,
        "lower": list_of(amount, 4), "higher": list_of(amount, 4), "sum": list_of(amount, 4),
        "number": whole(), "times": whole(-9, 9), "half": flag, "plus": whole(),
        "at_most": whole(), "at_least": whole(),
    },
    ("stat", "fv", "count", "margin", "paid", "lower", "higher", "sum", "number"),
)  # fmt: skip

_CONDITION = Table(
    {},
    {
        "value": amount, "at_least": amount, "at_most": amount, "equals": amount,
        "of": who, "keyword": keyword, "honorable": who, "bowed": who, "won": who, "lost": who,
        "tied": flag, "role": one_of("challenger", "challenged"), "focused": who,
        "from": one_of("pool", "hand", "deck"),
        "not": condition, "any": conditions_of,
    },
    ("value", "keyword", "honorable", "bowed", "won", "lost", "tied", "role", "focused", "from", "not", "any"),
)  # fmt: skip

FILTER = Table(
    {},
    {
        "who": one_of("own", "opponent", "others", "any"), "type": one_of("personality", "follower", "item", "any"),
        "keyword": keyword, "unbowed": flag, "honorable": flag, "this": flag, "duelling": flag, "attached": flag,
        "stat": stat, "at_least": amount, "at_most": amount, "chooser": one_of("performer", "controller"),
    },
)  # fmt: skip

COST = Table(
    {},
    {
        "bow": one_of("this", "own"), "dishonor": one_of("own"), "destroy": one_of("this"), "honor": whole(0, 20),
        "discard": whole(1, 8), "discard_fv_over": amount, "gold": whole(0, 20), "gold_up_to": whole(1, 20),
        "discard_this": flag, "remove_this": flag,
    },
    ("bow", "dishonor", "destroy", "honor", "discard", "discard_fv_over", "gold", "gold_up_to", "discard_this",
     "remove_this"),
)  # fmt: skip

CREATED = Table(
    {"title": words(60), "chi": amount},
    {"force": amount, "honor": amount, "keywords": list_of(keyword, 8), "side": one_of("challenger", "challenged"),
     "stays": flag},
)  # fmt: skip

REFUSAL = Table({}, {"if": conditions_of, "price": list_of(COST, 4), "effects": effects})
ONE_CARD: dict[str, Check] = {"who": who, "which": one_of(*WHICH)}
PIECE: dict[str, Check] = {"who": who, "target": FILTER}
VERBS = ("destroy", "bow", "straighten", "dishonor", "rehonor", "home", "honor", "draw", "discard", "control", "stat")

EFFECTS: dict[str, Table] = {
    "challenge": Table({}, {
        "challenger": FILTER, "challenged": FILTER, "player": flag, "times": whole(1, 4), "create": CREATED,
        "refuse": REFUSAL, "stat": one_of(*DUEL_STATS, "lower", "higher"),
        "stat_of": one_of("both", "challenger", "challenged"), "win": effects, "lose": effects, "tie": effects,
    }),
    "refuse": Table({"mode": one_of("allow", "forbid")}, {"price": list_of(COST, 4), "effects": effects}),
    "negate-challenge": Table({}, {}),
    "substitute": Table({"with": FILTER}, {"who": who, "force": amount, "chi": amount}),
    "duel-stat": Table({"stat": one_of(*DUEL_STATS, "lower", "higher")}, {"who": who, "lock": flag}),
    "stat": Table({"stat": stat, "amount": amount},
                  {**PIECE, "until": one_of(*UNTIL), "scope": one_of("whole", "duel")}),
    "keyword": Table({}, {**PIECE, "give": list_of(keyword, 8), "take": list_of(keyword, 8), "until": one_of(*UNTIL)},
                     ("give", "take")),
    "blank": Table({}, PIECE),
    "first-opportunity": Table({"who": who}, {"lock": flag}),
    "focus-source": Table({"from": one_of("pool", "hand", "deck", "discard", "this")},
                          {"who": who, "times": whole(1, 9), "forbid": flag}),
    "focus-limit": Table({}, {"who": who, "most": amount, "exactly": amount, "together": whole(2, 4),
                              "no_instead": flag}, ("most", "exactly", "together", "no_instead")),
    "must-focus": Table({}, {"who": who, "times": amount, "random": flag}),
    "forbid-fv": Table({}, {"who": who, "fv": amount, "named": flag}, ("fv", "named")),
    "face-up": Table({}, {"who": who}),
    "strike": Table({"mode": one_of("forbid", "force", "counts")}, {"who": who, "until": one_of("once", "duel")}),
    "focused-cards": Table(
        {"act": one_of("add", "remove", "swap", "look")},
        {**ONE_CARD, "count": whole(1, 4), "from": one_of("pool", "hand", "deck", "discard"),
         "to": one_of("discard", "hand", "deck-top", "deck-bottom", "removed", "opponent")}),
    "after-strike": Table({"act": one_of("focus", "concede")}, {"who": who, "from": one_of("pool", "hand", "deck")}),
    "on-reveal": Table({"op": one_of("add", "set", "times"), "amount": amount}, ONE_CARD),
    "fv": Table({"op": one_of("add", "set", "times", "exchange")}, {**ONE_CARD, "amount": amount}),
    "fe-negate": Table({}, {"who": who}),
    "end-duel": Table({}, {"remaining": one_of("lost", "resolve")}),
    "score": Table({"rule": one_of("ignore-highest", "margin-ties", "last-times", "as-entered")},
                   {"who": who, "n": whole(0, 20)}),
    "outcome": Table({"result": one_of("win", "lose", "wins-ties", "cannot-lose", "swap")}, {"who": who}),
    "consequence": Table({"on": one_of("win", "loss", "tie", "any"), "effects": effects},
                         {"who": who, "margin": whole(0, 60)}),
    "consequence-alter": Table({"mode": one_of("negate", "delay", "replace", "share")},
                               {"who": who, "only": list_of(one_of(*VERBS), 11), "with": effects,
                                "from": one_of("any", "creator", "others")}),
    "cleanup": Table({"to": one_of("hand", "removed", "shuffle", "deck-top")}, ONE_CARD),
    "prevent": Table({}, {}),
    "destroy": Table({}, PIECE),
    "bow": Table({}, PIECE),
    "straighten": Table({}, PIECE),
    "dishonor": Table({}, PIECE),
    "rehonor": Table({}, PIECE),
    "home": Table({}, PIECE),
    "control": Table({}, {**PIECE, "until": one_of("turn", "for-good")}),
    "honor": Table({"amount": amount}, {"who": who}),
    "draw": Table({"amount": amount}, {"who": who}),
    "discard": Table({"amount": amount}, {"who": who, "random": flag}),
}  # fmt: skip
"""Every `do` with what it takes. All may have `if`, a list of conditions."""

LASTING = (
    "duel-stat", "keyword", "focus-source", "focus-limit", "must-focus", "forbid-fv", "strike", "face-up", "fe-negate",
    "score", "outcome", "refuse", "on-reveal", "cleanup", "consequence", "consequence-alter",
)  # fmt: skip
"""What a continuous ability can do."""

NEGATING = ("negate-challenge", "prevent", "fe-negate", "blank")


def _occasion(moments: tuple[str, ...], name: str) -> str:
    told = Sentence("{one} or {other}", one=moments[0], other=moments[1]) if len(moments) == 2 else moments[0]
    return Sentence.joined((told, name), " ")


def occasion(value: Any, where: str) -> Occasion:
    """A moment and an occasion: `"after reveal"`."""
    parts = value.split(" ") if isinstance(value, str) else []
    if len(parts) != 2 or parts[0] not in OCCASIONS.get(parts[1], ()):
        allowed = Sentence.joined((_occasion(moments, name) for name, moments in OCCASIONS.items()), "; ")
        raise BadInput(where, Sentence("{found!r:.60} found; allowed are: {allowed}", found=value, allowed=allowed))
    return parts[0], parts[1]


_ABILITY = Table(
    {"kind": one_of(*KINDS)},
    {
        "on": occasion, "whose": one_of("own", "opponent", "any"), "from": one_of(*PLACES), "if": conditions_of,
        "cost": list_of(COST, 4), "limit": one_of("duel", "turn", "phase"), "optional": flag, "must": flag,
        "bystander": flag, "effects": effects, "text": words(),
    },
)  # fmt: skip

_CARD = Table(
    {"key": words(60), "title": words(80), "type": one_of(*TYPES)},
    {
        "focus": either((int, whole(0, 9)), (str, one_of("*"))), "force": whole(0), "chi": whole(0), "honor": whole(0),
        "force_bonus": whole(), "chi_bonus": whole(), "honor_requirement": whole(),
        "keywords": list_of(keyword, 16), "unique": flag, "numbers_only": flag,
        "text": words(), "ability": list_of(lambda v, w: v, 12),
    },
)  # fmt: skip


def card(value: Any, where: str) -> Card:
    """A card from its table. Raises `BadInput`."""
    table = _CARD(value, where)
    key = table["key"]
    if not all(ch.isascii() and (ch.islower() or ch.isdigit() or ch == "-") for ch in key):
        raise BadInput(
            f"{where}.key", Sentence("{found!r} found; allowed are small letters, digits and hyphens", found=key)
        )
    _check_stats(table, where)
    focus = table.get("focus")
    bonus = {name: table.get(name, table.get(f"{name}_bonus")) for name in ("force", "chi")}
    return Card(
        key=key, title=table["title"], type=table["type"], focus=0 if focus == "*" else focus, star=focus == "*",
        force=bonus["force"], chi=bonus["chi"], honor=table.get("honor"),
        honor_requirement=table.get("honor_requirement"), keywords=frozenset(table.get("keywords", ())),
        unique=table.get("unique", False), text=table.get("text", ""), numbers_only=table.get("numbers_only", False),
        abilities=tuple(
            ability(row, f"{where}.ability[{n}]", table["type"]) for n, row in enumerate(table.get("ability", ()))
        ),
    )  # fmt: skip


def _check_stats(table: dict[str, Any], where: str) -> None:
    person = table["type"] in ("personality", "follower")
    wrong = {"personality": ("focus", "force_bonus", "chi_bonus"), "follower": ("honor",)}.get(
        table["type"], ("honor", "honor_requirement")
    )
    if not person:
        wrong = (*wrong, "force", "chi")
    for name in wrong:
        if name in table:
            raise BadInput(f"{where}.{name}", Sentence("a {table} has no such number", table=table["type"]))
    if table["type"] == "personality" and not {"force", "chi"} <= table.keys():
        raise BadInput(where, Sentence("a personality needs force and chi"))


def ability(value: Any, where: str, kind_of_card: str) -> Ability:
    """An ability from its table. Raises `BadInput`."""
    table = _ABILITY(value, where)
    kind = table["kind"]
    timed = kind in ("trait", "reaction")
    if timed != ("on" in table):
        needed = Sentence('a {kind} needs on = "moment occasion"', kind=kind)
        raise BadInput(where, needed if timed else Sentence("a {kind} takes no on", kind=kind))
    if not table.get("effects"):
        raise BadInput(where, Sentence("effects is missing or empty"))
    if kind in ("static", "trait") and table.get("from", _place(kind, kind_of_card)) == "hand":
        raise BadInput(
            f"{where}.from",
            Sentence("a {kind} of a card in hand does nothing; allowed are play, focused, discard", kind=kind),
        )
    if kind == "static":
        for n, row in enumerate(table["effects"]):
            one_of(*LASTING)(row["do"], f"{where}.effects[{n}].do")
    return Ability(
        kind=kind, effects=table["effects"], on=table.get("on"), whose=table.get("whose", "any"),
        place=table.get("from", _place(kind, kind_of_card)), conditions=table.get("if", ()), cost=table.get("cost", ()),
        limit=table.get("limit", ""), optional=table.get("optional", False), must=table.get("must", False),
        bystander=table.get("bystander", False),
        what=_what(table), alters=any(row["do"] == "outcome" for row in table["effects"]),
        group=group_of(table["effects"]), text=table.get("text", ""),
    )  # fmt: skip


def _place(kind: str, kind_of_card: str) -> str:
    if kind == "focus-effect":
        return "focused"
    if kind == "face-up":
        return "hand"
    return "hand" if kind_of_card == "strategy" else "play"


FOR_WORDS = {"win": "winning", "won": "winning", "loss": "losing", "lost": "losing"}


def _what(table: dict[str, Any]) -> str:
    """What an ability is for: the result that triggers it, or that is its condition."""
    return FOR_WORDS.get(table.get("on", ("", ""))[1], "") or for_of(table.get("if", ()))


def for_of(conditions: tuple[Condition, ...]) -> str:
    """`winning` or `losing` where one of these conditions is such a result."""
    return next((word for row in conditions for key, word in FOR_WORDS.items() if key in row), "")


def group_of(rows: tuple[Effect, ...]) -> int:
    """Where effects that come together stand in a timing conflict (cards.timing.conflict)."""
    names = {row["do"] for row in rows}
    if names & set(NEGATING) or "consequence-alter" in names:
        return 0
    return 1 if "substitute" in names else 2


def is_fate(kind: str) -> bool:
    """Whether cards of this type lie in Fate decks."""
    return kind in FATE_TYPES
