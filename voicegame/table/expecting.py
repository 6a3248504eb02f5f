"""What may be said at the table in each of its states."""

from __future__ import annotations

from typing import TypeVar

from voicegame.games.protocol import GameState, Prompt
from voicegame.lexicon.verdicts import Expectation
from voicegame.table.questions import ClaimQuestion, EnquiryQuestion, Question, QuitQuestion, VoteQuestion
from voicegame.table.talk import Talk

State = TypeVar("State", bound=GameState)

#: Understood in every state of a game in progress.
ANY_TIME = ("pause", "repeat", "score", "quit")
#: Understood while the game stands still.
WHILE_PAUSED = ("go_on", "repeat", "score", "quit")


def expected(
    talk: Talk[State],
    state: State,
    prompt: Prompt,
    *,
    paused: bool,
    question: Question | None,
    objections: tuple[str, ...],
) -> Expectation:
    """What may be said.

    question: the host's own, if one is open. objections: what may be said against the last ruling.
    """
    if prompt.kind in ("draw", "over"):
        return Expectation()
    anytime = talk.anytime(state)
    if paused:
        return Expectation(commands=(*(name for name in anytime if name != "undo"), *WHILE_PAUSED))
    match question:
        case ClaimQuestion():
            words, again = talk.words(state, prompt), talk.commands(state, prompt)
            return Expectation(words=words, commands=("yes", "no", *again, *ANY_TIME), answering=True)
        case EnquiryQuestion():
            return Expectation(words=talk.words(state, prompt), commands=ANY_TIME, answering=True)
        case QuitQuestion() | VoteQuestion():
            return Expectation(commands=("yes", "no"))
    words, commands = talk.words(state, prompt), talk.commands(state, prompt)
    return Expectation(words=words, commands=(*commands, *objections, *anytime, *ANY_TIME))
