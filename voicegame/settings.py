"""The settings of a game, typed: defaults from ``config/``, then a user's file, the environment, the command line.

Whatever is wrong becomes one sentence with the file, the line and the remedy (:class:`voicegame.errors.UserError`).
"""

from __future__ import annotations

import os
import re
import unicodedata
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Annotated, Any, ClassVar, Literal, TypeVar

from pydantic import AfterValidator, BaseModel, ConfigDict, Field

from voicegame import typed_yaml
from voicegame.errors import UserError
from voicegame.games import buyword, kirdy
from voicegame.games.bag import Bag
from voicegame.games.buyword_state import MOST, MOST_PLAYERS, BuywordRules
from voicegame.games.kirdy import KirdyRules
from voicegame.games.protocol import IllegalAction
from voicegame.lexicon.claim_forms import ClaimCue
from voicegame.paths import CONFIG, lexicon_folder
from voicegame.strict_yaml import Key
from voicegame.typed_yaml import Allowed

LONGEST_NAME = 24  # characters
_NOT_IN_NAMES = ":,@"  # signs of the typed lines "@SECONDS NAME: TEXT" and of "--players Ann,Bob"

#: auto: Vosk beside the phoneme ear where a model for the language is found, else the phoneme ear alone.
EARS = ("auto", "phonemes", "vosk", "both")
_PORT = r"[1-9][0-9]{0,3}|[1-5][0-9]{4}|6[0-4][0-9]{3}|65[0-4][0-9]{2}|655[0-2][0-9]|6553[0-5]"  # up to 65535
#: A server of speech to text, or text to speech, on the user's own network.
WYOMING = re.compile(rf"wyoming://([A-Za-z0-9._-]+|\[[0-9A-Fa-f:.]+\]):({_PORT})")


def _ear(name: str) -> str:
    if name not in EARS and not WYOMING.fullmatch(name):
        raise ValueError
    return name


def _server(address: str | None) -> str | None:
    if address is not None and not WYOMING.fullmatch(address):
        raise ValueError
    return address


EarName = Annotated[str, AfterValidator(_ear), Allowed("auto, phonemes, vosk, both, or wyoming://HOST:PORT")]
Server = Annotated[str | None, AfterValidator(_server), Allowed("wyoming://HOST:PORT, or null")]

Count = Annotated[int, Field(ge=0, le=99)]
Points = Annotated[int, Field(ge=1, le=1_000_000)]
Wilds = Annotated[int, Field(ge=0, le=20)]
Text = Annotated[str, Field(min_length=1)]


class _Settings(BaseModel):
    model_config = ConfigDict(strict=True, frozen=True, extra="forbid", allow_inf_nan=False)


class VoiceSettings(_Settings):
    """rate: words a minute, of this system's voice. server: one that speaks in its place."""

    rate: int = Field(ge=80, le=450)
    server: Server = None  # a journal of an earlier version doesn't have it


class TableSettings(_Settings):
    """What every game is played with; each key is described in ``config/``."""

    #: "voice: wyoming://HOST:PORT" is short for that as its server.
    SHORT: ClassVar[Mapping[str, str]] = {"voice": "server"}

    players: tuple[str, ...]
    language: Text
    lexicon: Literal["kids", "everyday", "full"]
    host: Literal["brief", "full"]
    claim_cue: ClaimCue = "none"  # a journal of an earlier version doesn't have it
    ear: EarName = "auto"  # a journal of an earlier version doesn't have it
    microphone: Text | None
    loudspeaker: Text | None
    pause_after_silence: float | None = Field(ge=30, le=86_400, default=None)  # journals of before lack it
    voice: VoiceSettings
    start_phrases: tuple[Text, ...] = ()  # a journal of an earlier version doesn't have it
    board: bool = False  # a journal of an earlier version doesn't have it
    fewest_players: int
    most_players: int
    bags: dict[str, dict[str, Count]]

    def fault(self) -> tuple[Key, str] | None:
        """The first key whose value doesn't go with the others, and why."""
        if self.fewest_players > self.most_players:
            return ("fewest_players",), f"fewest_players is {self.fewest_players}, above most_players; lower it"
        for language, letters in self.bags.items():
            for letter in letters:
                if not (len(letter) == 1 and letter.isascii() and letter.isupper()):
                    return ("bags", language, letter), f"the tile '{letter}' is no letter from A to Z; mend the bag"
            kinds, tiles = sum(count > 0 for count in letters.values()), sum(letters.values())
            if kinds < 2 or tiles < self.fewest_tiles:
                reason = f"the bag has {tiles} tiles; it needs {self.fewest_tiles} or more, of two letters or more"
                return ("bags", language), reason
        if self.language not in self.bags:
            languages = " or ".join(sorted(self.bags))
            return ("language",), f"there is no bag for the language '{self.language}'; take {languages}"
        return None

    def seated(self, names: Sequence[str]) -> tuple[str, ...]:
        """The players' names, tidied; UserError if one can't be used or so many can't play by these rules."""
        tidy = check_players(names)
        try:
            self.verify_players(len(tidy))
        except IllegalAction as error:
            remedy = "; name as many with --players or in the settings" if error.code == "player_count" else ""
            raise UserError(f"{str(error).rstrip('.')}{remedy}.") from None
        return tidy

    @property
    def rules(self) -> Any:
        """The house rules, as the game takes them."""
        raise NotImplementedError

    @property
    def fewest_tiles(self) -> int:
        """How many tiles the bag must have."""
        raise NotImplementedError

    def verify_players(self, count: int) -> None:
        """IllegalAction if so many can't play by these rules."""
        raise NotImplementedError


class KirdySettings(TableSettings):
    """The keys of ``config/kirdy.yaml``."""

    fewest_players: int = Field(ge=2, le=20)
    most_players: int = Field(ge=2, le=20)
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

    @property
    def fewest_tiles(self) -> int:
        return max(self.most_players, self.letters_at_start)

    def verify_players(self, count: int) -> None:
        kirdy.verify_players(count, self.rules)


class BuywordSettings(TableSettings):
    """The keys of ``config/buyword.yaml``."""

    fewest_players: int = Field(ge=1, le=4)
    most_players: int = Field(ge=1, le=4)
    money: int = Field(ge=1, le=10_000)
    wilds_alone: Wilds
    wilds_for_two: Wilds
    wilds_for_three: Wilds
    wilds_for_four: Wilds
    pips: dict[str, dict[str, Annotated[int, Field(ge=1, le=20)]]]
    shortest_word: int = Field(ge=2, le=8)
    hand_limit: int | None = Field(ge=1, le=100)
    leader_passes: Literal["left", "right"]
    fair: Points
    good: Points
    outstanding: Points
    variants: tuple[
        Literal["auction", "trade", "trade_with_cash", "draft", "crossword", "limit_10", "no_limit", "themes"], ...
    ]
    theme: Text | None
    hints: bool

    @property
    def rules(self) -> BuywordRules:
        """The house rules, as the game takes them."""
        return BuywordRules(
            fewest_players=self.fewest_players,
            most_players=self.most_players,
            money=self.money,
            wilds=(self.wilds_alone, self.wilds_for_two, self.wilds_for_three, self.wilds_for_four),
            bag=Bag.of(self.bags[self.language]),
            pips=tuple(sorted(self.pips[self.language].items())),
            shortest_word=self.shortest_word,
            hand_limit=self.hand_limit,
            leader_passes=self.leader_passes,
            fair=self.fair,
            good=self.good,
            outstanding=self.outstanding,
            variants=frozenset(self.variants),
            theme=self.theme,
        )

    def fault(self) -> tuple[Key, str] | None:
        fault = super().fault()
        if fault:
            return fault
        without = sorted(set(self.bags[self.language]) - set(self.pips.get(self.language, {})))
        if without:
            return ("bags", self.language, without[0]), f"the tile {without[0]} has no pips; add it under pips"
        if not self.fair <= self.good <= self.outstanding:
            return ("good",), f"good is {self.good}, which is not between fair and outstanding; mend one of them"
        try:
            buyword.verify_variants(MOST_PLAYERS, self.rules)
        except IllegalAction as error:
            return ("variants",), str(error).rstrip(".")
        if self.theme is not None and "themes" not in self.variants:
            return ("theme",), "a theme needs the variant themes, which is not played; add it, or leave the theme out"
        return None

    @property
    def fewest_tiles(self) -> int:
        return MOST * self.most_players  # one round at least

    def verify_players(self, count: int) -> None:
        buyword.verify_players(count, self.rules)
        buyword.verify_variants(count, self.rules)


_DEFAULTS: dict[type[TableSettings], str] = {KirdySettings: "kirdy.yaml", BuywordSettings: "buyword.yaml"}


def load_buyword(path: Path | None = None, given: Mapping[str, object] | None = None) -> BuywordSettings:
    """The settings of BuyWord; as :func:`load_kirdy`, with the number of players by B1 and the variants."""
    return sourced(BuywordSettings, path, given)[0]


def load_kirdy(path: Path | None = None, given: Mapping[str, object] | None = None) -> KirdySettings:
    """The settings of KIRDY: what ``config/`` says, the user's file over it, the environment, and the command line.

    path: the user's file, which need hold only the keys to change. given: values from the command line, by key; an
    error calls the key by its option ("--target"). Players, if there are any, are checked with their number (K1).
    """
    return sourced(KirdySettings, path, given)[0]


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


def sourced(
    model: type[M], path: Path | None = None, given: Mapping[str, object] | None = None
) -> tuple[M, typed_yaml.Sources]:
    """The settings, and where each of them comes from. UserError for the first thing wrong."""
    found = typed_yaml.sources(model, CONFIG / _DEFAULTS[model], path, given or {}, os.environ)
    settings, faults = typed_yaml.validated(model, found, _name_fault)
    if settings is None:
        raise faults[0]
    return _agreed(settings, found), found


def faults(model: type[TableSettings], path: Path) -> list[UserError]:
    """All that is wrong with a settings file, taken by itself."""
    found = typed_yaml.sources(model, CONFIG / _DEFAULTS[model], path, {})
    settings, wrong = typed_yaml.validated(model, found, _name_fault)
    if settings is None:
        return wrong
    try:
        lexicon_folder(_agreed(settings, found).language)
    except UserError as error:
        return [error]
    return []


def _agreed(settings: M, sources: typed_yaml.Sources) -> M:
    """The settings with the players' names tidied; UserError if values don't go together."""
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
