"""A duel is made once: who sends the same order under the same id again is given the same duel and the same links.

The id is 256 bits that only who orders knows. It is kept as its SHA-256, so the secrets of links and passes, which are
kept as theirs, cannot be read from the database: they are worked out from the id anew. See docs/server.md.
"""

from __future__ import annotations

import hashlib
import hmac
import json
import re
import secrets
from base64 import urlsafe_b64encode
from collections.abc import Iterable
from dataclasses import asdict, dataclass, field
from typing import Any

from sqlalchemy import Connection, insert, select

from ...engine import BadInput
from ..i18n import _
from . import door, links, schema
from .calls import Opened, Order, Pass
from .table import Record

ID = r"^[A-Za-z0-9_-]{43,64}$"
"""The least is what 256 bits are in the letters of a URL, the most what they are in hexadecimal digits."""
SPOKEN = re.compile(ID)


@dataclass(frozen=True, slots=True)
class Asked:
    """An order under its id: what is kept of the id, and a digest of what was ordered."""

    id: str = field(repr=False)
    kept: str
    digest: str


def asked(order: Order, id_: str) -> Asked:
    """An order under an id. Raises `BadInput` for an id that is none."""
    if not SPOKEN.fullmatch(id_):
        told = _("an id of 43 to 64 letters, digits, - or _ is needed: 256 bits that nobody can guess")
        raise BadInput("command", told)
    return Asked(id_, hashlib.sha256(b"iaijutsu making 1\n" + id_.encode()).hexdigest(), _digest(order).hex())


def of_form(order: Order, id_: str) -> str:
    """The id for an order from a page with that id: a form that is changed and sent again orders another duel."""
    return _told(hmac.digest(id_.encode(), b"iaijutsu form 1\n" + _digest(order), "sha256"))


def _digest(order: Order) -> bytes:
    return hashlib.sha256(json.dumps(asdict(order), sort_keys=True, default=bytes.hex).encode()).digest()


def _told(secret: bytes) -> str:
    return urlsafe_b64encode(secret).rstrip(b"=").decode()


def fresh_salt() -> str:
    """What is mixed in, so that nobody can try ids without this database."""
    return secrets.token_hex(links.BYTES)


def opened(one: Asked, salt: str, record: Record, notes: Iterable[str]) -> Opened:
    """What who ordered is told: always the same for the same id, salt and duel."""

    def secret(place: str) -> str:
        message = f"iaijutsu place 1\n{salt}\n{record.id}\n{place}".encode()
        return _told(hmac.digest(one.id.encode(), message, "sha256"))

    given = {name: secret(name) for name in door.links_of(record)}
    return Opened(record.id, Pass(secret("pass"), door.maker(record)), given, tuple(notes))


def found(connection: Connection, one: Asked) -> Opened | None:
    """What was told before to who sent this. Raises `BadInput` where that id was another order's."""
    row = connection.execute(select(schema.MAKINGS).where(schema.MAKINGS.c.id == one.kept)).one_or_none()
    if row is None:
        return None
    if row.digest != one.digest:
        raise BadInput("command", _("another duel was ordered under this id; take a new one"))
    duel: Any = connection.execute(select(schema.DUELS).where(schema.DUELS.c.id == row.duel)).one()
    return opened(one, row.salt, Record.read(duel), json.loads(row.notes))


def keep(connection: Connection, one: Asked, salt: str, made: Opened) -> None:
    """Keep that it was made. Raises `IntegrityError` where it is made already."""
    notes = json.dumps(made.notes, ensure_ascii=False)
    row = {"id": one.kept, "duel": made.duel, "salt": salt, "digest": one.digest, "notes": notes}
    connection.execute(insert(schema.MAKINGS), row)
