"""The command line: `iaijutsu`, or `python3 -m iaijutsu`."""

from __future__ import annotations

import sys


def main() -> int:
    """Run the command that the command line names. Returns the exit status."""
    from iaijutsu.play.cli import run

    return run(sys.argv[1:])


if __name__ == "__main__":
    sys.exit(main())
