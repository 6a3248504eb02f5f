"""Which words share a root (K17): the families column of words.tsv.

Four steps. **Forms**: what a word is an inflection of (WordNet's irregular forms, regular endings checked against
WordNet or, where it does not know the word, against the word list). **Derivations**: WordNet's links, safe suffixes,
prefixes before a word that WordNet's definition confirms, a hand list; joined, they make families. **Compounds**: two
words in one that sound like the two, or whose definition names one. **Doubts**: same Snowball stem, a Latin prefix
before a word, a link from a rare meaning. A list of look-alikes overrules all of it.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field

from builder.affixes import (
    LATIN_PREFIXES,
    NEGATIONS,
    NOT_PARTS,
    PARTICLES,
    PLAIN_PREFIXES,
    PREFIXES,
    SAFE_AFTER_ADJECTIVE,
    SAFE_SUFFIXES,
    SUFFIXES,
)
from builder.spelling import variants
from builder.wordnet import OPPOSITE, PARTICIPLE, WordNet

Pair = frozenset[str]


#: The shortest base of an ending, if a definition confirms it.
SHORTEST_BASE = 3
#: Evidence that a word is a compound: from here on the game says "same", below it only doubts.
ENOUGH_EVIDENCE, MOST_EVIDENCE = 2, 9


@dataclass
class _Groups:
    """Union-find over words."""

    parent: dict[str, str] = field(default_factory=dict)

    def find(self, word: str) -> str:
        root = word
        while (up := self.parent.get(root, root)) != root:
            root = up
        while (up := self.parent.get(word, word)) != root:
            self.parent[word] = root
            word = up
        return root

    def join(self, a: str, b: str) -> None:
        a, b = sorted((self.find(a), self.find(b)))
        self.parent[b] = a


_LONG_PREFIX = re.compile(
    "^(inter|super|ultra|trans|under|over|extra|intra|supra|multi|counter|hyper|photo|micro|tele)(?=....)"
)


def _bare(word: str) -> str:
    """``word`` without a prefix that says nothing of its root."""
    return _LONG_PREFIX.sub("", word)


class Relations:
    """Families of ``sizes``' words; :meth:`columns` gives the column of words.tsv."""

    def __init__(
        self,
        sizes: Mapping[str, int],
        wordnet: WordNet,
        stem: Callable[[str], str],
        stressed: Mapping[str, list[str]],
        sounds: Mapping[str, tuple[str, ...]],
        hand: Iterable[list[str]],
        lookalikes: Iterable[Pair],
        whole: Iterable[str],
        compounds: Iterable[list[str]],
    ) -> None:
        """stem: Snowball's. stressed: CMUdict with stress. sounds: every word's codes. hand: words of one family.
        lookalikes: pairs that are no kin, whatever the rules say. whole: words that are not compounds.
        compounds: (word, first, second), for those that the rules miss."""
        self.sizes, self.wordnet, self.stem = sizes, wordnet, stem
        self.stressed, self.sounds = stressed, sounds
        self.apart = frozenset(lookalikes)
        self.whole = frozenset(whole)
        self.given = {word: (first, second) for word, first, second in compounds}
        self.forms = {word: self._forms_of(word) for word in sizes}
        self.groups = _Groups()
        self._first_sense: dict[tuple[str, str], int] = {}
        self.doubts: dict[str, set[str]] = defaultdict(set)
        self.why: dict[Pair, str] = {}  # what joined two words
        self.evidence: dict[str, int] = {}  # how sure each compound is
        self.kept_apart: dict[Pair, str] = {}  # what would have, but for the list of look-alikes
        for words in hand:
            for other in words[1:]:
                # An irregular form is known as one; joining it would bring its other meanings along (rose, found).
                if words[0] not in self.forms.get(other, ()):
                    self._link(words[0], other, "hand")
        self._wordnet_links()
        for word in sizes:
            for other in variants(word, sizes.__contains__):
                if self.usual_sound(word) == self.usual_sound(other):
                    self._link(other, word, "spelling")
        self._affixes()

    def usual_sound(self, word: str) -> str | None:
        """The usual sound of ``word``, None if it is not given."""
        heard = self.sounds.get(word)
        return heard[0] if heard else None

    # Forms

    def _forms_of(self, word: str) -> tuple[str, ...]:
        """The words that ``word`` is an inflected form of, itself left out."""
        lemmas = self.wordnet.lemmas
        found: dict[str, None] = {}
        for base, _ in self.wordnet.irregular(word):
            if base != word and base in self.sizes and {base, word} not in self.apart:
                found[base] = None
        known = word in self.wordnet.all
        for base, part in _regular(word):
            if base not in self.sizes or base == word or {base, word} in self.apart:
                continue
            if part == "v" and word in lemmas["v"] and not word.endswith("s"):
                continue  # seed, wing, string: verbs of their own
            if part == "a" and (word in lemmas["n"] or word in lemmas["v"]):
                continue  # number, matter, corner: the comparative is never meant
            # Where WordNet lacks the word, any word may serve as a noun or verb: gusted, casuals.
            if base in lemmas[part] or (not known and part != "a" and len(base) >= SHORTEST_BASE):
                found[base] = None
        return tuple(found)

    # Derivations

    def _link(self, a: str, b: str, why: str) -> None:
        pair = frozenset((a, b))
        if a in self.sizes and b in self.sizes and a != b:
            if pair not in self.apart:
                self.groups.join(a, b)
                self.why.setdefault(pair, why)
            else:
                self.kept_apart.setdefault(pair, why)

    def _doubt(self, a: str, b: str) -> None:
        if a in self.sizes and b in self.sizes and a != b and frozenset((a, b)) not in self.apart:
            self.doubts[a].add(b)

    def _wordnet_links(self) -> None:
        derivations = list(self.wordnet.derivations())
        for d in derivations:
            key = d.word, d.other
            self._first_sense[key] = min(d.sense, self._first_sense.get(key, 99))
        for d in derivations:
            a, b = sorted((d.word, d.other), key=len)
            if d.symbol == OPPOSITE:
                if b.endswith(a) and b.removesuffix(a) in NEGATIONS:
                    self._link(a, b, "opposite")
                continue
            if not self._akin(a, b):
                continue
            # The one who tows is not what people mean by a tower: only a usual meaning makes a family.
            agent = re.sub("e?[eo]rs?$", "", b)
            if d.symbol != PARTICIPLE and agent != b and a.startswith(agent) and len(b) <= 8:
                sense = d.sense if d.word == b else self._sense_of(b, a)
                if sense > 1:
                    self._doubt(b, a)
                    continue
            self._link(a, b, f"wordnet {d.symbol}")

    def _akin(self, a: str, b: str) -> bool:
        """Whether two words that WordNet links also look alike: dental and tooth, lunar and moon do not."""
        a, b = _bare(a), _bare(b)
        if a[:3] == b[:3] or self.stem(a) in b or self.stem(b) in a:
            return True
        return a[:2] == b[:2] and min(len(a), len(b)) <= 4

    def _sense_of(self, word: str, other: str) -> int:
        """The most usual meaning of ``word`` that is linked to ``other``, 99 for none."""
        return self._first_sense.get((word, other), 99)

    def _affixes(self) -> None:
        lemmas, known = self.wordnet.lemmas, self.wordnet.all
        for word in self.sizes:
            if any(base in self.sizes for base in self.forms[word]):
                continue  # its base is seen to
            gloss = {self.stem(g) for g in self.wordnet.gloss_words(word)}
            weak = []
            for base, parts, suffix, long in _suffixed(word):
                if base not in self.sizes or not any(base in lemmas[p] for p in parts if p in lemmas):
                    continue
                safe = suffix in SAFE_SUFFIXES or (suffix in SAFE_AFTER_ADJECTIVE and parts == "a")
                if (safe and long) or self.stem(base) in gloss:
                    self._link(base, word, f"suffix {suffix}")
                elif not long:
                    continue
                elif word in known:
                    self._doubt(word, base)
                else:
                    weak.append((len(base), base, suffix))
            if weak and self.groups.find(word) == word:
                _, base, suffix = max(weak)
                self._link(base, word, f"suffix {suffix}")
            deep = {self.stem(g) for g in self.wordnet.gloss_words(word, 5)}
            for prefix, parts, least in PREFIXES:
                base = word[len(prefix) :]
                if not word.startswith(prefix) or len(base) < least or base not in self.sizes:
                    continue
                bases = {base, *self.forms[base]}
                if not any(b in lemmas[p] for b in bases for p in parts):
                    continue
                if prefix in PLAIN_PREFIXES or deep & {self.stem(b) for b in bases}:
                    self._link(base, word, f"prefix {prefix}")
                else:
                    self._doubt(word, base)

    def _stem_doubts(self) -> None:
        """Words that only Snowball holds to be of one root, such as experience and experiment."""
        stems: dict[str, list[str]] = defaultdict(list)
        for word in self.sizes:
            stems[self.stem(word)].append(word)
        for words in stems.values():
            plain = min(words, key=self._plainness)
            for word in words:
                if self.groups.find(word) != self.groups.find(plain):
                    self._doubt(word, plain)

    # Compounds

    def compound(self, word: str) -> tuple[str, str] | None:
        """The two words that ``word`` is made of, None if it is not a compound."""
        if word in self.given:
            self.evidence[word] = MOST_EVIDENCE
            return self.given[word]
        if word in self.whole or len(word) < 6 or self.family(word) not in {word, *self.forms[word]}:
            return None  # what is made from another word by an ending is no compound
        best: tuple[tuple[int, bool, int], str, str] | None = None
        for at in range(3, len(word) - 2):
            first, second = word[:at], word[at:]
            if not self._may_be_part(first) or not self._may_be_part(second) or second in NOT_PARTS:
                continue
            if {first, word} in self.apart or {second, word} in self.apart:
                continue
            evidence = self._evidence(word, first, second)
            score = evidence, not self.forms[first], -self.sizes[first] - self.sizes[second]
            if evidence and (best is None or score > best[0]):
                best = score, first, second
        if best is None:
            return None
        self.evidence[word] = best[0][0]
        return best[1:]

    def _may_be_part(self, part: str) -> bool:
        if part in LATIN_PREFIXES and part not in PARTICLES:
            return False
        return self.sizes.get(part, 99) <= (35 if len(part) == 3 else 50) and (
            part in self.wordnet.all or part in PARTICLES or bool(self.forms[part])
        )

    def _evidence(self, word: str, first: str, second: str) -> int:
        """How surely ``word`` is ``first`` and ``second`` in one: 0 for not at all."""
        gloss = {self.stem(w) for w in self.wordnet.gloss_words(word)}
        named = (self.stem(first) in gloss) + (self.stem(second) in gloss)
        heard = self._sounds_like(word, first, second)
        long = len(first) >= 4 and len(second) >= 4
        if heard is None:  # CMUdict does not know all three
            return named + 2 * (long or len(second) >= 5) + 1 if named or len(second) >= 4 else 0
        if heard:
            return 2 + named + long
        return 1 + named if named and long else 0

    def _sounds_like(self, word: str, first: str, second: str) -> bool | None:
        """Whether the word sounds like its parts, each with a stressed vowel; None if CMUdict lacks one of them."""
        if not all(w in self.stressed for w in (word, first, second)):
            return None

        def plain(sounds: str) -> str:
            return re.sub("[0-2]", "", sounds)

        for whole in self.stressed[word]:
            for a in self.stressed[first]:
                for b in self.stressed[second]:
                    if plain(whole) == f"{plain(a)} {plain(b)}":
                        cells = whole.split(" ")
                        cut = len(a.split(" "))
                        if all(any(c[-1] in "12" for c in half) for half in (cells[:cut], cells[cut:])):
                            return True
        return False

    # The column

    def columns(self) -> dict[str, str]:
        """Word -> its families column (see voicegame/lexicon/families.py)."""
        for word, bases in self.forms.items():
            own = word in self.wordnet.all
            for base in bases:
                # Found is no family of find, but rising is one of rise: an own meaning of an -ing or -ed is near.
                if (not own and len(bases) == 1) or (own and word.endswith(("ing", "ed")) and base in regular(word)):
                    self.groups.join(word, base)
        self._stem_doubts()
        members: dict[str, list[str]] = defaultdict(list)
        for word in self.sizes:
            members[self.groups.find(word)].append(word)
        self.names = {root: min(words, key=self._plainness) for root, words in members.items()}
        self.members = {self.names[root]: words for root, words in members.items()}
        parts = {word: self.compound(word) for word in self.sizes}
        made_of: dict[str, set[str]] = defaultdict(set)
        for word, pair in parts.items():
            if pair is not None:
                first, second = (self.family(p) if p in self.sizes else p for p in pair)
                if self.family(word) not in (first, second):
                    if self.evidence[word] < ENOUGH_EVIDENCE:
                        made_of[word] = {f"?{first}", f"?{second}"}
                    else:
                        made_of[word] = {f"?{first}" if pair[0] in PARTICLES else f"{first}+", f"+{second}"}
        self.parts = parts
        columns = {}
        for word in self.sizes:
            name = self.family(word)
            tokens = {f"={base}" for base in self.forms[word]}
            tokens |= {f"?{self.family(base)}" for base in self.forms[word] if self.family(base) != name}
            tokens |= {f"?{self.family(base)}" for base in self.doubts.get(word, ()) if self.family(base) != name}
            for source in (word, name, *self.forms[word]):
                tokens |= made_of.get(source, set())
            tokens = {t for t in tokens if not (t[0] == "?" and {f"{t[1:]}+", f"+{t[1:]}"} & tokens)}
            if name != word:
                tokens.add(name)
            columns[word] = " ".join(sorted(tokens))
        return columns

    def family(self, word: str) -> str:
        """The name of the family of ``word``: its simplest member."""
        return self.names[self.groups.find(word)]

    def _plainness(self, word: str) -> tuple[int, int, str]:
        return len(word) + self.sizes[word] // 20, self.sizes[word], word


#: A word that doubles its last letter before a vowel.
_DOUBLING = re.compile("(qu|[^aeiou])*[aeiou][bdfgklmnprstvz]")


def regular(word: str) -> set[str]:
    """The bases that ``word`` may be a regular inflection of."""
    return {base for base, _ in _regular(word)}


def _regular(word: str) -> Iterator[tuple[str, str]]:
    """``(base, part of speech)`` for each regular inflection that ``word`` may be."""
    if word.endswith("s") and not word.endswith("ss") and word not in {"his", "has", "was", "its", "this", "us", "yes"}:
        yield from ((word[:-1], part) for part in "nv")
        if word.endswith("ies"):
            yield from ((word[:-3] + "y", part) for part in "nv")
        if re.search("(s|x|z|ch|sh|o)es$", word):
            yield from ((word[:-2], part) for part in "nv")
        if re.search("(ss|zz)es$", word):
            yield from ((word[:-3], part) for part in "nv")
        if word.endswith("ves"):
            yield from ((word[:-3] + f, "n") for f in ("f", "fe"))
    for ending, part in (("ed", "v"), ("ing", "v"), ("er", "a"), ("est", "a")):
        if word.endswith(ending):
            base = word[: -len(ending)]
            if len(base) >= 2:
                if not _DOUBLING.fullmatch(base):
                    yield base, part  # rated is not of rat, which would double its last letter
                yield base + "e", part
                if len(base) > 3 and base[-1] == base[-2] and base[-1] not in "s":
                    yield base[:-1], part
                if base[-1] == "i":
                    yield base[:-1] + "y", part
                if base[-1] == "k" and base[-2] == "c":
                    yield base[:-1], part
                if ending == "ing" and base[-1] == "y":
                    yield base[:-1] + "ie", part


def _suffixed(word: str) -> Iterator[tuple[str, str, str, bool]]:
    """``(base, its parts of speech, suffix, base long enough)`` for each suffix that ``word`` may have."""
    for suffix, instead, parts, least in SUFFIXES:
        if word.endswith(suffix):
            base = word[: -len(suffix)] + instead
            if len(base) >= SHORTEST_BASE and base != word:
                yield base, parts, suffix, len(base) >= least
            if not instead and suffix in ("er", "y", "ish", "en", "able") and len(base) >= 4 and base[-1] == base[-2]:
                yield base[:-1], parts, suffix, True
