"""Each part that a game by voice needs, tried."""

from __future__ import annotations

import re
import shutil
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import closing
from functools import partial
from importlib import metadata
from importlib.util import find_spec
from pathlib import Path

from voicegame import model_folders
from voicegame.doctor import remedies, sound
from voicegame.doctor.report import Check, Failed, State, tried
from voicegame.errors import UserError
from voicegame.paths import user_data
from voicegame.settings import TableSettings
from voicegame.sound.wyoming_server import Kind, WyomingServer

WORD = "reaction"
RECORDED = Path(__file__).with_name("reaction.wav")  # as espeak-ng says it
_OLDEST = (3, 10)
_LITTLE_DISK = 200_000_000  # bytes


def checks(settings: TableSettings) -> Iterator[Check]:
    """Try each part in turn, with the devices, language and voice of the settings."""
    yield tried("Python", _python)
    yield tried("libraries", _libraries)
    yield from sound.checks(settings.microphone, settings.loudspeaker)
    parts: dict[str, Callable[[TableSettings], str]] = {
        "voice": _voice,
        "ear": _ear,
        "second ear": _second_ear,
        "Vosk ear": _vosk,
        "word list": _lexicon,
        "models": _models,
        "folders": _folders,
        "disk": _disk,
    }
    for name, part in parts.items():
        yield tried(name, partial(part, settings))
    if settings.ear.startswith("wyoming://"):
        yield tried("ear server", partial(_server, "asr", settings.ear))
    if settings.voice.server is not None:
        yield tried("voice server", partial(_server, "tts", settings.voice.server))


def _python() -> str:
    version = ".".join(map(str, sys.version_info[:3]))
    if sys.version_info < _OLDEST:
        raise Failed(version, "install Python 3.10 or later, and voicegame with that")
    return version


def _libraries() -> str:
    try:
        wanted = metadata.requires("voicegame") or []
    except metadata.PackageNotFoundError:
        raise Failed("voicegame itself isn't installed", "install it with pip, pipx or 'make play'") from None
    missing: list[str] = []
    to_install: list[str] = []
    count = 0
    for requirement in wanted:
        named = re.match(r"([A-Za-z0-9._-]+)\s*(?:([>=]=)\s*([0-9.]+))?", requirement)
        if named is None or "extra" in requirement:
            continue
        count += 1
        try:
            here = metadata.version(named[1])
        except metadata.PackageNotFoundError:
            here = "missing"
        if here == "missing" or (named[3] and not _is_one_of(here, named[2], named[3])):
            missing.append(f"{named[1]} is {here}")
            to_install.append(named[0])
    if missing:
        raise Failed(", ".join(missing), remedies.pip(*to_install))
    return f"all {count}"


def _is_one_of(here: str, relation: str, wanted: str) -> bool:
    """Whether a version is the one that is wanted ("=="), or not before it (">=")."""
    return here == wanted if relation == "==" else _numbers(here) >= _numbers(wanted)


def _numbers(version: str) -> tuple[int, ...]:
    return tuple(int(number) for number in re.findall(r"\d+", version)[:3])


def _voice(settings: TableSettings) -> str:
    from voicegame.speaking.voice import Pyttsx3Voice, VoiceFailed
    from voicegame.voices import VOICES

    try:
        with Pyttsx3Voice(settings.voice.rate, VOICES.get(settings.language, settings.language)) as voice:
            said = voice.synthesise("Welcome.")
    except VoiceFailed as failed:
        remedy = "restart the system's speech" if sys.platform == "darwin" else remedies.install("espeak-ng")
        raise Failed(str(failed).split(":")[0].rstrip("."), remedy) from None
    if not said.seconds:
        raise Failed("it says nothing", remedies.install("espeak-ng"))
    return f"says 'Welcome.' in {said.seconds:.1f} s"


def _ear(_: TableSettings) -> str:
    from voicegame.assembly import load_judge, load_lexicon
    from voicegame.hearing.phoneme_ear import PhonemeEar
    from voicegame.hearing.wav import read_clip
    from voicegame.lexicon.verdicts import Expectation, Outcome
    from voicegame.lexicon.word_rules import InOrder

    evidence = PhonemeEar().listen(read_clip(RECORDED))
    verdict = load_judge(load_lexicon("full")).judge(evidence, Expectation(words=InOrder(("A", "C"))))
    if verdict.outcome is not Outcome.ACCEPT or verdict.word != WORD:
        heard = verdict.candidates[0].text if verdict.candidates else "nothing"
        raise Failed(f"of a recorded {WORD!r} it hears {heard!r}", "install voicegame again")
    return f"hears a recorded {WORD!r}"


def _second_ear(_: TableSettings) -> str:
    import numpy as np

    from voicegame.hearing.two_ears import spelling_ears
    from voicegame.hearing.wav import read_clip

    mend = remedies.pip("voicegame[second-ear]")
    told: list[str] = []
    ears = spelling_ears(told.append)
    if told:
        raise Failed(" ".join(told), mend, "warn")
    if not ears:
        raise Failed("isn't installed; the host asks twice as often", mend, "warn")
    words, sound = [WORD, "action", "section"], read_clip(RECORDED)
    for ear in ears:
        best = words[int(np.argmax(ear.weigh(ear.hear(sound), words)))]
        if best != WORD:
            raise Failed(f"{type(ear).__name__} takes a recorded {WORD!r} for {best!r}", mend, "warn")
    names = " and ".join(type(ear).__name__ for ear in ears)
    return f"tells a recorded {WORD!r} from {' and '.join(map(repr, words[1:]))} ({names})"


def _vosk(settings: TableSettings) -> str:
    """The Vosk ear. Missing, it is a fault only where the settings ask for it by name."""
    library, model = find_spec("vosk") is not None, model_folders.find(settings.language)
    state: State = "fail" if settings.ear in ("vosk", "both") else "warn"
    if model is None:
        if not library and state == "warn":
            return "not installed; a game needs none"
        raise Failed("has no model", f"voicegame models get {settings.language}", state)
    if not library:
        raise Failed(f"has {model.name}, but no library", remedies.pip("voicegame[vosk]"), state)
    return _vosk_hears(settings, model.name, state)


def _vosk_hears(settings: TableSettings, model: str, state: State) -> str:
    from voicegame.assembly import load_judge, load_lexicon
    from voicegame.ears import open_ear
    from voicegame.hearing.wav import read_clip
    from voicegame.lexicon.verdicts import Expectation
    from voicegame.lexicon.word_rules import InOrder

    again = f"voicegame models verify {model}"
    lexicon = load_lexicon("full", settings.language)
    judge = load_judge(lexicon, settings.language)
    try:
        listening = open_ear("vosk", judge, lexicon, settings.language, lambda _: None)
    except UserError as error:
        raise Failed(str(error).partition(":")[0], again, state) from None
    with closing(listening):
        if settings.language != "en":
            return f"loads {model}"
        verdict = judge.judge(listening.ear.listen(read_clip(RECORDED)), Expectation(words=InOrder(("A", "C"))))
    if verdict.word != WORD:
        raise Failed(f"{model} doesn't hear a recorded {WORD!r}", again, "warn")
    return f"{model} hears a recorded {WORD!r}"


def _server(kind: Kind, address: str) -> str:
    """A Wyoming server. Without it the game goes on."""
    told: list[str] = []
    with closing(WyomingServer(kind, address, "the game goes on without it", told.append)) as server:
        if not server.greet():
            raise Failed(told[0].partition(": ")[0], "start that server, or name another in the settings", "warn")
    return f"{address} answers"


def _lexicon(settings: TableSettings) -> str:
    from voicegame.lexicon import integrity, table_words
    from voicegame.paths import LEXICONS

    folder = LEXICONS / settings.language
    shown, faults = integrity.faults(folder)
    if faults:
        raise Failed(faults[0].rstrip("."), "install voicegame again", "warn")
    own = table_words.read(table_words.path_in(user_data(), settings.language)).problems
    if own:
        raise Failed(own[0].rstrip("."), "mend that file, or add the word again with 'voicegame lexicon'", "warn")
    return shown.partition(": ")[2]


def _models(_: TableSettings) -> str:
    from voicegame.fetching.store import verify

    lines, faults = verify()
    if faults:
        found, _colon, remedy = faults[0].rstrip(".").partition(": ")
        raise Failed(found, remedy, "warn")
    return "; ".join(line.rstrip(".") for line in lines)


def _folders(_: TableSettings) -> str:
    data = user_data()
    for folder in (data, Path(tempfile.gettempdir())):
        there = _nearest(folder)
        try:
            with tempfile.TemporaryFile(dir=there):
                pass
        except OSError as error:
            raise Failed(f"{there} can't be written ({error.strerror})", "mend its permissions", "warn") from None
    return f"{data} can be written"


def _disk(_: TableSettings) -> str:
    folder = _nearest(user_data())
    free = shutil.disk_usage(folder).free
    said = f"{free / 1e9:.1f} GB left at {folder}"
    if free < _LITTLE_DISK:
        raise Failed(said, "make room: journals, kept sound and models need some", "warn")
    return said


def _nearest(folder: Path) -> Path:
    """The folder, or the nearest one above it that is there."""
    return next(each for each in (folder, *folder.absolute().parents) if each.is_dir())
