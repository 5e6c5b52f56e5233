"""How this server runs: what is told at the command line, by IAIJUTSU_* in the environment, or by nobody."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from ipaddress import IPv4Network, IPv6Network, ip_address, ip_network
from pathlib import Path
from typing import Any, Literal
from urllib.parse import urlsplit

from ...engine import BadInput
from ..i18n import _
from ..store import state_folder

Network = IPv4Network | IPv6Network
Metrics = Literal["near", "all", "none"]

PORT = 8000


@dataclass(frozen=True, slots=True)
class Rate:
    """How often something may be done: `burst` times at once, then `per_second`."""

    burst: int
    per_second: float


@dataclass(frozen=True, slots=True)
class Limits:
    """What one address, or one pass, may do; and how much this process holds at all.

    `make` duels, `act` other posts, `look` pages and lists. `streams` is how many one address may hold open.
    """

    make: Rate = Rate(20, 0.2)
    act: Rate = Rate(60, 10.0)
    look: Rate = Rate(240, 40.0)
    streams: int = 48
    body: int = 64 * 1024
    upload: int = 6 * 1024 * 1024
    fields: int = 64
    patience: float = 20.0


@dataclass(frozen=True, slots=True)
class Settings:
    """One server. `origin` is the address that people type, where a proxy stands in front; `proxies` are believed.

    `streams` is how many open pages the whole process serves; `limited` turns the limits of `Limits` that count
    requests off, for tests of load.
    """

    host: str = "127.0.0.1"
    port: int = PORT
    database: str = ""
    data: Path = field(default_factory=lambda: state_folder() / "table")
    origin: str = ""
    proxies: tuple[Network, ...] = ()
    limited: bool = True
    limits: Limits = Limits()
    streams: int = 5000
    heartbeat: float = 15.0
    metrics: Metrics = "near"
    log: Literal["lines", "json", "quiet"] = "lines"

    @property
    def url(self) -> str:
        """The database: as told, else a file in the data folder."""
        return self.database or f"sqlite:///{self.data / 'duels.db'}"

    @property
    def loopback(self) -> bool:
        """Whether only this machine can reach it."""
        return self.host == "localhost" or _is_loopback(self.host)

    @property
    def secure(self) -> bool:
        """Whether people come by https, as far as the settings tell."""
        return self.origin.startswith("https://")


def _is_loopback(host: str) -> bool:
    try:
        return ip_address(host.strip("[]")).is_loopback
    except ValueError:
        return False


# --- reading ---------------------------------------------------------------------------------------------


def read(told: Mapping[str, str | None], environment: Mapping[str, str] | None = None) -> Settings:
    """Settings out of words. `told` (by the names of `READERS`) comes before the environment.

    Raises `BadInput`, which names the option or variable, what was found there and what would do.
    """
    environment = os.environ if environment is None else environment
    found: dict[str, Any] = {}
    for name, reader in READERS.items():
        option, variable = told.get(name), variable_of(name)
        where, word = (f"--{name}", option) if option is not None else (variable, environment.get(variable))
        if word is not None and word.strip():
            found |= reader(word.strip(), where)
    return replace(Settings(), **found)


def variable_of(name: str) -> str:
    """The variable of the environment that gives a setting."""
    return f"IAIJUTSU_{name.upper()}"


def _host(word: str, where: str) -> dict[str, Any]:
    if any(letter in word for letter in "/@ ") or len(word) > 253:
        told = _("{found!r:.80} found; needed is a name or an address, such as 127.0.0.1 or 0.0.0.0")
        raise BadInput(where, told.format(found=word))
    return {"host": word.strip("[]")}


def _number(name: str, least: int, most: int) -> Callable[[str, str], dict[str, Any]]:
    def reader(word: str, where: str) -> dict[str, Any]:
        if not (word.isascii() and word.isdigit() and len(word) < 9 and least <= int(word) <= most):
            told = _("{found!r:.80} found; needed is a number from {least} to {most}")
            raise BadInput(where, told.format(found=word, least=least, most=most))
        return {name: int(word)}

    return reader


def _database(word: str, where: str) -> dict[str, Any]:
    kind = word.partition("://")[0].partition("+")[0]
    if "://" not in word or kind not in ("sqlite", "postgresql", "postgres"):
        raise BadInput(  # the word itself may hold a password: it is not repeated
            where,
            _("this is no address of a database; needed is sqlite:///FILE or postgresql://USER:PASSWORD@HOST/NAME"),
        )
    return {"database": word}


def _data(word: str, where: str) -> dict[str, Any]:
    path = Path(word).expanduser()
    if path.exists() and not path.is_dir():
        raise BadInput(where, _("{found!r:.80} is no folder").format(found=word))
    return {"data": path}


def _origin(word: str, where: str) -> dict[str, Any]:
    parts = urlsplit(word)
    if parts.scheme not in ("http", "https") or not parts.hostname or parts.path.strip("/") or parts.query:
        told = _("{found!r:.80} found; needed is the address that people type: https://duels.example.org")
        raise BadInput(where, told.format(found=word))
    return {"origin": f"{parts.scheme}://{parts.netloc.lower()}"}


def _proxies(word: str, where: str) -> dict[str, Any]:
    try:
        return {"proxies": tuple(ip_network(part, strict=False) for part in word.replace(",", " ").split())}
    except ValueError:
        told = _("{found!r:.80} found; needed are addresses or networks of proxies: 127.0.0.1, 172.16.0.0/12")
        raise BadInput(where, told.format(found=word)) from None


def _one_of(name: str, **values: Any) -> Callable[[str, str], dict[str, Any]]:
    def reader(word: str, where: str) -> dict[str, Any]:
        if word not in values:
            told = _("{found!r:.80} found; allowed is one of: {known}")
            raise BadInput(where, told.format(found=word, known=", ".join(values)))
        return {name: values[word]}

    return reader


READERS: dict[str, Callable[[str, str], dict[str, Any]]] = {
    "host": _host,
    "port": _number("port", 0, 65535),
    "database": _database,
    "data": _data,
    "origin": _origin,
    "proxies": _proxies,
    "limits": _one_of("limited", on=True, off=False),
    "streams": _number("streams", 1, 100_000),
    "metrics": _one_of("metrics", near="near", all="all", none="none"),
    "log": _one_of("log", lines="lines", json="json", quiet="quiet"),
}
"""The settings that the command line and the environment can give, and what reads the word for each."""
