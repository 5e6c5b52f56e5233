"""A report as one HTML file: no script, nothing loaded from anywhere, readable in black and white and by ear."""

from __future__ import annotations

from collections.abc import Iterator
from html import escape

from ..engine import Sentence, Tell
from . import report_svg
from .report import Numbers, Report, Share, Shares, percent, plain_mean, spread_of, whole

STYLE = """
:root { color-scheme: light dark; --ink: #1a1a1a; --paper: #fff; --soft: #767676; --line: #d0d0d0; }
@media (prefers-color-scheme: dark) { :root { --ink: #f0f0f0; --paper: #161616; --soft: #a0a0a0; --line: #444; } }
@media print { :root { --ink: #000; --paper: #fff; --soft: #444; --line: #bbb; } section { break-inside: avoid; } }
body { margin: 0; background: var(--paper); color: var(--ink); font: 1rem/1.5 system-ui, sans-serif; }
main { max-width: 46rem; margin: 0 auto; padding: 1.5rem 1rem 4rem; }
h1 { font-size: 1.6rem; line-height: 1.25; } h2 { font-size: 1.15rem; margin: 2.5rem 0 .25rem; }
.lead { font-size: 1.1rem; } .soft { color: var(--soft); }
table { border-collapse: collapse; width: 100%; margin: .5rem 0; font-variant-numeric: tabular-nums; }
th, td { text-align: left; padding: .2rem .75rem .2rem 0; border-bottom: 1px solid var(--line); font-weight: normal; }
thead th { color: var(--soft); } td.n, th.n { text-align: right; }
figure { margin: .5rem 0; overflow-x: auto; } svg { width: 100%; min-width: 30rem; height: auto; display: block; }
svg text { fill: var(--ink); font-size: 13px; } .bar { fill: var(--ink); fill-opacity: .35; stroke: var(--ink); }
.grid { stroke: var(--line); } .whisker { stroke: var(--ink); stroke-width: 2; fill: none; }
.halo { stroke: var(--paper); stroke-width: 5; fill: none; } .mean { stroke: var(--ink); stroke-dasharray: 5 4; }
details { margin: .25rem 0; } summary { cursor: pointer; }
"""


def page(made: Report, tell: Tell = str, language: str = "en") -> str:
    """The whole file. `tell` tells its words in `language`, which browsers and screen readers are told of."""
    head = (
        f'<!DOCTYPE html>\n<html lang="{escape(language)}">\n<head>\n<meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'unsafe-inline'\">\n"
        f"<title>{escape(tell(made.title))}</title>\n<style>{STYLE}</style>\n</head>\n"
    )
    lines = _main(made, lambda text: escape(tell(text)), tell)
    return f"{head}<body>\n<main>\n{chr(10).join(lines)}\n</main>\n</body>\n</html>\n"


def _main(made: Report, say: Tell, tell: Tell) -> Iterator[str]:
    """The lines of the page. `say` tells a text as it may stand in HTML, `tell` as it is."""
    yield f"<h1>{say(made.title)}</h1>"
    for sentence in made.lead:
        yield f'<p class="lead">{say(sentence)}</p>'
    yield f"<section>\n<h2>{say(Sentence('What was simulated'))}</h2>\n<table>\n<tbody>"
    exact = f'<td class="soft">{say(Sentence.meant("simulation", "exact"))}</td>'
    for name, value in made.exact:
        yield f'<tr><th scope="row">{say(name)}</th><td>{say(value)}</td>{exact}</tr>'
    yield "</tbody>\n</table>\n</section>"
    for part in made.parts:
        yield from _shares(part, say, tell) if isinstance(part, Shares) else _numbers(part, say, tell)
    yield f"<section>\n<h2>{say(Sentence('How to read this'))}</h2>"
    bars = Sentence("Bars are what was counted; the whiskers on them are the intervals.")
    yield "\n".join(f"<p>{say(note)}</p>" for note in (*made.notes, bars))
    yield "</section>"


def _shares(part: Shares, say: Tell, tell: Tell) -> Iterator[str]:
    yield f"<section>\n<h2>{say(part.title)}</h2>"
    over = part.over.counted(part.rows[0].of)
    yield f'<p class="soft">{say(Sentence("Share of {duels}.", duels=over))}</p>'
    yield f"<figure>{report_svg.shares(part, tell)}</figure>"
    yield from _table(part.title, part.rows, Sentence.meant("simulation", "what"), say)
    yield "</section>"


def _numbers(part: Numbers, say: Tell, tell: Tell) -> Iterator[str]:
    yield f"<section>\n<h2>{say(part.title)}</h2>"
    mean = Sentence("Mean {mean} {unit}.", mean=plain_mean(part.mean), unit=part.unit)
    fought = Sentence(
        "Of the {duels} fought: median {middle:.0f}, nine in ten from {low:.0f} to {high:.0f}.",
        duels=part.over.counted(part.of), **spread_of(part),
    )  # fmt: skip
    yield f'<p>{say(mean)} <span class="soft">{say(fought)}</span></p>'
    yield f"<figure>{report_svg.numbers(part, tell)}</figure>"
    yield f"<details>\n<summary>{say(Sentence('As a table'))}</summary>"
    yield from _table(part.title, part.bars, part.unit, say)
    yield "</details>\n</section>"


def _table(title: str, rows: tuple[Share, ...], what: str, say: Tell) -> Iterator[str]:
    yield f'<table aria-label="{say(title)}">\n<thead><tr><th scope="col">{say(what)}</th>'
    heads = (say(Sentence.meant("simulation", "duels")), say(Sentence("share and interval")))
    yield "".join(f'<th scope="col" class="n">{head}</th>' for head in heads) + "</tr></thead>\n<tbody>"
    for row in rows:
        yield (
            f'<tr><th scope="row">{say(row.label)}</th><td class="n">{say(whole(row.count))}</td>'
            f'<td class="n">{say(percent(row.estimate))}</td></tr>'
        )
    yield "</tbody>\n</table>"
