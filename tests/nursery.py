"""Real programs that are killed: forked from one process that has read the word list, or started afresh.

``python -m tests.nursery`` reads one :class:`Life` a line and answers with one :class:`Death` a line. The children run
the very ``main`` of the program, with pipes of their own; nothing is told to them, and nothing of Python's runs when
they are killed.
"""

from __future__ import annotations

import io
import json
import os
import resource
import selectors
import signal
import subprocess
import sys
import time
from dataclasses import asdict, dataclass
from pathlib import Path
from types import TracebackType
from typing import Any

from tests.program import COMMAND


@dataclass(frozen=True)
class Life:
    """A run of the program, and what ends it.

    output: SIGKILL comes when it has printed so many bytes; seconds: or so long after it began.
    written: no file may grow beyond so many bytes, and the kernel kills it in the middle of the line that would.
    """

    arguments: tuple[str, ...]
    lines: tuple[str, ...] = ()
    output: int | None = None
    seconds: float | None = None
    written: int | None = None


@dataclass(frozen=True)
class Death:
    """How a run ended: exit code (below 0: minus the signal's number), what it printed, how long it took."""

    code: int
    out: str
    err: str
    seconds: float


class Nursery:
    """``with Nursery() as nursery: nursery.run(life)``."""

    def __enter__(self) -> Nursery:
        self._process = subprocess.Popen(
            [sys.executable, "-m", "tests.nursery"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )
        return self

    def run(self, life: Life) -> Death:
        """One life, to its end."""
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        print(json.dumps(asdict(life)), file=self._process.stdin, flush=True)
        return Death(**json.loads(self._process.stdout.readline()))

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._process.communicate()


def fresh(life: Life) -> Death:
    """A whole process, as a user starts it."""
    began = time.monotonic()
    with subprocess.Popen(
        [*COMMAND, *life.arguments],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        preexec_fn=lambda: _limit(life),
    ) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdin.write(_typed(life))  # less than a pipe holds
        process.stdin.close()
        out, err = _follow(process.pid, process.stdout.fileno(), process.stderr.fileno(), life, began)
        return Death(process.wait(), out, err, time.monotonic() - began)


def _typed(life: Life) -> bytes:
    return "".join(f"{line}\n" for line in life.lines).encode()


def _limit(life: Life) -> None:
    if life.written is not None:
        signal.signal(signal.SIGXFSZ, signal.SIG_DFL)
        resource.setrlimit(resource.RLIMIT_FSIZE, (life.written, life.written))


def _follow(pid: int, out: int, err: int, life: Life, began: float) -> tuple[str, str]:
    """Read what a process prints, and kill it when its time has come."""
    got: dict[int, bytes] = {out: b"", err: b""}
    dead = False
    with selectors.DefaultSelector() as selector:
        for end in got:
            selector.register(end, selectors.EVENT_READ)
        while selector.get_map():
            wait = None if life.seconds is None or dead else max(0.0, began + life.seconds - time.monotonic())
            for key, _ in selector.select(wait):
                data = os.read(key.fd, 4096 if life.output is None or dead else 64)
                got[key.fd] += data
                if not data:
                    selector.unregister(key.fd)
            late = life.seconds is not None and time.monotonic() - began >= life.seconds
            full = life.output is not None and len(got[out]) >= life.output
            if (late or full) and not dead:
                dead = True
                os.kill(pid, signal.SIGKILL)  # not waited for yet, so the number is still its own
    return got[out].decode(errors="replace"), got[err].decode(errors="replace")


def _warm() -> None:
    """Load what every game needs, so that children find it there."""
    import voicegame.cli.playing  # noqa: F401
    from voicegame import assembly
    from voicegame.lexicon.lexicon import Lexicon

    load, loaded = Lexicon.load, {}

    def once(folder: Path, level: str = "full", changes: Any = None) -> Lexicon:
        if (folder, level) not in loaded:
            loaded[folder, level] = load(folder, level, *(() if changes is None else (changes,)))
        return loaded[folder, level]

    Lexicon.load = once  # type: ignore[method-assign,assignment]
    assembly.load_judge(assembly.load_lexicon("full"))


def _bear(life: Life) -> Death:
    began = time.monotonic()
    (typed, stdin), (out, stdout), (err, stderr) = os.pipe(), os.pipe(), os.pipe()
    os.write(stdin, _typed(life))
    pid = os.fork()
    if pid == 0:
        for fd, number in ((typed, 0), (stdout, 1), (stderr, 2)):
            os.dup2(fd, number)
        for fd in (typed, stdin, out, stdout, err, stderr):
            os.close(fd)
        _live(life)
    for fd in (typed, stdin, stdout, stderr):
        os.close(fd)
    printed = _follow(pid, out, err, life, began)
    _, status = os.waitpid(pid, 0)
    os.close(out)
    os.close(err)
    return Death(os.waitstatus_to_exitcode(status), *printed, time.monotonic() - began)


def _live(life: Life) -> None:
    """In the child: be the program."""
    code = 1
    try:
        sys.stdin = io.TextIOWrapper(io.FileIO(0), encoding="utf-8")
        sys.stdout = io.TextIOWrapper(io.BufferedWriter(io.FileIO(1, "w")), encoding="utf-8")
        sys.stderr = io.TextIOWrapper(io.FileIO(2, "w"), encoding="utf-8", write_through=True)  # type: ignore[arg-type]
        sys.argv = ["voicegame", *life.arguments]
        _limit(life)
        from voicegame.cli import main

        main()
        code = 0
    except SystemExit as done:
        code = done.code if isinstance(done.code, int) else 1
    finally:
        sys.stdout.flush()
        os._exit(code)


def _serve() -> None:
    _warm()
    for line in sys.stdin:
        told = json.loads(line)
        life = Life(**{**told, "arguments": tuple(told["arguments"]), "lines": tuple(told["lines"])})
        print(json.dumps(asdict(_bear(life))), flush=True)


if __name__ == "__main__":
    _serve()
