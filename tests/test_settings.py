"""Settings: defaults, a user's file over them, and one sentence for each mistake."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
import yaml
from pydantic import BaseModel

from voicegame.errors import UserError
from voicegame.games.buyword_state import VARIANTS, BuywordRules
from voicegame.games.kirdy import KirdyRules
from voicegame.paths import CONFIG
from voicegame.settings import BuywordSettings, KirdySettings, check_players, load_buyword, load_kirdy


@pytest.fixture
def party(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """party.yaml in the current directory."""
    monkeypatch.chdir(tmp_path)
    return Path("party.yaml")


def mistake(path: Path, text: str | bytes) -> str:
    """What is said of a file that holds ``text``."""
    path.write_bytes(text if isinstance(text, bytes) else text.encode())
    with pytest.raises(UserError) as caught:
        load_kirdy(path)
    said = str(caught.value)
    assert "\n" not in said
    assert len(said) < 200
    assert re.search(r'[.?"]$', said)
    return said


def test_the_file_of_defaults_agrees_with_the_rules_of_the_game() -> None:
    assert load_kirdy().rules == KirdyRules()
    assert load_buyword().rules == BuywordRules()


@pytest.mark.parametrize(("file", "model"), [("kirdy.yaml", KirdySettings), ("buyword.yaml", BuywordSettings)])
def test_every_key_of_the_defaults_is_explained_in_a_comment_above_it(file: str, model: type[BaseModel]) -> None:
    lines = (CONFIG / file).read_text(encoding="utf-8").splitlines()
    for key in model.model_fields:
        at = next(number for number, line in enumerate(lines) if line.startswith(f"{key}:"))
        while re.match(r"\w+:", lines[at]):
            at -= 1
        assert lines[at].startswith("#"), key


@pytest.mark.parametrize("language", ["en", "fr"])
def test_k02_both_bags_hold_eighty_tiles_and_are_labelled_a_reconstruction(language: str) -> None:
    assert load_kirdy(given={"language": language}).rules.bag.total == 80
    assert "reconstruction" in (CONFIG / "kirdy.yaml").read_text(encoding="utf-8")


def test_a_users_file_changes_only_the_keys_it_holds(party: Path) -> None:
    party.write_text("# ours\ntarget: 500\nseconds: 45\nvoice: {rate: 140}\nplayers: [Ann, 'No']\n")
    settings = load_kirdy(party)
    assert settings.rules == KirdyRules(target=500, seconds=45.0)
    assert (settings.players, settings.voice.rate, settings.host) == (("Ann", "No"), 140, "full")


def test_a_users_bag_replaces_that_of_its_language(party: Path) -> None:
    party.write_text("bags:\n  en: {A: 40, N: 30, Y: 0}\n")
    settings = load_kirdy(party)
    assert dict(settings.rules.bag.contents) == {"A": 40, "N": 30}
    assert settings.bags["fr"]["E"] == 11


def test_an_empty_file_changes_nothing(party: Path) -> None:
    for text in ("", "# nothing yet\n", "\ufeff"):
        party.write_text(text, encoding="utf-8")
        assert load_kirdy(party) == load_kirdy()


def test_the_command_line_goes_over_the_file(party: Path) -> None:
    party.write_text("target: 500\nplayers: [Ann, Bob]\n")
    settings = load_kirdy(party, {"target": 200, "players": ["Cem", " Dee "]})
    assert (settings.target, settings.players) == (200, ("Cem", "Dee"))


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ({"target": 0}, "--target cannot be 0; it is a whole number from 1 to 1000000."),
        ({"players": ["Ann", "7"]}, "--players: the name '7' is only a number; add a letter."),
        ({"players": ["Ann"]}, "--players: KIRDY is for 2 to 8 players (K1), not 1; name as many with --players or in "
                               "the settings."),
    ],
)  # fmt: skip
def test_a_mistake_on_the_command_line_names_the_option(given: dict[str, object], said: str) -> None:
    with pytest.raises(UserError) as caught:
        load_kirdy(given=given)
    assert str(caught.value) == said


@pytest.mark.parametrize(
    ("name", "read_as"),
    [
        ("No", "false"),
        ("on", "true"),
        ("null", "nothing"),
        ("~", "nothing"),
        ("1.5", "1.5"),
        ("2024-01-01", "2024-01-01"),
    ],
)
def test_s31_names_that_yaml_reads_as_something_else(party: Path, name: str, read_as: str) -> None:
    said = mistake(party, f"target: 500\nplayers: [Ann, {name}, Bob]\n")
    assert said == f'party.yaml, line 2: the name {name} is read by YAML as {read_as}; write it in quotes: "{name}"'
    assert mistake(party, f"players:\n  - Ann\n  - {name}\n").startswith(f"party.yaml, line 3: the name {name} is")
    party.write_text(f'players: [Ann, "{name}"]\n')
    assert load_kirdy(party).players == ("Ann", name)


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("12:30", "the name '12:30' holds the sign ':', which typed lines use; leave it out."),
        ("010", "the name '010' is only a number; add a letter."),
        ("7", "the name '7' is only a number; add a letter."),
    ],
)
def test_s31_quotes_are_not_advised_where_they_would_not_help(party: Path, name: str, said: str) -> None:
    assert mistake(party, f"players: [Ann, {name}]\n") == f"party.yaml, line 1: {said}"
    assert mistake(party, f'players: [Ann, "{name}"]\n') == f"party.yaml, line 1: {said}"


def test_s31_the_same_key_twice(party: Path) -> None:
    assert mistake(party, "target: 5\nhost: full\ntarget: 7\n") == (
        "party.yaml, line 3: the key 'target' stands on line 1 already; remove one of the two."
    )
    assert "line 3: the key 'rate' stands on line 2" in mistake(party, "voice:\n  rate: 90\n  rate: 95\n")
    assert "the key 'A' stands on line 1" in mistake(party, 'bags: {en: {A: 1, "A": 2}}')


def test_s31_a_key_that_does_not_exist_and_the_nearest_that_does(party: Path) -> None:
    assert mistake(party, "host: brief\n\ntagret: 5\n") == (
        "party.yaml, line 3: there is no key 'tagret'; did you mean 'target'?"
    )
    assert mistake(party, "voice:\n  rat: 90\n") == (
        "party.yaml, line 2: there is no key 'voice.rat'; did you mean 'voice.rate'?"
    )
    assert mistake(party, "rate: 90\n").endswith("there is no key 'rate'; did you mean 'voice.rate'?")
    assert mistake(party, "Seconds: 90\n").endswith("did you mean 'seconds'?")
    assert "remove it or look up the keys" in mistake(party, "weather_forecast: rain\n")
    assert mistake(party, "no: 3\n").startswith("party.yaml, line 1: there is no key 'no';")
    assert mistake(party, f'"x\\n{"y" * 999}": 3\n').startswith("party.yaml, line 1: there is no key 'x?yyy")


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("target: 0", "target cannot be 0; it is a whole number from 1 to 1000000."),
        ("target: many", "target cannot be many; it is a whole number from 1 to 1000000."),
        ('target: "500"', 'target is "500" in quotes, which makes it text; write 500 without them.'),
        ("target: 1.5", "target cannot be 1.5; it is a whole number from 1 to 1000000."),
        ("target: yes", "target cannot be yes; it is a whole number from 1 to 1000000."),
        ("target:", "target cannot be empty; it is a whole number from 1 to 1000000."),
        ("target: [5]", "target cannot be a list; it is a whole number from 1 to 1000000."),
        ("seconds: 4.9", "seconds cannot be 4.9; it is a number from 5 to 3600."),
        ("seconds: .inf", "seconds cannot be .inf; it is a number from 5 to 3600."),
        ("seconds: .nan", "seconds cannot be .nan; it is a number from 5 to 3600."),
        ("window_seconds: 0", "window_seconds cannot be 0; it is a number from 1 to 600."),
        ("steal_on_first_pair: -1", "steal_on_first_pair cannot be -1; it is a whole number from 0 to 1000000."),
        ("lexicon: Full", "lexicon cannot be Full; it is kids, everyday or full."),
        ("tell_after_loss: yes", "tell_after_loss cannot be yes; it is word, exists or nothing."),
        ("host: loud", "host cannot be loud; it is brief or full."),
        ("microphone: 3", "microphone cannot be 3; it is text in quotes, or null."),
        ("pause_after_silence: -1", "pause_after_silence cannot be -1; it is a number from 30 to 86400, or null."),
        ("voice: fast", "voice.server cannot be fast; it is wyoming://HOST:PORT, or null."),
        ("voice: {rate: 5}", "voice.rate cannot be 5; it is a whole number from 80 to 450."),
        ("players: Ann", "players cannot be Ann; it is a list, such as [Ann, Bob]."),
        ("players: {Ann: 1}", "players cannot be a group of keys; it is a list, such as [Ann, Bob]."),
        ("players: [[Ann], Bob]", "a player's name must be text; write [Ann, Bob]."),
        ("bags: {en: {A: x}}", "bags.en.A cannot be x; it is a whole number from 0 to 99."),
        ("bags: {en: {AB: 40, C: 40}}", "the tile 'AB' is no letter from A to Z; mend the bag."),
        ("bags: {en: {A: 80}}", "the bag has 80 tiles; it needs 8 or more, of two letters or more."),
        ("bags: {en: {A: 3, B: 3}}", "the bag has 6 tiles; it needs 8 or more, of two letters or more."),
        ("language: de", "there is no bag for the language 'de'; take en or fr."),
        ("fewest_players: 9", "fewest_players is 9, above most_players; lower it."),
        ("target: 010", "target: 010 is read by YAML as 8; write 8 if you mean that."),
        ("seconds: 1:30", "seconds: 1:30 is read by YAML as 90; write 90 if you mean that."),
    ],
)
def test_s31_values_of_the_wrong_kind_or_out_of_range(party: Path, text: str, said: str) -> None:
    assert mistake(party, f"# a party\n{text}\n") == f"party.yaml, line 2: {said}"


@pytest.mark.parametrize(
    ("text", "line", "said"),
    [
        ("a:\n\t- b", 2, "a tab before the value; use spaces"),
        ("\ttarget: 1", 1, "a tab"),
        ("target: 1: 2", 1, "no colon can stand here; quote the value"),
        ("target: 1\n seconds: 2", 2, "no colon can stand here"),
        ("target\nseconds: 5", 2, "mend the indentation or the line above"),
        ("players: [Ann, Bob", 1, "a bracket is not closed"),
        ('players: ["Ann, Bob]', 1, "a quote is opened and never closed"),
        ("microphone: 'it's'", 1, "put the whole value in double quotes"),
        ("players: @", 1, "can't begin with this character"),
        ("target: 5\n---\ntarget: 6", 2, "a second document begins here"),
        ("%YAML 3.0\n---\n", 1, "another version of YAML"),
        ('microphone: "\\q"', 1, "a backslash"),
        ("}", 1, "a value is missing here"),
        ("? [a]\n: 1", 1, "a list can't be a key"),
        ("target: !!python/object:os.system 1", 1, "the mark !!python/object:os.system can't be used here"),
        ("target: !!int x", 1, "x can't be read as a value"),
        ("target: " + "9" * 6000, 1, "can't be read as a value"),
        ("microphone: 2026-99-99", 1, "2026-99-99 can't be read as a value"),
        ("microphone: a\0b", 1, "the character U+0000 can't stand here"),
    ],
)
def test_s31_broken_yaml_is_explained_in_our_own_words(party: Path, text: str, line: int, said: str) -> None:
    words = mistake(party, text)
    assert words.startswith(f"party.yaml, line {line}: ")
    assert said in words


@pytest.mark.parametrize("text", ["- target", "target", "5", "[1, 2]"])
def test_s31_a_file_that_is_no_mapping(party: Path, text: str) -> None:
    assert mistake(party, text) == "party.yaml holds no settings; write lines such as 'target: 500'."


def test_s31_files_that_cannot_be_read(party: Path, tmp_path: Path) -> None:
    with pytest.raises(UserError, match=r"^party.yaml does not exist; check the path\.$"):
        load_kirdy(party)
    with pytest.raises(UserError, match="is a directory; name a YAML file"):
        load_kirdy(tmp_path)
    with pytest.raises(UserError, match="can't be read"):
        load_kirdy(Path("nul\0byte"))
    with pytest.raises(UserError, match="can't be read"):
        load_kirdy(Path("x" * 5000))
    assert mistake(party, "ok: 1\nname: Jos\xe9".encode("latin-1")) == (
        "party.yaml, line 2: this is not UTF-8 text; save the file as UTF-8."
    )
    assert "not UTF-8" in mistake(party, "target: 5".encode("utf-16"))


def test_s31_a_file_without_read_permission(party: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def closed(*_args: object) -> None:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(Path, "open", closed)  # chmod would not stop root
    with pytest.raises(UserError, match=r"may not be read; change its permissions\.$"):
        load_kirdy(party)


def test_s31_huge_deep_and_self_referring_files(party: Path) -> None:
    assert "larger than 64 KiB" in mistake(party, "#" * 70_000)
    assert "go too deep" in mistake(party, "players: " + "[" * 10_000)
    bomb = 'a: &a ["x", "x"]\nb: &b [*a, *a]\nc: &c [*b, *b]\n'
    assert mistake(party, bomb) == ("party.yaml, line 2: a reference (*a) can't be used here; write the value out.")
    assert "a reference (*a)" in mistake(party, "a: &a\n  b: *a\n")
    assert "a reference (*nobody)" in mistake(party, "target: *nobody")
    assert yaml.safe_load(bomb)["c"], "what plain YAML would have made of it"


def test_the_first_mistake_in_the_file_is_told_first(party: Path) -> None:
    assert "line 1" in mistake(party, "target: 0\nsecond: 5\nlexicon: big\n")
    assert "line 2" in mistake(party, "host: brief\nwindow: 5\ntarget: 0\n")


@pytest.mark.parametrize(
    ("names", "said"),
    [
        (["Ann", ""], "player 2 has no name; write one."),
        (["  ", "Ann"], "player 1 has no name; write one."),
        (["Ann", "Bob", "ANN"], "two players are called ANN; give one of them another name."),
        (["Ann", "x" * 25], f"the name '{'x' * 24}'... is too long; use at most 24 characters."),
        (["a:b"], "the name 'a:b' holds the sign ':', which typed lines use; leave it out."),
        (["a,b"], "the name 'a,b' holds the sign ',', which typed lines use; leave it out."),
        (["@5"], "the name '@5' holds the sign '@', which typed lines use; leave it out."),
        (["12 30"], "the name '12 30' is only a number; add a letter."),
        (["Ann\tB"], "the name 'Ann\\tB' holds a character that can't be printed; remove it."),
        (["Stra\u00dfe", "STRASSE"], "two players are called STRASSE; give one of them another name."),
        (["Jos\u00e9", "Jose\u0301"], "two players are called Jos\u00e9; give one of them another name."),
    ],
)
def test_names_that_cannot_be_used(names: list[str], said: str) -> None:
    with pytest.raises(UserError) as caught:
        check_players(names)
    assert str(caught.value) == said


def test_names_that_can_be_used() -> None:
    names = ["Ann", "No", "Zoë", "Jean-Luc", "李", "Player 2", "x" * 24]
    assert check_players([f" {name} " for name in names]) == tuple(names)


def test_k01_the_number_of_players_is_checked_with_the_range_in_the_sentence(party: Path) -> None:
    assert mistake(party, "target: 50\nplayers: [Ann]\n") == (
        "party.yaml, line 2: KIRDY is for 2 to 8 players (K1), not 1; name as many with --players or in the settings."
    )
    assert "for 2 to 3 players (K1), not 4" in mistake(party, "players: [Ann, Bob, Cem, Dee]\nmost_players: 3\n")
    with pytest.raises(UserError, match="KIRDY is for 2 to 8 players"):
        load_kirdy().seated(["Ann"])
    assert load_kirdy().seated([" Ann", "Bob "]) == ("Ann", "Bob")


# ---- BuyWord


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("hand_limit: 0", "hand_limit cannot be 0; it is a whole number from 1 to 100, or null."),
        ("hints: maybe", "hints cannot be maybe; it is true or false."),
        ("leader_passes: up", "leader_passes cannot be up; it is left or right."),
        ("variants: auction", "variants cannot be auction; it is a list, such as [auction]."),
        (
            "variants: [auction, duel]",
            "variants cannot be duel; it is auction, trade, trade_with_cash, draft, crossword, limit_10, no_limit or "
            "themes.",
        ),
        (
            "variants: [trade, trade_with_cash]",
            "The variants trade and trade_with_cash don't go together; take one of them.",
        ),
        ("variants: [themes]", "The variant themes needs a theme; name one."),
        ("most_players: 5", "most_players cannot be 5; it is a whole number from 1 to 4."),
        ("bags: {en: {A: 9, B: 9}}", "the bag has 18 tiles; it needs 20 or more, of two letters or more."),
        ("pips: {en: {A: 1}}", "the tile B has no pips; add it under pips."),
        ("fair: 950", "good is 900, which is not between fair and outstanding; mend one of them."),
        ("theme: 5", "theme cannot be 5; it is text in quotes, or null."),
    ],
)
def test_s31_mistakes_in_the_settings_of_buyword(party: Path, text: str, said: str) -> None:
    party.write_text(text)
    with pytest.raises(UserError) as caught:
        load_buyword(party)
    assert str(caught.value).split(": ", 1)[1] == said


def test_b01_the_number_of_players_and_the_variants_are_checked_together(party: Path) -> None:
    party.write_text("players: [Ann]\nvariants: [auction]\n")
    with pytest.raises(UserError) as caught:
        load_buyword(party)
    assert str(caught.value) == "party.yaml, line 1: The variant auction needs a second player; leave it out."
    with pytest.raises(UserError, match=r"BuyWord is for 1 to 4 players .B1., not 5; name as many"):
        load_buyword(given={"players": ["Ann", "Bob", "Cem", "Dee", "Eve"]})
    settings = load_buyword(given={"players": ["Ann"], "variants": ["limit_10", "crossword"], "hints": True})
    assert settings.rules == BuywordRules(variants=frozenset({"limit_10", "crossword"}))
    assert set(VARIANTS) >= settings.rules.variants


def test_buyword_without_a_limit(party: Path) -> None:
    party.write_text("hand_limit: null\ntheme: the sea\nvariants: [themes]\n")
    rules = load_buyword(party).rules
    assert (rules.limit, rules.theme) == (None, "the sea")


# Servers


@pytest.mark.parametrize("address", ["wyoming://nas:10200", "wyoming://192.168.1.4:10300", "wyoming://[fe80::1]:10200"])
def test_a_server_that_hears_and_one_that_speaks(party: Path, address: str) -> None:
    party.write_text(f"ear: {address}\nvoice: {address}\n", encoding="utf-8")
    settings = load_kirdy(party)
    assert (settings.ear, settings.voice.server, settings.voice.rate) == (address, address, 165)
    party.write_text(f"voice: {{rate: 140, server: '{address}'}}\n", encoding="utf-8")
    assert load_kirdy(party).voice == settings.voice.model_copy(update={"rate": 140})


@pytest.mark.parametrize(
    "address",
    ["http://nas:10200", "wyoming://nas", "wyoming://nas:0", "wyoming://nas:65536", "wyoming://a b:1", "nas:10200"],
)
def test_what_is_no_address_is_told(party: Path, address: str) -> None:
    said = "wyoming://HOST:PORT"
    assert mistake(party, f"voice: {address}\n").endswith(f"cannot be {address}; it is {said}, or null.")
    assert mistake(party, f"ear: {address}\n").endswith(
        f"cannot be {address}; it is auto, phonemes, vosk, both, or {said}."
    )
