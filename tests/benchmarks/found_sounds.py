"""Recorded noises that anyone can get: sounds inside packages of Debian. Only measured on; none is part of the project.

``python -m tests.benchmarks.found_sounds DIR`` downloads the packages and unpacks them into DIR (about 900 MB; needs no
rights, since nothing is installed). All are in Debian's free section; each one's ``copyright`` file lies beside it.
"""

from __future__ import annotations

import re
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from voicegame.errors import UserError
from voicegame.hearing.audio import RATE, Samples
from voicegame.hearing.wav import read_clip

#: Kind -> package -> which of its files, by a pattern for the end of their path.
SOUNDS: dict[str, dict[str, str]] = {
    "cough, breath": {
        "hedgewars-data": r"voices/\w+/PoisonCough\.ogg",
        "lmms-common": r"misc/breath01\.ogg",
        "sonic-pi-samples": r"misc_burp\.flac",
        "tkabber": r"sigh\.wav",
    },
    "laughter": {
        "hedgewars-data": r"voices/\w+/Laugh\.ogg",
        "bambam": r"(giggle|laugh)\.wav",
        "btanks-data": r"laugh\d+\.ogg",
        "ktuberling-data": r"tux-laugh\.(ogg|opus)",
        "monsterz-data": r"laugh\.wav",
        "trackballs-data": r"(crazy|evil)laugh\.wav",
        "wesnoth-1.16-data": r"(dwarf|witches)-laugh\.wav",
    },
    "grunts, cries": {
        "hedgewars-data": r"voices/\w+/(Ow1|Ow3|Ooff1|Ooff2|Hmm)\.ogg",
        "monsterz-data": r"grunt\.wav",
        "wesnoth-1.16-data": r"(human|dwarf|elf|orc|ogre|goblin)\w*(-\w+)*-(hit|die)-\d\.ogg|groan\.wav",
    },
    "door, knocks, steps": {
        "minetest-data": r"doors_\w+\.ogg|footstep\.\d\.ogg",
        "minetest-mod-homedecor": r"door\w*\.ogg",
        "searchandrescue-data": r"door_\w+\.wav",
        "sonic-pi-samples": r"perc_(door|snap|impact1)\.flac",
        "triplea": r"(door_open|chat_slap_\d+|dice_shaken_then_rolled)\.mp3",
        "wordwarvi-sound": r"cardoor_sample\.ogg",
    },
    "applause, crowd": {
        "etw-data": r"crowd\w*\.wav",
        "libreoffice-common": r"applause\.wav",
        "lmms-common": r"(applause01|raving_crowd01|clap0\d)\.ogg",
        "tuxfootball": r"crowd\w+\.wav",
    },
    "music": {
        "asterisk-moh-opsound-wav": r"moh/.*\.wav",
        "hedgewars-data": r"Data/Music/\w+\.ogg",
        "monsterz-data": r"(eurovision|crazy)\.ogg",
        "triplea": r"(Anthem_Intro\w*|(start|end)_of\w+)\.mp3",
    },
    "instruments, signals": {
        "libreoffice-common": r"(gong|kongas|pluck|drama|train|cow|horse|space|laser)\.wav",
        "lmms-common": r"(instruments|stringsnpads)/.*\.ogg",
        "sound-theme-freedesktop": r"(bell|complete|message|phone|alarm)[-\w]*\.oga",
    },
}  # fmt: skip
#: Packages with people who speak, a language each; single words and short phrases (8 kHz, telephone).
SPEAKERS = {
    "English": "asterisk-core-sounds-en-wav",
    "French": "asterisk-core-sounds-fr-wav",
    "Italian": "asterisk-core-sounds-it-wav",
    "Russian": "asterisk-core-sounds-ru-wav",
}
#: Seconds of a long sound that are used; music is heard on and on, and begins quietly.
LONGEST, SKIPPED = 10.0, 2.0


@dataclass(frozen=True)
class FoundSound:
    """A recording. samples: 16 kHz mono, full scale 1."""

    kind: str
    name: str
    samples: Samples


def fetch(folder: Path) -> None:
    """Download and unpack every package that isn't there yet; raises ``UserError`` where apt or dpkg can't."""
    wanted = sorted({package for some in SOUNDS.values() for package in some} | set(SPEAKERS.values()))
    for package in wanted:
        if (folder / package).is_dir():
            continue
        with tempfile.TemporaryDirectory() as place:
            try:
                subprocess.run(["apt-get", "download", "-qq", package], cwd=place, check=True)
                [archive] = Path(place).glob("*.deb")
                subprocess.run(["dpkg-deb", "-x", str(archive), str(folder / package)], check=True)
            except (OSError, ValueError, subprocess.CalledProcessError):
                raise UserError(f"{package} can't be had: this needs Debian's apt-get, and 'apt-get update'.") from None
        print(package, flush=True)


def _read(path: Path) -> Samples:
    """The sound; nothing for the few files that are empty, or of a kind that libsndfile can't read."""
    try:
        return read_clip(path)
    except UserError:
        return np.zeros(0, np.float32)


def found_sounds(folder: Path) -> Iterator[FoundSound]:
    """The sounds of :data:`SOUNDS` that lie in ``folder``, twins left out, in a fixed order."""
    met: set[bytes] = set()
    for kind, packages in SOUNDS.items():
        for package, pattern in packages.items():
            for path in sorted((folder / package).rglob("*")):
                if not path.is_file() or not re.search(f"(?:{pattern})$", path.as_posix()):
                    continue
                samples = _read(path)
                if len(samples) > RATE * (LONGEST + SKIPPED):
                    samples = samples[round(SKIPPED * RATE) :][: round(LONGEST * RATE)]
                if np.abs(samples).max(initial=0) < 1e-3 or (key := samples.tobytes()) in met:
                    continue
                met.add(key)
                yield FoundSound(kind, f"{package}/{'/'.join(path.parts[-2:])}", samples)


def spoken_by(folder: Path, language: str, most: float = 1.6) -> list[FoundSound]:
    """What a speaker of :data:`SPEAKERS` says in at most so many seconds."""
    found = []
    for path in sorted((folder / SPEAKERS[language]).rglob("*.wav")):
        if "tone" in path.name or "beep" in path.name or path.parent.name == "silence":
            continue
        samples = _read(path)
        if len(samples) <= most * RATE and np.abs(samples).max(initial=0) > 0.02:
            found.append(FoundSound(language, f"{path.parent.name}/{path.stem}", samples))
    return found


if __name__ == "__main__":
    try:
        fetch(Path(sys.argv[1]).resolve())
    except IndexError:
        raise SystemExit("Give a folder: python -m tests.benchmarks.found_sounds DIR") from None
    except UserError as error:
        raise SystemExit(str(error)) from None
