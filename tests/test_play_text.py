"""Whole games of KIRDY by keyboard, through the real program."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

import pytest

from tests.program import COMMAND, complaint, events, named, run

GAME = ("play", "kirdy", "--text", "--json", "--players", "Ann,Bob,Cem", "--seed", 1)

# Ann begins on A, C.
LINES = [
    "@3 dog",
    "@5 march",
    "@6 carry on",
    "@10 reach",  # A, C, E: no, the E comes before
    "@20 marches",  # a form of march
    "@30 reached",
    "@31 carry on",
    "@92 Cem: reaction",  # it is Bob's window
    "@97 Cem: peached",
    "@102 Ann: face",  # her own turn is over
]


def test_a_whole_game_from_a_file_is_the_same_each_time(tmp_path: Path) -> None:
    lines = [*LINES, "@110 score", "@400"]
    first = run(*GAME, "--draws", "ABCACED", "--journal", tmp_path / "one", lines=lines)
    second = run(*GAME, "--draws", "ABCACED", "--journal", tmp_path / "two", lines=lines)
    assert first.returncode == second.returncode == 0, first.stderr
    assert first.stdout == second.stdout
    replayed = run("replay", tmp_path / "one")
    assert replayed.returncode == 0, replayed.stderr
    assert replayed.stdout == first.stdout


def test_the_events_of_a_turn() -> None:
    done = run(*GAME, "--draws", "ABCAC", lines=["@3 dog", "@5 march", "@6 stop"])
    told = events(done.stdout)
    assert [event["event"] for event in told] == [
        "game_started", "starter_drawn", "letters_drawn", "floor_opened",
        "heard", "word_refused", "heard", "word_accepted", "floor_closed", "heard", "choice", "banked", "score",
        "letters_drawn", "floor_opened", "floor_closed", "score", "game_ended",
    ]  # fmt: skip
    by_name = {event["event"]: event for event in told}
    assert by_name["game_started"]["players"] == ["Ann", "Bob", "Cem"]
    assert by_name["starter_drawn"]["seat"] == "Ann"
    assert told[2] == {"event": "letters_drawn", "t": 0.0, "seat": "Ann", "letters": ["A", "C"]}
    assert told[3] == {"event": "floor_opened", "t": 0.0, "seat": "Ann", "seconds": 60.0}
    heard = {"event": "heard", "t": 3.0, "text": "dog", "seat": "Ann", "begin": 3.0, "end": 3.0}
    assert told[4] == {**told[4], **heard}
    assert (told[5]["seat"], told[5]["word"], told[5]["rule"]) == ("Ann", "dog", "K6")
    assert by_name["word_accepted"] == {"event": "word_accepted", "t": 5.0, "seat": "Ann", "word": "march", "stake": 30}
    assert by_name["choice"] == {"event": "choice", "t": 6.0, "seat": "Ann", "choice": "stop"}
    assert by_name["banked"] == {"event": "banked", "t": 6.0, "seat": "Ann", "points": 30}
    assert told[12]["scores"] == {"Ann": 30, "Bob": 0, "Cem": 0}
    assert told[13]["seat"] == "Bob"
    assert told[-1] == {"event": "game_ended", "t": 6.0, "reason": "end of input"}


def test_k13_a_theft_in_the_second_neighbour_s_window() -> None:
    lines = ["@5 march", "@6 carry on", "@67 Bob: dog", "@68 Cem: reached"]
    done = run(*GAME, "--draws", "ABCACE", lines=lines)
    floors = named(done.stdout, "floor_opened")
    assert [(floor["seat"], floor["t"], floor["seconds"]) for floor in floors[:4]] == [
        ("Ann", 0.0, 60.0), ("Ann", 6.0, 60.0), ("Bob", 66.0, 5.0), ("Cem", 67.0, 5.0),
    ]  # fmt: skip
    (stolen,) = named(done.stdout, "stolen")
    assert (stolen["seat"], stolen["from"], stolen["points"]) == ("Cem", "Ann", 30)
    assert named(done.stdout, "letters_drawn")[-1]["seat"] == "Bob"  # clockwise from the player in turn


def test_k16_nobody_finds_a_word_and_windows_pass_at_their_own_times() -> None:
    done = run(*GAME, "--draws", "ABCAC", lines=["@5 march", "@6 carry on", "@200"])
    closed = named(done.stdout, "floor_closed")
    assert [(floor["seat"], floor["t"]) for floor in closed[:4]] == [
        ("Ann", 5.0), ("Ann", 66.0), ("Bob", 71.0), ("Cem", 76.0),
    ]  # fmt: skip
    assert named(done.stdout, "points_lost")[0]["points"] == 30


def test_k07_a_line_at_the_very_end_of_the_minute_is_the_neighbour_s() -> None:
    done = run(*GAME, "--draws", "ABCAC", lines=["@59.999 dog", "@60 march"])
    assert [event["seat"] for event in named(done.stdout, "heard")] == ["Ann", "Bob"]
    assert named(done.stdout, "stolen")[0]["seat"] == "Bob"


def test_k17_forms_and_relatives_of_a_word_are_refused_within_the_turn_only() -> None:
    lines = ["@1 reach", "@2 carry on", "@3 reached", "@4 reaches", "@5 peach", "@6 score"]
    done = run(*GAME, "--draws", "ABCRAC", lines=lines)
    refused = named(done.stdout, "word_refused")
    assert [(event["word"], event["rule"]) for event in refused] == [
        ("reached", "K17"),
        ("reaches", "K17"),
        ("peach", "K6"),
    ]


def test_k18_target_on_the_command_line_ends_the_game() -> None:
    done = run(*GAME, "--target", 30, "--draws", "ABCAC", lines=["@1 march", "@2 stop", "@3 score"])
    assert [event["event"] for event in events(done.stdout)[-3:]] == ["score", "game_won", "game_ended"]
    assert done.returncode == 0


def test_k03_players_who_tie_draw_again() -> None:
    done = run(*GAME, "--draws", "BABAC" + "AC", lines=[])
    (starter,) = named(done.stdout, "starter_drawn")
    assert starter["seat"] == "Bob"
    tie = run(*GAME, "--draws", "AABCDAC", lines=[])
    (starter,) = named(tie.stdout, "starter_drawn")
    assert starter["draws"] == {"Ann": ["A", "C"], "Bob": ["A", "D"], "Cem": ["B"]}
    assert starter["seat"] == "Ann"


def test_without_json_the_host_writes_what_it_would_say() -> None:
    arguments = [argument for argument in GAME if argument != "--json"]
    done = run(*arguments, "--draws", "ABCAC", lines=["@5 march", "@6 stop"])
    assert done.returncode == 0
    assert "Ann, the letters are A, C." in done.stdout
    assert "March is good, for 30 points." in done.stdout
    assert "The score: Ann 30, Bob 0, Cem 0." in done.stdout
    assert done.stderr == ""


def test_a_brief_host_says_less(tmp_path: Path) -> None:
    config = tmp_path / "party.yaml"
    config.write_text("host: brief\n")
    arguments = [argument for argument in GAME if argument != "--json"]
    full = run(*arguments, "--draws", "ABCAC", lines=["@5 march", "@6 stop"])
    brief = run(*arguments, "--draws", "ABCAC", "--config", config, lines=["@5 march", "@6 stop"])
    assert "March, 30." in brief.stdout
    assert len(brief.stdout) < 0.6 * len(full.stdout)


def test_bad_lines_are_told_and_left_out() -> None:
    done = run(*GAME, "--draws", "ABCAC", lines=["@x march", "Zed: march", "@5 march", "@4 stop", "@6 stop"])
    assert done.returncode == 0
    assert [line for line in done.stderr.splitlines() if "@" in line or "Zed" in line] == [
        "@x is no time: write seconds since the game began, such as @12.5.",
        "Nobody here is called Zed: the players are Ann, Bob, Cem.",
        "@4 lies in the past: the clock stands at 5 seconds.",
    ]
    assert named(done.stdout, "banked")


def test_a_line_that_means_nothing_is_told() -> None:
    done = run(*GAME, "--draws", "ABCAC", lines=["@1 march", "@2 what now", "@3 stop"])
    told = "stop, carry on, wrong, undo, join, join ..., leave ..., pause, repeat, score or quit."
    assert f"'what now' means nothing here: type {told}" in done.stderr
    assert named(done.stdout, "banked")


def test_bytes_that_are_no_text_do_no_harm(tmp_path: Path) -> None:
    journal = tmp_path / "game.jsonl"
    done = subprocess.run(
        [*COMMAND, *map(str, GAME), "--draws", "ABCAC", "--journal", str(journal)],
        input=b"@1 m\xff\xfe\x00arch\n\x80\xed\xa0\x80\n@2 march\n@3 stop\n",
        capture_output=True,
        check=True,
        timeout=60,
    )
    assert named(done.stdout.decode(), "banked")
    assert run("replay", journal).stdout == done.stdout.decode()


def test_lines_without_times_count_when_they_arrive() -> None:
    done = run(*GAME, "--draws", "ABCAC", lines=["march", "stop"])
    assert named(done.stdout, "banked")[0]["points"] == 30
    assert 0 <= named(done.stdout, "word_accepted")[0]["t"] < 5


def test_the_players_are_asked_for_where_none_are_named() -> None:
    done = run("play", "kirdy", "--text", "--json", lines=["Ann, Bob", "@1"])
    assert named(done.stdout, "game_started")[0]["players"] == ["Ann", "Bob"]
    nobody = run("play", "kirdy", "--text", "--json", lines=[])
    assert named(nobody.stdout, "game_started")[0]["players"] == ["Player one", "Player two"]


# Resuming -------------------------------------------------------------------------------------------------------------


def test_a_game_goes_on_where_its_journal_ends(tmp_path: Path) -> None:
    journal = tmp_path / "game.jsonl"
    run(*GAME, "--draws", "ABCAC", "--journal", journal, lines=["@5 march", "@6 stop", "@7 score"])
    done = run("play", "kirdy", "--text", "--json", "--resume", journal, lines=["@20 zzz", "@21"])
    assert done.returncode == 0, done.stderr
    told = events(done.stdout)
    assert told[0]["event"] == "resumed"
    assert named(done.stdout, "floor_opened")[0]["seat"] == "Bob"
    assert told[-2]["scores"] == {"Ann": 30, "Bob": 0, "Cem": 0}
    whole = run("replay", journal)
    assert whole.returncode == 0
    assert whole.stdout.endswith(done.stdout)


def test_a_resumed_game_draws_the_tiles_that_would_have_come(tmp_path: Path) -> None:
    journal = tmp_path / "game.jsonl"
    whole = run(*GAME, lines=["@200", "@400"])
    run(*GAME, "--journal", journal, lines=["@200"])
    resumed = run("play", "kirdy", "--text", "--json", "--resume", journal, lines=["@400"])
    begun = run("replay", journal)
    drawn = [event["letters"] for event in named(whole.stdout, "letters_drawn")]
    again = [event["letters"] for event in named(begun.stdout, "letters_drawn")]
    assert len(again) >= 5
    assert drawn[: len(again)] == again
    assert named(resumed.stdout, "letters_drawn")[-1]["letters"] == again[-1]


def test_a_cut_journal_is_replayed_up_to_its_last_whole_line(tmp_path: Path) -> None:
    journal = tmp_path / "game.jsonl"
    whole = run(*GAME, "--draws", "ABCAC", "--journal", journal, lines=["@5 march", "@6 stop"])
    journal.write_bytes(journal.read_bytes()[:-7])
    done = run("replay", journal)
    assert "is kept up to line" in complaint(done)
    assert "cut in the middle" in done.stderr
    assert whole.stdout.startswith(done.stdout)
    assert named(done.stdout, "banked")
    resumed = run("play", "kirdy", "--text", "--json", "--resume", journal, lines=["@30"])
    assert resumed.returncode == 0
    assert "cut in the middle" in resumed.stderr


def test_a_won_game_is_not_gone_on_with(tmp_path: Path) -> None:
    journal = tmp_path / "game.jsonl"
    run(*GAME, "--target", 30, "--draws", "ABCAC", "--journal", journal, lines=["@1 march", "@2 stop"])
    size = journal.stat().st_size
    done = run("play", "kirdy", "--text", "--json", "--resume", journal)
    assert "is over" in complaint(done)
    assert journal.stat().st_size == size


def test_a_closed_input_is_an_ended_one() -> None:
    command = " ".join([*COMMAND, *map(str, GAME), "--draws", "ABCAC", "<&-"])
    done = subprocess.run(command, shell=True, capture_output=True, text=True, check=True, timeout=60)
    assert named(done.stdout, "game_ended")[0]["reason"] == "end of input"


def test_a_mistyped_variable_is_told_and_the_game_goes_on() -> None:
    lines = ["@2 end the game", "@3 yes"]
    done = run(*GAME, "--draws", "ABCAC", lines=lines, env={**os.environ, "VOICEGAME_TARGT": "60"})
    assert "VOICEGAME_TARGT is no setting: did you mean VOICEGAME_TARGET?" in done.stderr
    assert named(done.stdout, "game_ended")[0]["reason"] == "quit"


def test_a_language_without_words_is_named(tmp_path: Path) -> None:
    config = tmp_path / "party.yaml"
    config.write_text("language: fr\n")
    sentence = complaint(run("play", "kirdy", "--text", "--players", "Ann,Bob", "--config", config))
    assert "no word list for the language 'fr'" in sentence
    assert complaint(run("config", "check", config)) == sentence


# Bad input ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("arguments", "part"),
    [
        (["--players", "Ann"], "2 to 8 players"),
        (["--players", ",".join("ABCDEFGHI")], "2 to 8 players"),
        (["--players", "Ann,ann"], "two players are called"),
        (["--players", "Ann,B:b"], "':'"),
        (["--players", "Ann,Bob", "--draws", "AB7"], "'7'"),
        (["--players", "Ann,Bob", "--target", "0"], "--target"),
        (["--players", "Ann,Bob", "--config", "missing.yaml"], "missing.yaml"),
        (["--players", "Ann,Bob", "--journal", "no/such/folder.jsonl"], "can't be written"),
        (["--players", "Ann,Bob", "--audio-in", "a.wav"], "--text has no sound"),
        (["--resume", "missing.jsonl"], "missing.jsonl"),
        (["--resume", "missing.jsonl", "--draws", "A"], "--resume takes"),
    ],
)
def test_bad_input_is_one_sentence(arguments: list[str], part: str, tmp_path: Path) -> None:
    done = run("play", "kirdy", "--text", *arguments, cwd=tmp_path)
    assert part in complaint(done)


def test_draws_beyond_the_bag_end_the_game_with_a_sentence_and_the_journal_kept(tmp_path: Path) -> None:
    journal = tmp_path / "game.jsonl"
    done = run(*GAME, "--draws", "ABCQQ", "--journal", journal, lines=["@5 march"])
    assert done.returncode == 2
    assert "--draws asks for the tile Q" in done.stderr.splitlines()[-1]
    assert run("replay", journal).returncode == 0


@pytest.mark.parametrize(
    ("yaml", "part"),
    [
        ("tagret: 500\n", "line 1: there is no key 'tagret'; did you mean 'target'"),
        ("target: 500\nplayers: [Ann, No]\n", "line 2"),
        ("target: 5\ntarget: 6\n", "line 2"),
        ("target: lots\n", "line 1"),
        ("target: [\n", "line"),
    ],
)
def test_s31_a_bad_config_names_line_and_remedy(yaml: str, part: str, tmp_path: Path) -> None:
    config = tmp_path / "party.yaml"
    config.write_text(yaml)
    sentence = complaint(run("play", "kirdy", "--text", "--players", "Ann,Bob", "--config", config))
    assert part in sentence
    assert "party.yaml" in sentence


def test_players_come_and_leave_and_a_ruling_is_taken_back(tmp_path: Path) -> None:
    journal = tmp_path / "game.jsonl"
    lines = ["@2 march", "@3 undo", "@4 march", "@5 Dan joins", "@6 Bob leaves", "@7 stop", "@8 magic", "@9 stop",
             "@10 Dan: magic", "@11 player one leaves", "@12 score"]  # fmt: skip
    done = run("play", "kirdy", "--text", "--json", "--players", "Ann,Bob,Cem", "--seed", 1, "--draws", "ABCACACAC",
               "--journal", journal, lines=lines)  # fmt: skip
    assert done.returncode == 0, done.stderr
    assert [event["seat"] for event in named(done.stdout, "joined", "left")] == ["Dan", "Bob", "Ann"]
    assert named(done.stdout, "undone")[0]["word"] == "march"
    assert [event["seat"] for event in named(done.stdout, "letters_drawn")] == ["Ann", "Cem", "Dan"]
    assert named(done.stdout, "score")[-1]["scores"] == {"Ann": 30, "Bob": 0, "Cem": 30, "Dan": 0}
    assert run("replay", journal).stdout == done.stdout
    resumed = run("play", "kirdy", "--text", "--json", "--resume", journal, lines=["stop"])
    assert named(resumed.stdout, "banked")[0]["seat"] == "Dan"


def test_a_journal_whose_actions_cannot_follow_each_other_is_said(tmp_path: Path) -> None:
    journal = tmp_path / "game.jsonl"
    run(*GAME, "--draws", "ABCAC", "--journal", journal, lines=["@1 march", "@2 stop"])
    header, first, *others = journal.read_text().splitlines(keepends=True)
    assert '"drawn"' in first
    journal.write_text("".join([header, *others]))
    assert "can't follow each other" in complaint(run("replay", journal))
    assert "can't follow each other" in complaint(run("play", "kirdy", "--text", "--resume", journal, lines=["@9"]))


def test_a_journal_in_a_folder_that_cannot_be_written_is_said(tmp_path: Path) -> None:
    folder = tmp_path / "file"
    folder.write_text("no folder")
    assert "can't be written" in complaint(run(*GAME, "--journal", folder / "game.jsonl", lines=["@1"]))
