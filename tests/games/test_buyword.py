"""BuyWord, rule by rule: each test carries the number of the rule or variant that it proves."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import pytest

from voicegame.games.actions import Choose, Draw, Overrule, Refused, Word
from voicegame.games.bag import Bag
from voicegame.games.buyword import Buyword, grade_of, places_for
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
    BAG,
    BUY,
    CHOICE,
    DONE,
    FACES,
    NO,
    PASS,
    PIPS,
    VARIANTS,
    YES,
    BuywordRules,
    State,
)
from voicegame.games.events import Chosen, GameStarted, GameWon, Score, Voted, WordRefused
from voicegame.games.protocol import Action, Event, IllegalAction, Prompt

GAME = Buyword()
ANN, BOB, CEM, DEE = range(4)
NAMES = ("Ann", "Bob", "Cem", "Dee")


def play(state: State, *actions: Action) -> tuple[State, list[Event]]:
    """The state after the actions, and what the last one caused."""
    events: Sequence[Event] = ()
    for action in actions:
        state, events = GAME.apply(state, action)
    return state, list(events)


def begin(players: int = 2, *variants: str, **rules: object) -> State:
    """The first player is about to roll."""
    chosen = replace(BuywordRules(variants=frozenset(variants)), **rules)  # type: ignore[arg-type]
    return GAME.start(NAMES[:players], chosen)[0]


def holding(letters: str, state: State | None = None, wilds: int = 4) -> State:
    """Ann is about to sell, with these letters in hand; Bob has none."""
    state = state or begin()
    hands = (Bag.of({}).put_back(letters), *state.hands[1:])
    return replace(state, phase="sell", hands=hands, wilds=(wilds, *state.wilds[1:]), bag=state.bag.take(letters))


def illegal(state: State, action: Action) -> str:
    """The code with which the action is refused."""
    with pytest.raises(IllegalAction) as caught:
        GAME.apply(state, action)
    assert str(caught.value).endswith(".")
    return caught.value.code


def refused(seat: int, word: str) -> Refused:
    return Refused(seat, word, "B19", f"{word} is not in the lexicon")


# B1


@pytest.mark.parametrize("count", [1, 2, 3, 4])
def test_b01_one_to_four_players_in_the_order_named(count: int) -> None:
    state, events = GAME.start(NAMES[:count], BuywordRules())
    assert events == (GameStarted("buyword", NAMES[:count], None), LeaderChanged(ANN))
    assert GAME.prompt(state) == Prompt("roll", ANN)


@pytest.mark.parametrize("count", [0, 5])
def test_b01_other_numbers_of_players_are_refused(count: int) -> None:
    with pytest.raises(IllegalAction, match=f"BuyWord is for 1 to 4 players .B1., not {count}"):
        GAME.start(["x"] * count, BuywordRules())


# B2


def test_b02_each_starts_with_two_hundred_dollars() -> None:
    assert begin(3).money == begin(3).scores == (200, 200, 200)


# B3


@pytest.mark.parametrize(("count", "wilds"), [(1, 8), (2, 4), (3, 3), (4, 2)])
def test_b03_wild_tiles_by_the_number_of_players(count: int, wilds: int) -> None:
    state = begin(count)
    assert state.wilds == (wilds,) * count
    assert state.bag.total == 108


# B4


def test_b04_one_hundred_and_eight_letter_tiles_with_their_pips() -> None:
    assert BAG.total == 108
    pips = dict(PIPS)
    assert set(pips) == set(BAG.contents)
    assert {n: "".join(sorted(x for x in pips if pips[x] == n)) for n in (1, 2, 3, 4)} == {
        1: "AEINORSTU",
        2: "CDGHKLP",
        3: "BFMVWY",
        4: "JQXZ",
    }


# B5


@pytest.mark.parametrize("face", ["2", "3", "4", "5"])
def test_b05_the_die_says_how_many_tiles_everyone_draws(face: str) -> None:
    state, events = play(begin(), Roll(face))
    assert events == [Rolled(ANN, face)]
    assert GAME.prompt(state) == Prompt("draw", ANN, tiles=int(face))


@pytest.mark.parametrize("face", ["1", "6", "", "CHOICE"])
def test_b05_the_die_has_no_other_faces(face: str) -> None:
    assert sorted(FACES) == ["2", "3", "4", "5", CHOICE, CHOICE]
    assert illegal(begin(), Roll(face)) == "no_such_face"


# B6


def test_b06_on_choice_the_leader_names_a_number_from_two_to_five() -> None:
    state, events = play(begin(), Roll(CHOICE))
    assert events == [Rolled(ANN, CHOICE)]
    assert GAME.prompt(state) == Prompt("number", ANN, least=2, most=5)
    assert illegal(state, Amount(BOB, 3)) == "wrong_seat"
    assert illegal(state, Amount(ANN, 1)) == "out_of_range"
    assert illegal(state, Amount(ANN, 6)) == "out_of_range"
    state, events = play(state, Amount(ANN, 3))
    assert events == [NumberNamed(ANN, 3)]
    assert GAME.prompt(state).tiles == 3


# B7


def test_b07_everyone_draws_from_the_leader_clockwise_and_keeps_the_set_apart() -> None:
    state = play(begin(3), Roll("2"))[0]
    state, events = play(state, Draw(("D", "E")))
    assert events == [SetDrawn(ANN, ("D", "E"), 3, 9)]
    assert GAME.prompt(state) == Prompt("draw", BOB, tiles=2)
    state, _ = play(state, Draw(("Q", "U")), Draw(("A", "A")))
    assert state.sets == (("D", "E"), ("Q", "U"), ("A", "A"))
    assert [hand.total for hand in state.hands] == [0, 0, 0]
    assert GAME.prompt(state) == Prompt("buy", ANN, letters=("D", "E"), options=(BUY, PASS), price=9)


def test_b07_no_more_no_fewer_and_none_that_the_bag_lacks() -> None:
    state = play(begin(), Roll("2"))[0]
    assert illegal(state, Draw(("A",))) == "wrong_count"
    assert illegal(state, Draw(("A", "A", "A"))) == "wrong_count"
    assert illegal(state, Draw(("Q", "Q"))) == "not_in_bag"
    assert illegal(begin(), Draw(("A", "A"))) == "not_awaited"


# B8


@pytest.mark.parametrize(("letters", "pips", "price"), [("DES", 4, 16), ("MBL", 8, 64), ("FAE", 5, 25)])
def test_b08_a_set_costs_the_square_of_its_pips(letters: str, pips: int, price: int) -> None:
    state, events = play(begin(1), Roll("3"), Draw(tuple(letters)))
    assert events == [SetDrawn(ANN, tuple(letters), pips, price)]
    state, events = play(state, Choose(ANN, BUY))
    assert events == [Chosen(ANN, BUY), SetBought(ANN, tuple(letters), price), Score((200 - price,))]
    assert state.hands[ANN] == Bag().put_back(letters)
    assert state.sets == ((),)


def test_b08_each_decides_for_the_whole_set_in_the_same_order() -> None:
    state = play(begin(3), Roll("2"), *[Draw(("A", "E"))] * 3)[0]
    assert illegal(state, Choose(BOB, BUY)) == "wrong_seat"
    assert illegal(state, Choose(ANN, "half")) == "not_an_option"
    state, _ = play(state, Choose(ANN, BUY))
    assert GAME.prompt(state).seat == BOB
    state, _ = play(state, Choose(BOB, PASS), Choose(CEM, BUY))
    assert [hand.total for hand in state.hands] == [2, 0, 2]
    assert state.money == (196, 200, 196)


# B9


def test_b09_a_set_beyond_the_players_money_is_discarded() -> None:
    state = replace(begin(), money=(63, 200))
    state, events = play(state, Roll("3"), Draw(tuple("MBL")), Draw(tuple("MBL")))
    assert events == [SetDrawn(BOB, tuple("MBL"), 8, 64), SetDiscarded(ANN, tuple("MBL"), 64, "money")]
    assert GAME.prompt(state).seat == BOB
    state = play(replace(begin(), money=(64, 0)), Roll("3"), Draw(tuple("MBL")), Draw(tuple("MBL")))[0]
    state, events = play(state, Choose(ANN, BUY))
    assert state.money == (0, 0)
    assert SetDiscarded(BOB, tuple("MBL"), 64, "money") in events


# B10


def test_b10_discarded_sets_leave_the_game() -> None:
    state = play(begin(1), Roll("3"), Draw(tuple("DES")))[0]
    state, events = play(state, Choose(ANN, PASS))
    assert events[:2] == [Chosen(ANN, PASS), SetDiscarded(ANN, tuple("DES"), 16, "pass")]
    assert state.gone == Bag().put_back("DES")
    assert (state.bag.total, state.money) == (105, (200,))


# B11


def test_b11_any_number_of_words_at_the_square_of_their_pips() -> None:
    state = holding("HOUSEMAN")
    prompt = GAME.prompt(state)
    assert (prompt.kind, prompt.letters, prompt.options, prompt.wilds) == ("sell", tuple("AEHMNOSU"), (DONE,), 4)
    state, events = play(state, Word(ANN, "house"))
    assert events == [WordSold(ANN, "house", ("house",), 6, 36, None), Score((236, 200))]
    assert GAME.prompt(state).letters == tuple("AMN")
    state, events = play(state, Word(ANN, "man"))
    assert events[:2] == [WordSold(ANN, "man", ("man",), 5, 25, None), Score((261, 200))]


def test_b11_tiles_bought_this_round_count_and_then_the_others_sell() -> None:
    state = play(begin(), Roll("3"), Draw(tuple("DES")), Draw(tuple("TOE")))[0]
    state, _ = play(state, Choose(ANN, BUY), Choose(BOB, BUY))
    assert GAME.prompt(state).kind == "sell"
    assert illegal(state, Word(BOB, "toe")) == "wrong_seat"
    state, events = play(state, Word(ANN, "eds"), Word(BOB, "toe"))
    assert events == [WordSold(BOB, "toe", ("toe",), 3, 9, None), Score((200, 200)), LeaderChanged(BOB)]


def test_b11_a_word_that_the_hand_lacks_names_the_letters() -> None:
    state = holding("HOUSE", wilds=0)
    with pytest.raises(IllegalAction, match=r"Ann lacks T, R for hunters") as caught:
        GAME.apply(holding("HUNSE"), Word(ANN, "hunters"))
    assert caught.value.code == "letters_missing"
    assert illegal(state, Word(ANN, "houses")) == "letters_missing"
    assert illegal(state, Word(ANN, "it's")) == "letters_missing"


def test_b11_nobody_has_to_sell_and_an_empty_hand_is_not_asked() -> None:
    state = play(begin(), Roll("2"), Draw(("A", "E")), Draw(("A", "E")), Choose(ANN, BUY), Choose(BOB, PASS))[0]
    state, events = play(state, Choose(ANN, DONE))
    assert events == [Chosen(ANN, DONE), LeaderChanged(BOB)]


# B12


def test_b12_one_wild_stands_for_a_letter_that_the_hand_lacks() -> None:
    state, events = play(holding("HOUS"), Word(ANN, "house"))
    assert events[0] == WordSold(ANN, "house", ("house",), 6, 36, "E")  # its one pip counts
    assert state.wilds[ANN] == 3
    state, events = play(holding("UIZ"), Word(ANN, "quiz"))
    assert events[0] == WordSold(ANN, "quiz", ("quiz",), 7, 49, "Q")


def test_b12_one_wild_a_word_but_two_words_may_each_use_one() -> None:
    assert illegal(holding("HOU"), Word(ANN, "house")) == "letters_missing"
    state, _ = play(holding("HOUSMN"), Word(ANN, "house"), Word(ANN, "man"))
    assert state.wilds[ANN] == 2
    assert illegal(holding("HOUS", wilds=0), Word(ANN, "house")) == "letters_missing"


def test_b12_the_player_may_name_the_letter_of_the_wild() -> None:
    state, events = play(holding("HOUSE"), NameWild(ANN, "E"))
    assert events == [WildNamed(ANN, "E")]
    assert GAME.prompt(state).wild_for == "E"
    assert illegal(state, Word(ANN, "sou")) == "wild_unused"
    state, events = play(state, Word(ANN, "house"))
    assert events[0] == WordSold(ANN, "house", ("house",), 6, 36, "E")
    assert state.hands[ANN] == Bag().put_back("E")
    assert state.wild_for is None
    state = play(holding("HOUSE"), NameWild(ANN, "E"), NameWild(ANN, None))[0]
    assert play(state, Word(ANN, "house"))[1][0] == WordSold(ANN, "house", ("house",), 6, 36, None)


def test_b12_a_named_wild_is_the_only_one() -> None:
    state = play(holding("HUS"), NameWild(ANN, "E"))[0]
    assert illegal(state, Word(ANN, "house")) == "letters_missing"
    assert illegal(holding("HE", wilds=0), NameWild(ANN, "E")) == "no_wild"
    assert illegal(holding("HE"), NameWild(ANN, "EE")) == "not_a_letter"
    assert illegal(begin(), NameWild(ANN, "E")) == "not_awaited"


def test_b12_two_letters_at_least() -> None:
    assert illegal(holding("AE"), Word(ANN, "a")) == "too_short"
    assert play(holding("AXE"), Word(ANN, "ax"))[1][0] == WordSold(ANN, "ax", ("ax",), 5, 25, None)


def test_b12_accents_are_laid_as_plain_letters() -> None:
    assert play(holding("COEUR"), Word(ANN, "cœur"))[1][0] == WordSold(ANN, "cœur", ("cœur",), 6, 36, None)


# B13


def test_b13_sold_tiles_leave_the_game() -> None:
    state = play(holding("HOUSES"), Word(ANN, "house"))[0]
    assert state.gone == Bag().put_back("HOUSE")
    assert state.hands[ANN] == Bag().put_back("S")


# B14


def test_b14_eight_letter_tiles_stay_and_the_player_says_which_go() -> None:
    state, events = play(holding("ABCDEFGHIJ"), Choose(ANN, DONE))
    assert events == [Chosen(ANN, DONE)]
    assert GAME.prompt(state) == Prompt("discard", ANN, letters=tuple("ABCDEFGHIJ"), tiles=2)
    assert illegal(state, Discard(ANN, tuple("ABC"))) == "wrong_count"
    assert illegal(state, Discard(ANN, ())) == "wrong_count"
    assert illegal(state, Discard(ANN, ("Z",))) == "not_in_hand"
    assert illegal(state, Discard(ANN, ("A", "A"))) == "not_in_hand"
    assert illegal(state, Discard(BOB, ("A",))) == "wrong_seat"
    one_by_one, events = play(state, Discard(ANN, ("J",)))
    assert events == [Discarded(ANN, ("J",))]
    assert GAME.prompt(one_by_one).tiles == 1
    state, events = play(state, Discard(ANN, ("J", "F")))
    assert events == [Discarded(ANN, ("J", "F")), LeaderChanged(BOB)]
    assert state.hands[ANN] == Bag().put_back("ABCDEGHI")
    assert state.gone == Bag().put_back("JF")


def test_b14_wilds_are_not_counted() -> None:
    assert GAME.prompt(play(holding("ABCDEFGH"), Choose(ANN, DONE))[0]).kind == "roll"


# B15


@pytest.mark.parametrize(("way", "second"), [("left", BOB), ("right", CEM)])
def test_b15_the_die_passes_on(way: str, second: int) -> None:
    state = play(begin(3, leader_passes=way), Roll("2"), *[Draw(("A", "E"))] * 3)[0]
    state, events = play(state, Choose(ANN, PASS), Choose(BOB, PASS), Choose(CEM, PASS))
    assert events[-1] == LeaderChanged(second)
    state, _ = play(state, Roll("2"))
    assert GAME.prompt(state).seat == second


# B16


def test_b16_too_few_tiles_end_the_game_after_a_last_selling() -> None:
    state = holding("HOUSE")
    state = replace(state, phase="roll", bag=Bag.of({"A": 3, "B": 2}))
    state, events = play(state, Roll("3"))
    assert events == [Rolled(ANN, "3"), BagEnded(("A", "A", "A", "B", "B"))]
    assert (state.bag.total, state.gone.total) == (0, 5)
    assert GAME.prompt(state).kind == "sell"
    state, events = play(state, Word(ANN, "house"))
    assert events == [WordSold(ANN, "house", ("house",), 6, 36, None), Score((236, 200)), GameWon(ANN)]
    assert GAME.prompt(state) == Prompt("over", ANN)


def test_b16_just_enough_tiles_are_drawn() -> None:
    state = replace(begin(), bag=Bag.of({"A": 4}))
    assert GAME.prompt(play(state, Roll("2"))[0]).kind == "draw"
    state, events = play(state, Roll(CHOICE), Amount(ANN, 3))
    assert events[:2] == [NumberNamed(ANN, 3), BagEnded(("A",) * 4)]
    assert GAME.prompt(state).kind == "over"  # nobody holds a letter to sell


# B17


def test_b17_most_money_wins_and_tiles_in_hand_count_nothing() -> None:
    state = replace(holding("QUIZ"), last=True, money=(200, 201))
    state, events = play(state, Choose(ANN, DONE))
    assert events[-1] == GameWon(BOB)
    assert state.winners == (BOB,)


def test_b17_equal_money_shares_the_win() -> None:
    state = replace(begin(3), money=(150, 300, 300), bag=Bag())
    state, events = play(state, Roll("2"))
    assert events[-1] == WinShared((BOB, CEM))
    assert GAME.prompt(state) == Prompt("over", None)


# B18


@pytest.mark.parametrize(
    ("money", "grade"),
    [(1000, "outstanding"), (999, "good"), (900, "good"), (899, "fair"), (800, "fair"), (799, "none"), (0, "none")],
)
def test_b18_alone_the_money_is_judged(money: int, grade: str) -> None:
    assert grade_of(money, BuywordRules()) == grade
    state, events = play(replace(begin(1), money=(money,), bag=Bag()), Roll("2"))
    assert events[-1] == SoloResult(ANN, money, grade)
    assert state.winners == (ANN,)


# B19


def test_b19_a_refused_word_costs_nothing() -> None:
    state, events = play(holding("HOUSE"), refused(ANN, "hoseu"))
    assert events == [WordRefused(ANN, "hoseu", "B19", "hoseu is not in the lexicon")]
    assert GAME.prompt(state) == GAME.prompt(holding("HOUSE"))


def test_b19_the_table_may_overrule_a_refusal() -> None:
    state, events = play(holding("HOUSE"), refused(ANN, "hoseu"), Overrule(1, 0))
    assert events[:2] == [Voted(ANN, "hoseu", 1, 0, True), WordSold(ANN, "hoseu", ("hoseu",), 6, 36, None)]
    assert state.money == (236, 200)
    assert illegal(state, Overrule(1, 0)) == "no_ruling"


def test_b19_the_table_may_overrule_a_sale_until_the_die_falls() -> None:
    before = holding("HOUSE")
    state = play(before, Word(ANN, "house"))[0]
    assert GAME.prompt(state).kind == "roll"  # nothing is left to sell
    undone, events = play(state, Overrule(1, 0))
    reason = "The table voted against house."
    assert events == [
        Voted(ANN, "house", 1, 0, False),
        Score((200, 200)),
        WordRefused(ANN, "house", "B19", reason),
    ]
    assert undone == before
    assert illegal(play(state, Roll("2"))[0], Overrule(1, 0)) == "no_ruling"


def test_b19_a_tie_leaves_it_and_no_vote_gives_a_hand_letters() -> None:
    state = play(holding("HOUSE"), refused(ANN, "quiz"))[0]
    assert illegal(state, Overrule(1, 0)) == "letters_missing"
    assert play(state, Overrule(0, 1))[1] == [Voted(ANN, "quiz", 0, 1, False)]
    assert play(state, Overrule(0, 0))[1] == [Voted(ANN, "quiz", 0, 0, False)]
    assert illegal(state, Overrule(1, 1)) == "votes"
    assert illegal(begin(), Overrule(1, 0)) == "no_ruling"
    assert illegal(play(state, Overrule(0, 1))[0], Overrule(1, 0)) == "no_ruling"  # one vote for each ruling


def test_b19_a_ruling_keeps_one_state_and_no_more() -> None:
    state = play(holding("HOUSEMAN"), *[refused(ANN, "hoseu")] * 9, Word(ANN, "man"))[0]
    assert state.ruling is not None
    assert state.ruling.before.ruling is None
    state = play(state, refused(ANN, "hoseu"))[0]
    assert state.ruling is not None
    assert state.ruling.before.ruling is None


# V1


def auction(*letters: str, money: tuple[int, ...] = (200, 200, 200)) -> State:
    """Ann's set is about to be auctioned; Bob sits at her left."""
    state = replace(begin(3, "auction"), money=money)
    return play(state, Roll("2"), *[Draw(tuple(pair)) for pair in letters or ("DE", "AE", "IO")])[0]


def test_v01_from_the_left_each_bids_once_and_the_owner_last() -> None:
    state = auction()
    assert GAME.prompt(state) == Prompt("bid", BOB, letters=("D", "E"), options=(PASS,), least=1, most=200)
    assert illegal(state, Amount(CEM, 5)) == "wrong_seat"
    state, events = play(state, Amount(BOB, 5))
    assert events == [Bidden(BOB, 5)]
    assert GAME.prompt(state) == Prompt("bid", CEM, letters=("D", "E"), options=(PASS,), least=6, most=200)
    state, events = play(state, Choose(CEM, PASS))
    assert events == [Chosen(CEM, PASS)]
    assert GAME.prompt(state).seat == ANN
    state, events = play(state, Amount(ANN, 9))
    assert events == [Bidden(ANN, 9), Auctioned(ANN, ANN, ("D", "E"), 9), Score((191, 200, 200))]
    assert state.hands[ANN] == Bag().put_back("DE")
    assert GAME.prompt(state) == Prompt("bid", CEM, letters=("A", "E"), options=(PASS,), least=1, most=200)


def test_v01_the_highest_bid_is_paid_to_the_bank_whoever_wins() -> None:
    state, events = play(auction(), Amount(BOB, 30), Choose(CEM, PASS), Choose(ANN, PASS))
    assert events == [Chosen(ANN, PASS), Auctioned(BOB, ANN, ("D", "E"), 30), Score((200, 170, 200))]
    assert state.hands[BOB] == Bag().put_back("DE")
    assert state.sets[ANN] == ()


def test_v01_without_a_bid_the_set_leaves_the_game() -> None:
    _, events = play(auction(), Choose(BOB, PASS), Choose(CEM, PASS), Choose(ANN, PASS))
    assert events == [Chosen(ANN, PASS), SetDiscarded(ANN, ("D", "E"), 9, "no_bid")]


def test_v01_from_one_dollar_and_no_more_than_the_player_has() -> None:
    state = auction(money=(200, 10, 5))
    assert illegal(state, Amount(BOB, 0)) == "out_of_range"
    assert illegal(state, Amount(BOB, 11)) == "out_of_range"
    state, events = play(state, Amount(BOB, 10))
    assert events == [Bidden(BOB, 10), CannotBid(CEM, 11)]
    assert GAME.prompt(state).seat == ANN
    assert illegal(state, Amount(ANN, 10)) == "out_of_range"
    _, events = play(auction(money=(200, 10, 10)), Amount(BOB, 10))
    assert events == [Bidden(BOB, 10), CannotBid(CEM, 11)]


# V2


def trade(*variants: str) -> State:
    return play(begin(3, *variants or ("trade",)), Roll("2"), Draw(tuple("DE")), Draw(tuple("AE")), Draw(tuple("IO")))[
        0
    ]


def test_v02_players_may_swap_whole_sets_and_each_buys_what_it_holds() -> None:
    state = trade()
    assert GAME.prompt(state) == Prompt("trade", ANN, letters=("D", "E"), options=(DONE,), seats=(BOB, CEM))
    state, events = play(state, Offer(ANN, CEM, 0))
    assert events == [Offered(ANN, CEM, 0)]
    assert GAME.prompt(state) == Prompt("agree", CEM, letters=("D", "E"), options=(YES, NO))
    assert illegal(state, Choose(ANN, YES)) == "wrong_seat"
    state, events = play(state, Choose(CEM, YES))
    assert events == [Chosen(CEM, YES), Swapped(ANN, CEM, 0)]
    assert state.sets == (("I", "O"), ("A", "E"), ("D", "E"))
    state, _ = play(state, *[Choose(seat, DONE) for seat in (ANN, BOB, CEM)])
    assert GAME.prompt(state) == Prompt("buy", ANN, letters=("I", "O"), options=(BUY, PASS), price=4)


def test_v02_a_swap_needs_both_and_a_partner() -> None:
    state, events = play(trade(), Offer(ANN, BOB, 0), Choose(BOB, NO))
    assert events == [Chosen(BOB, NO)]
    assert state == trade()
    for nobody in (ANN, 3, -1):
        assert illegal(state, Offer(ANN, nobody, 0)) == "no_such_partner"
    assert illegal(state, Offer(BOB, ANN, 0)) == "wrong_seat"
    assert illegal(state, Offer(ANN, BOB, 1)) == "no_cash"


# V3


def test_v03_money_changes_hands_with_the_sets() -> None:
    state, events = play(trade("trade_with_cash"), Offer(ANN, BOB, 15))
    assert GAME.prompt(state).price == 15
    state, events = play(state, Choose(BOB, YES))
    assert events == [Chosen(BOB, YES), Swapped(ANN, BOB, 15), Score((185, 215, 200))]
    state, events = play(trade("trade_with_cash"), Offer(ANN, BOB, -15), Choose(BOB, YES))
    assert state.money == (215, 185, 200)


def test_v03_nobody_pays_more_than_they_have() -> None:
    state = trade("trade_with_cash")
    assert (GAME.prompt(state).least, GAME.prompt(state).most) == (-200, 200)
    assert illegal(state, Offer(ANN, BOB, 201)) == "no_money"
    assert illegal(state, Offer(ANN, BOB, -201)) == "no_money"


# V4


def test_v04_tiles_laid_out_are_taken_one_at_a_time() -> None:
    state = play(begin(2, "draft"), Roll("2"))[0]
    assert GAME.prompt(state) == Prompt("draw", ANN, tiles=4)
    state, events = play(state, Draw(tuple("QAEA")))
    assert events == [LaidOut(ANN, tuple("QAEA"))]
    assert GAME.prompt(state) == Prompt("take", ANN, letters=tuple("QAEA"))
    assert illegal(state, Take(ANN, "X")) == "not_laid_out"
    assert illegal(state, Take(BOB, "A")) == "wrong_seat"
    state, events = play(state, Take(ANN, "A"), Take(BOB, "E"))
    assert events == [TileTaken(BOB, "E")]
    assert GAME.prompt(state) == Prompt("take", ANN, letters=("Q", "A"))
    state, events = play(state, Take(ANN, "A"))  # the last one is Bob's without a question
    assert events == [
        TileTaken(ANN, "A"),
        TileTaken(BOB, "Q"),
        SetDrawn(ANN, ("A", "A"), 2, 4),
        SetDrawn(BOB, ("E", "Q"), 5, 25),
    ]
    assert GAME.prompt(state) == Prompt("buy", ANN, letters=("A", "A"), options=(BUY, PASS), price=4)


def test_v04_turns_go_clockwise_from_the_leader() -> None:
    state = play(begin(3, "draft"), Roll("2"), Draw(tuple("ABCDEF")))[0]
    seats = []
    for tile in "ABCDE":
        seat = GAME.prompt(state).seat
        assert seat is not None
        seats.append(seat)
        state = play(state, Take(seat, tile))[0]
    assert seats == [ANN, BOB, CEM, ANN, BOB]
    assert state.sets == (("A", "D"), ("B", "E"), ("C", "F"))


# V5


def crossword(letters: str, wilds: int = 4) -> State:
    return holding(letters, begin(2, "crossword"), wilds)


def test_v05_new_words_are_built_on_earlier_ones_and_reused_tiles_count() -> None:
    state = crossword("HOUSEMAT")
    assert GAME.prompt(state).kind == "place"
    assert illegal(state, Word(ANN, "house")) == "not_awaited"
    state, events = play(state, Place(ANN, "house", 0, 0, True))
    assert events == [WordSold(ANN, "house", ("house",), 6, 36, None), Score((236, 200))]
    assert illegal(state, Place(ANN, "mat", 2, 0, True)) == "not_built_on"
    assert illegal(state, Place(ANN, "mat", 0, 0, False)) == "letter_differs"
    assert illegal(state, Place(ANN, "mat", 0, 5, True)) == "longer"
    assert illegal(state, Place(ANN, "house", 0, 0, True)) == "nothing_new"
    state, events = play(state, Place(ANN, "mate", -3, 4, False))  # down to the E of HOUSE
    assert events[0] == WordSold(ANN, "mate", ("mate",), 6, 36, None)
    assert state.grid.picture() == "....M\n....A\n....T\nHOUSE"
    assert state.hands[ANN].total == 0


def test_v05_every_new_word_formed_at_once_is_paid() -> None:
    state = play(
        crossword("HOUSEMATTOES"),
        Place(ANN, "house", 0, 0, True),
        Place(ANN, "mate", -3, 4, False),
        Place(ANN, "at", -2, 4, True),
    )[0]
    before = state.money[ANN]
    state, events = play(state, Place(ANN, "toe", -1, 4, True))  # its O makes TO with the T above
    assert state.grid.picture() == "....M..\n....AT.\n....TOE\nHOUSE.."
    assert events == [WordSold(ANN, "toe", ("toe", "to"), 3, 9 + 4, None), Score((before + 13, 200))]


def test_v05_the_word_itself_must_reuse_a_tile() -> None:
    state = play(crossword("HOUSESEA"), Place(ANN, "house", 0, 0, True))[0]
    assert illegal(state, Place(ANN, "sea", 0, 5, False)) == "not_built_on"
    state = play(state, Place(ANN, "houses", 0, 0, True), Place(ANN, "sea", 0, 5, False))[0]
    assert state.money[ANN] == 200 + 36 + 49 + 9


def test_v05_a_word_may_be_made_longer() -> None:
    state = play(crossword("HOUSES"), Place(ANN, "house", 0, 0, True), Place(ANN, "houses", 0, 0, True))[0]
    assert state.money[ANN] == 200 + 36 + 49


def test_v05_no_word_holds_two_wilds() -> None:
    state = play(crossword("HOUSAT"), Place(ANN, "house", 0, 0, True))[0]  # the E is a wild
    assert state.grid.picture() == "HOUSe"
    assert illegal(state, Place(ANN, "mate", -3, 4, False)) == "two_wilds"
    state = play(crossword("HOUSMAT"), Place(ANN, "house", 0, 0, True))[0]
    assert play(state, Place(ANN, "mate", -3, 4, False))[1][0] == WordSold(ANN, "mate", ("mate",), 6, 36, None)


def test_v05_where_two_spots_could_take_the_wild_the_dearer_is_paid() -> None:
    state = play(crossword("ADQUIZZ"), Place(ANN, "ad", 0, 0, True))[0]
    state = replace(state, hands=(Bag.of({"Z": 1}), Bag()))
    places = {(place.row, place.column, place.across): sale for place, sale in places_for(state, "zaz")}
    sale = places[(-1, 0, False)]
    assert sale.price == (4 + 1 + 1) ** 2
    assert sum(tile.wild for tile in sale.new.values()) == 1


def test_v05_all_places_of_a_word_are_found() -> None:
    state = play(crossword("HOUSEMATE"), Place(ANN, "house", 0, 0, True))[0]
    places = [(place.row, place.column, place.across) for place, _ in places_for(state, "meat")]
    assert places == [(-1, 4, False)]  # across, it would run along HOUSE
    assert [place for place, _ in places_for(crossword("MEAT"), "meat")] == [Place(ANN, "meat", 0, 0, True)]
    downwards = play(crossword("HOUSEMATE"), Place(ANN, "house", 0, 0, False))[0]
    places = [(place.row, place.column, place.across) for place, _ in places_for(downwards, "meat")]
    assert places == [(4, -1, True)]
    for place, _ in places_for(state, "eat"):
        GAME.apply(state, place)


def test_v05_one_letter_is_enough_to_build_on_the_crossword() -> None:
    state, events = play(crossword("HOUSES"), Place(ANN, "house", 0, 0, True))
    assert [event.name for event in events] == ["word_sold", "score"]
    assert GAME.prompt(state) == Prompt("place", ANN, letters=("S",), options=(DONE,), wilds=4)
    state, _ = play(crossword("HOUSE"), Place(ANN, "house", 0, 0, True))
    assert GAME.prompt(state).seat == ANN  # a wild may still be laid
    state, _ = play(crossword("HOUSE", wilds=0), Place(ANN, "house", 0, 0, True))
    assert GAME.prompt(state).seat == BOB


def test_v05_the_table_may_let_a_refused_word_be_laid() -> None:
    state, events = play(crossword("HOUSE"), refused(ANN, "hoseu"), Overrule(1, 0))
    assert events == [Voted(ANN, "hoseu", 1, 0, True)]
    assert play(state, Place(ANN, "hoseu", 0, 0, True))[0].money == (236, 200)
    before = crossword("HOUSE")
    assert play(before, Place(ANN, "house", 0, 0, True), Overrule(1, 0))[0] == before


# V6


@pytest.mark.parametrize(("variant", "goes"), [("limit_10", 2), ("no_limit", 0)])
def test_v06_ten_tiles_stay_or_all(variant: str, goes: int) -> None:
    state = play(holding("ABCDEFGHIJKL", begin(2, variant)), Choose(ANN, DONE))[0]
    assert GAME.prompt(state).tiles == goes
    assert GAME.prompt(state).kind == ("discard" if goes else "roll")


# V7


def themed() -> State:
    return holding("FISHOE", begin(3, "themes", theme="the sea"))


def test_v07_the_others_vote_whether_a_word_belongs_to_the_theme() -> None:
    state, events = play(themed(), Word(ANN, "fish"))
    assert events == [ThemeAsked(ANN, "fish")]
    assert GAME.prompt(state) == Prompt("theme", None, seats=(BOB, CEM), word="fish")
    assert illegal(state, Choose(ANN, DONE)) == "not_awaited"
    assert illegal(state, ThemeVote(3, 0)) == "votes"
    sold, events = play(state, ThemeVote(1, 1))
    assert events[:2] == [Voted(ANN, "fish", 1, 1, True), WordSold(ANN, "fish", ("fish",), 7, 49, None)]
    assert play(sold, Overrule(2, 0))[0].money == (200, 200, 200)


def test_v07_a_majority_turns_the_word_away_and_the_player_sells_on() -> None:
    state, events = play(themed(), Word(ANN, "hoe"), ThemeVote(0, 2))
    reason = "The table says that hoe is not about the sea."
    assert events == [Voted(ANN, "hoe", 0, 2, False), WordRefused(ANN, "hoe", "V7", reason)]
    assert state == themed()


# Variants together


@pytest.mark.parametrize("variant", ["auction", "trade", "trade_with_cash", "draft", "themes"])
def test_variants_that_need_others_are_refused_alone(variant: str) -> None:
    rules = BuywordRules(variants=frozenset({variant}), theme="the sea")
    with pytest.raises(IllegalAction, match=f"The variant {variant} needs a second player"):
        GAME.start(("Ann",), rules)
    GAME.start(("Ann", "Bob"), rules)


@pytest.mark.parametrize("pair", [("trade", "trade_with_cash"), ("limit_10", "no_limit")])
def test_variants_that_contradict_each_other_are_refused(pair: tuple[str, str]) -> None:
    with pytest.raises(IllegalAction, match="don't go together"):
        begin(2, *pair)


def test_variants_that_do_not_exist_or_lack_a_theme_are_refused() -> None:
    with pytest.raises(IllegalAction, match="There is no variant duel; there are auction"):
        begin(2, "duel")
    with pytest.raises(IllegalAction, match="needs a theme"):
        begin(2, "themes")
    assert len(VARIANTS) == 8


def test_an_action_of_another_game_is_refused() -> None:
    assert illegal(begin(), Action()) == "unknown_action"
