"""The host that runs on, put together: it waits, receives, plays, and waits again."""

from __future__ import annotations

import random
import sys
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Any

from voicegame import assembly
from voicegame.catalogue import GAMES
from voicegame.errors import UserError
from voicegame.hearing.endpointing import Endpointer, silero
from voicegame.hearing.gate import Gate
from voicegame.hearing.lent import LentMicrophone, StandingMicrophone
from voicegame.hearing.listener import Ear
from voicegame.hearing.microphone import DeviceLost
from voicegame.hearing.reconnecting import ReconnectingMicrophone
from voicegame.hearing.two_ears import best_ear
from voicegame.interrupts import Interrupts
from voicegame.last_game import played_to_its_end, unfinished
from voicegame.lexicon.commands import CommandBook
from voicegame.lexicon.evidence import Evidence
from voicegame.lexicon.judge import Judge
from voicegame.lexicon.lexicon import Lexicon
from voicegame.lexicon.verdicts import Expectation, Verdict
from voicegame.past_games import shelf
from voicegame.paths import CONFIG, LEXICONS
from voicegame.seating import NOBODY_NAMED
from voicegame.service.acquaintances import acquaintances
from voicegame.service.attention import MARGINS, Attention
from voicegame.service.events import WaitingForCall
from voicegame.service.mute import Mute
from voicegame.service.names import AnyName, GivenNames
from voicegame.service.reception import Agreed, Offer, Reception
from voicegame.service.waiting import Standing, Waiting
from voicegame.settings import TableSettings
from voicegame.sound.portaudio import Hung, refresh_devices, within
from voicegame.speaking.loudspeaker import SoundCardSpeaker
from voicegame.speaking.phrases import Phrases
from voicegame.speaking.voice import Pcm, Voice, VoiceFailed
from voicegame.table.core import Table
from voicegame.table.draws import Chance
from voicegame.table.host import Host, Listener
from voicegame.table.outputs import Announcer, JsonLines, Screen
from voicegame.table.sound_loop import SoundLoop
from voicegame.table.text_loop import LineReader, TextLoop
from voicegame.voices import open_voice

TITLES = {"kirdy": "KIRDY", "buyword": "BuyWord"}
#: How long no start phrase is heeded after one that was not meant; twice as long each time that nobody answers.
_DEAF, _MOST_DEAF = 10.0, 600.0
#: How long a game may stand still because nobody speaks, before the host waits to be called again.
_LEFT = 600.0
#: How often a microphone that isn't there is looked for.
_LOOK, _GLANCE, _OPENING = 5.0, 0.2, 10.0


@dataclass(frozen=True)
class Plan:
    """What is offered, and how.

    settings: of each game that is offered, by name; devices, voice and language are the first one's.
    ways: as for a game. seed: makes bag and die come out the same way in each game.
    """

    settings: Mapping[str, TableSettings]
    ways: assembly.Ways = field(default_factory=assembly.Ways)
    seed: int | None = None


class _Receptionist(Judge):
    """A judge who takes names from the list of names, and all else from the word list."""

    def __init__(self, words: Lexicon, commands: CommandBook) -> None:
        super().__init__(words, commands)
        self._book = commands
        self._names: Judge | None = None

    def learn(self, names: Lexicon) -> None:
        """Know these names from now on."""
        self._names = Judge(names, self._book)

    def judge(self, evidence: Evidence, expectation: Expectation) -> Verdict:
        if self._names is not None and isinstance(expectation.words, AnyName):
            return self._names.judge(evidence, expectation)
        return super().judge(evidence, expectation)


class Service:
    """See the module's text."""

    def __init__(self, plan: Plan) -> None:
        """Raises ``UserError`` where two games have one start phrase, or none has any."""
        self._plan = plan
        self._first = next(iter(plan.settings.values()))
        _check_phrases(plan.settings)
        self._words = assembly.load_lexicon("full", self._first.language)
        self._calls = {f"play_{game}": list(each.start_phrases) for game, each in plan.settings.items()}
        file = CONFIG / f"reception.{self._first.language}.yaml"
        self._book = CommandBook.load(file, self._words, (), self._calls)
        self._judge = _Receptionist(self._words, self._book)
        self._known = acquaintances(assembly.complain)
        self._unanswered = 0
        self._declined = False

    # By keyboard -------------------------------------------------------------------------------------------------

    def by_text(self, lines: LineReader) -> None:
        """Serve by keyboard until the lines end, or the user ends it."""
        with Interrupts() as interrupted:

            def converse(table: Standing, opening: Sequence[Any]) -> None:
                host = self._host(table, [])
                host.begin(opening)
                TextLoop(host, self._judge, (), lines, assembly.complain, interrupted).run()

            while not interrupted():
                waiting = self._waiting()
                converse(waiting, [self._sign])
                if waiting.call is None:
                    return
                reception = self._reception(waiting.call)
                converse(reception, reception.opening)
                if reception.agreed is not None:
                    self._play(reception.agreed, lines, assembly.Hall(interrupted), by_sound=False)

    # By voice ----------------------------------------------------------------------------------------------------

    def by_sound(self, lines: LineReader) -> None:
        """Serve by voice until the user ends it; a microphone that is not there is waited for."""
        with Interrupts() as interrupted:
            standing = _found_microphone(self._first.microphone, interrupted)
            if standing is None:
                return
            voice = _LastingVoice(lambda: open_voice(self._first, self._plan.ways.voice, assembly.complain))
            try:
                self._serve(standing, voice, lines, interrupted)
            finally:
                voice.close()
                standing.close()

    def _serve(
        self, standing: StandingMicrophone, voice: _LastingVoice, lines: LineReader, interrupted: Callable[[], bool]
    ) -> None:
        ear = best_ear(assembly.complain)
        attention = Attention(ear, self._book, self._calls)
        judge = Judge(self._words, self._book, MARGINS)
        while not interrupted():
            waiting = self._waiting(self._deaf_seconds())
            host = self._host(waiting, [])
            endpointer = Endpointer(activity=Gate(silero()))
            loop = _loop(judge, attention, standing.lend(), endpointer, Mute(), lines, interrupted)
            loop.run(host, partial(host.begin, [self._sign]))
            if waiting.call is None:
                return
            voice.mend()
            reception = self._receive(waiting.call, standing.lend(), voice, ear, lines, interrupted)
            if reception.agreed is not None:
                hall = assembly.Hall(interrupted, standing.lend(), voice, ear)
                self._play(reception.agreed, lines, hall, by_sound=True)

    def _receive(
        self,
        game: str,
        microphone: LentMicrophone,
        voice: Voice,
        ear: Ear,
        lines: LineReader,
        interrupted: Callable[[], bool],
    ) -> Reception:
        reception = self._reception(game)
        speaker: Any = Mute()
        try:
            speaker = SoundCardSpeaker(
                self._first.loudspeaker, clock=lambda: microphone.captured, input_latency=microphone.latency
            )
        except UserError as fault:
            assembly.complain(f"{fault} Until then the host only writes.")
        try:
            loop = _loop(self._judge, ear, microphone, Endpointer(), speaker, lines, interrupted)
            spoken = self._phrases(spoken=True)
            announcer = Announcer(voice, speaker, spoken, (), lambda: loop.now, assembly.complain)
            host = self._host(reception, [announcer])
            loop.run(host, partial(host.begin, reception.opening))
        finally:
            speaker.close()
        self._declined = reception.agreed is None
        self._unanswered = self._unanswered + 1 if reception.unanswered else 0
        return reception

    def _deaf_seconds(self) -> float:
        if not self._declined:
            return 0.0
        return min(_MOST_DEAF, _DEAF * 2.0 ** max(0, self._unanswered - 1))

    # Both ways ---------------------------------------------------------------------------------------------------

    @property
    def _sign(self) -> WaitingForCall:
        """What is shown while the host waits."""
        return WaitingForCall(tuple(each.start_phrases[0] for each in self._plan.settings.values()))

    def _waiting(self, deaf_seconds: float = 0.0) -> Waiting:
        return Waiting({game: f"play_{game}" for game in self._plan.settings}, deaf_seconds)

    def _reception(self, game: str) -> Reception:
        names = GivenNames(LEXICONS / self._first.language / "names.tsv", self._known.names, self._words)
        self._judge.learn(names.lexicon)
        offers = {}
        for name, settings in self._plan.settings.items():
            last = unfinished(shelf(), name, None)
            party = self._known.party(name)
            if not settings.fewest_players <= len(party) <= settings.most_players:
                party = ()
            offers[name] = Offer(
                TITLES.get(name, name),
                f"play_{name}",
                settings.fewest_players,
                settings.most_players,
                () if last is None else last[1].header.players,
                party,
            )
        return Reception(offers, game, names.spelt, _nameless)

    def _host(self, table: Standing, listeners: Sequence[Listener]) -> Host:
        screen = Screen(sys.stderr if self._plan.ways.json else sys.stdout, self._phrases(spoken=False), ())
        followers: list[Listener] = [screen, *listeners]
        if self._plan.ways.json:
            followers.insert(0, JsonLines(sys.stdout, ()))
        return Host(table, Chance(0), followers)  # type: ignore[arg-type]  # all of a table that loops look at

    def _phrases(self, *, spoken: bool) -> Phrases:
        path = CONFIG / f"phrases.{self._first.language}.yaml"
        return Phrases(path, self._first.host, spoken=spoken, game="reception")

    def _play(self, agreed: Agreed, lines: LineReader, hall: assembly.Hall, *, by_sound: bool) -> None:
        """Play a game to its end. What ends it but an end is told, and no reason for the host to go."""
        left = _Left(hall.interrupted)
        hall = replace(hall, interrupted=left.interrupted, watchers=(left.look,))
        try:
            play = assembly.Play(*self._begun(agreed), hall)
            self._known.played(agreed.game, agreed.players, [_nameless(n) for n in range(1, 21)])
            (play.by_sound if by_sound else play.by_text)(lines)
        except UserError as fault:
            assembly.complain(str(fault))

    def _begun(self, agreed: Agreed) -> tuple[assembly.Opening, assembly.Ways]:
        settings, ways = self._plan.settings[agreed.game], self._plan.ways
        if settings.board and ways.board_at is None:
            ways = replace(ways, board_at=assembly.BoardAt("127.0.0.1"))
        if agreed.go_on and (last := unfinished(shelf(), agreed.game, agreed.players)) is not None:
            return assembly.resumed(last[1], last[0]), ways
        ways = replace(ways, keep=partial(shelf().new, is_over=played_to_its_end))
        seed = random.randrange(2**32) if self._plan.seed is None else self._plan.seed
        players = settings.seated(agreed.players)
        return assembly.Opening(GAMES[agreed.game], settings, players, seed, ""), ways


class _LastingVoice:
    """A voice for many games: one that failed in one of them is made anew before the next."""

    def __init__(self, make: Callable[[], Voice]) -> None:
        self._make = make
        self._voice = make()
        self._failed = False

    def mend(self) -> None:
        """Make the voice anew, if it has failed."""
        if self._failed:
            self._voice.close()
            self._voice, self._failed = self._make(), False

    def synthesise(self, text: str) -> Pcm:
        """See :meth:`Voice.synthesise`."""
        try:
            return self._voice.synthesise(text)
        except VoiceFailed:
            self._failed = True
            raise

    def close(self) -> None:
        """See :meth:`Voice.close`."""
        self._voice.close()


class _Left:
    """Notices that the players have gone: the game has stood still for long because nobody speaks."""

    def __init__(self, interrupted: Callable[[], bool]) -> None:
        self._interrupted = interrupted
        self._since: float | None = None

    def look(self, table: Table[Any, Any]) -> None:
        """A watcher of the table."""
        self._since = (self._since or time.monotonic()) if table.paused else None

    def interrupted(self) -> bool:
        """Whether the game is to end."""
        return self._interrupted() or (self._since is not None and time.monotonic() - self._since > _LEFT)


def _loop(judge: Judge, ear: Ear, *parts: Any) -> SoundLoop:
    source, endpointer, speaker, lines, interrupted = parts
    if isinstance(source, LentMicrophone):
        lines.clock = lambda: source.captured
    return SoundLoop(judge, ear, source, endpointer, speaker, (), lines, assembly.complain, interrupted)


def _nameless(number: int) -> str:
    """What the player of a number is called without a name."""
    from voicegame.lexicon.numbers import in_words

    return f"{NOBODY_NAMED[0].split()[0]} {in_words(number)[0]}"


def _check_phrases(settings: Mapping[str, TableSettings]) -> None:
    seen: dict[str, str] = {}
    for game, each in settings.items():
        if not each.start_phrases:
            raise UserError(f"start_phrases of {TITLES.get(game, game)} is empty, so nobody can call for it: name one.")
        for phrase in each.start_phrases:
            if seen.setdefault(" ".join(phrase.casefold().split()), game) != game:
                raise UserError(f"The start phrase {phrase!r} calls for two games: give each its own start_phrases.")


def _found_microphone(name: str | None, interrupted: Callable[[], bool]) -> StandingMicrophone | None:
    """The microphone, waited for if it isn't there, which is told once; None if the user ends that."""
    told = False
    while not interrupted():
        try:
            return StandingMicrophone(within(_OPENING, lambda: ReconnectingMicrophone(name)))
        except (UserError, DeviceLost, Hung) as fault:
            if not told:
                told = True
                reason = str(fault) or "The sound system gives no answer."
                assembly.complain(f"{reason} The host waits for a microphone, and goes on by itself.")
        until = time.monotonic() + _LOOK
        while time.monotonic() < until and not interrupted():
            time.sleep(_GLANCE)
        try:
            within(_OPENING, refresh_devices)
        except (UserError, Hung):
            continue
    return None
