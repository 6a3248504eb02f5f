"""The process around Vosk, with children that die, hang and lie; the real library is in ``test_vosk.py``."""

from __future__ import annotations

import io
import os
import signal
import subprocess
import sys
import threading
from collections.abc import Sequence
from pathlib import Path

import numpy as np
import pytest

from voicegame.hearing import vosk_frames
from voicegame.hearing.vosk_child import View
from voicegame.hearing.vosk_process import MOST_IN_A_ROW, VoskFailed, VoskProcess, Word

SOUND = np.full(1600, 0.25, np.float32)

#: A child whose answers a test writes. ``starts`` counts the children, the one that runs included.
CHILD = """
import os, pathlib, signal, sys
from voicegame.hearing import vosk_frames
from voicegame.hearing.vosk_child import View
notes = pathlib.Path(sys.argv[1])
with notes.open("a") as file: file.write("started\\n")
starts = notes.read_text().count("started")
def answer(fields): os.write(1, vosk_frames.packed(fields))
def ready(): answer({"ready": True, "unknown": "[unk]"})
def requests():
    while (frame := vosk_frames.read(sys.stdin.buffer)) is not None:
        yield frame
def heard(fields, text="yes"): answer({"id": fields["id"], "open": [[text, 0.1, 0.2, 1.0]], "forced": None})
"""


class Scripted:
    """A ``VoskProcess`` over a scripted child, what was told of it, and how many children there were."""

    def __init__(self, folder: Path, body: str, **more: float) -> None:
        script, self._notes = folder / "child.py", folder / "notes"
        script.write_text(CHILD + body)
        self.told: list[str] = []
        command = [sys.executable, str(script), str(self._notes)]
        self.process = VoskProcess(Path("model"), command=command, given_up=self.told.append, **more)

    @property
    def starts(self) -> int:
        return self._notes.read_text().count("started")

    def __enter__(self) -> Scripted:
        return self

    def __exit__(self, *_: object) -> None:
        self.process.close()


def texts(words: Sequence[Word]) -> list[str]:
    return [word.text for word in words]


def test_a_request_and_its_sound_arrive_whole(tmp_path: Path) -> None:
    body = """
ready()
for fields, sound in requests():
    heard(fields, f"{fields['rate']} {fields['expected']} {len(sound)} {sound[:2].hex()}")
"""
    with Scripted(tmp_path, body) as child:
        child.process.start()
        assert child.process.unknown == "[unk]"
        odd = np.array([0.25, np.nan, np.inf, 9.0, -9.0], np.float32)
        views = child.process.hear(odd, ["carry on", "더"], 44_100)
        assert texts(views.open) == ["44100 ['carry on', '더'] 10 ff1f"]
        assert views.forced is None
        assert child.starts == 1


def test_a_static_model_is_never_told_what_is_expected(tmp_path: Path) -> None:
    body = "\nready()\nfor fields, _ in requests(): heard(fields, str(fields['expected']))\n"
    with Scripted(tmp_path, body) as child:
        child.process._static = True
        assert texts(child.process.hear(SOUND, ["march"]).open) == ["[]"]


@pytest.mark.parametrize(
    "fault",
    [
        "os.kill(os.getpid(), signal.SIGKILL)",
        "os.abort()",
        "sys.exit(3)",
        "os.write(1, b'no frame at all, but some text that a library printed')",
        "answer({'id': -1, 'open': [], 'forced': None})",
        "os.kill(os.getpid(), signal.SIGSTOP)",
    ],
    ids=["killed", "aborted", "ended", "nonsense", "another's answer", "stopped"],
)
def test_a_claim_outlives_the_child_that_heard_it(tmp_path: Path, fault: str) -> None:
    body = f"""
ready()
for fields, sound in requests():
    if starts == 1:
        {fault}
    heard(fields, f"{{starts}} {{len(sound)}}")
"""
    with Scripted(tmp_path, body, patience=2.0) as child:
        assert texts(child.process.hear(SOUND).open) == ["2 3200"]
        assert (child.starts, child.process.restarts, child.told) == (2, 1, [])


def test_a_child_that_hangs_takes_no_more_than_a_pipe_holds_and_is_replaced(tmp_path: Path) -> None:
    body = """
ready()
if starts == 1:
    os.kill(os.getpid(), signal.SIGSTOP)
for fields, sound in requests(): heard(fields, str(len(sound)))
"""
    with Scripted(tmp_path, body, patience=1.0) as child:
        much = np.zeros(2_000_000, np.float32)
        assert texts(child.process.hear(much).open) == ["4000000"]


def test_a_child_that_dies_while_nobody_asks_is_replaced_at_once(tmp_path: Path) -> None:
    with Scripted(tmp_path, "\nready()\nfor fields, _ in requests(): heard(fields, str(starts))\n") as child:
        child.process.start()
        replaced = threading.Event()
        replace = child.process._replace

        def noted(*args: object, **more: bool) -> None:
            replace(*args, **more)  # type: ignore[arg-type]
            replaced.set()

        child.process._replace = noted  # type: ignore[method-assign]
        old = child.process.pid
        assert old is not None
        os.kill(old, signal.SIGKILL)
        assert replaced.wait(30)
        assert child.process.pid not in (old, None)
        assert texts(child.process.hear(SOUND).open) == ["2"]


def test_after_some_failures_vosk_is_left_out_and_told_once(tmp_path: Path) -> None:
    with Scripted(tmp_path, "\nready()\nfor fields, _ in requests(): os.abort()\n") as child:
        for _ in range(5):
            with pytest.raises(VoskFailed, match="SIGABRT"):
                child.process.hear(SOUND)
        assert child.told == ["its process was ended by SIGABRT"]
        assert child.starts == MOST_IN_A_ROW
        assert child.process.pid is None


def test_one_claim_that_kills_it_does_not_leave_vosk_out(tmp_path: Path) -> None:
    body = """
ready()
for fields, sound in requests():
    if len(sound) == 2: os.abort()
    heard(fields)
"""
    with Scripted(tmp_path, body) as child:
        with pytest.raises(VoskFailed):
            child.process.hear(SOUND[:1])
        assert texts(child.process.hear(SOUND).open) == ["yes"]
        with pytest.raises(VoskFailed):
            child.process.hear(SOUND[:1])
        assert texts(child.process.hear(SOUND).open) == ["yes"]
        assert child.told == []


@pytest.mark.parametrize(
    ("body", "reason"),
    [
        ("answer({'error': 'the model is damaged'})", "the model is damaged"),
        ("os.abort()", "SIGABRT"),
        ("sys.exit(1)", "exit code 1"),
        ("os.kill(os.getpid(), signal.SIGSTOP)", "no answer within 1 seconds"),
        ("answer({'surprise': 1})", "strange answer"),
    ],
)
def test_a_model_that_does_not_load_leaves_vosk_out_at_once(tmp_path: Path, body: str, reason: str) -> None:
    loading = 1.0 if "SIGSTOP" in body else 60.0
    with Scripted(tmp_path, f"\n{body}\n", loading=loading) as child:
        with pytest.raises(VoskFailed, match=reason):
            child.process.start()
        with pytest.raises(VoskFailed, match=reason):
            child.process.hear(SOUND)
        assert child.starts <= 1
        assert len(child.told) == 1


class _Library:
    """Vosk's recogniser, so far as the child uses it; ``calls`` are noted."""

    def __init__(self) -> None:
        self.calls: list[str] = []

    def KaldiRecognizer(self, _model: object, _rate: int, *grammar: str) -> _Library:
        self.calls.append(f"new {' '.join(grammar)}".strip())
        return self

    def SetWords(self, _wanted: bool) -> None: ...

    def SetGrammar(self, grammar: str) -> None:
        self.calls.append(f"set {grammar}")

    def AcceptWaveform(self, block: bytes) -> bool:
        self.calls.append(f"block {len(block)}")
        return False

    def FinalResult(self) -> str:
        self.calls.append("final")
        return '{"text": ""}'


def test_s12_a_grammar_is_never_set_in_flight_and_never_empty() -> None:
    library = _Library()
    with pytest.raises(ValueError, match="must not be empty"):
        View(library, None, 16_000, ())
    view = View(library, None, 16_000, ("march",))
    view.feed(bytes(640))
    with pytest.raises(ValueError, match="in the middle"):
        view.expect(("each",))
    view.end()
    with pytest.raises(ValueError, match="must not be empty"):
        view.expect(())
    view.expect(("each", "더"))
    view.expect(("each", "더"))  # the same again costs nothing
    assert library.calls == ['new ["march"]', "block 640", "final", 'set ["each", "더"]']


def test_an_utterance_is_fed_in_blocks_and_ended_even_where_it_fails() -> None:
    library = _Library()
    view = View(library, None, 16_000)
    view.hear(bytes(2 * 16_000))
    blocks = [int(call.split()[1]) for call in library.calls if call.startswith("block")]
    assert max(blocks) <= 2 * 16_000 * 0.2
    assert sum(blocks) > 2 * 16_000
    assert library.calls[-1] == "final"
    library.AcceptWaveform = lambda _: 1 / 0  # type: ignore[method-assign, return-value]
    with pytest.raises(ZeroDivisionError):
        view.hear(bytes(3200))
    assert library.calls[-1] == "final"
    view.expect(("march",))


def test_what_the_child_cannot_do_is_no_failure_of_it(tmp_path: Path) -> None:
    body = "\nready()\nfor fields, _ in requests(): answer({'id': fields['id'], 'error': 'no such rate'})\n"
    with Scripted(tmp_path, body) as child:
        for _ in range(4):
            with pytest.raises(VoskFailed, match="no such rate"):
                child.process.hear(SOUND, rate=1)
        assert (child.starts, child.told) == (1, [])


@pytest.mark.parametrize("answer", ["{}", "{'open': 3, 'forced': None}", "{'open': [['a']], 'forced': None}"])
def test_a_strange_answer_is_told(tmp_path: Path, answer: str) -> None:
    body = f"\nready()\nfor fields, _ in requests(): answer({{'id': fields['id'], **{answer}}})\n"
    with Scripted(tmp_path, body) as child:
        with pytest.raises(VoskFailed, match="strange answer"):
            child.process.hear(SOUND)
        with pytest.raises(VoskFailed, match="strange answer"):
            child.process.written(["march"])


def test_nothing_is_left_behind(tmp_path: Path) -> None:
    threads, files = threading.active_count(), len(os.listdir("/proc/self/fd")) if Path("/proc/self/fd").exists() else 0
    child = Scripted(tmp_path, "\nready()\nfor fields, _ in requests(): heard(fields)\n")
    child.process.hear(SOUND)
    pid = child.process.pid
    assert pid is not None
    os.kill(pid, signal.SIGKILL)
    child.process.hear(SOUND)
    child.process.close()
    child.process.close()
    with pytest.raises(VoskFailed, match="closed"):
        child.process.hear(SOUND)
    assert threading.active_count() == threads
    with pytest.raises(ProcessLookupError):
        os.kill(pid, 0)
    if files:
        assert len(os.listdir("/proc/self/fd")) == files


def test_closing_frees_whoever_waits(tmp_path: Path) -> None:
    body = "\nready()\nfor fields, _ in requests(): os.kill(os.getppid(), signal.SIGUSR1)\n"
    child = Scripted(tmp_path, body)
    asked, failures = threading.Event(), []
    before = signal.signal(signal.SIGUSR1, lambda *_: asked.set())
    try:

        def ask() -> None:
            try:
                child.process.hear(SOUND)
            except VoskFailed as failure:
                failures.append(str(failure))

        waiting = threading.Thread(target=ask)
        waiting.start()
        assert asked.wait(30)
        child.process.close()
        waiting.join()
    finally:
        signal.signal(signal.SIGUSR1, before)
    assert len(failures) == 1
    assert child.told == []


def test_a_program_that_cannot_be_started_is_told(tmp_path: Path) -> None:
    process = VoskProcess(tmp_path, command=[str(tmp_path / "none")])
    with pytest.raises(VoskFailed, match="can't be started"):
        process.start()


def test_without_the_library_the_reason_is_told(tmp_path: Path) -> None:
    (tmp_path / "vosk.py").write_text("raise OSError('libvosk.so: cannot open shared object file')\n")
    code = (
        f"import sys; sys.path.insert(0, {str(tmp_path)!r}); from voicegame.hearing import vosk_child; import pathlib; "
    )
    command = [sys.executable, "-c", code + "vosk_child.serve(pathlib.Path(sys.argv[1]))"]
    with VoskProcess(tmp_path, command=command) as process, pytest.raises(VoskFailed, match=r"vosk can't be imported"):
        process.start()


@pytest.mark.parametrize(
    "broken", [b"", b"\0", b"\0\0\0\2\0\0\0\0", b"\0\0\0\2\0\0\0\4{}ab"], ids=["end", "lengths", "fields", "sound"]
)
def test_a_frame_that_is_cut_off_is_the_end(broken: bytes) -> None:
    assert vosk_frames.read(io.BytesIO(broken)) is None


@pytest.mark.parametrize("broken", [b"\xff" * 8, b"\0\0\0\2\0\0\0\0[]", b"\0\0\0\2\0\0\0\0\xff\xff"])
def test_what_is_no_frame_is_an_error(broken: bytes) -> None:
    with pytest.raises(ValueError, match=r".+"):
        vosk_frames.read(io.BytesIO(broken))


def test_frames_follow_each_other() -> None:
    stream = io.BytesIO(vosk_frames.packed({"a": "더"}, b"sound") + vosk_frames.packed({"b": 1}))
    assert [vosk_frames.read(stream) for _ in range(3)] == [({"a": "더"}, b"sound"), ({"b": 1}, b""), None]


def test_the_game_itself_never_imports_vosk() -> None:
    code = "import sys, voicegame.ears, voicegame.assembly, voicegame.claims; sys.exit('vosk' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0
