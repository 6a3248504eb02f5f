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
from typing import Any

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
from voicegame.games.buyword_state import (
    AGAINST_EACH_OTHER,
    AUCTION,
    BUY,
    CASH,
    CHOICE,
    CROSSWORD,
    DRAFT,
    FACES,
    LEAST,
    MOST,
    NEED_OTHERS,
    NO,
    THEMES,
    TRADE,
    VARIANTS,
    BuywordRules,
    Phase,
    Ruling,
    State,
    excess_of,
    from_leader,
    prompt_of,
    set_pips,
    set_price,
    with_hand,
    with_set,
)
from voicegame.games.events import Chosen, GameStarted, GameWon, Score, Voted, WordRefused
from voicegame.games.grid import CannotLie, Line, Spot, Tile, word_of
from voicegame.games.protocol import Action, Event, IllegalAction, Prompt
from voicegame.games.spelling import CannotSpell, Spelling, pips_of, plain, price_of, spell

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
        return prompt_of(state)


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
    for one, other in AGAINST_EACH_OTHER:
        if {one, other} <= rules.variants:
            raise IllegalAction("variants", f"The variants {one} and {other} don't go together; take one of them.")
    for variant in NEED_OTHERS:
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
    prompt = prompt_of(state)
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
    wanted = prompt_of(state).tiles
    if len(action.tiles) != wanted:
        raise IllegalAction("wrong_count", f"{wanted} tiles are to be drawn, not {len(action.tiles)}.")
    try:
        state.bag.take(action.tiles)
    except NotInBag as error:
        raise IllegalAction("not_in_bag", f"These tiles can't be drawn: {error}.") from None


def _draw(state: State, action: Draw) -> Step:
    state = replace(state, bag=state.bag.take(action.tiles))
    if state.has(DRAFT):
        return replace(state, phase="take", pool=action.tiles), (LaidOut(state.leader, action.tiles),)
    drawn = with_set(state, state.seat, action.tiles)
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
        state = with_set(state, state.seat, (*state.sets[state.seat], tile))
        state = replace(state, pool=tuple(pool), at=(state.at + 1) % state.seats)
        if len(pool) != 1:
            break
        tile = pool[0]
    if state.pool:
        return state, tuple(events)
    events += [_set_drawn(state, seat) for seat in from_leader(state)]
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
    state = with_set(with_set(state, one, sets[other]), other, sets[one])
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
        elif set_price(state) > state.money[state.seat]:  # B9
            state, gone = _set_gone(state, "money")
            events.append(gone)
        else:
            return replace(state, phase="buy"), tuple(events)
        state = replace(state, at=state.at + 1)
    state, more = _next_seller(replace(state, at=0))
    return state, (*events, *more)


def _bought(state: State, action: Choose) -> Step:
    letters, price = state.sets[state.seat], set_price(state)
    events: tuple[Event, ...]
    if action.option == BUY:
        state = with_hand(with_set(state, state.seat, ()), state.seat, state.hands[state.seat].put_back(letters))
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
    state = with_hand(with_set(state, state.seat, ()), winner, state.hands[winner].put_back(letters))
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
    options = prompt_of(state).options
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


def _next_seller(state: State) -> Step:
    """On to the next player who holds enough to sell a word, or to the end of the round."""
    while state.at < state.seats:
        if _can_sell(state):
            return replace(state, phase="sell"), ()
        if excess_of(state):
            return replace(state, phase="discard"), ()
        state = replace(state, at=state.at + 1)
    return _end_round(state)


def _end_selling(state: State) -> Step:
    if excess_of(state):
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
    state = with_hand(before, seat, before.hands[seat].take(sale.laid.tiles))
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
    excess = excess_of(state)
    if not 1 <= len(action.tiles) <= excess:
        raise IllegalAction("wrong_count", f"{excess} tiles are to be discarded, not {len(action.tiles)} (B14).")
    missing = Counter(action.tiles) - Counter(dict(state.hands[action.seat].contents))
    if missing:
        player, letters = state.players[action.seat], ", ".join(sorted(missing.elements()))
        raise IllegalAction("not_in_hand", f"{player} has no {letters} to discard (B14).")


def _discard(state: State, action: Discard) -> Step:
    state = with_hand(state, action.seat, state.hands[action.seat].take(action.tiles))
    state = replace(state, gone=state.gone.put_back(action.tiles))
    discarded = Discarded(action.seat, action.tiles)
    if excess_of(state):
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
    return replace(state, phase="roll", leader=leader, at=0), (LeaderChanged(leader),)


def _finish(state: State) -> Step:
    most = max(state.money)
    winners = tuple(seat for seat, money in enumerate(state.money) if money == most)
    state = replace(state, phase="over", winners=winners)
    if state.seats == 1:
        return state, (SoloResult(0, most, grade_of(most, state.rules)),)
    return state, (GameWon(winners[0]) if len(winners) == 1 else WinShared(winners),)


def grade_of(money: int, rules: BuywordRules) -> str:
    """What a game alone is worth (B18)."""
    grades = ((rules.outstanding, "outstanding"), (rules.good, "good"), (rules.fair, "fair"))
    return next((grade for least, grade in grades if money >= least), "none")


# ---- Small steps


def _set_drawn(state: State, seat: int) -> SetDrawn:
    pips = set_pips(state, seat)
    return SetDrawn(seat, state.sets[seat], pips, price_of(pips))


def _set_gone(state: State, reason: str) -> tuple[State, SetDiscarded]:
    """B10: the set leaves the game."""
    seat = state.seat
    event = SetDiscarded(seat, state.sets[seat], set_price(state), reason)
    return replace(with_set(state, seat, ()), gone=state.gone.put_back(event.letters)), event


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
