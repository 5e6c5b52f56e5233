"""Pages: all of them are made for everybody, are sound as HTML, tell nothing that is hidden, and take names as text."""

from __future__ import annotations

import re
from collections import defaultdict
from dataclasses import replace

import pytest
from jinja2 import UndefinedError

from iaijutsu.analysis.roster import agents
from iaijutsu.play import i18n
from iaijutsu.play.server import figures, forms, menu, orders, render
from iaijutsu.play.server.seen import Place, Seen
from iaijutsu.play.words import Choice, Question
from iaijutsu.play.words.board import Board, Face
from tests.server import gallery, gallery_rpg
from tests.server.reading import Element, Page, faults, without_commands


def table(name: str, **things: object) -> str:
    """A table of the gallery as a page."""
    return render.page("table", "en", seen=gallery.tables()[name], **things)


# --- soundness -------------------------------------------------------------------------------------------


@pytest.mark.parametrize("language", ["en", "hr", "pt_BR"])
def test_every_page_for_everybody_is_sound(language: str) -> None:
    """Well-formed, ids unique, every control labelled, nothing inline, nothing from elsewhere, forms complete."""
    wrong = {name: found for name, text in gallery.pages(language) if (found := faults(text))}
    assert wrong == {}


def _asked() -> dict[str, Seen]:
    """A table of each form of question and look of its controls."""
    found: dict[str, Seen] = {}
    for one in (*gallery.tables().values(), *gallery_rpg.tables().values()):
        if one.asked and (controls := _controls(Page(render.page("table", "en", seen=one)))):
            looks = {control.get("type") or control.tag for control in controls}
            found.setdefault(f"{one.game} {one.asked.question.form} {'/'.join(sorted(looks))}", one)
    return found


def _controls(page: Page) -> list[Element]:
    """The controls of a page that answer, but for buttons."""
    return [control for control in page.all("input", "select") if control.get("name") == "reply"]


def _options(page: Page, control: Element) -> list[Element]:
    return [option for option in page.all("option") if option.within("select") is control]


def _given(page: Page, controls: list[Element]) -> list[str]:
    """What a browser would send."""
    found = []
    for control in controls:
        if control.tag == "select":
            chosen = [option for option in _options(page, control) if "selected" in option.attributes]
            found.append((chosen or _options(page, control))[0].get("value"))
        elif control.get("type") not in ("radio", "checkbox") or "checked" in control.attributes:
            found.append(control.get("value"))
    return found


def _others(page: Page, controls: list[Element]) -> list[str]:
    """Another answer than what stands there: the last of each."""
    ticked = [control for control in controls if control.get("type") in ("radio", "checkbox")]
    if ticked:
        return [ticked[-1].get("value")]
    options = [_options(page, control) for control in controls]
    return [shown[-1].get("value") if shown else "<why> & 3" for shown in options]


def test_what_was_given_and_refused_stands_there_again() -> None:
    """Of every kind of question; no number shows as it was typed, and a text is no HTML. Not at another question."""
    asked = _asked()
    assert len(asked) >= 8, sorted(asked)
    for name, one in asked.items():
        assert one.asked is not None
        page = Page(render.page("table", "en", seen=one))
        plain, other = _given(page, _controls(page)), _others(page, _controls(page))
        typed = {"kind": "answer", "question": one.asked.id, "replies": other}
        again = Page(render.page("table", "en", seen=one, problem="No.", typed=typed))
        assert _given(again, _controls(again)) == other, name
        assert not again.wrong and [n.words for n in again.all("p") if n.get("role") == "alert"] == ["No."]
        for elsewhere in ({**typed, "question": "q0.0"}, {**typed, "kind": "rule"}):
            page = Page(render.page("table", "en", seen=one, problem="No.", typed=elsewhere))
            assert _given(page, _controls(page)) == plain, name


def test_the_reader_of_pages_finds_faults() -> None:
    """The test of the test: a page with each fault is told to have it."""
    page = (
        "<main id=a><h1>x</h1><p id=a style='x'>1</p><input name=q><a href='http://x.y/'>z</a><label for=no>w</label>"
        "<form action=/duel/d/do method=post><button>go</button></form><script>1</script><b></main>"
    )
    told = "; ".join(faults(page))
    for fault in ("twice", "style", "no label", "elsewhere", "not there", "lacks", "script in", "closes b"):
        assert fault in told


def test_languages_are_told_to_browsers() -> None:
    """A page says in which language it is, and offers the others in their own."""
    page = Page(render.page("lobby", "pt_BR"))
    assert page.all("html")[0].get("lang") == "pt-BR"
    offered = {one.get("lang"): one.words for one in page.all("button") if one.get("name") == "language"}
    assert list(offered.values()) == list(i18n.languages().values())
    current = [one.get("lang") for one in page.all("button") if one.get("aria-current")]
    assert current == ["pt-BR"]


def test_what_a_page_needs_must_be_given() -> None:
    """A forgotten thing is an error, never an empty place."""
    with pytest.raises(UndefinedError):
        render.page("table", "en")


def test_the_fragment_is_the_main_part_of_the_page() -> None:
    """What a stream sends is what the page would have had."""
    seen = gallery.cards_asked()
    page = without_commands(render.page("table", "en", seen=seen))
    part = without_commands(render.fragment("table_main", "en", seen=seen))
    assert part.startswith("<main id=") and part.endswith("</main>")
    assert part in page


def test_each_form_has_a_command_of_its_own() -> None:
    """So that what is sent twice is done once, and two things are two."""
    ids = [one.get("value") for one in Page(table("around-offers")).all("input") if one.get("name") == "command"]
    assert len(ids) > 5 and len(set(ids)) == len(ids)


def test_addresses_of_files_change_with_what_is_in_them() -> None:
    """So that a browser may keep them for ever."""
    assert re.fullmatch(r"/static/style\.css\?[0-9a-f]{12}", render.static("style.css"))


# --- names are text --------------------------------------------------------------------------------------


def test_hostile_names_are_text() -> None:
    """A name with tags, quotes and braces stands on the page as it was typed, and does nothing."""
    session = next(iter(gallery.played(gallery.cards(names=(gallery.HOSTILE, "Davi", "Rin")))))
    for audience in gallery.AUDIENCES:
        seen = gallery.seen(session, audience, status=gallery.HOSTILE, waiting=gallery.HOSTILE)
        places = tuple(replace(place, name=gallery.HOSTILE) for place in seen.places)
        text = render.page("table", "hr", seen=replace(seen, places=places), problem=gallery.HOSTILE)
        assert "<b onmouseover" not in text
        assert faults(text) == []
        assert gallery.HOSTILE in Page(text).all("main")[0].words


def test_hostile_questions_are_text() -> None:
    """Labels, hints and reasons too."""
    evil = gallery.HOSTILE
    for form in ("choose", "several", "arrange", "draw"):
        question = Question(form, evil, (Choice(0, evil, evil), Choice(1, "b")), (evil,), 1, 2, evil)
        seen = gallery.cards_asked()
        assert seen.asked is not None
        text = render.page("table", "en", seen=replace(seen, asked=replace(seen.asked, question=question)))
        assert "<b onmouseover" not in text
        assert faults(text) == []


# --- nothing hidden --------------------------------------------------------------------------------------


def backs(text: str) -> list[str]:
    """The face-down cards of a page that nobody there may read, as they stand in its source."""
    return re.findall(r'<li class="card card--back.*?</li>', text, re.DOTALL)


def test_face_down_cards_are_alike_to_the_byte() -> None:
    """In all duels, for all audiences: a card's back differs by its side and its place, and by nothing else."""
    found: dict[tuple[str, str], set[str]] = defaultdict(set)
    for seed in (3, 4):
        for session in gallery.played(gallery.cards(), "patient", seed):
            for audience in (0, 1, "spectator"):
                text = render.page("table", "en", seen=gallery.seen(session, audience))
                for back in backs(text):
                    place = re.search(r"Card (\d+)", back)
                    assert place is not None
                    found["challenged" if "of-challenged" in back else "challenger", place[1]].add(back)
    assert len(found) >= 6
    assert {key: len(kinds) for key, kinds in found.items() if len(kinds) > 1} == {}


def hidden_titles(name: str) -> set[str]:
    """Titles that only the judge's page of this moment may have, and not that of the first seat."""
    stem = name.rpartition("-")[0]
    judge = gallery.tables().get(f"{stem}-judge")
    own = gallery.tables()[f"{stem}-0"]
    if judge is None or not isinstance(judge.board, Board) or not isinstance(own.board, Board):
        return set()
    other = next(side for side in judge.board.sides if side.seat == 1)
    held = {face.title for face in (*other.pool, *other.hand, *other.area) if not face.up and face.title}
    known = {face.title for side in own.board.sides for face in (*side.pool, *side.hand, *side.area, *side.discard)}
    told = " ".join(line.text for line in own.lines)
    return {title for title in held - known if title not in told}


def test_a_page_has_no_title_of_a_hidden_card() -> None:
    """Neither as text nor in any attribute; the judge's page of the same moment has them all."""
    checked = 0
    for name in gallery.tables():
        if name.startswith("cards-") and name.endswith("-0") and (titles := hidden_titles(name)):
            text, judged = table(name), table(name.rpartition("-")[0] + "-judge")
            for title in titles:
                escaped = (
                    title.replace("'", "&#39;").replace("&", "&amp;") if "&" in title else title.replace("'", "&#39;")
                )
                assert escaped not in text, f"{name}: {title}"
                assert escaped in judged
                checked += 1
    assert checked > 50


# --- questions -------------------------------------------------------------------------------------------


def replies(text: str) -> dict[str, list[str]]:
    """What the form `answer` or `acts` can send as a reply, by the kind of control."""
    found = defaultdict(list)
    for one in Page(text).all("input", "button", "option"):
        field = one.within("select") if one.tag == "option" else one
        if field is not None and field.get("name") == "reply":
            found[one.get("type") or one.tag].append(one.get("value"))
    return dict(found)


def test_every_form_of_question_can_be_answered() -> None:
    """Each form offers just what its reader takes."""
    assert replies(table("form-number")) == {"radio": ["0", "1", "2", "3", "4", "5"]}
    assert replies(table("form-number-long")) == {"number": ["0"]}
    assert replies(table("form-several")) == {"checkbox": ["1", "2", "3"]}
    assert replies(table("form-dice")) == {"checkbox": ["1", "2", "3", "4", "5"]}
    assert replies(table("form-arrange")) == {"option": ["1", "2", "1", "2"]}
    assert replies(table("form-draw")) == {"option": ["", "1", "2", "", "1", "2"]}
    assert replies(table("form-text")) == {"input": [""]}
    faces = replies(table("form-faces"))
    assert faces["number"] == [""]
    assert faces["option"][:7] == ["", "1", "2", "3", "4", "5", "6"]


def test_cards_are_picked_and_a_strike_is_one_press() -> None:
    """All choices of the opportunity are there once: cards as radios, the strike as a button."""
    seen = gallery.cards_asked()
    assert seen.asked is not None
    sent = replies(render.page("table", "en", seen=seen))
    choices = enumerate(seen.asked.question.choices, 1)
    strikes = [str(n) for n, choice in choices if getattr(choice.answer, "tag", "") == "strike"]
    assert sent["button"] == strikes
    assert sorted(sent["radio"] + sent["button"], key=int) == [
        str(n + 1) for n in range(len(seen.asked.question.choices))
    ]


def test_the_live_line_is_told_with_the_question_at_its_end_apart() -> None:
    seen = gallery.cards_asked()
    assert seen.asked is not None
    ask = seen.asked.question.text
    assert figures.live(seen) == (seen.status.removesuffix(ask), ask) and seen.status.endswith(f" {ask}")
    assert figures.live(replace(seen, status=ask)) == ("", ask)
    assert figures.live(replace(seen, status="Davi thinks.")) == ("Davi thinks.", "")
    assert figures.live(replace(seen, asked=None)) == (seen.status, "")
    assert figures.live(replace(seen, ruling=gallery.FORMS["text"])) == (seen.status, "")


def test_nobody_stands_on_the_ground_of_what_is_not_there() -> None:
    """Beside other pages of text two do: who is there already in ink, who is awaited in dry ink."""
    grounds = {name: text.partition('class="ground"')[2] for name, text in gallery.others()}
    assert {name for name, text in grounds.items() if text} == {
        "made", "enter", "enter-problem", "error", "error-busy", "error-closing", "fair", "fair-open", "why", "rules",
        "rules-cards", "clause",
    }  # fmt: skip
    assert grounds.pop("error").count('class="figure"') == 0
    waiting = {name: text.count('<span class="is-waiting"') for name, text in grounds.items() if text}
    assert waiting["made"] == waiting["enter"] == 1 and waiting["rules"] == waiting["why"] == waiting["fair"] == 2


def test_only_who_is_asked_has_a_form_to_answer() -> None:
    """Spectators have no form of the table at all; a waiting player has none that answers."""
    for name, seen in gallery.tables().items():
        kinds = [one.get("value") for one in Page(table(name)).all("input") if one.get("name") == "kind"]
        if seen.me.role == "spectator":
            assert kinds == [], name
        assert ("answer" in kinds) == (seen.asked is not None and seen.ruling is None), name


def test_a_duel_that_may_be_claimed_is_claimed_where_answers_are_given() -> None:
    """Who waits is told there that he may, and does it in two steps, with one form in all of the page."""
    page = Page(table("around-away"))
    (form,) = [one for one in page.all("input") if one.get("name") == "kind" and one.get("value") == "claim"]
    assert "ask" in [one.get("id") for one in form.around] and "deed-claim" in [one.get("id") for one in form.around]
    assert "The other side has no time left, and has not answered." in table("around-away")
    assert "no time left" not in table("around-mine")


def test_what_the_heading_says_is_not_shown_a_second_time() -> None:
    """Whoever listens is still told it."""
    last = "Nao claims the duel: Aki has no time left."
    ended = next(one for name, one in gallery.tables().items() if name.startswith("cards") and one.finished)
    for status, shown in ((last, "status sr"), ("Nao wins. " + last, "status")):
        page = Page(render.page("table", "en", seen=replace(ended, result=last, status=status)))
        (told,) = [one for one in page.all("p") if one.get("id") == "status"]
        assert (told.get("class"), told.words) == (shown, status)


def test_reasons_link_to_their_clauses() -> None:
    """A clause in brackets at the end of a reason becomes a link; nothing else does."""
    linked = figures.linked("Once in a duel. [cards.C.hand-once]")
    assert linked == 'Once in a duel. <a href="/rules/cards.C.hand-once"><code>cards.C.hand-once</code></a>'
    assert figures.linked("<i> [x") == "&lt;i&gt; [x"
    assert figures.linked("a [<b>]") == "a [&lt;b&gt;]"


# --- the lobby -------------------------------------------------------------------------------------------


def filled(page: Page, **typed: str) -> forms.Fields:
    """The fields of the lobby's form as a browser sends them when nothing but `typed` was touched."""
    texts: dict[str, list[str]] = {}
    for one in page.all("input", "select", "textarea"):
        form = one.within("form")
        if form is None or form.get("id") != "make" or one.get("type") == "file":
            continue
        if one.get("type") in ("radio", "checkbox") and "checked" not in one.attributes:
            continue
        value = one.get("value")
        if one.tag == "select":
            options = [option for option in page.all("option") if option.within("select") is one]
            chosen = [option for option in options if "selected" in option.attributes] or options
            value = chosen[0].get("value")
        texts.setdefault(one.get("name"), []).append(typed.get(one.get("name"), value))
    return forms.Fields(texts, {})


@pytest.mark.parametrize("game", ["cards", "rpg"])
def test_what_the_lobby_asks_for_is_an_order_that_can_be_had(game: str) -> None:
    """Untouched it makes a duel between me and who has the link; each field of the form is read by its name."""
    order = forms.order(filled(Page(render.page("lobby", "en", typed={"game": game, "spectators": "1"}))))
    assert (order.game, order.seats, order.clock) == (game, ("me", "link"), None)
    assert order.spectators and not order.judge
    assert orders.lay_out(order).setup is not None


def test_all_rulings_of_the_lobby_are_known() -> None:
    """Every question that the rulebook leaves open is there, in words, with the answers that it allows."""
    from iaijutsu.rpg import rulings

    page = Page(render.page("lobby", "en", typed={"game": "rpg"}))
    asked = {one.get("name").removeprefix("ruling.") for one in page.all("select") if "ruling." in one.get("name")}
    assert asked == set(rulings.choices()) == set(menu.RULINGS)
    assert {answer for answers in rulings.choices().values() for answer in answers} == set(menu.ANSWERS)


def test_what_was_typed_comes_back_with_the_problem() -> None:
    """An order that cannot be had is shown again as it was filled in."""
    typed = {"game": "rpg", "name_1": "Ana", "seat_2": "patient", "rpg.form": "sparring", "judge": "1", "clock": "5"}
    page = Page(render.page("lobby", "en", typed=typed, problem="no"))
    back = filled(page)
    assert {name: back.text(name) for name in typed} == typed
    assert not back.ticked("spectators")


# --- figures ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "large", "small"), [("4 + 3 = 7", "7", "4 + 3"), ("4 + ? + ?", "4 + ? + ?", ""), ("Chi 4", "Chi 4", "")]
)
def test_a_score_is_large_and_how_it_comes_about_small(text: str, large: str, small: str) -> None:
    """The sum before its parts."""
    assert figures.tally(text) == (large, small)


@pytest.mark.parametrize(
    ("text", "fills"),
    [("62.5%", 62.5), ("12,5\u00a0%", 12.5), ("100%", 100), ("even", None), ("120%", None), ("", None)],
)
def test_bars_are_filled_by_the_share(text: str, fills: float | None) -> None:
    """However the language writes it; what is no share has no bar."""
    assert figures.share(text) == fills


@pytest.mark.parametrize(
    ("seconds", "shown"), [(0.0, "0:00"), (-3, "0:00"), (59.2, "1:00"), (271, "4:31"), (3729, "1:02:09")]
)
def test_clocks(seconds: float, shown: str) -> None:
    """A clock shows zero only when nothing is left."""
    assert figures.time_left(seconds) == shown


def test_the_two_sides_never_wear_the_same_crest() -> None:
    """Crests follow from names alone, so a duellist keeps his."""
    names = [f"Name {n}" for n in range(40)]
    assert not {figures.crest(name, 0) for name in names} & {figures.crest(name, 1) for name in names}
    assert figures.crest("Kaya", 0) == figures.crest("Kaya", 0)


def test_qr_codes_are_drawings() -> None:
    """Inline, without style, and the address is not in them as text."""
    drawn = str(figures.qr("https://example.org/duel/d1#secret"))
    assert drawn.startswith("<svg") and "secret" not in drawn and "style=" not in drawn


def test_a_card_without_strokes_for_its_value_has_none() -> None:
    """Six and more, a star, a dash: the number is all."""
    assert [figures.strokes(value) for value in ("0", "5", "6", "*", "–", "")] == ["fv-0", "fv-5", "", "", "", ""]


def test_a_place_is_found_by_its_seat() -> None:
    """Places stand in no order that pages rely on."""
    places = [Place(seat, "x", None, "person", False, False, None, None) for seat in (2, 0)]
    assert figures.place(places, 0).seat == 0


@pytest.mark.parametrize("game", ["cards", "rpg"])
def test_who_has_lost_is_a_broken_stroke(game: str) -> None:
    """One of the two, whoever looks; where nobody won alone, nobody."""
    over = next(one for name, one in gallery.tables().items() if name.startswith(game) and one.finished)
    for winner in (0, 1):
        page = Page(render.page("table", "en", seen=replace(over, winner=winner)))
        broken = [one.within("article") for one in page.all("use") if one.get("href") == "#break"]
        sides = [one for one in broken if one is not None]
        assert len(sides) == 1
        assert ("of-challenged", "of-challenger")[winner] in sides[0].get("class")
        assert "is-waiting" in sides[0].get("class")
    page = Page(render.page("table", "en", seen=replace(over, winner=None)))
    assert game == "rpg" or not [one for one in page.all("use") if one.get("href") == "#break"]


def test_who_fought_stands_there_when_the_duel_is_over() -> None:
    """With the score of each; not everybody who was in play."""
    over = next(one for name, one in gallery.tables().items() if name.startswith("cards") and one.finished)
    page = Page(render.page("table", "en", seen=over))
    assert isinstance(over.board, Board)
    assert [len(side.people) for side in over.board.sides] == [1, 1]
    tallies = [one.words for one in page.all("p") if one.get("class") == "tally"]
    assert all(told.startswith("scored 7") for told in tallies), tallies


def test_the_winner_is_the_one_that_the_result_names() -> None:
    """In both games, by seat, whichever side the seat had."""
    over = [one for one in gallery.tables().values() if one.finished]
    assert any(one.winner is not None for one in over)
    for one in over:
        if one.winner is not None and one.game == "cards":
            side = next(side for side in one.board.sides if side.seat == one.winner)  # type: ignore[union-attr]
            assert f"{side.role} wins" in one.result or gallery.NAMES[one.winner] in one.result


def test_a_third_player_sees_his_own_hand() -> None:
    """His cards lie before him; nobody else reads them."""
    third = {name: one for name, one in gallery.tables().items() if name.startswith("third")}
    held = {name: one.board.hand for name, one in third.items() if isinstance(one.board, Board) and one.board.hand}
    assert held and all(name.endswith("-2") for name in held)
    for name, hand in held.items():
        text = render.page("table", "en", seen=third[name])
        page = Page(text)
        section = next(one for one in page.elements if one.get("id") == "hand-own")
        assert all(face.title and face.title in section.words for face in hand)
        assert faults(text) == []


def test_faces_that_lie_nowhere_seen_are_acts() -> None:
    """The unseen top of a deck has no face to pick: it is done with one press."""
    from iaijutsu.cards import options as op

    question = Question("choose", "?", (Choice(op.Focus("deck", 0, False), "Focus the top card, unseen"),))
    laid = figures.asked(question, None)
    assert (laid.cards, [act.number for act in laid.acts]) == ({}, [1])
    assert Face("", "", False).title == ""


@pytest.mark.parametrize("language", i18n.languages())
def test_every_computer_player_has_words_in_the_lobby_and_at_the_table(language: str) -> None:
    players = {**agents("cards"), **agents("rpg")}
    assert players.keys() == menu.COMPUTERS.keys() == menu.SEATED.keys()
    with i18n.speaking(language):
        for key, words in menu.menu().computers:
            for told in (words, menu.seated(key)):
                assert len(told.split()) > 1
                assert key not in told or language == "en"


def test_many_notes_on_what_was_brought_do_not_stand_before_the_links() -> None:
    things = {"duel": "d1", "links": (("spectator", "https://example.org/duel/d1#" + "s" * 43),), "seated": True}
    few = render.page("made", "en", notes=["One note."], **things)
    assert '<p class="notice">One note.</p>' in few
    assert '<details class="own" id="made-notes">' not in few
    many = render.page("made", "en", notes=[f"Note {n}." for n in range(32)], **things)
    assert '<details class="own" id="made-notes"><summary><i>32 things to know of what was brought' in many
    assert many.count("<li>Note") == 32
