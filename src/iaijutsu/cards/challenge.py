"""The challenge: two Personalities are selected, it may be refused, else the two enter a duel."""

from __future__ import annotations

from collections.abc import Iterator

from ..engine import Choose, Option, Seat
from . import costs
from .court import Broken, Court
from .duel import fight
from .effects_values import mark
from .events import StageReached
from .events_challenge import Accepted, ChallengeFails, ChallengeIssued, ChallengeOver, Refused
from .events_effects import LeftPlay, PieceCreated
from .measures import Cause, amount, as_applied, cause_of, holds_all, lasting, sides
from .options import Accept, PickSeat, Refuse
from .pieces import Effect, Piece
from .selection import fits, fitting, pick, there
from .state import CHALLENGING
from .timing import occasion, resolve, settle


class Negated(Exception):
    """The challenge is negated before it begins, by the card called `source`."""

    def __init__(self, source: str) -> None:
        super().__init__(source)
        self.source = source


async def challenge(court: Court, cause: Cause, effect: Effect) -> None:
    """An effect makes a challenge, or several that are fought one after another (cards.challenge.sequence)."""
    made: Effect = effect.get("create", {})
    role = made.get("side", "challenger") if made else ""
    challenger = (
        _create(court, cause, made, cause.seat) if role == "challenger" else await _challenger(court, cause, effect)
    )
    if challenger is None:
        return _fails(court, cause, "nobody may issue it")
    if role == "challenged":
        against = [_create(court, cause._replace(piece=challenger.id), made, await _rival(court, cause, challenger))]
    else:
        against = await _challenged(court, cause, effect, challenger)
    if not against:
        return _fails(court, cause, "there is nobody whom it may be issued to")
    for challenged in against:
        await _one(court, cause, effect, challenger, challenged)
    created = {"challenger": challenger, "challenged": against[0]}.get(role)
    if made and created and created.zone == "play" and not made.get("stays"):
        court.happen(LeftPlay(created.id, "removed", source=cause.key, clause="cards.can.challenge"))
    return None


def _fails(court: Court, cause: Cause, why: str, clause: str = "cards.challenge.invalid") -> None:
    court.happen(ChallengeFails(why, source=cause.key, clause=clause))


# --- selecting -------------------------------------------------------------------------------------------


def _create(court: Court, cause: Cause, made: Effect, seat: Seat) -> Piece:
    """A duellist made for this challenge, for the player of `seat` (cards.can.challenge)."""
    honor = amount(court, cause, made["honor"]) if "honor" in made else None
    force, chi = (amount(court, cause, made.get(name, 0)) for name in ("force", "chi"))
    number = court.state.next_id
    words = tuple(made.get("keywords", ()))
    court.happen(
        PieceCreated(
            number, made["title"], seat, force, chi, honor, words, source=cause.key, clause="cards.can.challenge"
        )
    )
    return court.state.pieces[number]


async def _rival(court: Court, cause: Cause, challenger: Piece) -> Seat:
    """Whose created duellist is challenged: another player's than the challenger's."""
    others = [seat for seat in range(len(court.state.names)) if seat != challenger.controller]
    return await _player(court, cause, others)


async def _challenger(court: Court, cause: Cause, effect: Effect) -> Piece | None:
    words = {"who": "own", **effect.get("challenger", {})}
    if words.get("this") and cause.piece is not None and (host := court.state.pieces[cause.piece].host) is not None:
        cause = Cause(cause.seat, cause.key, host)
    alone = effect.get("create", {}).get("side") == "challenged"
    found = [p for p in fitting(court, cause, words) if alone or any(_opponents(court, cause, effect, p))]
    chooser, found = await _chooser(court, cause, words, found)
    return await pick(court, chooser, found, "challenger", cause.key)


async def _chooser(court: Court, cause: Cause, words: Effect, found: list[Piece]) -> tuple[Seat, list[Piece]]:
    """Who picks, and out of what: the performer out of all, or the player whom he names out of his own."""
    if words.get("chooser") != "controller" or not found:
        return cause.seat, found
    seat = await _player(court, cause, [piece.controller for piece in found])
    return seat, [piece for piece in found if piece.controller == seat]


def _opponents(court: Court, cause: Cause, effect: Effect, challenger: Piece) -> Iterator[Piece]:
    """Whom this challenger could challenge."""
    words = {"who": "others", **effect.get("challenged", {})}
    meant = Cause(cause.seat, cause.key, challenger.id)
    found = there(court, words)
    return (piece for piece in found if piece.id != challenger.id and fits(court, meant, piece, words))


async def _challenged(court: Court, cause: Cause, effect: Effect, challenger: Piece) -> list[Piece]:
    """The challenged Personalities in order: picked by the performer, or by the player who is challenged."""
    found = list(_opponents(court, cause, effect, challenger))
    picked: list[Piece] = []
    words = {"chooser": "controller"} if effect.get("player") else effect.get("challenged", {})
    chooser, found = await _chooser(court, cause, words, found)
    for _ in range(effect.get("times", 1)):
        left = [piece for piece in found if piece not in picked]
        one = await pick(court, chooser, left, "challenged", cause.key)
        picked += [one] if one else []
    return picked


async def _player(court: Court, cause: Cause, found: list[Seat]) -> Seat:
    players = sorted(set(found))
    if len(players) == 1:
        return players[0]
    listed: tuple[Option, ...] = tuple(PickSeat(seat) for seat in players)
    answer = await court.ask(lambda: Choose(cause.seat, "challenged-player", listed, cause.key))
    return answer.seat if isinstance(answer, PickSeat) else players[0]


# --- one challenge ---------------------------------------------------------------------------------------


async def _one(court: Court, cause: Cause, effect: Effect, challenger: Piece, challenged: Piece) -> None:
    why, clause = _invalid(challenger, challenged)
    if why:
        return _fails(court, cause, why, clause)
    seats = (challenger.controller, challenged.controller)
    court.happen(
        ChallengeIssued(
            cause.seat, challenger.id, challenged.id, seats, effect, source=cause.key, clause="cards.challenge.create"
        )
    )
    number = court.duel.number
    try:
        accepted = await _issue(court, cause, effect)
        if accepted:
            await fight(court, cause, effect)
    except Negated as negated:
        court.happen(ChallengeOver("negated", source=negated.source, clause="cards.can.negate-challenge"))
    except Broken as broken:
        if broken.number != number:
            raise
        court.happen(ChallengeOver("without resolution", broken.why, source=broken.source, clause=broken.clause))
    await settle(court)
    return None


def _invalid(challenger: Piece, challenged: Piece) -> tuple[str, str]:
    """Why the challenge does not happen, and by which clause; an empty reason when it does."""
    for piece, role in ((challenger, "challenger"), (challenged, "challenged")):
        if piece.zone != "play":
            return f"the {role} is no longer in play", "cards.challenge.sequence"
        if piece.type != "personality":
            return f"the {role} is not a Personality", "cards.challenge.invalid"
    same = challenger.controller == challenged.controller
    return "both Personalities have the same controller" if same else "", "cards.challenge.invalid"


async def _issue(court: Court, cause: Cause, effect: Effect) -> bool:
    """From selection to acceptance. True when the two enter a duel."""
    await settle(court)
    await occasion(court, "before", "challenge", 0)
    court.happen(StageReached("begun", source=cause.key, clause="cards.challenge.begin"))
    _creator_stat(court, cause, effect)
    await occasion(court, "when", "challenge", 0)
    if await _refused(court, cause, effect):
        return False
    await occasion(court, "when", "acceptance", 1)
    await occasion(court, "before", "entry")
    if court.state.pieces[court.duel.sides[0].duellist].controller == _controller(court, 1):
        why = "both Personalities have the same controller by now"
        court.happen(ChallengeOver("invalid", why, clause="cards.challenge.accept"))
        return False
    return True


def _controller(court: Court, side: int) -> Seat:
    return court.state.pieces[court.duel.sides[side].duellist].controller


def _creator_stat(court: Court, cause: Cause, effect: Effect) -> None:
    """The duel stat that the creating text names, before all others (cards.G.stat)."""
    if "stat" in effect:
        who = effect.get("stat_of", "both")
        mark(court, cause, {"do": "duel-stat", "stat": effect["stat"], "who": who}, "creator")


async def _refused(court: Court, cause: Cause, effect: Effect) -> bool:
    """Ask the challenged player if the challenge may be refused; apply what follows if he does."""
    side = court.duel.sides[1]
    allowed, price, consequences = _refusal(court, cause, effect)
    payer = Cause(side.seat, cause.key, side.duellist)
    if not allowed:
        clause = "cards.challenge.refuse-default"
        court.happen(Accepted(side.seat, side.duellist, True, source=cause.key, clause=clause))
        return False
    # Who cannot pay is asked all the same: whether he could may be a secret of his hand.
    can_pay = costs.all_payable(court, payer, price)
    listed: tuple[Option, ...] = (Accept(), Refuse()) if can_pay else (Accept(),)
    if await court.ask(lambda: Choose(side.seat, "refuse", listed, cause.key)) == Accept():
        court.happen(Accepted(side.seat, side.duellist, False, source=cause.key, clause="cards.challenge.accept"))
        return False
    for cost in price:
        await costs.pay(court, payer, cost, "cards.can.refuse")
    court.happen(Refused(side.seat, side.duellist, source=cause.key, clause="cards.challenge.refuse"))
    for meant, effects in consequences:
        await resolve(court, meant, effects)
    await occasion(court, "after", "refusal", 1)
    court.happen(ChallengeOver("refused", source=cause.key, clause="cards.challenge.refuse"))
    return True


Consequences = list[tuple[Cause, tuple[Effect, ...]]]


def _refusal(court: Court, cause: Cause, effect: Effect) -> tuple[bool, list[Effect], Consequences]:
    """Whether it may be refused, at what price, with what consequences: creating text first, then others as applied."""
    allowed, price, consequences = False, [], []
    if (text := effect.get("refuse")) is not None:
        allowed = holds_all(court, cause, text.get("if", ()))
        price = list(text.get("price", ()))
        consequences = [(cause._replace(creator=True), text.get("effects", ()))]
    for other in as_applied(court, lasting(court, "refuse")):
        meant, words = cause_of(other), other.effect
        if 1 not in sides(court, meant, words.get("who", "challenged")):
            continue
        allowed = words["mode"] == "allow"
        price = price + list(words.get("price", ())) if allowed else price
        consequences.append((meant, words.get("effects", ())))
    return allowed, price, consequences


async def refuse(court: Court, cause: Cause, effect: Effect) -> None:
    """Say whether the challenge may be refused, for this challenge (cards.can.refuse)."""
    mark(court, cause, {**effect, "who": effect.get("who", "challenged")}, "over")


async def negate(court: Court, cause: Cause, effect: Effect) -> None:
    """The challenge that is about to begin does not happen (cards.can.negate-challenge)."""
    if court.state.duel is not None and court.duel.stage in CHALLENGING:
        raise Negated(cause.key)
