"""A duel in play. The transcript is the truth; the coroutine is only a cache of where we are in it."""

from __future__ import annotations

from collections.abc import Callable, Coroutine, Iterable
from functools import partial
from typing import Any, Generic, Protocol, TypeVar

from .chance import Source
from .errors import BadInput, DuelError, DuelFinished, IllegalAnswer, NoTakeBack, NotAsked, OutOfStep, RulesFault
from .events import Audience, Claimed, Event, Said
from .referee import Referee, Ruling
from .requests import CHANCE, Chance, Json, Option, Request, Sealed, Seat, plain
from .sentences import Sentence
from .transcript import CLAIM, RULING, SAY, Entry, Transcript

S = TypeVar("S")
SEATS = (0, 1, 2)
LINE = 500
"""Characters in a free line at most."""


class Game(Protocol[S]):
    """What a rulebook gives a session. `edition` rises whenever its sequence of questions changes."""

    name: str
    edition: int

    def referee(self, setup: Any) -> Referee[S]:
        """A referee with the state before the first question."""
        ...

    def play(self, referee: Any) -> Coroutine[Request[Any], Any, Any]:
        """The rules from beginning to end; returns the outcome."""
        ...

    def seen(self, setup: Any, audience: Audience) -> S:
        """The first state as `audience` may see it: what events are folded into for a view."""
        ...

    def load_setup(self, data: Json) -> Any:
        """A setup from JSON. Raises `BadInput`."""
        ...

    def plain_setup(self, setup: Any) -> Json:
        """A setup as JSON."""
        ...


class View(Generic[S]):
    """What one audience may know: the state as it sees it, and the events that it saw.

    The state is folded when somebody looks at it: many follow the events alone.
    """

    __slots__ = ("_begin", "_folded", "_state", "audience", "events")
    _state: S

    def __init__(self, audience: Audience, begin: Callable[[], S]) -> None:
        self.audience, self._begin = audience, begin
        self.events: list[Event] = []
        self._folded = -1

    @property
    def state(self) -> S:
        """The state as it sees it."""
        if self._folded < 0:
            self._state, self._folded = self._begin(), 0
        if self._folded < len(self.events):
            for event in self.events[self._folded :]:
                event.apply(self._state)
            self._folded = len(self.events)
        return self._state

    def see(self, event: Event) -> None:
        """Take in one event, as this audience sees it."""
        seen = event if self.audience == "judge" else event.seen_by(self.audience)
        if seen is not None:
            self.events.append(seen)


class Session(Generic[S]):
    """One duel: who is asked, `submit`, `view`, `events`, `rule`, `say`, `fork`, `take_back`.

    With a `chance` source the dice and decks answer at once; without one they wait to be typed in as seat
    `CHANCE`. `entries` are played first, unchecked; a file goes through `Session.load`, which checks all.
    """

    def __init__(self, game: Game[S], setup: Any, chance: Source | None = None, entries: Iterable[Entry] = ()) -> None:
        self.game, self.setup, self.chance = game, setup, chance
        self.commitment: str | None = getattr(chance, "commitment", None)
        self.seed: str | None = None
        """The seed (hex) of a finished duel that was read from a file."""
        self.entries: list[Entry] = []
        self.waiting: dict[Seat, Any] = {}
        self._views: dict[Audience, tuple[View[S], int]] = {}
        self._start()
        for entry in entries:
            self._replay(entry, checked=False)
        self._consult_chance()

    # --- who is asked, and the answers -------------------------------------------------------------------

    @property
    def finished(self) -> bool:
        """Whether the duel is over."""
        return self.pending is None

    @property
    def asked(self) -> dict[Seat, Request[Any]]:
        """The open questions by seat. Of a sealed question every seat's part, answered or not, until all are in."""
        if self.pending is None:
            return {}
        if isinstance(self.pending, Sealed):
            return dict(self.pending.asks)
        return {self.pending.seat: self.pending}

    def asked_of(self, seat: Seat) -> Request[Any]:
        """The open question of `seat`. Raises `DuelFinished`, `NotAsked`."""
        if self.pending is None:
            raise DuelFinished(Sentence("the duel is over; nobody is asked anything"))
        if self.pending.seat == seat and not isinstance(self.pending, Sealed):
            return self.pending
        try:
            return self.asked[seat]
        except KeyError:
            others = Sentence.joined(
                Sentence("chance") if s == CHANCE else Sentence("seat {seat}", seat=s) for s in self.asked
            )
            raise NotAsked(
                Sentence("seat {seat} is not asked anything now; asked is: {others}", seat=seat, others=others)
            ) from None

    def has_sealed(self, seat: Seat) -> bool:
        """Whether `seat` has answered a sealed question that still waits for others."""
        return seat in self.waiting

    def submit(self, seat: Seat, answer: Any) -> None:
        """Answer the open question of `seat`. Raises `NotAsked`, `DuelFinished`, `IllegalAnswer`."""
        request = self.asked_of(seat)
        if reason := request.why_not(answer):
            raise IllegalAnswer(request, answer, reason)
        if isinstance(self.pending, Sealed):
            together = {**self.waiting, seat: answer}
            if len(together) < len(self.pending.asks):
                self.waiting = together
                return
            request, answer = self.pending, {s: together[s] for s in self.pending.asks}
        self._proceed(Entry(request.purpose, request.seat, answer))

    def say(self, by: str, text: str) -> None:
        """Write a free line into the log, 500 characters at most. Raises `BadInput`."""
        _check_line("a line", by)
        _check_line("a line", text)
        self._say(Entry(SAY, 0, (by, text)))

    def rule(self, by: str, act: Option, reason: str) -> None:
        """A judge called `by` acts while a question is open. Raises `DuelFinished`, `IllegalAnswer`, `BadInput`."""
        if self.pending is None:
            raise DuelFinished(Sentence("the duel is over; a judge can change nothing any more"))
        if why := self.referee.why_not_act(act):
            raise IllegalAnswer("a judge's act", plain(act), why)
        _check_line("a ruling", by)
        _check_line("a ruling", reason, may_be_empty=True)
        self._proceed(Entry(RULING, 0, (by, act, reason)))

    def claim(self, seat: Seat, by: str, late: Seat, of: str) -> None:
        """End the duel outside the rules: `seat`, called `by`, takes it from seat `late`, called `of`, who is asked.

        Sealed answers that were not opened stay so. Whether his time is up is not for the rules to know. Raises
        `DuelFinished`, `BadInput`.
        """
        if self.pending is None:
            raise DuelFinished(Sentence("the duel is over; nobody can claim it any more"))
        entry = Entry(CLAIM, seat, (by, late, of))
        self._claim(self._claimed(entry, "a claim"))

    # --- looking -----------------------------------------------------------------------------------------

    def view(self, audience: Audience) -> View[S]:
        """What `audience` may know. The same object grows with the duel; look, do not change."""
        if audience not in self._views:
            self._views[audience] = (View(audience, partial(self.game.seen, self.setup, audience)), 0)
        view, done = self._views[audience]
        events = self.referee.events
        for event in events[done:]:
            view.see(event)
        self._views[audience] = (view, len(events))
        return view

    def events(self, audience: Audience) -> list[Event]:
        """What happened so far, as `audience` may see it."""
        return self.view(audience).events

    # --- copies, steps back, files -----------------------------------------------------------------------

    def fork(self, chance: Source | None = None) -> Session[S]:
        """An independent copy at the same point, with another source of chance if one is given."""
        copy = Session(self.game, self.setup, None, self.entries)
        copy.waiting = dict(self.waiting)
        copy.commitment, copy.seed, copy.chance = self.commitment, self.seed, self.chance
        if chance is not None:
            copy.commitment, copy.chance = getattr(chance, "commitment", None), chance
            copy._consult_chance()
        return copy

    def why_not_take_back(self, length: int) -> str | None:
        """None when the transcript can be cut to `length` entries, else the reason in words."""
        if not 0 <= length < len(self.entries):
            return Sentence("there are {n} answers; a length below that is needed", n=len(self.entries))
        if any(entry.seat == CHANCE for entry in self.entries[length:]):
            return Sentence("since then dice were rolled or cards drawn")
        if any(event.reveals for event in self.referee.events[self._marks[length] :]):
            return Sentence("since then something was shown")
        return None

    def take_back(self, length: int) -> None:
        """Cut the transcript to `length` entries, as if the rest had not been said. Raises `NoTakeBack`."""
        if reason := self.why_not_take_back(length):
            raise NoTakeBack(f"this cannot be taken back: {reason}")
        self._rebuild(self.entries[:length])

    def transcript(self) -> Transcript:
        """All that rebuilds this duel; the seed of verifiable chance only once it is over."""
        waiting = {seat: plain(answer) for seat, answer in self.waiting.items()}
        setup = self.game.plain_setup(self.setup)
        text = Transcript(self.game.name, self.game.edition, setup, list(self.entries), waiting, self.commitment)
        seed = getattr(self.chance, "seed", None)
        if self.finished and self.commitment:
            text.seed = seed.hex() if isinstance(seed, bytes) else self.seed
        return text

    @classmethod
    def load(cls, game: Game[S], text: Transcript, chance: Source | None = None) -> Session[S]:
        """The duel of a transcript, every entry checked. Raises `BadInput`, `OutOfStep`."""
        if text.game != game.name:
            raise BadInput("transcript: game", Sentence("{game!r:.60} is not {name!r}", game=text.game, name=game.name))
        if text.edition != game.edition:
            raise BadInput(
                "transcript: edition",
                Sentence(
                    "the duel follows edition {edition!s:.20} of {name}; this version plays {plays}",
                    edition=text.edition,
                    name=game.name,
                    plays=game.edition,
                ),
            )
        if text.commitment and getattr(chance, "commitment", text.commitment) != text.commitment:
            raise BadInput(
                "transcript: commitment",
                Sentence("{commitment:.70} is not that of the source of chance given", commitment=text.commitment),
            )
        session = cls(game, game.load_setup(text.setup))
        for entry in text.entries:
            session._replay(entry, checked=True)
        for seat, answer in text.waiting.items():
            session._wait(seat, answer)
        session.chance, session.commitment, session.seed = chance, text.commitment, text.seed
        session._consult_chance()
        return session

    # --- the machine -------------------------------------------------------------------------------------

    def _start(self) -> None:
        self.referee = self.game.referee(self.setup)
        self.outcome: Any = None
        self.pending: Request[Any] | None = None
        self.waiting = {}
        self.draws = 0
        self._marks: list[int] = []
        self._views.clear()
        self._rules = self.game.play(self.referee)
        self._send(None, None)

    def _send(self, answer: Any, entry: Entry | None) -> None:
        """On to the next question. Raises `RulesFault`; then these rules can be asked nothing any more."""
        try:
            self.pending = self._rules.send(answer)
        except StopIteration as end:
            self.pending, self.outcome = None, end.value
        except Exception as error:
            what = "the setup" if entry is None else f"{entry.plain()!s:.200}"
            raise RulesFault(f"the rules failed on {what}: {type(error).__name__}: {error!s:.200}") from error

    def _proceed(self, entry: Entry) -> None:
        """An acceptable answer, and what chance says to it; if the rules fail on either, stand where we stood."""
        length, waiting = len(self.entries), self.waiting
        try:
            self._answer(entry)
            self._consult_chance()
        except RulesFault:
            self._rebuild(self.entries[:length])
            self.waiting = waiting
            raise

    def _answer(self, entry: Entry) -> None:
        """Hand an acceptable answer to the rules, and put it on record."""
        mark = len(self.referee.events)
        self._send(Ruling(*entry.answer) if entry.purpose == RULING else entry.answer, entry)
        self._marks.append(mark)
        self.entries.append(entry)
        self.draws += entry.seat == CHANCE
        if self.waiting:
            self.waiting = {}  # a ruling may have changed what may be answered: sealed answers are asked for again

    def _say(self, entry: Entry) -> None:
        self._marks.append(len(self.referee.events))
        self.referee.happen(Said(*entry.answer, source=entry.answer[0]))
        self.entries.append(entry)

    def _claim(self, entry: Entry) -> None:
        by, late, of = entry.answer
        self._marks.append(len(self.referee.events))
        self.pending, self.waiting, self.outcome = None, {}, Claimed(entry.seat, by, late, of, source=by)
        self.referee.happen(self.outcome)
        self.entries.append(entry)

    def _consult_chance(self) -> None:
        while self.chance is not None and isinstance(self.pending, Chance):
            outcome = self.chance.outcome(self.pending, self.draws)
            self._answer(Entry(self.pending.purpose, CHANCE, outcome))

    def _rebuild(self, entries: Iterable[Entry]) -> None:
        entries = list(entries)
        self.entries = []
        self._start()
        for entry in entries:
            self._replay(entry, checked=False)
        self._consult_chance()

    def _replay(self, entry: Entry, *, checked: bool) -> None:
        pending, purpose = self.pending, entry.purpose
        if pending is not None and pending.purpose == purpose and pending.seat == entry.seat:
            self._answer(self._checked(pending, entry) if checked else entry)
        elif purpose == SAY:
            self._say(_said(entry, f"transcript: entries[{len(self.entries)}]") if checked else entry)
        elif purpose == RULING:
            self._answer(self._ruling(entry) if checked else entry)
        elif purpose == CLAIM and pending is not None:
            self._claim(self._claimed(entry, f"transcript: entries[{len(self.entries)}]") if checked else entry)
        else:
            asked = str(pending) if pending else Sentence("nothing more")
            raise OutOfStep(
                len(self.entries),
                asked,
                Sentence("«{purpose:.60}» of seat {seat!s:.20}", purpose=purpose, seat=entry.seat),
            )

    def _checked(self, pending: Request[Any], entry: Entry) -> Entry:
        where = f"transcript: entries[{len(self.entries)}]"
        answer = guarded(where, lambda: pending.load(entry.answer))
        if reason := guarded(where, lambda: pending.why_not(answer)):
            raise BadInput(
                where, Sentence("{answer!r:.80} is not allowed there: {reason}", answer=entry.answer, reason=reason)
            )
        return Entry(entry.purpose, entry.seat, answer)

    def _ruling(self, entry: Entry) -> Entry:
        where = f"transcript: entries[{len(self.entries)}]"
        if self.pending is None:
            raise BadInput(where, Sentence("a judge speaks while a question is open; here the duel is over"))
        match entry:
            case (_, 0, [str(by), act, str(reason)]):
                _check_line(where, by)
                _check_line(where, reason, may_be_empty=True)
            case _:
                raise BadInput(
                    where,
                    Sentence(
                        "a ruling is [{ruling!r}, 0, [by, act, reason]], not {found!r:.80}",
                        ruling=RULING,
                        found=entry.plain(),
                    ),
                )
        loaded = guarded(where, lambda: self.referee.load_act(act))
        if why := self.referee.why_not_act(loaded):
            raise BadInput(where, why)
        return Entry(RULING, 0, (by, loaded, reason))

    def _claimed(self, entry: Entry, where: str) -> Entry:
        match entry:
            case (_, seat, [str(by), late, str(of)]) if type(late) is int:
                _check_line(where, by)
                _check_line(where, of)
            case _:
                raise BadInput(
                    where,
                    Sentence(
                        "a claim is [{claim!r}, seat, [by, late, of]], not {found!r:.80}",
                        claim=CLAIM,
                        found=entry.plain(),
                    ),
                )
        if seat == late or seat not in SEATS or late not in SEATS:
            raise BadInput(
                where, Sentence("seat {seat!s:.20} cannot claim the duel of seat {late!s:.20}", seat=seat, late=late)
            )
        if late not in self.asked and CHANCE not in self.asked:  # dice on the table wait for who types them in
            raise BadInput(
                where, Sentence("seat {late} is not asked anything, so nobody can claim the duel of it", late=late)
            )
        return Entry(CLAIM, seat, (by, late, of))

    def _wait(self, seat: Seat, answer: Json) -> None:
        where = f"transcript: waiting.{seat}"
        if not isinstance(self.pending, Sealed) or seat not in self.pending.asks:
            raise BadInput(where, Sentence("seat {seat} has no sealed question open", seat=seat))
        if len(self.waiting) + 1 == len(self.pending.asks):
            raise BadInput(where, Sentence("with this answer all would be in; then they stand among the entries"))
        request = self.pending.asks[seat]
        loaded = guarded(where, lambda: request.load(answer))
        if reason := guarded(where, lambda: request.why_not(loaded)):
            raise BadInput(where, reason)
        self.waiting[seat] = loaded


T = TypeVar("T")


def guarded(where: str, read: Callable[[], T]) -> T:
    """`read()`, with every failure on odd input turned into a `BadInput` that says where."""
    try:
        return read()
    except BadInput as error:
        raise BadInput(where, error.args[0]) from None
    except DuelError:
        raise
    except (TypeError, ValueError, KeyError, IndexError, AttributeError) as error:
        raise BadInput(where, Sentence("that cannot be read ({name})", name=type(error).__name__)) from None


def _check_line(where: str, text: str, *, may_be_empty: bool = False) -> None:
    """Whether a name or a text can be shown on one line. Raises `BadInput`."""
    if len(text) > LINE or not text.isprintable() or not (text.strip() or may_be_empty):
        raise BadInput(
            where,
            Sentence(
                "1 to {line} printable characters on one line are needed, not {found!r:.60}", line=LINE, found=text
            ),
        )


def _said(entry: Entry, where: str) -> Entry:
    match entry:
        case (_, 0, [str(by), str(text)]):
            _check_line(where, by)
            _check_line(where, text)
            return Entry(SAY, 0, (by, text))
    raise BadInput(
        where, Sentence("a free line is [{say!r}, 0, [by, text]], not {found!r:.80}", say=SAY, found=entry.plain())
    )
