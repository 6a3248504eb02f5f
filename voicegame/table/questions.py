"""The host's own questions: what they are about, whom they are for, and what an answer to "did you say ...?" means.

Pure: who asks when, and what follows, is :mod:`voicegame.table.core`'s.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

from voicegame.lexicon.verdicts import Candidate, Outcome, Verdict

#: After a "no" the host asks about the next candidate, at most this many questions in all.
MAX_QUESTIONS = 2

NOTHING = Candidate("", 0.0)

#: Gives what the host calls a command when it asks about one.
Naming = Callable[[str], str]


@dataclass(frozen=True)
class Question:
    """A question of the host's that is open: who must answer (None: anybody), and until when (samples)."""

    until: int | None = None


@dataclass(frozen=True)
class ClaimQuestion(Question):
    """ "Did you say MARCH?" """

    seat: int = 0
    asked: Candidate = NOTHING
    others: tuple[Candidate, ...] = ()
    count: int = 1


@dataclass(frozen=True)
class QuitQuestion(Question):
    """ "Shall the game end?" paused: whether the game stood still when it was asked, and does again after a "no"."""

    paused: bool = False


@dataclass(frozen=True)
class EnquiryQuestion(Question):
    """ "Which word?" -- the answer is a question about that word, not a claim."""


@dataclass(frozen=True)
class VoteQuestion(Question):
    """One voter is asked; the others follow clockwise.

    about: the word that the game asks a vote on (a prompt with ``seats``), or None for the last ruling (K19).
    """

    voters: tuple[int, ...] = ()
    about: str | None = None
    ayes: int = 0
    noes: int = 0

    def counted(self, yes: bool) -> VoteQuestion:
        """The vote with one more voice in it."""
        return replace(self, ayes=self.ayes + yes, noes=self.noes + (not yes))

    @property
    def following(self) -> VoteQuestion | None:
        """The question to the next voter, None when all have been asked."""
        return replace(self, voters=self.voters[1:], until=None) if len(self.voters) > 1 else None


def answer(verdict: Verdict) -> bool | None:
    """Yes, no, or neither."""
    return {"yes": True, "no": False}.get(verdict.command or "")


def doubted(seat: int, verdict: Verdict, naming: Naming) -> ClaimQuestion:
    """What to ask a player about an unsure verdict: all that it may mean, in the order to ask about it.

    Where a word is a command as well ("done"), the command comes first if it has another name to ask by.
    """
    asked = _candidate(verdict, naming)
    rest = [(c.text, _named(c, naming)) for c in verdict.candidates if c.fits]
    twins = [c for text, c in rest if c.command is not None and text == verdict.word != c.text]
    ranked = [*twins, asked, *(c for _, c in rest)]
    keys = [(candidate.text, candidate.command) for candidate in ranked]
    first, *others = [candidate for at, candidate in enumerate(ranked) if keys[at] not in keys[:at]]
    return ClaimQuestion(seat=seat, asked=first, others=tuple(others))


def settled(question: ClaimQuestion, verdict: Verdict, naming: Naming) -> Candidate | Verdict | ClaimQuestion | None:
    """What an answer comes to: the candidate that was meant, another claim (its verdict), the next question; or
    None where the claim is dropped."""
    yes, word = answer(verdict), verdict.word
    if yes is True or (word is not None and word == question.asked.text):
        return question.asked
    if yes is None and verdict.outcome in (Outcome.ACCEPT, Outcome.REFUSE):
        return verdict
    following = question.others
    if yes is None and verdict.outcome is Outcome.ASK:
        following = (_candidate(verdict, naming),)
    if not following:
        return None
    if following[0].text == question.asked.text and following[0].command is not None:
        return following[0]  # "Did you say score?" -- not as the word, so as the command
    if question.count < MAX_QUESTIONS:
        return replace(question, asked=following[0], others=following[1:], count=question.count + 1, until=None)
    return None


def _candidate(verdict: Verdict, naming: Naming) -> Candidate:
    """What an unsure verdict is about, as the host asks for it."""
    remarks = (each.remark for each in verdict.candidates if each.command is None and each.text == verdict.word)
    return _named(Candidate(verdict.word or "", 0.0, verdict.command, fits=True, remark=next(remarks, "")), naming)


def _named(candidate: Candidate, naming: Naming) -> Candidate:
    return candidate if candidate.command is None else replace(candidate, text=naming(candidate.command))
