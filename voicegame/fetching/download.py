"""One file from the network: with progress, gone on with after a cut, never larger than expected.

``urllib`` does it: it honours the system's proxies and certificates. (pooch, which is made for such files, starts anew
after a cut.)
"""

from __future__ import annotations

import contextlib
import http.client
import json
import re
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import IO, Any
from urllib.parse import urlsplit

from voicegame import __version__
from voicegame.errors import UserError
from voicegame.progress import Progress, silent

try:
    import fcntl
except ImportError:  # not on Windows: two downloads of one file at a time are then up to the user
    fcntl = None  # type: ignore[assignment,unused-ignore]

ATTEMPTS = 3  # in a row that bring nothing new, before it is given up
MOST_ATTEMPTS = 100  # whatever they bring
_BLOCK = 1 << 16
_PATIENCE = 30.0  # seconds without a byte
_BUSY = {408, 429, 500, 502, 503, 504}  # answers that may be another the next time


class _Broken(Exception):
    """The transfer ended early; another attempt may go on from there. The text says how."""


class _NoDowngrade(urllib.request.HTTPRedirectHandler):
    """Follows redirects to http and https only, and never from https to http."""

    def redirect_request(
        self, req: urllib.request.Request, fp: IO[bytes], code: int, msg: str, headers: Any, newurl: str
    ) -> urllib.request.Request | None:
        scheme = urlsplit(newurl).scheme
        if scheme not in ("http", "https") or (req.type == "https" and scheme == "http"):
            raise UserError(f"{req.full_url} leads to {newurl}, which isn't safe: try another time, or from a mirror.")
        return super().redirect_request(req, fp, code, msg, headers, newurl)


@dataclass(frozen=True)
class Download:
    """A file to fetch: url, where it goes, and how many bytes it has.

    While it is under way ``part`` holds what has come, and ``mark`` by what the server knows that version.
    """

    url: str
    to: Path
    size: int
    progress: Progress = silent
    wait: Callable[[float], None] = time.sleep

    @property
    def part(self) -> Path:
        return self.to.with_name(self.to.name + ".part")

    @property
    def mark(self) -> Path:
        return self.to.with_name(self.to.name + ".mark")

    def run(self) -> bool:
        """Fetch it, and say whether it began where an earlier download was cut.

        Raises ``UserError`` with what came so far kept for the next time.
        """
        if urlsplit(self.url).scheme not in ("http", "https"):
            raise UserError(f"{self.url} is no address to fetch from: it must begin with https:// or http://.")
        self.to.parent.mkdir(parents=True, exist_ok=True)
        with _alone(self.part) as file:
            begun = file.seek(0, 2) > 0
            self._fetch(file)
        self.mark.unlink(missing_ok=True)
        self.part.replace(self.to)
        return begun

    def forget(self) -> None:
        """Throw away what has come."""
        for path in (self.part, self.mark, self.to):
            path.unlink(missing_ok=True)

    def _fetch(self, file: IO[bytes]) -> None:
        fruitless, why = 0, ""
        for _ in range(MOST_ATTEMPTS):
            before = file.seek(0, 2)
            try:
                self._attempt(file)
                return
            except _Broken as broken:
                why = str(broken)
            fruitless = 0 if file.seek(0, 2) > before else fruitless + 1
            if fruitless >= ATTEMPTS:
                break
            if fruitless:
                self.wait(2.0 ** (fruitless - 1))
        come = file.seek(0, 2)
        if come:
            kept = f"{megabytes(come)} of {megabytes(self.size)} MB have come and are kept"
            raise UserError(f"{self.url} can't be fetched now ({why}; {kept}): give the command again later.")
        raise UserError(
            f"{self.url} can't be fetched ({why}): check the network, "
            f"or unpack the model into {self.to.parent} by hand."
        )

    def _attempt(self, file: IO[bytes]) -> None:
        """Ask for what is missing, and append it. Raises ``_Broken`` or ``UserError``."""
        have = file.seek(0, 2)
        if have > self.size:
            have = file.truncate(0)
        if have == self.size:
            return
        request = urllib.request.Request(self.url, headers=self._headers(have))
        opener = urllib.request.build_opener(_NoDowngrade)
        try:
            with opener.open(request, timeout=_PATIENCE) as answer:
                start = self._start(answer, have)
                if start != have:
                    file.truncate(start)
                    file.seek(start)
                self._note(answer)
                self._copy(answer, file, start)
        except urllib.error.HTTPError as error:
            with error:
                self._refused(error, file, have)
        except urllib.error.URLError as error:
            reason = getattr(error.reason, "strerror", None) or error.reason
            raise _Broken(f"{urlsplit(self.url).hostname} can't be reached, {reason}") from None
        except http.client.HTTPException as error:
            raise _Broken(f"the server's answer is none, {type(error).__name__}") from None
        except (ConnectionError, TimeoutError) as error:
            raise _Broken(f"the connection broke, {error.strerror or 'no answer'}") from None
        except OSError as error:
            raise UserError(f"{self.part} can't be written ({error.strerror}): make room or mend the folder.") from None

    def _headers(self, have: int) -> dict[str, str]:
        headers = {"User-Agent": f"voicegame/{__version__}", "Accept-Encoding": "identity"}
        if have:
            headers["Range"] = f"bytes={have}-"
            with contextlib.suppress(OSError, ValueError):
                mark = json.loads(self.mark.read_text(encoding="utf-8"))
                if mark["url"] == self.url:
                    headers["If-Range"] = mark["validator"]
        return headers

    def _start(self, answer: http.client.HTTPResponse, have: int) -> int:
        """The byte that the answer begins with; UserError if the whole isn't as long as it should be."""
        length = answer.headers.get("Content-Length")
        total = int(length) if length is not None and length.isdigit() else None
        start = 0
        if answer.status == 206:
            said = re.fullmatch(r"bytes (\d+)-\d+/(\d+|\*)", answer.headers.get("Content-Range", ""))
            start = int(said[1]) if said else -1
            if not said or start != have:
                raise _Broken("the server sent another part than the one asked for")
            total = int(said[2]) if said[2] != "*" else None
        if total is not None and total != self.size:
            raise UserError(
                f"{self.url} holds {total} bytes where the list says {self.size}: it was changed; "
                "update voicegame, or fetch from a mirror."
            )
        return start

    def _note(self, answer: http.client.HTTPResponse) -> None:
        """Remember by what the server can tell that the file is still the same (RFC 9110, 13.1.5: no weak ETag)."""
        tag = answer.headers.get("ETag", "")
        validator = tag if tag and not tag.startswith("W/") else answer.headers.get("Last-Modified")
        if validator:
            self.mark.write_text(json.dumps({"url": self.url, "validator": validator}), encoding="utf-8")
        else:
            self.mark.unlink(missing_ok=True)

    def _copy(self, answer: http.client.HTTPResponse, file: IO[bytes], come: int) -> None:
        self.progress(come, self.size)
        while True:
            block = answer.read1(_BLOCK)
            if come + len(block) > self.size:
                file.truncate(0)
                raise UserError(
                    f"{self.url} sends more than the {self.size} bytes of the list: it was changed; "
                    "update voicegame, or fetch from a mirror."
                )
            if not block:
                break
            file.write(block)
            file.flush()  # kept, should the program be killed
            come += len(block)
            self.progress(come, self.size)
        if come < self.size:
            raise _Broken(f"the connection broke after {megabytes(come)} MB")

    def _refused(self, error: urllib.error.HTTPError, file: IO[bytes], have: int) -> None:
        if error.code == 416 and have:  # what we have can't be gone on with
            file.truncate(0)
            raise _Broken("the server has another version by now")
        if error.code in _BUSY:
            raise _Broken(f"the server answers {error.code}, {error.reason}")
        if error.code in (404, 410):
            raise UserError(
                f"{self.url} isn't there ({error.code}): the model was moved; update voicegame, or fetch from a mirror."
            )
        raise UserError(f"{self.url} is refused ({error.code}, {error.reason}): try later, or from a mirror.")


def megabytes(count: int) -> str:
    """Bytes as a person reads them."""
    return f"{count / 1_000_000:.1f}"


@contextlib.contextmanager
def _alone(path: Path) -> Iterator[IO[bytes]]:
    """The file, to append to, while nobody else downloads it."""
    try:
        file = path.open("ab")
    except OSError as error:
        raise UserError(f"{path} can't be written ({error.strerror}): mend the folder's permissions.") from None
    with file:
        if fcntl is not None:
            try:
                fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except OSError:
                raise UserError(f"{path.name} is being fetched by another voicegame: wait until it is done.") from None
        yield file
