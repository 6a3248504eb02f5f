"""``play`` and ``replay``."""

from __future__ import annotations

import io
import random
import sys
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click

from voicegame.cli.options import FILE, EarType, check_server, tell_odd_variables
from voicegame.errors import UserError

if TYPE_CHECKING:
    from voicegame.assembly import Opening, Play
    from voicegame.settings import EarName
    from voicegame.table.text_loop import LineReader

F = TypeVar("F", bound=Callable[..., Any])


@click.group()
def play() -> None:
    """Play a game.

    \b
    Examples:
      voicegame play kirdy --help
      voicegame play kirdy --players Ann,Bob,Cem
      voicegame play buyword --players Ann,Bob
    """


def _playing(command: F) -> F:
    """The options that all games share, but for those of the rules."""
    options = [
        click.option(
            "--players", metavar="ANN,BOB,...", help="Who plays, in clockwise order. Without it the host asks."
        ),
        click.option(
            "--text", is_flag=True, help="Play by keyboard: lines '[@SECONDS] [NAME:] TEXT' on standard input."
        ),
        click.option("--seed", type=int, help="Makes bag and die come out the same way each time."),
        click.option("--draws", metavar="LETTERS", help="The tiles that come next from the bag, in order."),
        click.option("--config", type=FILE, help="A YAML file with house rules and settings (see config/)."),
        click.option("--audio-in", type=FILE, metavar="WAV", help="Hear this file instead of the microphone."),
        click.option("--audio-out", type=FILE, metavar="WAV", help="Also write what the host says to this file."),
        click.option("--journal", type=FILE, help="Write the game down in this new file, action by action."),
        click.option("--resume", type=FILE, help="Go on with the game of this journal."),
        click.option("--fresh", is_flag=True, help="Begin a new game, and don't ask about the last one."),
        click.option("--json", "as_json", is_flag=True, help="Print one JSON object a line for each event."),
        click.option("--or-text", is_flag=True, help="Without a microphone, go on by keyboard."),
        click.option("--ear", type=EarType(), help="Which ear hears the players; or wyoming://HOST:PORT beside one."),
        click.option("--voice", metavar="wyoming://HOST:PORT", help="A text-to-speech server to speak with."),
        click.option("--keep-audio", type=FILE, metavar="DIR", help="Keep the sound of each claim in this folder."),
        click.option("--board", is_flag=True, help="Show the game on a web page, and say where."),
        click.option("--port", type=click.IntRange(0, 65535), help="The board's port; 0 takes any that is free."),
        click.option("--host", metavar="ADDRESS", help="Who reaches the board: 0.0.0.0 for the whole network."),
    ]
    for option in reversed(options):
        command = option(command)
    return command


@play.command()
@_playing
@click.option("--target", type=int, help="Points that win the game.")
def kirdy(target: int | None, **common: Any) -> None:
    """KIRDY: a word that contains the drawn letters in order; double or nothing with each further letter.

    \b
    Examples:
      voicegame play kirdy --players Ann,Bob,Cem
      voicegame play kirdy --players Ann,Bob --text --draws ABAC < game.txt
    """
    _play("kirdy", {} if target is None else {"target": target}, rolls=None, **common)


@play.command()
@_playing
@click.option("--rolls", metavar="FACE,...", help="How the die falls next: 2, 3, 4, 5 or choice.")
@click.option(
    "--variant", multiple=True, metavar="NAME", help="A variant to play (see config/buyword.yaml); repeatable."
)
@click.option("--theme", metavar="TEXT", help="What words must belong to, for the variant themes.")
def buyword(rolls: str | None, variant: tuple[str, ...], theme: str | None, **common: Any) -> None:
    """BuyWord: buy letters at the square of their pips, sell words at the square of theirs. For one to four.

    \b
    Examples:
      voicegame play buyword --players Ann,Bob
      voicegame play buyword --players Ann,Bob,Cem --variant auction
    """
    given: dict[str, object] = {}
    if variant:
        named = [name.strip() for names in variant for name in names.split(",") if name.strip()]
        given["variants"] = list(dict.fromkeys(named))
    if theme is not None:
        given["theme"] = theme
    _play("buyword", given, rolls=rolls, **common)


def _play(
    name: str,
    given: dict[str, object],
    *,
    players: str | None,
    text: bool,
    seed: int | None,
    draws: str | None,
    rolls: str | None,
    config: Path | None,
    audio_in: Path | None,
    audio_out: Path | None,
    journal: Path | None,
    resume: Path | None,
    fresh: bool,
    as_json: bool,
    or_text: bool,
    keep_audio: Path | None,
    ear: EarName | None,
    voice: str | None,
    board: bool,
    port: int | None,
    host: str | None,
) -> None:
    """Play a game, new or resumed. given: house rules from the command line, by key."""
    from voicegame import assembly, seating
    from voicegame.catalogue import GAMES
    from voicegame.last_game import played_to_its_end, unfinished
    from voicegame.past_games import shelf
    from voicegame.table.draws import check_draws, check_rolls
    from voicegame.table.text_loop import LineReader

    kind = GAMES[name]
    if text and (audio_in or audio_out or keep_audio or ear or voice):
        raise UserError(
            "--text has no sound: leave out --audio-in, --audio-out, --keep-audio, --ear and --voice, or --text."
        )
    check_server(ear, "--ear")
    check_server(voice, "--voice")
    board_at = assembly.BoardAt(host or "127.0.0.1", port) if board or host or port is not None else None
    ways = assembly.Ways(as_json, journal, None, audio_in, audio_out, board_at, keep_audio, ear, voice)
    playing = partial(_played, text=text, or_text=or_text)
    keyboard = sys.stdin or io.StringIO()
    if resume is not None:
        if journal or players or draws is not None or rolls is not None or seed is not None or given or config:
            raise UserError("--resume takes players, rules and tiles from its journal: leave the other options out.")
        playing(assembly.Play(_opening_of(resume, name), ways), LineReader(keyboard if audio_in is None else None))
        return
    tell_odd_variables()
    settings = kind.load(config, given)
    letters = check_draws(draws or "", settings.bags[settings.language])
    faces = check_rolls(rolls or "", kind.faces)
    names = settings.seated(players.split(",")) if players is not None else settings.players
    lines = None
    people = keyboard.isatty() if text else audio_in is None  # no script, and no recording
    if people and not fresh and journal is None and seed is None and draws is None and rolls is None:
        last = unfinished(shelf(), name, names or None)
        if last is not None:
            path, story = last
            lines = LineReader(keyboard)
            asked = assembly.Play(replace(assembly.resumed(story, path), asked=True), ways)
            playing(asked, lines)
            if not asked.declined:
                return
    if not names:
        names = seating.ask(lines or keyboard, sys.stderr, settings.seated, again=keyboard.isatty())
    if settings.board and board_at is None:
        ways = replace(ways, board_at=assembly.BoardAt("127.0.0.1"))
    if people and journal is None:
        ways = replace(ways, keep=partial(shelf().new, is_over=played_to_its_end))
    seed = random.randrange(2**32) if seed is None else seed
    opening = assembly.Opening(kind, settings, names, seed, letters, faces)
    playing(assembly.Play(opening, ways), lines or LineReader(keyboard if audio_in is None else None))


def _opening_of(path: Path, name: str) -> Opening:
    """The game of a journal that the user named."""
    from voicegame import assembly
    from voicegame.table.journal import read

    story = read(path)
    if story.fault:
        assembly.complain(story.fault)
    opening = assembly.resumed(story, path)
    if opening.kind.name != name:
        other = opening.kind.name
        raise UserError(f"{path} holds a game of {other}: go on with 'voicegame play {other}'.")
    return opening


def _played(game: Play, lines: LineReader, *, text: bool, or_text: bool) -> None:
    """Play to the end, by voice or by keyboard."""
    from voicegame import assembly

    if text:
        game.by_text(lines)
        return
    try:
        game.by_sound(lines)
    except assembly.NoMicrophone as fault:
        if not or_text:
            raise
        assembly.complain(f"{str(fault).rstrip('.')}; the game goes on by keyboard.")
        game.by_text(lines)


@click.command()
@click.argument("journal", type=FILE)
@click.option("--json", "as_json", is_flag=True, help="Print JSON; it does so anyway.")
def replay(journal: Path, as_json: bool) -> None:  # noqa: ARG001 - events are always JSON
    """Print the events of a journal again, as 'play --json' printed them.

    \b
    Examples:
      voicegame replay game.jsonl
    """
    from voicegame import assembly
    from voicegame.table.journal import read
    from voicegame.table.outputs import JsonLines

    story = read(journal)
    assembly.told_again(story, journal, lambda players: JsonLines(sys.stdout, players))
    if story.fault:
        raise UserError(story.fault)
