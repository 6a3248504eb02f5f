"""The settings of a game, typed: defaults from ``config/``, a user's file over them, the command line over both.

Whatever is wrong becomes one sentence with the file, the line and the remedy (:class:`voicegame.errors.UserError`).
"""

from __future__ import annotations

import unicodedata
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Annotated, Literal, TypeVar

from pydantic import BaseModel, ConfigDict, Field

from voicegame import typed_yaml
from voicegame.errors import UserError
from voicegame.games import kirdy
from voicegame.games.bag import Bag
from voicegame.games.kirdy import KirdyRules
from voicegame.games.protocol import IllegalAction
from voicegame.paths import CONFIG
from voicegame.strict_yaml import Key

LONGEST_NAME = 24  # characters
_NOT_IN_NAMES = ":,@"  # signs of the typed lines "@SECONDS NAME: TEXT" and of "--players Ann,Bob"

Count = Annotated[int, Field(ge=0, le=99)]
Points = Annotated[int, Field(ge=1, le=1_000_000)]
Text = Annotated[str, Field(min_length=1)]


class _Settings(BaseModel):
    model_config = ConfigDict(strict=True, frozen=True, extra="forbid", allow_inf_nan=False)


class VoiceSettings(_Settings):
    """rate: words a minute."""

    rate: int = Field(ge=80, le=450)


class TableSettings(_Settings):
    """What every game is played with; each key is described in ``config/kirdy.yaml``."""

    players: tuple[str, ...]
    language: Text
    lexicon: Literal["kids", "everyday", "full"]
    host: Literal["brief", "full"]
    microphone: Text | None
    loudspeaker: Text | None
    voice: VoiceSettings

    def fault(self) -> tuple[Key, str] | None:
        """The first key whose value doesn't go with the others, and why."""
        raise NotImplementedError

    def seated(self, names: Sequence[str]) -> tuple[str, ...]:
        """The players' names, tidied; UserError if a name can't be used or there are too few or too many."""
        raise NotImplementedError


class KirdySettings(TableSettings):
    """The keys of ``config/kirdy.yaml``."""

    fewest_players: int = Field(ge=2, le=20)
    most_players: int = Field(ge=2, le=20)
    bags: dict[str, dict[str, Count]]
    letters_at_start: int = Field(ge=1, le=6)
    seconds: float = Field(ge=5, le=3600)
    first_stake: Points
    stake_factor: int = Field(ge=1, le=10)
    window_seconds: float = Field(ge=1, le=600)
    steal_on_first_pair: int = Field(ge=0, le=1_000_000)
    suggestions_per_window: int = Field(ge=1, le=100)
    target: Points
    tell_after_loss: Literal["word", "exists", "nothing"]

    @property
    def rules(self) -> KirdyRules:
        """The house rules, as the game takes them."""
        return KirdyRules(
            fewest_players=self.fewest_players,
            most_players=self.most_players,
            bag=Bag.of(self.bags[self.language]),
            letters_at_start=self.letters_at_start,
            seconds=self.seconds,
            first_stake=self.first_stake,
            stake_factor=self.stake_factor,
            window_seconds=self.window_seconds,
            steal_on_first_pair=self.steal_on_first_pair,
            suggestions_per_window=self.suggestions_per_window,
            target=self.target,
            tell_after_loss=self.tell_after_loss,
        )

    def fault(self) -> tuple[Key, str] | None:
        if self.fewest_players > self.most_players:
            return ("fewest_players",), f"fewest_players is {self.fewest_players}, above most_players; lower it"
        for language, letters in self.bags.items():
            for letter in letters:
                if len(letter) != 1 or not letter.isupper():
                    return ("bags", language, letter), f"the tile '{letter}' is not one capital letter; mend the bag"
            kinds, tiles = sum(count > 0 for count in letters.values()), sum(letters.values())
            fewest = max(self.most_players, self.letters_at_start)
            if kinds < 2 or tiles < fewest:
                reason = f"the bag has {tiles} tiles; it needs {fewest} or more, of two letters or more"
                return ("bags", language), reason
        if self.language not in self.bags:
            languages = " or ".join(sorted(self.bags))
            return ("language",), f"there is no bag for the language '{self.language}'; take {languages}"
        return None

    def seated(self, names: Sequence[str]) -> tuple[str, ...]:
        tidy = check_players(names)
        try:
            kirdy.verify_players(len(tidy), self.rules)
        except IllegalAction as error:
            raise UserError(f"{str(error).rstrip('.')}; name as many with --players or in the settings.") from None
        return tidy


def load_kirdy(path: Path | None = None, given: Mapping[str, object] | None = None) -> KirdySettings:
    """The settings of KIRDY.

    path: the user's file, which need hold only the keys to change. given: values from the command line, by key; an
    error calls the key by its option ("--target"). Players, if there are any, are checked with their number (K1).
    """
    return _load(KirdySettings, CONFIG / "kirdy.yaml", path, given or {})


def check_players(names: Sequence[str]) -> tuple[str, ...]:
    """The names, tidied (outer blanks gone, accents composed); UserError if one can't be used."""
    tidy = _tidy(names)
    fault = _player_fault(tidy)
    if fault:
        raise UserError(f"{fault[1]}.")
    return tidy


def _tidy(names: Sequence[str]) -> tuple[str, ...]:
    return tuple(unicodedata.normalize("NFC", name.strip()) for name in names)


def _player_fault(names: Sequence[str]) -> tuple[int, str] | None:
    """The first name that can't be used, by its position, and why."""
    seen: set[str] = set()
    for at, name in enumerate(names):
        fault = _name_fault(name) if name else f"player {at + 1} has no name; write one"
        if name.casefold() in seen:
            fault = f"two players are called {name}; give one of them another name"
        if fault:
            return at, fault
        seen.add(name.casefold())
    return None


def _name_fault(name: str) -> str | None:
    """Why this can't be a player's name."""
    if len(name) > LONGEST_NAME:
        return f"the name {name[:LONGEST_NAME]!r}... is too long; use at most {LONGEST_NAME} characters"
    if not name.isprintable():
        return f"the name {name!r} holds a character that can't be printed; remove it"
    sign = next((sign for sign in _NOT_IN_NAMES if sign in name), None)
    if sign:
        return f"the name {name!r} holds the sign '{sign}', which typed lines use; leave it out"
    if name.replace(" ", "").isdigit():
        return f"the name {name!r} is only a number; add a letter"
    return None


M = TypeVar("M", bound=TableSettings)


def _load(model: type[M], defaults: Path, path: Path | None, given: Mapping[str, object]) -> M:
    settings, sources = typed_yaml.load(model, defaults, path, given, _name_fault)
    fault = settings.fault()
    if fault:
        raise sources.error(*fault)
    if not settings.players:
        return settings
    wrong_name = _player_fault(_tidy(settings.players))
    if wrong_name:
        raise sources.error(("players", wrong_name[0]), wrong_name[1])
    try:
        return settings.model_copy(update={"players": settings.seated(settings.players)})
    except UserError as error:
        raise sources.error(("players",), str(error).rstrip(".")) from None
