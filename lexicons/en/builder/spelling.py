"""British and American spellings of one word: COLOUR is said as COLOR."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable

#: Shorter words that differ so are two words: four and for.
SHORTEST = 5
_IZE = "(e|ed|es|er|ers|ing|able|ation|ations|ational)$"
#: Two syllables before a letter: only there do the spellings differ in doubling it (fatted is not fated).
_TWO = "([aeiou][^aeiou]+[aeiou])"
#: (pattern of one spelling, the other spelling); the other one must be a word for the pair to count.
_SWAPS: tuple[tuple[str, str], ...] = (
    ("([aeiou][^aeiou]+)our", r"\1or"), ("is" + _IZE, r"iz\1"), ("iz" + _IZE, r"is\1"),
    ("ys(e|ed|es|er|ers|ing)$", r"yz\1"), ("tre$", "ter"), ("tres$", "ters"), ("tred$", "tered"), ("bre$", "ber"),
    ("([aeiou][^aeiou]*[aeiou])ll(?=ed|ing|er|or|ist|ous)", r"\1l"), ("l(?=ment|ness|ful)", "ll"),
    (_TWO + "l$", r"\1ll"),
    (_TWO + "ls$", r"\1lls"), (_TWO + "pp(?=ed|ing|er)", r"\1p"), (_TWO + "tt(?=ed|ing|er)", r"\1t"),
    (_TWO + "ss(?=ed|ing|es)", r"\1s"), ("oolly", "ooly"), ("oollen", "oolen"), ("ogue", "og"),
    ("ae(?=[a-z]{2})", "e"),
    ("oe(?=[a-z]{2})", "e"), ("ence$", "ense"), ("ences$", "enses"), ("mould", "mold"), ("moult", "molt"),
    ("plough", "plow"), ("grey", "gray"), ("gray", "grey"), ("mme$", "m"), ("mmes$", "ms"), ("cheque", "check"),
    ("tyre", "tire"), ("kerb", "curb"), ("storey", "story"), ("gement", "gment"), ("gment", "gement"),
    ("eable$", "able"), ("sceptic", "skeptic"), ("manoeuvr", "maneuver"), ("draught", "draft"),
    ("sulph", "sulf"), ("xion", "ction"), ("gaol", "jail"), ("pyjama", "pajama"), ("wilful", "willful"),
)  # fmt: skip
_COMPILED = tuple((re.compile(pattern), other) for pattern, other in _SWAPS)


def variants(word: str, known: Callable[[str], bool]) -> Iterable[str]:
    """Known words that differ from ``word`` by one national habit of spelling, the likeliest first."""
    if len(word) < SHORTEST:
        return
    for pattern, other in _COMPILED:
        for match in pattern.finditer(word):
            spelt = word[: match.start()] + match.expand(other) + word[match.end() :]
            if spelt != word and known(spelt):
                yield spelt
