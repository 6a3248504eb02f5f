"""What happens at the table: the things that the journal records, and from which everything else follows.

Every moment is a sample of the table's clock. An action with the same content, given to a table in the same state,
gives the same events; so a list of actions is a whole game (idea 7).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from voicegame.lexicon.verdicts import Candidate, Outcome, Verdict


@dataclass(frozen=True)
class Drawn:
    """Tiles came out of the bag, in this order."""

    t: int
    tiles: tuple[str, ...]


@dataclass(frozen=True)
class Rolled:
    """The die fell, and shows this face."""

    t: int
    face: str


@dataclass(frozen=True)
class Spoken:
    """The host has been heard to the end of all it had to say: the glass may be turned, or runs on."""

    t: int


@dataclass(frozen=True)
class Heard:
    """An utterance was judged.

    t: when the verdict was there; begin, end: where its sound began and ended.
    text: what was heard, as it is shown.
    seat: the player who was named with it (typed "Bob: march"), or None.
    """

    t: int
    begin: int
    end: int
    text: str
    verdict: Verdict
    seat: int | None = None


@dataclass(frozen=True)
class Lost:
    """Sound that the microphone could not deliver, ``[begin, end)``.

    begin: where the hole begins; or where a sound began that was going on then and is spoilt by it.
    """

    t: int
    begin: int
    end: int


@dataclass(frozen=True)
class Halted:
    """The game comes to stand by itself.

    reason: "silence" (nobody speaks any more), "microphone" or "loudspeaker" (it has gone).
    """

    t: int
    reason: str


@dataclass(frozen=True)
class Restored:
    """A device is back, "microphone" or "loudspeaker"; or the game goes on without that loudspeaker, in writing."""

    t: int
    device: str = "microphone"


@dataclass(frozen=True)
class TimeUp:
    """The glass of a floor (or the wait for an answer) ran out, and no sound that began in time is left to judge.

    floor: the number of the floor it belongs to; a late timer of an earlier floor changes nothing.
    """

    t: int
    floor: int


@dataclass(frozen=True)
class Finished:
    """The game ends before anybody has won: the input ended, or the players gave up."""

    t: int
    reason: str


@dataclass(frozen=True)
class Woken:
    """The program has been started again and goes on with this game; what the glass still held is given back."""

    t: int


Action = Drawn | Rolled | Spoken | Heard | Lost | Halted | Restored | TimeUp | Finished | Woken


def to_json(action: Action) -> dict[str, Any]:
    """The action as the journal writes it."""
    match action:
        case Drawn(t, tiles):
            return {"action": "drawn", "t": t, "tiles": "".join(tiles)}
        case Rolled(t, face):
            return {"action": "rolled", "t": t, "face": face}
        case Spoken(t):
            return {"action": "spoken", "t": t}
        case Heard(t, begin, end, text, verdict, seat):
            return {
                "action": "heard", "t": t, "begin": begin, "end": end, "text": text, "seat": seat,
                "outcome": verdict.outcome.value, "word": verdict.word, "command": verdict.command,
                "rule": verdict.rule, "reason": verdict.reason,
                "candidates": [_candidate(candidate) for candidate in verdict.candidates],
                **({"lexicon": verdict.lexicon} if verdict.lexicon else {}),
            }  # fmt: skip
        case Lost(t, begin, end):
            return {"action": "lost", "t": t, "begin": begin, "end": end}
        case Halted(t, reason):
            return {"action": "halted", "t": t, "reason": reason}
        case Restored(t, device):
            return {"action": "restored", "t": t, "device": device}
        case TimeUp(t, floor):
            return {"action": "time_up", "t": t, "floor": floor}
        case Finished(t, reason):
            return {"action": "finished", "t": t, "reason": reason}
        case Woken(t):
            return {"action": "woken", "t": t}


def from_json(record: dict[str, Any]) -> Action:
    """The action of a journal line. Raises ``KeyError``, ``TypeError`` or ``ValueError`` where it isn't one."""
    kind, t = record["action"], _whole(record["t"])
    match kind:
        case "drawn":
            return Drawn(t, tuple(_text(record["tiles"])))
        case "rolled":
            return Rolled(t, _text(record["face"]))
        case "spoken":
            return Spoken(t)
        case "heard":
            verdict = Verdict(
                outcome=Outcome(record["outcome"]),
                word=record["word"],
                command=record["command"],
                rule=record["rule"],
                reason=_text(record["reason"]),
                candidates=tuple(
                    Candidate(
                        _text(c["text"]),
                        float(c["score"]),
                        c.get("command"),
                        bool(c.get("fits", False)),
                        _text(c.get("remark", "")),
                    )
                    for c in record["candidates"]
                ),
                lexicon=_text(record.get("lexicon", "")),  # a journal of an earlier version doesn't say it here
            )
            seat = None if record["seat"] is None else _whole(record["seat"])
            begin, end = _whole(record["begin"]), _whole(record["end"])
            return Heard(t, begin, end, _text(record["text"]), verdict, seat)
        case "lost":
            return Lost(t, _whole(record["begin"]), _whole(record["end"]))
        case "halted":
            return Halted(t, _text(record["reason"]))
        case "restored":
            return Restored(t, _text(record.get("device", "microphone")))
        case "time_up":
            return TimeUp(t, _whole(record["floor"]))
        case "finished":
            return Finished(t, _text(record["reason"]))
        case "woken":
            return Woken(t)
    raise ValueError(f"unknown action {kind!r}")


def _candidate(candidate: Candidate) -> dict[str, Any]:
    record: dict[str, Any] = {"text": candidate.text, "score": round(candidate.score, 3)}
    if candidate.command is not None:
        record["command"] = candidate.command
    if candidate.fits:
        record["fits"] = True
    if candidate.remark:
        record["remark"] = candidate.remark
    return record


def _whole(value: object) -> int:
    if not isinstance(value, int) or isinstance(value, bool):
        raise TypeError(f"{value!r} is not a whole number")
    return value


def _text(value: object) -> str:
    if not isinstance(value, str):
        raise TypeError(f"{value!r} is not text")
    return value
