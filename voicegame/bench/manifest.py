"""The table of recordings that a measurement is made on."""

from __future__ import annotations

import csv
from dataclasses import dataclass
from pathlib import Path

from voicegame.errors import UserError

COLUMNS = ("path", "text", "speaker", "dataset", "licence")


@dataclass(frozen=True)
class Clip:
    """A recording. text: what is said in it, lower case; "" where nobody wrote it down, so that it is talk."""

    path: Path
    text: str
    speaker: str
    dataset: str


def read_manifest(path: Path) -> list[Clip]:
    """The clips of a table of tab-separated columns (:data:`COLUMNS`), paths relative to it.

    Raises ``UserError`` if it can't be read, lacks a column or a value, lists nothing, or names a missing file.
    """
    try:
        text = path.read_bytes().decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = error.object[: error.start].count(b"\n") + 1
        raise UserError(f"{path}, line {line}: this is no UTF-8; save the manifest in that encoding.") from None
    except OSError as error:
        raise UserError(f"The manifest {path} can't be read ({error.strerror}): check its name.") from None
    rows = list(csv.reader(text.splitlines(), delimiter="\t", quoting=csv.QUOTE_NONE))
    if not rows:
        raise UserError(f"The manifest {path} is empty: give it a line of column names and a line for each clip.")
    head = [name.strip() for name in rows[0]]
    missing = [name for name in COLUMNS if name not in head]
    if missing:
        raise UserError(
            f"The manifest {path} lacks the column {missing[0]!r}: its first line names {', '.join(COLUMNS)}, "
            "with a tab between."
        )
    clips = [_clip(path, number, head, row) for number, row in enumerate(rows[1:], start=2) if any(row)]
    if not clips:
        raise UserError(f"The manifest {path} lists no clips: add a line for each.")
    return clips


def _clip(manifest: Path, number: int, head: list[str], row: list[str]) -> Clip:
    if len(row) != len(head):
        raise UserError(f"{manifest}, line {number}: it has {len(row)} values for {len(head)} columns; mend it.")
    named = {name: value.strip() for name, value in zip(head, row, strict=True)}
    for name in ("path", "speaker", "dataset"):
        if not named[name]:
            raise UserError(f"{manifest}, line {number}: the {name} is empty; fill it in.")
    try:
        there = (manifest.parent / named["path"]).is_file()
    except (OSError, ValueError):  # too long a name, or a zero byte in it
        there = False
    if not there:
        raise UserError(
            f"{manifest}, line {number}: there is no file {named['path'][:80]}; paths start at the manifest."
        )
    text = " ".join(named["text"].casefold().split())
    return Clip(manifest.parent / named["path"], text, named["speaker"], named["dataset"])
