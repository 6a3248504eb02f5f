"""The real program with its board, and the page as a person sees it."""

from __future__ import annotations

import contextlib
import re
import socket
import subprocess
import threading
from collections.abc import Iterator
from types import TracebackType

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Page

from tests.program import COMMAND

TV, LAPTOP, PHONE = (1920, 1080), (1280, 720), (390, 844)
#: What WCAG 2.1 asks for at level A and AA, and what is good practice.
RULES = {"runOnly": ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]}


class Program:
    """A game by keyboard whose lines are typed as the test goes."""

    def __init__(self, *arguments: object, players: str | None = "Ann,Bob,Cem") -> None:
        command = [*COMMAND, "play", *map(str, arguments), "--text", "--port", "0"]
        if players is not None:
            command += ["--players", players, "--seed", "1"]
        self._process = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True, bufsize=1
        )
        self.address = ""
        self.told: list[str] = []

    def __enter__(self) -> Program:
        assert self._process.stderr is not None
        for line in self._process.stderr:
            self.told.append(line)
            found = re.search(r"http://\S+", line)
            if found:
                self.address = found[0]
                return self
        raise AssertionError(f"the program ended: {self.told}")

    def __exit__(self, _: type[BaseException] | None, error: BaseException | None, __: TracebackType | None) -> None:
        _, rest = self._process.communicate(timeout=30)
        self.told += rest.splitlines()
        assert error is not None or self._process.returncode == 0, self.told

    def type(self, *lines: str) -> None:
        assert self._process.stdin is not None
        for line in lines:
            print(line, file=self._process.stdin, flush=True)


@contextlib.contextmanager
def opened(
    browser: Browser, address: str, size: tuple[int, int] = LAPTOP, colours: str = "dark", motion: str = "reduce"
) -> Iterator[Page]:
    """A page of its own, in which no script may fail and nothing may be asked for elsewhere."""
    context = browser.new_context(
        viewport={"width": size[0], "height": size[1]},
        color_scheme=colours,  # type: ignore[arg-type]
        reduced_motion=motion,  # type: ignore[arg-type]
    )
    page = context.new_page()
    page.set_default_timeout(15_000)
    faults: list[str] = []
    page.on("pageerror", lambda error: faults.append(str(error)))
    page.on("console", lambda line: faults.append(line.text) if "Content Security" in line.text else None)
    host = re.match(r"http://[^/]+/", address)
    assert host is not None
    page.on("request", lambda request: None if request.url.startswith(host[0]) else faults.append(request.url))
    page.goto(address)
    try:
        yield page
        assert faults == []
    finally:
        context.close()


def accessible(page: Page) -> None:
    """No rule of axe is broken, and nothing is wider than the screen."""
    found = Axe().run(page, options=RULES)
    broken = [(rule["id"], [node["html"][:200] for node in rule["nodes"]]) for rule in found.response["violations"]]
    assert broken == []
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), "the page scrolls sideways"


class Relay:
    """Passes bytes on to a port until it is cut."""

    def __init__(self, port: int) -> None:
        self._to = port
        self._listener = socket.create_server(("127.0.0.1", 0))
        self.port = self._listener.getsockname()[1]
        self._open: list[socket.socket] = []
        self._accepts = True
        threading.Thread(target=self._accept, daemon=True).start()

    def _accept(self) -> None:
        with contextlib.suppress(OSError):
            while True:
                here, _ = self._listener.accept()
                if not self._accepts:
                    here.close()
                    continue
                there = socket.create_connection(("127.0.0.1", self._to))
                self._open += [here, there]
                for one, other in ((here, there), (there, here)):
                    threading.Thread(target=self._pass_on, args=(one, other), daemon=True).start()

    @staticmethod
    def _pass_on(one: socket.socket, other: socket.socket) -> None:
        with contextlib.suppress(OSError):
            while data := one.recv(65536):
                other.sendall(data)
            other.shutdown(socket.SHUT_WR)

    def cut(self) -> None:
        """Break what is open, and let nothing through."""
        self._accepts = False
        for end in self._open:
            with contextlib.suppress(OSError):
                end.shutdown(socket.SHUT_RDWR)
            end.close()
        self._open.clear()

    def mend(self) -> None:
        """Let new connections through."""
        self._accepts = True

    def close(self) -> None:
        self.cut()
        self._listener.close()
