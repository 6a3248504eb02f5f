"""Which game may be gone on with: the last one of its kind, if it stopped before its end."""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path

from voicegame.assembly import load_lexicon, new_table, settings_of
from voicegame.errors import UserError
from voicegame.past_games import Shelf
from voicegame.table.actions import Finished, Heard
from voicegame.table.journal import Story, is_played, read

#: How far back to look past journals that hold no game.
_LOOK = 5


def unfinished(shelf: Shelf, game: str, players: Sequence[str] | None) -> tuple[Path, Story] | None:
    """The last game of a kind, if it was not played to its end, is not being played now, and is of these players.

    players: None for anybody. A journal in which nobody has said anything yet is no game.
    """
    for path in shelf.journals(game)[:_LOOK]:
        try:
            story = read(path)
        except UserError:
            continue
        if not any(isinstance(action, Heard) for action in story.actions):
            continue
        if is_played(path) or not os.access(path, os.W_OK) or is_over(story, path) is not False:
            return None
        return (path, story) if players is None or tuple(players) == story.header.players else None
    return None


def played_to_its_end(path: Path) -> bool:
    """Whether the game of a journal is over: won, or the players ended it. False where that can't be told."""
    try:
        return is_over(read(path), path) is True
    except UserError:
        return False


def is_over(story: Story, path: Path) -> bool | None:
    """The same of a journal that was read; None where its game can't be gone on with at all."""
    if story.actions and isinstance(story.actions[-1], Finished) and story.actions[-1].reason == "quit":
        return True
    try:
        kind, settings = settings_of(story, path)
        lexicon = load_lexicon(settings.lexicon, settings.language) if kind.replay_needs_words(settings) else None
        table, _ = new_table(kind, settings, story.header.players, lexicon)
        for action in story.actions:
            table.act(action)
    except (UserError, ValueError, LookupError, TypeError, AssertionError, OverflowError):
        return None
    stopped = bool(story.actions) and isinstance(story.actions[-1], Finished)
    return table.prompt.kind == "over" or (table.over and not stopped)  # "end the game", said and confirmed
