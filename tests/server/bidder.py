"""A process with a house of its own, for races: it reads lists of bids, makes each list at once, and says what came."""

from __future__ import annotations

import asyncio
import json
import sys

from iaijutsu.engine import BadInput
from iaijutsu.play.server.calls import TooLate, Who
from iaijutsu.play.server.house import House

from .guests import command


async def bid(house: House, duel: str, seat: int, question: str, choice: int) -> str:
    """One bid; what came of it."""
    try:
        await house.do(Who(duel, "seat", seat, ""), command("answer", question=question, choice=choice))
    except TooLate:
        return "late"
    except BadInput as error:
        return str(error)
    return f"seat {seat}"


async def touch(house: House) -> None:
    """Open a connection and keep it for a moment, so that several are open."""
    await house.database.write(lambda connection: connection.exec_driver_sql("SELECT pg_sleep(0.05)").scalar())


async def main(url: str) -> None:
    """Bid until nobody asks for bids any more."""
    house = await House.at(url)
    try:
        await asyncio.gather(*(touch(house) for _n in range(10)))
        print(json.dumps("ready"), flush=True)
        while line := await asyncio.to_thread(sys.stdin.readline):
            told = await asyncio.gather(*(bid(house, *one) for one in json.loads(line)))
            print(json.dumps(told), flush=True)
    finally:
        await house.close()


if __name__ == "__main__":
    asyncio.run(main(sys.argv[1]))
