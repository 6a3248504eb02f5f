"""Finding out who plays: questions and answers before a game, one after the other.

A loop plays it as if it were a game: :class:`Reception` is the table that it sees. Nothing is begun on one sound
alone: the start phrase is asked about, and every name and number is said back.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from enum import Enum

from voicegame.hearing.audio import to_samples
from voicegame.lexicon.verdicts import Expectation, Outcome, Verdict
from voicegame.service.events import Listening, PartyAgreed
from voicegame.service.names import AnyName
from voicegame.service.waiting import Standing
from voicegame.table.actions import Action, Finished, Heard, Lost, Restored, Spoken, TimeUp
from voicegame.table.events import Happening, Notice

#: Understood in answer to every question.
_ALWAYS = ("quit", "repeat")


@dataclass(frozen=True)
class Offer:
    """A game that can be played.

    title: as people call it. call: the command that calls for it. fewest, most: how many may play.
    unfinished: who plays the last game, if it was left unfinished. party: who played last.
    """

    title: str
    call: str
    fewest: int
    most: int
    unfinished: tuple[str, ...] = ()
    party: tuple[str, ...] = ()


@dataclass(frozen=True)
class Agreed:
    """What will be played, and by whom. go_on: it is the unfinished game."""

    game: str
    players: tuple[str, ...]
    go_on: bool = False


class Ask(Enum):
    """What is being asked; the value is the key of its phrase."""

    START = "shall_we_play?"
    TAKE_UP = "take_up?"
    SAME = "same_again?"
    COUNT = "how_many?"
    COUNT_SURE = "so_many?"
    NAME = "your_name?"
    NAME_SURE = "name_right?"


_YES_OR_NO = (Ask.START, Ask.TAKE_UP, Ask.SAME, Ask.COUNT_SURE, Ask.NAME_SURE)


@dataclass(frozen=True)
class _Question:
    """count: how many play, if that is known. names: of those who gave one. heard: the names that a sound may have
    been, likeliest first. again: how often it has been put again."""

    ask: Ask
    count: int = 0
    names: tuple[str, ...] = ()
    heard: tuple[str, ...] = ()
    again: int = 0


class Reception(Standing):
    """Asks whether, how many and who; then :attr:`agreed` is set, or it stays None, and :attr:`over` is true.

    offers: the games by name. game: the one that was called for.
    spelt: how a name of the list of names is written. nameless: what the player of a number is called without a name.
    seconds: how long an answer is waited for. unanswered: whether nobody answered at all.
    """

    def __init__(
        self,
        offers: Mapping[str, Offer],
        game: str,
        spelt: Callable[[str], str],
        nameless: Callable[[int], str],
        seconds: float = 10.0,
    ) -> None:
        self._offers, self._game = offers, game
        self._spelt, self._nameless = spelt, nameless
        self._wait = to_samples(seconds)
        self._number = 0  # of the question; a late timer of an earlier one changes nothing
        self._asked = _Question(Ask.START)
        self._again_asked = False
        self.agreed: Agreed | None = None
        self.unanswered = False

    # What the loops look at --------------------------------------------------------------------------------------

    @property
    def asked(self) -> Ask:
        """What is being asked."""
        return self._asked.ask

    @property
    def awaits_silence(self) -> bool:
        """Whether :class:`Spoken` is due as soon as the host has been heard to its end."""
        return self.due is None and not self.over

    @property
    def asks_again(self) -> bool:  # type: ignore[override]
        """Whether a sound that was not understood is of interest: then the question is put again, once."""
        open_question = self.asked in (Ask.COUNT, Ask.NAME)
        return open_question and self.due is not None and not self._again_asked

    @property
    def expectation(self) -> Expectation:
        """What may be said."""
        if self.over:
            return Expectation()
        offer = self._offers[self._game]
        if self.asked is Ask.START:
            return Expectation(commands=(*(each.call for each in self._offers.values()), "yes", "no", *_ALWAYS))
        if self.asked in _YES_OR_NO:
            return Expectation(commands=("yes", "no", *_ALWAYS))
        if self.asked is Ask.COUNT:
            return Expectation(commands=(f"count:{offer.fewest}..{offer.most}", *_ALWAYS))
        return Expectation(words=AnyName(), commands=(f"player:1..{offer.most}", "back", *_ALWAYS), answering=True)

    @property
    def time_up(self) -> TimeUp:
        """The action to take when :attr:`due` has come."""
        assert self.due is not None, "nothing is running"
        return TimeUp(max(self.now, self.due), self._number)

    # What happens ------------------------------------------------------------------------------------------------

    @property
    def opening(self) -> list[Happening]:
        """The first question."""
        return [self._question()]

    def act(self, action: Action) -> list[Happening]:
        """Take what happened, and give what is said to it."""
        if self.over:
            return []
        self.now = max(self.now, action.t)
        match action:
            case Spoken(t):
                self.due = t + self._wait
                return [Listening(self.asked.value.rstrip("?"))]
            case Heard():
                return self._heard(action)
            case TimeUp(floor=number) if number == self._number:
                return self._nothing_heard()
            case Lost() if self.due is not None and not self._again_asked:
                return self._once_more()  # the answer may have been in what was lost
            case Restored():
                return self._put(self._asked)
            case Finished():
                return self._end()
        return []

    def _put(self, question: _Question, *before: Notice) -> list[Happening]:
        """Ask this next, after what is said before it."""
        if (question.ask, question.names) != (self._asked.ask, self._asked.names):
            self._again_asked = False
        self._asked = question
        self._number += 1
        self.due = None
        return [*before, self._question()]

    def _question(self) -> Notice:
        offer, asked = self._offers[self._game], self._asked
        match asked.ask:
            case Ask.START:
                fields: dict[str, object] = {"game": offer.title}
            case Ask.TAKE_UP:
                fields = {"players": offer.unfinished}
            case Ask.SAME:
                fields = {"players": offer.party}
            case Ask.COUNT:
                fields = {}
            case Ask.COUNT_SURE:
                fields = {"number": asked.count}
            case Ask.NAME:
                fields = {"number": len(asked.names) + 1}
            case Ask.NAME_SURE:
                fields = {"name": asked.heard[0]}
        return Notice(asked.ask.value, fields)

    def _end(self, *said: Notice) -> list[Happening]:
        self.over, self.due = True, None
        return list(said)

    def _nothing_heard(self) -> list[Happening]:
        if self.asked is Ask.START or self._asked.again:
            self.unanswered = True
            return self._end(Notice("nobody_answers"))
        return self._put(replace(self._asked, again=1))

    def _heard(self, heard: Heard) -> list[Happening]:
        verdict = heard.verdict
        if verdict.outcome is Outcome.IGNORE:
            return self._once_more() if self.asks_again else []
        if verdict.outcome is Outcome.REFUSE:
            return self._put(self._asked, Notice("not_possible", {"text": verdict.reason}))
        if verdict.command is not None:
            return self._command(verdict.command, sure=verdict.outcome is Outcome.ACCEPT)
        order = next((each.command for each in verdict.candidates if each.command is not None), None)
        if _is_typed(heard) and order is not None:  # any line may be a name, but hardly anybody is called "go back"
            return self._command(order, sure=True)
        return self._named(heard)

    def _once_more(self) -> list[Happening]:
        """Say that nothing was understood, and put the question again; once for each."""
        said = self._put(self._asked, Notice("please_again"))
        self._again_asked = True
        return said

    def _command(self, command: str, *, sure: bool) -> list[Happening]:
        name, _, argument = command.partition(":")
        if name == "count":
            return self._counted(int(argument), sure=sure)
        if name == "player":
            return self._seated(self._nameless(len(self._asked.names) + 1))
        if not sure:
            return []
        match name:
            case "quit":
                return self._end(Notice("not_now"))
            case "repeat":
                return self._put(self._asked)
            case "back":
                return self._back()
            case "yes":
                return self._yes()
            case "no":
                return self._no()
        game = next(game for game, offer in self._offers.items() if offer.call == command)
        if game == self._game:
            return self._yes()
        self._game = game
        return self._put(_Question(Ask.START))

    def _yes(self) -> list[Happening]:
        offer, asked = self._offers[self._game], self._asked
        match asked.ask:
            case Ask.START:
                if offer.unfinished:
                    return self._put(_Question(Ask.TAKE_UP))
                return self._party()
            case Ask.TAKE_UP:
                return self._agree(offer.unfinished, go_on=True)
            case Ask.SAME:
                return self._agree(offer.party)
            case Ask.COUNT_SURE:
                return self._put(_Question(Ask.NAME, asked.count))
        return self._seated(asked.heard[0])

    def _no(self) -> list[Happening]:
        asked = self._asked
        match asked.ask:
            case Ask.START:
                return self._end(Notice("not_now"))
            case Ask.TAKE_UP:
                return self._party()
            case Ask.NAME_SURE if len(asked.heard) > 1:
                return self._put(replace(asked, heard=asked.heard[1:], again=0))
            case Ask.NAME_SURE:
                seat = len(asked.names) + 1
                return self._put(_Question(Ask.NAME, asked.count, asked.names), Notice("or_player", {"number": seat}))
        return self._put(_Question(Ask.COUNT))

    def _party(self) -> list[Happening]:
        return self._put(_Question(Ask.SAME if self._offers[self._game].party else Ask.COUNT))

    def _back(self) -> list[Happening]:
        asked = self._asked
        if not asked.names:
            return self._put(_Question(Ask.COUNT))
        return self._put(_Question(Ask.NAME, asked.count, asked.names[:-1]))

    def _counted(self, count: int, *, sure: bool) -> list[Happening]:
        offer = self._offers[self._game]
        if not offer.fewest <= count <= offer.most:
            fields = {"game": offer.title, "fewest": offer.fewest, "most": offer.most}
            return self._put(_Question(Ask.COUNT), Notice("so_many_may_play", fields))
        if not sure:
            return self._put(_Question(Ask.COUNT_SURE, count))
        return self._put(_Question(Ask.NAME, count), Notice("so_many", {"number": count}))

    def _named(self, heard: Heard) -> list[Happening]:
        asked, verdict = self._asked, heard.verdict
        if "," in (verdict.word or ""):
            return self._all_named(tuple(part.strip() for part in heard.text.split(",")))
        if _is_typed(heard):
            typed = heard.text.strip()
            names: tuple[str, ...] = (self._spelt(typed) if typed.islower() else typed,)
        else:
            names = self._heard_names(verdict)
        taken = {name.casefold() for name in asked.names}
        free = tuple(name for name in names if name.casefold() not in taken)
        if not free or names[0].casefold() in taken:
            fields = {"name": names[0], "number": len(asked.names) + 1}
            return self._put(replace(asked, ask=Ask.NAME, heard=()), Notice("name_is_taken", fields))
        return self._put(replace(asked, ask=Ask.NAME_SURE, heard=free[:2], again=0))

    def _heard_names(self, verdict: Verdict) -> tuple[str, ...]:
        """The name that was heard, and the likeliest other one."""
        others = [each.text for each in verdict.candidates if each.fits and each.command is None]
        return tuple(self._spelt(name) for name in dict.fromkeys([verdict.word or "", *others]))

    def _all_named(self, names: tuple[str, ...]) -> list[Happening]:
        """All players in one typed line."""
        offer = self._offers[self._game]
        if offer.fewest <= len(names) <= offer.most:
            return self._agree(names)
        return self._counted(len(names), sure=True)

    def _seated(self, name: str) -> list[Happening]:
        asked = self._asked
        names = (*asked.names, name)
        if len(names) == asked.count:
            return self._agree(names)
        return self._put(_Question(Ask.NAME, asked.count, names))

    def _agree(self, players: tuple[str, ...], *, go_on: bool = False) -> list[Happening]:
        self.agreed = Agreed(self._game, players, go_on)
        self._end()
        return [PartyAgreed(self._game, players, go_on)]


def _is_typed(heard: Heard) -> bool:
    return heard.begin == heard.end
