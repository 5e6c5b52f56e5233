"""Forms as browsers send them become orders and commands."""

from __future__ import annotations

import pytest

from iaijutsu.play import i18n
from iaijutsu.play.server import brought, forms, models, orders
from iaijutsu.play.server.calls import Upload


def fields(files: dict[str, list[Upload]] | None = None, **texts: str | list[str]) -> forms.Fields:
    """Fields of a form; `__` in a name stands for the dot."""
    told = {name.replace("__", "."): [text] if isinstance(text, str) else text for name, text in texts.items()}
    return forms.Fields(told, files or {})


def test_an_empty_form_orders_a_card_duel_with_a_link() -> None:
    order = forms.order(fields())
    assert (order.game, order.seats, order.terms, order.clock) == ("cards", ("me", "link"), {}, None)
    assert not (order.spectators or order.judge or order.odds or order.public or order.dice)


def test_seats_names_clock_and_boxes() -> None:
    order = forms.order(
        fields(
            game="cards", seat_1="link", seat_2="reading", seat_3="me", name_1=" Aki ", name_3="Sei", clock="10",
            increment="5", judge="1", odds="on", spectators="0", dice="1",
        )
    )  # fmt: skip
    assert order.seats == ("link", "reading", "me")
    assert order.names == ("Aki", "", "Sei")
    assert order.clock == (600, 5)
    assert (order.judge, order.odds, order.spectators, order.dice) == (True, True, False, "table")


@pytest.mark.parametrize(("terms", "known"), [(models.CardTerms, orders.CARDS), (models.RpgTerms, orders.RPG)])
def test_a_program_can_send_the_terms_that_there_are(terms: type[models.In], known: set[str]) -> None:
    assert set(terms.model_fields) == known


def test_the_last_of_a_name_counts() -> None:
    assert forms.order(fields(seat_2=["link", "reading"])).seats == ("me", "reading")


def test_terms_are_of_their_game_alone() -> None:
    told = fields(game="rpg", cards__deck="x", rpg__character="y", form="z", ruling__blow_per="event", ruling="a=b")
    assert forms.order(told).terms == {"character": "y", "form": "z", "ruling": ["blow_per=event", "a=b"]}
    told = fields(game="cards", cards__deck="x", rpg__character="y", ruling__blow_per="event")
    assert forms.order(told).terms == {"deck": "x"}


def test_a_term_of_the_game_comes_before_one_of_both_and_a_file_before_words() -> None:
    mine = Upload("mine.toml", "a = 1")
    told = fields({"cards.deck_file": [mine]}, game="cards", deck="x", cards__deck="y", cards__deck_pick=" z ")
    assert forms.order(told).terms == {"deck": Upload("mine.toml", "a = 1", "z")}
    assert forms.order(fields(game="cards", deck="x", cards__deck="y")).terms == {"deck": "y"}


def test_several_files_and_pasted_texts() -> None:
    told = fields(
        {"cards.database_file": [Upload("a.xml", "<a/>"), Upload("b.xml", "<b/>")]}, cards__database_text="<c/>"
    )
    names = [one.name for one in forms.order(told).terms["database"]]
    assert sorted(names) == ["a.xml", "b.xml", "pasted.xml"]


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("<cards/>", "pasted.xml"),
        ('{"name": "x"}', "pasted.json"),
        ("[[1, 2]]", "pasted.json"),
        ("[deck]\ntitle = 'x'", "pasted.toml"),
        ("3 Iaijutsu Duel\n2 Focus", "pasted.txt"),
        ("\ufeff  <cards/>", "pasted.xml"),
        ("[" * 100_000, "pasted.txt"),
    ],
)
def test_what_was_pasted_is_told_by_its_look(text: str, name: str) -> None:
    assert brought.pasted_name(text) == name
    with i18n.speaking("hr"):  # it stands in what people are told of it
        assert brought.pasted_name(text) == name.replace("pasted", "zalijepljeno")


def test_a_command_of_an_answer() -> None:
    made = forms.command(fields(command="id-1", kind="answer", question="q", reply=["1", "3"]), "hr")
    assert (made.id, made.kind, made.question, made.reply, made.language) == ("id-1", "answer", "q", "1 3", "hr")
    made = forms.command(fields(command="id-1", slot=["1", "2 3"], choice="4"), "en")
    assert (made.slots, made.choice, made.reply, made.kind) == ((1, 2, 3), 4, None, "answer")


def test_commands_about_something() -> None:
    assert forms.command(fields(kind="agree", offer="undo"), "en").about == "undo"
    assert forms.command(fields(kind="rule", about="drop"), "en").about == "drop"
    assert forms.command(fields(kind="pass-until", until="heading"), "en").text == "heading"
    assert forms.command(fields(kind="say", text="Hello."), "en").text == "Hello."


@pytest.mark.parametrize(
    "told", [{"choice": "x"}, {"choice": "-1"}, {"slot": "1 x"}, {"slot": "99999"}, {"choice": "1" * 9}]
)
def test_numbers_are_numbers(told: dict[str, str]) -> None:
    with pytest.raises(forms.Wrong, match="whole number"):
        forms.command(fields(None, **told), "en")
