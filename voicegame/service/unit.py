"""A systemd user unit, so that the host runs from log-in on and is started again where it fails."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path

NAME = "voicegame.service"

_UNIT = """\
# Install it for yourself, without sudo:
#   voicegame serve --unit > ~/.config/systemd/user/{name}
#   systemctl --user daemon-reload
#   systemctl --user enable --now voicegame
# It stops, with the game kept, by: systemctl --user stop voicegame
[Unit]
Description=voicegame, word games by voice
Wants=sound.target
After=sound.target pipewire-pulse.service pulseaudio.service

[Service]
Type=exec
ExecStart={command}
# The end of a game is written down at once; the rest is for a voice that is speaking.
KillSignal=SIGTERM
TimeoutStopSec=15
Restart=on-failure
RestartSec=10
# What was set up wrongly is not mended by starting again.
RestartPreventExitStatus=2
Nice=5

[Install]
WantedBy=default.target
"""


def unit(arguments: Sequence[str] = ()) -> str:
    """The text of a unit that serves with these arguments, with this very program."""
    program = Path(sys.argv[0]).absolute()
    if program.name == "voicegame" and program.is_file():
        command = [str(program)]
    else:
        command = [sys.executable, "-m", "voicegame.cli"]
    return _UNIT.format(name=NAME, command=" ".join(map(_quoted, [*command, "serve", *arguments])))


def _quoted(word: str) -> str:
    """As systemd reads it."""
    escaped = word.replace("\\", "\\\\").replace('"', '\\"').replace("%", "%%").replace("$", "$$")
    return f'"{escaped}"' if escaped != word or not word or any(sign in word for sign in " \t';") else word
