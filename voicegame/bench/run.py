"""One run of the benchmark, from a manifest to the figures."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from voicegame.bench import ears
from voicegame.bench.manifest import read_manifest
from voicegame.bench.measure import Bench, listen_each, report
from voicegame.bench.talk import talk
from voicegame.errors import UserError
from voicegame.lexicon.commands import CommandBook
from voicegame.lexicon.judge import Judge
from voicegame.lexicon.lexicon import Lexicon
from voicegame.paths import CONFIG, LEXICONS
from voicegame.progress import Steps, counted, unseen


def parse_counts(text: str) -> tuple[int, ...]:
    """ "2,3,4" as numbers of letters. Raises ``UserError`` for anything else."""
    parts = [part.strip() for part in text.split(",")]
    if not all(part.isascii() and part.isdigit() and 1 <= int(part) <= 12 for part in parts):
        raise UserError(f"--letters {text!r} are no numbers of letters: give some from 1 to 12, such as 2,3,4.")
    return tuple(dict.fromkeys(int(part) for part in parts))


def hearing(
    manifest: Path, letters: str, seed: int, ear_names: Sequence[str], every: int = 1, steps: Steps = unseen
) -> dict[str, Any]:
    """The figures of an ear on a manifest, on every ``every``-th clip; ``{"ears": {NAME: figures}}`` of several, which
    hear the same clips and are judged for the same letters. steps: shows how far it is. Raises ``UserError`` for bad
    input."""
    counts = parse_counts(letters)
    names = list(dict.fromkeys(ear_names))
    clips = read_manifest(manifest)[::every]
    # The list as it was shipped: words that a table added or banned would make figures that nobody can repeat.
    lexicon = Lexicon.load(LEXICONS / "en")
    book = CommandBook.load(CONFIG / "commands.en.yaml", lexicon)
    bench = Bench(lexicon, Judge(lexicon, book))
    opened = [ears.open_ear(name, lexicon) for name in names]
    said, wordless = [clip for clip in clips if clip.text], [clip for clip in clips if not clip.text]
    figures = {}
    words = counted(said, steps("hearing words"))
    for ear, found in zip(opened, listen_each(bench, opened, book, words, counts, seed), strict=True):
        figures[ear.name] = report(bench, ear, book, found, counts)
        if wordless:
            figures[ear.name]["talk"] = talk(
                bench, ear, counted(wordless, steps(f"{ear.name} hears talk")), counts, seed
            )
    return {"ears": figures} if len(names) > 1 else figures[names[0]]
