"""``hear`` and ``check``: claims judged outside a game."""

from __future__ import annotations

import json
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click

from voicegame.cli.options import EARS, FILE
from voicegame.errors import UserError

if TYPE_CHECKING:
    from voicegame.settings import EarName

F = TypeVar("F", bound=Callable[..., Any])


def _judging(command: F) -> F:
    """The options that ``hear`` and ``check`` share."""
    command = click.option("--letters", required=True, metavar="A,C", help="The letters drawn, in order.")(command)
    command = click.option("--after", default="", metavar="WORD,WORD", help="Words said in this turn before.")(command)
    return click.option("--json", "as_json", is_flag=True, help="Print one JSON object a line.")(command)


@click.command()
@click.argument("clips", type=FILE, nargs=-1, required=True, metavar="CLIP.wav ...")
@click.option("--ear", type=click.Choice(EARS), default="auto", show_default=True, help="Which ear hears them.")
@_judging
def hear(clips: tuple[Path, ...], ear: EarName, letters: str, after: str, as_json: bool) -> None:
    """Judge recorded claims, one utterance a file.

    \b
    Examples:
      voicegame hear --letters a,c march.wav
      voicegame hear --letters a,c --after river --json march.wav each.wav
    """
    from voicegame import claims

    faults = 0
    hearing = claims.Hearing(claims.letters(letters), claims.words(after), ear)
    with closing(hearing):
        hearing.open()
        for clip in clips:
            try:
                _print_verdict(hearing.clip(clip), clip, as_json)
            except UserError as error:
                faults += 1
                click.echo(error, err=True)
    if faults:
        raise SystemExit(2)


@click.command()
@click.argument("word")
@_judging
def check(word: str, letters: str, after: str, as_json: bool) -> None:
    """Judge a typed word.

    \b
    Examples:
      voicegame check march --letters a,c
      voicegame check riverside --letters r,s --after river --json
    """
    from voicegame import claims

    hearing = claims.Hearing(claims.letters(letters), claims.words(after))
    _print_verdict(hearing.word(word), None, as_json)


def _print_verdict(verdict: Any, clip: Path | None, as_json: bool) -> None:
    from voicegame import claims

    if as_json:
        click.echo(json.dumps(claims.as_json(verdict, clip), ensure_ascii=False))
    else:
        click.echo(claims.sentence(verdict, clip))
