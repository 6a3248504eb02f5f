"""A pronunciation for every word: CMUdict's, else another spelling's, else by analogy, else from the spelling alone."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from itertools import groupby
from pathlib import Path

from builder import sources, spelt
from builder.analogy import Analogy, Sounds
from builder.spelling import variants

MOST_SOUNDS = 4
#: An analogy this certain stands alone; one above ``WEAK`` stands before the guess from the spelling.
SURE, WEAK = 0.9, 0.8
#: Halves of a compound are at most this rare.
COMPOUND_SIZE = 50


def distinct(*sounds: str) -> tuple[str, ...]:
    """The sounds that are one, each once, in order, at most MOST_SOUNDS."""
    return tuple(dict.fromkeys(s for s in sounds if s and "?" not in s))[:MOST_SOUNDS]


class Pronouncer:
    """Finds a pronunciation for each word of ``sizes``; ``counts`` then says from where they came."""

    def __init__(self, cmudict: Sounds, sizes: Mapping[str, int], spelt_file: Path, spell: bool = False) -> None:
        """``spelt_file``: what the two tools made of the spelling; ``spell`` runs them for words that it lacks
        and rewrites it."""
        self._cmudict = cmudict
        self._sizes = sizes
        self._file = spelt_file
        self._spell = spell
        kept = sources.rows(spelt_file, 3) if spelt_file.is_file() or not spell else []
        self._kept = {word: (hama, espeak) for word, hama, espeak in kept}
        self._analogy = Analogy(cmudict, sizes, lambda word: sizes.get(word, 99) <= COMPOUND_SIZE)
        self.counts = {
            "cmudict": 0,
            "other spelling": 0,
            "analogy": 0,
            "analogy and spelling": 0,
            "spelling": 0,
        }

    def all(self) -> dict[str, tuple[str, ...]]:
        """Word -> pronunciations, the usual one first, at least one each."""
        known = dict(self._cmudict)
        found: dict[str, tuple[str, ...]] = {}

        def settle(word: str, sounds: tuple[str, ...], source: str) -> None:
            if not sounds:
                raise sources.InputError(f"Nothing says how {word} is pronounced; build with --spell.")
            found[word] = known[word] = sounds[:MOST_SOUNDS]
            self.counts[source] += 1

        missing = []
        # Stems come before what is made of them.
        for word in sorted(self._sizes, key=lambda w: (len(w), w)):
            if word in self._cmudict:
                settle(word, self._cmudict[word], "cmudict")
            else:
                missing.append(word)
        missing = [word for word in missing if not self._derive(word, known, settle)]
        # A guessed stem gives its forms: froth is guessed, frothed follows. So shorter words are guessed first.
        used: dict[str, tuple[str, str]] = {}
        for _, group in groupby(missing, key=len):
            lacking = [word for word in group if not self._derive(word, known, settle)]
            guesses = self._guesses(lacking)
            for word in lacking:
                used[word] = hama, espeak = guesses[word]
                certainty, sounds = self._analogy.derive(word, known, WEAK)
                if certainty:
                    settle(word, distinct(*sounds, hama), "analogy and spelling")
                else:
                    settle(word, distinct(hama, espeak), "spelling")
        if self._spell:
            self._write(dict(sorted(used.items())))
        return found

    def _derive(self, word: str, known: Sounds, settle: Callable[[str, tuple[str, ...], str], None]) -> bool:
        for spelling in variants(word, known.__contains__):
            settle(word, known[spelling], "other spelling")
            return True
        certainty, sounds = self._analogy.derive(word, known, SURE)
        if certainty >= SURE:
            settle(word, sounds, "analogy")
            return True
        return False

    def _guesses(self, words: list[str]) -> Mapping[str, tuple[str, str]]:
        """What the two tools make of ``words``: ``(hama's, espeak-ng's)``."""
        lacking = [word for word in words if word not in self._kept]
        if lacking and not self._spell:
            raise sources.InputError(
                f"{self._file.name} lacks {len(lacking)} words, {lacking[0]} among them; build with --spell."
            )
        if lacking:
            espeak, hama = spelt.espeak(lacking), spelt.hama(lacking)
            self._kept.update({word: (hama[word], espeak[word]) for word in lacking})
        return self._kept

    def _write(self, guesses: Mapping[str, tuple[str, str]]) -> None:
        lines = [
            "# What hama 1.7.0 and espeak-ng 1.51 (voice en-us) make of the spelling, in the codes of phonemes.py.\n",
            "# word\thama (with a ? where it failed)\tespeak-ng\n",
        ]
        lines += (f"{word}\t{hama}\t{espeak}\n" for word, (hama, espeak) in guesses.items())
        self._file.write_text("".join(lines), encoding="utf-8", newline="\n")
