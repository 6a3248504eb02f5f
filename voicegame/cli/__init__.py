"""The commands. Each puts its parts together; what goes wrong becomes a sentence and an exit code here.

One module a group of commands, each of which imports what it needs when it runs, so that ``--help`` is quick.
"""

from __future__ import annotations

import os
import sys

import click

from voicegame import __version__
from voicegame.cli.completing import completion
from voicegame.cli.configuring import config
from voicegame.cli.fetching import models
from voicegame.cli.health import devices, doctor, mic_test
from voicegame.cli.judging import check, hear
from voicegame.cli.measuring import bench
from voicegame.cli.playing import play, replay
from voicegame.cli.serving import serve
from voicegame.cli.words import lexicon
from voicegame.errors import UserError
from voicegame.heap import give_back_large_blocks


@click.group(context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__, "--version")
def voicegame() -> None:
    """Word games with one microphone, hosted by the laptop: hands-free, offline.

    \b
    Examples:
      voicegame doctor
      voicegame play kirdy --players Ann,Bob,Cem
      voicegame play kirdy --help

    \b
    Exit codes:
      0  done
      1  the program failed
      2  the input or the set-up is wrong; one sentence on standard error says what, and how to mend it

    \b
    Environment:
      VOICEGAME_<KEY>       a setting, as VOICEGAME_TARGET=500; see 'voicegame config'
      VOICEGAME_DATA        the folder of your own words and models
      VOICEGAME_MODELS_URL  a mirror to fetch models from
      VOICEGAME_DEBUG       show where the program failed
    """


for _group in (
    (play, replay, serve, hear, check),
    (lexicon, models, config),
    (doctor, devices, mic_test),
    (bench, completion),
):
    for _command in _group:
        voicegame.add_command(_command)


def main() -> None:
    """Run a command. Exit codes: 0 done, 1 the program failed, 2 the user's input or set-up is wrong."""
    give_back_large_blocks()
    try:
        voicegame(prog_name="voicegame", standalone_mode=False)
    except UserError as error:
        click.echo(error, err=True)
        raise SystemExit(2) from None
    except click.ClickException as error:
        click.echo(_told(error), err=True)
        raise SystemExit(2) from None
    except (click.Abort, KeyboardInterrupt):
        raise SystemExit(130) from None
    except BrokenPipeError:
        sys.stderr.close()  # whoever read us has gone; nothing more can be said
        raise SystemExit(1) from None
    except click.exceptions.Exit as done:
        raise SystemExit(done.exit_code) from None
    except Exception as fault:
        if os.environ.get("VOICEGAME_DEBUG"):
            raise
        kind = type(fault).__name__
        click.echo(f"voicegame failed ({kind}: {fault}); set VOICEGAME_DEBUG=1 to see where, and report it.", err=True)
        raise SystemExit(1) from None


def _told(error: click.ClickException) -> str:
    """What was wrong with the command line, in one line; a command without anything gets its help."""
    message = " ".join(error.format_message().split())
    if isinstance(error, click.exceptions.NoArgsIsHelpError) or not isinstance(error, click.UsageError):
        return error.format_message()
    return message if error.ctx is None else f"{message} See '{error.ctx.command_path} --help'."
