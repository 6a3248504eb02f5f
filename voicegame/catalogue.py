"""The games that can be played: one entry each, and the only place that lists them."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from voicegame.errors import UserError
from voicegame.games.buyword import Buyword
from voicegame.games.buyword_state import CROSSWORD, FACES
from voicegame.games.kirdy import Kirdy
from voicegame.games.protocol import Game
from voicegame.lexicon.lexicon import Lexicon
from voicegame.lexicon.verdicts import WordRule
from voicegame.settings import BuywordSettings, KirdySettings, TableSettings, load_buyword, load_kirdy
from voicegame.table.buyword_advice import Adviser
from voicegame.table.buyword_talk import BuywordTalk
from voicegame.table.events import Notice
from voicegame.table.kirdy_talk import KirdyTalk
from voicegame.table.talk import Talk


@dataclass(frozen=True)
class Kind:
    """One game: its rules, its settings, and how it is talked about.

    talk: makes the Talk from settings and the word list; None where a journal is only told again.
    replay_needs_words: whether what happens depends on the word list beyond the verdicts that the journal holds.
    faces: of its die, if it has one.
    """

    game: Game[Any, Any]
    settings: type[TableSettings]
    load: Callable[[Path | None, Mapping[str, object]], TableSettings]
    talk: Callable[[Any, Lexicon | None], Talk[Any]]
    replay_needs_words: Callable[[Any], bool] = lambda _: False
    faces: Sequence[str] = ()

    @property
    def name(self) -> str:
        """What the game is called on the command line and in journals."""
        return self.game.name


@dataclass(frozen=True)
class Teller:
    """Says whether there was a word after nobody found one, and which: an everyday word first (K20)."""

    lexicon: Lexicon
    how: str

    def __call__(self, rule: WordRule) -> Notice | None:
        if self.how == "nothing":
            return None
        known = known_first(self.lexicon, rule, 1)
        if not known:
            return Notice("no_word_existed")
        return Notice("a_word_existed") if self.how == "exists" else Notice("told_word", {"word": known[0]})


def known_first(lexicon: Lexicon, rule: WordRule, most: int) -> list[str]:
    """Words that the rule allows, the best known first, then the shortest; swear words are never told."""
    rows = [int(row) for row in rule.rows(lexicon) if not lexicon.is_vulgar(int(row))]
    rows.sort(key=lambda row: (lexicon.sizes[row], len(lexicon.words[row]), row))
    return [lexicon.words[row] for row in rows[:most]]


def _kirdy_talk(settings: KirdySettings, lexicon: Lexicon | None) -> KirdyTalk:
    return KirdyTalk(None if lexicon is None else Teller(lexicon, settings.tell_after_loss))


def _buyword_talk(settings: BuywordSettings, lexicon: Lexicon | None) -> BuywordTalk:
    return BuywordTalk(None if lexicon is None else Adviser(lexicon, hints=settings.hints))


#: By name.
GAMES: dict[str, Kind] = {
    kind.name: kind
    for kind in (
        Kind(Kirdy(), KirdySettings, load_kirdy, _kirdy_talk),
        Kind(
            Buyword(),
            BuywordSettings,
            load_buyword,
            _buyword_talk,
            replay_needs_words=lambda settings: CROSSWORD in settings.variants,
            faces=FACES,
        ),
    )
}


def kind_of(name: str, path: Path) -> Kind:
    """The game of a journal. Raises ``UserError`` for one that this program doesn't know."""
    if name not in GAMES:
        raise UserError(f"{path} holds a game of {name}, which this voicegame can't play: update it.")
    return GAMES[name]
