"""What may be said in a game, and what it means there: the part of a table that differs from game to game."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol, TypeVar

from voicegame.games.protocol import Action as Move
from voicegame.games.protocol import Event, GameState, Prompt
from voicegame.lexicon.verdicts import WordRule
from voicegame.table.events import Notice

State = TypeVar("State", bound=GameState, contravariant=True)


@dataclass(frozen=True)
class ThrowDie:
    """The reply to "roll": the table is to let the die fall. faces: what it may show, each as likely."""

    faces: tuple[str, ...]


@dataclass(frozen=True)
class Enquire:
    """The reply to a question about a word that is still to be named: the host asks which."""

    notice: Notice


#: What a command leads to: a move of the rules, something to say, or one of the above.
Reply = Move | Notice | ThrowDie | Enquire


class Talk(Protocol[State]):
    """How one game is talked about. Stateless: everything follows from the game's state and its prompt."""

    def words(self, state: State, prompt: Prompt) -> WordRule | None:
        """Which words are right now, or None where none is waited for."""

    def commands(self, state: State, prompt: Prompt) -> tuple[str, ...]:
        """The commands that answer the prompt, or ask about it; those that answer it first."""

    def anytime(self, state: State) -> tuple[str, ...]:
        """The commands that anybody may say in any state, beyond those of every game."""

    def meanwhile(self, state: State, command: str) -> Move:
        """What one of :meth:`anytime` leads to."""

    def word(self, state: State, prompt: Prompt, seat: int, word: str) -> Move:
        """The move of a player who said a word that was judged good."""

    def command(self, state: State, prompt: Prompt, seat: int, command: str) -> Reply:
        """What a player's command leads to; one of :meth:`commands`."""

    def rolled(self, face: str) -> Move:
        """The move of a die that shows this face."""

    def named(self, command: str) -> str:
        """What the host calls a command when it asks "did you say ...?"; letters as capitals."""

    def unheard(self, state: State, prompt: Prompt) -> Notice | None:
        """What is said, once, of a sound that was not understood; None where the player will say it again unasked."""

    def overruled(self, state: State, prompt: Prompt, seat: int, word: str) -> Move | None:
        """What follows when the table has voted for a refused word, beyond what the rules did; None for nothing."""

    def enquiry(self, state: State, prompt: Prompt, word: str) -> Notice:
        """What is said of a word that a player asked about, good or not."""

    def vote(self, prompt: Prompt, ayes: int, noes: int) -> Move:
        """The move of a vote that the prompt asks the others for (``prompt.seats``)."""

    def announcement(self, state: State, before: Prompt, prompt: Prompt) -> Notice:
        """What is said when the game comes to wait for something new."""

    def reminder(self, state: State, prompt: Prompt, seconds: float | None) -> Notice:
        """What is said to "repeat". seconds: what is left on the glass, None without one."""

    def afterwards(self, state: State, prompt: Prompt, happened: Sequence[Event]) -> Sequence[Notice]:
        """What is said beyond the events that followed this prompt. state: the game is in now."""
