"""The vote on a ruling (K19): when one may be called, whom the host asks, and how. Pure."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass

from voicegame.table.events import Notice
from voicegame.table.questions import VoteQuestion
from voicegame.table.referee import Floor

#: What calls a vote, or tells the host that it was right: understood after a ruling.
OBJECTIONS = ("right", "wrong")


@dataclass(frozen=True)
class Ruling:
    """The last verdict on a word, while the table may still overrule it.

    floor: the floor that the word was said in, its glass held.
    """

    seat: int
    word: str
    accepted: bool
    floor: Floor


def objections(ruling: Ruling | None, seats: int) -> tuple[str, ...]:
    """The objections that there can be: one that says the contrary of the ruling, if there is anybody to vote."""
    if ruling is None or seats < 2:
        return ()
    return ("wrong",) if ruling.accepted else ("right",)


def called(ruling: Ruling, seats: int, away: Collection[int]) -> VoteQuestion:
    """The vote on a ruling: everybody at the table but the one it is about, clockwise from there."""
    others = ((ruling.seat + step) % seats for step in range(1, seats))
    return VoteQuestion(voters=tuple(seat for seat in others if seat not in away))


def poll(ruling: Ruling, voter: int) -> Notice:
    """How the host asks a voter about a ruling."""
    return Notice("vote_wrong?" if ruling.accepted else "vote_right?", {"seat": voter, "word": ruling.word})
