"""`iaijutsu serve`: the table in the browser, for this machine, this house, or behind a proxy for everybody."""

from __future__ import annotations

import argparse
import os
import sys
from importlib.util import find_spec
from typing import NoReturn

from ..engine import BadInput
from .i18n import _

NEEDED = ("fastapi", "uvicorn", "jinja2", "sqlalchemy", "alembic", "multipart", "structlog")


def options(made: argparse.ArgumentParser) -> None:
    """The options of `iaijutsu serve`; each is an IAIJUTSU_* variable too, which the option comes before."""
    where = made.add_argument_group(_("where"))
    where.add_argument(
        "--host", metavar=_("ADDRESS"), help=_("127.0.0.1 (default): this machine alone; 0.0.0.0: the network")
    )
    where.add_argument("--port", metavar="N", help=_("the port (default: 8000; 0: any that is free)"))
    where.add_argument("--open", dest="browser", action="store_true", default=None, help=_("open a browser on it"))
    where.add_argument("--no-open", dest="browser", action="store_false", help=_("do not, even at a terminal"))
    kept = made.add_argument_group(_("what is kept"))
    kept.add_argument("--database", metavar="URL", help=_("sqlite:///FILE, or postgresql://USER:PASSWORD@HOST/NAME"))
    kept.add_argument("--data", metavar=_("FOLDER"), help=_("where the SQLite file is kept, if no database is named"))
    proxy = made.add_argument_group(_("for those who host it (docs/hosting.md)"))
    proxy.add_argument("--origin", metavar="URL", help=_("the address that people type: https://duels.example.org"))
    proxy.add_argument(
        "--proxies", metavar=_("NETWORKS"), help=_("proxies that are believed: 127.0.0.1, 172.16.0.0/12")
    )
    proxy.add_argument("--limits", metavar="on|off", help=_("count what an address does (default: on)"))
    proxy.add_argument("--streams", metavar="N", help=_("pages that may be open at once (default: 5000)"))
    proxy.add_argument("--metrics", metavar=_("WHO"), help=_("who may read /metrics: near (default), all, none"))
    proxy.add_argument("--log", metavar=_("FORM"), help=_("lines (default), json, or quiet"))


def serve(options: argparse.Namespace) -> int:
    """Serve until it is stopped. Returns the exit status."""
    missing = [name for name in NEEDED if find_spec(name) is None]
    if missing:
        raise BadInput("serve", _("this needs the package {missing}: install iaijutsu[web]").format(missing=missing[0]))
    from .server import serving, settings

    read = settings.read({name: getattr(options, name) for name in settings.READERS})
    if read.database.startswith("postgres") and find_spec("psycopg") is None:
        raise BadInput("--database", _("PostgreSQL needs the package psycopg: install iaijutsu[web,pg]"))
    wanted = options.browser
    browser = wanted if wanted is not None else sys.stdout.isatty() and serving.has_screen()

    def told(address: str) -> None:
        print(_("The table is open: {address}").format(address=address), flush=True)
        print(_("Ctrl-C closes it; duels are kept."), flush=True)
        if browser:
            import webbrowser

            webbrowser.open(address)

    serving.run(read, told)
    return _end()


def _end() -> NoReturn:
    """End at once: all is closed and on disk, and taking the interpreter apart would take longer than the stop did."""
    sys.stdout.flush()
    sys.stderr.flush()
    os._exit(0)
