"""Why a line of a card duel's log came out so: the numbers, the effect that forced it, who was first and why.

Reasons are made from what the audience knows: the scene before the event, and the event as it was seen.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeAlias

from ...cards import events as ev
from ...cards import events_challenge as ch
from ...cards import events_effects as ef
from ...cards.focusing import sole_duelist
from ...cards.measures import lasting, lasting_for
from ...cards.pieces import UNKNOWN, Card
from ...engine import RULEBOOK, Claimed, Event, Ruled, Said
from ..i18n import _, listed, ngettext
from .cards_events import reason, stat_words
from .lines import why_claimed
from .scene import STATS, Scene, count_cards

Reason: TypeAlias = Callable[[Scene, Any], str]


def why(s: Scene, event: Event) -> str:
    """Why it is so, in one or more sentences; empty when the clause and the card's text say it all."""
    if isinstance(event, Claimed):
        return why_claimed(event)
    teller = REASONS.get(type(event))
    told = [teller(s, event) if teller else "", _cause(event)]
    return " ".join(sentence for sentence in told if sentence)


HEADINGS = (
    ev.DuelBegins, ev.StageReached, ev.FirstOpportunity, ev.Struck, ev.Revealed, ev.ScoreTotalled, ev.OutcomeDetermined,
    ev.Won, ev.Lost, ev.DuelEnds, ev.DuelOver, ch.ChallengeIssued, ch.ChallengeOver, ch.Refused,
)  # fmt: skip
"""What the rules do of themselves in a duel, whatever card has made it."""


def from_whom(s: Scene, event: Event) -> str:
    """What did it, by its own text; empty for the rulebook and for what every duel does."""
    if isinstance(event, Said | Ruled | Claimed) or event.source in (RULEBOOK, ""):
        return ""
    card = s.card(event.source)
    if card is not None and isinstance(event, HEADINGS) and s.state.duel and s.state.duel.source == event.source:
        return ""
    if card is None:
        return _("{by} decided it.").format(by=event.source)
    return text_of(card)


def text_of(card: Card) -> str:
    """A card by its own words, or that its words are not known to us."""
    if card.numbers_only:
        return _("{card} is played for its numbers; what its text does, the table decides.").format(card=card.title)
    if not card.text:
        return _("It comes from {card}.").format(card=card.title)
    return _("{card} says: {text}").format(card=card.title, text=_(card.text))


def _cause(event: Event) -> str:
    cause = getattr(event, "cause", "")
    told = {"winning": _("It is a consequence of winning."), "losing": _("It is a consequence of losing.")}
    return told.get(cause, "")


# --- before the duel -------------------------------------------------------------------------------------


def _issued(s: Scene, e: ch.ChallengeIssued) -> str:
    names = [s.name(seat) for seat in e.seats]
    return _(
        "{card} names a Personality to issue the challenge and one to receive it; {a} and {b} control them."
    ).format(card=s.title(e.source), a=names[0], b=names[1])


def _accepted(s: Scene, e: ch.Accepted) -> str:
    if e.clause == "cards.challenge.accept":
        return _("It could have been refused; the challenged player was asked.")
    marks = [mark for mark in lasting(s.court, "refuse") if mark.effect["mode"] == "forbid"]
    if not e.unrefusable:
        return _("It could be refused only at a price, which cannot be paid.")
    if marks:
        return _("{card} says that it may not be refused.").format(card=s.title(marks[-1].source))
    return _("Nothing says that it may be refused.")


def _begins(s: Scene, e: ev.DuelBegins) -> str:
    told = [_("The duel comes from {card}.").format(card=s.title(e.source))]
    for side, numbers in enumerate(e.entered):
        stats = listed([f"{_(word)} {n}" for word, n in zip(STATS.values(), numbers, strict=True)])
        told.append(_("{person} enters with {stats}.").format(person=s.duellist(side), stats=stats))
    return " ".join(told)


# --- B and C ---------------------------------------------------------------------------------------------


def _pools(s: Scene, e: ev.PoolsFormed) -> str:
    size = s.court.rules.pool
    if not size:
        return _("The ruleset {rules} plays without pools.").format(rules=s.court.rules.title)
    told = [
        _("Each player takes the top {cards} of their deck; only the owner sees them.").format(cards=count_cards(size))
    ]
    for seat, pool in zip(e.seats, e.pools, strict=True):
        if len(pool) < size:
            told.append(_("{name}’s deck had only {cards}.").format(name=s.name(seat), cards=count_cards(len(pool))))
    return " ".join(told)


def _first(s: Scene, e: ev.FirstOpportunity) -> str:
    told = {
        "challenged": _("The challenged player has it, and nothing says otherwise."),
        "duelist": _("{person} is the only Duelist here, and in this ruleset a sole Duelist goes first."),
        "duelist chose": _("{person} is the only Duelist here, so the player of that side chose."),
        "effect": _("An effect grants it; if there are several, the one applied last counts."),
    }.get(e.why, e.why)
    sole = sole_duelist(s.court) if s.state.duel else None
    person = s.duellist(sole if sole is not None else e.side)
    locked = _("No other effect may move it.") if e.lock else ""
    return f"{told.format(person=person)} {locked}".strip()


def _focused(s: Scene, e: ev.CardFocused) -> str:
    duel = s.state.duel
    if duel is None or not e.counted:
        return _("An effect puts it there; it does not count as the player’s own focus.")
    side = duel.sides[e.side]
    n = side.focuses + 1
    told = [ngettext("It is the first focus of {whose}.", "It is focus {n} of {whose}.", n).format(
        n=n, whose=s.side_of(side.seat)
    )]  # fmt: skip
    if e.origin == "hand" and s.court.rules.hand == 1 and not side.origins.get("hand"):
        told.append(_("Once per duel a player may focus from hand."))
    if e.face_up:
        told.append(_("Face up: its text, or another’s, allows or demands that."))
    return " ".join(told)


def _struck(s: Scene, e: ev.Struck) -> str:
    if not e.why:
        return _("It was the player’s choice. The focusing ends.")
    if e.why == "an effect makes him":
        source = s.forced.get(("strike", e.side), "")
        return _("{card} demands it.").format(card=source) if source else _("An effect demands it.")
    if e.why == "nothing is left to focus":
        return nothing_left(s, e.side)
    if e.why == "the focus counts as a strike":
        return _("The focus counts as a strike, so the focusing ends.")
    return _("The reason: {why}.").format(why=reason(e.why))


def nothing_left(s: Scene, side: int) -> str:
    """Why a side can focus no more: pool, hand, limits."""
    duel = s.state.duel
    if duel is None:
        return ""
    here, rules = duel.sides[side], s.court.rules
    told = [_("the pool is empty") if rules.pool else _("this ruleset has no pools")]
    if not s.state.hands[here.seat]:
        told.append(_("the hand is empty"))
    elif rules.hand >= 0 and here.origins.get("hand", 0) >= rules.hand:
        told.append(_("the focus from hand has been used"))
    if 0 <= rules.most <= here.focuses:
        most = ngettext("no more than {n} focus is allowed", "no more than {n} focuses are allowed", rules.most)
        told.append(most.format(n=rules.most))
    told.append(_("and nothing can be done instead"))
    return _("Who cannot focus must strike: {reasons}.").format(reasons=", ".join(told))


def _prevented(s: Scene, e: ev.Prevented) -> str:
    return _("What is used instead of focusing spends the opportunity, even when it is prevented.") if e.on else ""


# --- D to I ----------------------------------------------------------------------------------------------


def _revealed(s: Scene, e: ev.Revealed) -> str:
    duel = s.state.duel
    if duel is None or duel.struck is None:
        return ""
    return s.say(duel.sides[duel.struck].seat, _("You struck."), _("{name} struck."))


def _focus_effect(s: Scene, e: ev.FocusEffect) -> str:
    if not e.negated or s.state.duel is None:
        return ""
    side = next((n for n, one in enumerate(s.state.duel.sides) if e.piece in one.area), 0)
    sources = dict.fromkeys(s.title(mark.source) for mark in lasting_for(s.court, "fe-negate", side))
    return _("Negated by {cards}.").format(cards=listed(list(sources)))


def _stat_changed(s: Scene, e: ef.StatChanged) -> str:
    piece = s.state.pieces[e.piece]
    if e.after is None:
        return ""
    before = s.stat(piece, e.stat, in_duel=e.scope == "duel")
    told = _("Before: {stat} {n} ({parts}).").format(stat=_(STATS[e.stat]), n=before, parts=s.breakdown(piece, e.stat))
    if before + e.amount < 0:
        told += " " + _("A stat never reads less than 0.")
    return told


def _fv_changed(s: Scene, e: ef.FvChanged) -> str:
    parts = s.fv_breakdown(e.piece)
    told = _("Before: {parts}.").format(parts=parts) if parts else ""
    if e.after == 0:
        told += " " + _("A focus value never reads less than 0.")
    return told.strip()


def _totalled(s: Scene, e: ev.ScoreTotalled) -> str:
    duel = s.state.duel
    if duel is None:
        return ""
    name = e.stat.removeprefix("printed-")
    told = [_which_stat(s, e)]
    if name in STATS and not e.stat.startswith("printed-"):
        piece = s.state.pieces[duel.sides[e.side].duellist]
        told.append(_("{stat} {n}: {parts}.").format(stat=_(STATS[name]), n=e.base, parts=s.breakdown(piece, name)))
    for number, value in e.values:
        card = s.state.pieces.get(number)
        if card is not None and card.key != UNKNOWN:
            parts = s.fv_breakdown(number)
            words = f"{value} ({parts})" if parts else str(value)
            told.append(_("{card}: {value}.").format(card=s.title(card.key), value=words))
    rules = dict.fromkeys(s.title(mark.source) for mark in lasting_for(s.court, "score", e.side))
    if rules:
        told.append(_("The score is counted differently because of {cards}.").format(cards=listed(list(rules))))
    return " ".join(sentence for sentence in told if sentence)


def _which_stat(s: Scene, e: ev.ScoreTotalled) -> str:
    marks = list(dict.fromkeys(s.title(mark.source) for mark in lasting_for(s.court, "duel-stat", e.side)))
    if e.stat == "chi" and not marks:
        return _("The duel stat is Chi, as nothing names another.")
    return _("The duel stat is {stat}, by {cards}.").format(stat=stat_words(e.stat).rstrip(","), cards=listed(marks))


def _determined(s: Scene, e: ev.OutcomeDetermined) -> str:
    duel = s.state.duel
    if duel is None:
        return ""
    scores = [side.score if side.score is not None else 0 for side in duel.sides]
    told = []
    if e.why == "forced":
        sources = list(dict.fromkeys(filter(None, (s.forced.get(("outcome", side)) for side in (0, 1)))))
        told.append(_("The outcome was fixed by {cards}, whatever the scores.").format(cards=listed(sources) or "?"))
    elif e.tie and scores[0] != scores[1]:
        told.append(_("{a} to {b} is near enough to count as a tie.").format(a=scores[0], b=scores[1]))
    elif e.tie:
        told.append(
            _("Both scored {n}: without an effect that says otherwise, nobody wins and both lose.").format(n=scores[0])
        )
    else:
        told.append(_("{high} is more than {low}.").format(high=max(scores), low=min(scores)))
    marks = [m for m in lasting(s.court, "outcome") if m.effect["result"] in ("swap", "cannot-lose") or e.tie]
    told += [
        _("{card} affects the outcome.").format(card=s.title(source))
        for source in dict.fromkeys(m.source for m in marks)
    ]
    return " ".join(told)


def _left(s: Scene, e: ef.LeftPlay) -> str:
    piece = s.state.pieces.get(e.piece)
    if e.clause == "cards.stat.chi-death" and piece is not None:
        return _("Chi has come to 0 ({parts}).").format(parts=s.breakdown(piece, "chi"))
    return ""


def _honor(s: Scene, e: ef.HonorChanged) -> str:
    if e.clause == "cards.honor.dishonorable":
        return _("A dishonorable Personality was destroyed: the side loses Honor equal to the printed Personal Honor.")
    return _("Before: {n}.").format(n=s.state.honor[e.seat])


def _returned(s: Scene, e: ev.PoolsReturned) -> str:
    return (
        _("Each player chose an order, both at once; it stays secret.") if any(len(keys) > 1 for keys in e.keys) else ""
    )


def _ends(s: Scene, e: ev.EndsWithoutResolution) -> str:
    return _("Scores, outcome and consequences are left out.")


REASONS: dict[type[Event], Reason] = {
    ch.ChallengeIssued: _issued, ch.Accepted: _accepted, ev.DuelBegins: _begins, ev.PoolsFormed: _pools,
    ev.FirstOpportunity: _first, ev.CardFocused: _focused, ev.Struck: _struck, ev.Prevented: _prevented,
    ev.Revealed: _revealed, ev.FocusEffect: _focus_effect, ef.StatChanged: _stat_changed,
    ef.FvChanged: _fv_changed, ev.ScoreTotalled: _totalled, ev.OutcomeDetermined: _determined, ef.LeftPlay: _left,
    ef.HonorChanged: _honor, ev.PoolsReturned: _returned, ev.EndsWithoutResolution: _ends,
}  # fmt: skip
