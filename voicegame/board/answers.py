"""Buttons for what may be said now, each with the line that it types."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass


@dataclass(frozen=True)
class Answer:
    """label: what the button says; line: what it types."""

    label: str
    line: str


_ANSWERS = {
    "yes": Answer("Yes", "yes"),
    "no": Answer("No", "no"),
    "stop": Answer("Stop", "stop"),
    "carry_on": Answer("Carry on", "carry on"),
    "roll": Answer("Roll the die", "roll"),
    "buy": Answer("Buy", "buy"),
    "pass": Answer("Pass", "pass"),
    "done": Answer("Done", "done"),
}
_TOOLS = {
    "right": Answer("That was right", "that was right"),
    "wrong": Answer("That was wrong", "that was wrong"),
    "undo": Answer("Undo", "undo"),
    "pause": Answer("Pause", "pause"),
    "go_on": Answer("Go on", "go on"),
    "repeat": Answer("Repeat", "repeat"),
    "quit": Answer("End the game", "end the game"),
}
#: How far above the least bid the buttons go; any other bid can be typed or said.
_RAISES = (0, 4, 9, 24, 49)


def answers(commands: Sequence[str], players: Sequence[str], seat: int | None) -> list[Answer]:
    """Buttons for the commands that answer what is waited for. seat: who answers, who can't swap with themselves."""
    return [answer for command in commands for answer in _of(command, players, seat)]


def tools(commands: Sequence[str]) -> list[Answer]:
    """Buttons for what may be said beside: an objection, a pause."""
    return [_TOOLS[command] for command in _TOOLS if command in commands]


def _of(command: str, players: Sequence[str], seat: int | None) -> Iterator[Answer]:
    if command in _ANSWERS:
        yield _ANSWERS[command]
        return
    name, _, argument = command.partition(":")
    match name:
        case "letter":
            yield Answer(argument, f"{argument}")
        case "number":
            least, most = map(int, argument.split(".."))
            yield from (Answer(str(number), str(number)) for number in range(least, most + 1))
        case "bid":
            least, most = map(int, argument.split(".."))
            bids = (least + more for more in _RAISES if least + more <= most)
            yield from (Answer(f"Bid ${bid}", f"bid {bid}") for bid in bids)
        case "swap":
            others = (player for at, player in enumerate(players) if at != seat)
            yield from (Answer(f"Swap with {player}", f"swap with {player}") for player in others)
