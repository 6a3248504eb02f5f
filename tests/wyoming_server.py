"""A real Wyoming server on loopback, which writes what a table says, or speaks with espeak-ng; it also misbehaves."""

from __future__ import annotations

import asyncio
import subprocess
import tempfile
import threading
import wave
from collections.abc import Callable
from pathlib import Path
from types import TracebackType

from wyoming.asr import Transcribe, Transcript
from wyoming.audio import AudioChunk, AudioStart, AudioStop
from wyoming.event import Event, async_write_event
from wyoming.info import AsrModel, AsrProgram, Attribution, Describe, Info, TtsProgram, TtsVoice
from wyoming.server import AsyncEventHandler, AsyncTcpServer
from wyoming.tts import Synthesize

OURS = Attribution(name="tests", url="http://127.0.0.1/")
#: What a server may do instead of its work.
MISDEEDS = ("hangs", "dies", "nonsense", "no event", "error", "wrong type", "silence", "wrong sound")


class Speech:
    """What a server that behaves does. write: pcm (16 kHz, mono, 16 bits) -> text. rate: of the sound it gives."""

    def __init__(self, write: Callable[[bytes], str] = lambda _: "", rate: int = 22_050, channels: int = 1) -> None:
        self.write, self.rate, self.channels = write, rate, channels
        self.misdeed = ""
        self.heard: list[bytes] = []
        self.said: list[str] = []
        self.languages: list[str | None] = []

    def info(self) -> Info:
        model = AsrModel("table", OURS, True, "A table", "1", ["en"])
        voice = TtsVoice("espeak", OURS, True, "espeak-ng", "1", ["en"])
        return Info(
            asr=[AsrProgram("table", OURS, True, "A table", "1", [model])],
            tts=[TtsProgram("espeak", OURS, True, "espeak-ng", "1", [voice])],
        )

    def speak(self, text: str) -> bytes:
        with tempfile.TemporaryDirectory() as folder:
            path, out = Path(folder) / "said.wav", Path(folder) / "out.wav"
            subprocess.run(["espeak-ng", "-v", "en-us", "-w", str(path), text], check=True)
            form = ["-r", str(self.rate), "-c", str(self.channels), "-b", "16"]
            subprocess.run(["sox", str(path), *form, str(out)], check=True)
            with wave.open(str(out)) as file:
                return file.readframes(file.getnframes())


class _Handler(AsyncEventHandler):
    def __init__(self, speech: Speech, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        super().__init__(reader, writer)
        self._speech, self._out = speech, writer
        self._pcm = b""

    async def handle_event(self, event: Event) -> bool:
        speech = self._speech
        if Describe.is_type(event.type):
            await self.write_event(speech.info().event())
        elif Transcribe.is_type(event.type):
            speech.languages.append(Transcribe.from_event(event).language)
        elif AudioChunk.is_type(event.type):
            self._pcm += AudioChunk.from_event(event).audio
        elif AudioStop.is_type(event.type):
            speech.heard.append(self._pcm)
            return await self._misbehaves() or await self._wrote()
        elif Synthesize.is_type(event.type):
            speech.said.append(Synthesize.from_event(event).text)
            return await self._misbehaves() or await self._spoke(Synthesize.from_event(event).text)
        return True

    async def _wrote(self) -> bool:
        await self.write_event(Transcript(self._speech.write(self._pcm)).event())
        return True

    async def _spoke(self, text: str) -> bool:
        speech = self._speech
        pcm = await asyncio.to_thread(speech.speak, text)
        form = (speech.rate, 2, speech.channels)
        await self.write_event(AudioStart(*form).event())
        for at in range(0, len(pcm), 4096):
            await self.write_event(AudioChunk(*form, pcm[at : at + 4096]).event())
        await self.write_event(AudioStop().event())
        return True

    async def _misbehaves(self) -> bool:
        """Whether the connection is done with, having gone wrong."""
        out = self._out
        match self._speech.misdeed:
            case "":
                return False
            case "hangs":
                await asyncio.sleep(3600)
            case "dies":
                await async_write_event(AudioChunk(22_050, 2, 1, bytes(200)).event(), out)
                out.write(b'{"type": "audio-chunk", "payload_length": 5000}\n' + bytes(100))
                await out.drain()
                out.transport.abort()
            case "nonsense":
                out.write(b"\x00\xffHTTP/1.1 400 Bad Request\r\n\r\n")
            case "no event":
                out.write(b'["audio-stop"]\n')
            case "error":
                await self.write_event(Event("error", {"text": "out of memory"}))
            case "wrong type":
                out.write(b'{"type": "transcript", "data": {"text": 3}}\n{"type": "audio-chunk", "data": {}}\n')
            case "silence":
                await self.write_event(Transcript("x" * 10_000).event())
                await self.write_event(AudioStop().event())
            case "wrong sound":
                await self.write_event(Transcript("y" * 10_000).event())
                await self.write_event(AudioChunk(3, 3, 77, bytes(500)).event())
                await self.write_event(AudioStop().event())
        await out.drain()
        return True


class Server:
    """``with Server(speech) as server:`` -- ``server.address`` is its address. It can be stopped and started again."""

    def __init__(self, speech: Speech) -> None:
        self._speech = speech
        self._port = 0
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._loop.run_forever, daemon=True)

    @property
    def address(self) -> str:
        return f"wyoming://127.0.0.1:{self._port}"

    def __enter__(self) -> Server:
        self._thread.start()
        self.start()
        return self

    def start(self) -> None:
        asyncio.run_coroutine_threadsafe(self._start(), self._loop).result(10)

    async def _start(self) -> None:
        self._server = AsyncTcpServer("127.0.0.1", self._port)
        await self._server.start(lambda reader, writer: _Handler(self._speech, reader, writer))
        listening = self._server._server
        assert listening is not None
        self._port = listening.sockets[0].getsockname()[1]

    def stop(self) -> None:
        asyncio.run_coroutine_threadsafe(self._stop(), self._loop).result(10)

    async def _stop(self) -> None:
        listening = self._server._server
        assert listening is not None
        listening.close()

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.stop()
        asyncio.run_coroutine_threadsafe(_end_all(), self._loop).result(10)
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join()
        self._loop.close()


async def _end_all() -> None:
    """End every task of this loop but this one."""
    tasks = asyncio.all_tasks() - {asyncio.current_task()}
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)
