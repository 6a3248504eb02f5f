"""The command line itself: exit codes, and sentences instead of tracebacks."""

from __future__ import annotations

import pytest

from tests.program import complaint, run
from voicegame import cli
from voicegame.errors import UserError


@pytest.mark.parametrize(
    ("arguments", "part"),
    [
        (["play", "kirdy", "--nonsense"], "No such option '--nonsense'"),
        (["play", "kirdy", "--seed", "x"], "'x' is not a valid integer"),
        (["play", "chess"], "No such command 'chess'"),
        (["check"], "Missing argument 'WORD'"),
        (["check", "march"], "Missing option '--letters'"),
        (["replay"], "Missing argument 'JOURNAL'"),
        (["hear", "--letters", "a,c"], "Missing argument"),
    ],
)
def test_a_wrong_command_line_is_one_sentence(arguments: list[str], part: str) -> None:
    sentence = complaint(run(*arguments))
    assert part in sentence
    assert "--help" in sentence


def test_help_and_version_are_no_errors() -> None:
    for arguments in (["--help"], ["play", "--help"], ["play", "kirdy", "--help"], ["--version"]):
        done = run(*arguments)
        assert (done.returncode, done.stderr) == (0, "")
        assert done.stdout


@pytest.mark.parametrize(("fault", "code"), [(UserError("a is b: do c."), 2), (RuntimeError("oops"), 1)])
def test_whatever_happens_there_is_a_sentence_and_a_code(
    fault: Exception, code: int, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def fail(**_: object) -> None:
        raise fault

    monkeypatch.setattr(cli, "voicegame", fail)
    monkeypatch.delenv("VOICEGAME_DEBUG", raising=False)
    with pytest.raises(SystemExit) as ended:
        cli.main()
    assert ended.value.code == code
    told = capsys.readouterr().err
    assert str(fault) in told
    assert "Traceback" not in told
