"""What Numba compiles, and whether it has done so already. Importing this module does not import Numba.

Compiled code is kept on disk: beside its source, or where Numba puts it when that folder cannot be written. Numba looks
only at the file in which a function stands to tell whether what it kept still holds; loops that call each other
across files say so with `forget_outdated`.
"""

from __future__ import annotations

import hashlib
import os
import sys
from collections.abc import Callable, Iterable, Iterator
from importlib.util import find_spec
from pathlib import Path
from typing import Any, TypeVar, cast

F = TypeVar("F", bound=Callable[..., Any])


def installed() -> bool:
    """Whether Numba is there."""
    return find_spec("numba") is not None


def loops(function: F) -> F:
    """Compiled when first called, and kept on disk. Imports Numba."""
    import numba

    return cast(F, numba.njit(cache=True, error_model="numpy", nogil=True)(function))


def kept(source: Path, function: str) -> bool:
    """Whether compiled code of `function` is on disk and no older than the file in which it stands."""
    version = f"py{sys.version_info.major}{sys.version_info.minor}"
    written = source.stat().st_mtime
    found = _kept(source, f"{source.stem}.{function}-*.{version}*.nbi")
    return any(file.stat().st_mtime >= written for file in found)


def forget_outdated(sources: Iterable[Path]) -> None:
    """Throw away what was compiled from these files together if any of them has changed since.

    Called as a module of loops is imported, before it compiles or loads anything.
    """
    files = sorted(sources)
    digest = hashlib.sha256(b"".join(file.read_bytes() for file in files)).hexdigest()
    stamps = [folder / f"{files[0].stem}.stamp" for folder in _folders(files[0])]
    if any(stamp.is_file() and stamp.read_text(encoding="ascii") == digest for stamp in stamps):
        return
    for file in files:
        for old in _kept(file, f"{file.stem}.*.nb[ic]"):
            old.unlink(missing_ok=True)
    _note(stamps, digest)


def _note(stamps: list[Path], digest: str) -> None:
    """Write the digest to the first place that takes it."""
    for stamp in stamps:
        try:
            stamp.parent.mkdir(parents=True, exist_ok=True)
            stamp.write_text(digest, encoding="ascii")
        except OSError:
            continue
        return


def _folders(source: Path) -> Iterator[Path]:
    """Where compiled code of a file may be kept."""
    if chosen := os.environ.get("NUMBA_CACHE_DIR"):
        yield Path(chosen)
    yield source.parent / "__pycache__"
    yield Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "numba"


def _kept(source: Path, pattern: str) -> Iterator[Path]:
    """Compiled code of a file; Numba's own folders have one folder in them for each folder of sources."""
    beside = source.parent / "__pycache__"
    for folder in _folders(source):
        yield from folder.glob(pattern)
        if folder != beside:
            yield from folder.glob(f"*/{pattern}")
