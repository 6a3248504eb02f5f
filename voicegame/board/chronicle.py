"""What the board remembers of a game beside the table's state: what was heard, and what the summary tells.

Folds events, one batch after the other, in the game's thread.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Literal

from voicegame.games.buyword_records import Auctioned, LeaderChanged, Rolled, SetBought, WinShared, WordSold
from voicegame.games.events import Chosen, GameStarted, GameWon, Score, Undone, Voted, WordAccepted, WordRefused
from voicegame.games.kirdy import CARRY_ON, LettersDrawn, PointsLost, Stolen
from voicegame.games.protocol import Event
from voicegame.table.events import Asked, GameEnded, Happening, HeardSomething, Notice

#: How much is kept to be shown.
HEARD_KEPT, SAID_KEPT = 8, 6
#: Words that the summary names of each kind.
NAMED = 5

Outcome = Literal["good", "refused", "asked", "not_counted", "taken"]
#: Notices that say why something heard is no claim.
_NOT_COUNTED = frozenset({"not_your_floor", "too_late", "not_possible", "say_again", "no_such_place", "would_not"})
#: The rules under which the table votes; a refusal right after a vote reverses a word that was good.
_BY_VOTE = ("K19", "B19")

#: Words that would have fitted these letters after these words, best known first.
Fitting = Callable[[tuple[str, ...], tuple[str, ...]], Sequence[str]]


@dataclass(frozen=True)
class Heard:
    """Something heard and what became of it. number: counts from 1."""

    number: int
    text: str
    seat: int
    outcome: Outcome
    reason: str
    rule: str = ""


@dataclass(frozen=True)
class Said:
    """A sentence of the host's."""

    number: int
    text: str


@dataclass(frozen=True)
class GoodWord:
    """A word that counted. points: what it was worth; turn: counts from 1."""

    seat: int
    word: str
    points: int
    turn: int


@dataclass(frozen=True)
class Gamble:
    """Points put at risk for one more letter, or dollars for a set. won: None until it is known."""

    seat: int
    risk: int
    letters: tuple[str, ...]
    won: bool | None = None


@dataclass(frozen=True)
class Theft:
    seat: int
    from_seat: int
    points: int
    word: str


@dataclass(frozen=True)
class Missed:
    """A turn in which nobody found a word."""

    seat: int
    letters: tuple[str, ...]
    used: tuple[str, ...]


@dataclass
class Chronicle:
    """See the module. scores: as they are; by_turn: the standing at the end of each turn (round in BuyWord)."""

    heard: list[Heard] = field(default_factory=list)
    said: list[Said] = field(default_factory=list)
    words: list[GoodWord] = field(default_factory=list)
    gambles: list[Gamble] = field(default_factory=list)
    thefts: list[Theft] = field(default_factory=list)
    missed: list[Missed] = field(default_factory=list)
    by_turn: list[tuple[int, ...]] = field(default_factory=list)
    scores: tuple[int, ...] = ()
    winners: tuple[int, ...] = ()
    ended: str | None = None
    face: str | None = None
    turn: int = 0
    _letters: tuple[str, ...] = ()
    _stake: int = 0
    _count: int = 0
    _voted: tuple[int, str] | None = None

    def take(self, happenings: Sequence[Happening], sentences: Sequence[str], became: str) -> None:
        """Fold a batch. sentences: what the host says of it; became: what it says of what was heard, in one."""
        for sentence in sentences:
            self._count += 1
            self.said.append(Said(self._count, sentence))
        del self.said[:-SAID_KEPT]
        self._voted = None
        for happening in happenings:
            if isinstance(happening, HeardSomething):
                self._note(happening, happenings, became)
            elif isinstance(happening, Event):
                self._fold(happening)

    @property
    def words_of_turn(self) -> list[GoodWord]:
        """The words that counted since the turn began."""
        return [word for word in self.words if word.turn == self.turn]

    def _note(self, said: HeardSomething, happenings: Sequence[Happening], became: str) -> None:
        outcome, reason, rule, text = "taken", became, "", said.text
        for happening in happenings:
            match happening:
                case Voted():
                    reason = f"{happening.ayes} for, {happening.noes} against"
                case WordRefused():
                    outcome, reason, rule = "refused", happening.reason, happening.rule
                    text = text if happening.word else "\N{HORIZONTAL ELLIPSIS}"  # a word that is not repeated
                case WordAccepted():
                    outcome, reason = "good", f"{happening.stake} points"
                case WordSold():
                    outcome, reason = "good", f"${happening.price}"
                case Asked():
                    outcome, reason = "asked", f"Did you say {happening.word}?"
                case Notice(key) if key in _NOT_COUNTED and outcome == "taken":
                    outcome = "not_counted"
                case _:
                    continue
            if outcome != "not_counted":
                break
        number = self.heard[-1].number + 1 if self.heard else 1
        self.heard.append(Heard(number, text, said.seat, outcome, reason, rule))  # type: ignore[arg-type]
        del self.heard[:-HEARD_KEPT]

    def _fold(self, event: Event) -> None:
        match event:
            case GameStarted(_, players, _):
                self.scores = (0,) * len(players)
            case Score(scores):
                self.scores = scores
            case LettersDrawn(_, letters):
                if len(letters) <= len(self._letters) or not self._letters:
                    self._next_turn()
                self._letters = letters
            case LeaderChanged():
                self._next_turn()
            case Rolled(_, face):
                self.face = face
            case WordAccepted(seat, word, stake):
                self.words.append(GoodWord(seat, word, stake, self.turn))
                self._stake = stake
                self._settle(seat)
            case WordSold(seat, word, _, _, price):
                self.words.append(GoodWord(seat, word, price, self.turn))
            case Voted(seat, word):
                self._voted = (seat, word)
            case WordRefused(seat, word, rule) if rule in _BY_VOTE and (seat, word) == self._voted:
                self._take_back(seat, word)
            case Chosen(seat, choice) if choice == CARRY_ON:
                self.gambles.append(Gamble(seat, self._stake, self._letters))
            case SetBought(seat, letters, price):
                self.gambles.append(Gamble(seat, price, letters))
            case Auctioned(seat, _, letters, amount):
                self.gambles.append(Gamble(seat, amount, letters))
            case Stolen(seat, from_seat, points):
                self.thefts.append(Theft(seat, from_seat, points, self.words[-1].word if self.words else ""))
                self._letters = ()
            case PointsLost(seat, _, letters, used):
                self.missed.append(Missed(seat, letters, used))
                self._settle(None)
                self._letters = ()
            case Undone(seat, word):
                self._take_back(seat, word)
            case GameWon(seat):
                self.winners = (seat,)
            case WinShared(seats):
                self.winners = seats
            case GameEnded(reason):
                self.ended = reason
                self.by_turn.append(self.scores)

    def _next_turn(self) -> None:
        if self.turn:
            self.by_turn.append(self.scores)
        self.turn += 1
        self._stake = 0

    def _settle(self, finder: int | None) -> None:
        """A word was found after a gamble, by whoever took it or by a thief, or nobody found one."""
        if self.gambles and self.gambles[-1].won is None:
            gamble = self.gambles[-1]
            self.gambles[-1] = replace(gamble, won=finder == gamble.seat)

    def _take_back(self, seat: int, word: str) -> None:
        for at in range(len(self.words) - 1, -1, -1):
            if (self.words[at].seat, self.words[at].word) == (seat, word):
                del self.words[at]
                break
        if self.thefts and (self.thefts[-1].seat, self.thefts[-1].word) == (seat, word):
            del self.thefts[-1]

    def summary(self, fitting: Fitting) -> dict[str, Any]:
        """What people like to look at afterwards; seats are numbers. Who came late has no points before."""
        best = sorted(self.words, key=lambda word: -word.points)[:NAMED]
        longest = sorted(self.words, key=lambda word: -len(word.word))[:NAMED]
        boldest = max(self.gambles, key=lambda gamble: (gamble.risk, len(gamble.letters)), default=None)
        return {
            "by_turn": [[*scores, *(0,) * (len(self.scores) - len(scores))] for scores in self.by_turn],
            "best": [_word(word) for word in best],
            "longest": [_word(word) for word in longest],
            "boldest": None if boldest is None else {
                "seat": boldest.seat, "risk": boldest.risk, "letters": list(boldest.letters), "won": boldest.won,
            },
            "thefts": [
                {"seat": theft.seat, "from": theft.from_seat, "points": theft.points, "word": theft.word}
                for theft in self.thefts
            ],
            "missed": [
                {"seat": miss.seat, "letters": list(miss.letters), "words": list(fitting(miss.letters, miss.used))}
                for miss in self.missed[-NAMED:]
            ],
        }  # fmt: skip


def _word(word: GoodWord) -> dict[str, Any]:
    return {"seat": word.seat, "word": word.word, "points": word.points, "turn": word.turn}
