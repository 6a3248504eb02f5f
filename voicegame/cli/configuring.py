"""``config``: what the settings are, and where each comes from."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import click

from voicegame.cli.options import FILE, tell_odd_variables

GAME = click.option("--game", type=click.Choice(["kirdy", "buyword"]), help="Whose settings.")


@click.group()
def config() -> None:
    """See and check settings.

    What a file says counts more than the defaults, the environment (VOICEGAME_TARGET=500) more than a file, and an
    option of the command line most.

    \b
    Examples:
      voicegame config show --config party.yaml
      voicegame config check party.yaml
    """


@config.command("show")
@GAME
@click.option("--config", "path", type=FILE, help="A YAML file with house rules and settings.")
@click.option("--players", metavar="ANN,BOB,...", help="As in 'play'.")
@click.option("--ear", metavar="NAME", help="As in 'play'.")
@click.option("--board", is_flag=True, default=None, help="As in 'play'.")
@click.option("--target", type=int, help="As in 'play kirdy'.")
@click.option("--variant", "variants", multiple=True, metavar="NAME", help="As in 'play buyword'.")
@click.option("--theme", metavar="TEXT", help="As in 'play buyword'.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
def config_show(game: str | None, path: Path | None, as_json: bool, **flags: Any) -> None:
    """Print the settings that count, as a file that could be given to --config, with where each comes from.

    \b
    Examples:
      voicegame config show --config party.yaml --target 300
      voicegame config show --game buyword --json
    """
    from voicegame import shown_settings
    from voicegame.catalogue import GAMES
    from voicegame.settings import sourced

    given = {key: value for key, value in flags.items() if value not in (None, ())}
    if "players" in given:
        given["players"] = [name.strip() for name in given["players"].split(",")]
    if "variants" in given:
        given["variants"] = [name.strip() for names in given["variants"] for name in names.split(",")]
    kind = GAMES[game or ("buyword" if "variants" in given or "theme" in given else "kirdy")]
    tell_odd_variables()
    settings, sources = sourced(kind.settings, path, given)
    rows = shown_settings.rows(settings, sources)
    if as_json:
        told = {
            ".".join(map(str, row.key)): {"value": row.value, "from": row.origin, "where": row.where} for row in rows
        }
        click.echo(json.dumps({"game": kind.name, "settings": told}, ensure_ascii=False, indent=1))
        return
    click.echo(f"# {kind.name}")
    for line in shown_settings.lines(rows):
        click.echo(line)


@config.command("check")
@click.argument("path", type=FILE, metavar="FILE")
@GAME
def config_check(path: Path, game: str | None) -> None:
    """Tell all that is wrong with a settings file, each with its line, and the nearest key for one that isn't any.

    Without --game the file is right if it is right for one of the games. Exit code 2 where it is not.

    \b
    Examples:
      voicegame config check party.yaml
      voicegame config check party.yaml --game buyword
    """
    from voicegame.catalogue import GAMES
    from voicegame.settings import faults

    wrong = {kind.name: faults(kind.settings, path) for kind in GAMES.values() if game in (None, kind.name)}
    right = [name for name, found in wrong.items() if not found]
    if right:
        click.echo(f"{path} is right for {' and '.join(right)}.")
        return
    for fault in min(wrong.values(), key=len):
        click.echo(fault, err=True)
    raise SystemExit(2)
