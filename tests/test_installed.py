"""A wheel, installed as users install programs: it works anywhere, with no checkout in sight."""

from __future__ import annotations

import os
import subprocess
import sys
import zipfile
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import pytest

from voicegame import __version__

ROOT = Path(__file__).parents[1]
BIN = Path(sys.executable).parent

pytestmark = [pytest.mark.slow, pytest.mark.timeout(600)]


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("wheel")
    subprocess.run([BIN / "uv", "build", "--quiet", "--wheel", "--out-dir", folder, ROOT], check=True)
    (built,) = folder.glob("*.whl")
    return built


@dataclass(frozen=True)
class Installed:
    """The program in a folder of its own. elsewhere: an empty folder to run it in."""

    program: Path
    elsewhere: Path

    def run(self, *arguments: str, lines: Sequence[str] = ()) -> str:
        """What the program prints; it must succeed."""
        env = {name: value for name, value in os.environ.items() if not name.startswith(("PYTHON", "VIRTUAL_ENV"))}
        done = subprocess.run(
            [self.program, *arguments],
            input="".join(f"{line}\n" for line in lines),
            capture_output=True,
            text=True,
            timeout=120,
            cwd=self.elsewhere,
            env={**env, "VOICEGAME_DATA": str(self.elsewhere / "data"), "HOME": str(self.elsewhere)},
            check=False,
        )
        assert done.returncode == 0, done.stderr
        return done.stdout


def _install(tool: str, wheel: Path, folder: Path) -> Path:
    """Install it with one of the tools, into this folder; its command."""
    places = {"uv": ("UV_TOOL_DIR", "UV_TOOL_BIN_DIR"), "pipx": ("PIPX_HOME", "PIPX_BIN_DIR")}[tool]
    env = {**os.environ, places[0]: str(folder / "tools"), places[1]: str(folder / "bin")}
    command = {
        "uv": [BIN / "uv", "tool", "install", "--quiet"],
        "pipx": [BIN / "pipx", "install", "--quiet"],
    }[tool]
    subprocess.run([*command, "--python", sys.executable, wheel], env=env, check=True)
    return folder / "bin" / "voicegame"


@pytest.fixture(scope="module", params=["pipx", "uv"])
def installed(request: pytest.FixtureRequest, wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Installed:
    folder = tmp_path_factory.mktemp(request.param)
    (folder / "elsewhere").mkdir()
    return Installed(_install(request.param, wheel, folder), folder / "elsewhere")


def test_the_program_tells_its_version_and_judges_a_word(installed: Installed) -> None:
    assert installed.run("--version") == f"voicegame, version {__version__}\n"
    assert installed.run("check", "march", "--letters", "a,c") == "march is good\n"


def test_its_word_list_is_whole_and_no_file_of_the_checkout_is_used(installed: Installed) -> None:
    told = installed.run("lexicon", "check")
    assert str(installed.program.parents[1]) in told
    assert str(ROOT) not in told


def test_a_game_is_played_by_keyboard(installed: Installed) -> None:
    game = ["play", "kirdy", "--text", "--players", "Ann,Bob", "--draws", "ABAC", "--seed", "1"]
    printed = installed.run(*game, lines=["@3 march", "@6 stop"])
    assert "March is good, for 30 points." in printed
    assert "The score: Ann 30, Bob 0." in printed


def test_every_command_prints_its_help(installed: Installed) -> None:
    for command in ("models", "config", "doctor", "bench"):
        assert "Examples:" in installed.run(command, "--help")
    assert "vosk-model-small-en-us-0.15" in installed.run("models", "list")


def test_the_wheel_holds_what_is_needed_and_no_more(wheel: Path) -> None:
    with zipfile.ZipFile(wheel) as opened:
        names = set(opened.namelist())
    data = {name.removeprefix("voicegame/_data/") for name in names if name.startswith("voicegame/_data/")}
    settings = {f"config/{path.name}" for path in (ROOT / "config").glob("*.yaml")}
    assert settings <= data
    for language in (path.parent.name for path in (ROOT / "lexicons").glob("*/meta.json")):
        assert {f"lexicons/{language}/meta.json", f"lexicons/{language}/words.tsv"} <= data
    assert [name for name in data if name.endswith((".py", ".sh")) or "inputs/" in name or "/builder/" in name] == []
    assert {name.split("/")[0] for name in names} == {"voicegame", f"voicegame-{__version__}.dist-info"}
    assert wheel.stat().st_size < 5_000_000
