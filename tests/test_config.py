"""``config show`` and ``config check``, and settings from the environment."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path

import pytest

from tests.program import complaint, run
from voicegame import environment
from voicegame.catalogue import GAMES
from voicegame.cli import voicegame
from voicegame.errors import UserError
from voicegame.settings import BuywordSettings, KirdySettings, load_buyword, load_kirdy, sourced
from voicegame.shown_settings import lines, rows
from voicegame.typed_yaml import Origin


@pytest.fixture
def party(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """party.yaml in the current directory."""
    monkeypatch.chdir(tmp_path)
    Path("party.yaml").write_text("# ours\ntarget: 500\nseconds: 45\nvoice: {rate: 140}\nplayers: [Ann, 'No']\n")
    return Path("party.yaml")


def command(*arguments: object) -> None:
    """A command in this process, for what it prints."""
    voicegame(list(map(str, arguments)), standalone_mode=False)


# The environment


@pytest.mark.parametrize(
    ("variables", "key", "value"),
    [
        ({"VOICEGAME_TARGET": "300"}, "target", 300),
        ({"VOICEGAME_SECONDS": " 12.5 "}, "seconds", 12.5),
        ({"VOICEGAME_BOARD": "true"}, "board", True),
        ({"VOICEGAME_MICROPHONE": "no"}, "microphone", "no"),  # text needs no quotes
        ({"VOICEGAME_MICROPHONE": "null"}, "microphone", None),
        ({"VOICEGAME_PLAYERS": "Ann, No,Cem"}, "players", ("Ann", "No", "Cem")),
        ({"VOICEGAME_PLAYERS": "[Ann, 'No']"}, "players", ("Ann", "No")),
        ({"VOICEGAME_PLAYERS": ""}, "players", ()),
        ({"VOICEGAME_PAUSE_AFTER_SILENCE": "null"}, "pause_after_silence", None),
        ({"VOICEGAME_HOST": "brief"}, "host", "brief"),
    ],
)
def test_a_variable_is_a_line_of_a_file(
    variables: Mapping[str, str], key: str, value: object, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name, text in variables.items():
        monkeypatch.setenv(name, text)
    assert getattr(load_kirdy(), key) == value


def test_a_list_of_words_and_a_key_in_a_group(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("VOICEGAME_VARIANTS", "auction,draft")
    monkeypatch.setenv("VOICEGAME_VOICE_RATE", "200")
    monkeypatch.setenv("VOICEGAME_HAND_LIMIT", "12")
    settings = load_buyword()
    assert (settings.variants, settings.voice.rate, settings.hand_limit) == (("auction", "draft"), 200, 12)


@pytest.mark.parametrize(
    ("name", "text", "said"),
    [
        ("VOICEGAME_TARGET", "x", "VOICEGAME_TARGET: target cannot be x; it is a whole number from 1 to 1000000."),
        ("VOICEGAME_TARGET", "010", "VOICEGAME_TARGET: target: 010 is read by YAML as 8; write 8 if you mean that."),
        (
            "VOICEGAME_TARGET",
            '"5"',
            'VOICEGAME_TARGET: target cannot be "5"; it is a whole number from 1 to 1000000.',
        ),
        ("VOICEGAME_HOST", "loud", "VOICEGAME_HOST: host cannot be loud; it is brief or full."),
        (
            "VOICEGAME_VOICE_RATE",
            "1",
            "VOICEGAME_VOICE_RATE: voice.rate cannot be 1; it is a whole number from 80 to 450.",
        ),
        (
            "VOICEGAME_PLAYERS",
            "Ann,ann",
            "VOICEGAME_PLAYERS: two players are called ann; give one of them another name.",
        ),
    ],
)
def test_a_wrong_variable_is_named(name: str, text: str, said: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(name, text)
    with pytest.raises(UserError) as told:
        load_kirdy()
    assert str(told.value) == said


def test_a_variable_that_is_no_setting_gets_the_nearest_one() -> None:
    models = [kind.settings for kind in GAMES.values()]
    names = ["VOICEGAME_TARGT", "VOICEGAME_MONEY", "VOICEGAME_QUITE_ANOTHER", "VOICEGAME_DATA", "OTHER"]
    assert environment.unknown(models, dict.fromkeys(names, "")) == [
        "VOICEGAME_QUITE_ANOTHER is no setting: it changes nothing.",
        "VOICEGAME_TARGT is no setting: did you mean VOICEGAME_TARGET?",
    ]


# Where each setting comes from


def test_the_command_line_counts_most_then_environment_file_and_defaults(
    party: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("VOICEGAME_SECONDS", "30")
    monkeypatch.setenv("VOICEGAME_TARGET", "400")
    settings, sources = sourced(KirdySettings, party, {"target": 300})
    found = {row.key: row for row in rows(settings, sources)}

    def origin(*key: str) -> tuple[object, Origin, str]:
        row = found[key]
        return row.value, row.origin, row.where

    assert origin("target") == (300, "flag", "--target")
    assert origin("seconds") == (30, "environment", "VOICEGAME_SECONDS")
    assert origin("voice", "rate") == (140, "file", "party.yaml, line 4")
    assert origin("players") == (["Ann", "No"], "file", "party.yaml, line 5")
    assert origin("host")[:2] == ("full", "default")
    assert found["bags", "en"].origin == "default"


@pytest.mark.parametrize("model", [KirdySettings, BuywordSettings])
def test_what_is_shown_is_a_file_that_means_the_same(
    model: type[KirdySettings] | type[BuywordSettings], tmp_path: Path
) -> None:
    given: dict[str, object] = {"players": ["Ann", "No", "Zoë", "12a"], "microphone": "a: 'b' #c", "board": True}
    settings, sources = sourced(model, None, given)
    shown = tmp_path / "shown.yaml"
    shown.write_text("\n".join(lines(rows(settings, sources))), encoding="utf-8")
    assert sourced(model, shown)[0] == settings


def test_show_prints_values_and_where_they_come_from(
    party: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("VOICEGAME_TARGT", "5")
    command("config", "show", "--config", party, "--target", 300, "--players", "Ann, Bob")
    printed, told = capsys.readouterr()
    assert told == "VOICEGAME_TARGT is no setting: did you mean VOICEGAME_TARGET?\n"
    assert "target: 300  # --target" in printed.splitlines()
    assert "seconds: 45.0  # party.yaml, line 3" in printed.splitlines()
    assert "players: [Ann, Bob]  # --players" in printed.splitlines()
    assert "voice:\n  rate: 140  # party.yaml, line 4\n" in printed
    assert "host: full  # default" in printed.splitlines()


def test_show_takes_the_options_of_buyword_too(capsys: pytest.CaptureFixture[str]) -> None:
    command("config", "show", "--variant", "themes,draft", "--theme", "the sea", "--json")
    told = json.loads(capsys.readouterr().out)
    assert told["game"] == "buyword"
    assert told["settings"]["variants"] == {"value": ["themes", "draft"], "from": "flag", "where": "--variant"}
    assert told["settings"]["theme"]["value"] == "the sea"
    assert told["settings"]["voice.rate"]["from"] == "default"


# A file, checked


def checked(path: Path, text: str, capsys: pytest.CaptureFixture[str], *more: str) -> list[str]:
    """What is said of a file that is wrong."""
    path.write_text(text)
    with pytest.raises(SystemExit) as ended:
        command("config", "check", path, *more)
    assert ended.value.code == 2
    printed, told = capsys.readouterr()
    assert printed == ""
    return told.splitlines()


def test_every_fault_of_a_file_is_told_with_its_line(party: Path, capsys: pytest.CaptureFixture[str]) -> None:
    text = 'targt: 5\nseconds: "90"\nhost: loud\nboard: "yes"\nplayers: [No, Bob]\n'
    assert checked(party, text, capsys) == [
        "party.yaml, line 1: there is no key 'targt'; did you mean 'target'?",
        'party.yaml, line 2: seconds is "90" in quotes, which makes it text; write 90 without them.',
        "party.yaml, line 3: host cannot be loud; it is brief or full.",
        'party.yaml, line 4: board is "yes" in quotes, which makes it text; write yes without them.',
        'party.yaml, line 5: the name No is read by YAML as false; write it in quotes: "No"',
    ]


def test_a_file_is_taken_for_the_game_that_it_fits_best(party: Path, capsys: pytest.CaptureFixture[str]) -> None:
    text = "money: 300\nvariants: [auction]\nhand_limt: 9\n"
    assert checked(party, text, capsys) == [
        "party.yaml, line 3: there is no key 'hand_limt'; did you mean 'hand_limit'?"
    ]
    assert len(checked(party, text, capsys, "--game", "kirdy")) == 3


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("target: 300", "kirdy"),
        ("money: 300", "buyword"),
        ("host: brief", "kirdy and buyword"),
        ("", "kirdy and buyword"),
    ],
)
def test_a_right_file_is_said_to_be_right_for_a_game(
    text: str, said: str, party: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    party.write_text(text)
    command("config", "check", party)
    assert capsys.readouterr().out == f"party.yaml is right for {said}.\n"


def test_the_environment_does_not_make_a_file_wrong(
    party: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("VOICEGAME_TARGET", "x")
    command("config", "check", party)
    assert "is right for kirdy" in capsys.readouterr().out


def test_a_file_that_is_none_is_one_sentence(tmp_path: Path) -> None:
    (tmp_path / "party.yaml").write_text("target: [\n")
    assert "party.yaml, line " in complaint(run("config", "check", "party.yaml", cwd=tmp_path))
    assert complaint(run("config", "check", "none.yaml", cwd=tmp_path)) == "none.yaml does not exist; check the path."


# What goes together


@pytest.mark.parametrize(("given", "begin"), [({"theme": "the sea"}, "--theme: "), ({}, "party.yaml, line 1: ")])
def test_a_theme_without_its_variant_is_told(given: dict[str, object], begin: str, party: Path) -> None:
    party.write_text("theme: the sea\n")
    with pytest.raises(UserError) as told:
        load_buyword(party, given)
    assert str(told.value) == (
        f"{begin}a theme needs the variant themes, which is not played; add it, or leave the theme out."
    )
    assert load_buyword(party, {**given, "variants": ["themes"]}).theme == "the sea"


def test_an_error_calls_a_variant_by_its_option() -> None:
    with pytest.raises(UserError, match=r"^--variant: there is no|^--variant cannot be"):
        load_buyword(None, {"variants": ["chess"]})
