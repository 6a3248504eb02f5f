"""What a Vosk model can write, beside the words of the game; and what its two views of one sound say together."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from rapidfuzz.distance import Levenshtein

from voicegame.hearing.audio import RATE, Samples
from voicegame.hearing.text_evidence import ways_of
from voicegame.hearing.vosk_process import VoskProcess, Word
from voicegame.lexicon.lexicon import Lexicon

#: What models hear in silence, in a breath, or in a chair that is moved; by language.
HALLUCINATIONS: dict[str, frozenset[str]] = {
    "en": frozenset({"the", "huh", "hm", "hmm", "uh", "um", "mm"}),
    "de": frozenset({"einen", "nun", "ein", "hm"}),
    "fr": frozenset({"euh", "hum", "hein"}),
    "ko": frozenset({"이", "어"}),
}
#: Signs of words that are none: "[unk]", "<UNK>", "[laughter]", "!SIL".
_NO_WORDS = ("[unk", "<", "[noise", "[laughter", "[breath", "[vocalized", "!sil", "#0")
#: Everyday words that a grammar holds beside what is expected, so that other talk needn't be taken for that.
_DECOYS, _DECOY_SIZE, _SHORTEST_DECOY = 100, 10, 4

#: Phonemes of what may be said before a word ("Ann", "I say").
_SHORTEST_CUE = 2

SoundsOf = Callable[[str], Iterable[str]]


def near_enough(one: str, other: str) -> bool:
    """Whether two strings of codes may be one thing, said or heard a little differently."""
    return Levenshtein.distance(one, other) <= (1 if min(len(one), len(other)) <= 6 else 2)


@dataclass(frozen=True)
class Heard:
    """What both views say of one sound, in the game's spelling.

    text: of the view that expects anything; "" for nothing.
    forced: of the other one; "" where it heard nothing, or something that is no word of its grammar, if only beside.
    other: whether that was all it heard.
    ways, forced_ways: how they sound, as codes.
    """

    text: str = ""
    forced: str = ""
    ways: tuple[str, ...] = field(default=(), repr=False)
    forced_ways: tuple[str, ...] = field(default=(), repr=False)
    other: bool = False

    @property
    def agree(self) -> bool:
        """Whether both views heard the same, or nearly."""
        return any(near_enough(way, forced) for way in self.ways for forced in self.forced_ways)

    def heard_openly(self, ways: Iterable[str]) -> bool:
        """Whether the view that wasn't forced heard one of these, or nearly, be it after a cue."""
        return any(
            near_enough(way, heard) or (len(heard) >= len(way) + _SHORTEST_CUE and near_enough(way, heard[-len(way) :]))
            for way in ways
            for heard in self.ways
        )


class VoskWords:
    """One Vosk model for one word list.

    lacking: how many words of the list the model can't write.
    """

    def __init__(
        self,
        process: VoskProcess,
        lexicon: Lexicon,
        sounds_of: SoundsOf,
        language: str = "en",
        spelt: Mapping[str, str] | None = None,
    ) -> None:
        """Ask the model which words it has. Raises VoskFailed.

        sounds_of: how a word sounds, as codes. spelt: words that the model writes otherwise than with other capitals.
        """
        self.sounds_of = sounds_of
        self._process = process
        self._spelt = dict(spelt or {})
        self._written: dict[str, str | None] = {}
        self._write(lexicon.words)
        self.lacking = sum(self._written[word] is None for word in lexicon.words)
        self._read = {form: word for word, form in self._written.items() if form is not None}
        self._silence = HALLUCINATIONS.get(language, frozenset())
        common = [
            word
            for row, word in enumerate(lexicon.words)
            if lexicon.sizes[row] <= _DECOY_SIZE and len(word) >= _SHORTEST_DECOY and self._written[word] is not None
        ]
        self._decoys = common[:: max(1, len(common) // _DECOYS)]

    def _write(self, words: Iterable[str]) -> None:
        new = [word for word in dict.fromkeys(words) if word not in self._written]
        if new:
            forms = self._process.written([self._spelt.get(word, word) for word in new])
            self._written.update(zip(new, forms, strict=True))

    def can_write(self, text: str) -> bool:
        """Whether the model has every word of a text."""
        return self._form(text) is not None

    def _form(self, text: str) -> str | None:
        """As the model writes it; None if it lacks a word of it: half a phrase must not stand for the whole."""
        words = text.split()
        forms = [self._written[word] for word in words if self._written.get(word) is not None]
        return " ".join(form for form in forms if form) if words and len(forms) == len(words) else None

    def hear(self, samples: Samples, expected: Sequence[str]) -> Heard:
        """What both views say of one sound (16 kHz mono, full scale 1). Raises VoskFailed.

        expected: words and phrases, the best known first.
        """
        self._write(word for text in expected for word in text.split())
        wanted = list(dict.fromkeys(form for text in expected if (form := self._form(text)) is not None))
        among = set(wanted)
        decoys = [form for word in self._decoys if (form := self._written[word]) is not None and form not in among]
        unknown = [] if self._process.unknown is None else [self._process.unknown]
        views = self._process.hear(samples, [*wanted, *decoys, *unknown] if wanted else [])
        seconds = len(samples) / RATE
        open_words = self._words(views.open, seconds)
        forced_all = [word for word in views.forced or () if _within(word, seconds)]
        forced = self._words(forced_all, seconds)
        # Beside something that is no word of the grammar's, what it heard is a part of what was said.
        text, forced_text = " ".join(open_words), " ".join(forced) if len(forced) == len(forced_all) else ""
        if open_words and self._silence.issuperset(open_words) and forced_text != text:
            return Heard()
        ways, forced_ways = tuple(self.ways(text)), tuple(self.ways(forced_text))
        return Heard(text, forced_text, ways, forced_ways, other=bool(forced_all) and not forced)

    def ways(self, text: str) -> list[str]:
        """How a text sounds, as codes."""
        sounding = [word for word in text.split() if any(self.sounds_of(word))]
        return [way for way in ways_of(sounding, self.sounds_of) if way]

    def _words(self, words: Iterable[Word], seconds: float) -> list[str]:
        """The words, as the game spells them; without what is none, and what lies outside the sound (S11)."""
        return [
            self._read.get(word.text, word.text.casefold())
            for word in words
            if _within(word, seconds) and not word.text.casefold().startswith(_NO_WORDS)
        ]


def _within(word: Word, seconds: float) -> bool:
    return 0 <= (word.begin + word.end) / 2 <= seconds
