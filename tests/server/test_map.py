"""The map of the server in its documentation: every module has its place there, and none is there that is not."""

from __future__ import annotations

import re
from pathlib import Path

ROOT = Path(__file__).parents[2]
SERVER = ROOT / "src/iaijutsu/play/server"


def test_every_module_of_the_server_is_on_the_map_once() -> None:
    page = (ROOT / "docs/server.md").read_text(encoding="utf-8")
    rows = page.partition("## Where things are")[2].partition("\n\nWhat goes")[0]
    modules = sorted(path.name for path in SERVER.glob("*.py") if path.name != "__init__.py")
    assert sorted(re.findall(r"`(\w+\.py)`", rows)) == modules
