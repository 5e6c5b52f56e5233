"""The report: estimates with intervals, exact things called so, one file that needs nothing, words for pictures."""

from __future__ import annotations

import re
from collections import Counter
from html.parser import HTMLParser

from iaijutsu.analysis import facts_cards, facts_rpg, report, report_html, report_svg, tally
from iaijutsu.analysis.measures import Measure
from iaijutsu.analysis.report import Numbers, Report, Shares
from iaijutsu.analysis.tally import Tally

VOID = {"meta", "br", "link"}


def some(duels: int = 200) -> Tally:
    half = duels // 2
    return Tally(
        duels,
        {
            "result": Counter({"{0} wins": half, "{1} wins": duels * 2 // 5, "both lose": duels // 10}),
            "strike": Counter({"{0}: his choice": half, "{1}: nothing is left to focus": duels - half}),
        },
        {"duellist died 0": Counter({True: 30, False: duels - 30})},
        {"margin": Counter({-3: half, 2: duels - half}), "honor 1": Counter(dict.fromkeys(range(-30, 30), 2))},
    )


def made(names: tuple[str, str] = ("Aki", "Nao"), duels: int = 200) -> Report:
    exact = [("ruleset", "Celestial")]
    return report.report(f"{names[0]} against {names[1]}", some(duels), facts_cards.MEASURES, names, exact)


def test_every_estimate_carries_its_interval_and_every_row_its_count() -> None:
    for part in made().parts:
        rows = part.rows if isinstance(part, Shares) else part.bars
        for row in rows:
            assert 0 <= row.estimate.low <= row.estimate.value <= row.estimate.high <= 1
            assert row.estimate == tally.share(row.count, row.of)
        if isinstance(part, Numbers):
            assert part.mean.low < part.mean.value < part.mean.high
            assert sum(row.count for row in part.bars) == part.of


def test_sentences_say_who_wins_and_whether_it_may_be_chance() -> None:
    lead = " ".join(made().lead)
    assert "Aki wins 50.0 % (43.1 to 56.9)" in lead and "Nao wins 40.0 %" in lead
    assert "10.0 in a hundred duels" in lead and "may still be chance" in lead
    assert "chance" not in " ".join(made(duels=200_000).lead), "Aki is ahead by so many duels"
    assert "−0.50" in lead, "the margin on average"


def test_the_text_has_an_interval_in_every_row_with_a_share() -> None:
    told = report.text(made())
    rows = [line for line in told.splitlines() if " % (" in line]
    assert len(rows) > 8 and all(re.search(r"\(\d+\.\d+ to \d+\.\d+\)", row) for row in rows[2:])
    assert "What was simulated (exact)" in told and "█" in told
    assert "█" not in report.text(made(), bars=False)


def test_rare_words_and_many_numbers_are_put_together() -> None:
    words = Counter({f"word {n}": 30 - n for n in range(30)})
    found = Tally(words.total(), {"result": words}, {}, {"margin": Counter(dict.fromkeys(range(-100, 100), 1))})
    measures = (Measure("result", "share", "Who"), Measure("margin", "number", "Margin", "points"))
    shares, numbers = report.report("x", found, measures, ("A", "B"), ()).parts
    assert isinstance(shares, Shares) and isinstance(numbers, Numbers)
    assert len(shares.rows) == report.MOST_ROWS + 1 and shares.rows[-1].label == "16 others together"
    assert sum(row.count for row in shares.rows) == words.total()
    assert len(numbers.bars) <= report.MOST_BARS and sum(row.count for row in numbers.bars) == 200
    assert numbers.bars[0].label == "−100 to −93"


# --- the page --------------------------------------------------------------------------------------------


class Reader(HTMLParser):
    """Holds a page to be well-formed, and collects what is in it."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.tags: Counter[str] = Counter()
        self.ids: Counter[str] = Counter()
        self.refers: list[str] = []
        self.words: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags[tag] += 1
        if tag not in VOID:
            self.open.append(tag)
        for name, value in attrs:
            assert not name.startswith("on") and name not in ("src", "href"), f"{name} on {tag}"
            if name == "id":
                self.ids[str(value)] += 1
            if name == "aria-labelledby":
                self.refers += str(value).split()

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags[tag] += 1

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        self.words.append(data)


def read(page: str) -> Reader:
    reader = Reader()
    reader.feed(page)
    reader.close()
    assert not reader.open
    return reader


def test_the_page_is_one_file_that_needs_nothing_and_runs_nothing() -> None:
    page = report_html.page(made())
    reader = read(page)
    assert not reader.tags["script"] and not reader.tags["link"] and not reader.tags["img"]
    assert "http" not in page.replace("http-equiv", "") and "url(" not in page and "@import" not in page
    assert 'lang="en"' in page and reader.tags["h1"] == 1


def test_every_picture_has_a_title_and_words_and_a_table_beside_it() -> None:
    reader = read(report_html.page(made()))
    pictures = reader.tags["svg"]
    assert pictures == len(made().parts) == reader.tags["desc"] and reader.tags["table"] == pictures + 1
    assert all(count == 1 for count in reader.ids.values()), "ids are unique"
    assert set(reader.refers) == set(reader.ids)


def test_names_cannot_break_the_page() -> None:
    names = ("<script>alert(1)</script>", "Nao\"&'")
    page = report_html.page(made(names))
    reader = read(page)
    assert not reader.tags["script"] and "alert(1)" in " ".join(reader.words)


def test_words_with_braces_are_left_alone() -> None:
    assert "{2}" in made(("{2}", "{0!r}")).title


def test_the_same_tally_is_the_same_page() -> None:
    assert report_html.page(made()) == report_html.page(made())


def test_colours_are_those_of_the_text_alone() -> None:
    page = report_html.page(made())
    fills = set(re.findall(r'fill="([^"]+)"', page)) | set(re.findall(r'stroke="([^"]+)"', page))
    assert not fills, "bars and lines take their colour from the page"
    for grey in re.findall(r"#([0-9a-f]{3,6})\b", report_html.STYLE):
        parts = grey if len(grey) == 3 else grey[::2]
        assert len(set(parts)) == 1, f"#{grey} is a colour"


def test_axes_have_round_marks_and_units() -> None:
    numbers = next(part for part in made().parts if isinstance(part, Numbers))
    picture = report_svg.numbers(numbers)
    assert "(points)" in picture
    marks = [float(mark) for mark in re.findall(r">([\d.]+) %</text>", picture)]
    assert marks[0] == 0 and len(marks) <= 6 and all(mark == round(mark, 1) for mark in marks)
    highest = max(row.estimate.high for row in numbers.bars)
    assert marks[-1] >= 100 * highest - 1e-9, "no whisker leaves the picture"


# --- what is counted -------------------------------------------------------------------------------------


def test_names_of_what_is_counted_are_unique_and_their_titles_fill_in() -> None:
    for measures in (facts_cards.MEASURES, facts_rpg.MEASURES):
        assert len({one.name for one in measures}) == len(measures)
        titles = [one.told(("Aki", "Nao")) for one in measures]
        assert len(set(titles)) == len(titles) and not any("{" in title for title in titles)
        assert all(one.unit for one in measures if one.kind == "number")


def test_a_mean_of_numbers_that_are_all_alike_claims_no_certainty() -> None:
    assert report.plain_mean(tally.mean({0: 200})) == "0.00 (all alike, so how far it may be off is not known)"
    assert "not known" in report.plain_mean(tally.mean({3: 1}))
    assert report.plain_mean(tally.mean({0: 100, 1: 100})) == "0.50 (0.43 to 0.57)"
