"""``voicegame serve`` as a whole by lines; how it ends; and the unit for systemd."""

from __future__ import annotations

import configparser
import json
import os
import shlex
import shutil
import signal
import subprocess
from pathlib import Path

import pytest

from tests.program import COMMAND, complaint, run
from voicegame.assembly import new_table
from voicegame.catalogue import GAMES
from voicegame.errors import UserError
from voicegame.hearing.audio import RATE
from voicegame.lexicon.verdicts import Outcome, Verdict
from voicegame.service.serving import Plan, Service, _LastingVoice, _Left
from voicegame.settings import load_buyword, load_kirdy
from voicegame.speaking.voice import Pcm, VoiceFailed
from voicegame.table.actions import Drawn, Halted, Heard

EVENING = (
    "let's play KIRDY", "yes", "two", "Ann", "yes", "player two", "city", "stop", "end the game", "yes",
    "let's play buyword", "play a game of BuyWord", "one", "Cem", "yes", "end the game", "yes",
    "let's play kirdy", "yes", "no", "never mind",
)  # fmt: skip


def serve(folder: Path, *arguments: object, lines: tuple[str, ...]) -> subprocess.CompletedProcess[str]:
    done = run("serve", "--text", "--seed", "1", *arguments, lines=lines, env={"VOICEGAME_DATA": str(folder)})
    assert done.returncode == 0, done.stderr
    return done


def test_an_evening_by_lines(tmp_path: Path) -> None:
    told = serve(tmp_path, lines=EVENING).stdout
    waiting = "Waiting to be called: let's play KIRDY and let's play BuyWord."
    assert told.startswith(
        f"{waiting}\nShall we play KIRDY?\nHow many play?\n2 players.\nPlayer 1, what is your name?\n"
        "Ann. Is that right?\nPlayer 2, what is your name?\nWelcome. Ann and Player two play."
    )
    assert "City is good, for 30 points." in told
    assert "Welcome to BuyWord, Cem." in told
    assert told.endswith(
        f"{waiting}\nShall we play KIRDY?\nAnn and Player two again?\nHow many play?\nAll right, not now.\n{waiting}\n"
    )
    assert told.count(waiting) == 4
    known = json.loads((tmp_path / "players.json").read_text())
    assert known == {"names": ["Cem", "Ann"], "parties": {"kirdy": ["Ann", "Player two"], "buyword": ["Cem"]}}
    assert len(list((tmp_path / "games").iterdir())) == 2


@pytest.mark.slow
def test_a_game_that_was_cut_off_is_offered_and_one_that_was_ended_is_not(tmp_path: Path) -> None:
    begun = ("let's play kirdy", "yes", "two", "Ann, Bob", "city")
    told = serve(tmp_path, "--game", "kirdy", lines=begun).stdout
    assert "City is good" in told
    again = (
        "let's play kirdy",
        "yes",
        "yes",
        "score",
        "end the game",
        "yes",
        "let's play kirdy",
        "yes",
        "no",
        "cancel",
    )
    told = serve(tmp_path, "--game", "kirdy", lines=again).stdout
    assert "Shall we go on with the last game, of Ann and Bob?\nOn we go." in told
    assert told.count("Shall we go on with the last game") == 1
    assert "Ann and Bob again?" in told


def test_each_step_is_an_event(tmp_path: Path) -> None:
    done = serve(tmp_path, "--json", "--game", "kirdy", lines=("let's play kirdy", "yes", "2", "Ann, Bob"))
    events = [json.loads(line) for line in done.stdout.splitlines()]
    assert events[0] == {"event": "waiting", "t": 0.0, "phrases": ["let's play KIRDY"]}
    questions = [event["question"] for event in events if event["event"] == "listening"]
    assert questions == ["shall_we_play", "how_many", "your_name"]
    (agreed,) = [event for event in events if event["event"] == "agreed"]
    assert {**agreed, "t": 0} == {
        "event": "agreed", "t": 0, "game": "kirdy", "players": ["Ann", "Bob"], "resumed": False,
    }  # fmt: skip
    assert events[-1]["event"] == "waiting"


@pytest.mark.parametrize("number", [signal.SIGTERM, pytest.param(signal.SIGINT, marks=pytest.mark.slow)])
@pytest.mark.parametrize("lines", [(), ("let's play kirdy", "yes", "2", "Ann, Bob", "city")])
def test_a_signal_ends_it_with_the_game_kept(tmp_path: Path, number: signal.Signals, lines: tuple[str, ...]) -> None:
    host = subprocess.Popen(
        [*COMMAND, "serve", "--text", "--json", "--seed", "1"], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
        text=True, env={**os.environ, "VOICEGAME_DATA": str(tmp_path)},
    )  # fmt: skip
    assert host.stdin is not None
    assert host.stdout is not None
    assert json.loads(host.stdout.readline())["event"] == "waiting"
    for line in lines:
        print(line, file=host.stdin, flush=True)
    while lines and json.loads(host.stdout.readline())["event"] != "word_accepted":
        pass
    host.send_signal(number)
    rest = [json.loads(line) for line in host.stdout]
    assert host.wait(timeout=60) == 0
    host.stdin.close()
    host.stdout.close()
    if lines:
        assert [event["reason"] for event in rest if event["event"] == "game_ended"] == ["interrupted"]
        (journal,) = (tmp_path / "games").iterdir()
        assert json.loads(journal.read_text().splitlines()[-1])["reason"] == "interrupted"


def test_two_games_with_one_phrase_and_a_game_without_any_are_told(tmp_path: Path) -> None:
    same = load_kirdy().start_phrases
    with pytest.raises(UserError, match="calls for two games"):
        Service(Plan({"kirdy": load_kirdy(), "buyword": load_buyword(None, {"start_phrases": same})}))
    rules = tmp_path / "party.yaml"
    rules.write_text("start_phrases: []\n")
    with pytest.raises(UserError, match="start_phrases of KIRDY is empty"):
        Service(Plan({"kirdy": load_kirdy(rules)}))


@pytest.mark.slow
def test_a_phrase_of_ones_own_calls(tmp_path: Path) -> None:
    rules = tmp_path / "party.yaml"
    rules.write_text("start_phrases: [wake up Hal]\n")
    told = serve(tmp_path, "--game", "kirdy", "--kirdy", rules, lines=("wake up Hal", "no")).stdout
    assert "Waiting to be called: wake up Hal.\nShall we play KIRDY?\nAll right, not now.\n" in told


@pytest.mark.parametrize("option", [("--ear", "vosk"), ("--voice", "wyoming://nas:10200")])
def test_by_keyboard_there_is_no_ear_and_no_voice(option: tuple[str, str]) -> None:
    assert "--text has no sound" in complaint(run("serve", "--text", *option))


def test_the_unit_serves_with_the_same_options(tmp_path: Path) -> None:
    rules = tmp_path / "our party.yaml"
    printed = run("serve", "--unit", "--game", "kirdy", "--kirdy", rules, "--voice", "wyoming://nas:10200").stdout
    unit = configparser.ConfigParser(interpolation=None, strict=True)
    unit.optionxform = str  # type: ignore[assignment,method-assign]
    unit.read_string(printed)
    words = shlex.split(unit["Service"]["ExecStart"])
    assert Path(words[0]).is_absolute()
    assert words[words.index("serve") :] == [
        "serve", "--game", "kirdy", "--kirdy", str(rules), "--voice", "wyoming://nas:10200",
    ]  # fmt: skip
    assert unit["Service"]["KillSignal"] == "SIGTERM"
    assert unit["Install"]["WantedBy"] == "default.target"
    if shutil.which("systemd-analyze"):  # where there is systemd, it reads it too
        (tmp_path / "voicegame.service").write_text(printed)
        env = {**os.environ, "XDG_RUNTIME_DIR": str(tmp_path)}
        verify = ["systemd-analyze", "verify", "--user", str(tmp_path / "voicegame.service")]
        subprocess.run(verify, env=env, check=True, capture_output=True)


# Parts ---------------------------------------------------------------------------------------------------------------


class Hoarse:
    """A voice that fails for good."""

    closed = False

    def synthesise(self, text: str) -> Pcm:  # noqa: ARG002
        raise VoiceFailed("It is hoarse.")

    def close(self) -> None:
        self.closed = True


def test_s04_a_voice_that_failed_is_made_anew_for_the_next_game() -> None:
    made: list[Hoarse] = []

    def make() -> Hoarse:
        made.append(Hoarse())
        return made[-1]

    voice = _LastingVoice(make)
    voice.mend()
    assert len(made) == 1
    with pytest.raises(VoiceFailed):
        voice.synthesise("Welcome.")
    voice.mend()
    assert (len(made), made[0].closed) == (2, True)
    voice.close()
    assert made[1].closed


def test_a_game_that_its_players_have_left_ends(monkeypatch: pytest.MonkeyPatch) -> None:
    now = [100.0]
    monkeypatch.setattr("voicegame.service.serving.time.monotonic", lambda: now[0])
    settings = load_kirdy()
    table, _ = new_table(GAMES["kirdy"], settings, ("Ann", "Bob"), None)
    left = _Left(lambda: False)
    table.act(Drawn(0, ("A", "B")))
    table.act(Halted(RATE, "silence"))
    left.look(table)
    now[0] += 599
    left.look(table)
    assert not left.interrupted()
    now[0] += 2
    assert left.interrupted()
    table.act(Heard(2 * RATE, RATE, RATE, "go on", Verdict(Outcome.ACCEPT, command="go_on"), seat=0))
    left.look(table)
    assert not left.interrupted()
