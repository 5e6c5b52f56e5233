"""The role-playing duel of the fifth edition: characters, checks, blows and the score.

`GAME` is what a `Session` plays, `Setup` what it needs to begin.
"""

from iaijutsu.rpg.game import GAME
from iaijutsu.rpg.rulings import Rulings
from iaijutsu.rpg.scoring import Result
from iaijutsu.rpg.setup import Setup
from iaijutsu.rpg.state import Duel
from iaijutsu.rpg.terms import FORMS, Form, Goal

__all__ = ["FORMS", "GAME", "Duel", "Form", "Goal", "Result", "Rulings", "Setup"]
