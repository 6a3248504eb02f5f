"""``completion``: the shell completes commands, options and models."""

from __future__ import annotations

import click
from click.shell_completion import CompletionItem, get_completion_class

_VARIABLE = "_VOICEGAME_COMPLETE"


@click.command()
@click.argument("shell", type=click.Choice(["bash", "zsh", "fish"]))
@click.pass_context
def completion(context: click.Context, shell: str) -> None:
    """Print what makes a shell complete commands and options when Tab is pressed.

    Put the first example's line into ~/.bashrc (for zsh the same with zsh into ~/.zshrc), or run the second one once.

    \b
    Examples:
      eval "$(voicegame completion bash)"
      voicegame completion fish > ~/.config/fish/completions/voicegame.fish
    """
    kind = get_completion_class(shell)
    assert kind is not None
    script = kind(context.find_root().command, {}, "voicegame", _VARIABLE)
    click.echo(script.source_template % script.source_vars())  # source() would ask for the version of bash itself


def models(_context: click.Context, _parameter: click.Parameter, begun: str) -> list[CompletionItem]:
    """The names of known models, and of those that are here."""
    from voicegame.fetching import store
    from voicegame.fetching.known import KnownModels

    rows = store.listed(KnownModels.load())
    return [
        CompletionItem(row.name, help=row.model.about if row.model else None)
        for row in rows
        if row.name.startswith(begun)
    ]
