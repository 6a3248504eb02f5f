"""The table: takes what happened, asks the rules, and says what follows. Deterministic: no clock, sound or chance.

The loops (``text_loop``, ``sound_loop``) turn sound or lines into actions; this turns actions into events. What is
said here of time is said in samples, and only :mod:`voicegame.table.referee` compares them.
"""

from __future__ import annotations

from dataclasses import replace
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
    FloorOpened,
    GameEnded,
    Happening,
    Notice,
    Paused,
    Resumed,
    WindowReplayed,
    heard_something,
)  # fmt: skip
from voicegame.table.expecting import ANY_TIME, expected
from voicegame.table.glass import Glass, closing
from voicegame.table.questions import (
    ClaimQuestion,
    EnquiryQuestion,
    Question,
    QuitQuestion,
    VoteQuestion,
    answer,
    doubted,
    settled,
)
from voicegame.table.referee import Floor
from voicegame.table.standstill import Standstill
from voicegame.table.talk import Enquire, Talk, ThrowDie
from voicegame.table.votes import OBJECTIONS, Ruling, called, objections, poll

State = TypeVar("State", bound=GameState)
Rules = TypeVar("Rules")


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
        self._answer = to_samples(answer_seconds)
        self._talk = talk
        self._faces: tuple[str, ...] = ()
        self._asked_for_more = False
        self._glass = Glass()
        self._still = Standstill(pause_after_silence)
        self._question: Question | None = None
        self._ruling: Ruling | None = None
        self._quiet = False
        #: Whether silence means that nobody is there; not where a script tells what time it is.
        self.minds_silence = True

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
        idle = self.over or self.prompt.kind in ("draw", "over") or not self.minds_silence
        return None if idle else self._still.silence_due

    @property
    def _glass_due(self) -> int | None:
        if self.over or self.paused:
            return None
        if self._question is not None:
            return self._question.until
        return self.floor.due if self.floor is not None else None

    @property
    def floor(self) -> Floor | None:
        """Who may speak, and what is left on the glass; None until the host has been heard to its end."""
        return self._glass.floor

    @property
    def paused(self) -> bool:
        """Whether the game stands still until somebody goes on with it."""
        return self._still.paused

    @property
    def question(self) -> Question | None:
        """The question of the host's that waits for an answer, beside what the game waits for."""
        return self._question

    @property
    def time_up(self) -> TimeUp | Halted:
        """The action to take when :attr:`due` has come and no earlier sound is left to judge."""
        assert self.due is not None, "nothing is running"
        at = max(self.now, self.due)
        return TimeUp(at, self._glass.number) if self.due == self._glass_due else Halted(at, "silence")

    @property
    def expectation(self) -> Expectation:
        """What may be said now (idea 1)."""
        if self.over:
            return Expectation()
        return expected(
            self._talk,
            self.state,
            self.prompt,
            paused=self.paused,
            question=self._question,
            objections=objections(self._ruling, len(self.state.players)),
        )

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
                return self._restore(action)
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
        if self.floor is not None:
            self._glass.release(t)
            return []
        if self.prompt.seats and self.prompt.seat is None:
            self._question = VoteQuestion(until=t + self._answer, voters=self.prompt.seats, about=self.prompt.word)
            return []
        if self.prompt.seat is None:
            return []
        self._glass.turn(self.prompt.seat, t, self.prompt.seconds)
        if self.prompt.seconds is None:
            return []
        return [FloorOpened(self.prompt.seat, self.prompt.seconds)]

    def _time_up(self, action: TimeUp) -> list[Happening]:
        due = self._glass_due
        if due is None or action.floor != self._glass.number or action.t < due:
            return []
        if self._question is not None:
            return self._unanswered()
        closed = closing(self.floor)
        return [*closed, Notice("time_up"), *self._move(MoveTimeUp())]

    def _lost(self, lost: Lost) -> list[Happening]:
        """A window that a hole meets opens again: a claim may have been in it. Elsewhere a hole changes nothing."""
        floor = self.floor
        if floor is None or not floor.misses(lost.begin, lost.end) or self.paused or self._question is not None:
            return []
        tries = self._glass.tries_left()
        if tries >= 0:
            self._glass.count_replay()
        if tries > 0 and self.prompt.seconds is not None:
            self._glass.drop()  # turned anew when the host has been heard to its end
            return [WindowReplayed(floor.seat, self.prompt.seconds, _milliseconds(lost.end - lost.begin))]
        if tries == 0:
            self._glass.hold(lost.end)
            return [Notice("sound_keeps_being_lost")]
        return []

    def _halt(self, halted: Halted) -> list[Happening]:
        """Stand still by itself. A window in which the microphone went is played again when it is back."""
        floor = self.floor
        if halted.reason == "loudspeaker":
            if not self._still.lose_loudspeaker():
                return []
            self._glass.hold(halted.t)
            return [Paused(halted.reason)]
        if halted.reason == "microphone":
            if floor is not None and floor.due is not None and self._question is None and not self.paused:
                self._glass.drop()
            self._still.lose_microphone()
        self._glass.hold(halted.t)
        self._still.halt()
        return [Paused(halted.reason)]

    def _restore(self, restored: Restored) -> list[Happening]:
        if restored.device == "loudspeaker":
            return self._gone_on() if self._still.find_loudspeaker() else []
        if not self._still.deaf:
            return []
        return self._gone_on() if self._still.find_microphone(self.now) else [Paused()]

    def _gone_on(self) -> list[Happening]:
        if self._question is None and self.floor is None and self.prompt.kind != "draw":
            return [Resumed(), self._reminder()]
        return [Resumed(), *self._asked_again()]

    def _heard(self, heard: Heard) -> list[Happening]:
        seat = self._speaker(heard)
        verdict = heard.verdict
        if verdict.outcome is Outcome.IGNORE:
            return self._ask_again()
        if seat is None:
            return []
        self._still.heard(heard.t)
        said = heard_something(heard.text, seat, _milliseconds(heard.begin), _milliseconds(heard.end), verdict)
        if self._question is not None and not self.paused:
            return [said, *self._answered(heard, self._question)]
        if verdict.command in ANY_TIME or (self.paused and verdict.command == "go_on"):
            if verdict.outcome is Outcome.ASK:
                return []  # nobody is stopped for a sound that may have been "pause"
            return [said, *self._command(verdict.command, heard)]
        if verdict.command is not None and covers(self._talk.anytime(self.state), verdict.command):
            return [] if verdict.outcome is Outcome.ASK else [said, *self._meanwhile(verdict.command)]
        if self.paused or self.floor is None:
            return []
        if seat != self.floor.seat and verdict.command not in OBJECTIONS:
            return [said, Notice("not_your_floor", {"seat": self.floor.seat})]
        if not self.floor.admits(heard.begin):
            return [said, Notice("too_late", {"seat": seat})]
        return [said, *self._claim(heard, self.floor.seat)]

    def _speaker(self, heard: Heard) -> int | None:
        if heard.seat is not None:
            return heard.seat
        match self._question:
            case ClaimQuestion(seat=seat):
                return seat
            case VoteQuestion(voters=voters):
                return voters[0]
        return self.floor.seat if self.floor is not None else self.prompt.seat

    @property
    def asks_again(self) -> bool:
        """Whether a sound that was not understood is of interest: the host then asks for the answer again, once."""
        waits = self._question is None and self.floor is not None and not self.paused and not self._asked_for_more
        return waits and self._talk.unheard(self.state, self.prompt) is not None

    def _ask_again(self) -> list[Happening]:
        notice = self._talk.unheard(self.state, self.prompt) if self.asks_again else None
        if notice is None:
            return []
        self._asked_for_more = True
        self._glass.hold(self.now)
        return [notice]

    # Claims and answers ------------------------------------------------------------------------------------------

    def _claim(self, heard: Heard, seat: int) -> list[Happening]:
        verdict = heard.verdict
        match verdict.outcome:
            case Outcome.ASK:
                self._glass.hold(heard.begin)
                self._question = asking = doubted(seat, verdict, self._talk.named)
                return [Asked(seat, asking.asked.text)]
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
        floor = self.floor
        assert floor is not None, "words are judged only for a floor"
        ruling, *others = self._move(move)
        self._ruling = Ruling(seat, word, accepted, floor.hold(self.now))
        if self.floor is None:
            return [ruling, *closing(floor), *others]
        self._glass.hold(self.now)  # the host says why, and nobody pays for the host's time
        return [ruling, *others]

    def _option(self, seat: int, command: str) -> list[Happening]:
        if command in OBJECTIONS:
            return self._call_vote(command)
        match self._talk.command(self.state, self.prompt, seat, command):
            case ThrowDie(faces):
                self._faces = faces
                return []
            case Enquire(notice):
                self._glass.hold(self.now)
                self._question = EnquiryQuestion()
                return [notice]
            case Notice() as notice:
                self._glass.hold(self.now)
                return [notice]
            case move:
                return self._attempt(move)

    def _answered(self, heard: Heard, question: Question) -> list[Happening]:
        verdict = heard.verdict
        if verdict.outcome is Outcome.ACCEPT and verdict.command in ANY_TIME:
            return self._command(verdict.command, heard)
        yes = answer(verdict)
        match question:
            case QuitQuestion() if yes is True:
                self._question = None
                return self._end("quit")
            case QuitQuestion() if yes is False:
                return self._unanswered()
            case VoteQuestion() if yes is not None and heard.seat in (None, question.voters[0]):
                return self._next_voter(question.counted(yes))
            case ClaimQuestion() if heard.seat in (None, question.seat):
                return self._confirmed(heard, question)
            case EnquiryQuestion() if verdict.word is not None:
                self._question = None
                return [self._talk.enquiry(self.state, self.prompt, verdict.word)]
        return []

    def _confirmed(self, heard: Heard, question: ClaimQuestion) -> list[Happening]:
        seat = question.seat
        match settled(question, heard.verdict, self._talk.named):
            case ClaimQuestion() as following:
                self._question = following
                return [Asked(seat, following.asked.text)]
            case Candidate() as meant:
                self._question = None
                if meant.command is not None:
                    return self._ordered(seat, meant.command, heard)
                return self._accept(seat, meant.text, meant.remark)
            case Verdict():
                self._question = None
                return self._claim(heard, seat)
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
                self._still.halt()
                return [Paused()]
            case QuitQuestion() | EnquiryQuestion():
                return [Notice("on_we_go")]
        return [Notice("say_again")]

    # Commands of any time ----------------------------------------------------------------------------------------

    def _command(self, command: str | None, heard: Heard) -> list[Happening]:
        self._glass.hold(heard.begin)
        match command:
            case "pause":
                self._still.ask()
                return [Paused()]
            case "go_on":
                return self._gone_on() if self._still.go_on() else [Paused("microphone")]
            case "quit":
                self._question = QuitQuestion(paused=self.paused)
                self._still.lift()
                return [Notice("quit?")]
            case "score":
                return [Notice("standing", {"scores": self.state.scores})]
        return [self._reminder()]

    def _reminder(self) -> Notice:
        left = self.floor.left(self.now) if self.floor is not None else None
        return self._talk.reminder(self.state, self.prompt, None if left is None else to_seconds(left))

    def _meanwhile(self, command: str) -> list[Happening]:
        """What anybody may do in any state: take a ruling back, join, leave."""
        ruling, floor = self._ruling, self.floor
        self._glass.hold(self.now)
        try:
            events = self._move(self._talk.meanwhile(self.state, command))
        except IllegalAction as error:
            return [Notice("not_possible", {"text": str(error)})]
        if command != "undo" or ruling is None:
            return events
        self._ruling = None
        events = [event for event in events if not isinstance(event, Notice)]
        closed = closing(floor) if self.floor is None else []
        self._give_back(ruling)
        return [*closed, *events, self._reminder()]

    def _give_back(self, ruling: Ruling) -> None:
        """The glass of the floor that a word was said in runs on with what was left on it then."""
        if self.prompt.kind == "word" and self.prompt.seat == ruling.floor.seat:
            self._glass.give_back(ruling.floor)

    # The vote of K19 ---------------------------------------------------------------------------------------------

    def _call_vote(self, command: str) -> list[Happening]:
        ruling, players = self._ruling, self.state.players
        if ruling is None or command not in objections(ruling, len(players)):
            return []
        self._glass.hold(self.now)
        self._question = vote = called(ruling, len(players), getattr(self.state, "away", ()))
        return [self._poll(vote)]

    def _poll(self, vote: VoteQuestion) -> Notice:
        voter = vote.voters[0]
        if vote.about is not None:
            asked = self._talk.announcement(self.state, self.prompt, self.prompt)
            return Notice(asked.key, {**asked.fields, "seat": voter})
        assert self._ruling is not None, "a vote is about a ruling"
        return poll(self._ruling, voter)

    def _next_voter(self, question: VoteQuestion) -> list[Happening]:
        self._question = following = question.following
        if following is not None:
            return [self._poll(following)]
        if question.about is not None:
            self._ruling = None
            return self._move(self._talk.vote(self.prompt, question.ayes, question.noes))
        ruling, self._ruling = self._ruling, None
        assert ruling is not None, "a vote is about a ruling"
        floor = self.floor
        try:
            voted, *events = self._move(Overrule(question.ayes, question.noes))
        except IllegalAction as error:  # no vote gives a hand letters
            return [Notice("not_possible", {"text": str(error)})]
        reversed_by_vote = not ruling.accepted and question.ayes > question.noes
        follows = self._talk.overruled(self.state, self.prompt, ruling.seat, ruling.word) if reversed_by_vote else None
        if follows is not None:
            events += self._move(follows)
        closed = closing(floor) if self.floor is None else []
        if ruling.accepted and self.floor is None:
            self._give_back(ruling)  # the word is refused after all
        return [voted, *closed, *events]

    def _wake(self) -> list[Happening]:
        self.over = self.prompt.kind == "over"
        if self.over:
            return []
        self._still.wake(self.now)
        self._glass.hold(self.now)
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
            case VoteQuestion() as vote:
                return [self._poll(vote)]
            case QuitQuestion():
                return [Notice("quit?")]
        return self._unanswered()

    # The rules ---------------------------------------------------------------------------------------------------

    def _attempt(self, move: Move) -> list[Happening]:
        """Put a player's move to the rules; where they don't allow it, say why and wait for another."""
        try:
            return self._move(move)
        except IllegalAction as error:
            self._glass.hold(self.now)
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
        self._glass.next_prompt()
        self._question = None
        if self.prompt.kind == "over":
            self.over = True
            return [*events, GameEnded("won")]
        if self.prompt.kind != "draw":
            events.append(self._talk.announcement(self.state, before, self.prompt))
        return events

    def _end(self, reason: str) -> list[Happening]:
        self.over = True
        closed = closing(self.floor)
        self._glass.drop()  # a game that is taken up again turns it anew
        self._question = None
        score, ended = Score(self.state.scores), GameEnded(reason)
        return [*closed, score, *self._talk.afterwards(self.state, self.prompt, (score, ended)), ended]


def _milliseconds(samples: int) -> float:
    """A moment in seconds, to the millisecond, as events print it."""
    return round(to_seconds(samples), 3)
