"""A report as one HTML file: no script, nothing loaded from anywhere, readable in black and white and by ear."""

from __future__ import annotations

from collections.abc import Iterator
from html import escape

from . import report_svg
from .report import Numbers, Report, Share, Shares, percent, plain_mean

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


def page(made: Report) -> str:
    """The whole file."""
    head = (
        '<!DOCTYPE html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'unsafe-inline'\">\n"
        f"<title>{escape(made.title)}</title>\n<style>{STYLE}</style>\n</head>\n"
    )
    return f"{head}<body>\n<main>\n{chr(10).join(_main(made))}\n</main>\n</body>\n</html>\n"


def _main(made: Report) -> Iterator[str]:
    yield f"<h1>{escape(made.title)}</h1>"
    for sentence in made.lead:
        yield f'<p class="lead">{escape(sentence)}</p>'
    yield "<section>\n<h2>What was simulated</h2>\n<table>\n<tbody>"
    for name, value in made.exact:
        yield f'<tr><th scope="row">{escape(name)}</th><td>{escape(value)}</td><td class="soft">exact</td></tr>'
    yield "</tbody>\n</table>\n</section>"
    for part in made.parts:
        yield from _shares(part) if isinstance(part, Shares) else _numbers(part)
    yield "<section>\n<h2>How to read this</h2>"
    for note in made.notes:
        yield f"<p>{escape(note)}</p>"
    yield "<p>Bars are what was counted; the whiskers on them are the intervals.</p>\n</section>"


def _shares(part: Shares) -> Iterator[str]:
    yield f"<section>\n<h2>{escape(part.title)}</h2>"
    yield f'<p class="soft">Share of {part.rows[0].of:,} {escape(part.over)}.</p>'
    yield f"<figure>{report_svg.shares(part)}</figure>"
    yield from _table(part.title, part.rows, "what")
    yield "</section>"


def _numbers(part: Numbers) -> Iterator[str]:
    low, middle, high = (f"{value}".replace("-", "−") for value in part.quantiles)
    yield f"<section>\n<h2>{escape(part.title)}</h2>"
    yield (
        f'<p>Mean {plain_mean(part.mean)} {escape(part.unit)}. <span class="soft">Of the {part.of:,} '
        f"{escape(part.over)} fought: median {middle}, nine in ten from {low} to {high}.</span></p>"
    )
    yield f"<figure>{report_svg.numbers(part)}</figure>\n<details>\n<summary>As a table</summary>"
    yield from _table(part.title, part.bars, part.unit)
    yield "</details>\n</section>"


def _table(title: str, rows: tuple[Share, ...], what: str) -> Iterator[str]:
    yield f'<table aria-label="{escape(title)}">\n<thead><tr><th scope="col">{escape(what)}</th>'
    yield '<th scope="col" class="n">duels</th><th scope="col" class="n">share and interval</th></tr></thead>\n<tbody>'
    for row in rows:
        yield (
            f'<tr><th scope="row">{escape(row.label)}</th><td class="n">{row.count:,}</td>'
            f'<td class="n">{percent(row.estimate)}</td></tr>'
        )
    yield "</tbody>\n</table>"
