"""Processes that open a house on one database at once: this one forks them, so that they begin together."""

from __future__ import annotations

import asyncio
import json
import os
import sys

from iaijutsu.play.server.house import House

from .doomed import prepare


async def _open(url: str) -> None:
    await (await House.at(url)).close()


def main(url: str, count: int) -> None:
    """Fork, wait, and print how each has ended."""
    prepare()
    children = []
    for _n in range(count):
        child = os.fork()
        if child == 0:
            try:
                asyncio.run(_open(url))
            except BaseException as error:  # noqa: BLE001 - it is told by its status, and in words
                print(f"{type(error).__name__}: {error}", file=sys.stderr, flush=True)
                os._exit(1)
            os._exit(0)
        children.append(child)
    print(json.dumps([os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) for child in children]))


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]))
