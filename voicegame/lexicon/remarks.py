"""What is said of a word that is taken, beside that it is good."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol, runtime_checkable

from voicegame.lexicon.families import Link
from voicegame.lexicon.verdicts import WordRule

if TYPE_CHECKING:
    from voicegame.lexicon.lexicon import Lexicon


@runtime_checkable
class _HasDoubts(Protocol):
    def unsure_links(self, word: str, lexicon: Lexicon) -> tuple[Link, ...]: ...


def remark(word: str, rule: WordRule, lexicon: Lexicon, *, heard: bool) -> str:
    """A remark on a word that ``rule`` takes, "" where there is none.

    Which spelling was taken, if the word was heard and one that sounds the same is as well known or better; and what
    links it, perhaps, with a word said before (K17), which the table may object to.
    """
    parts = []
    row = lexicon.row(word)
    if heard and row is not None:
        known = int(lexicon.sizes[row])
        rivals = (lexicon.row(other) for other in lexicon.homophones(word))
        if any(int(lexicon.sizes[rival]) <= known for rival in rivals if rival is not None):
            parts.append(f"{word}, {', '.join(word.upper())}")
    if isinstance(rule, _HasDoubts):
        parts += [f"{link.reason}; the table may object" for link in rule.unsure_links(word, lexicon)[:1]]
    return ". ".join(parts)
