"""Players that the computer moves: they are given questions and views, and answer.

`agents()` names them, `seated(session, seat, name, seed)` puts one at a seat, `play` drives a session to its end.
"""

from .agent import Agent, Random
from .arena import EVEN, Pairing, Tally, match, pairings, play, rounds_of, step
from .roster import agents, make, seated
from .search import Searching
from .tables import CardTable, Table, table
from .temperaments import Patient, Rash, Reading

__all__ = [
    "EVEN", "Agent", "CardTable", "Pairing", "Patient", "Random", "Rash", "Reading", "Searching", "Table", "Tally",
    "agents", "make", "match", "pairings", "play", "rounds_of", "seated", "step", "table",
]  # fmt: skip
