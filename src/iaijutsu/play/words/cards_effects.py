"""The sentence for each thing that effects, prices, consequences and judges do in a card duel."""

from __future__ import annotations

from dataclasses import fields
from typing import Any

from ...cards import events_effects as ef
from ...cards.options import ACTS
from ...cards.pieces import UNKNOWN, Effect
from ...engine import Claimed, Event, Ruled, Said, Seat
from ..i18n import N_, _, listed, ngettext, signed
from .cards_events import Teller, stat_words
from .lines import claimed, said
from .scene import STATS, Scene, until_words

# --- what begins and lasts -------------------------------------------------------------------------------


def used(s: Scene, e: ef.AbilityUsed) -> str:
    """An ability is used."""
    if not e.key:
        return _("More than one card is focused as one opportunity.")
    if e.to == "removed":
        you, other = _("You play {card}; it leaves the game."), _("{name} plays {card}; it leaves the game.")
        return s.say(e.seat, you, other, card=s.title(e.key))
    if e.to:
        return s.say(e.seat, _("You play {card}."), _("{name} plays {card}."), card=s.title(e.key))
    return s.say(e.seat, _("Your {card} takes effect."), _("{name}’s {card} takes effect."), card=s.title(e.key))


def whose(s: Scene, effect: Effect, seat: Seat) -> str:
    """The sides that a lasting effect concerns: `your side`, `both sides`, or by the outcome."""
    who = effect.get("who", "own")
    fixed = {"both": _("both sides"), "winner": _("the winner’s side"), "loser": _("the loser’s side")}
    if who in fixed:
        return fixed[who]
    duel = s.state.duel
    if who in ("challenger", "challenged") and duel:
        return s.side_of(duel.sides[who == "challenged"].seat)
    own = s.state.seat_duelling(seat)
    if own is None or duel is None:
        return s.side_of(seat)
    return s.side_of(duel.sides[own if who == "own" else 1 - own].seat)


def begun(s: Scene, e: ef.MarkSet) -> str:
    """An effect that lasts, in words of its kind."""
    return lasts(s, e.effect, e.seat) or _("A lasting effect begins.")


def lasts(s: Scene, effect: Effect, seat: Seat) -> str:
    """What an effect that lasts means; empty where its kind has no words."""
    teller = MARKS.get(effect["do"])
    return teller(s, effect, whose(s, effect, seat)) if teller else ""


def _duel_stat(s: Scene, effect: Effect, who: str) -> str:
    told = _("The duel stat of {whose} is {stat}.").format(whose=who, stat=stat_words(effect["stat"]).rstrip(","))
    return f"{told} {_('Later effects do not change that.')}" if effect.get("lock") else told


PLACES = {
    "pool": N_("the pool"), "hand": N_("the hand"), "deck": N_("the top of the deck"),
    "discard": N_("the discard pile"), "this": N_("the discard pile"),
}  # fmt: skip


def _source(s: Scene, effect: Effect, who: str) -> str:
    place = _(PLACES[effect["from"]])
    if effect.get("forbid"):
        return _capital(_("{whose} may not focus from {place} in this duel.").format(whose=who, place=place))
    n = effect.get("times", 1)
    told = ngettext("{whose}: {n} more focus from {place}.", "{whose}: {n} more focuses from {place}.", n)
    return _capital(told.format(whose=who, n=n, place=place))


def _limit(s: Scene, effect: Effect, who: str) -> str:
    key = next((key for key in ("most", "exactly", "together") if key in effect), "")
    if not key:
        return _("The number of focuses is limited.")
    n = 1 if effect[key] == 1 else 2  # a number that is only worked out later is told in words, as of several
    told = {
        "most": ngettext(
            "{whose}: at most {n} focus in this duel.", "{whose}: at most {n} focuses in this duel.", n
        ),
        "exactly": ngettext(
            "{whose}: exactly {n} focus in this duel, as far as possible.",
            "{whose}: exactly {n} focuses in this duel, as far as possible.", n,
        ),
        "together": ngettext(
            "{whose}: up to {n} card may be focused as one opportunity, once.",
            "{whose}: up to {n} cards may be focused as one opportunity, once.", n,
        ),
    }[key]  # fmt: skip
    return _capital(told.format(whose=who, n=_number(effect[key])))


def _forbidden_value(s: Scene, effect: Effect, who: str) -> str:
    value = _number(effect.get("fv", 0))
    return _capital(_("{whose}: no card with focus value {n} may be focused.").format(whose=who, n=value))


def _face_up(s: Scene, effect: Effect, who: str) -> str:
    return _capital(_("{whose}: cards are focused face up from now on.").format(whose=who))


def _strike(s: Scene, effect: Effect, who: str) -> str:
    if effect["mode"] == "counts":
        return _("This focus counts as a strike.")
    return _capital(_("{whose} may not strike.").format(whose=who))


def _on_reveal(s: Scene, effect: Effect, who: str) -> str:
    return _capital(_("{whose}: focus values change as the cards are revealed.").format(whose=who))


def _negated(s: Scene, effect: Effect, who: str) -> str:
    return _capital(_("{whose}: Focus Effects do not resolve.").format(whose=who))


def _score(s: Scene, effect: Effect, who: str) -> str:
    n = effect.get("n", 0)
    told = {
        "ignore-highest": _("{whose}: the highest focus value does not count."),
        "margin-ties": _("Scores that differ by {n} or less count as a tie."),
        "last-times": _("{whose}: the value of the card focused last counts {n} times."),
        "as-entered": _("{whose}: stats count as they were at entry, focus values as printed."),
    }[effect["rule"]]
    return _capital(told.format(whose=who, n=n or 2))


def _outcome(s: Scene, effect: Effect, who: str) -> str:
    told = {
        "wins-ties": _("{whose} wins tied duels."),
        "cannot-lose": _("{whose} cannot lose this duel."),
        "swap": _("Winner and loser will swap places."),
    }.get(effect["result"], _("The outcome may change."))
    return _capital(told.format(whose=who))


def _consequence(s: Scene, effect: Effect, who: str) -> str:
    told = {
        "win": _("One more consequence if {whose} wins: {what}."),
        "loss": _("One more consequence if {whose} loses: {what}."),
        "tie": _("One more consequence of a tie: {what}."),
        "any": _("One more consequence, however the duel ends: {what}."),
    }[effect["on"]]
    return told.format(whose=who, what=listed([verb(part["do"]) for part in effect["effects"]]))


VERBS = {
    "destroy": N_("destroy"), "bow": N_("bow"), "straighten": N_("straighten"), "dishonor": N_("dishonor"),
    "rehonor": N_("rehonor"), "home": N_("move home"), "control": N_("take control"), "honor": N_("Family Honor"),
    "draw": N_("draw cards"), "discard": N_("discard cards"), "stat": N_("change a stat"),
}  # fmt: skip


def verb(do: str) -> str:
    """What a consequence does, in a word."""
    return _(VERBS.get(do, N_("another effect")))


def _alter(s: Scene, effect: Effect, who: str) -> str:
    what = listed([verb(do) for do in effect.get("only", ())]) or _("all")
    told = {
        "negate": _("Consequences for {whose} will be negated ({what})."),
        "delay": _("Consequences for {whose} are put off to the end of the turn ({what})."),
        "replace": _("Consequences for {whose} will be replaced by others ({what})."),
        "share": _("Consequences for {whose} will befall the other side too ({what})."),
    }[effect["mode"]]
    return told.format(whose=who, what=what)


WHICH = {
    "this": N_("this card"), "subject": N_("that card"), "first": N_("the card focused first"),
    "last": N_("the card focused last"), "highest": N_("the highest focused card"),
    "lowest": N_("the lowest focused card"), "chosen": N_("a chosen focused card"),
    "random": N_("a focused card by chance"), "all": N_("the focused cards"),
}  # fmt: skip


def _cleanup(s: Scene, effect: Effect, who: str) -> str:
    told = {
        "hand": _("In the cleanup, for {whose}: to the hand instead of discarded: {what}."),
        "removed": _("In the cleanup, for {whose}: out of the game instead of discarded: {what}."),
        "shuffle": _("In the cleanup, for {whose}: shuffled into the deck instead of discarded: {what}."),
        "deck-top": _("In the cleanup, for {whose}: on top of the deck instead of discarded: {what}."),
    }[effect["to"]]
    return told.format(whose=who, what=_(WHICH[effect.get("which", "all")]))


def _refusal(s: Scene, effect: Effect, who: str) -> str:
    return _("The challenge may be refused.") if effect["mode"] == "allow" else _("The challenge may not be refused.")


MARKS = {
    "duel-stat": _duel_stat, "focus-source": _source, "focus-limit": _limit, "forbid-fv": _forbidden_value,
    "face-up": _face_up, "strike": _strike, "on-reveal": _on_reveal, "fe-negate": _negated, "score": _score,
    "outcome": _outcome, "consequence": _consequence, "consequence-alter": _alter, "cleanup": _cleanup,
    "refuse": _refusal,
}  # fmt: skip


def _number(value: Any) -> str:
    return str(value) if isinstance(value, int) else _("a number that is counted then")


def _capital(sentence: str) -> str:
    return sentence[:1].upper() + sentence[1:]


# --- numbers ---------------------------------------------------------------------------------------------


def stat_changed(s: Scene, e: ef.StatChanged) -> str:
    """A bonus or penalty."""
    told = _("{person} gets {amount} {stat} {until}: {stat} is now {after}.")
    if e.scope == "duel":
        told = _("{person} gets {amount} {stat} for the duel stat only, {until}: it now counts as {after} there.")
    if e.after is None:
        told = _("{person} gets {amount} {stat} {until}.")
    return told.format(
        person=s.person(e.piece),
        amount=signed(e.amount),
        stat=_(STATS[e.stat]),
        until=until_words(e.until),
        after=e.after,
    )


def stat_set(s: Scene, e: ef.StatSet) -> str:
    """A judge's number."""
    return _("{person}: {stat} is set to {n}.").format(person=s.person(e.piece), stat=_(STATS[e.stat]), n=e.value)


def keyword(s: Scene, e: ef.KeywordChanged) -> str:
    """A keyword comes or goes."""
    told = (
        _("{person} gains the keyword {keyword} {until}.")
        if e.given
        else _("{person} loses the keyword {keyword} {until}.")
    )
    return told.format(person=s.person(e.piece), keyword=e.keyword, until=until_words(e.until))


def blanked(s: Scene, e: ef.Blanked) -> str:
    """No traits for a while."""
    return _("The traits of {person} are negated until the duel ends.").format(person=s.person(e.piece))


def fv_changed(s: Scene, e: ef.FvChanged) -> str:
    """A focus value changes."""
    change = {"add": signed(e.amount), "times": f"×{e.amount}"}.get(e.op, f"= {e.amount}")
    piece = s.state.pieces.get(e.piece)
    if e.after is None or piece is None or piece.key == UNKNOWN:
        return _("The focus value of {card} changes: {change}.").format(card=s.focused(e.piece), change=change)
    before = s.fv(e.piece)
    change = {"add": f"{'−' if e.amount < 0 else '+'} {abs(e.amount)}", "times": f"× {e.amount}"}.get(e.op, change)
    title = s.title(piece.key)
    if e.op == "set":
        return _("{card}: focus value {after}, was {before}.").format(card=title, after=e.after, before=before)
    return _("{card}: focus value {before} {change} = {after}.").format(
        card=title, before=before, change=change, after=e.after
    )


# --- cards that move -------------------------------------------------------------------------------------

MOVED = {
    "discard": N_("{card} leaves the focusing area: discarded."),
    "hand": N_("{card} leaves the focusing area: back to the hand."),
    "deck-top": N_("{card} leaves the focusing area: on top of the deck."),
    "deck-bottom": N_("{card} leaves the focusing area: to the bottom of the deck."),
    "shuffle": N_("{card} leaves the focusing area: shuffled into the deck."),
    "removed": N_("{card} leaves the focusing area: out of the game."),
    "opponent": N_("{card} goes into the other focusing area."),
}


def moved(s: Scene, e: ef.FocusedMoved) -> str:
    """A focused card goes elsewhere."""
    card = s.valued(e.key) if e.key != UNKNOWN else _capital(s.focused(e.piece))
    return _(MOVED[e.to]).format(card=card)


def pool_moved(s: Scene, e: ef.PoolMoved) -> str:
    """Back from the focusing area."""
    return _capital(_("{card} goes back into the pool.").format(card=s.focused(e.piece)))


def looked(s: Scene, e: ef.Looked) -> str:
    """Somebody looks at hidden cards."""
    keys = [key for _n, key in e.cards]
    if UNKNOWN in keys:
        n = len(keys)
        told = ngettext("{name} looks at {n} focused card.", "{name} looks at {n} focused cards.", n)
        return told.format(name=s.name(e.seat), n=n)
    words = s.cards(keys) or _("nothing")
    return s.say(e.seat, _("You look: {cards}."), _("{name} looks: {cards}."), cards=words)


def named(s: Scene, e: ef.NumberNamed) -> str:
    """A number is named."""
    return s.say(e.seat, _("You name the number {n}."), _("{name} names the number {n}."), n=e.number)


def hand_discarded(s: Scene, e: ef.HandDiscarded) -> str:
    """Cards leave a hand."""
    you, other = _("You discard {cards} from your hand."), _("{name} discards {cards} from hand.")
    if e.removed:
        you = _("{cards} leaves your hand and the game.")
        other = _("{cards} leaves {name}’s hand and the game.")
    return s.say(e.seat, you, other, cards=s.cards(e.keys))


# --- people ----------------------------------------------------------------------------------------------


def _of_piece(sentence: str) -> Teller:
    def teller(s: Scene, e: Any) -> str:
        return _(sentence).format(person=s.person(e.piece))

    return teller


def control(s: Scene, e: ef.ControlTaken) -> str:
    """A Personality changes sides."""
    person = s.person(e.piece)
    if e.clause == "cards.L.end":
        return s.say(e.seat, _("{person} goes back to you."), _("{person} goes back to {name}."), person=person)
    told = _("You take control of {person} {until}."), _("{name} takes control of {person} {until}.")
    return s.say(e.seat, *told, person=person, until=until_words(e.until))


LEFT = {
    "destroyed": N_("{person} is destroyed."), "discarded": N_("{person} is discarded."),
    "removed": N_("{person} leaves the game."),
}  # fmt: skip


def left(s: Scene, e: ef.LeftPlay) -> str:
    """A card leaves play, with what is attached."""
    told = _(LEFT.get(e.how, N_("{person} leaves play."))).format(person=s.person(e.piece))
    with_it = [s.title(piece.key) for piece in s.state.attached_to(e.piece)]
    return f"{told} {_('Also gone: {cards}.').format(cards=listed(with_it))}" if with_it else told


def honor(s: Scene, e: ef.HonorChanged) -> str:
    """Family Honor."""
    you, other = _("Your Family Honor: {amount}, now {after}."), _("{name}’s Family Honor: {amount}, now {after}.")
    return s.say(e.seat, you, other, amount=signed(e.amount), after=s.state.honor[e.seat] + e.amount)


def gold(s: Scene, e: ef.GoldPaid) -> str:
    """Gold is paid."""
    return s.say(e.seat, _("You pay {n} gold."), _("{name} pays {n} gold."), n=e.amount)


def cost(s: Scene, e: ef.CostPaid) -> str:
    """What was paid is kept in mind."""
    return _("What was paid counts as {n}.").format(n=e.amount)


def created(s: Scene, e: ef.PieceCreated) -> str:
    """A duellist out of nothing."""
    numbers = [("force", e.force), ("chi", e.chi), ("honor", e.honor)]
    words = listed([f"{_(STATS[name])} {value}" for name, value in numbers if value is not None])
    return _("{person} enters play for {whose}: {numbers}.").format(
        person=e.key, whose=s.side_of(e.seat), numbers=words
    )


def became(s: Scene, e: ef.BecamePersonality) -> str:
    """A Follower stands up."""
    return _("{person} becomes a Personality: Force {force}, Chi {chi}.").format(
        person=s.person(e.piece), force=e.force, chi=e.chi
    )


def delayed(s: Scene, e: ef.Delayed) -> str:
    """Put off."""
    return _("Put off to the end of the turn: {what}.").format(what=verb(e.effect["do"]))


def comes(s: Scene, e: ef.DelayedComes) -> str:
    """What was put off."""
    return _("What was put off comes now.")


def altered(s: Scene, e: ef.ConsequenceAltered) -> str:
    """A consequence does not come as it would."""
    told = {
        "negate": _("A consequence for {whose} is negated: {what}."),
        "delay": _("A consequence for {whose} is put off: {what}."),
        "replace": _("A consequence for {whose} is replaced: {what}."),
        "share": _("A consequence for {whose} befalls both sides: {what}."),
    }[e.mode]
    return told.format(whose=s.side_of(s.seat(e.side)), what=verb(e.do))


# --- people at the table ---------------------------------------------------------------------------------


def ruled(s: Scene, e: Ruled) -> str:
    """A judge's act."""
    told = _("{by} rules: {act}.").format(by=e.by, act=act_words(s, e.act))
    return f"{told} {_('The reason: “{reason}”').format(reason=e.reason)}" if e.reason else told


def act_words(s: Scene, act: Any) -> str:
    """A judge's act, from its plain form, in words."""
    kind = next((kind for kind in ACTS if isinstance(act, list) and act and kind.tag == act[0]), None)
    if kind is None:
        return str(act)
    values = dict(zip((field.name for field in fields(kind)), act[1:], strict=True))
    told = {
        "set-stat": _("{stat} of {person} is {value}"),
        "set-fv": _("the focus value of {card} is {value}"),
        "move-card": _("{thing} goes to: {to}"),
        "bow": _("{person} bows") if values.get("bowed") else _("{person} straightens"),
        "give-honor": _("Family Honor of {whose}: {amount}"),
        "end-duel": _("the duel ends without resolution"),
        "decide": _("{a}: {challenger}; {b}: {challenged}"),
    }[kind.tag]
    return told.format(**_act_fields(s, values))


RESULTS = {"win": N_("wins"), "lose": N_("loses")}
TO = {
    "discard": N_("discard pile"), "hand": N_("hand"), "deck-top": N_("top of the deck"),
    "deck-bottom": N_("bottom of the deck"), "removed": N_("out of the game"),
}  # fmt: skip


def _act_fields(s: Scene, values: dict[str, Any]) -> dict[str, str]:
    piece = values.get("piece", -1)
    in_area = piece in s.state.pieces and s.state.pieces[piece].zone in ("focusing", "pool")
    return {
        "person": s.person(piece), "card": s.focused(piece), "thing": s.focused(piece) if in_area else s.person(piece),
        "stat": _(STATS.get(str(values.get("stat")), "Chi")), "value": str(values.get("value")),
        "to": _(TO.get(str(values.get("to")), "discard pile")), "whose": s.side_of(values.get("seat", -1)),
        "amount": signed(values.get("amount", 0)), "a": s.duellist(0), "b": s.duellist(1),
        "challenger": _(RESULTS.get(str(values.get("challenger")), "")),
        "challenged": _(RESULTS.get(str(values.get("challenged")), "")),
    }  # fmt: skip


TELLERS: dict[type[Event], Teller] = {
    ef.AbilityUsed: used, ef.MarkSet: begun, ef.StatChanged: stat_changed, ef.StatSet: stat_set,
    ef.KeywordChanged: keyword, ef.Blanked: blanked, ef.FvChanged: fv_changed, ef.FocusedMoved: moved,
    ef.PoolMoved: pool_moved, ef.Looked: looked, ef.NumberNamed: named, ef.HandDiscarded: hand_discarded,
    ef.Bowed: _of_piece(N_("{person} bows.")), ef.Straightened: _of_piece(N_("{person} straightens.")),
    ef.Dishonored: _of_piece(N_("{person} is dishonored.")),
    ef.Rehonored: _of_piece(N_("{person} is no longer dishonorable.")),
    ef.SentHome: _of_piece(N_("{person} moves home.")), ef.ControlTaken: control, ef.LeftPlay: left,
    ef.HonorChanged: honor, ef.GoldPaid: gold, ef.CostPaid: cost, ef.PieceCreated: created,
    ef.BecamePersonality: became, ef.Delayed: delayed, ef.DelayedComes: comes, ef.ConsequenceAltered: altered,
    Said: lambda _scene, event: said(event.by, event.text), Ruled: ruled, Claimed: lambda _scene, event: claimed(event),
}  # fmt: skip
