"""Whole games of BuyWord by keyboard, through the real program."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.program import complaint, events, named, run


def game(*arguments: object, players: str = "Ann,Bob", json: bool = True) -> tuple[object, ...]:
    return ("play", "buyword", "--text", *(["--json"] if json else []), "--players", players, "--seed", 1, *arguments)


def party(folder: Path, text: str) -> Path:
    path = folder / "party.yaml"
    path.write_text(text)
    return path


def twice(folder: Path, *arguments: object, lines: list[str]) -> list[dict[str, object]]:
    """Play a game, and replay it: the same to the byte. Gives its events."""
    return told_and_said(folder, *arguments, lines=lines)[0]


def told_and_said(folder: Path, *arguments: object, lines: list[str]) -> tuple[list[dict[str, object]], str]:
    """The same, and what the host said."""
    journal = folder / "game.jsonl"
    done = run(*arguments, "--journal", journal, lines=lines)
    assert done.returncode == 0, done.stderr
    again = run("replay", journal)
    assert again.returncode == 0, again.stderr
    assert again.stdout == done.stdout
    return events(done.stdout), done.stderr


def names(told: list[dict[str, object]]) -> list[object]:
    return [event["event"] for event in told if event["event"] != "heard"]


def test_the_published_prices_and_the_events_of_a_round(tmp_path: Path) -> None:
    lines = ["@1 roll", "@2 buy", "@3 pass", "@4 done", "@9 roll"]
    told = twice(tmp_path, *game("--draws", "MBLDES", "--rolls", "3"), lines=lines)
    assert names(told)[:12] == [
        "game_started", "leader", "rolled", "set_drawn", "set_drawn", "choice", "set_bought", "score", "choice",
        "set_discarded", "choice", "leader",
    ]  # fmt: skip
    first, second = [event for event in told if event["event"] == "set_drawn"][:2]
    assert first == {"event": "set_drawn", "t": 1.0, "seat": "Ann", "letters": ["M", "B", "L"], "pips": 8, "price": 64}
    assert (second["seat"], second["letters"], second["pips"], second["price"]) == ("Bob", ["D", "E", "S"], 4, 16)
    assert told[0] == {"event": "game_started", "t": 0.0, "game": "buyword", "players": ["Ann", "Bob"], "target": None}
    assert next(event for event in told if event["event"] == "score")["scores"] == {"Ann": 136, "Bob": 200}


@pytest.mark.parametrize("players", ["Ann", "Ann,Bob", "Ann,Bob,Cem", "Ann,Bob,Cem,Dora"])
def test_b01_to_b18_a_whole_game_for_one_to_four(players: str, tmp_path: Path) -> None:
    seats = players.count(",") + 1
    bag = "bags: {en: {A: 8, C: 2, D: 4, E: 9, L: 4, N: 6, S: 5, T: 6, R: 6}}\n"
    lines = ["roll", "3"]  # an answer that is not awaited does no harm
    for _ in range(20):
        lines += ["roll", *["buy"] * seats]
        for _ in range(seats):
            lines += ["eat", "net", "done", *["the first"] * 5]
    rolls = ",".join(["5", "4"] * 20)
    arguments = game("--rolls", rolls, "--config", party(tmp_path, bag), players=players)
    told = twice(tmp_path, *arguments, lines=[f"@{at} {line}" for at, line in enumerate(lines)])
    assert told[-1]["event"] == "game_ended"
    assert told[-1]["reason"] == "won"
    ends = [event for event in told if event["event"] in ("game_won", "win_shared", "solo_result")]
    assert len(ends) == 1
    assert (ends[0]["event"] == "solo_result") == (seats == 1)
    assert sum(event["event"] == "bag_ended" for event in told) == 1
    sold = [event for event in told if event["event"] == "word_sold"]
    assert {event["word"] for event in sold} <= {"eat", "net"}
    assert len(sold) >= seats
    assert seats > 2 or [event for event in told if event["event"] == "discarded"]


def test_b18_the_solo_scale_is_told(tmp_path: Path) -> None:
    config = party(
        tmp_path, "bags: {en: {A: 3, E: 4, T: 3}}\nmost_players: 1\nfair: 100\ngood: 150\noutstanding: 250\n"
    )
    arguments = ("--rolls", "5,5,5", "--draws", "TEAETATEAE", "--config", config)
    lines = ["@1 roll", "@2 buy", "@3 tea", "@4 done", "@5 roll", "@6 pass", "@7 done", "@8 roll", "@9 done"]
    done = run(*game(*arguments, players="Ann"), lines=lines)
    (result,) = named(done.stdout, "solo_result")
    assert (result["money"], result["grade"]) == (184, "good")
    assert "184 dollars. That is good." in done.stderr


def test_b17_equal_money_shares_the_win(tmp_path: Path) -> None:
    config = party(tmp_path, "bags: {en: {A: 5, E: 5}}\nmost_players: 2\n")
    lines = ["@1 roll", "@2 pass", "@3 pass", "@4 done", "@5 done", "@6 roll", "@7 done", "@8 done"]
    done = run(*game("--rolls", "5,2", "--config", config, json=False), lines=lines)
    assert "Ann and Bob share the win!" in done.stdout
    assert done.stdout.index("The money: Ann 200 dollars, Bob 200 dollars.") > 0


def test_what_a_player_hears_in_a_round() -> None:
    lines = ["@1 roll", "@2 buy", "@3 buy", "@4 what have I got", "@5 money", "@6 how many tiles are left",
             "@7 what would LIMB bring", "@8 what would it bring", "@9 blimp", "@10 lambs", "@11 limb"]  # fmt: skip
    done = run(*game("--draws", "MBLDES", "--rolls", "3", json=False), lines=lines)
    assert done.returncode == 0, done.stderr
    for sentence in [
        "Ann, M, B, L: 8 pips, 64 dollars. Buy or pass?",
        "Ann buys M, B, L for 64 dollars.",
        "Bob buys D, E, S for 16 dollars.",
        "Ann, you hold B, L, M, and 4 wild tiles.",
        "Ann, you have 136 dollars.",
        "There are 102 tiles in the bag.",
        "Limb would bring 81 dollars.",
        "Which word?",
        "Ann lacks I, P for blimp.",
        "Lambs needs A and S beyond the hand, and a wild stands for only one.",
        "Limb, with a wild for I, brings 81 dollars.",
        "Bob, you hold D, E, S, and 4 wild tiles. Which words do you sell?",
    ]:
        assert sentence in done.stdout.splitlines() or sentence in done.stdout, sentence


def test_b09_a_set_beyond_the_money_says_so(tmp_path: Path) -> None:
    done = run(*game("--draws", "MBLDES", "--rolls", "3", "--config", party(tmp_path, "money: 63\n"), json=False),
               lines=["@1 roll"])  # fmt: skip
    assert "M, B, L cost 64 dollars, more than Ann has: the set is gone." in done.stdout


def test_b11_a_word_that_the_hand_lacks_names_the_missing_letters(tmp_path: Path) -> None:
    config = party(tmp_path, "wilds_for_two: 0\n")
    done = run(
        *game("--draws", "MBLDES", "--rolls", "3", "--config", config), lines=["@1 roll", "@2 buy", "@3 buy", "@4 lamb"]
    )
    (refused,) = named(done.stdout, "word_refused")
    assert (refused["rule"], refused["reason"]) == ("B11", "lamb needs A, which the hand lacks")


def test_b12_a_wild_by_name_keeps_a_letter_of_the_hand() -> None:
    lines = ["@1 roll", "@2 buy", "@3 buy", "@4 wild for E as in egg", "@5 tea"]
    done = run(*game("--draws", "TEADES", "--rolls", "3"), lines=lines)
    assert named(done.stdout, "wild_named")[0]["letter"] == "E"
    assert named(done.stdout, "word_sold")[0]["wild"] == "E"
    assert named(done.stdout, "word_sold")[0]["price"] == 9


def test_b14_tiles_are_discarded_by_letter_word_or_place(tmp_path: Path) -> None:
    config = party(tmp_path, "hand_limit: 1\n")
    arguments = game("--draws", "ABDES", "--rolls", "5", "--config", config, players="Ann")
    lines = ["@1 roll", "@2 buy", "@3 no more words", "@4 b as in boy", "@5 the third", "@6 Delta", "@7 2"]
    told = twice(tmp_path, *arguments, lines=lines)
    assert [event["letters"] for event in told if event["event"] == "discarded"] == [["B"], ["E"], ["D"], ["S"]]


def test_b14_a_letter_that_is_not_there_discards_nothing(tmp_path: Path) -> None:
    config = party(tmp_path, "hand_limit: 2\n")
    lines = ["@1 roll", "@2 buy", "@3 pass", "@4 done", "@5 P", "@6 the ninth", "@7 D as in boy", "@8 repeat"]
    done = run(*game("--draws", "DEBDES", "--rolls", "3", "--config", config, json=False), lines=lines)
    assert "Ann has no P to discard." in done.stdout
    assert "There are only 3 tiles." in done.stdout
    assert "is gone" not in done.stdout
    assert "'D as in boy' means nothing here: type letter ..., position ..." in done.stderr


def test_b06_the_leader_names_a_number() -> None:
    lines = ["@1 roll", "@2 seven", "@3 three tiles"]
    done = run(*game("--rolls", "choice"), lines=lines)
    assert named(done.stdout, "number_named")[0]["number"] == 3
    assert [len(event["letters"]) for event in named(done.stdout, "set_drawn")] == [3, 3]
    assert "The number is from 2 to 5, not 7." in done.stderr


def test_b19_the_table_overrules_a_verdict(tmp_path: Path) -> None:
    start = ["@1 roll", "@2 buy", "@3 buy"]
    config = party(tmp_path, "wilds_for_two: 0\n")
    arguments = game("--draws", "TEADES", "--rolls", "3", "--config", config)
    yes = twice(tmp_path, *arguments, lines=[*start, "@4 aet", "@5 that was right", "@6 yes"])
    assert next(event for event in yes if event["event"] == "word_sold")["price"] == 9
    (tmp_path / "game.jsonl").unlink()
    lacking = run(*arguments, lines=[*start, "@4 limb", "@5 that was right", "@6 yes"])
    assert not named(lacking.stdout, "word_sold")  # no vote gives a hand letters
    against = run(*arguments, lines=[*start, "@4 tea", "@5 that was wrong", "@6 yes"])
    assert named(against.stdout, "score")[-1]["scores"] == {"Ann": 191, "Bob": 184}


def test_alone_nobody_can_object() -> None:
    done = run(*game("--draws", "TEA", "--rolls", "3", players="Ann"),
               lines=["@1 roll", "@2 buy", "@3 zzz", "@4 that was right", "@5 tea"])  # fmt: skip
    assert done.returncode == 0
    assert named(done.stdout, "word_sold")[0]["word"] == "tea"


# The variants --------------------------------------------------------------------------------------------------------


def test_v1_auction(tmp_path: Path) -> None:
    lines = ["@1 roll", "@2 bid 10", "@3 900", "@4 $40", "@5 Bob: pass", "@6 pass", "@7 Ann: forty five", "@8 done"]
    arguments = game("--variant", "auction", "--draws", "MBLDES", "--rolls", "3")
    told, said = told_and_said(tmp_path, *arguments, lines=lines)
    assert [(event["seat"], event["amount"]) for event in told if event["event"] == "bid"] == [("Bob", 10), ("Ann", 40)]
    (sold,) = [event for event in told if event["event"] == "auctioned"]
    assert (sold["seat"], sold["from"], sold["amount"]) == ("Ann", "Ann", 40)
    assert "A bid is from $11 to the $200 that the player has, not $900." in said


def test_v2_trade(tmp_path: Path) -> None:
    lines = ["@1 roll", "@2 swap with bob for 5", "@3 swap with Bob", "@4 yes", "@5 done", "@6 done", "@7 buy"]
    arguments = game("--variant", "trade", "--draws", "MBLDES", "--rolls", "3")
    told = twice(tmp_path, *arguments, lines=lines)
    (bought,) = [event for event in told if event["event"] == "set_bought"]
    assert (bought["seat"], bought["letters"], bought["price"]) == ("Ann", ["D", "E", "S"], 16)
    assert "swapped" in names(told)


def test_v3_trade_with_cash(tmp_path: Path) -> None:
    lines = ["@1 roll", "@2 swap with player two for $20", "@3 no", "@4 swap with bob and ask 30", "@5 yes"]
    arguments = game("--variant", "trade_with_cash", "--draws", "MBLDES", "--rolls", "3")
    told, said = told_and_said(tmp_path, *arguments, lines=lines)
    assert [event["cash"] for event in told if event["event"] == "offered"] == [20, -30]
    assert next(event for event in told if event["event"] == "score")["scores"] == {"Ann": 230, "Bob": 170}
    assert "Ann offers Bob to swap sets, and 20 dollars with it." in said
    assert "Ann and Bob swap their sets, and Bob pays 30 dollars." in said


def test_v4_draft(tmp_path: Path) -> None:
    lines = ["@1 roll", "@2 take M", "@3 the last", "@4 the first", "@5 L as in lion", "@6 buy"]
    arguments = game("--variant", "draft", "--draws", "MBLD", "--rolls", "2")
    told = twice(tmp_path, *arguments, lines=lines)
    taken = [(event["seat"], event["letter"]) for event in told if event["event"] == "tile_taken"]
    assert taken == [("Ann", "M"), ("Bob", "B"), ("Ann", "L"), ("Bob", "D")]
    assert next(event for event in told if event["event"] == "set_bought")["price"] == 25


def test_v5_crossword(tmp_path: Path) -> None:
    lines = ["@1 roll", "@2 buy", "@3 buy", "@4 tea", "@5 done", "@6 end at 5 5 down", "@7 send at 0 1 down",
             "@8 end at 0 1 down", "@9 done"]  # fmt: skip
    config = party(tmp_path, "wilds_for_two: 0\n")
    arguments = ("--variant", "crossword", "--draws", "TEASNDSE", "--rolls", "4", "--config", config)
    told, said = told_and_said(tmp_path, *game(*arguments), lines=lines)
    sold = [(event["seat"], event["words"], event["price"]) for event in told if event["event"] == "word_sold"]
    assert sold == [("Ann", ["tea"], 9), ("Bob", ["end"], 16)]
    refused = [(event["word"], event["rule"]) for event in told if event["event"] == "word_refused"]
    assert refused == [("end at 5 5 down", "V5"), ("send at 0 1 down", "V5")]
    assert "The table, from row 0 and column 0 on:\nTEA\n.N.\n.D.\n" in said


def test_v5_every_new_word_must_be_listed(tmp_path: Path) -> None:
    config = party(tmp_path, "wilds_alone: 0\n")
    lines = ["@1 roll", "@2 buy", "@3 tea", "@4 end at 0 1 down", "@5 roll", "@6 buy", "@7 as"]
    arguments = ("--variant", "crossword", "--draws", "TEANDSO", "--rolls", "5,2", "--config", config)
    told = twice(tmp_path, *game(*arguments, players="Ann"), lines=lines)
    assert [event["words"] for event in told if event["event"] == "word_sold"] == [["tea"], ["end"]]
    (refused,) = [event for event in told if event["event"] == "word_refused"]
    assert (refused["rule"], refused["reason"]) == ("B19", "as would make ns, which is not in the word list")


def test_v5_the_dearest_place_is_taken_and_a_vote_lets_a_word_lie(tmp_path: Path) -> None:
    lines = ["@1 roll", "@2 buy", "@3 buy", "@4 mam", "@5 me", "@7 ez", "@8 that was right", "@9 yes"]
    arguments = ("--variant", "crossword", "--draws", "MAEDES", "--rolls", "3")
    told = twice(tmp_path, *game(*arguments), lines=lines)
    sold = [(event["words"], event["price"]) for event in told if event["event"] == "word_sold"]
    assert sold == [(["mam"], 25), (["me"], 16), (["ez"], 4)]  # the M that a wild stands for shows one pip


def test_v6_the_limit_is_ten_or_none() -> None:
    def lines() -> list[str]:
        each = ["roll", "buy", "no more words"]
        return [f"@{at} {line}" for at, line in enumerate(each * 3)]

    solo = {"players": "Ann"}
    arguments = ("--rolls", "5,5,5", "--draws", "AEIOUNRSTAEINRS")
    for variant, excess in (("limit_10", 5), ("no_limit", 0)):
        done = run(*game(*arguments, "--variant", variant, json=False, **solo), lines=lines())
        assert (f"{excess} tiles must go" in done.stdout) == bool(excess), done.stdout


def test_v7_a_theme_is_voted_on(tmp_path: Path) -> None:
    arguments = ("--variant", "themes", "--theme", "the sea", "--draws", "TEADES", "--rolls", "3")
    lines = ["@1 roll", "@2 buy", "@3 buy", "@4 tea", "@5 no", "@6 sea", "@7 yes"]
    told, said = told_and_said(tmp_path, *game(*arguments), lines=lines)
    assert [event["word"] for event in told if event["event"] == "theme_asked"] == ["tea", "sea"]
    (refused,) = [event for event in told if event["event"] == "word_refused"]
    assert (refused["word"], refused["rule"]) == ("tea", "V7")
    (sold,) = [event for event in told if event["event"] == "word_sold"]
    assert (sold["word"], sold["wild"]) == ("sea", "S")
    assert "Bob, does tea belong to the sea? Yes or no?" in said


def test_a_word_that_is_a_command_too_is_asked_about_the_command_first() -> None:
    start = ["@1 roll", "@2 buy", "@3 pass", "@4 done"]
    arguments = game("--draws", "DONEDONE", "--rolls", "4", json=False)
    ended = run(*arguments, lines=[*start, "@5 yes"])
    assert "Did you say no more words?" in ended.stdout
    assert "Bob has the die." in ended.stdout
    sold = run(*arguments, lines=[*start, "@5 no", "@6 yes"])
    assert "Did you say done?" in sold.stdout
    assert "Done brings 25 dollars." in sold.stdout


# Hints ----------------------------------------------------------------------------------------------------------------


def test_hints_are_given_where_they_are_wanted(tmp_path: Path) -> None:
    lines = ["@1 roll", "@2 buy", "@3 buy"]
    arguments = ("--draws", "MBLDES", "--rolls", "3")
    config = party(tmp_path, "hints: true\n")
    done = run(*game(*arguments, "--config", config, json=False), lines=lines)
    assert (
        "A hint: limb would bring 81 dollars." in done.stdout or "A hint: lamb would bring 81 dollars." in done.stdout
    )
    assert "A hint: this set is worth 81 dollars more in your best word." in done.stdout
    assert "hint" not in run(*game(*arguments, json=False), lines=lines).stdout


# Resuming -------------------------------------------------------------------------------------------------------------


def test_a_game_goes_on_where_its_journal_ends(tmp_path: Path) -> None:
    journal = tmp_path / "game.jsonl"
    lines = ["@1 roll", "@2 buy", "@3 pass", "@4 done", "@5 roll", "@6 buy", "@7 buy", "@8 done", "@9 done", "@10 roll"]
    arguments = game("--draws", "MBLDESAE", "--rolls", "3,2,choice")
    whole = run(*arguments, lines=lines)
    first = run(*arguments, "--journal", journal, lines=lines[:4])
    assert first.returncode == 0
    resumed = run("play", "buyword", "--text", "--json", "--resume", journal, lines=lines[4:])
    assert resumed.returncode == 0, resumed.stderr
    for name in ("set_drawn", "rolled", "set_bought"):
        later = [event for event in named(whole.stdout, name) if event["t"] >= 5]
        assert named(resumed.stdout, name) == later
    assert run("replay", journal).stdout.endswith(resumed.stdout)
    wrong = run("play", "kirdy", "--text", "--resume", journal)
    assert "voicegame play buyword" in complaint(wrong)


# Bad input ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("arguments", "part"),
    [
        (["--players", "Ann,Bob,Cem,Dora,Eli"], "1 to 4 players"),
        (["--players", "Ann,Bob", "--rolls", "3,6"], "'6'"),
        (["--players", "Ann,Bob", "--draws", "AB7"], "'7'"),
        (["--players", "Ann,Bob", "--variant", "chess"], "chess"),
        (["--players", "Ann,Bob", "--variant", "trade,trade_with_cash"], "don't go together"),
        (["--players", "Ann,Bob", "--variant", "limit_10", "--variant", "no_limit"], "don't go together"),
        (["--players", "Ann", "--variant", "auction"], "needs a second player"),
        (["--players", "Ann,Bob", "--variant", "themes"], "needs a theme"),
        (["--players", "Ann,Bob", "--target", "500"], "--target"),
        (["--resume", "missing.jsonl", "--rolls", "3"], "--resume takes"),
        (["--resume", "missing.jsonl", "--variant", "draft"], "--resume takes"),
    ],
)
def test_bad_input_is_one_sentence(arguments: list[str], part: str) -> None:
    done = run("play", "buyword", "--text", *arguments)
    assert done.returncode == 2
    assert part in done.stderr
    assert "Traceback" not in done.stderr
