"""What `heard` tells is enough to look into a disputed verdict, and a journal tells the same; sound is kept beside."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np

from tests.program import named, run
from tests.sounds import spoken
from tests.table.hall import Hall, Says
from tests.table.tabletop import Tabletop
from voicegame.errors import UserError
from voicegame.hearing.audio import RATE, Utterance, to_seconds
from voicegame.lexicon.verdicts import Candidate, Outcome, Verdict
from voicegame.table import actions
from voicegame.table.actions import Heard

VERDICT = Verdict(
    Outcome.ASK,
    word="mark",
    candidates=(
        Candidate("mark", -2.5, fits=True, remark="mark, M, A, R, K"),
        Candidate("bark", -3.75),
        Candidate("score", -9.0, "score"),
    ),
    lexicon="en-1+2",
)  # fmt: skip


def test_heard_holds_candidates_margin_and_word_list() -> None:
    top = Tabletop()
    top.turn()
    top.hear(VERDICT, 5.0)
    said = next(event for event in top.happened if getattr(event, "name", "") == "heard").to_json()
    assert said["outcome"] == "ask"
    assert said["candidates"] == [
        {"word": "mark", "score": -2.5, "fits": True},
        {"word": "bark", "score": -3.75, "fits": False},
        {"word": "score", "score": -9.0, "fits": False, "command": "score"},
    ]
    assert (said["margin"], said["lexicon"]) == (1.25, "en-1+2")


def test_a_single_candidate_has_no_margin() -> None:
    top = Tabletop()
    top.turn()
    top.hear(Verdict(Outcome.ACCEPT, word="march", candidates=(Candidate("march", 0.0, fits=True),)), 5.0)
    assert top.only("heard")["margin"] is None


def test_the_journal_holds_all_of_it_and_reads_older_ones() -> None:
    record = json.loads(json.dumps(actions.to_json(Heard(9, 1, 5, "mark", VERDICT, None))))
    assert actions.from_json(record) == Heard(9, 1, 5, "mark", VERDICT, None)
    del record["lexicon"]
    older = actions.from_json(record)
    assert isinstance(older, Heard)
    assert older.verdict.lexicon == ""


def test_a_remark_is_said_of_the_word_that_a_yes_confirms() -> None:
    top = Tabletop()
    top.turn("AK")
    top.hear(VERDICT, 5.0)
    top.spoken(7.0)
    top.command("yes", 8.0)
    assert "remark" in top.said


def test_a_replay_tells_the_same_to_the_byte(tmp_path: Path) -> None:
    journal = tmp_path / "game.jsonl"
    done = run(
        "play", "kirdy", "--text", "--players", "Ann,Bob", "--draws", "ABSN", "--seed", 1, "--json",
        "--journal", journal,
        lines=["@3 dog", "@5 sign", "@6 carry on", "@9 resign", "@20 score"],
    )  # fmt: skip
    assert run("replay", journal).stdout == done.stdout
    for heard in named(done.stdout, "heard"):
        assert heard["lexicon"].startswith("en-")
        assert heard["candidates"]


def _hall_with_a_claim() -> Hall:
    sound = np.random.default_rng(1).normal(scale=1e-4, size=RATE * 12).astype(np.float32)
    probe = Hall(sound).play()
    at = round((probe.opens + 0.5) * RATE)
    claim = spoken("march")
    sound[at : at + len(claim)] += claim
    return Hall(sound, judge=Says())


def test_the_sound_of_a_claim_is_kept_where_heard_says_it_began() -> None:
    kept: list[Utterance] = []
    hall = _hall_with_a_claim()
    hall.keep = kept.append
    hall.play()
    begins = [event["begin"] for event in hall.events("heard")]
    assert [round(to_seconds(utterance.begin), 3) for utterance in kept] == begins
    assert begins


def test_a_full_disk_ends_the_keeping_but_not_the_game() -> None:
    def full(_utterance: Utterance) -> None:
        raise UserError("The sound of claims isn't kept any more (No space left): make room.")

    hall = _hall_with_a_claim()
    hall.keep = full
    hall.play()
    assert hall.complaints == ["The sound of claims isn't kept any more (No space left): make room."]
    assert hall.events("word_accepted")
