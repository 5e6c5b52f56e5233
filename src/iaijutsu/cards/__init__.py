"""The duel of the collectible card game: a challenge, then headings A to L of the comprehensive rules.

Where to look: `challenge` and `duel` follow the rulebook's headings in its order and words; `timing` says when
traits and reactions come; `allowed` what a player may do; `measures` what is so; `effects_*` what cards do.
"""

from .game import GAME, Result
from .rulesets import Ruleset
from .setup import InPlay, Player, Setup, load_setup, plain_setup
from .state import State

__all__ = ["GAME", "InPlay", "Player", "Result", "Ruleset", "Setup", "State", "load_setup", "plain_setup"]
