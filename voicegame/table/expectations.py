"""From what a game waits for to which words are right: the one place that knows both."""

from __future__ import annotations

from voicegame.games.protocol import Prompt
from voicegame.lexicon.verdicts import WordRule
from voicegame.lexicon.word_rules import InOrder


def word_rule(prompt: Prompt) -> WordRule | None:
    """The rule that a word must meet now, or None where the game waits for no word."""
    match prompt.kind:
        case "word":
            return InOrder(prompt.letters, prompt.used)
    return None
