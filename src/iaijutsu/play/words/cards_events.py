"""The sentence for each thing that happens in a challenge and at the headings A to L of a card duel.

A sentence is made from the scene as it is before the event, and the event as its audience may see it.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeAlias

from ...cards import events as ev
from ...cards import events_challenge as ch
from ...cards.pieces import UNKNOWN
from ...engine import Event
from ..i18n import N_, _, listed, ngettext
from .scene import STATS, Scene, count_cards

Teller: TypeAlias = Callable[[Scene, Any], str]

STAGES = {
    "begun": N_("The challenge begins."),
    "first": N_("Who has the first opportunity to focus or strike is settled."),
    "C": N_("The focusing round begins."),
    "E": N_("Focus Effects resolve."),
    "F": N_("Resolution begins."),
    "G": N_("The scores are totalled."),
    "I": N_("The consequences follow."),
    "J": N_("Resolution ends."),
    "K": N_("The duel is cleaned up."),
}

REASONS = {
    "the action cannot be taken": N_("the action cannot be taken"),
    "nobody may issue it": N_("nobody may issue it"),
    "there is nobody whom it may be issued to": N_("there is nobody who may be challenged"),
    "the challenger is no longer in play": N_("the challenger is no longer in play"),
    "the challenged is no longer in play": N_("the challenged is no longer in play"),
    "the challenger is not a Personality": N_("the challenger is not a Personality"),
    "the challenged is not a Personality": N_("the challenged is not a Personality"),
    "both Personalities have the same controller": N_("both Personalities have the same controller"),
    "both Personalities have the same controller by now": N_("both Personalities have the same controller by now"),
    "a duellist left play": N_("a duellist left play"),
    "an effect ends the duel": N_("an effect ends the duel"),
    "a judge ends the duel": N_("a judge ends the duel"),
    "an effect makes him": N_("an effect requires it"),
    "nothing is left to focus": N_("nothing is left to focus"),
    "the focus counts as a strike": N_("the focus counts as a strike"),
}
"""Reasons that the rules give, for translation. One that is not here is shown as it is."""


def reason(why: str) -> str:
    """A reason that the rules give, in the reader's language."""
    return _(REASONS.get(why, why))


# --- before the duel -------------------------------------------------------------------------------------


def drawn(s: Scene, e: ch.CardsDrawn) -> str:
    """Cards into the hand."""
    n = len(e.keys)
    if UNKNOWN in e.keys:
        return ngettext("{name} draws {n} card.", "{name} draws {n} cards.", n).format(name=s.name(e.seat), n=n)
    if s.mine(e.seat):
        return _("You draw {cards}.").format(cards=s.cards(e.keys))
    return _("{name} draws {cards}.").format(name=s.name(e.seat), cards=s.cards(e.keys))


def action(s: Scene, e: ch.ActionTaken) -> str:
    """The action that makes the challenge."""
    card = s.title(e.key)
    if e.from_hand:
        return s.say(e.seat, _("You play {card}."), _("{name} plays {card}."), card=card)
    return s.say(e.seat, _("You take the action of {card}."), _("{name} takes the action of {card}."), card=card)


def issued(s: Scene, e: ch.ChallengeIssued) -> str:
    """Who challenges whom."""
    return _("{challenger} challenges {challenged}.").format(
        challenger=s.person(e.challenger), challenged=s.person(e.challenged)
    )


def fails(s: Scene, e: ch.ChallengeFails) -> str:
    """The challenge does not happen."""
    return _("There is no challenge: {why}.").format(why=reason(e.why))


def challenge_over(s: Scene, e: ch.ChallengeOver) -> str:
    """The challenge ends without a duel."""
    told = {
        "refused": _("The challenge is over. No duel follows."),
        "negated": _("The challenge is negated. No duel follows."),
        "invalid": _("The duel does not happen: {why}."),
        "without resolution": _("The challenge ends at once: {why}."),
    }
    return told.get(e.how, _("The challenge is over.")).format(why=reason(e.why))


def refused(s: Scene, e: ch.Refused) -> str:
    """The challenged refuses."""
    return _("{person} refuses the challenge.").format(person=s.person(e.piece))


def accepted(s: Scene, e: ch.Accepted) -> str:
    """Accepted, or it could not be refused."""
    if e.unrefusable:
        return _("{person} may not refuse, and accepts.").format(person=s.person(e.piece))
    return _("{person} accepts the challenge.").format(person=s.person(e.piece))


def substituted(s: Scene, e: ch.Substituted) -> str:
    """Another stands in."""
    return _("{new} takes the place of {old}.").format(new=s.person(e.new), old=s.person(e.old))


# --- A and B ---------------------------------------------------------------------------------------------


def begins(s: Scene, e: ev.DuelBegins) -> str:
    """Both enter the duel."""
    return _("{challenger} and {challenged} enter the duel and face each other.").format(
        challenger=s.duellist(0), challenged=s.duellist(1)
    )


def stage(s: Scene, e: ev.StageReached) -> str:
    """A heading is reached."""
    return _(STAGES.get(e.stage, N_("The duel goes on.")))


def shown(s: Scene, e: ev.PieceShown) -> str:
    """A concealed card is turned up."""
    numbers = [(name, value) for name, value in (("force", e.force), ("chi", e.chi), ("honor", e.honor))]
    words = listed([f"{_(STATS[name])} {value}" for name, value in numbers if value is not None])
    if not words:
        return _("{card} is turned face up.").format(card=s.title(e.key))
    return _("{card} is turned face up: {numbers}.").format(card=s.title(e.key), numbers=words)


def areas(s: Scene, e: ev.AreasMade) -> str:
    """The focusing areas."""
    if s.court.rules.pool == 0:
        return _("There are no focus pools in this ruleset; each has an empty focusing area.")
    return _("Each has an empty focusing area.")


def pools(s: Scene, e: ev.PoolsFormed) -> str:
    """The focus pools; only the own cards are seen."""
    return " ".join(_pool(s, seat, [key for _n, key in pool]) for seat, pool in zip(e.seats, e.pools, strict=True))


def _pool(s: Scene, seat: int, keys: list[str]) -> str:
    if not keys:
        return s.say(seat, _("You have no cards for a focus pool."), _("{name} has no cards for a focus pool."))
    if UNKNOWN in keys:
        return _("{name} forms a focus pool of {cards}.").format(name=s.name(seat), cards=count_cards(len(keys)))
    return s.say(
        seat, _("You form a focus pool: {cards}."), _("{name} forms a focus pool: {cards}."), cards=s.cards(keys)
    )


# --- C ---------------------------------------------------------------------------------------------------


def first(s: Scene, e: ev.FirstOpportunity) -> str:
    """Who goes first."""
    seat = s.seat(e.side)
    if e.settled:
        return s.say(seat, _("You have the first opportunity."), _("{name} has the first opportunity."))
    return s.say(seat, _("The first opportunity goes to you."), _("The first opportunity goes to {name}."))


def passes(s: Scene, e: ev.TurnPasses) -> str:
    """Whose turn it is."""
    return s.say(s.seat(e.side), _("The next opportunity is yours."), _("{name} has the next opportunity."))


def top_seen(s: Scene, e: ev.TopSeen) -> str:
    """The top card of the deck."""
    if e.key == UNKNOWN:
        return _("{name} looks at the top card of their deck.").format(name=s.name(e.seat))
    you, other = _("On top of your deck you see {card}."), _("{name} sees {card} on top of their deck.")
    return s.say(e.seat, you, other, card=s.valued(e.key))


FOCUS = {
    "pool": (N_("You focus {card} from your pool."), N_("{name} focuses {card} from the pool.")),
    "hand": (N_("You focus {card} from your hand."), N_("{name} focuses {card} from the hand.")),
    "deck": (
        N_("You focus the top card of your deck: {card}."),
        N_("{name} focuses the top card of the deck: {card}."),
    ),
    "discard": (N_("You focus {card} from your discard pile."), N_("{name} focuses {card} from the discard pile.")),
}
PUT = {
    "pool": (
        N_("{card} goes from your pool into your focusing area."),
        N_("{card} goes from {name}’s pool into the focusing area."),
    ),
    "hand": (
        N_("{card} goes from your hand into your focusing area."),
        N_("{card} goes from {name}’s hand into the focusing area."),
    ),
    "deck": (
        N_("The top card of your deck, {card}, goes into your focusing area."),
        N_("The top card of {name}’s deck, {card}, goes into the focusing area."),
    ),
    "discard": (
        N_("{card} goes from your discard pile into your focusing area."),
        N_("{card} goes from {name}’s discard pile into the focusing area."),
    ),
}
HIDDEN = {
    ("pool", True): N_("{name} focuses a card from the pool."),
    ("hand", True): N_("{name} focuses a card from the hand."),
    ("deck", True): N_("{name} focuses the top card of the deck, unseen."),
    ("pool", False): N_("A card goes from {name}’s pool into the focusing area."),
    ("hand", False): N_("A card goes from {name}’s hand into the focusing area."),
    ("deck", False): N_("The top card of {name}’s deck goes into the focusing area, unseen."),
}


def focused(s: Scene, e: ev.CardFocused) -> str:
    """A card goes into a focusing area: where from is public, which it is not."""
    if e.key == UNKNOWN:
        return _(HIDDEN[e.origin, e.counted]).format(name=s.name(e.seat))
    you, other = (FOCUS if e.counted else PUT)[e.origin]
    told = s.say(e.seat, _(you), _(other), card=s.valued(e.key))
    return f"{told} {_('It lies face up.')}" if e.face_up else told


def must_focus(s: Scene, e: ev.MustFocus) -> str:
    """Opportunities that have to be used for focusing."""
    seat = s.seat(e.side)
    if e.times < 0:
        return s.say(seat, _("You have focused as demanded."), _("{name} has focused as demanded."))
    if e.times == 1:
        you, other = _("You must focus at your next opportunity."), _("{name} must focus at the next opportunity.")
    else:
        you = _("You must focus at your next {n} opportunities.")
        other = _("{name} must focus at the next {n} opportunities.")
    return s.say(seat, you, other, n=e.times)


def strike_bound(s: Scene, e: ev.StrikeBound) -> str:
    """Striking forbidden, or demanded."""
    if e.must:
        you, other = _("You must strike at your next opportunity."), _("{name} must strike at the next opportunity.")
    elif e.times == 0:
        you, other = _("You may strike again."), _("{name} may strike again.")
    elif e.times < 0:
        you, other = _("You may not strike in this duel."), _("{name} may not strike in this duel.")
    elif e.times == 1:
        you, other = (
            _("You may not strike at your next opportunity."),
            _("{name} may not strike at the next opportunity."),
        )
    else:
        you = _("You may not strike at your next {n} opportunities.")
        other = _("{name} may not strike at the next {n} opportunities.")
    return s.say(s.seat(e.side), you, other, n=e.times)


def instead(s: Scene, e: ev.InsteadUsed) -> str:
    """Something else than focusing, or striking."""
    if e.of == "striking":
        you, other = _("You use {card} instead of striking."), _("{name} uses {card} instead of striking.")
    else:
        you, other = _("You use {card} instead of focusing."), _("{name} uses {card} instead of focusing.")
    return s.say(s.seat(e.side), you, other, card=s.title(e.key))


def prevented(s: Scene, e: ev.Prevented) -> str:
    """What was announced is prevented."""
    return _("The effect is prevented; the opportunity is spent all the same.") if e.on else _("That is over.")


def struck(s: Scene, e: ev.Struck) -> str:
    """A strike, free or forced."""
    seat = s.seat(e.side)
    if not e.why:
        return s.say(seat, _("You strike."), _("{name} strikes."))
    if e.why == "the focus counts as a strike":
        return s.say(seat, _("With that, you strike."), _("With that, {name} strikes."))
    you, other = _("You must strike: {why}."), _("{name} must strike: {why}.")
    return s.say(seat, you, other, why=reason(e.why))


def conceded(s: Scene, e: ev.Conceded) -> str:
    """The duel is given up."""
    return s.say(s.seat(e.side), _("You give up the duel."), _("{name} gives up the duel."))


# --- D to H ----------------------------------------------------------------------------------------------


def revealed(s: Scene, e: ev.Revealed) -> str:
    """All focused cards, side by side."""
    keys = dict(e.cards)
    areas = [[keys[n] for n in side.area if n in keys] for side in (s.state.duel.sides if s.state.duel else ())]
    if not any(areas):
        return _("Nobody has focused a card; there is nothing to reveal.")
    told = []
    for side, area in enumerate(areas):
        words = s.cards(area) if area else _("nothing")
        told.append(_("{person} with {cards}").format(person=s.duellist(side), cards=words))
    return _("The focused cards are revealed: {first}; {second}.").format(first=told[0], second=told[-1])


def effects_wait(s: Scene, e: ev.EffectsWait) -> str:
    """Focus Effects still to come."""
    if not e.pieces:
        return _("The Focus Effects that have not resolved never will.")
    return _("Focus Effects still to resolve: {cards}.").format(cards=listed([s.focused(n) for n in e.pieces]))


def focus_effect(s: Scene, e: ev.FocusEffect) -> str:
    """A Focus Effect."""
    if e.negated:
        return _("The Focus Effect of {card} is negated.").format(card=s.title(e.key))
    return _("The Focus Effect of {card} resolves.").format(card=s.title(e.key))


def ends_after(s: Scene, e: ev.EndsAfterEffects) -> str:
    """The end is in sight."""
    return _("The duel will end without resolution once the other Focus Effects have resolved.")


def totalled(s: Scene, e: ev.ScoreTotalled) -> str:
    """A score with its parts."""
    parts = " + ".join([_("{stat} {n}").format(stat=stat_words(e.stat), n=e.base), *(str(v) for _n, v in e.values)])
    if not e.values:
        return _("{person} scores {parts}.").format(person=s.duellist(e.side), parts=parts)
    return _("{person} scores {parts} = {total}.").format(person=s.duellist(e.side), parts=parts, total=e.total)


def stat_words(name: str) -> str:
    """A duel stat in words: `Chi`, `printed Force`, `lower of Force and Chi`."""
    if name == "lower":
        return _("the lower of Force and Chi,")
    if name == "higher":
        return _("the higher of Force and Chi,")
    if name.startswith("printed-"):
        return _("printed {stat}").format(stat=_(STATS[name.removeprefix("printed-")]))
    return _(STATS[name])


def forced(s: Scene, e: ev.OutcomeForced) -> str:
    """An outcome by force."""
    person = s.duellist(e.side)
    if not e.result:
        return _("{person}’s outcome is no longer fixed.").format(person=person)
    if e.result == "win":
        return _("{person} will win this duel.").format(person=person)
    return _("{person} will lose this duel.").format(person=person)


def determined(s: Scene, e: ev.OutcomeDetermined) -> str:
    """Who wins."""
    names = s.duellist(0), s.duellist(1)
    told = {
        ("win", "win"): _("{a} and {b} both win."),
        ("lose", "lose"): _("{a} and {b} both lose."),
        ("win", "lose"): _("{a} wins, {b} loses."),
        ("lose", "win"): _("{b} wins, {a} loses."),
        ("win", ""): _("{a} wins; {b} cannot lose."),
        ("", "win"): _("{b} wins; {a} cannot lose."),
        ("lose", ""): _("{a} loses; {b} cannot lose, and does not win."),
        ("", "lose"): _("{b} loses; {a} cannot lose, and does not win."),
        ("", ""): _("Neither {a} nor {b} wins or loses."),
    }[e.results].format(a=names[0], b=names[1])
    told = _("It is a tie. {told}").format(told=told) if e.tie else told
    scores = [side.score for side in s.state.duel.sides] if s.state.duel else [None, None]
    if None in scores:
        return told
    return _("{told} The scores: {a} to {b}.").format(told=told, a=scores[0], b=scores[1])


def won(s: Scene, e: ev.Won) -> str:
    """One winner."""
    return _("{person} wins the duel.").format(person=s.person(e.piece))


def lost(s: Scene, e: ev.Lost) -> str:
    """One loser."""
    return _("{person} loses the duel.").format(person=s.person(e.piece))


def without_resolution(s: Scene, e: ev.EndsWithoutResolution) -> str:
    """An early end."""
    return _("The duel ends without resolution: {why}.").format(why=reason(e.why))


# --- K, L, and the end -----------------------------------------------------------------------------------


def discarded(s: Scene, e: ev.FocusedDiscarded) -> str:
    """The focused cards go."""
    if not e.cards:
        return _("There are no focused cards to discard.")
    return _("All focused cards are discarded.")


def fv_end(s: Scene, e: ev.FvChangesEnd) -> str:
    """Changed values are forgotten."""
    return _("Changes to focus values end.")


def returned(s: Scene, e: ev.PoolsReturned) -> str:
    """What is left of the pools."""
    told = [_returned(s, seat, keys) for seat, keys in zip(e.seats, e.keys, strict=True) if keys]
    return " ".join(told) or _("Nothing is left in the focus pools.")


def _returned(s: Scene, seat: int, keys: tuple[str, ...]) -> str:
    n = len(keys)
    if UNKNOWN in keys:
        words = ngettext(
            "{name} puts {n} pool card on the bottom of their deck.",
            "{name} puts {n} pool cards on the bottom of their deck.",
            n,
        )
        return words.format(name=s.name(seat), n=n)
    you, other = (
        _("You put {cards} on the bottom of your deck, in that order."),
        _("{name} puts {cards} on the bottom of their deck, in that order."),
    )
    if n == 1:
        you, other = (
            _("You put {cards} on the bottom of your deck."),
            _("{name} puts {cards} on the bottom of their deck."),
        )
    return s.say(seat, you, other, cards=s.cards(keys))


def cease(s: Scene, e: ev.AreasCease) -> str:
    """No pools and areas any more."""
    return _("Focus pools and focusing areas cease to exist.")


def duel_ends(s: Scene, e: ev.DuelEnds) -> str:
    """The duel ends."""
    return _("The duel ends.")


def duel_over(s: Scene, e: ev.DuelOver) -> str:
    """Nothing is left of it."""
    return _("The whole duel is over.")


def turn_ends(s: Scene, e: ev.TurnEnds) -> str:
    """The turn ends."""
    return _("The turn ends.")


TELLERS: dict[type[Event], Teller] = {
    ch.CardsDrawn: drawn, ch.ActionTaken: action, ch.ChallengeIssued: issued, ch.ChallengeFails: fails,
    ch.ChallengeOver: challenge_over, ch.Refused: refused, ch.Accepted: accepted, ch.Substituted: substituted,
    ev.DuelBegins: begins, ev.StageReached: stage, ev.PieceShown: shown, ev.AreasMade: areas,
    ev.PoolsFormed: pools,
    ev.FirstOpportunity: first, ev.TurnPasses: passes, ev.TopSeen: top_seen, ev.CardFocused: focused,
    ev.MustFocus: must_focus, ev.StrikeBound: strike_bound, ev.InsteadUsed: instead, ev.Prevented: prevented,
    ev.Struck: struck, ev.Conceded: conceded, ev.Revealed: revealed, ev.EffectsWait: effects_wait,
    ev.FocusEffect: focus_effect, ev.EndsAfterEffects: ends_after, ev.ScoreTotalled: totalled,
    ev.OutcomeForced: forced, ev.OutcomeDetermined: determined, ev.Won: won, ev.Lost: lost,
    ev.EndsWithoutResolution: without_resolution, ev.FocusedDiscarded: discarded, ev.FvChangesEnd: fv_end,
    ev.PoolsReturned: returned, ev.AreasCease: cease, ev.DuelEnds: duel_ends, ev.DuelOver: duel_over,
    ev.TurnEnds: turn_ends,
}  # fmt: skip
