"""A bag of letter tiles."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from types import MappingProxyType


class NotInBag(ValueError):
    """A tile was taken that the bag does not hold."""


@dataclass(frozen=True)
class Bag:
    """An immutable multiset of tiles, each one capital letter. Make one with :meth:`of`.

    counts: pairs (letter, how many), sorted by letter, none below 1; so equal bags compare and hash equal.
    """

    counts: tuple[tuple[str, int], ...] = ()

    @classmethod
    def of(cls, contents: Mapping[str, int]) -> Bag:
        """A bag with so many of each letter; ValueError for a count below 0."""
        if any(count < 0 for count in contents.values()):
            raise ValueError("a bag cannot hold fewer than 0 of a letter")
        return cls(tuple(sorted((letter, count) for letter, count in contents.items() if count)))

    @property
    def contents(self) -> Mapping[str, int]:
        """How many there are of each letter that the bag holds, in alphabetical order."""
        return MappingProxyType(dict(self.counts))

    @property
    def total(self) -> int:
        """How many tiles the bag holds."""
        return sum(count for _, count in self.counts)

    @property
    def tiles(self) -> tuple[str, ...]:
        """Every tile, in alphabetical order: what a seeded random draw samples from."""
        return tuple(letter for letter, count in self.counts for _ in range(count))

    def take(self, tiles: Iterable[str]) -> Bag:
        """The bag without these tiles; :class:`NotInBag` if it does not hold them all."""
        left = Counter(dict(self.counts))
        for tile in tiles:
            if not left[tile]:
                raise NotInBag(f"the bag has no {tile} left")
            left[tile] -= 1
        return Bag.of(left)

    def put_back(self, tiles: Iterable[str]) -> Bag:
        """The bag with these tiles added."""
        return Bag.of(Counter(dict(self.counts)) + Counter(tiles))
