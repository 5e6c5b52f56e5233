"""Imagined worlds look exactly like the seat's own, and hidden cards are dealt in them as often as they should be."""

import random
from collections import Counter
from itertools import combinations
from typing import Any

import pytest

from iaijutsu.cards import GAME
from iaijutsu.cards.options import Focus, GiveHonor, Strike
from iaijutsu.engine import Request, Session
from iaijutsu.players import EVEN, CardTable, pairings, worlds
from iaijutsu.players.priors import READY, Prior
from iaijutsu.players.search import SLIP, likelihood
from iaijutsu.players.tables import table
from tests.cards.script import Script, card, do, person, reaction, ren, sei
from tests.cards.script import table as scripted
from tests.players.asking import choices, known_setup, questions


def alike(court: Any, request: Any, answer: Any) -> float:
    """Every answer is as likely, whatever one holds."""
    return 1.0


def imagined(
    session: Session[Any], seat: int, rng: random.Random, lists: Any = None, weigh: Any = alike
) -> worlds.World | None:
    """A world that looks to `seat` as `session` does, at the question that is open there."""
    told = table(session, seat, lists)
    assert isinstance(told, CardTable)
    request = session.asked_of(seat)
    return worlds.imagine(told, Prior(told), session.view(seat), request, rng, weigh)


def deals(t: Script, seat: int, count: int, lists: Any = None) -> list[worlds.World]:
    """That many worlds, those that come to nothing left out."""
    rng = random.Random(1)
    found = [imagined(t.session, seat, rng, lists) for _ in range(count)]
    return [world for world in found if world is not None]


def looks(session: Session[Any], seat: int) -> list[Any]:
    """What a seat saw of a session."""
    return [seen for event in session.referee.events if (seen := event.seen_by(seat)) is not None]


# --- they look alike -------------------------------------------------------------------------------------


def test_in_random_duels_every_world_looks_like_the_own() -> None:
    """At each choice of every seat, under every ruleset: same events seen, same question, same own cards."""
    missed = asked = 0
    for seed in range(60):
        setup = known_setup(random.Random(seed))
        rng = random.Random(seed)
        for session, seat, request in questions(seed, setup):
            if not choices(request) or request.purpose == "return-pool":
                continue
            asked += 1
            world = imagined(session, seat, rng)
            if world is None:
                missed += 1
                continue
            check(session, world.session, seat, request)
    assert asked > 250
    assert missed < 0.04 * asked  # a deal may break a rule that the true cards did not; most do not


def check(own: Session[Any], other: Session[Any], seat: int, request: Request[Any]) -> None:
    """The seat could not tell the two apart."""
    assert looks(other, seat) == own.view(seat).events
    pending = other.pending
    assert pending is not None
    assert (pending.seat, pending.purpose) == (seat, request.purpose)
    assert list(pending.options()) == list(request.options())
    state, seen = other.referee.state, own.view(seat).state
    assert state.hands[seat] == seen.hands[seat]
    assert [len(hand) for hand in state.hands] == [len(hand) for hand in seen.hands]
    assert [deck.size for deck in state.decks] == [deck.size for deck in seen.decks]
    assert state.decks[seat].rest == seen.decks[seat].rest
    assert (state.discards, state.honor, state.gold, state.used) == (seen.discards, seen.honor, seen.gold, seen.used)


def test_hidden_cards_differ_from_deal_to_deal() -> None:
    t = scripted(pools=("two three one", "two four one"), rest=("", "two two two"), hands=("", "one two"))
    t.plays(sei.focuses("four"))
    found = deals(t, 0, 30)
    assert len(found) >= 27  # now and then a card is dealt that could not have been answered so
    assert len({str(world.session.referee.state.hands[1]) for world in found}) > 10
    assert len({world.session.referee.state.pieces[t.duel().sides[1].area[0]].key for world in found}) > 10


def test_a_card_that_was_looked_at_is_that_card_in_every_world() -> None:
    looks_in = card(
        "looks-in", reaction("after focus", do("focused-cards", act="look", who="opponent"), whose="opponent")
    )
    t = scripted(looks_in, pools=("two three", "four one"), rest=("", "two two"), hands=("looks-in", ""))
    t.plays(sei.focuses("four"))
    down = t.duel().sides[1].area[0]
    assert t.asked == (0, "reaction")
    assert len({world.session.referee.state.pieces[down].key for world in deals(t, 0, 20)}) > 5
    t.plays(ren.reacts("looks-in"))
    assert t.asked == (0, "opportunity")
    assert {world.session.referee.state.pieces[down].key for world in deals(t, 0, 20)} == {"four"}


def test_a_card_that_was_played_from_hand_was_in_hand_from_the_start() -> None:
    hush = card("hush", reaction("after entry", do("keyword", who="own", give=["Quiet"], until="duel")), focus=2)
    t = scripted(hush, pools=("two three", "two one"), hands=("", "hush one"))
    t.plays(sei.reacts("hush"), sei.focuses("two"))
    for world in deals(t, 0, 20):
        assert "hush" in world.session.setup.start.hands[1]
        assert len(world.session.referee.state.hands[1]) == 1


def test_who_could_not_focus_a_number_has_no_world_in_which_he_did() -> None:
    """A ban on two: worlds in which the focused card is worth two are thrown away."""
    ban = card("ban", reaction("after entry", do("forbid-fv", who="opponent", fv=2)), focus=1)
    t = scripted(ban, pools=("two three one", "four one three"), hands=("ban", ""))
    t.plays(ren.reacts("ban"), sei.focuses("four"))
    down = t.duel().sides[1].area[0]
    library = t.session.referee.library  # type: ignore[attr-defined]
    found = deals(t, 0, 60)
    assert 10 < len(found) < 60
    assert all((library[world.session.referee.state.pieces[down].key].focus or 0) != 2 for world in found)


def test_a_judges_word_is_heard_in_every_world() -> None:
    t = scripted(pools=("two three", "two one"))
    t.session.say("Ren", "Well met.")
    t.session.rule("Judge", GiveHonor(0, 2), "for the greeting")
    t.plays(sei.focuses("two"))
    (world,) = deals(t, 0, 1)
    assert world.session.referee.state.honor == [7, 5]


# --- and as often as they should -------------------------------------------------------------------------


def test_cards_of_a_public_deck_are_dealt_by_their_numbers() -> None:
    """Of a public deck of two kinds, one card lies focused: it is each kind as often as the deck has it."""
    deck = " ".join(["four"] * 6 + ["one"] * 3)
    t = scripted(pools=("two three one", "four one one"), rest=("", " ".join(deck.split()[2:-1])))
    lists = {1: Counter(key for key, n in t.setup.players[1].deck for _ in range(n))}
    t.plays(sei.focuses("four"))
    down = t.duel().sides[1].area[0]
    found = Counter(world.session.referee.state.pieces[down].key for world in deals(t, 0, 2000, lists))
    share = lists[1]["four"] / lists[1].total()
    assert found["four"] / found.total() == pytest.approx(share, abs=0.035)  # three standard errors


def test_what_was_shown_is_gone_from_what_may_still_come() -> None:
    """Two of four different cards were played from hand: the pool holds two of the three others, each pair as often."""
    quiet = [
        card(key, reaction("after entry", do("keyword", who="own", give=["Quiet"], until="duel")), focus=2)
        for key in ("ash", "birch", "cedar", "dogwood", "elm")
    ]
    t = scripted(*quiet, rules={"pool": 2}, draws=(0, 3), pools=("", "ash birch cedar dogwood elm"), hands=("two", ""))
    lists = {1: dict.fromkeys(("ash", "birch", "cedar", "dogwood", "elm"), 1)}
    t.plays(sei.reacts("ash"), sei.reacts("cedar"), sei.passes("reaction"), sei.focuses("dogwood"))
    found: Counter[tuple[str, ...]] = Counter()
    for world in deals(t, 0, 1500, lists):
        state = world.session.referee.state
        side = state.duels[-1].sides[1]
        found[tuple(sorted(state.pieces[n].key for n in (*side.pool, *side.area)))] += 1
    wanted = list(combinations(("birch", "dogwood", "elm"), 2))
    assert set(found) == set(wanted)
    assert all(found[pair] / found.total() == pytest.approx(1 / 3, abs=0.04) for pair in wanted)


def test_a_ready_deck_is_known_by_its_people_until_another_card_is_shown() -> None:
    pairing = pairings(**EVEN)[1]
    told = table(Session(GAME, pairing.setup()), 0)
    assert isinstance(told, CardTable)
    prior, rng = Prior(told), random.Random(2)
    ready = Counter(dict(pairing.challenged.cards))
    times = sum(Counter(prior.cards(1, [], 40, rng)) == ready for _ in range(400))
    assert times / 400 == pytest.approx(READY, abs=0.06)
    assert "plain-challenge" not in ready
    strange = [prior.cards(1, ["plain-challenge"], 39, rng) for _ in range(50)]
    assert not any(Counter(cards) <= ready for cards in strange)


def test_unknown_decks_have_the_focus_values_of_real_ones() -> None:
    t = scripted(pools=("two", "two"), rest=("", " ".join(["two"] * 39)))
    told = table(t.session, 0)
    assert isinstance(told, CardTable)
    prior, rng = Prior(told), random.Random(3)
    values = [told.index.cards[key].focus or 0 for _ in range(300) for key in prior.cards(1, [], 40, rng)]
    assert sum(values) / len(values) == pytest.approx(2.49, abs=0.06)
    assert max(Counter(prior.cards(1, ["two", "two"], 38, rng)).values()) <= 3


# --- what answers betray ---------------------------------------------------------------------------------


def test_who_strikes_is_likelier_to_hold_what_makes_it_sensible() -> None:
    """Level on stats, one card each: a four may well be struck with, a nought hardly."""
    weights = {}
    for key in ("four", "zero"):
        t = scripted(person("ren", chi=4), person("sei", chi=4), pools=("two two two", "four zero zero"))
        t.plays(sei.focuses(key), ren.focuses("two"))
        weights[key] = likelihood(t.session.referee, t.session.asked_of(1), Strike())  # type: ignore[arg-type]
    assert weights == {"four": 1.0, "zero": SLIP}


def test_the_likeliest_answer_weighs_most() -> None:
    t = scripted(person("sei", chi=2), pools=("two two two", "one four two"))
    request = t.session.asked_of(1)
    weights = [likelihood(t.session.referee, request, Focus("pool", slot)) for slot in range(3)]  # type: ignore[arg-type]
    assert weights[1] == 1.0
    assert 0 < weights[0] < 1
