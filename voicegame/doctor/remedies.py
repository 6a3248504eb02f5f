"""What to type on this system to get what is missing."""

from __future__ import annotations

import shutil
import sys

#: What each system calls the packages: Debian's and Ubuntu's apt, Fedora's dnf, Arch's pacman, Homebrew.
_PACKAGES = {
    "PortAudio": {
        "apt-get": "libportaudio2",
        "dnf": "portaudio",
        "pacman": "portaudio",
        "brew": "portaudio",
    },
    "espeak-ng": {"apt-get": "espeak-ng", "dnf": "espeak-ng", "pacman": "espeak-ng", "brew": "espeak-ng"},
}
_COMMANDS = {
    "apt-get": "sudo apt-get install {}",
    "dnf": "sudo dnf install {}",
    "pacman": "sudo pacman -S {}",
    "brew": "brew install {}",
}


def install(thing: str) -> str:
    """How to install a library or program of the system's."""
    for tool, package in _PACKAGES[thing].items():
        if shutil.which(tool):
            return _COMMANDS[tool].format(package)
    return f"install {thing} with your system's packages"


def pip(*packages: str) -> str:
    """How to install Python packages beside this program, however that was installed."""
    named = " ".join(f"'{package}'" for package in packages)
    if "pipx" in sys.prefix.split("/"):
        return f"pipx inject voicegame {named}"
    if "uv" in sys.prefix.split("/") and "tools" in sys.prefix.split("/"):
        withs = " ".join(f"--with '{package}'" for package in packages)
        return f"uv tool install --reinstall voicegame {withs}"
    return f"{sys.executable} -m pip install {named}"


def listening() -> str:
    """How to let the program hear."""
    if sys.platform == "darwin":
        return "allow your terminal the microphone in System Settings, Privacy & Security, Microphone"
    return "unmute the microphone, or choose another, in the system's sound settings (or with pavucontrol)"


def restart_sound() -> str:
    """How to bring a sound system back that hangs."""
    if sys.platform == "darwin":
        return "sudo killall coreaudiod"
    return "systemctl --user restart pipewire pipewire-pulse wireplumber (or: pulseaudio -k), then try again"
