"""Keeping duels on disk: after every answer the whole transcript, in one step, so that no stop loses anything.

A file is written beside its place and then renamed: a reader, or the next start, finds the old one or the new one,
never half of one. The seed of verifiable chance is kept apart while the duel lasts, and joins the file at its end.
"""

from __future__ import annotations

import errno
import os
import secrets
import time
from pathlib import Path

from ..engine import BadInput, Transcript, loads
from ..engine.transcript import LIMIT
from .i18n import _

SEED_BYTES = 32
COMMITMENT = 64
"""Hexadecimal digits of a commitment."""


def state_folder() -> Path:
    """Where what should outlive a run is kept: $XDG_STATE_HOME/iaijutsu, else ~/.local/state/iaijutsu."""
    home = os.environ.get("XDG_STATE_HOME", "")
    base = Path(home) if home and Path(home).is_absolute() else Path.home() / ".local" / "state"
    return base / "iaijutsu"


def _new_path(game: str) -> Path:
    """A fresh place for a duel that nobody named a file for; sorted by name, the latest is last."""
    stamp = time.strftime("%Y-%m-%d-%H%M%S")
    return state_folder() / "duels" / f"{stamp}-{game}-{secrets.token_hex(2)}.json"


def _write_whole(path: Path, text: str, mode: int = 0o644) -> None:
    """Put `text` into `path`, all of it or nothing. Raises OSError."""
    fresh = path.with_name(f".{path.name}.{os.getpid()}.new")
    try:
        handle = os.open(fresh, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, mode)
        with open(handle, "w", encoding="utf-8", newline="\n") as file:
            file.write(text)
            file.flush()
            os.fsync(file.fileno())
        fresh.replace(path)
        _settle(path.parent)
    finally:
        fresh.unlink(missing_ok=True)


def _settle(folder: Path) -> None:
    """See to it that the new name outlives a power cut, where the system can do that for a folder."""
    try:
        handle = os.open(folder, os.O_RDONLY)
    except OSError:
        return
    try:
        os.fsync(handle)
    except OSError as error:
        if error.errno not in (errno.EINVAL, errno.EBADF, errno.EACCES):
            raise
    finally:
        os.close(handle)


class Store:
    """The file of one duel. It never writes over a file that it has not written or read itself."""

    def __init__(self, path: Path, known: str | None = None) -> None:
        """`known` is the text that was read from there, for a duel that is taken up again. Raises `BadInput`."""
        self.path = path
        self._known = known
        if known is None and path.exists():
            raise BadInput(str(path), _refusal(path))
        if not path.parent.is_dir():
            raise BadInput(str(path), _("there is no folder {parent!r}").format(parent=str(path.parent)))

    @classmethod
    def new(cls, game: str) -> Store:
        """A store in the default place. Raises OSError when that cannot be made."""
        path = _new_path(game)
        path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        return cls(path)

    def save(self, transcript: Transcript) -> None:
        """Write the duel as it stands. Raises OSError, and `BadInput` when somebody else has written there."""
        text = transcript.dumps()
        if text == self._known:
            return
        if self._known is None:
            if self.path.exists():
                raise BadInput(str(self.path), _refusal(self.path))
        elif self.path.exists() and _text(self.path) != self._known:
            raise BadInput(
                str(self.path), _("somebody else has changed this file since; the duel was not written over it")
            )
        _write_whole(self.path, text)
        self._known = text


def _refusal(path: Path) -> str:
    """Why a file that is there is not written over."""
    if path.is_dir():
        return _("this is a folder; name a file")
    try:
        loads(_text(path))
    except (BadInput, OSError):
        return _("there is a file that is no duel; name another one")
    return _("this file holds a duel; go on with it by --resume, or name another file")


def _text(path: Path) -> str:
    try:
        with path.open("rb") as file:
            data = file.read(4 * LIMIT + 1)
        return data.decode("utf-8")
    except UnicodeDecodeError as error:
        raise BadInput(
            str(path), _("this is not UTF-8 text: byte {start} cannot be read").format(start=error.start)
        ) from None
    except IsADirectoryError:
        raise BadInput(str(path), _("this is a folder; name a file")) from None
    except FileNotFoundError:
        raise BadInput(str(path), _("there is no such file")) from None
    except OSError as error:
        raise BadInput(
            str(path), _("it cannot be read: {reason}").format(reason=_(error.strerror or str(error)))
        ) from None


def read(path: Path) -> tuple[Transcript, str]:
    """The transcript in a file, and the file's text. Raises `BadInput`."""
    text = _text(path)
    return loads(text, path.name), text


# --- seeds of verifiable chance --------------------------------------------------------------------------


def _seed_path(commitment: str) -> Path:
    if len(commitment) != COMMITMENT or any(digit not in "0123456789abcdef" for digit in commitment):
        raise BadInput("commitment", _("64 hexadecimal digits are needed"))
    return state_folder() / "seeds" / commitment


def keep_seed(commitment: str, seed: bytes) -> None:
    """Keep the seed of a duel in progress where only this user can read it. Raises OSError."""
    path = _seed_path(commitment)
    path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
    _write_whole(path, seed.hex() + "\n", 0o600)


def kept_seed(commitment: str) -> bytes | None:
    """The seed of a duel in progress, if it was begun on this machine."""
    try:
        seed = bytes.fromhex(_seed_path(commitment).read_text(encoding="ascii").strip())
    except (OSError, ValueError, BadInput):
        return None
    return seed if len(seed) == SEED_BYTES else None


def forget_seed(commitment: str) -> None:
    """The duel is over and its seed stands in its file: it need not be kept apart any more."""
    _seed_path(commitment).unlink(missing_ok=True)
