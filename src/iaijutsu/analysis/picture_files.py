"""Pictures in files: by their ending, and by matplotlib where that is installed."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

from ..engine import BadInput, Sentence


def save(path: Path, svg: Callable[[], str], png: Callable[[Path], None]) -> None:
    """Write a picture as its file's ending says: the text that `svg` gives, or what `png` writes. Raises `BadInput`."""
    kind = path.suffix.lower()
    if kind == ".svg":
        path.write_text(svg(), encoding="utf-8")
    elif kind == ".png":
        png(path)
    else:
        raise BadInput(
            str(path),
            Sentence("a picture is kept as .svg or .png, not {found}", found=kind or Sentence("without an ending")),
        )


def figure(width: float, height: float) -> Any:
    """An empty figure of matplotlib, so many inches large. Raises `BadInput` where that is not installed."""
    try:
        from matplotlib.backends.backend_agg import FigureCanvasAgg
        from matplotlib.figure import Figure
    except ImportError:
        raise BadInput("--png", Sentence("this needs matplotlib: install iaijutsu[plots], or use --svg")) from None
    made = Figure(figsize=(width, height), layout="constrained")
    FigureCanvasAgg(made)
    return made


def write(drawn: Any, path: Path, title: str, words: str) -> None:
    """Write a figure as PNG, with its title and its words among the file's own."""
    drawn.savefig(path, format="png", dpi=150, metadata={"Title": title, "Description": words})
