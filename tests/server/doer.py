"""A process with a house of its own that is going to be killed: it carries out commands line by line, and says so."""

from __future__ import annotations

import asyncio
import json
import sys

from iaijutsu.engine import DuelError
from iaijutsu.play.server.calls import Command, Who
from iaijutsu.play.server.house import House


async def main(url: str) -> None:
    """Carry out what is read until there is no more."""
    house = await House.at(url)
    print(json.dumps("ready"), flush=True)
    while line := await asyncio.to_thread(sys.stdin.readline):
        duel, seat, given = json.loads(line)
        try:
            receipt = await house.do(Who(duel, "seat", seat, ""), Command(**given))
        except DuelError as error:
            print(json.dumps(["refused", str(error)]), flush=True)
        else:
            print(json.dumps(["kept", receipt.version]), flush=True)
    await house.close()


if __name__ == "__main__":
    asyncio.run(main(sys.argv[1]))
