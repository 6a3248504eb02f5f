"""The rules of BuyWord (Sid Sackson), B1 to B19 and V1 to V7, without clock, sound, chance or dictionary.

A round: the leader rolls how many tiles everyone draws; each player buys the set drawn or lets it go, at a price that
is the square of its pips; then each sells words spelt from the hand, at the square of their pips. The die passes on
until the bag is too empty for another draw. Most money wins.

Each kind of action has a pair of functions: ``verify_x`` raises :class:`IllegalAction` if the rules don't allow it,
``_x`` does it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Literal

from voicegame.games.actions import Choose, Draw, Overrule, Refused, Word
from voicegame.games.bag import Bag, NotInBag
from voicegame.games.buyword_records import (
    Amount,
    Auctioned,
    BagEnded,
    Bidden,
    CannotBid,
    Discard,
    Discarded,
    LaidOut,
    LeaderChanged,
    NameWild,
    NumberNamed,
    Offer,
    Offered,
    Place,
    Roll,
    Rolled,
    SetBought,
    SetDiscarded,
    SetDrawn,
    SoloResult,
    Swapped,
    Take,
    ThemeAsked,
    ThemeVote,
    TileTaken,
    WildNamed,
    WinShared,
    WordSold,
)
from voicegame.games.events import Chosen, GameStarted, GameWon, Score, Voted, WordRefused
from voicegame.games.grid import CannotLie, Grid, Line, Spot, Tile, word_of
from voicegame.games.protocol import Action, Event, IllegalAction, Prompt
from voicegame.games.spelling import CannotSpell, Spelling, pips_of, plain, price_of, spell

BUY, PASS, DONE, YES, NO = "buy", "pass", "done", "yes", "no"
CHOICE = "choice"
MOST_PLAYERS = 4  # B1
LEAST, MOST = 2, 5  # B5, B6: the numbers on the die
FACES = ("2", "3", "4", "5", CHOICE, CHOICE)  # B5

AUCTION, TRADE, CASH, DRAFT = "auction", "trade", "trade_with_cash", "draft"
CROSSWORD, LIMIT_10, NO_LIMIT, THEMES = "crossword", "limit_10", "no_limit", "themes"
VARIANTS = (AUCTION, TRADE, CASH, DRAFT, CROSSWORD, LIMIT_10, NO_LIMIT, THEMES)
_NEED_OTHERS = (AUCTION, TRADE, CASH, DRAFT, THEMES)
_AGAINST_EACH_OTHER = ((TRADE, CASH), (LIMIT_10, NO_LIMIT))

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


Step = tuple[State, tuple[Event, ...]]


class Buyword:
    """The game, as the table plays it (:class:`voicegame.games.protocol.Game`)."""

    name = "buyword"

    def start(self, players: Sequence[str], rules: BuywordRules) -> Step:
        """The first state: the first player named leads, and is to roll."""
        seats = len(players)
        verify_players(seats, rules)
        verify_variants(seats, rules)
        state = State(
            rules,
            tuple(players),
            bag=rules.bag,
            money=(rules.money,) * seats,
            hands=(Bag(),) * seats,
            wilds=(rules.wilds[seats - 1],) * seats,
            sets=((),) * seats,
        )
        return state, (GameStarted(self.name, state.players, None), LeaderChanged(0))

    def apply(self, state: State, action: Action) -> Step:
        """The state after the action, and what happened; IllegalAction if the rules don't allow it."""
        for kind, (verify, do) in _RULES.items():
            if isinstance(action, kind):
                verify(state, action)
                return do(state, action)
        raise IllegalAction("unknown_action", f"BuyWord has no action {action.name}.")

    def prompt(self, state: State) -> Prompt:
        """What the game waits for."""
        return _prompt(state)


def _prompt(state: State) -> Prompt:
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
            return Prompt("buy", seat, letters=state.sets[state.seat], options=(BUY, PASS), price=_set_price(state))
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
            return Prompt("discard", seat, letters=state.hands[state.seat].tiles, tiles=_excess(state))
    return Prompt(state.phase, seat)


def verify_players(count: int, rules: BuywordRules) -> None:
    """B1: how many may play."""
    fewest, most = rules.fewest_players, rules.most_players
    if not fewest <= count <= most:
        raise IllegalAction("player_count", f"BuyWord is for {fewest} to {most} players (B1), not {count}.")


def verify_variants(count: int, rules: BuywordRules) -> None:
    """V1 to V7: the variants go together, and with the number of players."""
    for variant in sorted(rules.variants):
        if variant not in VARIANTS:
            raise IllegalAction("variants", f"There is no variant {variant}; there are {', '.join(VARIANTS)}.")
    for one, other in _AGAINST_EACH_OTHER:
        if {one, other} <= rules.variants:
            raise IllegalAction("variants", f"The variants {one} and {other} don't go together; take one of them.")
    for variant in _NEED_OTHERS:
        if count == 1 and variant in rules.variants:
            raise IllegalAction("variants", f"The variant {variant} needs a second player; leave it out.")
    if THEMES in rules.variants and not rules.theme:
        raise IllegalAction("variants", f"The variant {THEMES} needs a theme; name one.")


def _await(state: State, seat: int | None, *phases: Phase) -> None:
    """IllegalAction unless the game is in one of these phases, and the action this player's."""
    if state.phase not in phases:
        raise IllegalAction("not_awaited", "The game doesn't wait for this now.")
    if seat is not None and seat != state.speaker:
        whose = state.players[state.speaker] if state.speaker is not None else "another player"
        raise IllegalAction("wrong_seat", f"It is {whose}'s turn to speak.")


# ---- The die and the draw: B5 to B7, B16, V4


def verify_roll(state: State, action: Roll) -> None:
    """B5: the leader's die is to fall, and has this face."""
    _await(state, None, "roll")
    if action.face not in FACES:
        raise IllegalAction("no_such_face", f"The die has no face {action.face}, but 2, 3, 4, 5 and choice (B5).")


def _roll(state: State, action: Roll) -> Step:
    state, rolled = replace(state, ruling=None), Rolled(state.leader, action.face)
    if action.face == CHOICE:
        return replace(state, phase="number"), (rolled,)
    state, events = _draw_so_many(state, int(action.face))
    return state, (rolled, *events)


def verify_amount(state: State, action: Amount) -> None:
    """B6: from 2 to 5 tiles. V1: more than the highest bid, and no more than the player has."""
    _await(state, action.seat, "number", "bid")
    prompt = _prompt(state)
    if not prompt.least <= action.amount <= prompt.most:
        if state.phase == "number":
            raise IllegalAction("out_of_range", f"The number is from {LEAST} to {MOST}, not {action.amount} (B6).")
        limits = f"from ${prompt.least} to the ${prompt.most} that the player has"
        raise IllegalAction("out_of_range", f"A bid is {limits}, not ${action.amount} (V1).")


def _amount(state: State, action: Amount) -> Step:
    if state.phase == "bid":
        return _bid(state, action)
    state, events = _draw_so_many(state, action.amount)
    return state, (NumberNamed(action.seat, action.amount), *events)


def _draw_so_many(state: State, number: int) -> Step:
    state = replace(state, phase="draw", at=0, number=number)
    if state.bag.total >= number * state.seats:
        return state, ()
    rest = state.bag.tiles  # B16
    state, events = _next_seller(replace(state, bag=Bag(), gone=state.gone.put_back(rest), last=True))
    return state, (BagEnded(rest), *events)


def verify_draw(state: State, action: Draw) -> None:
    """B7, V4: so many tiles, and the bag has them."""
    _await(state, None, "draw")
    wanted = _prompt(state).tiles
    if len(action.tiles) != wanted:
        raise IllegalAction("wrong_count", f"{wanted} tiles are to be drawn, not {len(action.tiles)}.")
    try:
        state.bag.take(action.tiles)
    except NotInBag as error:
        raise IllegalAction("not_in_bag", f"These tiles can't be drawn: {error}.") from None


def _draw(state: State, action: Draw) -> Step:
    state = replace(state, bag=state.bag.take(action.tiles), ruling=None)
    if state.has(DRAFT):
        return replace(state, phase="take", pool=action.tiles), (LaidOut(state.leader, action.tiles),)
    drawn = _with_set(state, state.seat, action.tiles)
    event = _set_drawn(drawn, state.seat)
    if state.at + 1 < state.seats:
        return replace(drawn, at=state.at + 1), (event,)
    state, events = _all_drawn(drawn)
    return state, (event, *events)


def verify_take(state: State, action: Take) -> None:
    """V4: one of the tiles laid out."""
    _await(state, action.seat, "take")
    if action.tile not in state.pool:
        raise IllegalAction("not_laid_out", f"There is no {action.tile} among {', '.join(state.pool)} (V4).")


def _take(state: State, action: Take) -> Step:
    events: list[Event] = []
    tile = action.tile
    while True:  # the last tile needs no choice
        pool = list(state.pool)
        pool.remove(tile)
        events.append(TileTaken(state.seat, tile))
        state = _with_set(state, state.seat, (*state.sets[state.seat], tile))
        state = replace(state, pool=tuple(pool), at=(state.at + 1) % state.seats)
        if len(pool) != 1:
            break
        tile = pool[0]
    if state.pool:
        return state, tuple(events)
    events += [_set_drawn(state, seat) for seat in _from_leader(state)]
    state, more = _all_drawn(state)
    return state, (*events, *more)


def _all_drawn(state: State) -> Step:
    if state.has(TRADE) or state.has(CASH):
        return replace(state, phase="trade", at=0), ()
    return _next_buyer(replace(state, at=0))


# ---- Trade: V2, V3


def verify_offer(state: State, action: Offer) -> None:
    """V2: with another player. V3: whoever pays has the money (B9)."""
    _await(state, action.seat, "trade")
    if action.to_seat not in range(state.seats) or action.to_seat == action.seat:
        raise IllegalAction("no_such_partner", "A set is swapped with another player at the table (V2).")
    if action.cash and not state.has(CASH):
        raise IllegalAction("no_cash", "Sets are swapped without money; that is another variant (V3).")
    payer = action.seat if action.cash > 0 else action.to_seat
    if abs(action.cash) > state.money[payer]:
        player, has = state.players[payer], state.money[payer]
        raise IllegalAction("no_money", f"{player} can't pay ${abs(action.cash)}, having ${has} (B9).")


def _offer(state: State, action: Offer) -> Step:
    return replace(state, phase="agree", offer=action), (Offered(action.seat, action.to_seat, action.cash),)


def _answer_offer(state: State, action: Choose) -> Step:
    offer = state.offer
    assert offer is not None
    chosen = Chosen(action.seat, action.option)
    state = replace(state, phase="trade", offer=None)
    if action.option == NO:
        return state, (chosen,)
    one, other = offer.seat, offer.to_seat
    sets = state.sets
    state = _with_set(_with_set(state, one, sets[other]), other, sets[one])
    state, first = _pay(state, one, -offer.cash)
    state, _ = _pay(state, other, offer.cash)
    scored = (Score(state.money),) if first else ()
    return state, (chosen, Swapped(one, other, offer.cash), *scored)


# ---- Buying: B8 to B10, V1


def _next_buyer(state: State) -> Step:
    """On to the next set that someone must decide on, or to selling."""
    events: list[Event] = []
    while state.at < state.seats:
        if state.has(AUCTION):
            state, more = _next_bidder(replace(state, phase="bid", high=0, bidder=None, asked=0))
            events += more
            if state.phase == "bid":
                return state, tuple(events)
        elif _set_price(state) > state.money[state.seat]:  # B9
            state, gone = _set_gone(state, "money")
            events.append(gone)
        else:
            return replace(state, phase="buy"), tuple(events)
        state = replace(state, at=state.at + 1)
    state, more = _next_seller(replace(state, at=0))
    return state, (*events, *more)


def _bought(state: State, action: Choose) -> Step:
    letters, price = state.sets[state.seat], _set_price(state)
    events: tuple[Event, ...]
    if action.option == BUY:
        state = _with_hand(_with_set(state, state.seat, ()), state.seat, state.hands[state.seat].put_back(letters))
        state, scored = _pay(state, action.seat, -price)
        events = (SetBought(action.seat, letters, price), *scored)
    else:
        state, gone = _set_gone(state, "pass")
        events = (gone,)
    state, more = _next_buyer(replace(state, at=state.at + 1))
    return state, (Chosen(action.seat, action.option), *events, *more)


def _next_bidder(state: State) -> Step:
    """V1: the next who can bid, from the left of the set's owner, the owner last; or the end of this auction."""
    events: list[Event] = []
    for asked in range(state.asked + 1, state.seats + 1):
        state = replace(state, asked=asked)
        seat = (state.seat + asked) % state.seats
        if state.money[seat] > state.high:
            return state, tuple(events)
        events.append(CannotBid(seat, state.high + 1))
    letters, winner, amount = state.sets[state.seat], state.bidder, state.high
    state = replace(state, phase="buy", high=0, bidder=None, asked=0)
    if winner is None:
        state, gone = _set_gone(state, "no_bid")
        return state, (*events, gone)
    events.append(Auctioned(winner, state.seat, letters, amount))
    state = _with_hand(_with_set(state, state.seat, ()), winner, state.hands[winner].put_back(letters))
    state, scored = _pay(state, winner, -amount)
    return state, (*events, *scored)


def _bid(state: State, action: Amount) -> Step:
    bid = Bidden(action.seat, action.amount)
    state, events = _after_bid(replace(state, high=action.amount, bidder=action.seat))
    return state, (bid, *events)


def _after_bid(state: State) -> Step:
    state, events = _next_bidder(state)
    if state.phase == "bid":
        return state, events
    state, more = _next_buyer(replace(state, at=state.at + 1))
    return state, (*events, *more)


# ---- Choices of all phases


def verify_choose(state: State, action: Choose) -> None:
    """It is this player's choice, and the option is one."""
    _await(state, action.seat, "trade", "agree", "buy", "bid", "sell")
    options = _prompt(state).options
    if action.option not in options:
        raise IllegalAction("not_an_option", f"{action.option} is not one of {', '.join(options)}.")


def _choose(state: State, action: Choose) -> Step:
    if state.phase == "agree":
        return _answer_offer(state, action)
    if state.phase == "buy":
        return _bought(state, action)
    chosen = Chosen(action.seat, action.option)
    if state.phase == "bid":
        state, events = _after_bid(state)
    elif state.phase == "trade":
        on = state.at + 1 < state.seats
        state, events = (replace(state, at=state.at + 1), ()) if on else _next_buyer(replace(state, at=0))
    else:
        state, events = _end_selling(replace(state, wild_for=None))
    return state, (chosen, *events)


# ---- Selling: B11 to B14, V5, V7


def _can_sell(state: State) -> bool:
    letters, wilds = state.hands[state.seat].total, state.wilds[state.seat]
    least = 1 if state.grid.placed else state.rules.shortest_word
    return letters + min(wilds, 1) >= least


def _excess(state: State) -> int:
    """How many letter tiles the player must give up (B14)."""
    limit = state.rules.limit
    return 0 if limit is None else max(0, state.hands[state.seat].total - limit)


def _next_seller(state: State) -> Step:
    """On to the next player who holds enough to sell a word, or to the end of the round."""
    while state.at < state.seats:
        if _can_sell(state):
            return replace(state, phase="sell"), ()
        if _excess(state):
            return replace(state, phase="discard"), ()
        state = replace(state, at=state.at + 1)
    return _end_round(state)


def _end_selling(state: State) -> Step:
    if _excess(state):
        return replace(state, phase="discard"), ()
    return _next_seller(replace(state, at=state.at + 1))


def verify_name_wild(state: State, action: NameWild) -> None:
    """B12: the player has a wild to use."""
    _await(state, action.seat, "sell")
    if action.letter is not None and not (len(action.letter) == 1 and action.letter.isupper()):
        raise IllegalAction("not_a_letter", "A wild stands for one letter (B12).")
    if action.letter is not None and not state.wilds[action.seat]:
        raise IllegalAction("no_wild", f"{state.players[action.seat]} has no wild left (B12).")


def _name_wild(state: State, action: NameWild) -> Step:
    return replace(state, wild_for=action.letter), (WildNamed(action.seat, action.letter),)


@dataclass(frozen=True)
class Sale:
    """What a word would do. laid: from the hand. words: (word, pips) of all that is paid. new: tiles for the grid."""

    laid: Spelling
    words: tuple[tuple[str, int], ...]
    new: Mapping[Spot, Tile]

    @property
    def price(self) -> int:
        """Dollars for all of the words (B11, V5)."""
        return sum(price_of(pips) for _, pips in self.words)


def sale_of(state: State, action: Word | Place) -> Sale:
    """What the word would bring the player whose go it is; IllegalAction if the hand or the grid won't have it."""
    letters = plain(action.word)
    if len(letters) < state.rules.shortest_word:
        raise IllegalAction("too_short", f"A word has {state.rules.shortest_word} letters or more (B12).")
    if isinstance(action, Place):
        return _crossword_sale(state, action, letters)
    laid = _laid(state, letters, action.word)
    pips = pips_of(laid.tiles, dict(state.rules.pips), wilds=laid.wild is not None)
    return Sale(laid, ((action.word, pips),), {})


def _laid(state: State, letters: str, word: str) -> Spelling:
    """B11, B12: the tiles of the hand for these letters."""
    player, wild_for = state.players[state.seat], state.wild_for
    if wild_for and wild_for not in letters:
        raise IllegalAction("wild_unused", f"The wild was named for {wild_for}, which {word} doesn't need (B12).")
    try:
        return spell(letters, state.hands[state.seat], state.wilds[state.seat], wild_for)
    except CannotSpell as error:
        missing = ", ".join(error.missing)
        raise IllegalAction("letters_missing", f"{player} lacks {missing} for {word} (B11).") from None


def _crossword_sale(state: State, action: Place, letters: str) -> Sale:
    line = Line((action.row, action.column), action.across)
    try:
        spots = state.grid.new_spots(letters, line)
    except CannotLie as error:
        raise IllegalAction(error.code, f"{action.word} can't lie there: {error} (V5).") from None
    at = dict(zip(line.spots(len(letters)), letters, strict=True))
    laid = _laid(state, "".join(at[spot] for spot in spots), action.word)
    sales = []
    wild_spots: list[Spot | None] = [spot for spot in spots if at[spot] == laid.wild]
    for wild_at in wild_spots or [None]:
        new = {spot: Tile(at[spot], spot == wild_at) for spot in spots}
        runs = state.grid.words_through(new, line)
        if all(sum(tile.wild for tile in run) <= 1 for run in runs):  # B12
            sales.append(Sale(laid, tuple((word_of(run), _run_pips(state, run)) for run in runs), new))
    if not sales:
        raise IllegalAction("two_wilds", f"{action.word} would make a word with two wilds (B12).")
    return max(sales, key=lambda sale: sale.price)  # where two spots could take the wild, the dearer


def _run_pips(state: State, run: tuple[Tile, ...]) -> int:
    letters = [tile.letter for tile in run if not tile.wild]
    return pips_of(letters, dict(state.rules.pips), wilds=len(run) - len(letters))


def places_for(state: State, word: str) -> Iterator[tuple[Place, Sale]]:
    """V5: every place where the player whose go it is could lay the word, sorted, with what it would make and bring."""
    for line in state.grid.lines_for(plain(word)):
        place = Place(state.seat, word, *line.start, line.across)
        try:
            yield place, sale_of(state, place)
        except IllegalAction:
            continue


def verify_sale(state: State, action: Word | Place) -> None:
    """B11, B12, V5: the hand spells the word, and on a crossword it has a place."""
    _await(state, action.seat, "sell")
    if isinstance(action, Place) != state.has(CROSSWORD):
        how = "laid on the crossword (V5)" if state.has(CROSSWORD) else "sold from the hand (B11)"
        raise IllegalAction("not_awaited", f"Words are {how}.")
    sale_of(state, action)


def _sale(state: State, action: Word | Place) -> Step:
    before = replace(state, ruling=None)
    if state.has(THEMES):
        return replace(before, phase="theme", pending=action), (ThemeAsked(action.seat, action.word),)
    return _sold(before, action)


def _sold(before: State, action: Word | Place) -> Step:
    """The word is paid, and its tiles leave the game (B13) or lie on the table (V5)."""
    sale, seat = sale_of(before, action), action.seat
    state = _with_hand(before, seat, before.hands[seat].take(sale.laid.tiles))
    wilds = tuple(has - (at == seat and sale.laid.wild is not None) for at, has in enumerate(state.wilds))
    state = replace(
        state,
        phase="sell",
        wilds=wilds,
        gone=state.gone.put_back(sale.laid.tiles),
        grid=state.grid.with_tiles(sale.new),
        wild_for=None,
        pending=None,
        ruling=Ruling(before, action),
    )
    state, scored = _pay(state, seat, sale.price)
    words = tuple(word for word, _ in sale.words)
    sold = WordSold(seat, action.word, words, sale.words[0][1], sale.price, sale.laid.wild)
    state, events = (state, ()) if _can_sell(state) else _end_selling(state)
    return state, (sold, *scored, *events)


def verify_refused(state: State, action: Refused) -> None:
    """The word was this player's to sell."""
    _await(state, action.seat, "sell")


def _refused(state: State, action: Refused) -> Step:
    before = replace(state, ruling=None)
    event = WordRefused(action.seat, action.word, action.rule, action.reason)
    return replace(before, ruling=Ruling(before, action)), (event,)


def _verify_votes(state: State, ayes: int, noes: int) -> None:
    others = state.seats - 1
    if ayes < 0 or noes < 0 or ayes + noes > others:
        raise IllegalAction("votes", f"All but the player who spoke may vote: {others} at most (B19).")


def verify_theme_vote(state: State, action: ThemeVote) -> None:
    """V7: a word waits for the vote."""
    _await(state, None, "theme")
    _verify_votes(state, action.ayes, action.noes)


def _theme_vote(state: State, action: ThemeVote) -> Step:
    """V7: more noes than ayes turn the word away; a tie leaves it, as in K19."""
    word = state.pending
    assert word is not None
    voted = Voted(word.seat, word.word, action.ayes, action.noes, action.ayes >= action.noes)
    state = replace(state, phase="sell", pending=None)
    if not voted.accepted:
        reason = f"The table says that {word.word} is not about {state.rules.theme}."
        return state, (voted, WordRefused(word.seat, word.word, "V7", reason))
    state, events = _sold(state, word)
    return state, (voted, *events)


def verify_discard(state: State, action: Discard) -> None:
    """B14: letter tiles of the hand, and no more than must go."""
    _await(state, action.seat, "discard")
    excess = _excess(state)
    if not 1 <= len(action.tiles) <= excess:
        raise IllegalAction("wrong_count", f"{excess} tiles are to be discarded, not {len(action.tiles)} (B14).")
    missing = Counter(action.tiles) - Counter(dict(state.hands[action.seat].contents))
    if missing:
        player, letters = state.players[action.seat], ", ".join(sorted(missing.elements()))
        raise IllegalAction("not_in_hand", f"{player} has no {letters} to discard (B14).")


def _discard(state: State, action: Discard) -> Step:
    state = _with_hand(state, action.seat, state.hands[action.seat].take(action.tiles))
    state = replace(state, gone=state.gone.put_back(action.tiles))
    discarded = Discarded(action.seat, action.tiles)
    if _excess(state):
        return state, (discarded,)
    state, events = _next_seller(replace(state, at=state.at + 1))
    return state, (discarded, *events)


# ---- The table overrules: B19


def verify_overrule(state: State, action: Overrule) -> None:
    """B19, as K19: a ruling can be voted on once, until the next one, or until the die falls."""
    if state.ruling is None:
        raise IllegalAction("no_ruling", "There is no ruling that the table could vote on now (B19).")
    _verify_votes(state, action.ayes, action.noes)
    said = state.ruling.action
    if isinstance(said, Refused) and not state.has(CROSSWORD) and action.ayes > action.noes:
        verify_sale(state.ruling.before, Word(said.seat, said.word))  # no vote gives a hand letters


def _overrule(state: State, action: Overrule) -> Step:
    """More ayes than noes reverse the ruling, and play goes on from where the word was said.

    On a crossword a word that was refused has no place yet: it may then be laid, and the vote only says so.
    """
    ruling = state.ruling
    assert ruling is not None
    said, reverse = ruling.action, action.ayes > action.noes
    accepted = isinstance(said, Refused) == reverse
    voted = Voted(said.seat, said.word, action.ayes, action.noes, accepted)
    if not reverse:
        return replace(state, ruling=None), (voted,)
    if not isinstance(said, Refused):
        reason = f"The table voted against {said.word}."
        undone = Score(ruling.before.money)
        return ruling.before, (voted, undone, WordRefused(said.seat, said.word, "B19", reason))
    if state.has(CROSSWORD):
        return ruling.before, (voted,)
    after, events = _sale(ruling.before, Word(said.seat, said.word))
    return replace(after, ruling=None), (voted, *events)


# ---- The end of a round and of the game: B15 to B18


def _end_round(state: State) -> Step:
    if state.last:
        return _finish(state)
    step = 1 if state.rules.leader_passes == "left" else -1
    leader = (state.leader + step) % state.seats
    return replace(state, phase="roll", leader=leader, at=0, number=0), (LeaderChanged(leader),)


def _finish(state: State) -> Step:
    most = max(state.money)
    winners = tuple(seat for seat, money in enumerate(state.money) if money == most)
    state = replace(state, phase="over", at=0, winners=winners)
    if state.seats == 1:
        return state, (SoloResult(0, most, grade_of(most, state.rules)),)
    return state, (GameWon(winners[0]) if len(winners) == 1 else WinShared(winners),)


def grade_of(money: int, rules: BuywordRules) -> str:
    """What a game alone is worth (B18)."""
    grades = ((rules.outstanding, "outstanding"), (rules.good, "good"), (rules.fair, "fair"))
    return next((grade for least, grade in grades if money >= least), "none")


# ---- Small steps


def _from_leader(state: State) -> Iterator[int]:
    return ((state.leader + at) % state.seats for at in range(state.seats))


def _with_set(state: State, seat: int, letters: tuple[str, ...]) -> State:
    return replace(state, sets=(*state.sets[:seat], letters, *state.sets[seat + 1 :]))


def _with_hand(state: State, seat: int, hand: Bag) -> State:
    return replace(state, hands=(*state.hands[:seat], hand, *state.hands[seat + 1 :]))


def _set_pips(state: State, seat: int) -> int:
    return pips_of(state.sets[seat], dict(state.rules.pips))


def _set_price(state: State) -> int:
    return price_of(_set_pips(state, state.seat))


def _set_drawn(state: State, seat: int) -> SetDrawn:
    pips = _set_pips(state, seat)
    return SetDrawn(seat, state.sets[seat], pips, price_of(pips))


def _set_gone(state: State, reason: str) -> tuple[State, SetDiscarded]:
    """B10: the set leaves the game."""
    seat = state.seat
    event = SetDiscarded(seat, state.sets[seat], _set_price(state), reason)
    return replace(_with_set(state, seat, ()), gone=state.gone.put_back(event.letters)), event


def _pay(state: State, seat: int, dollars: int) -> Step:
    """Money to a player, or from one below 0."""
    if not dollars:
        return state, ()
    money = tuple(has + dollars * (at == seat) for at, has in enumerate(state.money))
    return replace(state, money=money), (Score(money),)


_RULES: dict[type[Action], tuple[Callable[[State, Any], None], Callable[[State, Any], Step]]] = {
    Roll: (verify_roll, _roll),
    Amount: (verify_amount, _amount),
    Draw: (verify_draw, _draw),
    Take: (verify_take, _take),
    Offer: (verify_offer, _offer),
    Choose: (verify_choose, _choose),
    NameWild: (verify_name_wild, _name_wild),
    Word: (verify_sale, _sale),
    Place: (verify_sale, _sale),
    Refused: (verify_refused, _refused),
    ThemeVote: (verify_theme_vote, _theme_vote),
    Discard: (verify_discard, _discard),
    Overrule: (verify_overrule, _overrule),
}
