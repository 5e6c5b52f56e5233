"""What a player of a card duel is asked, what he may answer, and why he may not do what he cannot do now."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ...cards import Result
from ...cards import options as op
from ...cards.pieces import Ability
from ...engine import Arrange, Draw, Number, Request, Roll, Seat, Several
from ..i18n import N_, _, listed, ngettext
from .cards_limits import opened_by, why_not
from .cards_why import text_of
from .lines import Choice, Question
from .scene import Scene

OCCASIONS = {
    "challenge": N_("the challenge"), "refusal": N_("the refusal"), "acceptance": N_("the acceptance"),
    "entry": N_("the entry into the duel"), "pools": N_("the forming of focus pools"),
    "opportunity": N_("the opportunity to focus or strike"), "focus": N_("the focus"),
    "instead": N_("what is done instead of focusing"), "strike": N_("the strike"), "reveal": N_("the reveal"),
    "focus-effects": N_("the Focus Effects"), "focus-effect": N_("the Focus Effect"),
    "resolution": N_("the beginning of resolution"), "scores": N_("the totalling of scores"),
    "outcome": N_("the outcome"), "win": N_("the win"), "loss": N_("the loss"), "consequences": N_("the consequences"),
    "resolution-end": N_("the end of resolution"), "cleanup": N_("the cleanup"), "duel-end": N_("the end of the duel"),
    "leaving-play": N_("the leaving of play"), "turn-end": N_("the end of the turn"),
}  # fmt: skip
MOMENTS = {
    "before": N_("Before {occasion}: do you react?"), "when": N_("At {occasion}: do you react?"),
    "after": N_("After {occasion}: do you react?"),
}  # fmt: skip

ASKS = {
    "opportunity": N_("Focus, or strike?"),
    "refuse": N_("{card} challenges you. Do you refuse?"),
    "challenger": N_("{card}: who issues the challenge?"),
    "challenged": N_("{card}: who is challenged?"),
    "challenged-player": N_("{card}: which player is challenged?"),
    "target": N_("{card}: whom does it target?"),
    "substitute": N_("{card}: who stands in?"),
    "pick-focused": N_("{card}: which focused card?"),
    "add-focused": N_("{card}: which card goes into your focusing area?"),
    "first-opportunity": N_("You have the only Duelist: which side has the first opportunity?"),
    "use-trait": N_("{card}: do you want its effect?"),
    "use-focus-effect": N_("{card}: do you want its Focus Effect?"),
    "trait-order": N_("Several things happen at once. Which comes next?"),
    "consequence-order": N_("Several consequences happen at once. Which comes next?"),
    "focus-effect-order": N_("Several Focus Effects wait. Which resolves next?"),
    "focus-together": N_("Do you focus another card as part of the same opportunity?"),
    "discard": N_("{card}: which cards do you discard?"),
    "discard-worth": N_("Which cards do you discard? Their focus values must add up to more than {bound}."),
    "gold": N_("How much gold do you pay?"),
    "name-number": N_("Which number do you name?"),
    "return-pool": N_("Your pool goes to the bottom of your deck. In which order, top card first?"),
}


def question(s: Scene, request: Request[Any]) -> Question:
    """A question to the audience's own seat, in words."""
    if isinstance(request, Draw | Roll):
        return _chance(s, request)
    text = _text(s, request)
    if isinstance(request, Number):
        return Question("number", text, least=request.least, most=request.most)
    if isinstance(request, Arrange):
        return Question("arrange", text, tuple(_slots(s, request)), least=request.of, most=request.of)
    if isinstance(request, Several):
        return Question("several", text, tuple(_slots(s, request)), least=request.least, most=request.most)
    listed_ = tuple(_choice(s, request, option) for option in request.options())
    return Question("choose", text, listed_, why_not(s, request), hint=_hint(s, request))


def _text(s: Scene, request: Request[Any]) -> str:
    about = getattr(request, "about", None)
    if request.purpose == "reaction":
        moment, occasion = str(about).split(" ")
        return _(MOMENTS[moment]).format(occasion=_(OCCASIONS[occasion]))
    card = s.title(about) if isinstance(about, str) else _("a card")
    return _(ASKS.get(request.purpose, N_("What do you choose?"))).format(card=card, bound=getattr(request, "bound", 0))


def _hint(s: Scene, request: Request[Any]) -> str:
    if (
        request.purpose == "refuse"
        and isinstance(key := getattr(request, "about", None), str)
        and (card := s.card(key))
    ):
        return text_of(card)
    if request.purpose in ("opportunity", "focus-together") and (told := opened_by(s, request.seat)):
        return _("{card}: whatever you focus lies face up, for all to see.").format(card=told)
    if request.purpose == "reaction" and len(tuple(request.options())) == 1:
        return _("You have no reaction here. You are asked all the same, so that being asked tells the others nothing.")
    return ""


# --- options ---------------------------------------------------------------------------------------------


def _choice(s: Scene, request: Request[Any], option: Any) -> Choice:
    label, key = _label(s, request, option)
    card = s.card(key)
    return Choice(option, label, text_of(card) if card and (card.text or card.numbers_only) else "")


def _label(s: Scene, request: Request[Any], option: Any) -> tuple[str, str]:
    """The label of an option, and the key of the card that it is about (empty: none)."""
    match option:
        case op.Focus():
            return _focus(s, option, request.seat)
        case op.Use():
            return _use(s, request, option)
        case op.Pick(piece=number):
            return _picked(s, number)
        case op.PickSlot(slot=slot):
            key = _pile(s, request)[slot]
            return s.valued(key), key
        case op.Next(index=index):
            about = getattr(request, "about", ())
            return s.title(about[index]), about[index]
        case op.PickSide(side=side):
            return s.say(s.seat(side), _("You ({person})"), _("{name} ({person})"), person=s.duellist(side)), ""
        case op.PickSeat(seat=seat):
            return s.name(seat), ""
    return _(PLAIN.get(option.tag, option.tag)), ""


PLAIN = {"pass": N_("Pass"), "strike": N_("Strike"), "refuse": N_("Refuse the challenge"), "accept": N_("Accept")}

FOCUS = {
    "pool": N_("Focus {card} from your pool"), "hand": N_("Focus {card} from your hand"),
    "deck": N_("Focus the top card of your deck, unseen"), "discard": N_("Focus {card} from your discard pile"),
}  # fmt: skip


def _focus(s: Scene, option: op.Focus, seat: Seat) -> tuple[str, str]:
    key = key_at(s, seat, option.origin, option.slot)
    label = _(FOCUS[option.origin]).format(card=s.valued(key))
    if option.origin == "deck" and key:
        label = _("Focus {card} from the top of your deck").format(card=s.valued(key))
    if option.face_up:
        label = _("{label}, face up").format(label=label)
    elif key in s.court.index.face_up:
        label = _("{label}, face down").format(label=label)
    return label, key


def key_at(s: Scene, seat: Seat, place: str, slot: int) -> str:
    """The card of a seat that lies there; empty for the unseen top of a deck."""
    if place == "hand":
        return s.state.hands[seat][slot]
    if place == "discard":
        return s.state.discards[seat][slot]
    if place == "deck":
        return next(iter(s.state.decks[seat].top), "")
    if place == "pool":
        side = s.state.seat_duelling(seat)
        duel = s.state.duel
        return s.state.pieces[duel.sides[side].pool[slot]].key if duel and side is not None else ""
    return s.state.pieces[slot].key if slot in s.state.pieces else ""


def _use(s: Scene, request: Request[Any], option: op.Use) -> tuple[str, str]:
    key = key_at(s, request.seat, option.place, option.slot)
    title = s.title(key)
    if request.purpose in ("use-trait", "use-focus-effect"):
        return _("Yes, use {card}").format(card=title), key
    kind = _kind(s, key, option.ability)
    told = {
        "instead": N_("Use {card} instead of focusing"),
        "instead-of-striking": N_("Use {card} instead of striking"),
    }
    label = _(told.get(kind, N_("Use {card}"))).format(card=title)
    if option.place == "hand":
        label = _("{label}, from your hand").format(label=label)
    return label, key


def _kind(s: Scene, key: str, index: int) -> str:
    abilities: tuple[Ability, ...] = card.abilities if (card := s.card(key)) else ()
    return abilities[index].kind if index < len(abilities) else ""


def _picked(s: Scene, number: int) -> tuple[str, str]:
    piece = s.state.pieces[number]
    if piece.zone != "play":
        return s.focused(number), piece.key
    stats = _("Force {force}, Chi {chi}").format(force=s.stat(piece, "force"), chi=s.stat(piece, "chi"))
    return _("{person}: {stats}, controlled by {name}").format(
        person=s.person(number), stats=stats, name=s.name(piece.controller)
    ), piece.key  # fmt: skip


def _pile(s: Scene, request: Request[Any]) -> list[str]:
    """The cards that slots count: the hand, or the discard pile where the asking card takes one from there."""
    about = getattr(request, "about", None)
    card = s.card(about) if isinstance(about, str) else None
    from_discard = card is not None and any(
        effect["do"] == "focused-cards" and effect.get("from") == "discard"
        for ability in card.abilities
        for effect in ability.effects
    )
    return (
        s.state.discards[request.seat]
        if request.purpose == "add-focused" and from_discard
        else s.state.hands[request.seat]
    )


def _slots(s: Scene, request: Arrange | Several) -> list[Choice]:
    """The cards whose slots are asked for."""
    duel, side = s.state.duel, s.state.seat_duelling(request.seat)
    if request.purpose == "return-pool" and duel is not None and side is not None:
        keys = [s.state.pieces[number].key for number in duel.sides[side].pool]
    else:
        keys = s.state.hands[request.seat]
    return [
        Choice(slot, s.valued(key), text_of(card) if (card := s.card(key)) else "") for slot, key in enumerate(keys)
    ]


# --- chance that people type in --------------------------------------------------------------------------

CHANCES: dict[str, str] = {
    "random-card": N_("A card is taken at random: roll a die with {n} faces. Which face?"),
    "random-discard": N_("A card is discarded at random: roll a die with {n} faces. Which face?"),
}


def _chance(s: Scene, request: Draw | Roll) -> Question:
    if isinstance(request, Roll):
        dice = tuple(Choice(sides, _("a die with {n} faces").format(n=sides)) for sides in request.sides)
        text = _(CHANCES.get(request.purpose, N_("Roll. Which faces?"))).format(n=request.sides[0])
        return Question("faces", text, dice, least=len(dice), most=len(dice))
    cards = tuple(Choice(key, s.valued(key)) for key in sorted(request.rest, key=s.title))
    owner = s.name(request.owner) if request.owner is not None else _("somebody")
    text = ngettext("{name} draws {n} card. Which?", "{name} draws {n} cards. Which, in order?", request.count)
    return Question("draw", text.format(name=owner, n=request.count), cards, least=request.count, most=request.count)


# --- the end ---------------------------------------------------------------------------------------------

ENDS = {
    "refused": N_("The challenge was refused; no duel was fought."),
    "negated": N_("The challenge was negated; no duel was fought."),
    "invalid": N_("The duel did not happen."),
    "without resolution": N_("It ended without resolution: nobody won and nobody lost."),
}


def result(s: Scene, outcome: Result) -> str:
    """How each duel ended, in a sentence each."""
    if not outcome.duels:
        return _("There was no duel.")
    told = [_one(s, number, *row) for number, row in enumerate(outcome.duels)]
    if len(told) == 1:
        return told[0]
    return " ".join(_("Duel {n}: {told}").format(n=n + 1, told=one) for n, one in enumerate(told))


def _one(
    s: Scene, number: int, _no: int, how: str, results: tuple[str, str], scores: tuple[int | None, int | None]
) -> str:
    if how in ENDS or not any(results):
        return _(ENDS.get(how, N_("Nobody won and nobody lost.")))
    names = [s.name(side.seat) for side in s.state.past[number].sides]
    verdict: dict[tuple[str, str], Callable[[], str]] = {
        ("win", "lose"): lambda: _("{a} won and {b} lost, {x} to {y}."),
        ("lose", "win"): lambda: _("{b} won and {a} lost, {y} to {x}."),
        ("win", "win"): lambda: _("Both won, {x} to {y}."),
        ("lose", "lose"): lambda: _("Both lost, {x} to {y}."),
    }
    told = verdict.get(results, lambda: _("{who} {x} to {y}."))()
    who = listed([_("{name} won").format(name=n) if r == "win" else _("{name} lost").format(name=n)
                  for n, r in zip(names, results, strict=True) if r])  # fmt: skip
    x, y = (_("no score") if score is None else score for score in scores)
    return told.format(a=names[0], b=names[1], x=x, y=y, who=f"{who},")
