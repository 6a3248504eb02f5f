"""Same root or not (K17): what links two words, and in which words.

The lexicon's build script has already decided which family each word belongs to; a word's families column holds:

========  ===================================================================================
token     meaning
========  ===================================================================================
``f``     the word belongs to family ``f`` (named after its simplest word)
``f+``    a compound whose first part belongs to family ``f`` (riverside: ``river+``)
``+f``    a compound whose second part belongs to it (riverside: ``+side``)
``?f``    it may belong to it: the spelling or one of several meanings says so (resign: ``?sign``)
``=w``    it is a form of the word ``w`` (rising: ``=rise``)
========  ===================================================================================

A link is *same* when the words are forms of one word, belong to one family, one is inside the other, or both begin
with the same part; it is *unsure* when they only share a later part, or one only may belong.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

if TYPE_CHECKING:
    from voicegame.lexicon.lexicon import Lexicon


@dataclass(frozen=True)
class Link:
    """What links two words. kind: ``same`` breaks K17, ``unsure`` is left to the table; reason: one short clause."""

    kind: Literal["same", "unsure"]
    reason: str


@dataclass(frozen=True)
class Kin:
    """A word's families column, taken apart."""

    forms: frozenset[str]  # the word itself and the words it is a form of
    own: frozenset[str]
    first: frozenset[str]
    later: frozenset[str]
    unsure: frozenset[str]


def kin(word: str, tokens: str | None) -> Kin:
    """The kin of ``word`` from its families column (None: an unknown word, related to itself only)."""
    forms, own, first, later, unsure = {word}, set(), set(), set(), set()
    for token in (tokens or "").split():
        if token[0] == "=":
            forms.add(token[1:])
        elif token[0] == "?":
            unsure.add(token[1:])
        elif token[0] == "+":
            later.add(token[1:])
        elif token[-1] == "+":
            first.add(token[:-1])
        else:
            own.add(token)
    return Kin(*map(frozenset, (forms, own or {word}, first, later, unsure)))


def same_tokens(kin: Kin) -> frozenset[str]:
    """The tokens by which the columns of other words show that they are of the same root as this one."""
    shown = {f"={form}" for form in kin.forms}
    for family in kin.own:
        shown |= {family, f"{family}+", f"+{family}"}
    for family in kin.first:
        shown |= {family, f"{family}+"}
    return frozenset(shown | kin.later)


def link(a: str, b: str, lexicon: Lexicon) -> Link | None:
    """What links ``a`` and ``b`` (lower case), None if nothing is known to.

    Symmetric in kind. A word that the lexicon lacks is only linked with itself.
    """
    if a == b:
        return Link("same", f"{a} is the same word")
    ka, kb = kin(a, lexicon.family_tokens(a)), kin(b, lexicon.family_tokens(b))
    reason = _same(a, ka, b, kb)
    if reason is not None:
        return Link("same", reason)
    reason = _unsure(a, ka, b, kb)
    return Link("unsure", reason) if reason is not None else None


def _same(a: str, ka: Kin, b: str, kb: Kin) -> str | None:
    if ka.forms & kb.forms:
        if b in ka.forms:
            return f"{a} is a form of {b}"
        if a in kb.forms:
            return f"{b} is a form of {a}"
        return f"{a} and {b} are forms of {min(ka.forms & kb.forms)}"
    if ka.own & kb.own:
        return f"{a} belongs with {b}"
    for part, whole, inner, outer in ((a, b, ka, kb), (b, a, kb, ka)):
        if inner.own & (outer.first | outer.later):
            if part in whole:
                return f"{part} is inside {whole}"
            return f"{whole} is made with {_nearest(inner.own & (outer.first | outer.later))}"
    if ka.first & kb.first:
        return f"{a} and {b} both begin with {_nearest(ka.first & kb.first)}"
    return None


def _unsure(a: str, ka: Kin, b: str, kb: Kin) -> str | None:
    shared = (ka.first | ka.later) & (kb.first | kb.later)
    if shared:
        return f"{a} and {b} share {_nearest(shared)}"
    if ka.unsure & (kb.own | kb.unsure) or kb.unsure & ka.own:
        return f"{a} is close to {b}"
    return None


def _nearest(families: frozenset[str]) -> str:
    return min(families, key=lambda family: (len(family), family))
