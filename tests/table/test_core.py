"""The table: floors, questions, pauses and votes, in the order that players see."""

from __future__ import annotations

import pytest

from tests.table.tabletop import ANN, BOB, CEM, Tabletop
from voicegame.games.kirdy import KirdyRules
from voicegame.games.protocol import IllegalAction
from voicegame.hearing.audio import to_samples
from voicegame.lexicon.verdicts import Candidate, Outcome, Verdict
from voicegame.table.actions import TimeUp


@pytest.fixture
def top() -> Tabletop:
    top = Tabletop()
    top.turn("AC", at=10.0)
    return top


def test_k05_the_glass_is_turned_when_the_host_has_been_heard_to_its_end() -> None:
    top = Tabletop()
    top.draw("ABC")
    assert top.table.awaits_silence is False  # tiles are wanted first
    top.draw("AC")
    assert top.table.due is None
    top.spoken(7.5)
    assert top.only("floor_opened") == {"seat": ANN, "seconds": 60.0}
    assert top.table.due == to_samples(67.5)


def test_k07_a_claim_counts_by_the_sample_where_its_sound_begins(top: Tabletop) -> None:
    late = Tabletop()
    late.turn("AC", at=10.0)
    top.word("march", at=70.0 - 1 / 16_000, judged=72.0)
    assert "word_accepted" in top.said
    late.word("march", at=70.0, judged=72.0)
    assert late.said == ["heard", "too_late"]


def test_k07_a_sound_that_began_before_the_glass_was_turned_is_no_claim(top: Tabletop) -> None:
    top.word("march", at=9.99, judged=10.6)
    assert top.said == ["heard", "too_late"]


def test_k08_a_refused_word_costs_nothing_and_the_host_s_sentence_no_time(top: Tabletop) -> None:
    top.bad("dog", at=20.0, judged=21.0)
    assert top.said == ["heard", "word_refused"]
    assert top.table.due is None  # the glass is held while the host says why
    top.spoken(24.0)
    assert top.table.due == to_samples(73.0)
    top.word("march", at=72.9)
    assert top.only("word_accepted") == {"seat": ANN, "word": "march", "stake": 30}


def test_k10_the_choice_has_no_glass_and_opens_no_window(top: Tabletop) -> None:
    top.word("march", at=20.0)
    assert top.said == ["heard", "word_accepted", "floor_closed", "prompt_choice_after_word"]
    assert top.spoken(22.0) == []
    assert top.table.due is None
    top.command("carry_on", at=500.0)
    assert top.said == ["heard", "choice"]
    assert top.table.tiles_wanted == 1


def test_k10_only_the_player_in_turn_chooses(top: Tabletop) -> None:
    top.word("march", at=20.0)
    top.spoken(22.0)
    top.command("stop", at=23.0, seat=BOB)
    assert top.said == ["heard", "not_your_floor"]
    top.command("stop", at=24.0, seat=ANN)
    assert top.said == ["heard", "choice", "banked", "score"]


def test_k13_the_others_are_asked_clockwise_each_in_a_window_of_its_own(top: Tabletop) -> None:
    top.time_up()
    assert top.said == ["floor_closed", "time_up", "prompt_word_after_word"]
    top.spoken(72.0)
    assert top.only("floor_opened") == {"seat": BOB, "seconds": 5.0}
    top.time_up()
    top.spoken(78.0)
    assert top.only("floor_opened") == {"seat": CEM, "seconds": 5.0}
    top.word("march", at=79.0)
    assert top.only("stolen") == {"seat": CEM, "from_seat": ANN, "points": 30}
    assert top.said[:4] == ["heard", "word_accepted", "floor_closed", "stolen"]


def test_k15_a_refused_suggestion_passes_the_floor_at_once(top: Tabletop) -> None:
    top.time_up()
    top.spoken(72.0)
    top.bad("dog", at=73.0)
    assert top.said == ["heard", "word_refused", "floor_closed", "prompt_word_after_word"]
    assert top.table.prompt.seat == CEM


def test_k15_a_second_suggestion_has_what_is_left_of_the_window() -> None:
    top = Tabletop(rules=KirdyRules(suggestions_per_window=2))
    top.turn(at=0.0)
    top.time_up()
    top.spoken(61.0)
    top.bad("dog", at=63.0, judged=63.5)
    assert top.table.prompt.seat == BOB
    top.spoken(65.0)
    assert top.table.due == to_samples(67.5)


def test_k18_the_game_ends_with_the_word_that_reaches_the_target() -> None:
    top = Tabletop(rules=KirdyRules(target=30))
    top.turn(at=0.0)
    top.time_up()
    top.spoken(61.0)
    top.word("march", at=62.0)
    assert top.said[-2:] == ["game_won", "game_ended"]
    assert top.table.over
    assert top.word("reaction", at=70.0) == []


def test_s27_a_late_timer_does_not_close_the_next_window(top: Tabletop) -> None:
    stale = top.table.time_up
    top.word("march", at=20.0)
    top.spoken(20.5)
    top.command("carry_on", at=21.0)
    top.draw("E", at=21.0)
    top.spoken(23.0)
    assert top.act(TimeUp(to_samples(90.0), stale.floor)) == []
    assert top.table.prompt.letters == ("A", "C", "E")


def test_a_name_outside_the_turn_is_not_the_player_s_claim(top: Tabletop) -> None:
    top.word("march", at=20.0, seat=BOB)
    assert top.said == ["heard", "not_your_floor"]
    assert top.only("heard")["seat"] == BOB


def test_noise_leaves_no_trace(top: Tabletop) -> None:
    assert top.hear(Verdict(Outcome.IGNORE), at=20.0) == []
    assert top.table.due == to_samples(70.0)


# Questions -----------------------------------------------------------------------------------------------------------


def test_an_unsure_claim_is_asked_about_with_the_glass_held_from_where_it_began(top: Tabletop) -> None:
    top.unsure("march", "match", at=69.0)
    assert top.only("asked") == {"seat": ANN, "word": "march"}
    top.spoken(72.0)
    assert top.table.due == to_samples(82.0)  # the wait for an answer
    top.command("yes", at=73.0)
    assert top.only("word_accepted")["word"] == "march"


def test_no_leads_to_the_next_candidate_and_at_most_twice(top: Tabletop) -> None:
    top.unsure("march", "match", "macho", at=20.0)
    top.command("no", at=23.0)
    assert top.only("asked")["word"] == "match"
    top.command("no", at=26.0)
    assert top.said == ["heard", "say_again"]
    top.spoken(28.0)
    assert top.table.due == to_samples(78.0)  # 50 seconds were left when the claim began


def test_saying_the_word_again_counts_as_yes(top: Tabletop) -> None:
    top.unsure("march", "match", at=20.0)
    top.unsure("march", at=23.0)
    assert top.only("word_accepted")["word"] == "march"


def test_another_word_in_answer_is_taken_instead(top: Tabletop) -> None:
    top.unsure("march", at=20.0)
    top.word("reach", at=23.0)
    assert top.only("word_accepted")["word"] == "reach"


def test_a_refused_word_in_answer_is_refused(top: Tabletop) -> None:
    top.unsure("march", at=20.0)
    top.bad("mart", at=23.0)
    assert top.only("word_refused")["word"] == "mart"


def test_an_unanswered_question_gives_the_time_back(top: Tabletop) -> None:
    top.unsure("march", at=69.0)
    top.spoken(71.0)
    top.time_up()
    assert top.said == ["say_again"]
    top.spoken(83.0)
    assert top.table.due == to_samples(84.0)


def test_an_answer_under_another_name_is_none(top: Tabletop) -> None:
    top.unsure("march", at=20.0)
    top.command("yes", at=23.0, seat=BOB)
    assert top.said == ["heard"]
    assert top.table.expectation.commands[:2] == ("yes", "no")


# Pause, repeat, score, quit -------------------------------------------------------------------------------------------


def test_a_pause_holds_the_glass_from_the_word_pause_until_going_on(top: Tabletop) -> None:
    top.command("pause", at=20.0)
    assert top.said == ["heard", "paused"]
    top.spoken(22.0)
    assert top.table.due is None
    assert top.word("march", at=30.0) == []
    top.command("go_on", at=300.0)
    assert top.said == ["heard", "resumed"]
    top.spoken(302.0)
    assert top.table.due == to_samples(352.0)


def test_a_question_that_a_pause_interrupts_is_asked_again(top: Tabletop) -> None:
    top.unsure("march", at=20.0)
    top.command("pause", at=22.0)
    top.spoken(23.0)
    assert top.command("yes", at=25.0) == []
    top.command("go_on", at=60.0)
    assert top.said == ["heard", "resumed", "asked"]
    top.spoken(62.0)
    top.command("yes", at=63.0)
    assert top.only("word_accepted")["word"] == "march"


def test_anybody_may_pause_whoever_has_the_floor(top: Tabletop) -> None:
    top.command("pause", at=20.0, seat=CEM)
    assert top.said == ["heard", "paused"]


def test_repeat_tells_the_letters_and_what_is_left(top: Tabletop) -> None:
    top.command("repeat", at=30.0)
    (notice,) = top.happened[1:]
    assert notice.key == "repeat_word"
    assert notice.fields == {"seat": ANN, "letters": ("A", "C"), "seconds": 40}


def test_score_tells_the_standing_without_changing_it(top: Tabletop) -> None:
    top.command("score", at=30.0)
    assert top.said == ["heard", "standing"]
    top.spoken(33.0)
    assert top.table.due == to_samples(73.0)


def test_the_game_ends_early_only_after_a_yes(top: Tabletop) -> None:
    top.command("quit", at=20.0)
    assert top.said == ["heard", "quit?"]
    top.command("no", at=23.0)
    assert top.said == ["heard", "on_we_go"]
    top.spoken(24.0)
    top.command("quit", at=30.0)
    top.command("yes", at=33.0)
    assert top.said == ["heard", "floor_closed", "score", "game_ended"]
    assert top.only("game_ended") == {"reason": "quit"}


def test_a_pause_outlasts_the_question_whether_to_end(top: Tabletop) -> None:
    top.command("pause", at=20.0)
    top.command("quit", at=23.0)
    top.command("no", at=25.0)
    assert top.said == ["heard", "paused"]
    top.spoken(27.0)
    assert top.table.due is None


def test_s23_a_word_that_is_a_command_too_is_taken_as_one_or_the_other(top: Tabletop) -> None:
    for answer, said in (("yes", "word_accepted"), ("no", "standing")):
        top = Tabletop()
        top.turn("SR", at=0.0)
        both = (Candidate("score", 0.0, fits=True), Candidate("score", 0.0, "score", fits=True))
        top.hear(Verdict(Outcome.ASK, word="score", candidates=both), at=5.0)
        assert top.said == ["heard", "asked"]
        top.command(answer, at=8.0)
        assert said in top.said


def test_the_end_of_the_input_tells_the_standing(top: Tabletop) -> None:
    top.finish(at=20.0)
    assert top.said == ["floor_closed", "score", "game_ended"]
    assert top.table.over


# The vote of K19 ------------------------------------------------------------------------------------------------------


def test_k19_a_refused_word_counts_after_a_majority(top: Tabletop) -> None:
    top.bad("blorf", at=20.0)
    top.spoken(22.0)
    top.command("right", at=23.0)
    assert top.said == ["heard", "vote_right?"]
    top.command("yes", at=25.0)
    top.command("yes", at=27.0)
    assert top.only("voted")["accepted"] is True
    assert top.only("word_accepted") == {"seat": ANN, "word": "blorf", "stake": 30}
    assert "floor_closed" in top.said


def test_k19_a_tie_leaves_the_verdict_and_the_glass_runs_on(top: Tabletop) -> None:
    top.bad("blorf", at=20.0, judged=21.0)
    top.spoken(22.0)
    top.command("right", at=23.0)
    top.command("yes", at=25.0, seat=BOB)
    top.command("no", at=27.0, seat=CEM)
    assert top.only("voted")["accepted"] is False
    top.spoken(28.0)
    assert top.table.prompt.kind == "word"
    assert top.table.due is not None


def test_k19_an_accepted_word_can_be_voted_down_and_the_glass_has_what_was_left(top: Tabletop) -> None:
    top.word("march", at=20.0, judged=21.0)
    top.spoken(22.0)
    top.command("wrong", at=23.0, seat=BOB)
    top.command("yes", at=25.0)
    top.command("yes", at=27.0)
    assert top.only("word_refused")["rule"] == "K19"
    top.spoken(30.0)
    assert top.table.due == to_samples(79.0)  # 49 seconds were left when march was judged


def test_k19_only_the_voter_who_is_asked_votes(top: Tabletop) -> None:
    top.bad("blorf", at=20.0)
    top.command("right", at=23.0)
    top.command("yes", at=25.0, seat=CEM)
    assert top.said == ["heard"]
    top.command("yes", at=26.0, seat=BOB)
    assert top.said == ["heard", "vote_right?"]


def test_k19_no_vote_once_the_next_tile_is_drawn(top: Tabletop) -> None:
    top.word("march", at=20.0)
    top.spoken(22.0)
    top.command("carry_on", at=23.0)
    top.draw("E")
    top.spoken(25.0)
    assert "wrong" not in top.table.expectation.commands
    top.command("wrong", at=26.0)
    assert "vote_wrong?" not in top.said


# Waking ---------------------------------------------------------------------------------------------------------------


def test_a_woken_game_gives_back_what_the_glass_still_held(top: Tabletop) -> None:
    top.bad("dog", at=20.0, judged=21.0)
    top.spoken(24.0)
    top.wake(at=24.0)
    assert top.said == ["resumed", "standing", "repeat_word"]
    top.spoken(100.0)
    assert top.table.due == to_samples(149.0)


def test_a_game_whose_input_ended_can_be_woken(top: Tabletop) -> None:
    top.finish(at=30.0)
    top.wake(at=30.0)
    assert not top.table.over
    top.spoken(35.0)
    assert top.only("floor_opened") == {"seat": ANN, "seconds": 60.0}


def test_a_pause_outlasts_the_program(top: Tabletop) -> None:
    top.command("pause", at=20.0)
    top.wake(at=20.0)
    assert top.said[-1] == "paused"
    top.spoken(25.0)
    assert top.table.due is None


def test_an_action_that_cannot_be_changes_nothing(top: Tabletop) -> None:
    before = (top.table.state, top.table.prompt, top.table.due)
    with pytest.raises(IllegalAction):
        top.draw("E")
    assert (top.table.state, top.table.prompt, top.table.due) == before


# Undo, joining and leaving, silence -----------------------------------------------------------------------------------


def test_undo_takes_the_last_ruling_back_with_what_was_left_on_the_glass(top: Tabletop) -> None:
    top.word("march", at=20.0, judged=21.0)
    top.spoken(23.0)
    assert "undo" in top.table.expectation.commands
    top.command("undo", at=24.0)
    assert top.said == ["heard", "undone", "repeat_word"]
    top.spoken(30.0)
    assert top.table.due == to_samples(79.0)  # 49 seconds were left when march was judged
    assert "undo" not in top.table.expectation.commands
    top.word("march", at=40.0)
    assert top.only("word_accepted")["stake"] == 30


def test_undo_after_a_theft_gives_the_points_and_the_letters_back(top: Tabletop) -> None:
    top.time_up()
    top.spoken(72.0)
    top.word("march", at=73.0, judged=74.0)
    assert top.table.state.scores == (0, 30, 0)
    top.draw("EG", at=74.0)
    top.spoken(80.0)
    top.command("undo", at=82.0)
    assert top.said == ["heard", "floor_closed", "undone", "score", "repeat_word"]
    assert top.table.state.scores == (0, 0, 0)
    assert (top.table.prompt.seat, top.table.prompt.letters) == (BOB, ("A", "C"))
    top.spoken(85.0)
    assert top.table.due == to_samples(88.0)  # three of Bob's five seconds were left


def test_k19_a_theft_can_be_voted_against_in_the_next_turn(top: Tabletop) -> None:
    top.time_up()
    top.spoken(72.0)
    top.word("march", at=73.0, judged=74.0)
    top.draw("EG", at=74.0)
    top.spoken(80.0)
    top.command("wrong", at=82.0)
    top.command("yes", at=84.0)
    top.command("yes", at=86.0)
    assert top.only("voted")["accepted"] is False
    assert (top.table.prompt.seat, top.table.prompt.letters) == (CEM, ("A", "C"))
    top.spoken(90.0)
    assert top.only("floor_opened") == {"seat": CEM, "seconds": 5.0}


def test_a_player_leaves_with_the_next_turn_and_may_come_back(top: Tabletop) -> None:
    top.command("leave:1", at=20.0)
    assert top.said == ["heard", "left"]
    top.spoken(22.0)
    assert top.table.due == to_samples(71.5)  # nobody pays for it
    top.word("march", at=23.0)
    top.spoken(24.0)
    top.command("stop", at=25.0)
    assert top.table.prompt.seat == CEM
    top.draw("AC", at=26.0)
    top.spoken(30.0)
    top.time_up()
    assert top.table.prompt.seat == ANN  # Bob is not asked
    top.command("join:bob", at=31.0)
    assert top.only("joined") == {"seat": BOB, "points": 0}
    top.time_up() if top.table.due else top.spoken(33.0)


def test_a_newcomer_sits_at_the_end_and_plays_from_the_next_turn_on(top: Tabletop) -> None:
    top.command("join:dan", at=20.0)
    assert top.only("joined") == {"seat": 3, "points": 0}
    assert top.table.state.players == ("Ann", "Bob", "Cem", "Dan")
    top.spoken(22.0)
    top.word("march", at=23.0, judged=24.0)
    top.spoken(25.0)
    top.command("join", at=26.0)
    assert top.table.state.players[-1] == "Player 5"
    top.command("undo", at=28.0)  # what joined stays
    assert len(top.table.state.players) == len(top.table.state.scores) == 5


def test_nobody_leaves_a_game_for_two() -> None:
    top = Tabletop(("Ann", "Bob"))
    top.turn("AC", starter="AB", at=10.0)
    top.command("leave:0", at=20.0)
    assert top.said == ["heard", "not_possible"]


def test_the_host_pauses_by_itself_when_nobody_has_spoken_for_minutes() -> None:
    top = Tabletop(pause_after_silence=90.0)
    top.turn("AC", at=10.0)
    top.command("score", at=20.0)  # heard at 20.5
    top.spoken(22.0)
    top.time_up()
    assert top.said == ["floor_closed", "time_up", "prompt_word_after_word"]
    top.spoken(109.0)
    top.time_up()
    assert top.only("paused") == {"reason": "silence"}
    assert top.table.now == to_samples(110.5)
    top.spoken(112.0)
    assert top.table.due is None
    top.command("go_on", at=900.0)
    assert top.said == ["heard", "resumed"]
    top.spoken(901.0)
    assert top.table.due == to_samples(904.5)  # Bob had 3.5 of his seconds left
