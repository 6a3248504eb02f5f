"""Judging single claims outside a game: recorded ones (``hear``) and typed ones (``check``)."""

from __future__ import annotations

from pathlib import Path

from voicegame.assembly import complain, load_judge, load_lexicon
from voicegame.ears import Listening, open_ear
from voicegame.errors import UserError
from voicegame.hearing.listener import Ear
from voicegame.hearing.typed_ear import TypedEar
from voicegame.hearing.wav import read_clip
from voicegame.lexicon.verdicts import Expectation, Outcome, Verdict
from voicegame.lexicon.word_rules import InOrder
from voicegame.settings import EarName


def letters(text: str) -> tuple[str, ...]:
    """Letters given as "a,c" or "ac", as capitals. Raises ``UserError`` for anything else."""
    given = tuple(text.upper().replace(",", "").replace(" ", ""))
    if not given or not all("A" <= letter <= "Z" for letter in given):
        raise UserError(f"--letters {text!r} are no letters: give them in the order drawn, such as a,c.")
    return given


def words(text: str) -> tuple[str, ...]:
    """Words given as "river,march", in lower case."""
    return tuple(word.strip().lower() for word in text.split(",") if word.strip())


class Hearing:
    """Judges claims for the same letters, after the same words.

    ear: which ear hears recordings.
    """

    def __init__(self, letters: tuple[str, ...], used: tuple[str, ...], ear: EarName = "auto") -> None:
        self._expectation = Expectation(words=InOrder(letters, used))
        self._lexicon = load_lexicon("full")
        self._judge = load_judge(self._lexicon)
        self._name = ear
        self._opened: Listening | None = None

    def open(self) -> Ear:
        """The ear, made when it is first asked for. Raises ``UserError`` if it can't be."""
        if self._opened is None:
            self._opened = open_ear(self._name, self._judge, self._lexicon, "en", complain)
        return self._opened.ear

    def close(self) -> None:
        """Let go of the ear."""
        if self._opened is not None:
            self._opened.close()

    def clip(self, path: Path) -> Verdict:
        """Judge a recording of one claim. Raises ``UserError`` if it can't be read."""
        return self._judge.judge(self.open().listen(read_clip(path)), self._expectation)

    def word(self, text: str) -> Verdict:
        """Judge a typed claim. Raises ``UserError`` for nothing at all."""
        if not text.strip():
            raise UserError("There is no word to check: give one, such as 'voicegame check march --letters a,c'.")
        return self._judge.judge(TypedEar().listen(text), self._expectation)


def as_json(verdict: Verdict, clip: Path | None) -> dict[str, object]:
    """The verdict for another program."""
    return {
        "file": None if clip is None else str(clip),
        "outcome": verdict.outcome.value,
        "word": verdict.word,
        "rule": verdict.rule,
        "reason": verdict.reason,
        "candidates": [{"word": c.text, "score": round(c.score, 3)} for c in verdict.candidates],
    }


def sentence(verdict: Verdict, clip: Path | None) -> str:
    """The verdict for a person."""
    word = verdict.word or "that word"
    said = {
        Outcome.ACCEPT: f"{word} is good{f' ({verdict.reason})' if verdict.reason else ''}",
        Outcome.ASK: f"did you say {word}?",
        Outcome.REFUSE: f"{word} is refused ({verdict.rule}: {verdict.reason})",
        Outcome.IGNORE: f"no claim was heard{': ' + verdict.reason if verdict.reason else ''}",
    }[verdict.outcome]
    return said if clip is None else f"{clip}: {said}"
