"""The whole of what the page shows, made from the table and the chronicle; plain data, seats as numbers."""

from __future__ import annotations

from dataclasses import asdict, replace
from typing import Any

from voicegame.board.answers import answers, tools
from voicegame.board.chronicle import Chronicle, GoodWord
from voicegame.games import buyword_state, kirdy
from voicegame.games.protocol import Prompt
from voicegame.games.spelling import pips_of, price_of
from voicegame.hearing.audio import to_seconds
from voicegame.table.core import Table
from voicegame.table.questions import ClaimQuestion, Question, QuitQuestion, VoteQuestion

#: Rungs of the stake ladder that are always shown.
LEAST_RUNGS = 5

_NO_WORD_FOR = ("draw", "over")


def view(table: Table[Any, Any], chronicle: Chronicle, question_text: str, target: int | None) -> dict[str, Any]:
    """All that is shown now. question_text: the host's question that is open, or ""."""
    state, prompt = table.state, table.prompt
    shown = {
        "players": list(state.players),
        "scores": list(state.scores),
        "target": target,
        "kind": prompt.kind,
        "seat": prompt.seat,
        "bag": state.bag.total,
        "paused": table.paused,
        "over": table.over,
        "ended": chronicle.ended,
        "winners": list(chronicle.winners),
        "glass": _glass(table, prompt),
        "question": _question(table, prompt, question_text),
        "words_wanted": table.expectation.words is not None,
        "tools": [asdict(answer) for answer in tools(table.expectation.commands)],
        "heard": [asdict(heard) for heard in chronicle.heard],
        "said": [asdict(said) for said in chronicle.said],
        "turn_number": chronicle.turn,
        "words": [asdict(word) for word in _words(state, chronicle)],
        "away": sorted(getattr(state, "away", ())),
    }
    if isinstance(state, kirdy.State):
        return {"game": "kirdy", **shown, "kirdy": _kirdy(state)}
    if isinstance(state, buyword_state.State):
        return {"game": "buyword", **shown, "buyword": _buyword(state, chronicle)}
    return {"game": "", **shown}


def question_key(table: Table[Any, Any]) -> tuple[Prompt, Question | None]:
    """Changes when another question is open, not when time passes."""
    question = table.question
    return table.prompt, None if question is None else replace(question, until=None)


def _glass(table: Table[Any, Any], prompt: Prompt) -> dict[str, Any] | None:
    """The sand-glass. left: seconds; running: whether the sand runs; waiting: it will be turned when the host ends."""
    if prompt.seconds is None or table.over:
        return None
    floor = table.floor
    if floor is None:
        full = prompt.seconds
        return {"seat": prompt.seat, "seconds": full, "left": full, "running": False, "waiting": True}
    left = floor.left(table.now)
    return {
        "seat": floor.seat,
        "seconds": prompt.seconds,
        "left": prompt.seconds if left is None else min(prompt.seconds, to_seconds(left)),
        "running": floor.held is None and table.question is None and not table.paused,
        "waiting": False,
    }


def _question(table: Table[Any, Any], prompt: Prompt, text: str) -> dict[str, Any] | None:
    """The question that is open: who answers, with which buttons, and how many seconds are left for it."""
    if table.over or table.paused:
        return None
    question = table.question
    seat, commands = prompt.seat, table.expectation.commands
    match question:
        case ClaimQuestion():
            seat, commands = question.seat, ("yes", "no")
        case VoteQuestion():
            seat = question.voters[0]
        case QuitQuestion():
            seat = None
    buttons = answers(commands, table.state.players, seat)
    if not buttons and question is None:
        return None
    left = None if question is None or question.until is None else to_seconds(max(0, question.until - table.now))
    return {"text": text, "seat": seat, "answers": [asdict(button) for button in buttons], "left": left}


def _words(state: Any, chronicle: Chronicle) -> list[GoodWord]:
    """The words of this turn, in KIRDY those that the rules count now: a vote may have gone back to an earlier turn."""
    if not isinstance(state, kirdy.State):
        return chronicle.words_of_turn
    latest = {word.word: word for word in chronicle.words}
    return [latest[word] for word in state.used if word in latest]


def _kirdy(state: kirdy.State) -> dict[str, Any]:
    rules, seats = state.rules, len(state.players)
    fewest = rules.letters_at_start
    rungs = range(fewest, max(len(state.letters) + 2, fewest + LEAST_RUNGS))
    asked = [] if state.phase != "steal" else [(state.turn + step) % seats for step in range(1, seats)]
    return {
        "turn": None if state.phase in ("starter", "over") else state.turn,
        "letters": list(state.letters),
        "stake": state.stake,
        "next": kirdy.stake_for(max(len(state.letters), fewest), rules),
        "ladder": [{"letters": letters, "points": kirdy.stake_for(letters, rules)} for letters in rungs],
        "draws": [list(draw) for draw in state.draws],
        "stealing": state.phase == "steal",
        "prize": state.stake or rules.steal_on_first_pair,
        "windows": [
            {"seat": seat, "state": "now" if at == state.asked else "done" if at < state.asked else "waits"}
            for at, seat in enumerate(asked, 1)
            if seat not in state.away
        ],
        "used": list(state.used),
    }  # fmt: skip


def _buyword(state: buyword_state.State, chronicle: Chronicle) -> dict[str, Any]:
    pips = dict(state.rules.pips)
    offer = state.offer
    return {
        "leader": state.leader,
        "current": None if state.phase in ("roll", "number", "over") else state.seat,
        "phase": state.phase,
        "face": chronicle.face if state.phase != "roll" else None,
        "number": state.number,
        "pips": pips,
        "sets": [
            {"letters": list(letters), "pips": pips_of(letters, pips), "price": price_of(pips_of(letters, pips))}
            for letters in state.sets
        ],
        "hands": [list(hand.tiles) for hand in state.hands],
        "wilds": list(state.wilds),
        "wild_for": state.wild_for,
        "pool": list(state.pool),
        "auction": {"high": state.high, "bidder": state.bidder} if state.phase == "bid" else None,
        "offer": None if offer is None else {"seat": offer.seat, "to": offer.to_seat, "cash": offer.cash},
        "crossword": state.has(buyword_state.CROSSWORD),
        "grid": [
            {"row": row, "column": column, "letter": tile.letter, "wild": tile.wild}
            for (row, column), tile in state.grid.placed
        ],
        "theme": state.rules.theme if state.has(buyword_state.THEMES) else None,
        "limit": state.rules.limit,
        "excess": buyword_state.excess_of(state) if state.phase == "discard" else 0,
        "last": state.last,
    }  # fmt: skip
