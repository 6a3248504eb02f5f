"""A game of BuyWord between two actions: the house rules, the state, and what it waits for."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Literal

from voicegame.games.actions import Refused, Word
from voicegame.games.bag import Bag
from voicegame.games.buyword_records import Offer, Place
from voicegame.games.grid import Grid
from voicegame.games.protocol import Prompt
from voicegame.games.spelling import pips_of, price_of

BUY, PASS, DONE, YES, NO = "buy", "pass", "done", "yes", "no"
CHOICE = "choice"
MOST_PLAYERS = 4  # B1
LEAST, MOST = 2, 5  # B5, B6: the numbers on the die
FACES = ("2", "3", "4", "5", CHOICE, CHOICE)  # B5

AUCTION, TRADE, CASH, DRAFT = "auction", "trade", "trade_with_cash", "draft"
CROSSWORD, LIMIT_10, NO_LIMIT, THEMES = "crossword", "limit_10", "no_limit", "themes"
VARIANTS = (AUCTION, TRADE, CASH, DRAFT, CROSSWORD, LIMIT_10, NO_LIMIT, THEMES)
NEED_OTHERS = (AUCTION, TRADE, CASH, DRAFT, THEMES)
AGAINST_EACH_OTHER = ((TRADE, CASH), (LIMIT_10, NO_LIMIT))

Phase = Literal[
    "roll", "number", "draw", "take", "trade", "agree", "buy", "bid", "sell", "theme", "discard", "over"
]  # fmt: skip

# B4: the only published listing lacks one of the 108 tiles; with an eleventh E, a reconstruction.
BAG = Bag.of(
    {"A": 8, "B": 2, "C": 4, "D": 4, "E": 11, "F": 3, "G": 4, "H": 4, "I": 7, "J": 2, "K": 2, "L": 4, "M": 3}
    | {"N": 6, "O": 8, "P": 4, "Q": 1, "R": 6, "S": 5, "T": 6, "U": 4, "V": 3, "W": 2, "X": 1, "Y": 2, "Z": 2}
)
_NO_TILES, _NO_WORDS = Bag(), Grid()
PIPS = tuple(
    sorted(
        (letter, pips)
        for pips, letters in ((1, "AEINORSTU"), (2, "CDGHKLP"), (3, "BFMVWY"), (4, "JQXZ"))
        for letter in letters
    )
)


@dataclass(frozen=True)
class BuywordRules:
    """The house rules. Every value stands in ``config/buyword.yaml`` with its rule number.

    fewest_players, most_players: how many may play, 4 at the most (B1).
    money: dollars that each starts with (B2).
    wilds: wild tiles for each player of a game of one, two, three and four (B3).
    bag: the letter tiles; pips: (letter, pips) for each of them (B4).
    shortest_word: letters (B12). hand_limit: letter tiles that stay in a hand, None for no limit (B14, V6).
    leader_passes: which way the die goes (B15).
    fair, good, outstanding: dollars that earn this grade alone (B18).
    variants: those of :data:`VARIANTS` that are played. theme: what words must belong to with "themes" (V7).
    """

    fewest_players: int = 1
    most_players: int = 4
    money: int = 200
    wilds: tuple[int, ...] = (8, 4, 3, 2)
    bag: Bag = BAG
    pips: tuple[tuple[str, int], ...] = PIPS
    shortest_word: int = 2
    hand_limit: int | None = 8
    leader_passes: Literal["left", "right"] = "left"
    fair: int = 800
    good: int = 900
    outstanding: int = 1000
    variants: frozenset[str] = frozenset()
    theme: str | None = None

    @property
    def limit(self) -> int | None:
        """Letter tiles that stay in a hand (B14), as the variant V6 has it."""
        if NO_LIMIT in self.variants:
            return None
        return 10 if LIMIT_10 in self.variants else self.hand_limit


@dataclass(frozen=True)
class Ruling:
    """The last ruling on a word, kept so that the table can reverse it (B19, K19).

    before: the state that the word was said in, itself without a ruling. action: the word, accepted or refused.
    """

    before: State
    action: Word | Place | Refused


@dataclass(frozen=True)
class State:
    """A game of BuyWord between two actions.

    players: names in clockwise order; all tuples below have an entry for each. bag: the tiles to draw from.
    gone: the letter tiles that have left the game, sold ones too. money: dollars. hands: letter tiles.
    wilds: how many wild tiles.
    sets: the tiles drawn this round and not yet bought, apart from the hand (B7).
    leader: whose the die is. at: the player who acts sits so many seats to the left of the leader.
    number: tiles for each, this round. pool: those laid out to take from (V4).
    offer: the swap that waits for an answer (V2). high, bidder, asked: the highest bid on the set, whose it is, and how
    many seats to the left of its owner has been asked last (V1).
    wild_for: the letter that the next word shall use a wild for (B12). pending: the word voted on (V7).
    grid: the words on the table (V5). last: whether the bag has ended (B16).
    winners: the seats with the most money, once the game is over (B17).
    """

    rules: BuywordRules
    players: tuple[str, ...]
    bag: Bag
    money: tuple[int, ...]
    hands: tuple[Bag, ...]
    wilds: tuple[int, ...]
    sets: tuple[tuple[str, ...], ...]
    gone: Bag = _NO_TILES
    phase: Phase = "roll"
    leader: int = 0
    at: int = 0
    number: int = 0
    pool: tuple[str, ...] = ()
    offer: Offer | None = None
    high: int = 0
    bidder: int | None = None
    asked: int = 0
    wild_for: str | None = None
    pending: Word | Place | None = None
    grid: Grid = _NO_WORDS
    last: bool = False
    winners: tuple[int, ...] = ()
    ruling: Ruling | None = None

    @property
    def scores(self) -> tuple[int, ...]:
        """Dollars, which are the points of this game."""
        return self.money

    @property
    def seats(self) -> int:
        """How many play."""
        return len(self.players)

    @property
    def seat(self) -> int:
        """Whose go it is in the round: who draws, buys, sells or discards, or whose set is auctioned."""
        return (self.leader + self.at) % self.seats

    @property
    def speaker(self) -> int | None:
        """Whose action is awaited, None where it is nobody's in particular."""
        if self.phase == "agree" and self.offer is not None:
            return self.offer.to_seat
        if self.phase == "bid":
            return (self.seat + self.asked) % self.seats
        if self.phase == "over":
            return self.winners[0] if len(self.winners) == 1 else None
        return None if self.phase == "theme" else self.seat

    def has(self, variant: str) -> bool:
        """Whether the variant is played."""
        return variant in self.rules.variants


def prompt_of(state: State) -> Prompt:
    """What the game waits for."""
    seat = state.speaker
    match state.phase:
        case "number":
            return Prompt("number", seat, least=LEAST, most=MOST)
        case "draw":
            return Prompt("draw", seat, tiles=state.number * (state.seats if state.has(DRAFT) else 1))
        case "take":
            return Prompt("take", seat, letters=state.pool)
        case "trade":
            most = state.money[state.seat] if state.has(CASH) else 0
            least = -max(state.money) if state.has(CASH) else 0
            others = tuple(other for other in range(state.seats) if other != state.seat)
            own = state.sets[state.seat]
            return Prompt("trade", seat, letters=own, options=(DONE,), least=least, most=most, seats=others)
        case "agree":
            cash = state.offer.cash if state.offer else 0
            return Prompt("agree", seat, letters=state.sets[state.seat], options=(YES, NO), price=cash)
        case "buy":
            return Prompt("buy", seat, letters=state.sets[state.seat], options=(BUY, PASS), price=set_price(state))
        case "bid":
            most = state.money[seat or 0]
            return Prompt("bid", seat, letters=state.sets[state.seat], options=(PASS,), least=state.high + 1, most=most)
        case "sell":
            kind = "place" if state.has(CROSSWORD) else "sell"
            hand, wilds = state.hands[state.seat].tiles, state.wilds[state.seat]
            return Prompt(kind, seat, letters=hand, options=(DONE,), wilds=wilds, wild_for=state.wild_for)
        case "theme":
            others = tuple(other for other in range(state.seats) if other != state.seat)
            return Prompt("theme", seat, seats=others, word=state.pending.word if state.pending else None)
        case "discard":
            return Prompt("discard", seat, letters=state.hands[state.seat].tiles, tiles=excess_of(state))
    return Prompt(state.phase, seat)


def excess_of(state: State) -> int:
    """How many letter tiles the player must give up (B14)."""
    limit = state.rules.limit
    return 0 if limit is None else max(0, state.hands[state.seat].total - limit)


def from_leader(state: State) -> Iterator[int]:
    return ((state.leader + at) % state.seats for at in range(state.seats))


def with_set(state: State, seat: int, letters: tuple[str, ...]) -> State:
    return replace(state, sets=(*state.sets[:seat], letters, *state.sets[seat + 1 :]))


def with_hand(state: State, seat: int, hand: Bag) -> State:
    return replace(state, hands=(*state.hands[:seat], hand, *state.hands[seat + 1 :]))


def set_pips(state: State, seat: int) -> int:
    return pips_of(state.sets[seat], dict(state.rules.pips))


def set_price(state: State) -> int:
    return price_of(set_pips(state, state.seat))
