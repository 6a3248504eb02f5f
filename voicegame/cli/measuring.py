"""``bench``: figures."""

from __future__ import annotations

import json
from pathlib import Path

import click

from voicegame.cli.bars import Bars
from voicegame.cli.options import FILE


@click.group()
def bench() -> None:
    """Measure how well words are heard and judged.

    \b
    Examples:
      voicegame bench hearing --manifest clips.tsv --every 10
    """


@bench.command("hearing")
@click.option("--manifest", type=FILE, required=True, help="Columns path, text, speaker, dataset, licence.")
@click.option("--letters", default="2,3,4", show_default=True, metavar="N,...", help="How many letters are drawn.")
@click.option("--seed", type=int, default=1, show_default=True, help="Draws the same letters each time.")
@click.option(
    "--ear",
    "ears",
    multiple=True,
    default=["phonemes"],
    show_default=True,
    help="phonemes, phonemes-alone, vosk, both, pocketsphinx, moonshine, faster-whisper; may be given several times.",
)
@click.option("--every", type=click.IntRange(min=1), default=1, help="Take every n-th clip only.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
def bench_hearing(manifest: Path, letters: str, seed: int, ears: tuple[str, ...], every: int, as_json: bool) -> None:
    """Judge recorded words for letters that they hold, and for others, with the whole lexicon in play.

    Several ears hear the same clips, one after the other.

    \b
    Examples:
      voicegame bench hearing --manifest clips.tsv
      voicegame bench hearing --manifest clips.tsv --ear phonemes --ear pocketsphinx --json > figures.json
    """
    from voicegame.bench import run, table

    with Bars() as bars:
        figures = run.hearing(manifest, letters, seed, ears, every, bars)
    for line in [json.dumps(figures, ensure_ascii=False)] if as_json else table.lines(figures):
        click.echo(line)


@bench.command("recordings")
@click.argument("folder", type=FILE)
def bench_recordings(folder: Path) -> None:
    """Cut the words of NIST's rhyme test out of its installed package, into a new FOLDER with a manifest.

    1,200 words by four talkers: pip install --no-deps mcvqoe-psud (public domain).

    \b
    Examples:
      voicegame bench recordings rhymes
    """
    from voicegame.bench.rhyme_test import installed_strings, write_recordings

    with Bars() as bars:
        manifest = write_recordings(installed_strings(), folder, bars("cutting words out"))
    click.echo(manifest)
