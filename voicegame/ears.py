"""Which ear listens to a game: the phoneme ear, Vosk, or another beside the phoneme ear."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from importlib.util import find_spec
from pathlib import Path

from voicegame import model_folders
from voicegame.errors import UserError
from voicegame.hearing.listener import Ear
from voicegame.hearing.phoneme_ear import PhonemeEar
from voicegame.hearing.two_ears import best_ear
from voicegame.hearing.vosk_ear import BesideEar, VoskEar
from voicegame.hearing.vosk_process import VoskFailed, VoskProcess
from voicegame.hearing.vosk_words import VoskWords
from voicegame.hearing.wyoming_ear import ServerEar
from voicegame.lexicon.judge import Judge
from voicegame.lexicon.lexicon import Lexicon
from voicegame.settings import EarName
from voicegame.sound.wyoming_server import WyomingServer


@dataclass(frozen=True)
class Listening:
    """An ear, and how to let go of it."""

    ear: Ear
    close: Callable[[], None] = lambda: None


def open_ear(
    name: EarName,
    judge: Judge,
    lexicon: Lexicon,
    language: str,
    complain: Callable[[str], None],
    embedded: PhonemeEar | None = None,
) -> Listening:
    """The ear of this name. What is left out, and why, goes to ``complain``.

    embedded: the ear of this machine, where one is at hand; else one is made when it is needed, which takes memory.

    Raises ``UserError`` if Vosk was asked for by name, and its package or a model is missing, or doesn't load.
    """
    own = cache(lambda: embedded or best_ear(complain))
    if name.startswith("wyoming://"):
        server = WyomingServer("asr", name, "the game goes on with the embedded ear", complain)
        server.greet()
        return Listening(ServerEar(own(), server, lexicon, language), server.close)
    model = None if name == "phonemes" else model_folders.find(language)
    if name == "phonemes" or (name == "auto" and model is None):
        return Listening(own())
    try:
        return _with_vosk(name, model, judge, lexicon, language, complain, own)
    except UserError as fault:
        if name != "auto":
            raise
        complain(f"{str(fault).rstrip('.')}; until then the phoneme ear hears alone.")
        return Listening(own())


def _with_vosk(
    name: EarName,
    model: Path | None,
    judge: Judge,
    lexicon: Lexicon,
    language: str,
    complain: Callable[[str], None],
    own: Callable[[], PhonemeEar],
) -> Listening:
    if model is None:
        place = model_folders.folders()[0]
        raise UserError(
            f"There is no Vosk model for the language {language!r} in {place}: get one with 'voicegame models'."
        )
    if find_spec("vosk") is None:
        raise UserError(
            f"The model {model.name} needs the package vosk, which is not installed: pip install 'voicegame[vosk]'."
        )

    def given_up(reason: str) -> None:
        if started:
            complain(f"Vosk failed too often ({reason}) and is left out: the game goes on with the phoneme ear.")

    started: list[bool] = []
    static = model_folders.is_static(model)
    process = VoskProcess(model, static=static, given_up=given_up)
    try:
        complain(f"Vosk loads {model.name}, which takes some seconds.")
        process.start()
        words = VoskWords(process, lexicon, judge.sounds_of, language)
    except VoskFailed as failure:
        process.close()
        raise UserError(f"Vosk can't use {model} ({failure}): get the model again, or take another.") from None
    except BaseException:
        process.close()
        raise
    started.append(True)
    if words.lacking:
        complain(
            f"{model.name} lacks {words.lacking:,} of {len(lexicon):,} words: these it knows by their sound alone."
        )
    if static:
        complain(f"{model.name} can't be told what is expected, so Vosk helps less: a small model can be.")
    if name == "vosk":
        return Listening(VoskEar(words, own), process.close)
    return Listening(BesideEar(own(), words), process.close)
