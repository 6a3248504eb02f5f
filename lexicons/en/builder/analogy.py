"""Pronunciations by analogy: MARKETEER from MARKET as CMUdict gives ENGINEER from ENGINE.

A rule swaps an ending (or a beginning) of the spelling, and with it an ending of the sound. Rules are counted on all
pairs of words that CMUdict knows, separately for each last sound of the stem (which decides between the three sounds
of the plural S), and used where they are nearly always right.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Container, Iterable, Iterator, Mapping
from dataclasses import dataclass

Sounds = Mapping[str, tuple[str, ...]]

#: Endings that a known stem may show where the unknown word has another one.
STEM_ENDINGS = (
    "", "e", "y", "s", "a", "o", "d", "ed", "ing", "er", "or", "ic", "al", "ate", "ion", "ism", "ist", "ize", "um",
    "us", "le", "ous", "ent", "ant", "ence", "able", "ible", "ful", "less", "ness", "ment", "man", "men", "es", "ies",
    "ify", "ical", "ive", "ity", "logy", "graphy", "meter", "ized", "izing", "izes", "izer", "ization",
)  # fmt: skip
#: What may stand before a known stem.
BEGINNINGS = (
    "un", "re", "in", "im", "ir", "il", "dis", "non", "over", "under", "out", "pre", "mis", "anti", "inter", "super",
    "sub", "counter", "trans", "up", "de", "en", "em", "co", "semi", "micro", "multi", "mini", "fore", "back", "hyper",
    "auto", "bio", "electro", "photo", "radio", "tele", "post", "pro", "self", "ultra", "a", "be", "by", "off", "on",
    "down", "extra", "geo", "hydro", "mega", "neo", "neuro", "para", "poly", "pseudo", "psycho", "thermo", "tri", "uni",
    "bi", "hetero", "homo", "infra", "intra", "macro", "mid", "mono", "omni", "pan", "proto", "quasi", "step", "vice",
    "cross", "man", "wood", "work", "water", "under", "house", "head", "hand", "fire", "foot", "half", "well",
)  # fmt: skip
LONGEST_ENDING = 7
SHORTEST_STEM = 3
#: How sure a compound of two common words is, and the least certainty that a rule is kept for.
COMPOUND = 0.8
LEAST = 0.5
#: Stands for a beginning whose stem sounds otherwise in the longer word.
UNLIKE = "?"


@dataclass(frozen=True)
class Rule:
    """Take ``cut`` sounds off the stem's end and put ``add`` there (at the beginning: put ``add`` before)."""

    cut: str
    add: str
    certainty: float


def _contexts(sound: str) -> tuple[str, str, str]:
    """What of a stem's sound decides how an ending sounds: its last two phonemes, the last, nothing."""
    return sound[-2:], sound[-1:], ""


def _change(stem: str, word: str) -> tuple[str, str]:
    """What of ``stem`` ends, and how ``word`` goes on, after what they begin with together."""
    same = 0
    for a, b in zip(stem, word, strict=False):
        if a != b:
            break
        same += 1
    return stem[same:], word[same:]


def _endings(
    word: str, sounds: Container[str], olds: Callable[[str, str], Iterable[str]]
) -> Iterator[tuple[str, str, str]]:
    """All ``(old ending, new ending, stem)`` by which ``word`` may come from a stem in ``sounds``.

    ``olds`` gives the old endings to try after a base instead of a new one. The new ending ``=ing`` doubles the
    letter before it.
    """
    for at in range(max(SHORTEST_STEM, len(word) - LONGEST_ENDING), len(word) + 1):
        base, new = word[:at], word[at:]
        for old in olds(base, new):
            if base + old in sounds and old != new and not (old and new and old[0] == new[0]):
                yield old, new, base + old
        if len(new) > 1 and new[0] == base[-1] and base in sounds:
            yield "", "=" + new[1:], base


def _beginnings(word: str, sounds: Container[str]) -> Iterator[tuple[str, str]]:
    """All ``(beginning, stem)`` by which ``word`` may come from a stem in ``sounds``."""
    for beginning in BEGINNINGS:
        if word.startswith(beginning):
            stem = word[len(beginning) :]
            if len(stem) >= SHORTEST_STEM and stem in sounds:
                yield beginning, stem


class Analogy:
    """Rules learnt from ``sounds`` (CMUdict); :meth:`derive` applies them to a word it lacks."""

    def __init__(self, sounds: Sounds, words: Container[str], common: Callable[[str], bool]) -> None:
        """words: those of ``sounds`` to learn from (names follow other rules). common: may be half of a compound."""
        self._common = common
        votes: dict[tuple[str, str, str], Counter[tuple[str, str]]] = defaultdict(Counter)
        first: dict[str, Counter[str]] = defaultdict(Counter)
        stems: dict[str, list[str]] = defaultdict(list)
        for old in STEM_ENDINGS:
            for word in sounds:
                if word.endswith(old):
                    stems[word[: len(word) - len(old)]].append(old)
        for word, spoken in sounds.items():
            if word not in words:
                continue
            for old, new, stem in _endings(word, sounds, lambda base, _: stems.get(base, ())):
                cut, add = min((_change(s, w) for s in sounds[stem] for w in spoken), key=lambda c: len(c[0] + c[1]))
                for context in _contexts(sounds[stem][0]):
                    votes[old, new, context][cut, add] += 1
            for beginning, stem in _beginnings(word, sounds):
                fits = [w[: -len(s)] for s in sounds[stem] for w in spoken if w.endswith(s)]
                first[beginning][min(fits, key=len) if fits else UNLIKE] += 1
        self._endings = {key: self._rule(counter) for key, counter in sorted(votes.items())}
        self._beginnings = {key: self._rule(Counter({("", k): n for k, n in c.items()})) for key, c in first.items()}
        # Only these old endings are worth trying for a new one.
        tried: dict[str, set[str]] = defaultdict(set)
        for (old, new, _), rule in self._endings.items():
            if rule.certainty >= LEAST:
                tried[new].add(old)
        self._olds = {new: tuple(old for old in STEM_ENDINGS if old in olds) for new, olds in tried.items()}

    @staticmethod
    def _rule(counter: Counter[tuple[str, str]]) -> Rule:
        (cut, add), count = min(counter.items(), key=lambda item: (-item[1], item[0]))
        # One doubt is always left, so that a rule seen once is never certain.
        return Rule(cut, add, count / (counter.total() + 1))

    def derive(self, word: str, sounds: Sounds, least: float) -> tuple[float, tuple[str, ...]]:
        """The pronunciations of ``word`` by the most certain rule, and that certainty; ``(0, ())`` if none reaches
        ``least``. ``sounds`` are the words known by now; ``word`` itself may be among them and is not used."""
        best: tuple[float, tuple[str, ...]] = (0.0, ())
        for old, new, stem in _endings(word, sounds, lambda _, new: self._olds.get(new, ())):
            if stem == word:
                continue
            heard = sounds[stem]
            for context in _contexts(heard[0]):
                rule = self._endings.get((old, new, context))
                if rule is not None:  # the closest context that is known decides
                    if rule.certainty > best[0] and heard[0].endswith(rule.cut):
                        said = (s[: len(s) - len(rule.cut)] + rule.add for s in heard if s.endswith(rule.cut))
                        best = rule.certainty, tuple(dict.fromkeys(said))
                    break
        for beginning, stem in _beginnings(word, sounds):
            rule = self._beginnings.get(beginning)
            if rule is not None and rule.add != UNLIKE and rule.certainty > best[0]:
                best = rule.certainty, tuple(rule.add + s for s in sounds[stem])
        if best[0] >= least:
            return best
        for at in range(SHORTEST_STEM, len(word) - SHORTEST_STEM + 1):
            left, right = word[:at], word[at:]
            if left in sounds and right in sounds and self._common(left) and self._common(right):
                return COMPOUND, (sounds[left][0] + sounds[right][0],)
        return 0.0, ()
