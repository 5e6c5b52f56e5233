"""What people type, read: in their language, counted from 1, and refused in words that say what would do."""

from __future__ import annotations

import pytest

from iaijutsu.cards.costs import WorthMore
from iaijutsu.engine import BadInput, IllegalAnswer
from iaijutsu.play import replies
from iaijutsu.play.i18n import decimal, percent, speaking
from iaijutsu.play.words import Choice, Question
from tests.play import tables
from tests.play.test_plain import play

THREE = tuple(Choice(slot, label) for slot, label in enumerate(("Mist", "Rain", "Snow")))
ARRANGE = Question("arrange", "In which order?", THREE, least=3, most=3)
ONE_OR_TWO = Question("several", "Which?", THREE, least=1, most=2)


@pytest.mark.parametrize(("language", "yes", "no"), [
    ("en", "y yes Y YES", "n no N"), ("hr", "da d DA y yes", "ne n Ne no"),
    ("pt_BR", "sim s y yes", "não nao n NÃO no"),
])  # fmt: skip
def test_yes_and_no_are_said_in_the_language_or_in_english(language: str, yes: str, no: str) -> None:
    with speaking(language):
        assert {replies.agreed(word) for word in yes.split()} == {True}
        assert {replies.agreed(word) for word in no.split()} == {False}
        assert {replies.agreed(word) for word in ("", "x", "yesno", "j", "´")} == {None}
        assert replies.letters() == (yes[0], no[0])


@pytest.mark.parametrize(("language", "prompt", "please", "yes"), [
    ("en", "? y or n: ", "y or n, please.", "y"), ("hr", "? d ili n: ", "d ili n", "da"),
])  # fmt: skip
def test_the_prompt_says_the_letters_of_the_language(language: str, prompt: str, please: str, yes: str) -> None:
    with speaking(language):
        one = tables.host(2)
        console = play(one, iter(["", "odds", "maybe", yes, "quit"]))
    assert console.text.count(prompt) == 2
    assert please in console.text
    assert one.must_allow_odds() == []


@pytest.mark.parametrize("typed", ["1", "1 2", "1 2 2", "0 1 2", "1 2 4", "1 2 3 1"])
@pytest.mark.parametrize("language", ["en", "hr"])
def test_a_wrong_order_is_refused_in_the_language_and_counted_from_one(typed: str, language: str) -> None:
    with speaking(language), pytest.raises(BadInput) as refused:
        replies.read(ARRANGE, typed)
    assert "0" not in str(refused.value).replace(repr(typed), "").replace("'0'", "")
    assert "slot" not in str(refused.value)
    if len(typed) < 4:
        assert "1" in str(refused.value)
        assert "3" in str(refused.value)
        assert ("are needed" in str(refused.value)) == (language == "en")


def test_an_order_is_read_and_enter_alone_keeps_it() -> None:
    assert replies.read(ARRANGE, "3 1 2") == (2, 0, 1)
    assert replies.read(ARRANGE, "") == (0, 1, 2)


def test_too_many_and_too_few_are_told_by_how_many() -> None:
    assert replies.read(ONE_OR_TWO, "3 1") == (0, 2)
    with pytest.raises(BadInput, match="1 to 2 can be chosen here, not 3"):
        replies.read(ONE_OR_TWO, "1 2 3")
    with pytest.raises(BadInput, match="1 to 2 can be chosen here, not 0"):
        replies.read(ONE_OR_TWO, "")
    with pytest.raises(BadInput, match="2 are to be chosen here, not 1"):
        replies.read(Question("several", "Which?", THREE, least=2, most=2), "1")
    with pytest.raises(BadInput, match="needed is a number from 2 to 5"):
        replies.read(Question("number", "How many?", least=2, most=5), "6")


def test_what_is_worth_too_little_is_refused_in_the_language() -> None:
    request = WorthMore(0, [1, 2, 3], 4)
    for language, told in (("en", "focus values of more than 4 together are needed"), ("hr", "4")):
        reason = request.why_not((0, 1))
        assert reason is not None
        with speaking(language):
            found = replies.why_refused(IllegalAnswer(request, (0, 1), reason))
        assert told in found
        assert ("focus values" in found) == (language == "en")


def test_decimals_have_the_mark_of_the_language() -> None:
    told = {}
    for language in ("en", "hr", "pt_BR"):
        with speaking(language):
            told[language] = (decimal(0.126, 2), percent(0.1256, 1), decimal(1234.5, 1))
    assert told["en"] == ("0.13", "12.6%", "1234.5")
    assert told["hr"] == ("0,13", "12,6\u00a0%", "1234,5")
    assert told["pt_BR"] == ("0,13", "12,6%", "1234,5")
