"""Each part that a game by voice needs, tried."""

from __future__ import annotations

import re
import shutil
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import closing
from dataclasses import dataclass
from importlib import metadata
from importlib.util import find_spec
from pathlib import Path
from typing import Literal

from voicegame import model_folders
from voicegame.doctor import remedies
from voicegame.doctor.levels import Levels
from voicegame.errors import UserError
from voicegame.paths import user_data
from voicegame.settings import TableSettings
from voicegame.sound.portaudio import Hung, find_device, portaudio, within

State = Literal["pass", "warn", "fail"]

WORD = "reaction"
RECORDED = Path(__file__).with_name("reaction.wav")  # as espeak-ng says it
_OLDEST = (3, 10)
_PATIENCE = 12.0  # seconds that a device may take
_LISTENING = 1.5  # seconds of the microphone that are measured
_LITTLE_DISK = 200_000_000  # bytes


@dataclass(frozen=True)
class Check:
    """What became of one part. fail: no game by voice with this; warn: a game, but less good. remedy: what to do."""

    name: str
    state: State
    found: str
    remedy: str | None = None


class Failed(Exception):
    """A part doesn't work: what was found, and what to do."""

    def __init__(self, found: str, remedy: str | None, state: State = "fail") -> None:
        super().__init__(found)
        self.found, self.remedy, self.state = found, remedy, state


def checks(settings: TableSettings) -> Iterator[Check]:
    """Try each part in turn, with the devices, language and voice of the settings."""
    parts: list[tuple[str, Callable[[TableSettings], str]]] = [
        ("Python", _python),
        ("libraries", _libraries),
        ("PortAudio", _portaudio),
        ("microphone", _microphone),
        ("level", _level),
        ("loudspeaker", _loudspeaker),
        ("voice", _voice),
        ("ear", _ear),
        ("second ear", _second_ear),
        ("Vosk ear", _vosk),
        ("word list", _lexicon),
        ("models", _models),
        ("folders", _folders),
        ("disk", _disk),
    ]
    broken: set[str] = set()
    for name, part in parts:
        needed = {"microphone": "PortAudio", "loudspeaker": "PortAudio", "level": "microphone"}.get(name)
        if needed in broken:
            check = Check(name, "fail", f"can't be tried without {needed}", "see above")
        else:
            check = _tried(name, part, settings)
        if check.state == "fail":
            broken.add(name)
        yield check


def _tried(name: str, part: Callable[[TableSettings], str], settings: TableSettings) -> Check:
    try:
        return Check(name, "pass", part(settings))
    except Failed as failed:
        return Check(name, failed.state, failed.found, failed.remedy)
    except UserError as error:
        found, _, remedy = str(error).rstrip(".").partition(": ")
        return Check(name, "fail", found, remedy or None)
    except Exception as fault:
        return Check(name, "fail", f"{type(fault).__name__}: {' '.join(str(fault).split())}", "report it")


def _python(_: TableSettings) -> str:
    version = ".".join(map(str, sys.version_info[:3]))
    if sys.version_info < _OLDEST:
        raise Failed(version, "install Python 3.10 or later, and voicegame with that")
    return version


def _libraries(_: TableSettings) -> str:
    try:
        wanted = metadata.requires("voicegame") or []
    except metadata.PackageNotFoundError:
        raise Failed("voicegame itself isn't installed", "install it with pip, pipx or 'make play'") from None
    missing: list[str] = []
    to_install: list[str] = []
    count = 0
    for requirement in wanted:
        named = re.match(r"([A-Za-z0-9._-]+)\s*(?:>=\s*([0-9.]+))?", requirement)
        if named is None or "extra" in requirement:
            continue
        count += 1
        try:
            here = metadata.version(named[1])
        except metadata.PackageNotFoundError:
            here = "missing"
        if here == "missing" or (named[2] and _numbers(here) < _numbers(named[2])):
            missing.append(f"{named[1]} is {here}")
            to_install.append(named[0])
    if missing:
        raise Failed(", ".join(missing), remedies.pip(*to_install))
    return f"all {count}"


def _numbers(version: str) -> tuple[int, ...]:
    return tuple(int(number) for number in re.findall(r"\d+", version)[:3])


def _portaudio(_: TableSettings) -> str:
    try:
        return str(portaudio().get_portaudio_version()[1]).split(",")[0]
    except UserError:
        raise Failed("the library is missing", remedies.install("PortAudio")) from None


def _microphone(settings: TableSettings) -> str:
    return repr(find_device("input", settings.microphone)["name"])


def _loudspeaker(settings: TableSettings) -> str:
    from voicegame.speaking.loudspeaker import SoundCardSpeaker

    def open_it() -> str:
        with closing(SoundCardSpeaker(settings.loudspeaker)):
            return repr(find_device("output", settings.loudspeaker)["name"])

    try:
        return within(_PATIENCE, open_it)
    except Hung:
        raise Failed("doesn't open", "choose another in the settings, key loudspeaker") from None


def _level(settings: TableSettings) -> str:
    levels = within(_PATIENCE + 5, lambda: listened(settings.microphone, _LISTENING))
    said = f"{levels.room:.0f} dB in the room"
    fault = levels.fault()
    if fault == "zeros":
        raise Failed("the microphone gives pure silence", remedies.listening())
    if fault == "clipped":
        raise Failed(f"the microphone is overdriven ({levels.clipped} times at the end of the scale)", _lower(), "warn")
    if fault == "loud room":
        raise Failed(
            f"{said}, which is loud", "turn off what makes noise, or move the microphone to the players", "warn"
        )
    return said


def _lower() -> str:
    return "lower the microphone's level in the system's sound settings"


def listened(microphone: str | None, seconds: float) -> Levels:
    """What is measured at the microphone in so many seconds. Raises ``UserError`` or ``Failed`` if it gives nothing."""
    from voicegame.hearing.microphone import DeviceLost, Microphone

    levels = Levels()
    with closing(Microphone(microphone)) as source:
        try:
            for chunk in source:
                levels.feed(chunk.samples)
                if levels.seconds >= seconds:
                    break
        except DeviceLost as lost:
            raise Failed(str(lost).rstrip("."), remedies.listening()) from None
    return levels


def _voice(settings: TableSettings) -> str:
    from voicegame.assembly import VOICES
    from voicegame.speaking.voice import Pyttsx3Voice, VoiceFailed

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

    from voicegame.hearing.spelling_ear import SpellingEar, weights_folder
    from voicegame.hearing.wav import read_clip

    folder = weights_folder()
    if folder is None:
        raise Failed("isn't installed; the host asks twice as often", remedies.pip("voicegame[second-ear]"), "warn")
    ear = SpellingEar(folder)
    words = [WORD, "action", "section"]
    best = words[int(np.argmax(ear.weigh(ear.hear(read_clip(RECORDED)), words)))]
    if best != WORD:
        raise Failed(f"takes a recorded {WORD!r} for {best!r}", remedies.pip("voicegame[second-ear]"), "warn")
    return f"tells a recorded {WORD!r} from {' and '.join(map(repr, words[1:]))}"


def _vosk(settings: TableSettings) -> str:
    library, model = find_spec("vosk") is not None, model_folders.find(settings.language)
    if library and model is not None:
        return f"{model.name}"
    if library:
        raise Failed("has no model", f"voicegame models get {settings.language}", "warn")
    if model is not None:
        raise Failed(f"has {model.name}, but no library", remedies.pip("voicegame[vosk]"), "warn")
    return "not installed; a game needs none"


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
