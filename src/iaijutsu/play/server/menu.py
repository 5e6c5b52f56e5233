"""What may be chosen in the lobby: decks, characters, players, rulesets, forms and rulings, each with its words."""

from __future__ import annotations

from dataclasses import dataclass

from ...analysis.roster import agents
from ...cards import decks, rulesets
from ...rpg import catalogue, rulings, terms
from ..i18n import N_, _
from ..lobby import FORMS
from ..setting import MINE, THEIRS, THIRDS
from ..setting_rpg import FORM
from ..setting_rpg import MINE as MY_CHARACTER
from ..setting_rpg import THEIRS as THEIR_CHARACTER
from .orders import SUFFIXES

Rows = tuple[tuple[str, str], ...]

RULINGS = {
    "blow_per": N_("Finishing blows: one for each duellist in a duel, or for each event"),
    "blow_from": N_("From when being Compromised opens a finishing blow"),
    "blow_cut_before_first_turn": N_("A finishing blow as iaijutsu cut before the first own turn"),
    "blow_second_after_objective": N_("The second of two blows, once the first has reached the objective"),
    "blow_doubling": N_("What is doubled in a finishing blow"),
    "blow_heartpiercing": N_("Critical strikes of a finishing blow by an action that inflicts one itself"),
    "first_strike_close_call": N_("Whether a Close Call counts as a critical strike"),
    "struck_first": N_("What it is to have struck first"),
    "score_bleeding": N_("Whether fatigue from Bleeding scores"),
    "parry_cost": N_("What Shattering Parry costs"),
    "unmask_retreat": N_("What unmasking in panicked retreat does"),
    "unique_without_gm": N_("Who rules on a Unique Action without a game master"),
    "values": N_("Values of weapons and techniques"),
}
"""The questions that the rulebook leaves open, in a few words."""

COMPUTERS = {
    "random": N_("The computer, at random"), "rash": N_("The computer, rash"),
    "patient": N_("The computer, patient"), "reading": N_("The computer, reading the odds"),
    "searching": N_("The computer, looking ahead"), "solved": N_("The computer, by the solution (cards)"),
    "solved-deep": N_("The computer, by the solution, and looking ahead (cards)"),
}  # fmt: skip
"""Computer players in a few words, for both games."""
SEATED = {
    "random": N_("played by the computer, at random"), "rash": N_("played by the computer, rash"),
    "patient": N_("played by the computer, patient"), "reading": N_("played by the computer, reading the odds"),
    "searching": N_("played by the computer, looking ahead"),
    "solved": N_("played by the computer, by the solution"),
    "solved-deep": N_("played by the computer, by the solution, and looking ahead"),
}  # fmt: skip
"""The same at the table, after the name or the role of the side."""

CONTESTS = {
    "duel": N_("a duel"), "one-roll": N_("settled by one roll"), "clash": N_("a clash within a skirmish"),
}  # fmt: skip
"""What a role-playing duel is, whole or in its short forms."""

ANSWERS = {
    "duel": N_("one a duel"), "event": N_("one an event"), "initiative": N_("from initiative on"),
    "round 1": N_("from the first round on"), "allowed": N_("allowed"), "barred": N_("barred"), "never": N_("never"),
    "if alive": N_("if the other is alive"), "deadliness first": N_("deadliness with its changes"),
    "base doubled": N_("the weapon’s own deadliness"), "one": N_("one"), "two": N_("two"), "counts": N_("it counts"),
    "not": N_("it does not"), "harm": N_("the first harm done"), "any success": N_("the first attack that succeeds"),
    "no": N_("no"), "yes": N_("yes"), "none": N_("nothing"), "1 Void point": N_("one Void point"),
    "concedes": N_("it concedes"), "told only": N_("it is told only"), "other player": N_("the other player"),
    "not offered": N_("it is not offered"), "errata": N_("with errata"), "print": N_("as first printed"),
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Menu:
    """Keys with their words, in the reader's language, and which of them are taken when nobody chooses.

    `endings` are those of files that may be brought.
    """

    decks: tuple[tuple[str, str, str], ...]
    characters: Rows
    computers: list[tuple[str, str]]
    rulesets: Rows
    forms: Rows
    contests: Rows
    rulings: tuple[tuple[str, str, Rows], ...]
    usual: dict[str, str]
    endings: str

    @property
    def titles(self) -> Rows:
        """The decks by their titles alone."""
        return tuple((key, title) for key, title, _temper in self.decks)


def menu() -> Menu:
    """Everything that there is to choose from."""
    usual = {
        "deck": MINE, "against": THEIRS, "third": THIRDS, "character": MY_CHARACTER, "opponent": THEIR_CHARACTER,
        "form": FORM, "ruleset": "celestial",
    }  # fmt: skip
    return Menu(
        tuple((deck.key, deck.title, _(deck.temper)) for deck in decks.shipped().values()),
        tuple(map(_character, catalogue.names())),
        [(key, _(COMPUTERS.get(key, key))) for key in {**agents("cards"), **agents("rpg")}],
        tuple((key, one.title) for key, one in rulesets.shipped().items()),
        tuple((key, _(FORMS.get(key, key))) for key in terms.FORMS),
        tuple((key, _(words)) for key, words in CONTESTS.items()),
        tuple((name, _(RULINGS.get(name, name)), _answers(words)) for name, words in rulings.choices().items()),
        usual,
        ",".join(SUFFIXES),
    )


def seated(player: str) -> str:
    """What is said at the table of a computer player's seat."""
    return _(SEATED.get(player, N_("played by the computer, {key}"))).format(key=player)


def _character(name: str) -> tuple[str, str]:
    one = catalogue.load(name)
    return name, _("{name}: {school}, rank {rank}").format(name=one.name, school=one.school, rank=one.school_rank)


def _answers(words: tuple[str, ...]) -> Rows:
    return tuple((word, _(ANSWERS.get(word, word))) for word in words)
