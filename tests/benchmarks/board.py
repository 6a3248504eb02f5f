"""The board: from an event to the painted page, and what 200 watching clients cost the game."""

from __future__ import annotations

import asyncio
import multiprocessing
import shutil
import statistics
import time
from multiprocessing.connection import Connection

from playwright.sync_api import sync_playwright

from tests.benchmarks.measure import milliseconds
from tests.board.party import Party

EVENTS = 60
CLIENTS = 200

#: Keeps the moments (milliseconds of the wall clock) at which a view that names each word had been painted.
_WATCH = """async () => {
    window.painted = {};
    const { follow } = await import("/feed.js");
    follow({ view: (view) => {
        const word = view.heard.at(-1)?.text;
        const now = () => performance.timeOrigin + performance.now();
        requestAnimationFrame(() => setTimeout(() => { window.painted[word] ??= now(); }));
    } });
}"""


def run() -> None:
    """Both, with the machine's own Chromium."""
    paint()
    crowd()


def _refused(party: Party, number: int) -> str:
    word = f"w{number}"
    party.hear(1 + number / 100, word, reason=f"{word} does not have A, then C")
    return word


def paint() -> None:
    """From the table's event to the frame after the page was changed. Both ends read the machine's wall clock."""
    with Party() as party, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=shutil.which("chromium"), args=["--no-sandbox"])
        page = browser.new_page(viewport={"width": 1920, "height": 1080})
        page.goto(party.board.address)
        page.wait_for_selector(".tile")
        page.evaluate(_WATCH)
        taken = []
        for number in range(EVENTS):
            begin = time.time() * 1000
            word = _refused(party, number)
            page.wait_for_function("(word) => window.painted[word] !== undefined", arg=word)
            taken.append(page.evaluate("(word) => window.painted[word]", word) - begin)
        browser.close()
    taken.sort()
    worst = taken[round(len(taken) * 0.95) - 1]
    print(f"event to paint: {statistics.median(taken):.0f} ms in the median, {worst:.0f} ms in 95 of 100")


def crowd() -> None:
    """The game's thread and the whole process, alone and with clients; and when the last client has an event."""
    alone, process_alone, _ = _watched(0)
    crowded, process, last = _watched(CLIENTS)
    print(
        f"an event costs the game {alone:.2f} ms with no client, {crowded:.2f} ms with {CLIENTS}; "
        f"the process {process_alone:.2f} and {process:.2f} ms of processor time; "
        f"the last of them has it after {last:.0f} ms"
    )


def _watched(clients: int) -> tuple[float, float, float]:
    """Medians in milliseconds: of one action in the game's thread, of processor time an action, until all have it."""
    with Party() as party:
        ours, theirs = multiprocessing.Pipe()
        crowd = multiprocessing.get_context("spawn").Process(
            target=_clients, args=(party.board.port, clients, theirs), daemon=True
        )
        crowd.start()
        ours.recv()  # all are there
        acted, whole, last = [], [], []
        for number in range(EVENTS):
            began, spent = time.time(), time.process_time()
            acted.append(milliseconds(lambda number=number: _refused(party, number)))
            last.append((ours.recv() - began) * 1000)
            whole.append((time.process_time() - spent) * 1000)
        crowd.terminate()
        crowd.join()
    return statistics.median(acted), statistics.median(whole), statistics.median(last)


def _clients(port: int, count: int, pipe: Connection) -> None:
    """Watch as many clients; after each event that all have, say when the last one got it."""
    asyncio.run(_watch(port, count, pipe))


async def _watch(port: int, count: int, pipe: Connection) -> None:
    request = f"GET /events HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\n\r\n".encode()
    streams = []
    for _ in range(max(1, count)):
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        writer.write(request)
        streams.append((reader, writer))
    await asyncio.gather(*(reader.readuntil(b'"floor_opened"') for reader, _ in streams))
    if not count:  # one is left, to know when the next event may come
        streams = streams[:1]
    pipe.send(time.time())
    while True:
        await asyncio.gather(*(reader.readuntil(b'"word_refused"') for reader, _ in streams))
        pipe.send(time.time())
