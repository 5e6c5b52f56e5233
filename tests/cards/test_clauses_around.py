"""What holds all through a duel, clause by clause: timing, stats, Honor, memory."""

from __future__ import annotations

import pytest

from iaijutsu.cards import InPlay
from iaijutsu.cards.schema import OCCASIONS
from tests.cards.script import (
    Row,
    Script,
    ability,
    card,
    do,
    fe,
    gen,
    item,
    person,
    reaction,
    ren,
    sei,
    table,
    trait,
)  # fmt: skip

GAIN = do("honor", amount=1)


# --- timing ----------------------------------------------------------------------------------------------


def told(t: Script, *others: str) -> list[str]:
    """The cards whose abilities were used, in order, but for the action and `others`."""
    return [event.source for event in t.happened("ability-used") if event.source not in ("the-action", *others)]


def listeners() -> tuple[list[Row], str]:
    """A card for each moment of each occasion, named for it, and the words that attach them all to bystanders."""
    names = [(moment, what) for what, moments in OCCASIONS.items() for moment in moments]
    rows = [item("-".join(one), trait(" ".join(one), GAIN, bystander=True)) for one in names]
    keys = [row["key"] for row in rows]
    return rows, ", ".join(["ren+breath", *("+".join(["kei", *keys[n : n + 10]]) for n in range(0, len(keys), 10))])


@pytest.mark.clause("cards.timing.order")
def test_before_comes_before_when_before_after_at_every_step() -> None:
    rows, people = listeners()
    mine = do("challenge", challenger={"keyword": "Samurai"}, lose=[do("destroy", who="loser")])
    breath = item("breath", ability("instead", do("honor", amount=0), limit="duel"))
    echo = card("echo", fe(do("fv", op="add", amount=1)))
    t = table(*rows, person("ren", keywords=("Samurai",)), breath, echo, action=(mine,), people=(people, "sei"),
              pools=("one", "echo one"))  # fmt: skip
    t.plays(sei.focuses("echo"), ren.uses("breath"), sei.strikes())
    t.ends(ren.next("when-loss"), ren.next("after-loss"))
    assert told(t, "breath") == [
        "before-challenge", "when-challenge", "when-acceptance", "before-entry", "when-entry", "after-entry",
        "before-pools", "when-pools", "after-pools",
        "before-opportunity", "after-focus", "before-opportunity", "when-instead", "before-opportunity", "after-strike",
        "before-reveal", "when-reveal", "after-reveal",
        "before-focus-effects", "after-focus-effect", "after-focus-effects",
        "before-resolution", "when-resolution", "after-resolution",
        "before-scores", "after-scores", "before-outcome", "after-outcome",
        "before-consequences", "after-leaving-play", "when-loss", "when-win", "after-loss", "after-win",
        "after-consequences", "when-resolution-end", "before-cleanup", "after-cleanup",
        "before-duel-end", "after-duel-end", "before-turn-end",
    ]  # fmt: skip


@pytest.mark.clause("cards.timing.order")
def test_no_occasion_of_the_list_is_one_that_never_comes() -> None:
    rows, people = listeners()
    mine = do("challenge", challenger={"keyword": "Samurai"}, refuse={})
    t = table(*rows, person("ren", keywords=("Samurai",)), item("breath"), action=(mine,), people=(people, "sei"))
    t.ends(sei.refuses())
    refused = told(t)
    assert refused == ["before-challenge", "when-challenge", "after-refusal", "before-turn-end"]


@pytest.mark.clause("cards.timing.order")
def test_after_one_step_comes_before_before_the_next() -> None:
    late = card("late", reaction("after reveal", GAIN))
    early = card("early", reaction("before focus-effects", GAIN))
    t = table(late, early, hands=("early", "late"), active=0)
    t.ends(sei.strikes(), sei.reacts("late"), ren.reacts("early"))
    assert told(t) == ["late", "early"], "though Ren, who is active, reacts first at each"


@pytest.mark.clause("cards.timing.occasion")
@pytest.mark.parametrize(("focused", "definite"), [("one", 0), ("gift", 1)])
def test_a_plural_occasion_comes_without_any_and_a_definite_one_needs_one(focused: str, definite: int) -> None:
    plural = item("plural", trait("after focus-effects", do("honor", amount=1)))
    each = item("each", trait("after focus-effect", do("honor", amount=10)))
    gift = card("gift", fe(do("fv", op="add", amount=1)))
    t = table(plural, each, gift, people=("ren+plural+each", "sei"), pools=("", focused)).ends(sei.focuses(focused))
    assert t.state.honor[0] == 5 + 1 + 10 * definite


@pytest.mark.clause("cards.timing.occasion")
def test_the_definite_one_comes_once_for_each() -> None:
    each = item("each", trait("after focus-effect", do("honor", amount=10)))
    gift = card("gift", fe(do("fv", op="add", amount=1)))
    t = table(each, gift, people=("ren+each", "sei"), pools=("one", "gift gift"))
    t.ends(sei.focuses("gift"), ren.focuses("one"), sei.focuses("gift"), ren.picks("gift"))
    assert t.state.honor[0] == 25


@pytest.mark.clause("cards.timing.conflict")
def test_negations_come_before_substitutions_before_the_rest() -> None:
    rows = (
        item("gain", trait("before focus-effects", GAIN)),
        item("deny", trait("before focus-effects", do("fe-negate", who="opponent"))),
        item("stand", trait("before focus-effects", do("substitute", with_={"keyword": "Yojimbo"}))),
    )
    t = table(
        *rows,
        person("aya", keywords=("Yojimbo",)),
        person("ren", keywords=("Samurai",)),
        action=(do("challenge", challenger={"keyword": "Samurai"}),),
        people=("ren+gain+stand+deny, aya", "sei"),
    )
    t.ends()  # nobody is asked anything
    assert told(t) == ["deny", "stand", "gain"]


@pytest.mark.clause("cards.timing.conflict")
@pytest.mark.parametrize("active", [0, 1, 2])
def test_within_a_group_the_active_player_orders_them(active: int) -> None:
    rows = (item("mine", trait("after entry", GAIN)), item("yours", trait("after entry", GAIN)))
    t = table(*rows, people=("ren+mine", "sei+yours", "gen"), active=active).plays(ren.picks("sei"))
    assert t.asked == (active, "trait-order")
    t.ends((ren, sei, gen)[active].next("yours"))
    assert told(t) == ["yours", "mine"]


@pytest.mark.clause("cards.timing.conflict")
def test_a_trait_whose_card_is_gone_by_then_does_not_come() -> None:
    rows = (
        item("hook", trait("after entry", do("destroy", target={"who": "opponent", "type": "item"}))),
        item("sash", trait("after entry", GAIN)),
    )
    t = table(*rows, people=("ren+hook", "sei+sash")).ends(ren.next("hook"))
    assert told(t) == ["hook"]


@pytest.mark.clause("cards.timing.conflict")
def test_who_orders_them_is_told_no_concealed_card_before_it_works() -> None:
    shy = trait("before challenge", GAIN)
    rows = (person("sei", shy), item("mask", shy), item("mine", shy))
    people = ("ren+mine", (InPlay("sei", ("mask",), concealed=True),))
    t = table(*rows, people=people)
    assert t.asked == (0, "trait-order")
    assert getattr(t.session.pending, "about", ()) == ("mine", "?", "?")
    t.session.submit(0, list(t.session.asked[0].options())[1])
    assert [piece.key for piece in t.seen(0).pieces.values()] == ["ren", "mine", "sei", "mask"], "its use shows it"


@pytest.mark.clause("cards.timing.reactions")
@pytest.mark.parametrize(
    "occasion",
    [
        "before challenge", "when challenge", "when entry", "after entry", "before pools", "after pools",
        "before opportunity", "after focus", "after strike", "before reveal", "after reveal", "before focus-effects",
        "after focus-effect", "after focus-effects", "when resolution", "before scores", "after scores",
        "before outcome", "after outcome", "before consequences", "after win", "after loss", "after consequences",
        "when resolution-end", "before cleanup", "after cleanup", "before duel-end", "after duel-end",
    ],
)  # fmt: skip
def test_reactions_open_at_every_heading_opportunity_strike_and_focus_effect(occasion: str) -> None:
    shout = card("shout", reaction(occasion, GAIN))
    t = table(shout, card("gift", fe(do("fv", op="add", amount=1))), hands=("shout", ""), pools=("", "gift"))
    while t.asked != (0, "reaction"):
        t.plays(sei.focuses("gift") if "focus gift" in t.offered() else ren.strikes())
    assert t.session.pending is not None
    assert getattr(t.session.pending, "about", "") == occasion
    t.plays(ren.reacts("shout"))
    assert t.happened("ability-used")[-1].clause == "cards.timing.reactions"
    assert (t.state.honor[0], t.state.hands[0], t.state.discards[0][-1]) == (6, [], "shout")


@pytest.mark.clause("cards.timing.reactions")
def test_the_active_player_comes_first_and_all_have_to_pass() -> None:
    shout = card("shout", reaction("after entry", GAIN))
    t = table(shout, people=("ren", "sei", "gen"), hands=("shout", "shout", "shout"), active=1)
    t.plays(ren.picks("sei"), sei.passes("reaction"), gen.passes("reaction"), ren.reacts("shout"))
    assert t.asked == (1, "reaction"), "after a reaction those who passed may speak again"
    t.plays(sei.reacts("shout"), gen.passes())
    assert t.state.honor == [6, 6, 5]


@pytest.mark.clause("cards.timing.reactions")
def test_a_card_in_play_reacts_once_to_one_thing() -> None:
    drum = item("drum", reaction("after entry", GAIN))
    t = table(drum, people=("ren+drum", "sei")).ends(ren.reacts("drum"))
    assert t.state.honor[0] == 6


@pytest.mark.clause("cards.timing.reactions")
def test_in_a_closed_game_a_hand_is_asked_whatever_it_holds() -> None:
    # Sei holds nothing that reacts; were he not asked, everybody would know it.
    t = table(hands=("", "one"), windows="closed")
    asked = t.session.entries
    assert {entry.purpose for entry in asked if entry.seat == 1} == {"reaction"}
    assert not [entry for entry in asked if entry.seat == 0], "who holds no card has nothing to hide"


# --- stats and Honor -------------------------------------------------------------------------------------


@pytest.mark.clause("cards.stat.chi-death")
@pytest.mark.parametrize(("amount", "zone"), [(-2, "play"), (-3, "gone"), (-4, "gone")])
def test_chi_zero_destroys_at_once(amount: int, zone: str) -> None:
    poison = item("poison", trait("when entry", do("stat", stat="chi", amount=amount, who="opponent"), GAIN))
    t = table(poison, people=("ren+poison", "sei")).ends()
    assert t.piece("sei").zone == zone
    if zone == "gone":
        assert t.the("left-play").clause == "cards.stat.chi-death"
        assert t.headings() == [*"AJKL"]
        assert t.state.honor[0] == 5, "at once: what comes after it in the text does not come any more"


@pytest.mark.clause("cards.stat.chi-death")
def test_what_lowers_the_duel_stat_alone_kills_nobody() -> None:
    fear = item("fear", trait("when entry", do("stat", stat="chi", amount=-5, who="opponent", scope="duel")))
    t = table(fear, people=("ren+fear", "sei")).ends()
    assert (t.scores, t.piece("sei").zone) == ((3, 0), "play")


@pytest.mark.clause("cards.stat.chi-death")
def test_an_item_that_gave_the_last_of_it_takes_it_along() -> None:
    charm = item("charm", chi_bonus=2)
    hook = card("hook", reaction("after reveal", do("destroy", target={"who": "opponent", "type": "item"})))
    t = table(charm, hook, person("sei", chi=0), people=("ren", "sei+charm"), hands=("hook", ""))
    t.ends(ren.reacts("hook"))
    assert (t.piece("sei").zone, t.ended) == ("gone", "without resolution")


@pytest.mark.clause("cards.stat.chi-death", "cards.challenge.refuse")
def test_whom_a_bonus_kept_alive_dies_when_the_challenge_is_over_too() -> None:
    gasp = item("gasp", trait("when challenge", do("stat", stat="chi", amount=2),
                              do("stat", stat="chi", amount=-4, until="for-good")))  # fmt: skip
    t = table(gasp, people=("ren", "sei+gasp"), action=(do("challenge", refuse={}),)).ends(sei.refuses())
    assert (t.ended, t.piece("sei").zone) == ("refused", "gone")


@pytest.mark.clause("cards.stat.absent")
def test_an_absent_stat_is_zero_and_takes_no_bonus() -> None:
    rite = item("rite", trait("when entry", do("stat", stat="honor", amount=4, who="both")))
    t = table(
        person("ren", honor=None), rite, people=("ren+rite", "sei"), action=(do("challenge", stat="honor"),)
    ).ends()
    assert t.scores == (0, 6)
    assert [event.piece for event in t.happened("stat-changed")] == [t.piece("sei").id]


@pytest.mark.clause("cards.honor.dishonorable")
def test_a_dishonorable_personality_has_no_personal_honor() -> None:
    rite = item("rite", trait("when entry", do("stat", stat="honor", amount=4, who="both")))
    people = ((InPlay("ren", ("rite",), dishonorable=True),), "sei")
    t = table(rite, people=people, action=(do("challenge", stat="honor"),)).ends()
    assert t.scores == (0, 6), "0 at most, whatever raises it"


@pytest.mark.clause("cards.honor.dishonorable")
@pytest.mark.parametrize(("printed", "honor"), [(3, 2), (0, 5), (None, 5)])
def test_when_he_is_destroyed_his_side_loses_honor_equal_to_the_printed_one(printed: int | None, honor: int) -> None:
    deadly = do("challenge", lose=[do("destroy", who="loser")])
    t = table(person("ren", chi=5), person("sei", honor=printed), action=(deadly,),
              people=("ren", (InPlay("sei", dishonorable=True),))).ends()  # fmt: skip
    assert t.state.honor[:2] == [5, honor]


@pytest.mark.clause("cards.honor.dishonorable")
def test_honor_is_lost_only_for_the_dishonorable_and_only_for_destruction() -> None:
    deadly = do("challenge", lose=[do("destroy", who="loser")])
    t = table(person("ren", chi=5), action=(deadly,)).ends()
    assert t.state.honor[:2] == [5, 5]
    t = table(people=((InPlay("ren", dishonorable=True),), "sei"), action=(do("challenge", lose=[do("bow")]),)).ends()
    assert t.state.honor[:2] == [5, 5]


WINNER_GAINS = do("challenge", win=[do("honor", who="winner", amount=2)])


@pytest.mark.clause("cards.honor.rehonor")
def test_a_gain_from_his_own_action_rehonors_him_instead() -> None:
    t = table(person("ren", chi=5), action=(WINNER_GAINS,), people=((InPlay("ren", dishonorable=True),), "sei")).ends()
    assert (t.state.honor[0], t.piece("ren").dishonorable) == (5, False)
    assert t.the("rehonored").clause == "cards.honor.rehonor"


@pytest.mark.clause("cards.honor.rehonor")
def test_so_does_a_gain_for_a_refusal_of_it() -> None:
    gain = do("challenge", refuse={"effects": [do("honor", who="challenger", amount=3)]})
    t = table(action=(gain,), people=((InPlay("ren", dishonorable=True),), "sei")).ends(sei.refuses())
    assert (t.state.honor[0], t.piece("ren").dishonorable) == (5, False)


@pytest.mark.clause("cards.honor.rehonor")
def test_anybody_elses_gain_is_a_gain() -> None:
    t = table(person("sei", chi=5), action=(WINNER_GAINS,), people=("ren", (InPlay("sei", dishonorable=True),))).ends()
    assert (t.state.honor[1], t.piece("sei").dishonorable) == (7, True), "it was not his action"
    loser_loses = do("challenge", lose=[do("honor", who="loser", amount=-2)])
    t = table(person("sei", chi=5), action=(loser_loses,), people=((InPlay("ren", dishonorable=True),), "sei")).ends()
    assert (t.state.honor[0], t.piece("ren").dishonorable) == (3, True), "a loss rehonors nobody"


# --- memory ----------------------------------------------------------------------------------------------

SWAP = do("focused-cards", act="swap", which="last")


@pytest.mark.clause("cards.memory")
def test_a_card_that_went_back_into_the_pool_forgets_its_changes() -> None:
    sharp = card("sharp", reaction("after reveal", do("fv", op="add", amount=3, which="last")))
    there = card("there", reaction("before focus-effects", SWAP))
    back = card("back", reaction("after focus-effects", SWAP))
    t = table(sharp, there, back, hands=("sharp there back", ""), pools=("two one", "one"))
    t.plays(sei.focuses("one"), ren.focuses("two"), ren.reacts("sharp"))
    assert t.happened("fv-changed")[-1].after == 5
    t.plays(ren.reacts("there"))
    assert (t.pool(0), t.area(0)) == (["two"], ["one"])
    assert not t.piece("two").face_up
    t.ends(ren.reacts("back"))
    assert t.scores[0] == 3 + 2, "it reads 2 again, not 5"


@pytest.mark.clause("cards.memory")
def test_so_does_one_that_went_back_into_the_hand() -> None:
    sharp = card("sharp", reaction("after reveal", do("fv", op="add", amount=3, which="last")))
    there = card("there", reaction("before focus-effects", do("focused-cards", act="remove", which="last", to="hand")))
    back = card("back", reaction("after focus-effects", do("focused-cards", act="add", from_="hand")))
    t = table(sharp, there, back, hands=("sharp there back", ""), pools=("two", "one"))
    t.plays(sei.focuses("one"), ren.focuses("two"), ren.reacts("sharp"), ren.reacts("there"))
    t.ends(ren.reacts("back"))
    assert t.scores[0] == 3 + 2
