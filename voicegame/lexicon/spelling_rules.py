"""How a word that the lexicon lacks is said: by regular endings, beginnings and compounds, or letter by letter.

The lexicon's build does this better, from statistics (``lexicons/en/builder``); this is what can be done at once.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from voicegame.lexicon.lexicon import Lexicon

_HISSES, _VOICELESS = "szSZCJ", "ptkfT"

#: Ending -> its codes; those of S and ED depend on the sound before.
_ENDINGS = {
    "s": "", "es": "", "ed": "", "d": "", "ing": "IN", "ings": "INz", "er": "R", "ers": "Rz", "or": "R", "est": "Ist",
    "ly": "li", "ness": "nxs", "less": "lxs", "ful": "fxl", "ish": "IS", "y": "i", "ment": "mxnt", "ments": "mxnts",
    "able": "xbxl", "like": "lYk", "man": "mxn", "ship": "SIp", "hood": "hUd",
}  # fmt: skip
_BEGINNINGS = {
    "un": "Vn", "re": "ri", "over": "ovR", "under": "VndR", "out": "Wt", "mis": "mIs", "non": "nAn", "pre": "pri",
    "super": "supR", "dis": "dIs", "up": "Vp", "anti": "@nti", "inter": "IntR", "micro": "mYkro", "mega": "mEgx",
    "mini": "mIni", "co": "ko", "de": "di", "multi": "mVlti", "semi": "sEmi", "sub": "sVb",
}  # fmt: skip
_SHORTEST_STEM = 3
#: Halves of a compound are at most this rare (SCOWL size).
_COMMON = 50

#: Letters -> codes, the first that matches; a vowel before one consonant and a last E is said as its name.
_LETTERS = (
    ("tch", "C"), ("sch", "sk"), ("igh", "Y"), ("eigh", "e"), ("ough", "o"), ("tion", "Sxn"), ("dge", "J"),
    ("ch", "C"), ("sh", "S"), ("th", "T"), ("ph", "f"), ("gh", "g"), ("wh", "w"), ("ck", "k"), ("ng", "N"),
    ("qu", "kw"), ("ee", "i"), ("ea", "i"), ("oo", "u"), ("ou", "W"), ("ow", "o"), ("oi", "q"), ("oy", "q"),
    ("ai", "e"), ("ay", "e"),
    ("au", "O"), ("aw", "O"), ("ie", "i"), ("ey", "i"), ("ew", "u"), ("oa", "o"), ("ei", "e"), ("ar", "Ar"),
    ("er", "R"), ("ir", "R"), ("or", "Or"), ("ur", "R"), ("kn", "n"), ("wr", "r"),
)  # fmt: skip
_ALONE = {
    "a": "@", "b": "b", "c": "k", "d": "d", "e": "E", "f": "f", "g": "g", "h": "h", "i": "I", "j": "J", "k": "k",
    "l": "l", "m": "m", "n": "n", "o": "A", "p": "p", "q": "k", "r": "r", "s": "s", "t": "t", "u": "V", "v": "v",
    "w": "w", "x": "ks", "y": "y", "z": "z",
}  # fmt: skip
_NAMES = {"a": "e", "e": "i", "i": "Y", "o": "o", "u": "u", "y": "Y"}
_AT_THE_END = {"a": "x", "e": "i", "i": "i", "o": "o", "u": "u", "y": "i"}
_MAGIC = re.compile(r"([aeiouy])([bcdfgklmnprstvz])e$")


def said_as(word: str, lexicon: Lexicon) -> tuple[str, ...]:
    """The lexicon's pronunciations of ``word`` (lower case), else regular ones, else a guess letter by letter."""
    row = lexicon.row(word)
    known = lexicon.pronunciations(row) if row is not None else ()
    return known or regular(word, lexicon) or (letter_by_letter(word),)


def regular(word: str, lexicon: Lexicon) -> tuple[str, ...]:
    """How ``word`` is said if it is made from words of the lexicon by a regular ending or beginning, or of two common
    ones; () if it isn't."""
    for ending, codes in sorted(_ENDINGS.items(), key=lambda item: -len(item[0])):
        if not word.endswith(ending):
            continue
        for stem in _stems(word[: -len(ending)], ending):
            spoken = _spoken(stem, lexicon)
            if spoken:
                return tuple(dict.fromkeys(way + (codes or _inflection(ending, way)) for way in spoken))
    for beginning, codes in sorted(_BEGINNINGS.items(), key=lambda item: -len(item[0])):
        spoken = _spoken(word.removeprefix(beginning), lexicon) if word.startswith(beginning) else ()
        if spoken:
            return tuple(codes + way for way in spoken)
    for at in range(_SHORTEST_STEM, len(word) - _SHORTEST_STEM + 1):
        left, right = (_spoken(half, lexicon, _COMMON) for half in (word[:at], word[at:]))
        if left and right:
            return (left[0] + right[0],)
    return ()


def letter_by_letter(word: str) -> str:
    """A guess, for a name or a word of another language: codes, never empty for a word with a letter from A to Z."""
    word = re.sub("[^a-z]", "", word)
    magic = _MAGIC.search(word)
    codes, at = "", 0
    while at < len(word):
        rest = word[at:]
        if magic and at == magic.start():
            return codes + _NAMES[magic[1]] + _alone(magic[2], "e")
        found = next(((letters, said) for letters, said in _LETTERS if rest.startswith(letters)), None)
        if found is not None:
            letters, said = found
        elif len(rest) == 1 and rest in _AT_THE_END and at:
            letters, said = rest, _AT_THE_END[rest]
        else:
            letters = rest[0] * 2 if rest[:2] == rest[0] * 2 and rest[0] not in "aeiou" else rest[0]
            said = _alone(rest[0], rest[1:2])
            if rest[0] == "y" and at:
                said = "I"
        codes += said
        at += len(letters)
    return codes


def _alone(letter: str, following: str) -> str:
    if following and following in "eiy" and letter in "cg":
        return {"c": "s", "g": "J"}[letter]
    return _ALONE[letter]


def _spoken(stem: str, lexicon: Lexicon, rarest: int = 99) -> tuple[str, ...]:
    row = lexicon.row(stem) if len(stem) >= _SHORTEST_STEM else None
    if row is None or lexicon.sizes[row] > rarest:
        return ()
    return lexicon.pronunciations(row)


def _stems(base: str, ending: str) -> Iterator[str]:
    """Spellings that the word without its ending may have come from."""
    if ending in ("s", "es"):
        yield base
        if ending == "es" and base.endswith("i"):
            yield base[:-1] + "y"
        return
    yield base
    if ending[0] in "aeiouy":
        yield base + "e"
        if len(base) > _SHORTEST_STEM and base[-1] == base[-2]:
            yield base[:-1]
    if base.endswith("i"):
        yield base[:-1] + "y"


def _inflection(ending: str, way: str) -> str:
    """How S or ED sounds after these codes."""
    if ending in ("s", "es"):
        return "Iz" if way[-1] in _HISSES else "s" if way[-1] in _VOICELESS else "z"
    return "Id" if way[-1] in "td" else "t" if way[-1] in _VOICELESS + "sSC" else "d"
