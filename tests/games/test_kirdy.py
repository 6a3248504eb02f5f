"""KIRDY, rule by rule: each test carries the number of the rule that it proves."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import pytest

from voicegame.games.actions import Choose, Draw, Join, Leave, Overrule, Refused, TimeUp, Undo, Word
from voicegame.games.bag import Bag
from voicegame.games.events import (
    Chosen,
    GameStarted,
    GameWon,
    Joined,
    Left,
    Score,
    Undone,
    Voted,
    WordAccepted,
    WordRefused,
)
from voicegame.games.kirdy import (
    CARRY_ON,
    ENGLISH_BAG,
    STOP,
    Banked,
    Kirdy,
    KirdyRules,
    LettersDrawn,
    PointsLost,
    StarterDrawn,
    State,
    Stolen,
    fits,
    stake_for,
)
from voicegame.games.protocol import Action, Event, IllegalAction, Prompt

GAME = Kirdy()
THREE = ("Ann", "Bob", "Cem")
ANN, BOB, CEM = range(3)


def play(state: State, *actions: Action) -> tuple[State, list[Event]]:
    """The state after the actions, and what the last one caused."""
    events: Sequence[Event] = ()
    for action in actions:
        state, events = GAME.apply(state, action)
    return state, list(events)


def begin(players: Sequence[str] = THREE, rules: KirdyRules | None = None) -> State:
    """The first player is about to draw."""
    state, _ = GAME.start(players, rules or KirdyRules())
    return play(state, Draw(tuple("ABCDEFGH"[: len(players)])))[0]


def refused(seat: int, word: str = "zebra") -> Refused:
    return Refused(seat, word, "K6", "zebra lacks the letters")


def illegal(state: State, action: Action) -> str:
    """The code with which the action is refused."""
    with pytest.raises(IllegalAction) as caught:
        GAME.apply(state, action)
    assert str(caught.value).endswith(".")
    return caught.value.code


A_C = Draw(("A", "C"))
STOPS, CARRIES_ON = Choose(ANN, STOP), Choose(ANN, CARRY_ON)


@pytest.fixture
def turn() -> State:
    """Ann has drawn A, C and her minute runs."""
    return play(begin(), A_C)[0]


# K1


@pytest.mark.parametrize("count", range(2, 9))
def test_k01_two_to_eight_players_in_the_order_named(count: int) -> None:
    players = [f"P{seat}" for seat in range(count)]
    state, events = GAME.start(players, KirdyRules())
    assert events == (GameStarted("kirdy", tuple(players), 1000),)
    assert state.scores == (0,) * count


@pytest.mark.parametrize("count", [0, 1, 9])
def test_k01_other_numbers_of_players_are_refused(count: int) -> None:
    with pytest.raises(IllegalAction, match=f"KIRDY is for 2 to 8 players .K1., not {count}"):
        GAME.start(["x"] * count, KirdyRules())


# K2


def test_k02_eighty_tiles_in_one_bag() -> None:
    assert ENGLISH_BAG.total == 80
    assert "".join(sorted(ENGLISH_BAG.contents)) == "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
    assert GAME.start(THREE, KirdyRules())[0].bag == ENGLISH_BAG


def test_k02_what_is_not_in_the_bag_cannot_be_drawn(turn: State) -> None:
    state = play(turn, Word(ANN, "each"), CARRIES_ON)[0]
    state = replace(state, bag=Bag.of({"E": 1}))
    assert illegal(state, Draw(("J",))) == "not_in_bag"
    assert illegal(begin(), Draw(("J", "J"))) == "not_in_bag"


# K3


def test_k03_the_letter_nearest_a_starts_and_the_tiles_go_back() -> None:
    state, _ = GAME.start(THREE, KirdyRules())
    assert GAME.prompt(state) == Prompt("draw", None, tiles=3)
    state, events = play(state, Draw(("M", "B", "Z")))
    assert events == [StarterDrawn((("M",), ("B",), ("Z",)), BOB)]
    assert GAME.prompt(state) == Prompt("draw", BOB, tiles=2)
    assert state.bag == ENGLISH_BAG


def test_k03_those_who_tie_draw_again_among_themselves() -> None:
    state, _ = GAME.start(("Ann", "Bob", "Cem", "Dee"), KirdyRules())
    state, events = play(state, Draw(("D", "C", "C", "C")))
    assert events == []
    assert GAME.prompt(state) == Prompt("draw", None, tiles=3)
    assert illegal(state, Draw(("A", "B", "C", "D"))) == "wrong_count"
    state, events = play(state, Draw(("N", "M", "M")))
    assert GAME.prompt(state) == Prompt("draw", None, tiles=2)
    state, events = play(state, Draw(("Z", "Y")))
    assert events == [StarterDrawn((("D",), ("C", "N"), ("C", "M", "Z"), ("C", "M", "Y")), 3)]
    assert GAME.prompt(state).seat == 3


def test_k03_five_drawn_letters_let_the_first_of_three_begin_on_a_c() -> None:
    state, _ = GAME.start(THREE, KirdyRules())
    _, events = play(state, Draw(tuple("ABC")), Draw(tuple("AC")))
    assert events == [LettersDrawn(ANN, ("A", "C"))]


# K4


def test_k04_two_tiles_stay_in_the_order_drawn() -> None:
    state, events = play(begin(), Draw(("C", "A")))
    assert events == [LettersDrawn(ANN, ("C", "A"))]
    assert GAME.prompt(state).letters == ("C", "A")
    assert state.bag.total == 78


@pytest.mark.parametrize("tiles", [(), ("A",), ("A", "B", "C")])
def test_k04_neither_fewer_nor_more_are_drawn(tiles: tuple[str, ...]) -> None:
    assert illegal(begin(), Draw(tiles)) == "wrong_count"


def test_k04_no_tile_is_drawn_while_a_word_is_awaited(turn: State) -> None:
    assert illegal(turn, Draw(("E",))) == "not_awaited"


# K5


def test_k05_the_player_in_turn_has_sixty_seconds(turn: State) -> None:
    assert GAME.prompt(turn) == Prompt("word", ANN, seconds=60.0, letters=("A", "C"))
    state = play(begin(rules=KirdyRules(seconds=90.0)), A_C)[0]
    assert GAME.prompt(state).seconds == 90.0


def test_k05_time_can_only_run_out_while_a_window_is_open(turn: State) -> None:
    assert illegal(begin(), TimeUp()) == "not_awaited"
    assert illegal(play(turn, Word(ANN, "each"))[0], TimeUp()) == "not_awaited"


# K6


@pytest.mark.parametrize(
    ("word", "letters", "good"),
    [
        ("each", "AC", True),
        ("march", "AC", True),
        ("reaction", "AC", True),
        ("ac", "AC", True),
        ("cat", "AC", False),
        ("arm", "AC", False),
        ("letter", "EE", True),
        ("letter", "TT", True),
        ("later", "TT", False),
        ("", "A", False),
        ("école", "EC", True),
        ("cœur", "OE", True),
        ("banana", "AAA", True),
        ("banana", "AAAA", False),
    ],
)
def test_k06_a_word_fits_that_has_the_letters_in_this_order(word: str, letters: str, good: bool) -> None:
    assert fits(word, letters) is good


def test_k06_the_rules_refuse_a_word_that_does_not_fit_even_if_the_judge_took_it(turn: State) -> None:
    assert illegal(turn, Word(ANN, "cat")) == "letters_missing"
    assert play(turn, Word(ANN, "overreactions"))[1] == [WordAccepted(ANN, "overreactions", 30)]


# K7


def test_k07_a_word_ends_the_minute_at_once(turn: State) -> None:
    state, events = play(turn, Word(ANN, "each"))
    assert events == [WordAccepted(ANN, "each", 30)]
    assert GAME.prompt(state) == Prompt("choice", ANN, letters=("A", "C"), options=(STOP, CARRY_ON))


def test_k07_nobody_else_may_claim_in_the_minute(turn: State) -> None:
    assert illegal(turn, Word(BOB, "each")) == "wrong_seat"
    assert illegal(turn, refused(BOB)) == "wrong_seat"
    assert illegal(begin(), Word(ANN, "each")) == "not_awaited"


# K8


def test_k08_a_refused_word_costs_nothing_and_the_glass_runs_on(turn: State) -> None:
    state, events = play(turn, refused(ANN))
    assert events == [WordRefused(ANN, "zebra", "K6", "zebra lacks the letters")]
    assert GAME.prompt(state) == GAME.prompt(turn)
    state, _ = play(state, *[refused(ANN)] * 20)
    assert GAME.prompt(state) == GAME.prompt(turn)
    assert play(state, Word(ANN, "march"))[1] == [WordAccepted(ANN, "march", 30)]


# K9


def test_k09_thirty_points_and_double_for_each_letter_more() -> None:
    assert [stake_for(letters, KirdyRules()) for letters in range(2, 8)] == [30, 60, 120, 240, 480, 960]


def test_k09_the_larger_value_replaces_the_smaller(turn: State) -> None:
    state, events = play(turn, Word(ANN, "each"), CARRIES_ON, Draw(("E",)), Word(ANN, "ancestor"))
    assert events == [WordAccepted(ANN, "ancestor", 60)]
    assert play(state, STOPS)[0].scores == (60, 0, 0)


# K10


@pytest.mark.parametrize("option", [STOP, CARRY_ON])
@pytest.mark.parametrize("seat", [BOB, CEM, -1, 3])
def test_k10_only_the_player_in_turn_chooses(turn: State, seat: int, option: str) -> None:
    state = play(turn, Word(ANN, "each"))[0]
    assert illegal(state, Choose(seat, option)) == "wrong_seat"


def test_k10_there_is_nothing_but_stop_and_carry_on_and_only_after_a_success(turn: State) -> None:
    assert illegal(turn, STOPS) == "not_awaited"
    state = play(turn, Word(ANN, "each"))[0]
    assert illegal(state, Choose(ANN, "double")) == "not_an_option"
    assert play(state, CARRIES_ON)[1] == [Chosen(ANN, CARRY_ON)]


# K11


def test_k11_stop_scores_puts_the_tiles_back_and_passes_the_turn_clockwise(turn: State) -> None:
    state, events = play(turn, Word(ANN, "each"), STOPS)
    assert events == [Chosen(ANN, STOP), Banked(ANN, 30), Score((30, 0, 0))]
    assert state.bag == ENGLISH_BAG
    assert GAME.prompt(state) == Prompt("draw", BOB, tiles=2)
    state, _ = play(state, A_C, Word(BOB, "each"), Choose(BOB, STOP), A_C, Word(CEM, "each"), Choose(CEM, STOP))
    assert GAME.prompt(state).seat == ANN
    assert state.scores == (30, 30, 30)


# K12


def test_k12_carry_on_draws_one_more_after_the_others_for_a_new_minute(turn: State) -> None:
    state = play(turn, Word(ANN, "each"), CARRIES_ON)[0]
    assert GAME.prompt(state) == Prompt("draw", ANN, tiles=1)
    state, events = play(state, Draw(("E",)))
    assert events == [LettersDrawn(ANN, ("A", "C", "E"))]
    assert GAME.prompt(state) == Prompt("word", ANN, seconds=60.0, letters=("A", "C", "E"), used=("each",))
    assert illegal(state, Word(ANN, "march")) == "letters_missing"


def test_k12_nobody_carries_on_when_the_bag_is_empty() -> None:
    rules = KirdyRules(bag=Bag.of({"A": 1, "B": 1, "C": 1}))
    state = play(begin(THREE[:2], rules), A_C, Word(ANN, "each"), CARRIES_ON, Draw(("B",)), Word(ANN, "backbench"))[0]
    assert illegal(state, Word(ANN, "x")) == "not_awaited"
    state = play(begin(THREE[:2], rules), A_C, Word(ANN, "each"), CARRIES_ON, Draw(("B",)), Word(ANN, "acrobat"))[0]
    assert GAME.prompt(state).options == (STOP,)
    assert illegal(state, CARRIES_ON) == "bag_empty"
    assert play(state, STOPS)[0].scores == (60, 0)


# K13


def test_k13_the_others_are_asked_clockwise_from_the_left_five_seconds_each(turn: State) -> None:
    state = play(turn, Word(ANN, "each"), STOPS, A_C)[0]  # Bob's turn: Cem sits at his left
    state, events = play(state, TimeUp())
    assert events == []
    assert GAME.prompt(state) == Prompt("word", CEM, seconds=5.0, letters=("A", "C"))
    assert illegal(state, Word(BOB, "march")) == "wrong_seat"
    assert illegal(state, Word(ANN, "march")) == "wrong_seat"
    state, _ = play(state, TimeUp())
    assert GAME.prompt(state).seat == ANN


def test_k13_a_thief_scores_what_was_in_play_and_the_player_gets_none(turn: State) -> None:
    state = play(turn, Word(ANN, "each"), CARRIES_ON, Draw(("E",)), Word(ANN, "ancestor"), CARRIES_ON, Draw(("S",)))[0]
    state, events = play(state, TimeUp(), TimeUp(), Word(CEM, "acceptances"))
    assert events == [WordAccepted(CEM, "acceptances", 60), Stolen(CEM, ANN, 60), Score((0, 0, 60))]
    assert GAME.prompt(state) == Prompt("draw", BOB, tiles=2)  # clockwise from Ann, not from the thief
    assert state.bag == ENGLISH_BAG


def test_k13_a_theft_must_fit_all_letters_drawn(turn: State) -> None:
    state = play(turn, Word(ANN, "each"), CARRIES_ON, Draw(("E",)), TimeUp())[0]
    assert illegal(state, Word(BOB, "march")) == "letters_missing"


# K14


def test_k14_a_thief_of_the_first_pair_scores_the_first_stake(turn: State) -> None:
    _, events = play(turn, TimeUp(), Word(BOB, "march"))
    assert events == [WordAccepted(BOB, "march", 30), Stolen(BOB, ANN, 30), Score((0, 30, 0))]


def test_k14_a_house_rule_sets_the_prize_and_zero_is_the_rules_to_the_letter() -> None:
    state = play(begin(rules=KirdyRules(steal_on_first_pair=0)), A_C)[0]
    state, events = play(state, TimeUp(), Word(BOB, "march"))
    assert events == [WordAccepted(BOB, "march", 0), Stolen(BOB, ANN, 0)]
    assert GAME.prompt(state) == Prompt("draw", BOB, tiles=2)


# K15


def test_k15_a_refused_suggestion_passes_the_floor_on_at_once(turn: State) -> None:
    state, events = play(turn, TimeUp(), refused(BOB))
    assert events == [WordRefused(BOB, "zebra", "K6", "zebra lacks the letters")]
    assert GAME.prompt(state).seat == CEM


def test_k15_a_house_rule_allows_more_suggestions_in_each_window() -> None:
    state = play(begin(rules=KirdyRules(suggestions_per_window=2)), A_C, TimeUp())[0]
    first = GAME.prompt(state)
    state = play(state, refused(BOB))[0]
    assert GAME.prompt(state) == first
    state = play(state, refused(BOB))[0]
    assert GAME.prompt(state).seat == CEM
    state = play(state, refused(CEM))[0]  # the count begins again in each window
    assert GAME.prompt(state).seat == CEM


# K16


def test_k16_nobody_finds_a_word(turn: State) -> None:
    state = play(turn, Word(ANN, "each"), CARRIES_ON, Draw(("E",)))[0]
    state, events = play(state, TimeUp(), TimeUp(), TimeUp())
    assert events == [PointsLost(ANN, 30, ("A", "C", "E"), ("each",))]
    assert state.scores == (0, 0, 0)
    assert state.bag == ENGLISH_BAG
    assert GAME.prompt(state) == Prompt("draw", BOB, tiles=2)


def test_k16_the_last_refusal_loses_the_points_too(turn: State) -> None:
    _, events = play(turn, TimeUp(), TimeUp(), refused(CEM))
    assert events == [
        WordRefused(CEM, "zebra", "K6", "zebra lacks the letters"),
        PointsLost(ANN, 0, ("A", "C"), ()),
    ]


# K17


def test_k17_all_words_of_the_turn_are_listed_whoever_speaks(turn: State) -> None:
    state = play(turn, Word(ANN, "each"), CARRIES_ON, Draw(("E",)), Word(ANN, "ancestor"), CARRIES_ON, Draw(("S",)))[0]
    assert GAME.prompt(state).used == ("each", "ancestor")
    assert GAME.prompt(play(state, TimeUp())[0]).used == ("each", "ancestor")
    assert illegal(play(turn, Word(ANN, "ancestor"), CARRIES_ON, Draw(("E",)))[0], Word(ANN, "ancestor")) == "word_used"


def test_k17_refused_words_are_not_listed_and_a_new_turn_begins_afresh(turn: State) -> None:
    state = play(turn, refused(ANN), Word(ANN, "each"), STOPS, A_C)[0]
    assert GAME.prompt(state).used == ()
    assert play(state, Word(BOB, "each"))[1] == [WordAccepted(BOB, "each", 30)]


# K18


def test_k18_the_first_to_reach_the_target_wins_at_that_instant() -> None:
    state = play(begin(rules=KirdyRules(target=60)), A_C, Word(ANN, "each"), STOPS)[0]
    state = play(state, A_C, Word(BOB, "each"), Choose(BOB, CARRY_ON), Draw(("E",)), Word(BOB, "ancestor"))[0]
    assert GAME.prompt(state).kind == "choice"  # in play is not scored
    state, events = play(state, Choose(BOB, STOP))
    assert events == [Chosen(BOB, STOP), Banked(BOB, 60), Score((30, 60, 0)), GameWon(BOB)]
    assert GAME.prompt(state) == Prompt("over", BOB)


def test_k18_a_thief_can_win_and_more_than_the_target_does_too() -> None:
    state = play(begin(rules=KirdyRules(target=29)), A_C)[0]
    state, events = play(state, TimeUp(), TimeUp(), Word(CEM, "march"))
    assert events[-2:] == [Score((0, 0, 30)), GameWon(CEM)]
    assert state.winner == CEM


def test_k18_nothing_is_played_after_the_end() -> None:
    state = play(begin(rules=KirdyRules(target=30)), A_C, Word(ANN, "each"), STOPS)[0]
    for action in (A_C, Draw(("A",)), Word(ANN, "march"), refused(BOB), TimeUp(), STOPS, Choose(BOB, STOP)):
        assert illegal(state, action) == "not_awaited"


# K19


def test_k19_a_majority_turns_a_refusal_into_a_success(turn: State) -> None:
    state, events = play(turn, refused(ANN, "selfie"), Overrule(2, 0))
    assert events == [Voted(ANN, "selfie", 2, 0, True), WordAccepted(ANN, "selfie", 30)]
    assert GAME.prompt(state) == Prompt("choice", ANN, letters=("A", "C"), options=(STOP, CARRY_ON))
    assert state.used == ("selfie",)


def test_k19_a_majority_turns_a_success_into_a_refusal(turn: State) -> None:
    state, events = play(turn, Word(ANN, "aceh"), Overrule(1, 0))
    assert events == [
        Voted(ANN, "aceh", 1, 0, False),
        WordRefused(ANN, "aceh", "K19", "The table voted against aceh."),
    ]
    assert GAME.prompt(state) == GAME.prompt(turn)


@pytest.mark.parametrize(("ayes", "noes"), [(1, 1), (0, 0), (0, 2), (0, 1)])
@pytest.mark.parametrize("accepted", [True, False])
def test_k19_a_tie_or_a_minority_leaves_the_verdict(turn: State, ayes: int, noes: int, accepted: bool) -> None:
    before = play(turn, Word(ANN, "each") if accepted else refused(ANN, "each"))[0]
    state, events = play(before, Overrule(ayes, noes))
    assert events == [Voted(ANN, "each", ayes, noes, accepted)]
    assert GAME.prompt(state) == GAME.prompt(before)
    assert illegal(state, Overrule(2, 0)) == "no_ruling"  # one vote for each ruling


@pytest.mark.parametrize(("ayes", "noes"), [(3, 0), (2, 1), (-1, 0), (1, -1), (0, 3)])
def test_k19_only_those_who_did_not_speak_may_vote(turn: State, ayes: int, noes: int) -> None:
    assert illegal(play(turn, refused(ANN))[0], Overrule(ayes, noes)) == "votes"


def test_k19_the_next_tile_settles_a_ruling(turn: State) -> None:
    assert illegal(turn, Overrule(2, 0)) == "no_ruling"
    state = play(turn, Word(ANN, "each"), CARRIES_ON)[0]
    assert GAME.prompt(play(state, Overrule(2, 0))[0]) == GAME.prompt(turn)  # until the tile is drawn
    assert illegal(play(state, Draw(("E",)))[0], Overrule(2, 0)) == "no_ruling"


def test_k19_the_next_ruling_settles_the_one_before(turn: State) -> None:
    _, events = play(turn, refused(ANN, "selfie"), refused(ANN, "vlog"), Overrule(1, 0))
    assert events[0] == Voted(ANN, "vlog", 1, 0, True)


def test_k19_a_word_in_time_counts_though_the_minute_has_passed_since(turn: State) -> None:
    for passed in range(3):  # in the second neighbour's window, or after the turn was lost
        state = play(turn, refused(ANN, "selfie"), *[TimeUp()] * (passed + 1))[0]
        state, events = play(state, Overrule(2, 0))
        assert events[-1] == WordAccepted(ANN, "selfie", 30)
        assert (state.turn, GAME.prompt(state).kind) == (ANN, "choice")


def test_k19_a_bank_is_taken_back_with_its_word(turn: State) -> None:
    banked = play(turn, Word(ANN, "aceh"), STOPS)[0]
    state, events = play(banked, Overrule(2, 0))
    assert events == [
        Voted(ANN, "aceh", 2, 0, False),
        Score((0, 0, 0)),
        WordRefused(ANN, "aceh", "K19", "The table voted against aceh."),
    ]
    assert GAME.prompt(state) == GAME.prompt(turn)
    assert state.bag.total + len(state.letters) == 80


def test_k19_a_theft_is_taken_back_and_the_floor_passes_on(turn: State) -> None:
    state, events = play(turn, TimeUp(), Word(BOB, "aceh"), Overrule(1, 0))
    assert [event.name for event in events] == ["voted", "score", "word_refused"]
    assert GAME.prompt(state).seat == CEM
    state, events = play(turn, TimeUp(), TimeUp(), Word(CEM, "aceh"), Overrule(1, 0))
    assert [event.name for event in events] == ["voted", "score", "word_refused", "points_lost"]
    assert GAME.prompt(state) == Prompt("draw", BOB, tiles=2)


def test_k19_a_refused_theft_is_granted_after_the_floor_passed_on(turn: State) -> None:
    for windows in range(2):
        state = play(turn, TimeUp(), refused(BOB, "selfie"), *[TimeUp()] * windows)[0]
        state, events = play(state, Overrule(2, 0))
        assert events[1:] == [WordAccepted(BOB, "selfie", 30), Stolen(BOB, ANN, 30), Score((0, 30, 0))]
        assert GAME.prompt(state) == Prompt("draw", BOB, tiles=2)


def test_k19_a_reversed_ruling_stands(turn: State) -> None:
    for said in (refused(ANN, "selfie"), Word(ANN, "each")):
        assert illegal(play(turn, said, Overrule(1, 0))[0], Overrule(1, 0)) == "no_ruling"


def test_k19_a_win_falls_with_its_word() -> None:
    state = play(begin(rules=KirdyRules(target=30)), A_C, TimeUp(), Word(BOB, "aceh"))[0]
    assert GAME.prompt(state).kind == "over"
    state, events = play(state, Overrule(2, 0))
    assert state.winner is None
    assert events[1] == Score((0, 0, 0))
    assert GAME.prompt(state) == Prompt("word", CEM, seconds=5.0, letters=("A", "C"))


def test_k19_a_ruling_keeps_one_state_and_no_more(turn: State) -> None:
    state = play(turn, *[refused(ANN)] * 50, Word(ANN, "each"))[0]
    assert state.ruling is not None
    assert state.ruling.before.ruling is None


# K20


def test_k20_a_lost_turn_leaves_what_is_needed_to_name_a_word(turn: State) -> None:
    _, events = play(turn, TimeUp(), TimeUp(), TimeUp())
    assert events == [PointsLost(ANN, 0, ("A", "C"), ())]
    assert KirdyRules().tell_after_loss == "word"


def test_an_action_of_another_game_is_refused(turn: State) -> None:
    assert illegal(turn, Action()) == "unknown_action"


# Undo, joining and leaving


def test_undo_goes_back_to_where_the_word_was_said(turn: State) -> None:
    state, events = play(turn, Word(ANN, "each"), Undo())
    assert state == turn
    assert events == [Undone(ANN, "each")]
    assert illegal(state, Undo()) == "no_ruling"
    state, _ = play(turn, refused(ANN), Undo())
    assert state == turn


def test_undo_of_a_theft_takes_the_points_back_even_in_the_next_turn(turn: State) -> None:
    asked = play(turn, TimeUp())[0]
    state, events = play(asked, Word(BOB, "each"), Draw(("E", "G")), Undo())
    assert state == asked
    assert events == [Undone(BOB, "each"), Score((0, 0, 0))]


def test_undo_after_the_winning_word(turn: State) -> None:
    asked = replace(play(turn, TimeUp())[0], scores=(0, 990, 0))
    won = play(asked, Word(BOB, "each"))[0]
    assert won.winner == BOB
    assert play(won, Undo())[0] == asked


def test_a_player_who_leaves_is_asked_to_the_end_of_the_turn_and_not_after_it(turn: State) -> None:
    state, events = play(turn, Leave(BOB))
    assert events == [Left(BOB)]
    assert play(state, TimeUp())[0].floor == BOB
    lost = play(state, *[TimeUp()] * 3)[0]
    assert lost.turn == CEM
    assert play(lost, A_C, TimeUp())[0].floor == ANN
    assert play(lost, A_C, TimeUp(), TimeUp())[1][0].name == "points_lost"
    assert illegal(lost, Leave(BOB)) == "not_playing"
    assert illegal(lost, Leave(CEM)) == "player_count"
    assert illegal(lost, Leave(7)) == "no_such_seat"


def test_whoever_comes_back_has_the_points_of_before(turn: State) -> None:
    state = replace(turn, scores=(0, 120, 0))
    away = play(state, Leave(BOB), *[TimeUp()] * 3)[0]
    state, events = play(away, Join("bob"))
    assert events == [Joined(BOB, 120)]
    assert play(state, A_C, TimeUp())[0].floor == ANN
    later = play(state, A_C, TimeUp(), TimeUp(), A_C, TimeUp())[0]
    assert (later.turn, later.floor) == (ANN, BOB)


def test_whoever_leaves_and_changes_their_mind_never_was_away(turn: State) -> None:
    assert play(turn, Leave(BOB), Join("Bob"))[0] == turn


def test_k01_a_newcomer_has_a_place_and_a_name_of_their_own(turn: State) -> None:
    state, events = play(turn, Join("Dan"))
    assert events == [Joined(3, 0)]
    assert play(state, TimeUp(), TimeUp())[0].floor == CEM
    assert play(state, *[TimeUp()] * 3)[0].away == frozenset()
    assert illegal(state, Join("dan")) == "name_taken"
    assert illegal(state, Join(" ")) == "no_name"
    full = replace(turn, rules=replace(turn.rules, most_players=3))
    assert illegal(full, Join("Dan")) == "player_count"


def test_a_vote_does_not_undo_that_somebody_came_or_left(turn: State) -> None:
    said = play(turn, Word(ANN, "each"), Join("Dan"), Leave(CEM))[0]
    state = play(said, Overrule(2, 0))[0]
    assert state.players == (*THREE, "Dan")
    assert len(state.scores) == 4
    after = play(state, *[TimeUp()] * 3)[0]
    assert after.away == {CEM}
    # Somebody came before the vote and sits by then: they stay, with the next turn.
    stolen = play(turn, TimeUp(), Join("Dan"), Word(BOB, "each"))[0]
    assert stolen.away == frozenset()
    back = play(stolen, Undo())[0]
    assert back.away == {3}
    assert back.changing == {3}


def test_votes_of_those_who_are_away_do_not_count(turn: State) -> None:
    away = play(turn, Leave(CEM), *[TimeUp()] * 3, A_C)[0]
    assert illegal(play(away, refused(BOB))[0], Overrule(2, 0)) == "votes"
