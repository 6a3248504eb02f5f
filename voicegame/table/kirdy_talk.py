"""How KIRDY is talked about."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from voicegame.games.actions import Choose, Join, Leave, Undo, Word
from voicegame.games.kirdy import State
from voicegame.games.protocol import Action as Move
from voicegame.games.protocol import Event, Prompt
from voicegame.lexicon.word_rules import InOrder
from voicegame.table.events import Notice

#: Says something of the words that nobody found (K20).
Teller = Callable[[InOrder], Notice | None]


class KirdyTalk:
    """See :class:`voicegame.table.talk.Talk`. teller: what is said of the words that nobody found, None for nothing."""

    def __init__(self, teller: Teller | None = None) -> None:
        self._teller = teller

    def words(self, _state: State, prompt: Prompt) -> InOrder | None:
        """Words that contain the letters in order, of another root than those said in this turn (K6, K17)."""
        return InOrder(prompt.letters, prompt.used) if prompt.kind == "word" else None

    def commands(self, _state: State, prompt: Prompt) -> tuple[str, ...]:
        """To stop or to carry on (K10)."""
        return prompt.options

    def anytime(self, state: State) -> tuple[str, ...]:
        """To take the last ruling back, to join and to leave."""
        return (*(("undo",) if state.ruling is not None else ()), "join", "join:*", "leave:*")

    def meanwhile(self, state: State, command: str) -> Move:
        """A newcomer who is not named is called by the seat: "Player 4"."""
        kind, _, argument = command.partition(":")
        if kind == "undo":
            return Undo()
        if kind == "leave":
            return Leave(int(argument))
        return Join(argument.title() or f"Player {len(state.players) + 1}")

    def word(self, _state: State, _prompt: Prompt, seat: int, word: str) -> Move:
        """A word is a claim."""
        return Word(seat, word)

    def command(self, _state: State, _prompt: Prompt, seat: int, command: str) -> Move:
        """A command is a choice."""
        return Choose(seat, command)

    def rolled(self, face: str) -> Move:
        """There is no die here."""
        raise AssertionError(f"KIRDY has no die that could show {face}")

    def named(self, command: str) -> str:
        """As people say it."""
        return command.replace("_", " ")

    def unheard(self, _state: State, _prompt: Prompt) -> None:
        """Nothing: a sound in the minute may be anything."""

    def overruled(self, _state: State, _prompt: Prompt, _seat: int, _word: str) -> None:
        """The rules do all that follows."""

    def enquiry(self, _state: State, _prompt: Prompt, word: str) -> Notice:
        """Nobody can ask about a word here."""
        raise AssertionError(f"no question about {word} is possible in KIRDY")

    def vote(self, _prompt: Prompt, _ayes: int, _noes: int) -> Move:
        """No prompt asks for a vote here."""
        raise AssertionError("no prompt of KIRDY asks for a vote")

    def announcement(self, _state: State, before: Prompt, prompt: Prompt) -> Notice:
        """Whose window it is now, or the choice."""
        fields = {"seat": prompt.seat, "seconds": prompt.seconds, "letters": prompt.letters}
        return Notice(f"prompt_{prompt.kind}_after_{before.kind}", fields)

    def reminder(self, _state: State, prompt: Prompt, seconds: float | None) -> Notice:
        """The letters, and how long there is."""
        left = prompt.seconds if seconds is None else round(seconds)
        return Notice(f"repeat_{prompt.kind}", {"seat": prompt.seat, "letters": prompt.letters, "seconds": left})

    def afterwards(self, _state: State, prompt: Prompt, happened: Sequence[Event]) -> Sequence[Notice]:
        """After a lost turn, a word that would have done (K20)."""
        if self._teller is None or not any(event.name == "points_lost" for event in happened):
            return ()
        told = self._teller(InOrder(prompt.letters, prompt.used))
        return () if told is None else (told,)
