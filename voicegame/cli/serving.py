"""``serve``."""

from __future__ import annotations

import io
import sys
from pathlib import Path

import click

from voicegame.cli.options import FILE, EarType, check_server, tell_odd_variables
from voicegame.errors import UserError


@click.command()
@click.option("--game", "games", multiple=True, type=click.Choice(["kirdy", "buyword"]), help="Offer only this game.")
@click.option("--kirdy", type=FILE, metavar="FILE", help="House rules and settings of KIRDY (see config/).")
@click.option("--buyword", type=FILE, metavar="FILE", help="House rules and settings of BuyWord.")
@click.option("--text", is_flag=True, help="By keyboard: a line on standard input for each thing said.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object a line for each event.")
@click.option("--seed", type=int, help="Makes bag and die come out the same way in each game.")
@click.option("--ear", type=EarType(), help="Which ear hears the players in a game; or wyoming://HOST:PORT beside one.")
@click.option("--voice", metavar="wyoming://HOST:PORT", help="A text-to-speech server to speak with.")
@click.option("--board", is_flag=True, help="Show each game on a web page.")
@click.option("--unit", is_flag=True, help="Print a systemd user unit that serves with these options, and do no more.")
def serve(
    games: tuple[str, ...],
    kirdy: Path | None,
    buyword: Path | None,
    text: bool,
    as_json: bool,
    seed: int | None,
    ear: str | None,
    voice: str | None,
    board: bool,
    unit: bool,
) -> None:
    """Run on and wait to be called: say "let's play KIRDY", and the host asks who plays.

    Between games it listens for nothing but that, on this machine alone. "End the game" has it wait again. Ctrl-C or
    SIGTERM ends it with exit code 0, and the game that was being played is offered the next time.

    \b
    Examples:
      voicegame serve
      voicegame serve --game kirdy --kirdy party.yaml
      voicegame serve --unit > ~/.config/systemd/user/voicegame.service
    """
    from voicegame.service.unit import unit as unit_of

    if text and (ear or voice):
        raise UserError("--text has no sound: leave out --ear and --voice, or --text.")
    check_server(ear, "--ear")
    check_server(voice, "--voice")
    if unit:
        click.echo(unit_of(_given(games, kirdy, buyword, ear, voice, board)), nl=False)
        return
    from voicegame import assembly
    from voicegame.catalogue import GAMES
    from voicegame.service.serving import Plan, Service
    from voicegame.table.text_loop import LineReader

    files = {"kirdy": kirdy, "buyword": buyword}
    tell_odd_variables()
    settings = {game: GAMES[game].load(files[game], {}) for game in games or GAMES}
    board_at = assembly.BoardAt("127.0.0.1") if board else None
    ways = assembly.Ways(json=as_json, board_at=board_at, ear=ear, voice=voice)
    service = Service(Plan(settings, ways, seed))
    lines = LineReader(sys.stdin or io.StringIO())
    (service.by_text if text else service.by_sound)(lines)


def _given(
    games: tuple[str, ...], kirdy: Path | None, buyword: Path | None, ear: str | None, voice: str | None, board: bool
) -> list[str]:
    """The options again, files by their whole paths."""
    given = [word for game in games for word in ("--game", game)]
    for option, file in (("--kirdy", kirdy), ("--buyword", buyword)):
        given += [] if file is None else [option, str(file.absolute())]
    for option, value in (("--ear", ear), ("--voice", voice)):
        given += [] if value is None else [option, value]
    return given + (["--board"] if board else [])
