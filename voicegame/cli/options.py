"""What options of several commands share."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

if TYPE_CHECKING:
    from voicegame.settings import TableSettings

#: A path, of a file or a folder; whether it is there is checked, and told, by who uses it.
FILE = click.Path(path_type=Path)


#: The names of ears.
EARS = ("auto", "phonemes", "vosk", "both")


class EarType(click.Choice[str]):
    """The name of an ear, or the address of a server."""

    def __init__(self) -> None:
        super().__init__(EARS)

    def convert(self, value: object, param: click.Parameter | None, ctx: click.Context | None) -> str:
        text = str(value)
        return text if text.startswith("wyoming://") else super().convert(value, param, ctx)


def check_server(address: str | None, option: str) -> None:
    """UserError if an address that an option gives is none. The name of an ear is no address."""
    from voicegame.errors import UserError
    from voicegame.settings import WYOMING

    if address is not None and address not in EARS and not WYOMING.fullmatch(address):
        raise UserError(f"{option} {address} is no server's address: write it as wyoming://HOST:PORT.")


def complain(sentence: str) -> None:
    """Tell the user, beside what the command prints."""
    click.echo(sentence, err=True)


def table_settings(path: Path | None) -> TableSettings:
    """What all games are played with, by the settings file of any of them.

    Raises ``UserError`` for a file that is right for none, as the game says that it fits best.
    """
    from voicegame.catalogue import GAMES
    from voicegame.settings import faults

    wrong = {} if path is None else {name: len(faults(kind.settings, path)) for name, kind in GAMES.items()}
    best = min(wrong, key=wrong.__getitem__, default=next(iter(GAMES)))
    return GAMES[best].load(path, {})


def tell_odd_variables() -> None:
    """A variable of the environment that looks like a setting and is none is told, with the one that may be meant."""
    import os

    from voicegame import environment
    from voicegame.catalogue import GAMES

    for sentence in environment.unknown([each.settings for each in GAMES.values()], os.environ):
        complain(sentence)
