"""The commands. Each puts its parts together, and turns what goes wrong into a sentence and an exit code."""

from __future__ import annotations

import io
import json
import os
import random
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

import click

from voicegame import __version__
from voicegame.errors import UserError

F = TypeVar("F", bound=Callable[..., Any])
FILE = click.Path(path_type=Path)


@click.group(context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__, "--version")
def voicegame() -> None:
    """Word games with one microphone, hosted by the laptop: hands-free, offline."""


@voicegame.group()
def play() -> None:
    """Play a game."""


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
        click.option("--json", "as_json", is_flag=True, help="Print one JSON object a line for each event."),
        click.option("--or-text", is_flag=True, help="Without a microphone, go on by keyboard."),
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
    as_json: bool,
    or_text: bool,
    keep_audio: Path | None,
    board: bool,
    port: int | None,
    host: str | None,
) -> None:
    """Play a game, new or resumed. given: house rules from the command line, by key."""
    from voicegame import assembly, seating
    from voicegame.catalogue import GAMES
    from voicegame.table.draws import check_draws, check_rolls
    from voicegame.table.journal import read

    kind = GAMES[name]
    if text and (audio_in or audio_out or keep_audio):
        raise UserError("--text has no sound: leave out --audio-in, --audio-out and --keep-audio, or --text.")
    board_at = assembly.BoardAt(host or "127.0.0.1", port) if board or host or port is not None else None
    if resume is not None:
        if journal or players or draws is not None or rolls is not None or seed is not None or given or config:
            raise UserError("--resume takes players, rules and tiles from its journal: leave the other options out.")
        story = read(resume)
        if story.fault:
            assembly.complain(story.fault)
        game = assembly.resumed(story, resume, as_json, audio_in, audio_out, board_at, keep_audio)
        if game.kind is not kind:
            raise UserError(f"{resume} holds a game of {game.kind.name}: go on with 'voicegame play {game.kind.name}'.")
    else:
        settings = kind.load(config, given)
        letters = check_draws(draws or "", settings.bags[settings.language])
        faces = check_rolls(rolls or "", kind.faces)
        names = settings.seated(players.split(",")) if players is not None else settings.players
        if not names:
            names = settings.seated(seating.ask(sys.stdin or io.StringIO(), sys.stderr))
        game = assembly.Play(
            kind=kind,
            settings=settings,
            players=names,
            seed=random.randrange(2**32) if seed is None else seed,
            draws=letters,
            rolls=faces,
            json=as_json,
            journal=journal,
            audio_in=audio_in,
            audio_out=audio_out,
            keep_audio=keep_audio,
            board_at=board_at or (assembly.BoardAt("127.0.0.1") if settings.board else None),
        )
    if text:
        game.by_text(sys.stdin or io.StringIO())
        return
    try:
        game.by_sound(None if audio_in else sys.stdin)
    except assembly.NoMicrophone as fault:
        if not or_text:
            raise
        assembly.complain(f"{str(fault).rstrip('.')}; the game goes on by keyboard.")
        game.by_text(sys.stdin or io.StringIO())


@voicegame.command()
@click.argument("journal", type=FILE)
@click.option("--json", "as_json", is_flag=True, help="Print JSON; it does so anyway.")
def replay(journal: Path, as_json: bool) -> None:  # noqa: ARG001 - events are always JSON
    """Print the events of a journal again, as 'play --json' printed them."""
    from voicegame import assembly
    from voicegame.table.journal import read
    from voicegame.table.outputs import JsonLines

    story = read(journal)
    assembly.told_again(story, journal, lambda players: JsonLines(sys.stdout, players))
    if story.fault:
        raise UserError(story.fault)


def _judging(command: F) -> F:
    """The options that ``hear`` and ``check`` share."""
    command = click.option("--letters", required=True, metavar="A,C", help="The letters drawn, in order.")(command)
    command = click.option("--after", default="", metavar="WORD,WORD", help="Words said in this turn before.")(command)
    return click.option("--json", "as_json", is_flag=True, help="Print one JSON object a line.")(command)


@voicegame.command()
@click.argument("clips", type=FILE, nargs=-1, required=True, metavar="CLIP.wav ...")
@_judging
def hear(clips: tuple[Path, ...], letters: str, after: str, as_json: bool) -> None:
    """Judge recorded claims, one utterance a file."""
    from voicegame import claims

    faults = 0
    hearing = claims.Hearing(claims.letters(letters), claims.words(after))
    for clip in clips:
        try:
            _print_verdict(hearing.clip(clip), clip, as_json)
        except UserError as error:
            faults += 1
            click.echo(error, err=True)
    if faults:
        raise SystemExit(2)


@voicegame.command()
@click.argument("word")
@_judging
def check(word: str, letters: str, after: str, as_json: bool) -> None:
    """Judge a typed word."""
    from voicegame import claims

    hearing = claims.Hearing(claims.letters(letters), claims.words(after))
    _print_verdict(hearing.word(word), None, as_json)


def _print_verdict(verdict: Any, clip: Path | None, as_json: bool) -> None:
    from voicegame import claims

    if as_json:
        click.echo(json.dumps(claims.as_json(verdict, clip), ensure_ascii=False))
    else:
        click.echo(claims.sentence(verdict, clip))


@voicegame.group()
def lexicon() -> None:
    """See and change which words are good at your table."""


@lexicon.command("add")
@click.argument("word")
@click.option("--like", metavar="WORD", help="It is said as this word is.")
@click.option("--sounds", metavar="ARPABET", help="How it is said, as in 'M AA1 R CH'.")
def lexicon_add(word: str, like: str | None, sounds: str | None) -> None:
    """Make a word good from now on, or give a known one another pronunciation."""
    from voicegame import own_words

    click.echo(own_words.add(word, like, sounds))


@lexicon.command("ban")
@click.argument("word")
def lexicon_ban(word: str) -> None:
    """Refuse a word from now on."""
    from voicegame import own_words

    click.echo(own_words.ban(word))


@lexicon.command("remove")
@click.argument("word")
def lexicon_remove(word: str) -> None:
    """Take back that a word was added or banned."""
    from voicegame import own_words

    click.echo(own_words.remove(word))


@lexicon.command("list")
def lexicon_list() -> None:
    """Print what was added and banned."""
    from voicegame import own_words

    for line in own_words.listed():
        click.echo(line)


@lexicon.command("check")
@click.argument("folder", type=FILE, required=False)
def lexicon_check(folder: Path | None) -> None:
    """Prove that the files of a word list are whole: the one in play, or that of a folder."""
    from voicegame import own_words

    shown, faults = own_words.check(folder)
    click.echo(shown)
    for fault in faults:
        click.echo(fault, err=True)
    if faults:
        raise SystemExit(2)


@voicegame.group()
def bench() -> None:
    """Measure how well words are heard and judged."""


@bench.command("hearing")
@click.option("--manifest", type=FILE, required=True, help="Columns path, text, speaker, dataset, licence.")
@click.option("--letters", default="2,3,4", show_default=True, metavar="N,...", help="How many letters are drawn.")
@click.option("--seed", type=int, default=1, show_default=True, help="Draws the same letters each time.")
@click.option("--ear", default="phonemes", show_default=True, help="phonemes, pocketsphinx, moonshine, faster-whisper.")
@click.option("--every", type=click.IntRange(min=1), default=1, help="Take every n-th clip only.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
def bench_hearing(manifest: Path, letters: str, seed: int, ear: str, every: int, as_json: bool) -> None:
    """Judge recorded words for letters that they hold, and for others, with the whole lexicon in play."""
    from voicegame.bench import run, table

    figures = run.hearing(manifest, letters, seed, ear, every)
    for line in [json.dumps(figures, ensure_ascii=False)] if as_json else table.lines(figures):
        click.echo(line)


def main() -> None:
    """Run a command. Exit codes: 0 done, 1 the program failed, 2 the user's input or set-up is wrong."""
    try:
        voicegame(standalone_mode=False)
    except UserError as error:
        click.echo(error, err=True)
        raise SystemExit(2) from None
    except click.ClickException as error:
        click.echo(_told(error), err=True)
        raise SystemExit(2) from None
    except (click.Abort, KeyboardInterrupt):
        raise SystemExit(130) from None
    except BrokenPipeError:
        sys.stderr.close()  # whoever read us has gone; nothing more can be said
        raise SystemExit(1) from None
    except click.exceptions.Exit as done:
        raise SystemExit(done.exit_code) from None
    except Exception as fault:
        if os.environ.get("VOICEGAME_DEBUG"):
            raise
        kind = type(fault).__name__
        click.echo(f"voicegame failed ({kind}: {fault}); set VOICEGAME_DEBUG=1 to see where, and report it.", err=True)
        raise SystemExit(1) from None


def _told(error: click.ClickException) -> str:
    """What was wrong with the command line, in one line; a command without anything gets its help."""
    message = " ".join(error.format_message().split())
    if isinstance(error, click.exceptions.NoArgsIsHelpError) or not isinstance(error, click.UsageError):
        return error.format_message()
    return message if error.ctx is None else f"{message} See '{error.ctx.command_path} --help'."


if __name__ == "__main__":
    main()
