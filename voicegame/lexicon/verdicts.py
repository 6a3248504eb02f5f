"""What is expected of the next utterance, and what the judge says of it.

The types here are all that the table knows of judging: a game says what it expects, the judge answers with a verdict.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import Enum
from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from voicegame.lexicon.lexicon import Lexicon


class Outcome(str, Enum):
    """The three outcomes of idea 3, and noise."""

    ACCEPT = "accept"  # sure: take it, and say what was taken
    ASK = "ask"  # unsure: "did you say MARK?"
    REFUSE = "refuse"  # sure, and against a rule
    IGNORE = "ignore"  # not a claim: noise, talk, an echo


class Ending(Enum):
    """What silence after what was taken may be."""

    WHOLE = "whole"  # its end: it is clear, and nothing longer that may be said goes on after a silence
    PREFIX = "prefix"  # its end, or the closure of a stop inside a longer word
    UNKNOWN = "unknown"  # anything


@dataclass(frozen=True)
class Refusal:
    """Why a word may not stand: the rule's number (``"K6"``) and one sentence that names the word and the reason."""

    rule: str
    reason: str


class WordRule(Protocol):
    """Which words are right here. One implementation a game's way of asking (:mod:`voicegame.lexicon.word_rules`)."""

    def rows(self, lexicon: Lexicon) -> NDArray[np.intp]:
        """Rows of the lexicon's words that would be accepted, in lexicon order."""

    def refusal(self, word: str, lexicon: Lexicon) -> Refusal | None:
        """Why ``word`` (lower case, perhaps not in the lexicon) may not stand, or None if it may.

        Agrees with :meth:`rows`: a word of the lexicon has no refusal exactly if its row is listed.
        """


@dataclass(frozen=True)
class Expectation:
    """All that may be said now.

    words: the rule that a word must meet, None where no word is asked for.
    commands: names of the commands that are understood (keys of ``config/commands.en.yaml``), those first that the
        state asks for; what may be said at any time ("pause") comes last.
    answering: whether the word answers a question of the host's, so that it needs no cue (``claim_cue``).
    """

    words: WordRule | None = None
    commands: tuple[str, ...] = ()
    answering: bool = False


@dataclass(frozen=True)
class Candidate:
    """One reading of an utterance: a word, or a command's wording, and its score (natural log-likelihood; 0 is best).

    fits: whether it would be accepted now, so that after a "no" the host can ask about the next one that would.
    remark: what is said of it if it is accepted (:mod:`voicegame.lexicon.remarks`).
    """

    text: str
    score: float
    command: str | None = None
    fits: bool = False
    remark: str = ""


@dataclass(frozen=True)
class Verdict:
    """The judge's answer. Exactly one of ``word`` and ``command`` is set for ACCEPT and ASK.

    word: the spelling taken (ACCEPT), asked about (ASK) or refused (REFUSE); lower case.
    command: the command's name.
    rule, reason: why it was refused or is asked about; for ACCEPT the reason is a remark on the word, mostly "".
    candidates: the best five readings, best first.
    lexicon: the version of the word list that it was judged by; "" for IGNORE.
    seat: the player whose name was said before the word, or None.
    ending: whether the speaker may go on; it decides nothing but how soon the utterance ends.
    """

    outcome: Outcome
    word: str | None = None
    command: str | None = None
    rule: str | None = None
    reason: str = ""
    candidates: tuple[Candidate, ...] = field(default=())
    lexicon: str = ""
    seat: int | None = None
    ending: Ending = field(default=Ending.UNKNOWN, compare=False)
