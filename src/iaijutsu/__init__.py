"""The duels of Legend of the Five Rings, run as their rulebooks print them.

`iaijutsu.engine` asks, hears and records, and knows no rule of any game. `iaijutsu.cards` is the card game's
challenge and duel, `iaijutsu.rpg` the fifth-edition role-playing duel; they never import each other.
`iaijutsu.players` answers the questions. All four stand on the standard library alone. The rest (files of other
programs, odds and solvers, bridges to game-playing research, tables for people) sits on top and imports downwards only.
"""

__version__ = "0.1.0"
