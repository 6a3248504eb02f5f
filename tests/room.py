"""A room with a microphone and a loudspeaker, made of a private PulseAudio server.

What is played into the sink *room* is heard by whoever records from its monitor: that is the microphone. What a program
plays goes to the sink *host*, and comes back into the room as an echo. The server runs in a temporary folder of its
own with only the modules it needs; a user's server is never touched.
"""

from __future__ import annotations

import contextlib
import ctypes
import math
import os
import shutil
import signal
import subprocess
import tempfile
import time
from pathlib import Path
from types import TracebackType

from tests.sounds import Sound
from voicegame.hearing.audio import RATE

_NEEDED = ("pulseaudio", "pactl", "paplay", "parec")
_INSTALL = "install it with: apt-get install pulseaudio pulseaudio-utils libasound2-plugins"
_ALSA = "pcm.!default { type pulse }\nctl.!default { type pulse }\n"


class Room:
    """``with Room() as room:`` -- ``room.env`` is the environment of a program that listens and speaks in it.

    echo: whether the room hears what the program says, as loud as the program says it.
    late: seconds after which it comes back. reverberation: seconds in which it dies away by 60 dB, 0 for none.
    """

    def __init__(self, echo: bool = True, late: float = 0.03, reverberation: float = 0.0) -> None:
        self._echo, self._late, self._reverberation = echo, late, reverberation
        self._players: list[subprocess.Popen[bytes]] = []
        self.place = "room"  # where people speak

    def __enter__(self) -> Room:
        missing = [program for program in _NEEDED if shutil.which(program) is None]
        if missing:
            raise RuntimeError(f"{missing[0]} is missing, and the room tests need it; {_INSTALL}")
        # A socket's path may be no longer than about 100 characters.
        self._folder = Path(tempfile.mkdtemp(prefix="room-", dir="/tmp"))
        runtime, home = self._folder / "run", self._folder / "home"
        for folder in (runtime, home):
            folder.mkdir(mode=0o700)
        socket = runtime / "sound"
        alsa = self._folder / "alsa.conf"
        alsa.write_text(_ALSA)
        self._server_env = {
            "PATH": os.environ["PATH"],
            "LANG": "C",
            "HOME": str(home),
            "XDG_RUNTIME_DIR": str(runtime),
            "DBUS_SESSION_BUS_ADDRESS": "disabled:",
        }
        self.changes = {
            "PULSE_SERVER": f"unix:{socket}",
            "PULSE_SINK": "host",
            "PULSE_SOURCE": "room.monitor",
            "PULSE_COOKIE": str(home / "cookie"),
            "ALSA_CONFIG_PATH": f"/usr/share/alsa/alsa.conf:{alsa}",
            "XDG_RUNTIME_DIR": str(runtime),
        }
        modules = [
            f"module-native-protocol-unix socket={socket} auth-anonymous=1",
            "module-null-sink sink_name=room rate=48000 channels=1",
            "module-null-sink sink_name=host rate=48000 channels=1",
        ]
        if self._echo:
            latency = max(1, round(1000 * self._late))
            modules.append(f"module-loopback source=host.monitor sink=room latency_msec={latency} adjust_time=0")
        self._modules = modules
        self._log = (self._folder / "log").open("wb")
        try:
            self.start_server()
            for late, loss in self._reflections():
                self._reflect(late, loss)
        except BaseException:
            self.__exit__(None, None, None)
            raise
        return self

    def _reflections(self) -> list[tuple[float, float]]:
        """Seconds and dB of what the walls give back: together 3 dB less loud than what comes straight."""
        if not self._reverberation:
            return []
        after = [0.017, 0.031, 0.053, 0.079, 0.127, 0.193, 0.283]
        losses = [60 * seconds / self._reverberation for seconds in after]
        together = 10 * math.log10(sum(10 ** (-loss / 10) for loss in losses))
        return [(self._late + seconds, loss + together + 3.0) for seconds, loss in zip(after, losses, strict=True)]

    def _reflect(self, late: float, loss: float) -> None:
        """One more way for the host's voice into the room."""
        before = self._inputs()
        latency = f"latency_msec={round(1000 * late)}"
        loopback = ["module-loopback", "source=host.monitor", "sink=room", latency, "adjust_time=0"]
        self.ask("load-module", *loopback)
        (new,) = self._inputs() - before
        self.ask("set-sink-input-volume", new, f"-{loss:.1f}dB")

    def _inputs(self) -> set[str]:
        return {line.split()[0] for line in self.ask("list", "short", "sink-inputs").splitlines()}

    def plug_in(self, sink: str) -> None:
        """A device appears: a loudspeaker of this name, and what it plays as a microphone (``NAME.monitor``)."""
        self.ask("load-module", "module-null-sink", f"sink_name={sink}", "rate=48000", "channels=1")

    def unplug(self, sink: str) -> None:
        """A device goes, and whatever uses it has to see."""
        for line in self.ask("list", "short", "modules").splitlines():
            if f"sink_name={sink} " in line + " ":
                self.ask("unload-module", line.split()[0])

    def ask(self, *words: str) -> str:
        """What ``pactl`` answers."""
        return subprocess.run(["pactl", *words], env=self.env, capture_output=True, text=True, check=True).stdout

    def start_server(self) -> None:
        """Put the plug in (again)."""
        command = ["pulseaudio", "-n", "--daemonize=no", "--use-pid-file=no", "--exit-idle-time=-1"]
        command += ["--realtime=no", "--high-priority=no", "--log-target=stderr"]
        self._server = subprocess.Popen(
            [*command, *[f"--load={module}" for module in self._modules]],
            env=self._server_env,
            stdin=subprocess.DEVNULL,
            stdout=self._log,
            stderr=self._log,
            preexec_fn=_die_with_parent,
        )
        self._wait_for_server()

    def _wait_for_server(self) -> None:
        deadline = time.monotonic() + 15
        while time.monotonic() < deadline and self._server.poll() is None:
            asked = subprocess.run(
                ["pactl", "list", "short", "modules"], env=self.env, capture_output=True, text=True, check=False
            )
            if asked.returncode == 0 and asked.stdout.count("module-null-sink") == 2:
                return
            time.sleep(0.02)
        raise RuntimeError(f"pulseaudio does not start: {(self._folder / 'log').read_text(errors='replace')[-2000:]}")

    @property
    def env(self) -> dict[str, str]:
        """The environment of a program in the room."""
        return {**os.environ, **self.changes}

    def play(self, wav: Path, wait: bool = True) -> subprocess.Popen[bytes]:
        """Play a WAV file into the room, as a person speaks there; with ``wait``, until it has sounded."""
        player = subprocess.Popen(
            ["paplay", f"--device={self.place}", "--latency-msec=50", str(wav)], env=self.env, stdin=subprocess.DEVNULL
        )
        self._players.append(player)
        if wait and player.wait(timeout=60) != 0:
            raise RuntimeError(f"paplay could not play {wav}")
        return player

    def record(self, source: str = "room.monitor") -> Recorder:
        """Record what is heard in the room (or at another source) from now on, without PortAudio."""
        return Recorder(self.env, source)

    def stop_server(self) -> None:
        """Pull the plug."""
        _end(self._server)
        for left in (self._folder / "run").glob("*"):  # a socket of a server that died keeps the next from starting
            if left.is_socket():
                left.unlink()

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        for player in self._players:
            _end(player)
        self.stop_server()
        self._log.close()
        shutil.rmtree(self._folder, ignore_errors=True)


class Recorder:
    """A recording that has begun; :meth:`stop` gives what was heard, at the clock's rate."""

    def __init__(self, env: dict[str, str], source: str) -> None:
        self._file = tempfile.TemporaryFile()  # noqa: SIM115
        command = ["parec", f"--device={source}", "--format=float32le", f"--rate={RATE}", "--channels=1"]
        self._process = subprocess.Popen([*command, "--latency-msec=20", "--raw"], env=env, stdout=self._file)
        deadline = time.monotonic() + 10
        while os.fstat(self._file.fileno()).st_size == 0:
            if time.monotonic() > deadline or self._process.poll() is not None:
                raise RuntimeError("parec records nothing")
            time.sleep(0.02)

    def stop(self) -> Sound:
        import numpy as np

        self._process.send_signal(signal.SIGINT)
        _end(self._process)
        self._file.seek(0)
        data = self._file.read()
        self._file.close()
        return np.frombuffer(data[: len(data) // 4 * 4], np.float32)


def _die_with_parent() -> None:
    """In the child: end when the tests are killed, whatever kills them (Linux)."""
    pr_set_pdeathsig = 1
    ctypes.CDLL(None).prctl(pr_set_pdeathsig, signal.SIGTERM)


def _end(process: subprocess.Popen[bytes]) -> None:
    if process.poll() is None:
        process.terminate()
        with contextlib.suppress(subprocess.TimeoutExpired):
            process.wait(timeout=5)
    if process.poll() is None:
        process.kill()
    process.wait()
