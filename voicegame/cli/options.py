"""What options of several commands share."""

from __future__ import annotations

from pathlib import Path

import click

#: A path, of a file or a folder; whether it is there is checked, and told, by who uses it.
FILE = click.Path(path_type=Path)
#: The names of ears.
EARS = ("auto", "phonemes", "vosk", "both")


def complain(sentence: str) -> None:
    """Tell the user, beside what the command prints."""
    click.echo(sentence, err=True)
