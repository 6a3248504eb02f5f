"""British and American spellings of one word: COLOUR is said as COLOR."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable

_IZE = "(e|ed|es|er|ers|ing|able|ation|ations|ational)$"
#: (pattern of one spelling, the other spelling); the other one must be a word for the pair to count.
_SWAPS: tuple[tuple[str, str], ...] = (
    ("our", "or"), ("is" + _IZE, r"iz\1"), ("iz" + _IZE, r"is\1"), ("ys(e|ed|es|er|ers|ing)$", r"yz\1"),
    ("re$", "er"), ("res$", "ers"), ("red$", "ered"), ("ring$", "ering"), ("lly", "ly"),
    ("ll(?=ed|ing|er|or|ist|ous)", "l"), ("l(?=ment|ness|ful)", "ll"), ("l$", "ll"), ("ls$", "lls"),
    ("pp(?=ed|ing|er)", "p"), ("tt(?=ed|ing|er)", "t"), ("ss(?=ed|ing|es)", "s"), ("ogue", "og"),
    ("ae", "e"), ("oe", "e"), ("ence$", "ense"), ("ences$", "enses"), ("mould", "mold"), ("moult", "molt"),
    ("plough", "plow"), ("grey", "gray"), ("gray", "grey"), ("mme$", "m"), ("mmes$", "ms"),
    ("cheque", "check"), ("tyre", "tire"), ("kerb", "curb"), ("storey", "story"), ("gement", "gment"),
    ("gment", "gement"), ("eable$", "able"), ("geing$", "ging"), ("sceptic", "skeptic"),
    ("manoeuvr", "maneuver"), ("draught", "draft"), ("sulph", "sulf"), ("xion", "ction"), ("gaol", "jail"),
    ("pyjama", "pajama"), ("icked", "iced"), ("wilful", "willful"),
)  # fmt: skip
_COMPILED = tuple((re.compile(pattern), other) for pattern, other in _SWAPS)


def variants(word: str, known: Callable[[str], bool]) -> Iterable[str]:
    """Known words that differ from ``word`` by one national habit of spelling, the likeliest first."""
    for pattern, other in _COMPILED:
        for match in pattern.finditer(word):
            spelt = word[: match.start()] + match.expand(other) + word[match.end() :]
            if spelt != word and known(spelt):
                yield spelt
