"""The one way to the ``wyoming`` library: speech to text and text to speech by a server of the user's own network.

Each call has a connection of its own and a time in which it must be over. A server that fails is told once and not
asked again until it answers; that is looked for in the background. asyncio lives in a thread of this module's.

Facts of wyoming 1.10, read in its source: what is no JSON, or too long a line, reads as the end of the connection; what
is JSON and no event raises AttributeError, KeyError or TypeError; a connection cut inside an event raises
``IncompleteReadError``.
"""

from __future__ import annotations

import asyncio
import concurrent.futures
import contextlib
import threading
from collections.abc import AsyncIterator, Awaitable, Callable, Coroutine
from typing import TYPE_CHECKING, Any, Literal, TypeVar

import numpy as np

from voicegame.sound.resampling import to_mono
from voicegame.sound.samples import RATE, Samples

if TYPE_CHECKING:
    from wyoming.client import AsyncTcpClient
    from wyoming.event import Event

T = TypeVar("T")

#: What a server may do, as Wyoming calls it.
Kind = Literal["asr", "tts"]
_NAMES: dict[Kind, str] = {"asr": "speech-to-text", "tts": "text-to-speech"}

#: Seconds that a call may take, that a server may take to say what it is, and after which a lost one is asked again.
_CALL, _HELLO, _LOOK = 6.0, 2.0, 10.0
_BLOCK = 2048  # samples sent at once
_MOST_BYTES = 20_000_000
_LONGEST_TEXT = 500
_SLOWEST, _FASTEST = 4_000, 192_000
#: Bytes a sample -> how it is stored.
_STORED = {2: "<i2", 4: "<i4"}


class _Failed(Exception):
    """``str()`` says what the server did, to follow "it"."""


class WyomingServer:
    """A server that does one thing.

    address: ``wyoming://HOST:PORT``. instead: what happens without it, as in "the host speaks with its own voice".
    tell: takes a sentence about a server that has gone, or is back; called by whoever asks the server.
    call, look: seconds that a call may take, and between two looks for a lost server.
    """

    def __init__(
        self,
        kind: Kind,
        address: str,
        instead: str,
        tell: Callable[[str], None],
        *,
        call: float = _CALL,
        look: float = _LOOK,
    ) -> None:
        host, _, port = address.removeprefix("wyoming://").rpartition(":")
        self._kind, self._host, self._port = kind, host.strip("[]"), int(port)
        self._name = f"The {_NAMES[kind]} server at {host}:{port}"
        self._instead, self._tell = instead, tell
        self._call, self._look = call, look
        self._lost = threading.Event()
        self._told = False
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._loop.run_forever, daemon=True)
        self._thread.start()

    def greet(self) -> bool:
        """Whether the server is there and does what is wanted of it; if not, that is told."""
        return self._ask(self._hello, _HELLO) is not None

    def transcribe(self, samples: Samples, language: str) -> str | None:
        """What was said (mono, 16 kHz, full scale 1); None without the server."""
        return self._ask(lambda: self._transcript(samples, language), self._call)

    def synthesise(self, text: str, language: str) -> tuple[Samples, int] | None:
        """The sound of a text, mono, full scale 1, and its rate; None without the server."""
        return self._ask(lambda: self._speech(text, language), self._call)

    @property
    def lost(self) -> bool:
        """Whether it failed, and has not been found again."""
        return self._lost.is_set()

    def close(self) -> None:
        """Ask nothing any more. May be called twice."""
        if self._loop.is_closed():
            return
        with contextlib.suppress(concurrent.futures.TimeoutError):
            asyncio.run_coroutine_threadsafe(_end_all(), self._loop).result(2.0)
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join()
        self._loop.close()

    # How it is done ----------------------------------------------------------------------------------------------

    def _ask(self, work: Callable[[], Coroutine[Any, Any, T]], seconds: float) -> T | None:
        if self._lost.is_set() or self._loop.is_closed():
            return None
        if self._told:
            self._told = False
            self._tell(f"{self._name} is back.")
        try:
            future = asyncio.run_coroutine_threadsafe(_within(seconds, work()), self._loop)
            return future.result(seconds + 1.0)
        except _Failed as failure:
            reason = str(failure)
        except concurrent.futures.TimeoutError:
            reason = "hangs"
        self._lost.set()
        self._told = True
        self._tell(f"{self._name} {reason}: {self._instead} until it is back.")
        asyncio.run_coroutine_threadsafe(self._wait_for_it(), self._loop)
        return None

    async def _wait_for_it(self) -> None:
        while True:
            await asyncio.sleep(self._look)
            with contextlib.suppress(_Failed):
                await _within(_HELLO, self._hello())
                self._lost.clear()
                return

    @contextlib.asynccontextmanager
    async def _connected(self) -> AsyncIterator[AsyncTcpClient]:
        from wyoming.client import AsyncTcpClient

        client = AsyncTcpClient(self._host, self._port)
        try:
            await client.connect()
            yield client
        finally:
            with contextlib.suppress(OSError, asyncio.TimeoutError):
                await asyncio.wait_for(client.disconnect(), 1.0)

    async def _hello(self) -> bool:
        from wyoming.info import Describe, Info

        async with self._connected() as client:
            await client.write_event(Describe().event())
            while True:
                event = await _next(client)
                if Info.is_type(event.type):
                    break
        info = Info.from_event(event)
        if not (info.asr if self._kind == "asr" else info.tts):
            raise _Failed(f"offers no {_NAMES[self._kind]}")
        return True

    async def _transcript(self, samples: Samples, language: str) -> str:
        from wyoming.asr import Transcribe, Transcript
        from wyoming.audio import AudioChunk, AudioStart, AudioStop

        pcm = (np.clip(samples, -1.0, 1.0) * 32767).astype("<i2")
        async with self._connected() as client:
            await client.write_event(Transcribe(language=language).event())
            await client.write_event(AudioStart(RATE, 2, 1).event())
            for at in range(0, len(pcm), _BLOCK):
                await client.write_event(AudioChunk(RATE, 2, 1, pcm[at : at + _BLOCK].tobytes()).event())
            await client.write_event(AudioStop().event())
            while True:
                event = await _next(client)
                if Transcript.is_type(event.type):
                    break
        text = event.data["text"]
        if not isinstance(text, str) or len(text) > _LONGEST_TEXT:
            raise _Failed("writes nonsense")
        return text

    async def _speech(self, text: str, language: str) -> tuple[Samples, int]:
        from wyoming.audio import AudioChunk, AudioStop
        from wyoming.tts import Synthesize, SynthesizeVoice

        blocks: list[bytes] = []
        form: tuple[int, int, int] | None = None
        async with self._connected() as client:
            await client.write_event(Synthesize(text, SynthesizeVoice(language=language)).event())
            while True:
                event = await _next(client)
                if AudioStop.is_type(event.type):
                    break
                if not AudioChunk.is_type(event.type):
                    continue
                chunk = AudioChunk.from_event(event)
                this = (chunk.rate, chunk.width, chunk.channels)
                form = form or this
                blocks.append(chunk.audio)
                if this != form or sum(map(len, blocks)) > _MOST_BYTES:
                    raise _Failed("gives sound that can't be played")
        return _heard(b"".join(blocks), form)


async def _end_all() -> None:
    """End every task of this loop but this one."""
    tasks = asyncio.all_tasks() - {asyncio.current_task()}
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)


async def _next(client: AsyncTcpClient) -> Event:
    event = await client.read_event()
    if event is None:
        raise _Failed("ends in the middle")
    if event.type == "error":
        raise _Failed(f"says {str(event.data.get('text', 'that it failed'))[:100]!r}")
    return event


async def _within(seconds: float, work: Awaitable[T]) -> T:
    """What ``work`` gives; whatever a server can do wrong raises :class:`_Failed`."""
    try:
        return await asyncio.wait_for(work, seconds)
    except asyncio.TimeoutError:
        raise _Failed("gives no answer") from None
    except (EOFError, ConnectionResetError, BrokenPipeError):
        raise _Failed("ends in the middle") from None
    except OSError as error:
        raise _Failed(f"can't be reached ({error.strerror or error})") from None
    except (ValueError, LookupError, TypeError, AttributeError):
        raise _Failed("gives a strange answer") from None


def _heard(data: bytes, form: tuple[int, int, int] | None) -> tuple[Samples, int]:
    """Sound as it came -> mono samples and their rate."""
    rate, width, channels = form or (RATE, 2, 1)
    if width not in _STORED or not 1 <= channels <= 8 or not _SLOWEST <= rate <= _FASTEST:
        raise _Failed("gives sound that can't be played")
    whole = len(data) // (width * channels) * (width * channels)
    if not whole:
        raise _Failed("says nothing")
    frames = np.frombuffer(data[:whole], _STORED[width]).reshape(-1, channels) / float(2 ** (8 * width - 1))
    return to_mono(frames.astype(np.float32)), rate
