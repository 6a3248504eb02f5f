"""What options of several commands share."""

from __future__ import annotations

from pathlib import Path

import click

#: A path, of a file or a folder; whether it is there is checked, and told, by who uses it.
FILE = click.Path(path_type=Path)
