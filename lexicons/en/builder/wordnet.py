"""WordNet 3.0's files: base forms, derivational links, and the words of definitions."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

#: WordNet's letter of a part of speech -> the name in its file names; ``s`` is a satellite adjective.
PARTS = {"n": "noun", "v": "verb", "a": "adj", "r": "adv"}
#: Pointers between two words that may share a root: derivationally related, pertains to, participle of, opposite.
DERIVED, PERTAINS, PARTICIPLE, OPPOSITE = "+", "\\", "<", "!"
_PLAIN = re.compile("[a-z]+")


@dataclass(frozen=True)
class Derivation:
    """A pointer from the ``sense``-th meaning (1 is the usual one) of ``word`` as ``part`` to ``other``."""

    word: str
    part: str
    sense: int
    other: str
    other_part: str
    symbol: str


@dataclass(frozen=True)
class _Synset:
    words: tuple[str, ...]
    pointers: tuple[tuple[str, str, str, int, int], ...]
    gloss: str


class WordNet:
    """lemmas: part of speech (n, v, a, r) -> words that have it, a-z only, names left out."""

    def __init__(self, files: Mapping[str, Path]) -> None:
        self._synsets = {
            part: dict(_synsets(files[f"data.{name}"].read_text(encoding="latin-1"))) for part, name in PARTS.items()
        }
        self._senses: dict[tuple[str, str], list[str]] = {}
        self.lemmas: dict[str, frozenset[str]] = {}
        for part, name in PARTS.items():
            for line in files[f"index.{name}"].read_text(encoding="latin-1").splitlines():
                cells = line.split()
                if not line.startswith(" ") and _PLAIN.fullmatch(cells[0]):
                    offsets = cells[-int(cells[2]) :]
                    # A meaning that is only written with a capital is a name.
                    kept = [o for o in offsets if cells[0] in self._synsets[part][o].words]
                    if kept:
                        self._senses[cells[0], part] = kept
            self.lemmas[part] = frozenset(word for word, p in self._senses if p == part)
        self._irregular = {
            part: dict(_exceptions(files[f"{name}.exc"].read_text(encoding="latin-1"))) for part, name in PARTS.items()
        }
        self.all = frozenset().union(*self.lemmas.values())

    def irregular(self, word: str) -> Iterator[tuple[str, str]]:
        """``(base, part)`` for each irregular form that ``word`` is: mice of mouse, went of go."""
        for part, forms in self._irregular.items():
            for base in forms.get(word, ()):
                yield base, part

    def irregular_bases(self, part: str) -> frozenset[str]:
        """The words of a part of speech that have some irregular form."""
        return frozenset(base for bases in self._irregular[part].values() for base in bases)

    def derivations(self) -> Iterator[Derivation]:
        """All links between two words of one root, in a fixed order."""
        for (word, part), offsets in sorted(self._senses.items()):
            for sense, offset in enumerate(offsets, 1):
                synset = self._synsets[part][offset]
                place = synset.words.index(word) + 1
                for symbol, target, target_part, source, number in synset.pointers:
                    if source == place and symbol in (DERIVED, PERTAINS, PARTICIPLE, OPPOSITE):
                        other = self._synsets[target_part][target].words[number - 1]
                        if _PLAIN.fullmatch(other):
                            yield Derivation(word, part, sense, other, target_part, symbol)

    def senses(self, word: str, part: str) -> int:
        """How many meanings ``word`` has as ``part``."""
        return len(self._senses.get((word, part), ()))

    def gloss_words(self, word: str, most: int = 2) -> frozenset[str]:
        """The words in the definitions (examples left out) of the first ``most`` meanings of each part of speech."""
        found: set[str] = set()
        for part in PARTS:
            for offset in self._senses.get((word, part), ())[:most]:
                synset = self._synsets[part][offset]
                found.update(_PLAIN.findall(synset.gloss.partition('; "')[0].lower()))
                found.update(w for name in synset.words if name != word for w in name.lower().split("_"))
        return frozenset(found)


def _synsets(text: str) -> Iterator[tuple[str, _Synset]]:
    for line in text.splitlines():
        if line.startswith(" "):
            continue
        facts, _, gloss = line.partition(" | ")
        cells = facts.split(" ")
        count = int(cells[3], 16)
        # An adjective may carry a mark of its place, as in galore(ip).
        words = tuple(word.partition("(")[0] for word in cells[4 : 4 + 2 * count : 2])
        at = 5 + 2 * count
        pointers = []
        for i in range(int(cells[at - 1])):
            symbol, target, part, ends = cells[at + 4 * i : at + 4 * i + 4]
            pointers.append((symbol, target, "a" if part == "s" else part, int(ends[:2], 16), int(ends[2:], 16)))
        yield cells[0], _Synset(words, tuple(pointers), gloss)


def _exceptions(text: str) -> Iterator[tuple[str, tuple[str, ...]]]:
    for line in text.splitlines():
        form, *bases = line.split()
        if _PLAIN.fullmatch(form):
            yield form, tuple(base for base in bases if _PLAIN.fullmatch(base))
