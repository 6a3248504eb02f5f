"""The help of each command: an example that can be typed, and the shell completes what it names."""

from __future__ import annotations

import os
import re
import shlex
import shutil
import subprocess
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

import click
import pytest

from tests.program import COMMAND, run
from voicegame.cli import voicegame

BIN = Path(sys.executable).parent


def every(command: click.Command, *path: str) -> Iterator[tuple[tuple[str, ...], click.Command]]:
    """All commands and groups, by the words that lead to them."""
    yield path, command
    if isinstance(command, click.Group):
        for name, inner in command.commands.items():
            yield from every(inner, *path, name)


COMMANDS = dict(every(voicegame))
NAMED = [pytest.param(path, id=" ".join(path) or "voicegame") for path in COMMANDS]


def examples(command: click.Command) -> list[str]:
    """The lines of the command's help under "Examples:"."""
    _, _, after = (command.help or "").partition("Examples:\n")
    return [line.strip() for line in after.partition("\n\n")[0].splitlines() if line.strip()]


def typed(line: str) -> list[str]:
    """The words that the program gets of a line for the shell."""
    inner = re.search(r"\$\((.*)\)", line)
    words = shlex.split(inner[1] if inner else line)
    ends = [at for at, word in enumerate(words) if word in ("<", ">", "|")]
    return words[: min(ends, default=len(words))]


def parsed(words: Sequence[str]) -> tuple[str, ...]:
    """Which command these words are for; raises what click raises for words that it can't use."""
    command: click.Command = voicegame
    context, rest, path = None, list(words), []
    while True:
        context = command.make_context(command.name, rest, parent=context)
        if not isinstance(command, click.Group):
            return tuple(path)
        name, found, rest = command.resolve_command(context, [*context._protected_args, *context.args])
        assert found is not None
        assert name is not None
        path.append(name)
        command = found


@pytest.mark.parametrize("path", NAMED)
def test_each_command_says_what_it_does_and_gives_examples_that_parse(path: tuple[str, ...]) -> None:
    command = COMMANDS[path]
    assert (command.help or "").splitlines()[0].rstrip().endswith(".")
    given = examples(command)
    assert given, f"'voicegame {' '.join(path)} --help' has no example"
    for line in given:
        words = typed(line)
        assert words[0] == "voicegame", line
        if words[-1] == "--help":
            words.pop()
        try:
            found = parsed(words[1:])
        except click.ClickException as error:
            pytest.fail(f"{line}: {error.format_message()}")
        assert found[: len(path)] == path, line


@pytest.mark.parametrize("path", NAMED)
def test_each_option_is_explained(path: tuple[str, ...]) -> None:
    for parameter in COMMANDS[path].params:
        if isinstance(parameter, click.Option):
            assert parameter.help, parameter.name


@pytest.mark.parametrize("path", NAMED)
def test_each_help_is_printed(path: tuple[str, ...], capsys: pytest.CaptureFixture[str]) -> None:
    voicegame([*path, "--help"], prog_name="voicegame", standalone_mode=False)
    printed = capsys.readouterr().out
    assert printed.startswith(f"Usage: {' '.join(('voicegame', *path))} ")
    assert "\x08" not in printed
    assert examples(COMMANDS[path])[0] in printed  # not wrapped


# Completion


def completed(shell: str, words: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> str:
    """What the program answers a shell that asks how the last of these words may go on."""
    line = words.split(" ")
    monkeypatch.setenv("_VOICEGAME_COMPLETE", f"{shell}_complete")
    monkeypatch.setenv("COMP_WORDS", words)
    monkeypatch.setenv("COMP_CWORD", line[-1] if shell == "fish" else str(len(line) - 1))
    with pytest.raises((SystemExit, click.exceptions.Exit)):
        voicegame([], prog_name="voicegame", standalone_mode=False)
    return capsys.readouterr().out


@pytest.mark.parametrize(
    ("words", "found"),
    [
        ("voicegame doc", ["doctor"]),
        ("voicegame models ", ["get", "list", "remove", "verify"]),
        ("voicegame play kirdy --ear ", ["auto", "both", "phonemes", "vosk"]),
        ("voicegame models get vosk-model-small-f", ["vosk-model-small-fr-0.22"]),
    ],
)
@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_the_shell_completes(
    shell: str, words: str, found: list[str], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    answer = completed(shell, words, monkeypatch, capsys).splitlines()
    plain = [line.partition(",")[2].partition("\t")[0] for line in answer]
    values = answer[1::3] if shell == "zsh" else plain
    assert sorted(values) == found


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_the_script_of_a_shell_is_one(shell: str) -> None:
    script = run("completion", shell).stdout
    assert "_VOICEGAME_COMPLETE" in script
    if shutil.which(shell):
        subprocess.run([shell, "-n"], input=script, text=True, check=True)


def test_bash_completes_with_the_script_in_place() -> None:
    """The installed command, sourced and asked as bash does when Tab is pressed."""
    asked = (
        'eval "$(voicegame completion bash)"; COMP_WORDS=(voicegame mic); COMP_CWORD=1; '
        'complete -p voicegame; _voicegame_completion voicegame mic voicegame; echo "${COMPREPLY[@]}"'
    )
    env = {**os.environ, "PATH": f"{BIN}:{os.environ['PATH']}"}
    done = subprocess.run(["bash", "-c", asked], capture_output=True, text=True, env=env, timeout=60, check=True)
    registered, replied = done.stdout.splitlines()
    assert "-F _voicegame_completion voicegame" in registered
    assert replied == "mic-test"


# Progress


def test_a_bar_is_for_a_terminal_only(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    from voicegame.cli.bars import Bars

    with Bars() as bars:
        bars("working")(1, 2)
    assert capsys.readouterr() == ("", "")
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True)
    with Bars() as bars:
        tell = bars("working")
        tell(1, 2)
        tell(2, 2)
        bars("resting")(3, 4)
    printed, shown = capsys.readouterr()
    assert printed == ""
    assert re.search(r"working .*100%", shown)
    assert re.search(r"resting .*75%", shown)


def test_what_is_counted_is_told_before_and_after_each() -> None:
    from voicegame.progress import counted

    told: list[tuple[int, int]] = []
    assert list(counted("ab", lambda done, total: told.append((done, total)))) == ["a", "b"]
    assert told == [(0, 2), (1, 2), (2, 2)]


def test_the_program_runs_as_a_module_too() -> None:
    assert COMMAND[1:] == ("-m", "voicegame.cli")
    assert run("--version").stdout.startswith("voicegame, version ")
