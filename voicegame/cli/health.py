"""``doctor``, ``devices`` and ``mic-test``: whether the game can speak and hear."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import click

from voicegame.cli.options import FILE, complain, table_settings
from voicegame.errors import UserError

SETTINGS = click.option("--config", type=FILE, help="Take devices and language from this YAML file.")


@click.command()
@SETTINGS
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
def doctor(config: Path | None, as_json: bool) -> None:
    """Try every part that a game by voice needs, and say what to do where one fails.

    Exit code 0: a game can be played by voice, though lines marked warn may make it better. 2: it can't.

    \b
    Examples:
      voicegame doctor
      voicegame doctor --config party.yaml --json
    """
    from dataclasses import asdict

    from voicegame.doctor.checks import checks

    told = []
    for check in checks(table_settings(config)):
        told.append(check)
        if not as_json:
            remedy = f" -> {check.remedy}" if check.remedy else ""
            click.echo(f"{check.state}  {check.name}: {check.found}{remedy}")
            sys.stdout.flush()
    playable = all(check.state != "fail" for check in told)
    if as_json:
        click.echo(json.dumps({"playable": playable, "checks": [asdict(check) for check in told]}, ensure_ascii=False))
    else:
        click.echo("A game can be played by voice." if playable else "No game by voice yet; by keyboard, with --text.")
    if not playable:
        raise SystemExit(2)


@click.command()
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
def devices(as_json: bool) -> None:
    """Print the microphones and loudspeakers by the names that the settings take; a star marks the default.

    A part of a name is enough in the settings, as long as the device that is meant comes first.

    \b
    Examples:
      voicegame devices
      voicegame devices --json
    """
    from dataclasses import asdict

    from voicegame.doctor.devices import devices as found

    microphones, loudspeakers = found("input"), found("output")
    if as_json:
        kinds = {"microphone": microphones, "loudspeaker": loudspeakers}
        told = {key: [asdict(device) for device in each] for key, each in kinds.items()}
        click.echo(json.dumps(told, ensure_ascii=False))
    elif not microphones and not loudspeakers:
        raise UserError("No sound device was found: plug one in, or start the system's sound server.")
    else:
        for key, each in (("microphone", microphones), ("loudspeaker", loudspeakers)):
            click.echo(f"{key}:{'' if each else ' none'}")
            for device in each:
                star = "*" if device.default else " "
                name = json.dumps(device.name, ensure_ascii=False)
                click.echo(f"  {star} {name}  ({device.system}, {device.channels} channels, {device.rate} Hz)")


@click.command("mic-test")
@SETTINGS
@click.option("--microphone", metavar="NAME", help="A part of the device's name; see 'voicegame devices'.")
@click.option(
    "--seconds", type=click.FloatRange(1, 600), default=4, show_default=True, help="How long the room is measured."
)
@click.option(
    "--patience", type=click.FloatRange(1, 600), default=10, show_default=True, help="Seconds in which to say the word."
)
@click.option("--word", default="march", show_default=True, help="The word to say.")
def mic_test(config: Path | None, microphone: str | None, seconds: float, patience: float, word: str) -> None:
    """Show how loud it is, then ask for a word and tell what was heard.

    Exit code 0: the word was understood. 2: it wasn't, or the microphone gives nothing.

    \b
    Examples:
      voicegame mic-test
      voicegame mic-test --microphone USB --seconds 10
    """
    from contextlib import closing

    from voicegame import assembly
    from voicegame.doctor import mic_test as trying
    from voicegame.doctor import remedies
    from voicegame.doctor.levels import decibels, meter
    from voicegame.ears import open_ear
    from voicegame.hearing.audio import Utterance
    from voicegame.lexicon.verdicts import Verdict

    settings = table_settings(config)
    shown = sys.stderr.isatty()

    def show(level: tuple[float, float] | None) -> None:
        if shown:
            sys.stderr.write("\r\x1b[K" if level is None else f"\r{meter(*level)}")
            sys.stderr.flush()

    lexicon = assembly.load_lexicon("full")
    if lexicon.row(word.lower()) is None:
        raise UserError(f"{word!r} is not in the word list, so it can't be heard: name a word that is, such as march.")
    judge = assembly.load_judge(lexicon)
    listening = open_ear(settings.ear, judge, lexicon, "en", complain)

    def judged(utterance: Utterance) -> Verdict:
        return judge.judge(listening.ear.listen(utterance.samples), trying.expectation(word.lower()))

    with closing(listening), trying.closing_test(microphone or settings.microphone) as test:
        click.echo(f"Microphone: {test.name}. Measuring the room for {seconds:g} seconds: say nothing.")
        levels = test.measure(seconds, show)
        click.echo(f"The room is {levels.room:.0f} dB loud, the loudest sound was {decibels(levels.peak):.0f} dB.")
        if levels.zeros:
            raise UserError(f"The microphone {test.name!r} gives pure silence: {remedies.listening()}.")
        advice = trying.advice(levels)
        if advice:
            complain(f"{advice[0].upper()}{advice[1:]}.")
        click.echo(f"Now say: {word}")
        sys.stdout.flush()
        heard = test.hear(word.lower(), patience, judged, show)
    for line in heard.lines():
        click.echo(line)
    if not heard.understood:
        raise SystemExit(2)
