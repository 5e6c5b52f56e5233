"""Writes the golden playthroughs down; see the package."""

from __future__ import annotations

import argparse
import sys

from iaijutsu.engine import DuelError
from tests.rpg import golden


def main() -> int:
    parser = argparse.ArgumentParser(description=golden.__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--anew", action="store_true", help="play the duels anew, for an edition that is not out yet")
    given = parser.parse_args()
    status = 0
    for one in golden.playthroughs():
        try:
            print(f"{one.name}: {golden.write(one, anew=given.anew)}")
        except DuelError as error:
            print(f"{one.name}: {error}\n    Raise the edition; while this one is not out yet, --anew plays it anew.")
            status = 1
    return status


if __name__ == "__main__":
    sys.exit(main())
