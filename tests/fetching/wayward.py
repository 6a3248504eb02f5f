"""A server on loopback that gives a file, well or badly, as it is told; and model archives, good and hostile."""

from __future__ import annotations

import hashlib
import io
import random
import threading
import zipfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

from voicegame.fetching.known import KnownModel, KnownModels

NAME = "vosk-model-small-en-us-0.15"


@dataclass
class Wayward:
    """What is served, and how the next requests go wrong; then all goes well.

    cuts: after how many bytes of an answer the connection is cut. stalls: what keeps the connection after a cut.
    errors: status codes. length: what is said of the whole, if not the truth. asked: the headers Range and If-Range of
    every request.
    """

    content: bytes
    etag: str | None = '"one"'
    cuts: list[int] = field(default_factory=list)
    errors: list[int] = field(default_factory=list)
    length: int | None = None
    ranges: bool = True
    location: str | None = None
    stalls: threading.Event | None = None  # after a cut, nothing more comes until it is set
    asked: list[tuple[str | None, str | None]] = field(default_factory=list)
    url: str = ""

    def known(self, sha256: str | None = "", size: int | None = None, unpacked: int = 10**7) -> KnownModels:
        """A list that names this server, and of its content the true checksum unless told otherwise."""
        true = hashlib.sha256(self.content).hexdigest()
        model = KnownModel(
            language="en",
            bytes=len(self.content) if size is None else size,
            unpacked=unpacked,
            licence="Apache-2.0",
            about="a model",
            sha256=true if sha256 == "" else sha256,
        )
        return KnownModels(base=self.url, models={NAME: model})


@contextmanager
def served(wayward: Wayward) -> Iterator[Wayward]:
    """The server is up within the block."""

    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def log_message(self, *_: object) -> None:
            pass

        def do_GET(self) -> None:
            wanted, condition = self.headers.get("Range"), self.headers.get("If-Range")
            wayward.asked.append((wanted, condition))
            self.close_connection = True
            if wayward.location is not None:
                self.send_response(302)
                self.send_header("Location", wayward.location)
                self.end_headers()
                return
            if wayward.errors:
                self.send_error(wayward.errors.pop(0))
                return
            start = 0
            if wanted and wayward.ranges and condition in (None, wayward.etag):
                start = int(wanted.removeprefix("bytes=").removesuffix("-"))
            body = wayward.content[start:]
            if start and not body:
                self.send_error(416)
                return
            total = len(wayward.content) if wayward.length is None else wayward.length
            self.send_response(206 if start else 200)
            if start:
                self.send_header("Content-Range", f"bytes {start}-{total - 1}/{total}")
            self.send_header("Content-Length", str(total - start))
            if wayward.etag:
                self.send_header("ETag", wayward.etag)
            self.end_headers()
            self.wfile.write(body[: wayward.cuts.pop(0)] if wayward.cuts else body)
            if wayward.stalls is not None:
                self.wfile.flush()
                wayward.stalls.wait(60)

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    wayward.url = f"http://127.0.0.1:{server.server_address[1]}/models"
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
    thread.start()
    try:
        yield wayward
    finally:
        server.shutdown()
        thread.join()
        server.server_close()


def packed(files: dict[str, bytes], top: str = NAME, links: dict[str, str] | None = None) -> bytes:
    """A ZIP file of these files in the folder ``top``; links: where they lead."""
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as archive:
        for path, content in files.items():
            archive.writestr(f"{top}/{path}" if top else path, content)
        for path, to in (links or {}).items():
            link = zipfile.ZipInfo(f"{top}/{path}")
            link.external_attr = 0o120777 << 16
            archive.writestr(link, to)
    return buffer.getvalue()


#: What makes a folder a model that Vosk can load, and enough bytes to be cut in the middle.
FILES = {
    "am/final.mdl": random.Random(1).randbytes(120_000),
    "conf/model.conf": b"--min-active=200\n",
    "graph/phones/word_boundary.int": b"1 nonword\n",
    "README": b"A model.\n",
}
