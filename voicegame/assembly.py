"""Puts the parts of a game together from settings: the one place that knows every room."""

from __future__ import annotations

import json
import queue
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager, nullcontext
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from pydantic import ValidationError

from voicegame.catalogue import Kind, kind_of, known_first
from voicegame.ears import open_ear
from voicegame.errors import UserError
from voicegame.hearing.audio import AudioSource
from voicegame.hearing.endpointing import Endpointer
from voicegame.hearing.keeping import Keeper
from voicegame.hearing.lent import LentMicrophone
from voicegame.hearing.listener import Ear
from voicegame.hearing.microphone import DeviceLost
from voicegame.hearing.phoneme_ear import PhonemeEar
from voicegame.hearing.reconnecting import ReconnectingMicrophone
from voicegame.hearing.wav import WavSource
from voicegame.interrupts import Interrupts
from voicegame.lexicon import table_words
from voicegame.lexicon.claim_forms import ClaimCue
from voicegame.lexicon.commands import CommandBook
from voicegame.lexicon.judge import Judge
from voicegame.lexicon.lexicon import Lexicon
from voicegame.lexicon.word_rules import InOrder
from voicegame.paths import CONFIG, lexicon_folder, user_data
from voicegame.settings import EarName, TableSettings
from voicegame.speaking.loudspeaker import Loudspeaker, SoundCardSpeaker, VirtualSpeaker, WavWriter
from voicegame.speaking.phrases import Phrases
from voicegame.speaking.voice import Voice
from voicegame.table.core import Table
from voicegame.table.doorstep import Doorstep
from voicegame.table.draws import Chance
from voicegame.table.events import Happening, Notice
from voicegame.table.host import Host, Listener, Watcher
from voicegame.table.journal import Header, Journal, Story
from voicegame.table.outputs import Announcer, JsonLines, Screen, texts
from voicegame.table.seating import Seating
from voicegame.table.sound_loop import SoundLoop
from voicegame.table.text_loop import LineReader, TextLoop
from voicegame.voices import open_voice

if TYPE_CHECKING:
    from voicegame.board.board import Board


class NoMicrophone(UserError):
    """The game can't be played by voice here; by keyboard it can."""


def complain(sentence: str) -> None:
    """Tell the user, beside what the game prints."""
    print(sentence, file=sys.stderr, flush=True)


def _moment(start: int, microphone: ReconnectingMicrophone | LentMicrophone) -> int:
    """The sample that the microphone captures now, on the game's clock."""
    return start + microphone.captured


def check_overwritten(out: Path, source: Path | None) -> None:
    """UserError if writing ``out`` would destroy the recording that is heard, or a file that is no sound."""
    if not out.is_file():
        return
    if source is not None and source.exists() and out.samefile(source):
        raise UserError(f"{out} is the recording to be heard and would be overwritten: name another --audio-out.")
    with out.open("rb") as file:
        start = file.read(4)
    if start not in (b"", b"RIFF"):
        raise UserError(f"{out} exists and is no WAV file, so it is not overwritten: name another --audio-out.")


def load_lexicon(level: str, language: str = "en") -> Lexicon:
    """The lexicon of a language with what the table changed; faults in its files are told and left out (S30)."""
    folder = lexicon_folder(language)
    changes = table_words.read(table_words.path_in(user_data(), language))
    lexicon = Lexicon.load(folder, level, changes)
    for problem in [*lexicon.problems[:5], *changes.problems[:5]]:
        complain(problem)
    return lexicon


def load_judge(
    lexicon: Lexicon, language: str = "en", players: Sequence[str] = (), claim_cue: ClaimCue = "none"
) -> Judge:
    """A judge with the commands of a language; players: names that commands and claims may hold."""
    return Judge(lexicon, CommandBook.load(CONFIG / f"commands.{language}.yaml", lexicon, players), cue=claim_cue)


def new_table(
    kind: Kind, settings: TableSettings, players: Sequence[str], lexicon: Lexicon | None
) -> tuple[Table[Any, Any], Sequence[Happening]]:
    """A table at which a game starts, and the events of its start. Without a lexicon nothing is told beyond events."""
    state, started = kind.game.start(players, settings.rules)
    patience = settings.pause_after_silence
    table = Table(kind.game, state, kind.talk(settings, lexicon), pause_after_silence=patience)
    return table, [*started, *table.opening]


def _would_fit(lexicon: Lexicon, letters: tuple[str, ...], used: tuple[str, ...]) -> list[str]:
    """Up to five words for these letters after these words, each of another root, the best known first."""
    words: list[str] = []
    while len(words) < 5 and (found := known_first(lexicon, InOrder(letters, (*used, *words)), 1)):
        words += found
    return words


@dataclass(frozen=True)
class BoardAt:
    """Where the board is to be served; port None takes the usual one, or any that is free."""

    host: str
    port: int | None = None


@dataclass(frozen=True)
class Opening:
    """What a game begins with: its rules, who plays, and chance.

    draws, rolls: tiles and faces of the die that come first.
    story, story_path: the journal to go on with, if any.
    asked: whether the players are asked first if they want to go on with it.
    """

    kind: Kind
    settings: TableSettings
    players: tuple[str, ...]
    seed: int
    draws: str
    rolls: tuple[str, ...] = ()
    story: Story | None = None
    story_path: Path | None = None
    asked: bool = False


@dataclass(frozen=True)
class Ways:
    """How a game is heard, told and kept.

    json: whether events are printed as JSON.
    journal: the new file that the game is written down in.
    keep: makes a journal that nobody asked for, from a header and what is told if it fails; None for none.
    audio_in, audio_out: WAV files in place of the microphone, and beside the loudspeaker.
    board_at: where a page shows the game, None for no page.
    keep_audio: the folder that the sound of claims is kept in, None for nowhere.
    ear, voice: which ear listens, and which server speaks; None for what the settings say.
    """

    json: bool = False
    journal: Path | None = None
    keep: Callable[[Header, Callable[[str], None]], Journal | None] | None = None
    audio_in: Path | None = None
    audio_out: Path | None = None
    board_at: BoardAt | None = None
    keep_audio: Path | None = None
    ear: EarName | None = None
    voice: str | None = None


@dataclass(frozen=True)
class Hall:
    """What is there before a game and after it, where the host runs on from one to the next.

    interrupted: whether the game is to end. microphone, voice, ear: those of the host, None by keyboard.
    watchers: who looks at the table beside those of the game.
    """

    interrupted: Callable[[], bool]
    microphone: LentMicrophone | None = None
    voice: Voice | None = None
    ear: PhonemeEar | None = None
    watchers: tuple[Watcher, ...] = ()


class Play:
    """One game from start (or from where its journal ends) to end; in a hall, or with all that it needs by itself."""

    def __init__(self, opening: Opening, ways: Ways, hall: Hall | None = None) -> None:
        self.opening, self.ways, self._hall = opening, ways, hall
        self.kind, self.settings, self.story = opening.kind, opening.settings, opening.story
        self.lexicon = load_lexicon(self.settings.lexicon, self.settings.language)
        if self.story is not None and self.lexicon.version != self.story.header.lexicon:
            older, newer = self.story.header.lexicon, self.lexicon.version
            complain(f"{opening.story_path} was played with the word list {older}; from here on {newer} judges.")
        self.table, self.started = new_table(self.kind, self.settings, opening.players, self.lexicon)
        self._names = Seating(self.table)
        self.judge = load_judge(self.lexicon, self.settings.language, self._names, self.settings.claim_cue)
        self._board: Board | None = None
        self._closers: list[Callable[[], None]] = []
        #: Whether the players were asked if they want to go on with this game, and did not.
        self.declined = False

    def by_text(self, lines: LineReader) -> None:
        """Play by keyboard."""
        try:
            host = self._host([], lines)
            with self._interrupts() as interrupted:
                self._begin(host)
                TextLoop(host, self.judge, self._names, lines, self._complain, interrupted).run()
                self.declined = isinstance(host, Doorstep) and host.declined
                self._linger(lines, interrupted)
        finally:
            self._close()

    def by_sound(self, lines: LineReader) -> None:
        """Play by voice; typed lines count beside it.

        Raises ``UserError`` if there is no microphone, before anything is said or written.
        """
        try:
            start = self._start
            keep = Keeper(self.ways.keep_audio) if self.ways.keep_audio is not None else None
            source, speaker = self._sound(start)
            voice = self._voice()
            if isinstance(source, ReconnectingMicrophone | LentMicrophone):
                lines.clock = partial(_moment, start, source)
            ears = (self._ear(), source, Endpointer())
            with self._interrupts() as interrupted:
                loop = SoundLoop(
                    self.judge, *ears, speaker, self._names, lines, self._complain, interrupted, start, keep=keep
                )
                spoken = self._phrases(spoken=True)
                announcer = Announcer(voice, speaker, spoken, self._names, lambda: loop.now, complain)
                host = self._host([announcer], lines)
                loop.run(host, lambda: self._begin(host))
                self.declined = isinstance(host, Doorstep) and host.declined
                self._linger(lines, interrupted)
        finally:
            self._close()

    def _interrupts(self) -> AbstractContextManager[Callable[[], bool]]:
        return Interrupts() if self._hall is None else nullcontext(self._hall.interrupted)

    def _voice(self) -> Voice:
        if self._hall is not None and self._hall.voice is not None:
            return self._hall.voice
        voice = open_voice(self.settings, self.ways.voice, self._complain)
        self._closers.append(voice.close)
        return voice

    def _ear(self) -> Ear:
        name = self.ways.ear or self.settings.ear
        embedded = None if self._hall is None else self._hall.ear
        listening = open_ear(name, self.judge, self.lexicon, self.settings.language, self._complain, embedded)
        self._closers.append(listening.close)
        return listening.ear

    def _phrases(self, *, spoken: bool) -> Phrases:
        path = CONFIG / f"phrases.{self.settings.language}.yaml"
        return Phrases(path, self.settings.host, spoken=spoken, game=self.kind.name)

    def _sound(self, start: int) -> tuple[AudioSource, Loudspeaker]:
        """Where sound comes from and goes to; both can be closed."""
        out = None
        if self.ways.audio_out is not None:
            check_overwritten(self.ways.audio_out, self.ways.audio_in)
            out = WavWriter(self.ways.audio_out)
        if out is not None:
            self._closers.append(out.close)
        if self.ways.audio_in is not None:
            file, virtual = WavSource(self.ways.audio_in), VirtualSpeaker(out=out)
            self._closers += [file.close, virtual.close]
            return file, virtual
        try:
            microphone = self._microphone()
            speaker = SoundCardSpeaker(
                self.settings.loudspeaker,
                clock=lambda: start + microphone.captured,
                input_latency=microphone.latency,
                out=out,
            )
            self._closers.append(speaker.close)
        except (UserError, DeviceLost) as fault:
            raise NoMicrophone(str(fault)) from None
        return microphone, speaker

    def _microphone(self) -> ReconnectingMicrophone | LentMicrophone:
        if self._hall is not None and self._hall.microphone is not None:
            return self._hall.microphone
        microphone = ReconnectingMicrophone(self.settings.microphone)
        self._closers.append(microphone.close)
        return microphone

    def _host(self, listeners: Sequence[Listener], lines: LineReader) -> Host:
        screen = Screen(sys.stderr if self.ways.json else sys.stdout, self._phrases(spoken=False), self._names)
        followers: list[Listener] = [screen, *listeners]
        if self.ways.json:
            followers.insert(0, JsonLines(sys.stdout, self._names))
        watchers: list[Watcher] = list(self._hall.watchers) if self._hall is not None else []
        if self.ways.board_at is not None:
            self._board = self._open_board(self.ways.board_at, lines)
            followers.insert(0, self._board)
            watchers.append(self._board.look)
        chance = Chance(self.opening.seed, self.opening.draws, self.opening.rolls)
        parts = (self.table, chance, followers, self._open_journal(), watchers)
        return Doorstep(*parts, now=self._start) if self.opening.asked else Host(*parts)

    @property
    def _start(self) -> int:
        """Where the clock stands when the game begins, or is taken up again."""
        return 0 if self.story is None else max((action.t for action in self.story.actions), default=0)

    def _open_board(self, at: BoardAt, lines: LineReader) -> Board:
        from voicegame.board.board import Board  # the web server takes a while to import

        shown = self._phrases(spoken=False)
        board = Board(
            self.table,
            lines,
            lambda happenings: texts(happenings, shown, self._names),
            partial(_would_fit, self.lexicon),
            host=at.host,
            port=at.port,
        )
        self._closers.append(board.close)
        complain(board.invitation)
        return board

    def _complain(self, sentence: str) -> None:
        complain(sentence)
        if self._board is not None:
            self._board.complain(sentence)

    def _linger(self, lines: LineReader, interrupted: Callable[[], bool]) -> None:
        """After the game, keep the board up while somebody sits at the keyboard."""
        if self._board is None or self._hall is not None or self.declined or not sys.stdin.isatty() or interrupted():
            return
        complain("The board stays up: press Enter to end.")
        while not interrupted():
            try:
                typed = lines.next(0.2)
            except queue.Empty:
                continue
            if typed is None or not typed.elsewhere:
                return

    def _open_journal(self) -> Journal | None:
        journal = None
        if self.story is not None and self.opening.story_path is not None:
            journal = Journal.resume(self.opening.story_path, self.story.whole_bytes)
        elif self.ways.journal is not None or self.ways.keep is not None:
            rules = self.settings.model_dump(mode="json")
            version = self.lexicon.version
            header = Header(
                self.kind.name,
                self.opening.players,
                self.opening.seed,
                self.opening.draws,
                rules,
                version,
                self.opening.rolls,
            )
            if self.ways.journal is not None:
                journal = Journal.create(self.ways.journal, header)
            elif self.ways.keep is not None:
                journal = self.ways.keep(header, self._complain)
        if journal is not None:
            self._closers.append(journal.close)
        return journal

    def _begin(self, host: Host) -> None:
        if self.story is None:
            host.begin(self.started)
            return
        take_up = partial(self._take_up, host, self.story)
        if isinstance(host, Doorstep):
            host.ask(Notice("take_up?", {"players": self.opening.players}), take_up)
        else:
            take_up()

    def _take_up(self, host: Host, story: Story) -> None:
        with _one_game(self.opening.story_path or Path()):
            if self._board is None:
                host.resume(story.actions)
            else:
                self._board.remember(self.started, 0)
                host.resume(story.actions, [self._board.remember])

    def _close(self) -> None:
        while self._closers:
            self._closers.pop()()


def resumed(story: Story, path: Path) -> Opening:
    """The game of a journal, to be gone on with. Raises ``UserError`` if its game or its house rules are none."""
    header = story.header
    kind, settings = settings_of(story, path)
    return Opening(kind, settings, header.players, header.seed, header.draws, header.rolls, story, path)


def settings_of(story: Story, path: Path) -> tuple[Kind, TableSettings]:
    """The game of a journal, and its house rules. Raises ``UserError`` if they are none."""
    kind = kind_of(story.header.game, path)
    try:
        settings = kind.settings.model_validate_json(json.dumps(story.header.rules))
        settings.seated(story.header.players)
    except ValidationError:
        raise UserError(f"{path} holds house rules that are none: take an unchanged copy of the journal.") from None
    return kind, settings


@contextmanager
def _one_game(path: Path) -> Iterator[None]:
    """Whatever a journal's actions do to a game that they don't belong to becomes one sentence."""
    try:
        yield
    except (ValueError, LookupError, TypeError, AssertionError, OverflowError):
        raise UserError(
            f"{path} holds actions that can't follow each other: it was changed; take an unchanged copy of the journal."
        ) from None


def told_again(story: Story, path: Path, listening: Callable[[Sequence[str]], Listener]) -> None:
    """Give a listener, made for the players' names, the events of a journal as they were.

    Raises ``UserError`` if its house rules are none, or its actions can't follow each other.
    """
    kind, settings = settings_of(story, path)
    lexicon = load_lexicon(settings.lexicon, settings.language) if kind.replay_needs_words(settings) else None
    if lexicon is not None and lexicon.version != story.header.lexicon:
        older, newer = story.header.lexicon, lexicon.version
        complain(f"{path} was played with the word list {older}, and {newer} may place words elsewhere.")
    table, started = new_table(kind, settings, story.header.players, lexicon)
    listener = listening(Seating(table))
    listener(started, 0)
    with _one_game(path):
        for action in story.actions:
            happenings = table.act(action)
            if happenings:
                listener(happenings, table.now)
