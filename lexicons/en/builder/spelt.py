# ruff: noqa: RUF001 (the phonetic alphabet is meant)
"""Pronunciations from spelling alone, by two ready-made tools, in our phoneme codes.

Used at build time for words that neither CMUdict nor analogy gives; the answers are kept in ``inputs/spelt.tsv``.
"""

from __future__ import annotations

import re
import subprocess
import tempfile
from collections.abc import Iterable
from concurrent.futures import ProcessPoolExecutor

#: espeak-ng's phonemes of the voice en-us (IPA) -> our codes, after CMUdict's habits: a flap is T, R keeps its vowel.
ESPEAK_TO_CODES: dict[str, str] = {
    "ɪ": "I", "ᵻ": "I", "i": "i", "iː": "i", "ɛ": "E", "e": "e", "æ": "@", "a": "@", "ə": "x", "ɐ": "x", "ʌ": "V",
    "ɑː": "A", "ɑ": "A", "ɔ": "O", "ɔː": "O", "oː": "O", "ʊ": "U", "u": "u", "uː": "u", "ɚ": "R", "ɜː": "R", "eɪ": "e",
    "aɪ": "Y", "aʊ": "W", "oʊ": "o", "ɔɪ": "q", "iə": "ix", "aɪə": "Yx", "aɪɚ": "YR", "əl": "xl", "n̩": "xn",
    "ɑːɹ": "Ar", "ɔːɹ": "Or", "oːɹ": "Or", "ɛɹ": "Er", "ɪɹ": "Ir", "ʊɹ": "Ur", "ɔ̃": "An", "ɑ̃": "An", "oʊk": "ok",
    "p": "p", "b": "b", "t": "t", "d": "d", "k": "k", "ɡ": "g", "f": "f", "v": "v", "θ": "T", "ð": "D", "s": "s",
    "z": "z", "ʃ": "S", "ʒ": "Z", "h": "h", "m": "m", "n": "n", "ŋ": "N", "l": "l", "ɹ": "r", "r": "r", "w": "w",
    "j": "y", "tʃ": "C", "dʒ": "J", "ɾ": "t", "ʔ": "t", "x": "k", "ɬ": "l", "nʲ": "ny", "tʃɹ": "Cr",
}  # fmt: skip
#: hama's tokens -> our codes.
HAMA_TO_CODES: dict[str, str] = {
    "ɪ": "I", "i": "i", "ɛ": "E", "æ": "@", "ə": "x", "ʌ": "V", "ɑ": "A", "ɔ": "O", "ʊ": "U", "u": "u", "ɝ": "R",
    "ɚ": "R", "eɪ": "e", "aɪ": "Y", "aʊ": "W", "oʊ": "o", "ɔɪ": "q", "p": "p", "b": "b", "t": "t", "d": "d", "k": "k",
    "g": "g", "ɡ": "g", "f": "f", "v": "v", "θ": "T", "ð": "D", "s": "s", "z": "z", "ʃ": "S", "ʒ": "Z", "h": "h",
    "m": "m", "n": "n", "ŋ": "N", "l": "l", "ɹ": "r", "w": "w", "j": "y", "t͡ʃ": "C", "d͡ʒ": "J",
}  # fmt: skip


#: CMUdict writes one ER where these tools write a vowel and R (furry, battery).
HABITS: tuple[tuple[str, str], ...] = (("Rr", "R"), ("xr", "R"), ("Vr", "R"))


def cmudict_habits(codes: str) -> str:
    """``codes`` as CMUdict would write the same sounds."""
    for theirs, ours in HABITS:
        codes = codes.replace(theirs, ours)
    return codes


def from_espeak(line: str) -> str:
    """The codes of one line of ``espeak-ng --ipa --sep=_``. Raises KeyError for a phoneme that is not mapped."""
    symbols = re.sub("[ˈˌ ]", "", line.strip().replace(" ", "_")).split("_")
    return cmudict_habits("".join(ESPEAK_TO_CODES[symbol] for symbol in symbols if symbol))


def espeak(words: Iterable[str]) -> dict[str, str]:
    """Word -> codes as espeak-ng's voice en-us would say it. Needs the command espeak-ng."""
    listed = list(words)
    with tempfile.NamedTemporaryFile("w", suffix=".txt") as text:
        text.write("".join(f"{word}\n\n" for word in listed))
        text.flush()
        command = ["espeak-ng", "-v", "en-us", "-q", "--ipa", "--sep=_", "-f", text.name]
        spoken = subprocess.run(command, check=True, capture_output=True, text=True).stdout.splitlines()
    if len(spoken) != len(listed):
        raise ValueError(f"espeak-ng said {len(spoken)} lines for {len(listed)} words")
    return {word: from_espeak(line) for word, line in zip(listed, spoken, strict=True)}


_model = None


def _hama_one(word: str) -> str:
    global _model
    if _model is None:
        from hama.inference import G2PModel  # a heavy import, needed only in these processes

        _model = G2PModel()
    tokens = [a.phoneme for a in _model.predict(word).alignments]
    return cmudict_habits("".join(HAMA_TO_CODES.get(token, "?") for token in tokens))


def hama(words: Iterable[str], processes: int = 2) -> dict[str, str]:
    """Word -> codes by hama's grapheme-to-phoneme model; words with a token that is not mapped hold a ``?``."""
    listed = list(words)
    with ProcessPoolExecutor(processes) as pool:
        return dict(zip(listed, pool.map(_hama_one, listed, chunksize=100), strict=True))
