"""`iaijutsu solve` and `iaijutsu odds cards`: what they print, write and refuse."""

from __future__ import annotations

import csv
import json
import re
from pathlib import Path
from xml.dom.minidom import parseString

import pytest

from iaijutsu.play.cli import run

BARE = ["solve", "--values", "2,5,10,13,8,2", "--stats", "3,4", "--challenger", "opponent"]


def told(capsys: pytest.CaptureFixture[str], *words: str, status: int = 0) -> str:
    assert run(words) == status
    out, err = capsys.readouterr()
    return out if status == 0 else err


# --- odds cards ------------------------------------------------------------------------------------------


def test_what_a_change_of_one_card_is_worth_is_drawn(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    svg, png = tmp_path / "a.svg", tmp_path / "a.png"
    words = ["odds", "cards", "hayakaze-charge", "--against", "iwatoko-wall", "--stats", "4,4", "--json"]
    found = json.loads(told(capsys, *words, "--svg", str(svg), "--png", str(png)))["changes"]
    text = svg.read_text(encoding="utf-8")
    picture = parseString(text)
    title, read_out = (picture.getElementsByTagName(tag)[0].childNodes[0].toxml() for tag in ("title", "desc"))
    assert "hayakaze-charge against iwatoko-wall" in title
    assert "points: +1 a win" in read_out
    assert len(found) > 5
    for row in found:
        assert f"a {row['in']} in for a {row['out']}: {round(row['gain'], 4) + 0.0:+.4f}" in read_out
    bars = [one for one in picture.getElementsByTagName("rect") if one.hasAttribute("stroke")]
    fills = [one.getAttribute("fill") for one in bars]
    assert fills == ["#000" if row["gain"] > 0 else "#fff" for row in found]
    widths = [float(one.getAttribute("width")) for one in bars]
    longest = max(range(len(found)), key=lambda n: abs(found[n]["gain"]))
    assert widths[longest] == max(widths) > 100
    assert set(re.findall(r"#[0-9a-f]{3,6}", text)) <= {"#000", "#fff", "#777"}
    assert png.read_bytes().startswith(b"\x89PNG")


# --- solve -----------------------------------------------------------------------------------------------


def test_the_value_and_how_sure_it_is(capsys: pytest.CaptureFixture[str]) -> None:
    out = told(capsys, *BARE)
    low, high = (
        float(n) for n in re.findall(r"challenged: -?[\d.]+ \(certainly between (-[\d.]+) and (-[\d.]+)\)", out)[0]
    )
    assert low - 1e-5 <= -0.186738842 <= high + 1e-5
    assert high - low < 3e-4
    assert "Rules of thumb for the challenged" in out
    assert "█" in out


def test_the_exact_solution(capsys: pytest.CaptureFixture[str]) -> None:
    out = told(capsys, *BARE, "--exact", "--plain")
    assert "Worth to the challenged: -0.1867 (exact)" in out
    assert "█" not in out and "###" in out


def test_a_plan_for_the_cards_held(capsys: pytest.CaptureFixture[str]) -> None:
    out = told(capsys, *BARE, "--hand", "4", "--pool", "4,3,2", "--holding", "5,1,1,0")
    assert "With a pool of 4, 3 and 2 and 5 in hand:" in out
    assert re.search(r"first: focus the 5 from hand \(\d\d%\) or focus the 4 \(\d\d%\)", out)
    assert "after the hand card, if the other focuses from hand: focus the 4" in out


def test_json_rows_and_pictures(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    svg, png = tmp_path / "a.svg", tmp_path / "a.png"
    found = json.loads(told(capsys, *BARE, "--json", "--svg", str(svg), "--png", str(png)))
    assert found["between"]["challenged"][0] <= found["value"]["challenged"] <= found["between"]["challenged"][1]
    assert sum(found["results"]["challenger"].values()) == pytest.approx(1)
    assert len(found["plan"]) == 54
    picture = parseString(svg.read_text(encoding="utf-8"))
    assert "win: " in picture.getElementsByTagName("desc")[0].firstChild.data  # type: ignore[union-attr]
    assert png.read_bytes().startswith(b"\x89PNG")
    rows = list(csv.reader(told(capsys, *BARE, "--csv").splitlines()))
    assert rows[0] == ["chance", "holding", "first", "win", "tie", "lose", "none"]
    assert sum(float(row[0]) for row in rows[1:]) == pytest.approx(1)


def test_worths_that_are_not_opposite(capsys: pytest.CaptureFixture[str]) -> None:
    both = ["--worth", "1,-1,-1", "--their-worth", "1,-1,-1"]
    assert "is found with a guarantee" in told(capsys, *BARE, *both, status=2)
    mine = told(capsys, *BARE, *both, "--guarantee", "me")
    assert re.search(r"Worth to the challenged: -0\.3\d", mine)


def test_decks_that_ship_with_what_is_left_out(capsys: pytest.CaptureFixture[str]) -> None:
    out = told(capsys, "solve", "--deck", "hayakaze-charge", "--duellist", "hayakaze-toshimasa", "--against",
               "tachimori-last-light", "--hand", "2", "--opponent", "tachimori-renge")  # fmt: skip
    assert "Left out of this game:" in out
    assert "the text of Steady Hands, which is counted as focus value" in out
    assert "take the numbers for an estimate" in out


def test_an_estimate_by_the_rules_comes_with_its_interval(capsys: pytest.CaptureFixture[str]) -> None:
    out = told(capsys, "solve", "--deck", "hayakaze-charge", "--duellist", "hayakaze-iori", "--against",
               "iwatoko-wall", "--opponent", "iwatoko-heiji", "--hand", "0", "--estimate", "6")  # fmt: skip
    shares = re.findall(
        r"(the challenger|the challenged|neither) wins[^:]*: ([\d.]+)% \(95 %: ([\d.]+)% to ([\d.]+)%\)", out
    )
    assert [row[0] for row in shares] == ["the challenger", "the challenged", "neither"]
    assert sum(float(row[1]) for row in shares) == pytest.approx(100, abs=0.2)
    assert all(float(low) <= float(value) <= float(high) for _, value, low, high in shares)


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["--values", "2,x"], "whole numbers"),
        (["--values", "2,2", "--stats", "3"], "--stats"),
        (["--values", "2,2", "--worth", "1,2"], "three numbers"),
        (["--values", "2,2", "--worth=-1,1,0"], "a win counts -1 and a loss 1"),
        (["--values", "5,5,5", "--pool", "9,9,9"], "cannot be held"),
        (["--values", "5,5,5", "--svg", "plan.gif"], "has to end in .svg"),
        (["--values", "5,5,5", "--json", "--csv"], "not both"),
        (["--values", "5,5,5", "--estimate", "5"], "fought with decks"),
        (["--values", "9,9,9,9", "--hand", "50"], "50 cards in hand out of a deck of 36"),
        (["--deck", "nowhere"], "no deck or file"),
    ],
)
def test_what_cannot_be_is_refused_in_a_line(words: list[str], said: str, capsys: pytest.CaptureFixture[str]) -> None:
    err = told(capsys, "solve", *words, status=2)
    assert said in err
    assert err.count("\n") == 1


# --- odds cards ------------------------------------------------------------------------------------------


def test_pools_and_totals_of_a_deck(capsys: pytest.CaptureFixture[str]) -> None:
    out = told(capsys, "odds", "cards", "hayakaze-charge", "--total", "9", "--total", "12")
    assert "40 Fate cards" in out
    assert "9 or more" in out and "12 or more" in out
    assert "All numbers are exact." in out


def test_what_a_deck_gives_is_what_is_printed_on_its_cards_whoever_faces_it(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Three cards of 3 whose text gives 1 Chi are cards of 3, though in a duel they may be worth 4."""
    deck = tmp_path / "mine.txt"
    deck.write_text("1 Hayakaze Kurou\n3 Steady Hands\n3 An Unpaid Debt\n3 The Seventh Form\n3 A Wall of Quiet\n")
    for against in ([], ["--against", "iwatoko-wall"], ["--against", str(deck), "--opponent", "hayakaze-kurou"]):
        found = json.loads(told(capsys, "odds", "cards", str(deck), *against, "--json"))
        assert found["values"] == {"3": 6, "4": 6}
        best = {int(total): chance for total, chance in found["totals"]["1"].items()}
        assert best == pytest.approx({3: 20 / 220, 4: 200 / 220})
    out = told(capsys, "odds", "cards", str(deck), "--against", str(deck), "--opponent", "hayakaze-kurou")
    assert "What a card’s text is worth in this duel is counted into its value here." in out


def test_what_changing_a_card_is_worth(capsys: pytest.CaptureFixture[str]) -> None:
    words = ["odds", "cards", "hayakaze-charge", "--duellist", "hayakaze-toshimasa",
             "--against", "tachimori-last-light", "--opponent", "tachimori-renge", "--stats", "4,3"]  # fmt: skip
    out = told(capsys, *words)
    gains = [float(gain) for gain in re.findall(r"^ +\d +\d +-?[\d.]+ +([+-][\d.]+)$", out, flags=re.MULTILINE)]
    assert len(gains) == 14
    assert gains == sorted(gains, reverse=True)
    assert gains[0] > 0 > gains[-1]
    found = json.loads(told(capsys, *words, "--json"))
    assert sum(row["chance"] for row in found["pools"]) == pytest.approx(1)
    assert found["changes"][0]["gain"] == pytest.approx(gains[0], abs=6e-5)


def test_a_deck_and_its_changes_say_what_is_exact_and_between_what_the_rest_lies(
    capsys: pytest.CaptureFixture[str],
) -> None:
    words = ["odds", "cards", "hayakaze-charge", "--against", "iwatoko-wall", "--stats", "4,4", "--json"]
    found = json.loads(told(capsys, *words))
    low, high = found["interval"]
    assert low <= found["value"] <= high
    assert high - low < 1e-3
    assert set(found["exact"]) < set(found) and "value" not in found["exact"]
    assert all(row["doubt"] >= 0 for row in found["changes"])
    out = told(capsys, *words[:-1])
    assert "Challenger: Chi 4" in out
    assert f"(certainly between {low:.5f} and {high:.5f})" in out


def test_where_the_stats_decide_no_card_is_said_to_matter(capsys: pytest.CaptureFixture[str]) -> None:
    out = told(capsys, "odds", "cards", "hayakaze-charge", "--against", "iwatoko-wall", "--stats", "3,4")
    assert "(exact)" in out
    assert "No change of one card is worth anything: the stats decide this duel" in out


def test_the_odds_of_a_check_are_where_they_were(capsys: pytest.CaptureFixture[str]) -> None:
    assert "success" in told(capsys, "odds", "3r2s", "--tn", "2", "--plain")


def test_real_decks(realdata: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Real decks with card files that hold a part of their cards: what is missing is told beside the numbers."""
    decks = sorted([*realdata.rglob("*.l5d"), *realdata.rglob("deck-*.yaml")])
    files = [*realdata.rglob("cards-*.xml"), *realdata.rglob("celestial_edition.yaml")]
    if not decks or not files:
        pytest.skip("no real decks with card files here")
    database = [word for path in files for word in ("--database", str(path))]
    found = 0
    for deck in (decks[1], decks[-1]):
        status = run(["odds", "cards", str(deck), *database, "--duellist", "wandering-jinbei"])
        out, err = capsys.readouterr()
        if status == 0:
            assert "Fate cards" in out and "All numbers are exact." in out
            assert f"{deck.name}: " in err
            found += 1
        else:
            assert err.startswith("iaijutsu: ") and "Traceback" not in err
    assert found


PAGE = Path(__file__).resolve().parents[2] / "docs" / "odds-cards.md"


def test_what_the_page_shows_is_so(capsys: pytest.CaptureFixture[str]) -> None:
    text = PAGE.read_text(encoding="utf-8")
    for block in re.findall(r"```python\n(.*?)```", text, re.DOTALL):
        exec(compile(block, str(PAGE), "exec"), {})
        said = re.search(r"print\(.*\)\s+# (-?[\d.]+)", block)
        out = capsys.readouterr().out.strip()
        assert out == said[1] if said else "Focus" in out
    for line in re.findall(r"^    (iaijutsu .*?)(?: +#.*)?$", text, re.MULTILINE):
        words = line.replace("DECK", "hayakaze-charge").split()[1:]
        assert run(words) == 0, line
        assert capsys.readouterr().out
