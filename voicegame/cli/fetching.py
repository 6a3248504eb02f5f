"""``models``: speech models for the Vosk ear."""

from __future__ import annotations

import json

import click

from voicegame.cli import completing
from voicegame.cli.bars import Bars
from voicegame.cli.options import complain


@click.group()
def models() -> None:
    """Fetch, check and remove speech models for the Vosk ear. The game itself never uses the network.

    \b
    Examples:
      voicegame models list
      voicegame models get en
    """


@models.command("list")
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
def models_list(as_json: bool) -> None:
    """Print the known models: language, size, licence, checksum, and whether they are here.

    A checksum that isn't known is recorded at the first download, and holds for all later ones.

    \b
    Examples:
      voicegame models list
      voicegame models list --json
    """
    from voicegame.fetching import store
    from voicegame.fetching.download import megabytes
    from voicegame.fetching.known import KnownModels

    known = KnownModels.load()
    rows = store.listed(known)
    if as_json:
        printed = [
            {
                "name": row.name,
                "state": row.state.replace(" ", "_"),
                "folder": row.folder and str(row.folder),
                "address": known.address(row.name) if row.model else None,
                **(row.model.model_dump(exclude={"unpacked"}) if row.model else {}),
            }
            for row in rows
        ]
        click.echo(json.dumps(printed, ensure_ascii=False, indent=1))
        return
    for row in rows:
        if row.model is None:
            click.echo(f"{row.name}: not in the list; {row.state}, in {row.folder}")
            continue
        sum_ = "" if row.model.sha256 else "; checksum not known, recorded at first download"
        size = f"{megabytes(row.model.bytes)} MB"
        click.echo(f"{row.name}: {row.model.about}; {size}; {row.model.licence}; {row.state}{sum_}")


@models.command("get")
@click.argument("name", shell_complete=completing.models)
def models_get(name: str) -> None:
    """Fetch a model by its name, or the first one of a language.

    A download that was cut goes on where it was. VOICEGAME_MODELS_URL names a mirror to fetch from, such as a folder
    that a machine of yours serves.

    \b
    Examples:
      voicegame models get en
      voicegame models get vosk-model-small-fr-0.22
    """
    from importlib.util import find_spec

    from voicegame.fetching import store
    from voicegame.fetching.known import KnownModels

    known = KnownModels.load()
    full = known.named(name)
    with Bars() as bars:
        folder = store.get(known, full, bars)
    click.echo(f"{full} is in {folder}.")
    if find_spec("vosk") is None:
        complain("The Vosk ear also needs its library: pip install 'voicegame[vosk]'.")


@models.command("verify")
@click.argument("name", required=False, shell_complete=completing.models)
def models_verify(name: str | None) -> None:
    """Check a model file by file, or all that are here.

    \b
    Examples:
      voicegame models verify
      voicegame models verify vosk-model-small-en-us-0.15
    """
    from voicegame.fetching import store

    lines, faults = store.verify(name)
    for line in lines:
        click.echo(line)
    for fault in faults:
        click.echo(fault, err=True)
    if faults:
        raise SystemExit(2)


@models.command("remove")
@click.argument("name", shell_complete=completing.models)
def models_remove(name: str) -> None:
    """Delete a model from your data folder.

    \b
    Examples:
      voicegame models remove vosk-model-small-en-us-0.15
    """
    from voicegame.fetching import store

    click.echo(store.remove(name))
