"""The table: takes what happened, asks the rules, and says what follows. Deterministic: no clock, sound or chance.

The loops (``text_loop``, ``sound_loop``) turn sound or lines into actions; this turns actions into events. What is
said here of time is said in samples, and only :mod:`voicegame.table.referee` compares them.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Generic, TypeVar

from voicegame.games.actions import Draw, Overrule, Refused
from voicegame.games.actions import TimeUp as MoveTimeUp
from voicegame.games.events import Score
from voicegame.games.protocol import Action as Move
from voicegame.games.protocol import Game, GameState, IllegalAction, Prompt
from voicegame.hearing.audio import to_samples, to_seconds
from voicegame.lexicon.spoken_arguments import covers
from voicegame.lexicon.verdicts import Candidate, Expectation, Outcome, Verdict
from voicegame.table.actions import (
    Action,
    Drawn,
    Finished,
    Halted,
    Heard,
    Lost,
    Restored,
    Rolled,
    Spoken,
    TimeUp,
    Woken,
)
from voicegame.table.events import (
    Asked,
    FloorClosed,
    FloorOpened,
    GameEnded,
    Happening,
    Notice,
    Paused,
    Resumed,
    WindowReplayed,
    heard_something,
)  # fmt: skip
from voicegame.table.referee import Floor, open_floor
from voicegame.table.talk import Enquire, Talk, ThrowDie

State = TypeVar("State", bound=GameState)
Rules = TypeVar("Rules")

#: Understood in every state of a game in progress.
ANY_TIME = ("pause", "repeat", "score", "quit")
#: Understood while the game stands still.
WHILE_PAUSED = ("go_on", "repeat", "score", "quit")
#: After a "no" the host asks about the next candidate, at most this many questions in all.
MAX_QUESTIONS = 2
#: A window in which sound was lost opens again, so often at most: a bad sound card must not keep a game for ever.
MOST_REPLAYS = 2


NOTHING = Candidate("", 0.0)


@dataclass(frozen=True)
class Question:
    """A question of the host's that is open: who must answer (None: anybody), and until when (samples)."""

    until: int | None = None


@dataclass(frozen=True)
class ClaimQuestion(Question):
    """ "Did you say MARCH?" """

    seat: int = 0
    asked: Candidate = NOTHING
    others: tuple[Candidate, ...] = ()
    count: int = 1


@dataclass(frozen=True)
class QuitQuestion(Question):
    """ "Shall the game end?" paused: whether the game stood still when it was asked, and does again after a "no"."""

    paused: bool = False


@dataclass(frozen=True)
class EnquiryQuestion(Question):
    """ "Which word?" -- the answer is a question about that word, not a claim."""


@dataclass(frozen=True)
class VoteQuestion(Question):
    """One voter is asked; the others follow clockwise.

    about: the word that the game asks a vote on (a prompt with ``seats``), or None for the last ruling (K19).
    """

    voters: tuple[int, ...] = ()
    about: str | None = None
    ayes: int = 0
    noes: int = 0


@dataclass(frozen=True)
class Ruling:
    """The last verdict on a word, while the table may still overrule it."""

    seat: int
    word: str
    accepted: bool
    floor: Floor


class Table(Generic[State, Rules]):
    """One game at one table.

    game, state: the rules and where they start (:mod:`voicegame.games.protocol`).
    talk: what may be said in this game, and what it means.
    answer_seconds: how long the host waits for an answer to its own question.
    pause_after_silence: seconds without anything heard after which the game pauses by itself; None for never.
    """

    def __init__(
        self,
        game: Game[State, Rules],
        state: State,
        talk: Talk[State],
        *,
        answer_seconds: float = 10.0,
        pause_after_silence: float | None = None,
    ) -> None:
        self._game = game
        self.state = state
        self.prompt = game.prompt(state)
        self.now = 0
        self.over = False
        self.paused = False
        self._answer = to_samples(answer_seconds)
        self._talk = talk
        self._faces: tuple[str, ...] = ()
        self._asked_for_more = False
        self._floor: Floor | None = None
        self._floors = 0
        self._replays = 0
        self._question: Question | None = None
        self._ruling: Ruling | None = None
        self._quiet = False
        self._patience = None if pause_after_silence is None else to_samples(pause_after_silence)
        self._last_heard = 0
        #: Whether silence means that nobody is there; not where a script tells what time it is.
        self.minds_silence = True
        self._deaf = False  # the microphone has gone
        self._stay = False  # the players paused the game, and only they go on with it

    # What the loops ask ------------------------------------------------------------------------------------------

    @property
    def tiles_wanted(self) -> int:
        """How many tiles are to be drawn now; 0 if the game waits for something else."""
        return self.prompt.tiles if self.prompt.kind == "draw" and not self.over else 0

    @property
    def faces_wanted(self) -> tuple[str, ...]:
        """The faces of the die that is to fall now, none if no die is."""
        return () if self.over else self._faces

    @property
    def awaits_silence(self) -> bool:
        """Whether a :class:`Spoken` is due as soon as the host has been heard to its end."""
        return not self._quiet and not self.over and self.prompt.kind != "draw"

    @property
    def due(self) -> int | None:
        """The sample at which something is to happen by itself (:attr:`time_up`), or None while nothing runs."""
        dues = [due for due in (self._glass_due, self._silence_due) if due is not None]
        return min(dues, default=None)

    @property
    def _silence_due(self) -> int | None:
        if (
            self._patience is None
            or not self.minds_silence
            or self.over
            or self.paused
            or self.prompt.kind in ("draw", "over")
        ):
            return None
        return self._last_heard + self._patience

    @property
    def _glass_due(self) -> int | None:
        if self.over or self.paused:
            return None
        if self._question is not None:
            return self._question.until
        return self._floor.due if self._floor is not None else None

    @property
    def floor(self) -> Floor | None:
        """Who may speak, and what is left on the glass; None until the host has been heard to its end."""
        return self._floor

    @property
    def question(self) -> Question | None:
        """The question of the host's that waits for an answer, beside what the game waits for."""
        return self._question

    @property
    def time_up(self) -> TimeUp | Halted:
        """The action to take when :attr:`due` has come and no earlier sound is left to judge."""
        assert self.due is not None, "nothing is running"
        at = max(self.now, self.due)
        return TimeUp(at, self._floors) if self.due == self._glass_due else Halted(at, "silence")

    @property
    def expectation(self) -> Expectation:
        """What may be said now (idea 1)."""
        if self.over or self.prompt.kind in ("draw", "over"):
            return Expectation()
        anytime = self._talk.anytime(self.state)
        if self.paused:
            return Expectation(commands=(*(name for name in anytime if name != "undo"), *WHILE_PAUSED))
        match self._question:
            case ClaimQuestion():
                words = self._talk.words(self.state, self.prompt)
                again = self._talk.commands(self.state, self.prompt)
                return Expectation(words=words, commands=("yes", "no", *again, *ANY_TIME), answering=True)
            case EnquiryQuestion():
                words = self._talk.words(self.state, self.prompt)
                return Expectation(words=words, commands=ANY_TIME, answering=True)
            case QuitQuestion() | VoteQuestion():
                return Expectation(commands=("yes", "no"))
        objection: tuple[str, ...] = ()
        if self._ruling is not None and len(self.state.players) > 1:
            objection = ("wrong",) if self._ruling.accepted else ("right",)
        commands = self._talk.commands(self.state, self.prompt)
        words = self._talk.words(self.state, self.prompt)
        return Expectation(words=words, commands=(*commands, *objection, *anytime, *ANY_TIME))

    @property
    def opening(self) -> list[Happening]:
        """What is said when the game has started and waits for somebody at once."""
        if self.prompt.kind in ("draw", "over"):
            return []
        return [self._talk.announcement(self.state, Prompt("draw", None), self.prompt)]

    # What happens ------------------------------------------------------------------------------------------------

    def act(self, action: Action) -> list[Happening]:
        """Take one action and return its events, in order.

        Raises ``ValueError`` (``IllegalAction`` of the rules) for an action that can't happen in this state; the
        state is then as it was.
        """
        if self.over and not isinstance(action, Woken):
            return []
        self.now = max(self.now, action.t)
        if isinstance(action, Spoken):
            return self._spoken(action.t)
        events = self._react(action)
        if events:
            self._quiet = False
        return events

    def _react(self, action: Action) -> list[Happening]:
        match action:
            case Drawn(_, tiles):
                events = self._move(Draw(tiles))
                if getattr(self.state, "ruling", None) is None:
                    self._ruling = None
                return events
            case Rolled(_, face):
                self._faces = ()
                self._ruling = None
                return self._move(self._talk.rolled(face))
            case Heard():
                return self._heard(action)
            case TimeUp():
                return self._time_up(action)
            case Lost():
                return self._lost(action)
            case Halted():
                return self._halt(action)
            case Restored():
                return self._restore()
            case Finished(_, reason):
                return self._end(reason)
            case Woken():
                return self._wake()
        raise AssertionError(f"unhandled action {action!r}")

    def _spoken(self, t: int) -> list[Happening]:
        self._quiet = True
        if self.paused:
            return []
        if self._question is not None:
            self._question = replace(self._question, until=t + self._answer)
            return []
        if self._floor is not None:
            self._floor = self._floor.release(t)
            return []
        if self.prompt.seats and self.prompt.seat is None:
            self._question = VoteQuestion(until=t + self._answer, voters=self.prompt.seats, about=self.prompt.word)
            return []
        if self.prompt.seat is None:
            return []
        self._floors += 1
        self._floor = open_floor(self._floors, self.prompt.seat, t, self.prompt.seconds)
        if self.prompt.seconds is None:
            return []
        return [FloorOpened(self.prompt.seat, self.prompt.seconds)]

    def _time_up(self, action: TimeUp) -> list[Happening]:
        due = self._glass_due
        if due is None or action.floor != self._floors or action.t < due:
            return []
        if self._question is not None:
            return self._unanswered()
        assert self._floor is not None, "a glass runs only for a floor"
        closed = FloorClosed(self._floor.seat)
        return [closed, Notice("time_up"), *self._move(MoveTimeUp())]

    def _lost(self, lost: Lost) -> list[Happening]:
        """A window that a hole meets opens again: a claim may have been in it. Elsewhere a hole changes nothing."""
        floor = self._floor
        if floor is None or not floor.misses(lost.begin, lost.end) or self.paused or self._question is not None:
            return []
        if self._replays < MOST_REPLAYS and self.prompt.seconds is not None:
            self._replays += 1
            self._floor = None  # turned anew when the host has been heard to its end
            return [WindowReplayed(floor.seat, self.prompt.seconds, _milliseconds(lost.end - lost.begin))]
        if self._replays == MOST_REPLAYS:
            self._replays += 1
            self._hold(lost.end)
            return [Notice("sound_keeps_being_lost")]
        return []

    def _halt(self, halted: Halted) -> list[Happening]:
        """Stand still by itself. A window in which the microphone went is played again when it is back."""
        floor = self._floor
        if halted.reason == "microphone":
            self._deaf, self._stay = True, self.paused
            if floor is not None and floor.due is not None and self._question is None and not self.paused:
                self._floor = None
        self._hold(halted.t)
        self.paused = True
        return [Paused(halted.reason)]

    def _restore(self) -> list[Happening]:
        if not self._deaf:
            return []
        self._deaf = False
        self._last_heard = self.now
        if self._stay:
            return [Paused()]
        return self._go_on()

    def _go_on(self) -> list[Happening]:
        self.paused = False
        if self._question is None and self._floor is None and self.prompt.kind != "draw":
            return [Resumed(), self._reminder()]
        return [Resumed(), *self._asked_again()]

    def _heard(self, heard: Heard) -> list[Happening]:
        seat = self._speaker(heard)
        verdict = heard.verdict
        if verdict.outcome is Outcome.IGNORE:
            return self._ask_again()
        if seat is None:
            return []
        self._last_heard = max(self._last_heard, heard.t)
        said = heard_something(heard.text, seat, _milliseconds(heard.begin), _milliseconds(heard.end), verdict)
        if self._question is not None and not self.paused:
            return [said, *self._answered(heard, self._question)]
        if verdict.command in ANY_TIME or (self.paused and verdict.command == "go_on"):
            if verdict.outcome is Outcome.ASK:
                return []  # nobody is stopped for a sound that may have been "pause"
            return [said, *self._command(verdict.command, heard)]
        if verdict.command is not None and covers(self._talk.anytime(self.state), verdict.command):
            return [] if verdict.outcome is Outcome.ASK else [said, *self._meanwhile(verdict.command)]
        if self.paused or self._floor is None:
            return []
        if seat != self._floor.seat and verdict.command not in ("right", "wrong"):
            return [said, Notice("not_your_floor", {"seat": self._floor.seat})]
        if not self._floor.admits(heard.begin):
            return [said, Notice("too_late", {"seat": seat})]
        return [said, *self._claim(heard, self._floor.seat)]

    def _speaker(self, heard: Heard) -> int | None:
        if heard.seat is not None:
            return heard.seat
        match self._question:
            case ClaimQuestion(seat=seat):
                return seat
            case VoteQuestion(voters=voters):
                return voters[0]
        return self._floor.seat if self._floor is not None else self.prompt.seat

    @property
    def asks_again(self) -> bool:
        """Whether a sound that was not understood is of interest: the host then asks for the answer again, once."""
        waits = self._question is None and self._floor is not None and not self.paused and not self._asked_for_more
        return waits and self._talk.unheard(self.state, self.prompt) is not None

    def _ask_again(self) -> list[Happening]:
        notice = self._talk.unheard(self.state, self.prompt) if self.asks_again else None
        if notice is None:
            return []
        self._asked_for_more = True
        self._hold(self.now)
        return [notice]

    # Claims and answers ------------------------------------------------------------------------------------------

    def _claim(self, heard: Heard, seat: int) -> list[Happening]:
        verdict = heard.verdict
        match verdict.outcome:
            case Outcome.ASK:
                asked, *more = self._in_doubt(verdict)
                others = tuple(more)
                self._hold(heard.begin)
                self._question = ClaimQuestion(seat=seat, asked=asked, others=others)
                return [Asked(seat, asked.text)]
            case Outcome.REFUSE:
                return self._refuse(seat, verdict)
            case Outcome.ACCEPT if verdict.command is not None:
                return self._option(seat, verdict.command)
        return self._accept(seat, verdict.word or "", verdict.reason)

    def _accept(self, seat: int, word: str, remark: str = "") -> list[Happening]:
        move = self._talk.word(self.state, self.prompt, seat, word)
        events = self._rule(move, seat, word, accepted=not isinstance(move, Refused))
        return [*events, Notice("remark", {"text": remark})] if remark else events

    def _refuse(self, seat: int, verdict: Verdict) -> list[Happening]:
        word = verdict.word or ""
        return self._rule(Refused(seat, word, verdict.rule or "", verdict.reason), seat, word, accepted=False)

    def _rule(self, move: Move, seat: int, word: str, *, accepted: bool) -> list[Happening]:
        """Put a judged word to the rules; the ruling is the event that comes first."""
        floor = self._floor
        assert floor is not None, "words are judged only for a floor"
        ruling, *others = self._move(move)
        self._ruling = Ruling(seat, word, accepted, floor.hold(self.now))
        if self._floor is None:
            closed: list[Happening] = [FloorClosed(floor.seat)] if floor.deadline is not None else []
            return [ruling, *closed, *others]
        self._hold(self.now)  # the host says why, and nobody pays for the host's time
        return [ruling, *others]

    def _option(self, seat: int, command: str) -> list[Happening]:
        if command in ("right", "wrong"):
            return self._call_vote(command)
        match self._talk.command(self.state, self.prompt, seat, command):
            case ThrowDie(faces):
                self._faces = faces
                return []
            case Enquire(notice):
                self._hold(self.now)
                self._question = EnquiryQuestion()
                return [notice]
            case Notice() as notice:
                self._hold(self.now)
                return [notice]
            case move:
                return self._attempt(move)

    def _answered(self, heard: Heard, question: Question) -> list[Happening]:
        verdict = heard.verdict
        if verdict.outcome is Outcome.ACCEPT and verdict.command in ANY_TIME:
            return self._command(verdict.command, heard)
        yes = {"yes": True, "no": False}.get(verdict.command or "")
        match question:
            case QuitQuestion() if yes is True:
                self._question = None
                return self._end("quit")
            case QuitQuestion() if yes is False:
                return self._unanswered()
            case VoteQuestion() if yes is not None and heard.seat in (None, question.voters[0]):
                return self._voted(question, yes)
            case ClaimQuestion() if heard.seat in (None, question.seat):
                return self._confirmed(heard, question, yes)
            case EnquiryQuestion() if verdict.word is not None:
                self._question = None
                return [self._talk.enquiry(self.state, self.prompt, verdict.word)]
        return []

    def _confirmed(self, heard: Heard, question: ClaimQuestion, yes: bool | None) -> list[Happening]:
        verdict = heard.verdict
        if yes is True or (verdict.word is not None and verdict.word == question.asked.text):
            self._question = None
            if question.asked.command is not None:
                return self._ordered(question.seat, question.asked.command, heard)
            return self._accept(question.seat, question.asked.text, question.asked.remark)
        if yes is None and verdict.outcome is Outcome.ACCEPT:
            self._question = None
            if verdict.command is not None:
                return self._option(question.seat, verdict.command)
            return self._accept(question.seat, verdict.word or "", verdict.reason)
        if yes is None and verdict.outcome is Outcome.REFUSE:
            self._question = None
            return self._refuse(question.seat, verdict)
        following = question.others
        if yes is None and verdict.outcome is Outcome.ASK:
            following = (self._candidate(verdict),)
        if following and following[0].text == question.asked.text and following[0].command is not None:
            self._question = None  # "Did you say score?" -- not as the word, so as the command
            return self._ordered(question.seat, following[0].command, heard)
        if following and question.count < MAX_QUESTIONS:
            self._question = replace(
                question, asked=following[0], others=following[1:], count=question.count + 1, until=None
            )
            return [Asked(question.seat, following[0].text)]
        return self._unanswered()

    def _ordered(self, seat: int, command: str, heard: Heard) -> list[Happening]:
        """Do a command that the host had asked about."""
        return self._command(command, heard) if command in ANY_TIME else self._option(seat, command)

    def _unanswered(self) -> list[Happening]:
        question, self._question = self._question, None
        match question:
            case VoteQuestion():
                return self._next_voter(question)
            case QuitQuestion(paused=True):
                self.paused = True
                return [Paused()]
            case QuitQuestion() | EnquiryQuestion():
                return [Notice("on_we_go")]
        return [Notice("say_again")]

    # Commands of any time ----------------------------------------------------------------------------------------

    def _command(self, command: str | None, heard: Heard) -> list[Happening]:
        self._hold(heard.begin)
        match command:
            case "pause":
                self.paused = self._stay = True
                return [Paused()]
            case "go_on" if self._deaf:
                self._stay = False
                return [Paused("microphone")]
            case "go_on":
                return self._go_on()
            case "quit":
                self._question = QuitQuestion(paused=self.paused)
                self.paused = False
                return [Notice("quit?")]
            case "score":
                return [Notice("standing", {"scores": self.state.scores})]
        return [self._reminder()]

    def _reminder(self) -> Notice:
        left = self._floor.left(self.now) if self._floor is not None else None
        return self._talk.reminder(self.state, self.prompt, None if left is None else to_seconds(left))

    def _meanwhile(self, command: str) -> list[Happening]:
        """What anybody may do in any state: take a ruling back, join, leave."""
        ruling, floor = self._ruling, self._floor
        self._hold(self.now)
        try:
            events = self._move(self._talk.meanwhile(self.state, command))
        except IllegalAction as error:
            return [Notice("not_possible", {"text": str(error)})]
        if command != "undo" or ruling is None:
            return events
        self._ruling = None
        events = [event for event in events if not isinstance(event, Notice)]
        if self._floor is None and floor is not None and floor.deadline is not None:
            events.insert(0, FloorClosed(floor.seat))
        self._give_back(ruling)
        return [*events, self._reminder()]

    def _give_back(self, ruling: Ruling) -> None:
        """The glass of the floor that a word was said in runs on with what was left on it then."""
        if self.prompt.kind == "word" and self.prompt.seat == ruling.floor.seat:
            self._floors += 1
            self._floor = replace(ruling.floor, number=self._floors)

    # The vote of K19 ---------------------------------------------------------------------------------------------

    def _call_vote(self, command: str) -> list[Happening]:
        ruling = self._ruling
        if ruling is None or ruling.accepted is not (command == "wrong"):
            return []
        seats, away = len(self.state.players), getattr(self.state, "away", ())
        others = ((ruling.seat + step) % seats for step in range(1, seats))
        voters = tuple(seat for seat in others if seat not in away)
        self._hold(self.now)
        self._question = VoteQuestion(voters=voters)
        return [self._poll(voters[0])]

    def _poll(self, voter: int, about: str | None = None) -> Notice:
        if about is not None:
            asked = self._talk.announcement(self.state, self.prompt, self.prompt)
            return Notice(asked.key, {**asked.fields, "seat": voter})
        assert self._ruling is not None, "a vote is about a ruling"
        key = "vote_wrong?" if self._ruling.accepted else "vote_right?"
        return Notice(key, {"seat": voter, "word": self._ruling.word})

    def _voted(self, question: VoteQuestion, yes: bool) -> list[Happening]:
        return self._next_voter(replace(question, ayes=question.ayes + yes, noes=question.noes + (not yes)))

    def _next_voter(self, question: VoteQuestion) -> list[Happening]:
        voters = question.voters[1:]
        if voters:
            self._question = replace(question, voters=voters, until=None)
            return [self._poll(voters[0], question.about)]
        self._question = None
        if question.about is not None:
            self._ruling = None
            return self._move(self._talk.vote(self.prompt, question.ayes, question.noes))
        ruling, self._ruling = self._ruling, None
        assert ruling is not None, "a vote is about a ruling"
        floor = self._floor
        try:
            voted, *events = self._move(Overrule(question.ayes, question.noes))
        except IllegalAction as error:  # no vote gives a hand letters
            return [Notice("not_possible", {"text": str(error)})]
        reversed_by_vote = not ruling.accepted and question.ayes > question.noes
        follows = self._talk.overruled(self.state, self.prompt, ruling.seat, ruling.word) if reversed_by_vote else None
        if follows is not None:
            events += self._move(follows)
        if self._floor is None and floor is not None and floor.deadline is not None:
            events.insert(0, FloorClosed(floor.seat))
        if ruling.accepted and self._floor is None:
            self._give_back(ruling)  # the word is refused after all
        return [voted, *events]

    def _wake(self) -> list[Happening]:
        self.over = self.prompt.kind == "over"
        if self.over:
            return []
        self._last_heard = self.now
        if self._deaf:
            self._deaf, self.paused = False, self._stay
        self._hold(self.now)
        events: list[Happening] = [Resumed(), Notice("standing", {"scores": self.state.scores})]
        if self.paused:
            return [*events, Paused()]
        if self._question is None:
            return events if self.prompt.kind == "draw" else [*events, self._reminder()]
        return [*events, *self._asked_again()]

    def _asked_again(self) -> list[Happening]:
        """The question that was open before a pause, if there was one."""
        if self._question is None:
            return []
        self._question = replace(self._question, until=None)
        match self._question:
            case ClaimQuestion(seat=seat, asked=asked):
                return [Asked(seat, asked.text)]
            case VoteQuestion(voters=voters, about=about):
                return [self._poll(voters[0], about)]
            case QuitQuestion():
                return [Notice("quit?")]
        return self._unanswered()

    # The rules ---------------------------------------------------------------------------------------------------

    def _attempt(self, move: Move) -> list[Happening]:
        """Put a player's move to the rules; where they don't allow it, say why and wait for another."""
        try:
            return self._move(move)
        except IllegalAction as error:
            self._hold(self.now)
            return [Notice("not_possible", {"text": str(error)})]

    def _move(self, move: Move) -> list[Happening]:
        """Put a move to the rules, and make the table follow the new prompt."""
        before = self.prompt
        self.state, happened = self._game.apply(self.state, move)
        self.prompt = self._game.prompt(self.state)
        events: list[Happening] = list(happened)
        events.extend(self._talk.afterwards(self.state, before, happened))
        if self.prompt == before:
            return events
        self._asked_for_more = False
        self._floor = None
        self._question = None
        self._replays = 0
        if self.prompt.kind == "over":
            self.over = True
            return [*events, GameEnded("won")]
        if self.prompt.kind != "draw":
            events.append(self._talk.announcement(self.state, before, self.prompt))
        return events

    def _end(self, reason: str) -> list[Happening]:
        self.over = True
        floor = self._floor
        closed: Sequence[Happening] = (
            [FloorClosed(floor.seat)] if floor is not None and floor.deadline is not None else []
        )
        self._floor = self._question = None  # a game that is taken up again turns the glass anew
        score, ended = Score(self.state.scores), GameEnded(reason)
        return [*closed, score, *self._talk.afterwards(self.state, self.prompt, (score, ended)), ended]

    def _in_doubt(self, verdict: Verdict) -> list[Candidate]:
        """All that an unsure verdict may mean, in the order to ask about it.

        Where a word is a command as well ("done"), the command comes first if it has another name to ask by.
        """
        asked = self._candidate(verdict)
        rest = [(c.text, self._named(c)) for c in verdict.candidates if c.fits]
        twins = [c for text, c in rest if c.command is not None and text == verdict.word != c.text]
        ranked = [*twins, asked, *(c for _, c in rest)]
        keys = [(candidate.text, candidate.command) for candidate in ranked]
        return [candidate for at, candidate in enumerate(ranked) if keys[at] not in keys[:at]]

    def _candidate(self, verdict: Verdict) -> Candidate:
        """What an unsure verdict is about, as the host asks for it."""
        remarks = (each.remark for each in verdict.candidates if each.command is None and each.text == verdict.word)
        return self._named(Candidate(verdict.word or "", 0.0, verdict.command, fits=True, remark=next(remarks, "")))

    def _named(self, candidate: Candidate) -> Candidate:
        return candidate if candidate.command is None else replace(candidate, text=self._talk.named(candidate.command))

    def _hold(self, at: int) -> None:
        if self._floor is not None:
            self._floor = self._floor.hold(at)


def _milliseconds(samples: int) -> float:
    """A moment in seconds, to the millisecond, as events print it."""
    return round(to_seconds(samples), 3)
