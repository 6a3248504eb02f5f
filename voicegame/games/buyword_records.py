"""What can be done in BuyWord and what happens in it, beyond what every game has."""

from __future__ import annotations

from dataclasses import dataclass

from voicegame.games.protocol import Action, Event

# ---- Actions


@dataclass(frozen=True)
class Roll(Action):
    """The die falls. face: "2", "3", "4", "5" or "choice" (B5)."""

    name = "roll"
    face: str


@dataclass(frozen=True)
class Amount(Action):
    """A player names an amount: how many tiles to draw (B6), or dollars bid (V1)."""

    name = "amount"
    seat: int
    amount: int


@dataclass(frozen=True)
class Take(Action):
    """A player takes a tile from those laid out (V4)."""

    name = "take"
    seat: int
    tile: str


@dataclass(frozen=True)
class Offer(Action):
    """A player offers to swap drawn sets with another (V2). cash: dollars on top; below 0, dollars asked for (V3)."""

    name = "offer"
    seat: int
    to_seat: int
    cash: int


@dataclass(frozen=True)
class NameWild(Action):
    """A player wants a wild for this letter of the next word; None: only where the hand lacks a letter (B12)."""

    name = "name_wild"
    seat: int
    letter: str | None


@dataclass(frozen=True)
class Place(Action):
    """A player lays a word that the judge accepts, with all words it makes, on the crossword (V5).

    row, column: of its first letter; the first word begins at 0, 0. across: to the right, else downwards.
    """

    name = "place"
    seat: int
    word: str
    row: int
    column: int
    across: bool


@dataclass(frozen=True)
class ThemeVote(Action):
    """The others voted on whether the word belongs to the theme (V7)."""

    name = "theme_vote"
    ayes: int
    noes: int


@dataclass(frozen=True)
class Discard(Action):
    """A player gives up letter tiles above the limit (B14), one or several."""

    name = "discard"
    seat: int
    tiles: tuple[str, ...]


# ---- Events


@dataclass(frozen=True)
class LeaderChanged(Event):
    """The die is this player's now (B15)."""

    name = "leader"
    seat: int


@dataclass(frozen=True)
class Rolled(Event):
    """The leader's die shows this face (B5)."""

    name = "rolled"
    seat: int
    face: str


@dataclass(frozen=True)
class NumberNamed(Event):
    """The leader chose how many tiles everyone draws (B6)."""

    name = "number_named"
    seat: int
    number: int


@dataclass(frozen=True)
class BagEnded(Event):
    """Too few tiles for everyone: they leave the game, and after this round's selling it ends (B16)."""

    name = "bag_ended"
    letters: tuple[str, ...]


@dataclass(frozen=True)
class LaidOut(Event):
    """The leader laid out tiles for everyone to take from (V4)."""

    name = "laid_out"
    seat: int
    letters: tuple[str, ...]


@dataclass(frozen=True)
class TileTaken(Event):
    """A player took a tile from those laid out (V4)."""

    name = "tile_taken"
    seat: int
    letter: str


@dataclass(frozen=True)
class SetDrawn(Event):
    """The set that a player may buy (B7). price: dollars, the square of the pips."""

    name = "set_drawn"
    seat: int
    letters: tuple[str, ...]
    pips: int
    price: int


@dataclass(frozen=True)
class Offered(Event):
    """A swap was offered, and waits for an answer (V2, V3). cash: dollars that the offering player adds."""

    name = "offered"
    seat: int
    to_seat: int
    cash: int


@dataclass(frozen=True)
class Swapped(Event):
    """Two players swapped their drawn sets (V2, V3). cash: dollars that the first paid the second."""

    name = "swapped"
    seat: int
    to_seat: int
    cash: int


@dataclass(frozen=True)
class SetBought(Event):
    """A player bought the set (B8)."""

    name = "set_bought"
    seat: int
    letters: tuple[str, ...]
    price: int


@dataclass(frozen=True)
class SetDiscarded(Event):
    """The set left the game (B10). reason: "pass", "money" (it costs more than the player has, B9) or "no_bid" (V1)."""

    name = "set_discarded"
    seat: int
    letters: tuple[str, ...]
    price: int
    reason: str


@dataclass(frozen=True)
class Bidden(Event):
    """A player bids so many dollars (V1)."""

    name = "bid"
    seat: int
    amount: int


@dataclass(frozen=True)
class CannotBid(Event):
    """A player has too little money to bid (V1). least: the dollars that a bid would need."""

    name = "cannot_bid"
    seat: int
    least: int


@dataclass(frozen=True)
class Auctioned(Event):
    """The highest bidder pays the bank and takes the set (V1). from_seat: who drew it."""

    name = "auctioned"
    seat: int
    from_seat: int
    letters: tuple[str, ...]
    amount: int


@dataclass(frozen=True)
class WildNamed(Event):
    """The next word of this player uses a wild for this letter; None: as the hand needs (B12)."""

    name = "wild_named"
    seat: int
    letter: str | None


@dataclass(frozen=True)
class WordSold(Event):
    """A player sold a word (B11).

    words: every word that was paid: the word itself, and in a crossword those that it made (V5).
    pips: of the word itself; price: dollars for all of the words; wild: the letter that a wild stands for.
    """

    name = "word_sold"
    seat: int
    word: str
    words: tuple[str, ...]
    pips: int
    price: int
    wild: str | None


@dataclass(frozen=True)
class ThemeAsked(Event):
    """The others are asked whether the word belongs to the theme (V7)."""

    name = "theme_asked"
    seat: int
    word: str


@dataclass(frozen=True)
class Discarded(Event):
    """Tiles above the limit left the game (B14)."""

    name = "discarded"
    seat: int
    letters: tuple[str, ...]


@dataclass(frozen=True)
class WinShared(Event):
    """The game is over, and these players have the most money alike (B17)."""

    name = "win_shared"
    seats: tuple[int, ...]


@dataclass(frozen=True)
class SoloResult(Event):
    """A game alone is over (B18). grade: "outstanding", "good", "fair" or "none"."""

    name = "solo_result"
    seat: int
    money: int
    grade: str
