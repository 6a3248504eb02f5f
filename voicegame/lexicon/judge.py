"""The judge: weighs what an ear heard, or what was typed, against what is expected now.

Spoken: every reading that the sound allows takes part, whether it may be said now or not: the words that fit, all
other words of the lexicon (blocked ones too), the commands expected, and "no word at all", which is measured by the
ear's free best path. Their likelihoods, each with a prior that says how often people say such a thing here, give a
probability for each (Bayes); the margins turn probabilities into one of three outcomes, or into silence. So a word that
doesn't fit is refused by name rather than bent into one that does, talk loses against the free path, and a cry that is
heard as a word ("oh") gets no answer.

Typed: the spelling decides. Where a line is a command and a word that fits as well, the host asks, the word first; only
"yes" and "no", which answer a question just asked, are always commands.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from voicegame.lexicon.claim_forms import ClaimCue
from voicegame.lexicon.commands import CommandBook
from voicegame.lexicon.endings import ending
from voicegame.lexicon.evidence import (
    CuedEvidence,
    DoubtingEvidence,
    Evidence,
    ExpectantEvidence,
    Opinion,
    PartlyForced,
    Readings,
    SecondOpinion,
    SpokenEvidence,
    TypedEvidence,
)
from voicegame.lexicon.remarks import remark
from voicegame.lexicon.spelling_rules import said_as
from voicegame.lexicon.spoken_arguments import covers
from voicegame.lexicon.verdicts import Candidate, Ending, Expectation, Outcome, Refusal, Verdict, WordRule

if TYPE_CHECKING:
    from voicegame.lexicon.lexicon import Lexicon

#: They answer a question of the host's, so nothing else is meant by them where they are expected.
ANSWERS = ("yes", "no")
#: What a typed word lacks where a cue is compulsory.
_FORMS: dict[ClaimCue, str] = {
    "none": "",
    "word": "a word is claimed as in 'my word is march'",
    "name": "a word is claimed with a name, as in 'Bob: march'",
}
#: Candidates that a verdict lists.
_LISTED = 5
#: Readings that a second ear weighs, how far (log-odds) they may lie below the likeliest, and spellings of each.
_WEIGHED, _NEAR, _SPELLINGS = 6, 3.5, 2
#: Words that an ear is told to expect, the best known of those that fit.
_EXPECTED = 10_000
_COMMON = 50  # SCOWL size up to which a word is in everyday use
_KNOWN = 35  # and up to which everybody has it at hand


@dataclass(frozen=True)
class Margins:
    """How sure is sure. Log-odds are natural logarithms; chosen by ``tests/benchmarks/hearing_figures.py``.

    cue, cue_phoneme: how far below the free best path a cue may lie, and how much more for each of its phonemes.
    name: the same as cue for a name, which is short, and begins much that is said ("Ann", "and").
    cue_ease: log-odds for a word after a phrase, for each phoneme of that: two words lose more to the free path.
    form: log-odds against a claim with a cue, where it needs none.
    softness: scores are divided by it: a model's frames are not independent, so its likelihoods are too bold.
    not_fitting: log-odds that a player says some word that fits rather than some other word.
    spread: how far that chance is shared out among the words on each side (0: not at all, 1: evenly): where few of
        the many words fit, each of these is likelier.
    off_topic: log-odds against each word of the lexicon where only commands are expected.
    command: log-odds of an expected command against a given word that fits.
    answer: the same for "yes" and "no", where the host has asked.
    rare: log-odds against a word for each step of 10 in SCOWL size beyond 35.
    no_word: how far below the free best path a word may lie before "no word at all" is as likely.
    single: how far below the free best path one word by itself may lie to be taken without asking: what noises and two
        people at once are taken for lies further than words do. Phrases may, however clearly they are said.
    short: the same for a word of two phonemes or one, which cries and music are heard as ("know", "bay", "huh").
    accept: probability from which the best reading is taken without asking.
    refuse: probability, of all words that don't fit, from which the best of them is refused.
    aloud: how far below the free best path one word by itself may lie to be refused by name; a sound that even the
        best word explains worse is ignored.
    cry: the same for a word of two phonemes, which is what laughs and grunts are heard as; one of a single phoneme
        ("oh", "uh") is never refused.
    ask: probability below which nobody is asked about a reading.
    unasked: log-odds against a command with an argument that can't be done now ("discard D" with no D in the hand).
    clear: log-odds by which a command with an argument must lead over every other command to be taken without asking.
    sure: probability of the likeliest reading from which no further ear is asked.
    second: weight of each further ear's log-odds; the first one's is 1 / softness.
    tight: how far below the free best path a reading may lie so that a short silence ends it.
    """

    cue: float = 5.5
    name: float = 1.0
    cue_phoneme: float = 1.5
    cue_ease: float = 0.5
    form: float = 3.0
    softness: float = 1.6
    not_fitting: float = 0.0
    spread: float = 0.7
    off_topic: float = 2.0
    command: float = 1.0
    answer: float = 1.0
    rare: float = 0.7
    no_word: float = 14.0
    single: float = 6.0
    short: float = 1.5
    accept: float = 0.5
    refuse: float = 0.9
    aloud: float = 5.0
    cry: float = 0.2
    ask: float = 0.1
    unasked: float = 1.0
    clear: float = 2.0
    sure: float = 0.75
    second: float = 0.2
    tight: float = 3.5


@dataclass(frozen=True)
class _Reading:
    """A word (lexicon row) or a command's wording, and the weight it has among all readings.

    fits: it would be accepted now. blocked: it is never shown. bare: it lacks its cue. cued: it came after one.
    seat: the player named with it. alike: words that sound the same, the best known first. phonemes: of a word as it
    was heard, without its cue.
    """

    text: str
    score: float
    weight: float
    command: str | None = None
    fits: bool = False
    blocked: bool = False
    seat: int | None = None
    bare: bool = False
    cued: bool = False
    alike: tuple[str, ...] = ()
    phonemes: int = 0

    @property
    def against(self) -> bool:
        """A claim of a word that doesn't fit."""
        return not self.fits and self.command is None and not self.bare

    def candidate(self) -> Candidate:
        return Candidate(self.text, round(self.score, 2), self.command, self.fits)


class Judge:
    """Answers what an utterance or a typed line is taken for; see the module's text."""

    def __init__(
        self, lexicon: Lexicon, commands: CommandBook, margins: Margins | None = None, cue: ClaimCue = "none"
    ) -> None:
        """cue: what a word must come after to be a claim."""
        self._cue = cue
        self._lexicon = lexicon
        self._commands = commands
        self.margins = margins or Margins()
        self._tree = lexicon.sound_tree

    def judge(self, evidence: Evidence, expectation: Expectation) -> Verdict:
        """The verdict on one utterance or line; IGNORE where nothing is expected or nothing was said."""
        if expectation.words is None and not expectation.commands:
            return Verdict(Outcome.IGNORE)
        if isinstance(evidence, ExpectantEvidence):
            evidence = evidence.expecting(self._expected(expectation))
        if evidence.empty:
            return Verdict(Outcome.IGNORE)
        if isinstance(evidence, TypedEvidence):
            return self._told(self._typed(evidence.text, expectation, evidence.named), expectation, heard=False)
        return self._told(self._spoken(evidence, expectation), expectation, heard=True)

    def _told(self, verdict: Verdict, expectation: Expectation, *, heard: bool) -> Verdict:
        """The verdict with what is to be said of each word that it may take, and the word list that it comes from."""
        rule = expectation.words
        if verdict.outcome is Outcome.IGNORE:
            return verdict
        if rule is None or verdict.outcome is Outcome.REFUSE:
            return replace(verdict, lexicon=self._lexicon.version)
        candidates = tuple(
            replace(each, remark=remark(each.text, rule, self._lexicon, heard=heard))
            if each.fits and each.command is None
            else each
            for each in verdict.candidates
        )
        taken = verdict.outcome is Outcome.ACCEPT and verdict.word is not None
        reason = remark(verdict.word or "", rule, self._lexicon, heard=heard) if taken else verdict.reason
        return replace(verdict, reason=reason, candidates=candidates, lexicon=self._lexicon.version)

    def sounds_of(self, word: str) -> Sequence[str]:
        """How a word may be said, as codes: as commands have it, as the lexicon has, or as its spelling says."""
        return self._commands.pronounce(word) or said_as(word.replace("'", ""), self._lexicon)

    # Typed -------------------------------------------------------------------------------------------------------

    def _typed(self, text: str, expectation: Expectation, named: bool) -> Verdict:
        command = self._commands.parse(text, expectation.commands)
        rule = expectation.words
        if rule is None or command in ANSWERS:
            if command is None:
                return Verdict(Outcome.IGNORE)
            return Verdict(Outcome.ACCEPT, command=command, candidates=(Candidate(text, 0.0, command, True),))
        form = self._commands.claims.split(text) if command is None else None
        if form is not None:
            text = form[1]
        elif command is None and self._cue_is_missing(expectation, named):
            return Verdict(Outcome.IGNORE, reason=_FORMS[self._cue])
        verdict = self._typed_word(text, command, rule)
        return verdict if form is None else replace(verdict, seat=form[0].seat)

    def _cue_is_missing(self, expectation: Expectation, named: bool) -> bool:
        """Whether a word without a cue is no claim here. named: a player was named with it."""
        return not expectation.answering and (self._cue == "word" or (self._cue == "name" and not named))

    def _typed_word(self, text: str, command: str | None, rule: WordRule) -> Verdict:
        refusal = rule.refusal(text, self._lexicon)
        word = Candidate(text, 0.0, fits=refusal is None)
        if command is not None:
            order = Candidate(text, 0.0, command, fits=True)
            if refusal is None:
                reason = f"{text} is a word that fits, and a command too"
                return Verdict(Outcome.ASK, word=text, reason=reason, candidates=(word, order))
            return Verdict(Outcome.ACCEPT, command=command, candidates=(order,))
        if refusal is None:
            return Verdict(Outcome.ACCEPT, word=text, candidates=(word,))
        return self._refused(text, refusal, (word,))

    def _refused(self, word: str, refusal: Refusal, candidates: Sequence[Candidate]) -> Verdict:
        """A refusal by name; a blocked word is not repeated."""
        name = None if self._lexicon.is_blocked_word(word) else word
        shown = tuple(candidate for candidate in candidates if name is not None or candidate.text != word)
        return Verdict(Outcome.REFUSE, name, rule=refusal.rule, reason=refusal.reason, candidates=shown)

    # Spoken ------------------------------------------------------------------------------------------------------

    def _spoken(self, evidence: SpokenEvidence, expectation: Expectation) -> Verdict:
        margins = self.margins
        heard = self._words(evidence, expectation) + self._wordings(evidence, expectation)
        readings = _in_two_minds(heard + self._with_arguments(evidence, expectation))
        nothing = (evidence.free - margins.no_word) / margins.softness
        shares = _shares(readings, nothing)
        sure: str | None = None  # what would be taken without an ear that may be forced
        opinions = evidence.opinions if isinstance(evidence, SecondOpinion) and expectation.words is not None else ()
        for opinion in opinions:
            if not self._is_close(readings, shares):
                break
            if isinstance(evidence, PartlyForced):
                sure = self._sure(_in_two_minds(self._weighed_again(readings, evidence.unforced)), nothing)
            readings = _in_two_minds(self._weighed_again(readings, opinion))
            shares = _shares(readings, nothing)
        fitting = [index for index, reading in enumerate(readings) if reading.fits]
        against = [index for index, reading in enumerate(readings) if reading.against]
        best = fitting[0] if fitting else None
        twice = best is not None and _same_sound(readings, best)
        undoable = bool(readings) and readings[0].command is not None and not readings[0].fits
        if undoable and shares[0] >= margins.accept and _is_clear(readings, 0, margins.clear):
            return self._taken(Outcome.ACCEPT, readings, 0)  # the rules say why not
        if best is not None and not twice and shares[best] >= margins.accept:
            if not _is_clear(readings, best, margins.clear):
                return self._taken(Outcome.ASK, readings, best)
            text = readings[best].text
            if text != sure and isinstance(evidence, DoubtingEvidence) and evidence.doubts(text):
                return self._doubted(readings, best)
            if self._is_hardly_a_word(readings[best], evidence.free):
                return self._doubted(readings, best)
            if expectation.words is not None and readings[best].command is None:
                refusal = expectation.words.refusal(readings[best].text, self._lexicon)
                if refusal is not None:  # rows may list more than the rule takes
                    return self._refused(readings[best].text, refusal, _listed(readings))
            taken = self._taken(Outcome.ACCEPT, readings, best)
            clear = evidence.free - readings[best].score <= margins.tight
            return replace(taken, ending=self._ending(readings[best], expectation)) if clear else taken
        if expectation.words is not None and shares[against].sum() >= margins.refuse:
            if self._is_mere_sound(readings[against[0]], evidence.free):
                return Verdict(Outcome.IGNORE, candidates=_listed(readings))
            return self._against(readings, against[0], expectation)
        # Nobody is asked "did you say yes?": what may have been an answer is said again.
        if best is not None and readings[best].command not in ANSWERS and shares[fitting].sum() >= margins.ask:
            return self._taken(Outcome.ASK, readings, best)
        return Verdict(Outcome.IGNORE, candidates=_listed(readings))

    def _expected(self, expectation: Expectation) -> list[str]:
        """What an ear may be told to expect: commands, cues, and the words that fit, the best known first."""
        book, lexicon = self._commands, self._lexicon
        expected = [text for text in book.texts if book.parse(text, expectation.commands) is not None]
        families = book.families(expectation.commands)
        if families is not None:
            expected += [each.text for each in families.wordings if covers(expectation.commands, each.command)]
        if expectation.words is not None:
            expected += [cue.text for cue in (*book.claims.phrases, *book.claims.names)]
            rows = expectation.words.rows(lexicon)
            known_first = rows[np.argsort(lexicon.sizes[rows], kind="stable")]
            expected += [lexicon.words[row] for row in known_first[:_EXPECTED]]
        return expected

    def _doubted(self, readings: list[_Reading], best: int) -> Verdict:
        """What was heard only because it was expected, or is hardly a word, is asked about; but nobody is asked "did
        you say yes?"."""
        if readings[best].command in ANSWERS:
            return Verdict(Outcome.IGNORE, candidates=_listed(readings))
        return self._taken(Outcome.ASK, readings, best)

    def _is_hardly_a_word(self, reading: _Reading, free: float) -> bool:
        """Whether one word by itself explains the sound so badly that it may be a noise, or two people at once."""
        if reading.cued or " " in reading.text:
            return False
        is_short = reading.command is None and reading.phonemes <= 2
        return free - reading.score > (self.margins.short if is_short else self.margins.single)

    def _is_mere_sound(self, reading: _Reading, free: float) -> bool:
        """Whether a cry, a noise or talk is likelier to be heard as this word than somebody to have claimed it."""
        if reading.cued:
            return False
        below = self.margins.cry if reading.phonemes == 2 else self.margins.aloud
        return reading.phonemes < 2 or free - reading.score > below

    def _ending(self, taken: _Reading, expectation: Expectation) -> Ending:
        """Whether whoever has said this clearly may go on."""
        lexicon, book, command = self._lexicon, self._commands, taken.command
        longer = tuple(f"{text} " for text in (taken.text, *taken.alike))
        families = book.families(expectation.commands)
        wordings = (*book.texts, *(each.text for each in families.wordings)) if families is not None else book.texts
        begun = {book.parse(text, expectation.commands) for text in wordings if text.startswith(longer)} - {None}
        if begun - {command} or (command is not None and ":" in command):
            return Ending.UNKNOWN
        if command is not None:
            return Ending.PREFIX if begun else Ending.WHOLE
        row = lexicon.row(taken.text)
        if row is None or expectation.words is None:
            return Ending.UNKNOWN
        fits = np.isin(lexicon.owners, expectation.words.rows(lexicon))
        cues = (*book.claims.phrases, *book.claims.names) if not taken.cued else ()
        return ending(lexicon.pronunciations(row), lexicon.sounds[fits], (way for cue in cues for way in cue.ways))

    def _is_close(self, readings: list[_Reading], shares: NDArray[np.float64]) -> bool:
        """Whether a second ear may turn the verdict: several readings, none sure, and some word said at all.

        It is no judge of single letters and numbers, which commands with an argument are made of, nor of a cue.
        """
        margins = self.margins
        first = _first(readings)
        if len(first) < 2 or any(
            reading.cued or (reading.command is not None and ":" in reading.command) for reading in first
        ):
            return False
        return bool(shares[:-1].max() < margins.sure and shares[-1] < 1 - margins.ask)

    def _sure(self, readings: list[_Reading], nothing: float) -> str | None:
        """The text of the fitting reading that is likely enough to be taken."""
        likely = zip(readings, _shares(readings, nothing)[:-1], strict=True)
        return next((each.text for each, share in likely if each.fits and share >= self.margins.accept), None)

    def _weighed_again(self, readings: list[_Reading], opinion: Opinion) -> list[_Reading]:
        """The readings, the first of them weighed by a second ear too; what comes after is as bad as these' worst."""
        first = _first(readings)
        spellings = [tuple(dict.fromkeys((reading.text, *reading.alike)))[:_SPELLINGS] for reading in first]
        every = list(dict.fromkeys(spelling for some in spellings for spelling in some))
        found = dict(zip(every, opinion(every), strict=True))
        odds = np.array([max(found[spelling] for spelling in some) for some in spellings])
        odds -= odds.max()
        odds = np.append(odds, np.full(len(readings) - len(first), odds.min()))
        return [
            replace(reading, weight=reading.weight + self.margins.second * float(more))
            for reading, more in zip(readings, odds, strict=True)
        ]

    def _words(self, evidence: SpokenEvidence, expectation: Expectation) -> list[_Reading]:
        """The words that the sound allows, said alone and in a claim's form."""
        margins = self.margins
        readings = self._near_words(evidence.nearest(self._tree), expectation)
        if expectation.words is not None and self._cue_is_missing(expectation, named=False):
            # They are no claims, but what was said all the same: no command and no word after a cue.
            readings = [replace(reading, fits=False, bare=True) for reading in readings]
        if expectation.words is None or not isinstance(evidence, CuedEvidence):
            return readings
        forms = self._commands.claims
        cues = (*(forms.phrases if self._cue != "name" else ()), *(forms.names if self._cue != "word" else ()))
        ways = [(way, cue.seat) for cue in cues for way in cue.ways]
        below = evidence.begins_with(tuple(way for way, _ in ways))
        begun: dict[int | None, list[str]] = {}
        for (way, seat), far in zip(ways, below, strict=True):
            doubt = margins.cue if seat is None else margins.name
            if far >= -doubt - margins.cue_phoneme * len(way):
                begun.setdefault(seat, []).append(way)
        for seat, some in begun.items():
            after = evidence.nearest_after(tuple(some), self._tree)
            ease = max(map(len, some)) * margins.cue_ease if seat is None else 0.0
            ease -= margins.form if self._cue == "none" else 0.0
            readings += [replace(each, cued=True) for each in self._near_words(after, expectation, ease, seat)]
        return _merged(readings)

    def _near_words(
        self, near: Readings, expectation: Expectation, prior: float = 0.0, seat: int | None = None
    ) -> list[_Reading]:
        """The words of the lexicon among ``near``, homophones as one: one that fits, the best known.

        prior: log-odds of this way of claiming. seat: the player named with it.
        """
        lexicon, margins = self._lexicon, self.margins
        rows = lexicon.owners[near.rows]
        fits = np.zeros(len(lexicon), bool)
        if expectation.words is not None:
            fits[expectation.words.rows(lexicon)] = True
        steps = np.maximum(lexicon.sizes[rows].astype(np.float64) - _KNOWN, 0.0) / 10
        against = margins.off_topic
        if expectation.words is not None:
            against = margins.not_fitting + margins.spread * np.log(len(fits) / max(1, int(fits.sum())))
        priors = -margins.rare * steps - np.where(fits[rows], 0.0, against)
        weights = near.scores / margins.softness + priors + prior
        phonemes = np.count_nonzero(self._tree.sounds[near.rows], axis=1)
        readings: list[_Reading] = []
        for group in _groups(self._tree.end[near.rows]):
            ranked = group[np.lexsort((rows[group], lexicon.sizes[rows[group]], ~fits[rows[group]]))]
            chosen = [ranked[0]]
            by_size = rows[group[np.argsort(lexicon.sizes[rows[group]], kind="stable")]]
            alike = tuple(lexicon.words[row] for row in by_size[:_SPELLINGS])
            if fits[rows[ranked[0]]]:
                # "Mark" for a table that wants A, C: MARC fits, but hardly anybody means it.
                chosen += [
                    place
                    for place in ranked
                    if not fits[rows[place]]
                    and lexicon.sizes[rows[place]] <= _COMMON
                    and lexicon.sizes[rows[ranked[0]]] > _COMMON
                ][:1]
            for place in chosen:
                row = int(rows[place])
                readings.append(
                    _Reading(
                        lexicon.words[row],
                        float(near.scores[place]),
                        float(weights[place]),
                        fits=bool(fits[row]),
                        blocked=lexicon.is_blocked(row),
                        seat=seat,
                        alike=alike,
                        phonemes=int(phonemes[place]),
                    )
                )
        return _merged(readings)

    def _wordings(self, evidence: SpokenEvidence, expectation: Expectation) -> list[_Reading]:
        if not expectation.commands:
            return []
        book, margins = self._commands, self.margins
        near = evidence.nearest(book.tree)
        readings = []
        for place, score in zip(near.rows, near.scores, strict=True):
            text = book.texts[book.owners[place]]
            command = book.parse(text, expectation.commands)
            if command is not None:
                prior = margins.answer if command in ANSWERS else margins.command
                weight = float(score) / margins.softness + prior
                readings.append(_Reading(text, float(score), weight, command, fits=True))
        return _merged(readings)

    def _with_arguments(self, evidence: SpokenEvidence, expectation: Expectation) -> list[_Reading]:
        """Letters, numbers and the like: all of a kind of which one is expected, those that can be done likelier."""
        families, margins = self._commands.families(expectation.commands), self.margins
        if families is None:
            return []
        near = evidence.nearest(families.tree)
        readings = []
        for place, score in zip(near.rows, near.scores, strict=True):
            wording = families.wordings[families.owners[place]]
            if "yes" in expectation.commands and " " not in wording.text:
                continue  # where the host has asked, S and O alone would be taken for "yes" and "no"
            asked = covers(expectation.commands, wording.command)
            weight = float(score) / margins.softness + margins.command - (0.0 if asked else margins.unasked)
            readings.append(_Reading(wording.text, float(score), weight, wording.command, fits=asked))
        return _merged(readings)

    def _taken(self, outcome: Outcome, readings: list[_Reading], best: int) -> Verdict:
        reading = readings[best]
        candidates = _listed(sorted(readings, key=lambda other: (other is not reading, not other.fits)))
        if reading.command is not None:
            return Verdict(outcome, command=reading.command, candidates=candidates)
        return Verdict(outcome, word=reading.text, candidates=candidates, seat=reading.seat)

    def _against(self, readings: list[_Reading], best: int, expectation: Expectation) -> Verdict:
        word = readings[best].text
        assert expectation.words is not None, "only a rule can refuse"
        refusal = expectation.words.refusal(word, self._lexicon)
        if refusal is None:  # the rule lists rows and names reasons; where the two disagree, the player is asked
            return Verdict(Outcome.ASK, word=word, candidates=_listed(readings))
        listed = _listed([readings[best], *readings[:best], *readings[best + 1 :]])
        return replace(self._refused(word, refusal, listed), seat=readings[best].seat)


def _first(readings: list[_Reading]) -> list[_Reading]:
    """Of readings sorted by weight, those that a second ear may change places of."""
    return [reading for reading in readings[:_WEIGHED] if reading.weight >= readings[0].weight - _NEAR]


def _shares(readings: list[_Reading], nothing: float) -> NDArray[np.float64]:
    """The probability of each reading, and last that of no word at all."""
    weights = np.array([reading.weight for reading in readings] + [nothing])
    shares: NDArray[np.float64] = np.exp(weights - np.logaddexp.reduce(weights))
    return shares


def _groups(keys: NDArray[np.int64]) -> list[NDArray[np.intp]]:
    """Places of equal neighbours in ``keys``."""
    places = np.arange(len(keys))
    return np.split(places, np.flatnonzero(np.diff(keys)) + 1) if len(keys) else []


def _merged(readings: list[_Reading]) -> list[_Reading]:
    """Each text (or command) once, by its likeliest pronunciation (or wording)."""
    best: dict[tuple[str, str | None, bool], _Reading] = {}
    for reading in readings:
        key = (reading.command or reading.text, reading.command, reading.bare)
        if key not in best or reading.weight > best[key].weight:
            best[key] = reading
    return list(best.values())


def _in_two_minds(readings: list[_Reading]) -> list[_Reading]:
    """Likeliest first; a command that sounds like a word that fits comes right after that word, as likely."""
    words = [reading for reading in readings if reading.fits and reading.command is None]
    ranked = []
    for reading in readings:
        if reading.command is not None and reading.command not in ANSWERS:
            twin = next((word for word in words if word.score == reading.score), None)
            reading = replace(reading, weight=twin.weight) if twin is not None else reading
        ranked.append(reading)
    return sorted(ranked, key=lambda reading: (-reading.weight, reading.command is not None))


def _same_sound(readings: list[_Reading], best: int) -> bool:
    """Whether the best reading is a word and a command at once."""
    following = readings[best + 1] if best + 1 < len(readings) else None
    return (
        following is not None
        and readings[best].command is None
        and following.command is not None
        and following.command not in ANSWERS
        and following.score == readings[best].score
    )


def _is_clear(readings: list[_Reading], best: int, margin: float) -> bool:
    """Whether the best reading, if it is a command with an argument, leads clearly over every other command."""
    command = readings[best].command
    if command is None or ":" not in command:
        return True
    others = [reading.weight for reading in readings if reading.command not in (None, command)]
    return all(readings[best].weight - weight >= margin for weight in others)


def _listed(readings: Sequence[_Reading]) -> tuple[Candidate, ...]:
    return tuple(reading.candidate() for reading in readings if not reading.blocked)[:_LISTED]
