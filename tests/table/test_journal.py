"""The journal: what is written can be read, to the last whole line."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from voicegame.errors import UserError
from voicegame.lexicon.verdicts import Candidate, Outcome, Verdict
from voicegame.table import actions
from voicegame.table.actions import (
    Action,
    Drawn,
    Finished,
    Halted,
    Heard,
    Lost,
    Restored,
    Rolled,
    Spoken,
    TimeUp,
    Woken,
)
from voicegame.table.journal import Header, Journal, read

HEADER = Header("kirdy", ("Ann", "Bob"), 7, "ABAC", {"target": 100}, "en-1")

T = st.integers(0, 2**40)
TEXT = st.text(max_size=12)
CANDIDATE = st.builds(
    Candidate, TEXT, st.integers(-9999, 0).map(lambda n: n / 100), st.none() | st.sampled_from(["stop"]), st.booleans()
)
VERDICT = st.builds(
    Verdict, st.sampled_from(Outcome), st.none() | TEXT, st.none() | TEXT, st.none() | TEXT, TEXT,
    st.lists(CANDIDATE, max_size=5).map(tuple),
)  # fmt: skip
ACTION = st.one_of(
    st.builds(Drawn, T, st.text("ABCXYZ", max_size=8).map(tuple)),
    st.builds(Rolled, T, TEXT),
    st.builds(Spoken, T),
    st.builds(Lost, T, T, T),
    st.builds(Halted, T, TEXT),
    st.builds(Restored, T, st.sampled_from(["microphone", "loudspeaker"])),
    st.builds(Heard, T, T, T, TEXT, VERDICT, st.none() | st.integers(0, 7)),
    st.builds(TimeUp, T, st.integers(0, 999)),
    st.builds(Finished, T, TEXT),
    st.builds(Woken, T),
)
SOME: list[Action] = [Drawn(0, ("A", "B")), Spoken(5), Finished(9, "quit")]


def _written(path: Path, some: list[Action] = SOME) -> Path:
    journal = Journal.create(path, HEADER)
    for action in some:
        journal.append(action)
    journal.close()
    return path


@given(ACTION)
def test_every_action_round_trips_through_json(action: Action) -> None:
    assert actions.from_json(json.loads(json.dumps(actions.to_json(action)))) == action


def test_a_journal_tells_the_whole_game(tmp_path: Path) -> None:
    story = read(_written(tmp_path / "game.jsonl"))
    assert story.header == HEADER
    assert list(story.actions) == SOME
    assert story.fault == ""


def test_every_line_is_on_the_disk_before_append_returns(tmp_path: Path) -> None:
    journal = Journal.create(tmp_path / "game.jsonl", HEADER)
    for count, action in enumerate(SOME, start=1):
        journal.append(action)
        assert len(read(tmp_path / "game.jsonl").actions) == count
    journal.close()


def test_a_journal_cut_anywhere_is_read_up_to_its_last_whole_line(tmp_path: Path) -> None:
    path = _written(tmp_path / "game.jsonl")
    data = path.read_bytes()
    header_end = data.index(b"\n") + 1
    for cut in range(header_end, len(data)):
        path.write_bytes(data[:cut])
        story = read(path)
        assert list(story.actions) == SOME[: data[:cut].count(b"\n") - 1]
        assert bool(story.fault) == (not data[:cut].endswith(b"\n"))
        assert "cut in the middle" in story.fault or not story.fault
        assert data[: story.whole_bytes].endswith(b"\n")


def test_what_is_appended_after_a_cut_starts_a_new_line(tmp_path: Path) -> None:
    path = _written(tmp_path / "game.jsonl")
    path.write_bytes(path.read_bytes()[:-5])
    story = read(path)
    journal = Journal.resume(path, story.whole_bytes)
    journal.append(Woken(7))
    journal.close()
    assert list(read(path).actions) == [*SOME[:-1], Woken(7)]
    assert read(path).fault == ""


def test_a_line_that_is_no_action_ends_the_story_and_is_named(tmp_path: Path) -> None:
    path = _written(tmp_path / "game.jsonl")
    for line in ('{"action": "dance", "t": 1}', "[]", "nonsense", '{"action": "drawn", "t": "soon", "tiles": "A"}'):
        lines = path.read_text().splitlines()[:2]
        path.write_text("\n".join([*lines, line, lines[1]]) + "\n")
        story = read(path)
        assert len(story.actions) == 1
        assert "line 3 is not an action" in story.fault


def test_a_journal_is_never_overwritten(tmp_path: Path) -> None:
    path = _written(tmp_path / "game.jsonl")
    with pytest.raises(UserError, match="exists already"):
        Journal.create(path, HEADER)
    assert len(read(path).actions) == len(SOME)


@pytest.mark.parametrize("content", ["", "{}", "{}\n", "[]\n", '{"voicegame": "x"}\n', "\x00\n", '{"voicegame": 1}\n'])
def test_other_files_are_no_journals(tmp_path: Path, content: str) -> None:
    path = tmp_path / "game.jsonl"
    path.write_text(content)
    with pytest.raises(UserError, match="is not a journal"):
        read(path)


def test_a_newer_journal_asks_for_a_newer_program(tmp_path: Path) -> None:
    path = tmp_path / "game.jsonl"
    path.write_text('{"voicegame": 999}\n')
    with pytest.raises(UserError, match="newer voicegame"):
        read(path)


def test_a_journal_that_cannot_be_written_or_read_says_so(tmp_path: Path) -> None:
    with pytest.raises(UserError, match="can't be written"):
        Journal.create(tmp_path / "missing" / "game.jsonl", HEADER)
    with pytest.raises(UserError, match="can't be read"):
        read(tmp_path / "missing.jsonl")
    with pytest.raises(UserError, match="can't be read"):
        read(tmp_path)


def test_a_full_disk_says_so_once() -> None:
    journal = Journal(open("/dev/full", "wb", buffering=0))  # noqa: SIM115 - the journal closes it
    with pytest.raises(UserError, match=r"can't be written any more \(No space left"):
        journal.append(Spoken(1))
    journal.close()
