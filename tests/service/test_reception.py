"""The questions before a game: what is asked, what each answer leads to, and that silence leads nowhere."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from voicegame.hearing.audio import RATE
from voicegame.lexicon.verdicts import Candidate, Expectation, Outcome, Verdict
from voicegame.service.events import Listening, PartyAgreed
from voicegame.service.reception import Agreed, Ask, Offer, Reception
from voicegame.service.waiting import Waiting
from voicegame.table.actions import Finished, Halted, Heard, Lost, Restored, Spoken
from voicegame.table.events import Happening, Notice
from voicegame.table.text_loop import not_understood

KIRDY = Offer("KIRDY", "play_kirdy", 2, 8)
BUYWORD = Offer("BuyWord", "play_buyword", 1, 4)


class Talk:
    """A reception, spoken to."""

    def __init__(self, game: str = "kirdy", **offers: Offer) -> None:
        self.table = Reception(
            {"kirdy": KIRDY, "buyword": BUYWORD, **offers}, game, str.capitalize, lambda number: f"Player {number}"
        )
        self.table.act(Spoken(RATE))

    def _after(self, happenings: list[Happening]) -> list[str]:
        if not self.table.over:
            self.table.act(Spoken(self.table.now + RATE))
        return [each.key for each in happenings if isinstance(each, Notice)]

    def hear(self, verdict: Verdict, text: str = "", typed: bool = False) -> list[str]:
        now = self.table.now + RATE
        return self._after(
            self.table.act(Heard(now, now - RATE // 2, now if not typed else now - RATE // 2, text, verdict))
        )

    def order(self, *commands: str) -> list[str]:
        told: list[str] = []
        for command in commands:
            told = self.hear(Verdict(Outcome.ACCEPT, command=command))
        return told

    def name(self, *names: str, outcome: Outcome = Outcome.ACCEPT) -> list[str]:
        candidates = tuple(Candidate(name, -float(at), fits=True) for at, name in enumerate(names))
        return self.hear(Verdict(outcome, word=names[0], candidates=candidates), names[0])

    def type(self, line: str, command: str | None = None) -> list[str]:
        order = () if command is None else (Candidate(line, 0.0, command, fits=True),)
        return self.hear(Verdict(Outcome.ASK, word=line.casefold(), candidates=order), line, typed=True)

    def nothing(self) -> list[str]:
        return self._after(self.table.act(self.table.time_up))


def test_the_whole_way_to_a_game() -> None:
    talk = Talk()
    assert talk.order("yes") == ["how_many?"]
    assert talk.order("count:2") == ["so_many", "your_name?"]
    assert talk.name("ann") == ["name_right?"]
    assert talk.order("yes") == ["your_name?"]
    assert talk.name("bob") == ["name_right?"]
    last = talk.table.act(Heard(99 * RATE, 98 * RATE, 99 * RATE, "yes", Verdict(Outcome.ACCEPT, command="yes")))
    assert last == [PartyAgreed("kirdy", ("Ann", "Bob"), False)]
    assert talk.table.agreed == Agreed("kirdy", ("Ann", "Bob"))
    assert talk.table.over


def test_the_start_phrase_again_is_a_yes_and_that_of_another_game_asks_about_that() -> None:
    talk = Talk()
    assert talk.order("play_buyword") == ["shall_we_play?"]
    assert talk.order("play_buyword") == ["how_many?"]
    assert talk.order("count:1") == ["so_many", "your_name?"]
    talk.order("player:1")
    assert talk.table.agreed == Agreed("buyword", ("Player 1",))


def test_one_sound_alone_begins_nothing() -> None:
    talk = Talk()
    assert talk.nothing() == ["nobody_answers"]
    assert (talk.table.over, talk.table.agreed, talk.table.unanswered) == (True, None, True)


@pytest.mark.parametrize("command", ["no", "quit"])
def test_a_no_ends_it(command: str) -> None:
    talk = Talk()
    assert talk.order(command) == ["not_now"]
    assert (talk.table.over, talk.table.agreed, talk.table.unanswered) == (True, None, False)


def test_an_unsure_yes_is_none() -> None:
    talk = Talk()
    assert talk.hear(Verdict(Outcome.ASK, command="yes")) == []
    assert talk.table.asked is Ask.START


def test_a_question_without_an_answer_is_put_once_more() -> None:
    talk = Talk()
    talk.order("yes")
    assert talk.nothing() == ["how_many?"]
    assert talk.nothing() == ["nobody_answers"]
    assert talk.table.over


def test_what_is_not_understood_is_asked_for_once() -> None:
    talk = Talk()
    talk.order("yes")
    assert talk.table.asks_again
    assert talk.hear(Verdict(Outcome.IGNORE)) == ["please_again", "how_many?"]
    assert not talk.table.asks_again
    assert talk.hear(Verdict(Outcome.IGNORE)) == []
    talk.order("count:2")
    assert talk.table.asks_again  # another question


def test_s22_a_hole_in_an_answer_has_the_question_put_again_once() -> None:
    talk = Talk()
    hole = Lost(3 * RATE, 2 * RATE, 3 * RATE)
    assert [each for each in talk.table.act(hole) if isinstance(each, Notice)] == [
        Notice("please_again"), Notice("shall_we_play?", {"game": "KIRDY"}),
    ]  # fmt: skip
    assert talk.table.act(hole) == []  # the host is speaking
    talk.table.act(Spoken(5 * RATE))
    assert talk.table.act(hole) == []
    assert talk.order("yes") == ["how_many?"]


def test_a_number_that_is_unclear_is_said_back_and_one_that_cannot_play_is_told() -> None:
    talk = Talk()
    talk.order("yes")
    assert talk.hear(Verdict(Outcome.ASK, command="count:4")) == ["so_many?"]
    assert talk.order("no") == ["how_many?"]
    assert talk.order("count:9") == ["so_many_may_play", "how_many?"]
    assert talk.order("count:1") == ["so_many_may_play", "how_many?"]


def test_a_name_that_was_not_meant_gives_way_to_the_next_likely_one_and_then_is_asked_for_again() -> None:
    talk = Talk()
    talk.order("yes", "count:2")
    assert talk.name("ann", "anna", "hannah", outcome=Outcome.ASK) == ["name_right?"]
    assert talk.order("no") == ["name_right?"]
    assert talk.order("no") == ["or_player", "your_name?"]
    talk.name("ann", "anna")
    talk.order("no", "yes")
    talk.order("player:2")
    assert talk.table.agreed == Agreed("kirdy", ("Anna", "Player 2"))


def test_player_two_always_works_whatever_number_is_heard() -> None:
    talk = Talk()
    talk.order("yes", "count:2")
    talk.hear(Verdict(Outcome.ASK, command="player:7"))
    talk.order("player:7")
    assert talk.table.agreed == Agreed("kirdy", ("Player 1", "Player 2"))


def test_no_two_players_have_one_name() -> None:
    talk = Talk()
    talk.order("yes", "count:3")
    talk.name("ann")
    talk.order("yes")
    assert talk.name("ann", "anna") == ["name_is_taken", "your_name?"]
    assert talk.name("anna") == ["name_right?"]


def test_back_takes_the_last_name_away_and_then_the_number() -> None:
    talk = Talk()
    talk.order("yes", "count:3", "player:1", "player:2")
    assert talk.order("back") == ["your_name?"]
    assert talk.order("back") == ["your_name?"]
    assert talk.order("back") == ["how_many?"]


def test_typed_names_keep_their_letters_and_all_can_be_typed_at_once() -> None:
    talk = Talk()
    talk.order("yes", "count:2")
    talk.type("McKay")
    talk.order("yes")
    talk.type("zoë")
    talk.order("yes")
    assert talk.table.agreed == Agreed("kirdy", ("McKay", "Zoë"))
    talk = Talk()
    talk.order("yes", "count:2")
    talk.type("Ann, Bob, Cem")
    assert talk.table.agreed == Agreed("kirdy", ("Ann", "Bob", "Cem"))


def test_a_typed_order_is_no_name() -> None:
    talk = Talk()
    talk.order("yes", "count:2")
    talk.type("player two", "player:2")
    assert talk.type("go back", "back") == ["your_name?"]
    assert talk.type("never mind", "quit") == ["not_now"]


def test_who_played_last_is_asked_for_first() -> None:
    known = Offer("KIRDY", "play_kirdy", 2, 8, party=("Ann", "Bob"))
    talk = Talk(kirdy=known)
    assert talk.order("yes") == ["same_again?"]
    assert talk.order("no") == ["how_many?"]
    talk = Talk(kirdy=known)
    talk.order("yes", "yes")
    assert talk.table.agreed == Agreed("kirdy", ("Ann", "Bob"))


def test_an_unfinished_game_is_offered_before_that() -> None:
    left = Offer("KIRDY", "play_kirdy", 2, 8, unfinished=("Cem", "Dan"), party=("Ann", "Bob"))
    talk = Talk(kirdy=left)
    assert talk.order("yes") == ["take_up?"]
    assert talk.order("no") == ["same_again?"]
    talk = Talk(kirdy=left)
    talk.order("yes", "yes")
    assert talk.table.agreed == Agreed("kirdy", ("Cem", "Dan"), go_on=True)


def test_s27_a_late_timer_does_not_answer_the_next_question() -> None:
    talk = Talk()
    late = talk.table.time_up
    talk.order("yes")
    assert talk.table.act(late) == []
    assert talk.table.asked is Ask.COUNT


def test_s21_a_microphone_that_goes_has_the_question_put_again() -> None:
    talk = Talk()
    talk.order("yes")
    assert talk.table.act(Halted(9 * RATE, "microphone")) == []
    assert talk.table.act(Restored(10 * RATE)) == [Notice("how_many?", {})]
    assert talk.table.awaits_silence


def test_it_is_told_what_is_listened_for_and_an_end_ends_it() -> None:
    table = Reception({"kirdy": KIRDY}, "kirdy", str.capitalize, str)
    assert table.opening == [Notice("shall_we_play?", {"game": "KIRDY"})]
    assert table.act(Spoken(RATE)) == [Listening("shall_we_play")]
    table.act(Finished(2 * RATE, "interrupted"))
    assert (table.over, table.agreed) == (True, None)


# Waiting -------------------------------------------------------------------------------------------------------------

CALLS: Mapping[str, str] = {"kirdy": "play_kirdy", "buyword": "play_buyword"}


def called(begin: float, end: float, outcome: Outcome = Outcome.ACCEPT) -> Heard:
    place = round(begin * RATE)
    return Heard(round(end * RATE), place, round(end * RATE), "", Verdict(outcome, command="play_buyword"))


def test_a_call_is_heeded_once_it_is_sure() -> None:
    waiting = Waiting(CALLS)
    waiting.act(called(1, 2, Outcome.ASK))
    assert not waiting.over
    waiting.act(called(3, 4))
    assert (waiting.over, waiting.call) == (True, "buyword")


def test_for_a_while_after_a_no_nothing_heard_is_heeded_but_what_is_typed() -> None:
    waiting = Waiting(CALLS, deaf_seconds=10)
    waiting.act(called(9, 10))
    assert not waiting.over
    waiting.act(called(9, 9))
    assert waiting.call == "buyword"
    waiting = Waiting(CALLS, deaf_seconds=10)
    waiting.act(called(10, 11))
    assert waiting.over


def test_the_end_of_the_input_is_no_call() -> None:
    waiting = Waiting(CALLS)
    waiting.act(Finished(5, "end of input"))
    assert (waiting.over, waiting.call) == (True, None)


def test_whoever_types_nonsense_is_told_to_type_a_number() -> None:
    told = not_understood("blorf", Expectation(commands=("count:2..8", "repeat", "quit")))
    assert told == "'blorf' means nothing here: type a number, repeat or quit."
