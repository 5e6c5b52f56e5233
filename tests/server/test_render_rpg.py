"""Pages of the role-playing table: every state and audience, what is drawn, and that no secret leaves a trace."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import replace
from typing import Any

import pytest

from iaijutsu.engine import CHANCE, Audience, Roll, Session
from iaijutsu.play import replies
from iaijutsu.play.server import figures_rpg, render
from iaijutsu.play.server.seen import LogLine, Seen
from iaijutsu.play.words import Choice, Question
from iaijutsu.play.words.rpg_board import Board
from iaijutsu.play.words.rpg_dice import sides_of
from iaijutsu.rpg.options import GO_ON, YES, Center, Concede, Pick, Predict, Strike, Take
from tests.server import gallery_rpg
from tests.server.gallery import HOSTILE
from tests.server.reading import Page, without_commands

TABLES = gallery_rpg.tables(6)


def page(one: Seen, language: str = "en") -> str:
    """The table's page, without what differs from page to page."""
    return without_commands(render.page("table", language, seen=one))


def board(one: Seen) -> Board:
    """Its board."""
    assert isinstance(one.board, Board)
    return one.board


def checks_of(text: str) -> str:
    """The part of a page where checks lie."""
    return text.partition('id="checks"')[2].partition('id="deed"')[0]


# --- all of them -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", TABLES)
def test_every_table_is_whole(name: str) -> None:
    """Ids are unique, labels and headings that are named are there, nothing is inline, and every sign is drawn."""
    text = page(TABLES[name])
    found = Page(text)
    assert len(set(found.ids)) == len(found.ids)
    for one in found.elements:
        assert not {"style", "onclick"} & one.attributes.keys()
        assert not any(value.startswith(("data:", "javascript:")) for value in one.attributes.values())
        assert set(one.get("aria-labelledby").split()) <= set(found.ids)
        if one.get("href").startswith("#"):
            assert one.get("href")[1:] in found.ids, one.get("href")
    assert "<style" not in text and not re.search(r"<script(?![^>]* src=)", text)


@pytest.mark.parametrize("language", ["hr", "pt_BR"])
def test_every_table_speaks_each_language(language: str) -> None:
    for one in TABLES.values():
        assert f'lang="{language.replace("_", "-")}"' in page(one, language)


def test_the_gallery_has_every_sort_of_table() -> None:
    roles = Counter((one.me.role, len(board(one).checks)) for one in TABLES.values())
    assert {("seat", 2), ("spectator", 2), ("judge", 1)} <= roles.keys()
    forms = {one.asked.question.form for one in TABLES.values() if one.asked}
    assert {"choose", "number", "several", "faces"} <= forms
    assert any(one.finished for one in TABLES.values())
    assert any(one.me.seat == 2 for one in TABLES.values())


# --- dice ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", TABLES)
def test_as_many_dice_are_drawn_as_lie_there(name: str) -> None:
    one = TABLES[name]
    drawn = [die for die in Page(checks_of(page(one))).having("die") if "die--inline" not in die.get("class")]
    lying = [die for check in board(one).checks for chain in check.dice for die in chain.dice]
    if _keeps(one):
        lying = [die for check in board(one).checks[1:] for chain in check.dice for die in chain.dice]
    assert len(drawn) == len(lying)
    assert Counter(die.get("aria-label").partition(",")[0] for die in drawn) == Counter(die.word for die in lying)
    assert sum("is-dropped" in die.get("class") for die in drawn) == sum(die.fate == "dropped" for die in lying)


def _keeps(one: Seen) -> bool:
    """Whether the dice of the innermost check lie in the question itself."""
    return bool(
        one.asked and one.asked.question.form == "several" and figures_rpg.slots(one.asked.question, board(one))
    )


def test_dice_to_be_kept_are_checkboxes_over_dice_and_barred_ones_have_none() -> None:
    asked = [one for one in TABLES.values() if _keeps(one)]
    barred = 0
    for one in asked:
        assert one.asked is not None
        found = Page(page(one))
        boxes = [box for box in found.all("input") if box.get("name") == "reply"]
        assert [box.get("value") for box in boxes] == [str(n) for n in range(1, len(one.asked.question.choices) + 1)]
        assert {box.get("type") for box in boxes} == {"checkbox"} and all(box.get("aria-label") for box in boxes)
        barred += len(found.having("is-barred"))
        if one.asked.question.why_not:
            assert len(found.having("keep")) == len(boxes) + len(found.having("is-barred"))
    assert len(asked) > 5 and barred


def test_a_typed_face_is_one_that_the_reader_of_replies_takes() -> None:
    one = next(one for one in TABLES.values() if one.asked and one.asked.typed and len(one.asked.question.choices) > 2)
    assert one.asked is not None
    question = one.asked.question
    options = [option.get("value") for option in Page(page(one)).all("option") if option.get("value")]
    for choice in question.choices:
        for side in sides_of(choice.detail, choice.answer):
            assert figures_rpg.words_for(side) in options
            reply = " ".join([figures_rpg.words_for(side)] + ["-"] * (len(question.choices) - 1))
            if choice is question.choices[0]:
                replies.read(question, reply)


def test_dice_in_words_are_drawn_and_other_brackets_are_not() -> None:
    parts = figures_rpg.with_dice("You keep (ST) [–]: (in one hand) [SS] (O).")
    shown = [part if isinstance(part, str) else part.word for part in parts]
    assert shown == [
        "You keep ", "Ring die: success and strife", " ", "Skill die: blank", ": (in one hand) [SS] ",
        "Ring die: opportunity", ".",
    ]  # fmt: skip


def test_a_stop_stays_with_the_die_that_it_follows() -> None:
    """Lines would be broken between a drawing and what follows it, even before a full stop."""
    table = next(iter(gallery_rpg.tables(1).values()))
    line = LogLine(0, "You keep (ST) [–]: one. (O), then [E].", "", "", 0, False, False)
    page = render.page("table", "en", seen=replace(table, lines=(line,)))
    log = page.partition('id="line-0"')[2].partition("</li>")[0]
    tied = re.findall(r'<span class="tied"><svg.*?</svg>([^<]*)</span>([^<]*)', log)
    assert tied == [(":", " one. "), (",", " then "), (".", "")] and log.count('<svg class="die') == 4


# --- secrecy ---------------------------------------------------------------------------------------------


def at_bids(bid: int) -> Session[Any]:
    """Two duellists at their bids, of which the first is sealed."""
    session = gallery_rpg.advance(gallery_rpg.plain_duel(), "bid")
    session.submit(0, bid)
    return session


@pytest.mark.parametrize("audience", [1, "spectator", "judge"])
def test_a_sealed_bid_is_the_same_bytes_whatever_it_is(audience: Audience) -> None:
    pages = {page(gallery_rpg.seen(at_bids(bid), audience)) for bid in (0, 1, 4)}
    (text,) = pages
    assert "A sealed answer" in text


def test_opened_bids_stand_in_their_letters() -> None:
    session = at_bids(4)
    session.submit(1, 1)
    text = page(gallery_rpg.seen(session, "spectator"))
    assert "Opened: a bid of 4" in text and "Opened: a bid of 1" in text and "A sealed answer" not in text


@pytest.mark.parametrize("audience", [1, "spectator"])
def test_a_recorded_stance_is_the_same_bytes_whatever_it_is(audience: Audience) -> None:
    pages = {page(gallery_rpg.seen(_predicting(ring), audience)) for ring in ("air", "fire")}
    (text,) = pages
    assert "a stance is recorded" in text


def test_who_recorded_a_stance_and_the_judge_read_it() -> None:
    for audience in (0, "judge"):
        texts = {page(gallery_rpg.seen(_predicting(ring), audience)) for ring in ("air", "fire")}
        assert len(texts) == 2


def _predicting(ring: str) -> Session[Any]:
    """Seat 0 has recorded a stance in secret, and the next question is open."""
    session = gallery_rpg.plain_duel()
    for _number in range(200):
        seat, request = next((s, r) for s, r in session.asked.items() if not session.has_sealed(s))
        if request.purpose == "action" and seat == 0:
            session.submit(0, Predict(ring))
            return session
        session.submit(seat, _dull(request))
    raise AssertionError("seat 0 never had a turn")


def _dull(request: Any) -> Any:
    if request.purpose == "bid":
        return 0
    if request.purpose == "keep":
        return (0,)
    if request.purpose == "keep-exploded":
        return ()
    return next(iter(request.options()))


# --- who is hostile, long, or many ------------------------------------------------------------------------


def test_hostile_names_are_text() -> None:
    session = gallery_rpg.advance(gallery_rpg.plain_duel((HOSTILE, "Shiori")), "action")
    for audience in gallery_rpg.AUDIENCES:
        text = page(replace(gallery_rpg.seen(session, audience), status=HOSTILE))
        assert "<b onmouseover" not in text and "&lt;b onmouseover" in text


def test_narrative_lines_are_text_of_five_hundred_characters() -> None:
    session = gallery_rpg.advance(gallery_rpg.plain_duel(), "action")
    session.say("Ana", "<i>bows</i> " + "x" * 480)
    text = page(gallery_rpg.seen(session, 1))
    assert "<i>bows" not in text and "x" * 480 in text and 'maxlength="500"' in text


# --- what a picture says ----------------------------------------------------------------------------------


def test_an_interrupted_check_stands_around_what_interrupts_it() -> None:
    cut = [one for one in TABLES.values() if len(board(one).checks) > 1]
    assert cut
    for one in cut:
        text = Page(checks_of(page(one))).text
        inner, outer = board(one).checks[0].title, board(one).checks[-1].title
        assert text.index(outer) < text.rindex(inner) < text.rindex(f"{outer}, still to come")


def test_a_bid_says_what_it_comes_to_and_where_the_gate_is() -> None:
    one = gallery_rpg.seen(gallery_rpg.advance(gallery_rpg.plain_duel(), "bid"), 0)
    assert one.asked is not None
    row = figures_rpg.bids(one.asked.question, board(one))
    mine = board(one).fighters[0]
    assert [bid.n for bid in row] == list(range(mine.focus + 1))
    assert [bid.initiative - mine.initiative for bid in row] == [bid.n for bid in row]
    assert [bid.past for bid in row] == [mine.strife.value + bid.n > mine.strife.limit for bid in row]
    assert sum(bid.gate for bid in row) == any(bid.past for bid in row)
    assert len(Page(page(one)).having("bid__step")) == len(row)


def test_a_judges_other_finding_stands_beside_the_programs() -> None:
    one = next(
        one for one in TABLES.values() if any(p.points != p.found for f in board(one).fighters for p in f.points)
    )
    assert "ruled; found" in page(one)


def test_conditions_say_what_they_mean() -> None:
    one = next(one for one in TABLES.values() if board(one).fighters[0].ills)
    titles = {element.get("title") for element in Page(page(one)).having("condition")}
    assert {ill.means for ill in board(one).fighters[0].ills} <= titles


def test_the_end_has_both_scores_by_lines() -> None:
    one = next(one for one in TABLES.values() if one.finished and board(one).phase == "over")
    found = Page(page(one))
    assert len(found.having("verdict")) == 2
    assert all(word in found.text for _key, word in board(one).score_lines)


# --- choices laid out -------------------------------------------------------------------------------------


def laid(*options: Any) -> figures_rpg.Laid:
    """Options as choices, laid out."""
    return figures_rpg.laid(Question("choose", "?", tuple(Choice(option, str(option)) for option in options)))


def test_choices_are_laid_out_by_what_they_do() -> None:
    assert laid(Take("air"), Take("void")).form == "rings"
    assert laid(GO_ON, YES).form == "two"
    assert laid(GO_ON, Concede()).form == "yield"
    assert laid(*[Pick(str(n)) for n in range(12)]).form == "list"
    acts = laid(GO_ON, Predict("air"), Predict("fire"), Center("melee"), Strike("strike", "katana"))
    assert (acts.form, [act.tag for act in acts.main], set(acts.folded)) == ("acts", ["attack"], {"predict", "center"})
    assert acts.last is not None and acts.last.number == 1


@pytest.mark.parametrize("name", TABLES)
def test_every_choice_can_be_made(name: str) -> None:
    """A choice is a button or an option with its number, each once; nothing else is."""
    one = TABLES[name]
    if one.asked is None or one.asked.question.form != "choose":
        return
    found = Page(page(one)).all("button", "option")
    made = [one for one in found if one.get("name") == "reply" or (one.tag == "option" and one.get("value"))]
    values = [one.get("value") for one in made]
    assert sorted(values, key=int) == [str(n) for n in range(1, len(one.asked.question.choices) + 1)]


def test_real_dice_are_asked_of_who_types_them() -> None:
    session = next(s for s in gallery_rpg.random_duel(1, typed=True, gm=True) if isinstance(s.asked.get(CHANCE), Roll))
    one = gallery_rpg.game_master(gallery_rpg.seen(session, "judge"))
    assert one.asked is not None and one.asked.typed
    assert "Real dice" in page(one)
    number = Question("number", "To which number?", least=0, most=99)
    assert "Real dice" not in page(replace(one, ruling=number))  # what he rules is no die


def test_a_step_of_a_ruling_is_not_told_to_be_final_and_the_last_one_is() -> None:
    """A bid cannot be changed after; a number of a judge can, until he has given his reason."""
    final, middle, last = "it cannot be changed after", "nothing is ruled yet", "it holds at once"
    tables = gallery_rpg.tables().values()
    bid = next(one for one in tables if one.asked and "bid" in one.asked.question.text and one.me.role == "seat")
    number = Question("number", "To which number?", least=0, most=99)
    judge = gallery_rpg.game_master(replace(bid, asked=None, ruling=number))
    reason = replace(judge, ruling=Question("text", "For what reason?", most=200, hint="The ruling: strife is 3."))
    told = {name: page(one) for name, one in {"bid": bid, "middle": judge, "last": reason}.items()}
    found = {name: [words in text for words in (final, middle, last)] for name, text in told.items()}
    assert found == {"bid": [True, False, False], "middle": [False, True, False], "last": [False, False, True]}
    assert "The ruling: strife is 3." in told["last"]
