"""``lexicon``: which words are good."""

from __future__ import annotations

from pathlib import Path

import click

from voicegame.cli.options import FILE


@click.group()
def lexicon() -> None:
    """See and change which words are good at your table.

    \b
    Examples:
      voicegame lexicon add phat --like fat
      voicegame lexicon list
    """


@lexicon.command("add")
@click.argument("word")
@click.option("--like", metavar="WORD", help="It is said as this word is.")
@click.option("--sounds", metavar="ARPABET", help="How it is said, as in 'M AA1 R CH'.")
def lexicon_add(word: str, like: str | None, sounds: str | None) -> None:
    """Make a word good from now on, or give a known one another pronunciation.

    \b
    Examples:
      voicegame lexicon add phat --like fat
      voicegame lexicon add yeet --sounds 'Y IY1 T'
    """
    from voicegame import own_words

    click.echo(own_words.add(word, like, sounds))


@lexicon.command("ban")
@click.argument("word")
def lexicon_ban(word: str) -> None:
    """Refuse a word from now on.

    \b
    Examples:
      voicegame lexicon ban drat
    """
    from voicegame import own_words

    click.echo(own_words.ban(word))


@lexicon.command("remove")
@click.argument("word")
def lexicon_remove(word: str) -> None:
    """Take back that a word was added or banned.

    \b
    Examples:
      voicegame lexicon remove drat
    """
    from voicegame import own_words

    click.echo(own_words.remove(word))


@lexicon.command("list")
def lexicon_list() -> None:
    """Print what was added and banned.

    \b
    Examples:
      voicegame lexicon list
    """
    from voicegame import own_words

    for line in own_words.listed():
        click.echo(line)


@lexicon.command("check")
@click.argument("folder", type=FILE, required=False)
def lexicon_check(folder: Path | None) -> None:
    """Prove that the files of a word list are whole: the one in play, or that of a folder.

    \b
    Examples:
      voicegame lexicon check
      voicegame lexicon check lexicons/en
    """
    from voicegame import own_words

    shown, faults = own_words.check(folder)
    click.echo(shown)
    for fault in faults:
        click.echo(fault, err=True)
    if faults:
        raise SystemExit(2)
