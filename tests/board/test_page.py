"""The page in a real browser, with the real program behind it."""

from __future__ import annotations

import re
import threading
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Error, Page, expect

from tests.board.party import Party
from tests.board.screen import LAPTOP, PHONE, TV, Program, Relay, accessible, opened

expect.set_options(timeout=15_000)


def texts(page: Page, selector: str) -> list[str]:
    return [" ".join(text.split()) for text in page.locator(selector).all_inner_texts()]


def test_a_whole_game_of_kirdy_is_watched_and_steered(browser: Browser) -> None:
    """Nobody finds a word, a theft, a refusal with its reason, a gamble won, and a winner."""
    with (
        Program("kirdy", "--draws", "ABCACDOBDE", "--target", 60) as game,
        opened(browser, game.address, TV) as page,
    ):
        expect(page.locator("h1")).to_have_text("KIRDY")
        expect(page.locator("#tiles .tile")).to_have_text(["A", "C"])
        expect(page.locator("#status")).to_have_text("Ann needs a word, for 30 points")
        expect(page.locator(".digits")).not_to_have_text("60")  # the sand runs without a word from the host
        game.type("@3 dog")
        first = page.locator(".log li").first
        expect(first).to_contain_text("dog does not have A, then C")
        expect(first).to_have_class("heard refused")
        game.type("@61")
        expect(page.locator(".windows .now")).to_contain_text("Bob")
        expect(page.locator(".time")).to_contain_text("of 5 s")
        expect(page.locator(".seat.floor")).to_contain_text("Bob")
        game.type("@72")
        expect(page.locator("#tiles .tile")).to_have_text(["D", "O"])
        expect(page.locator(".seat.floor")).to_contain_text("Bob")
        game.type("@134 Cem: dog")
        expect(page.locator(".seat", has_text="Cem").locator(".points")).to_have_text("30")
        expect(page.locator("#tiles .tile")).to_have_text(["B", "D"])
        game.type("@140 bad")
        expect(page.locator("#question")).to_contain_text("Cem, do you stop or carry on?")
        assert texts(page, "#question button") == ["Stop", "Carry on"]
        assert "bad" not in texts(page, "#caption p")
        expect(page.locator(".rung.now")).to_contain_text("30")
        accessible(page)
        page.locator("#question button", has_text="Carry on").focus()
        page.keyboard.press("Enter")
        expect(page.locator("#tiles .tile")).to_have_text(["B", "D", "E"])
        expect(page.locator(".rung.next")).to_contain_text("60")
        page.locator("#line").fill("bride")
        page.keyboard.press("Enter")
        expect(page.locator(".rung.now")).to_contain_text("60")
        assert texts(page, ".words li") == ["■ Cem bad 30", "■ Cem bride 60"]
        page.get_by_role("button", name="Stop").click()
        expect(page.locator(".headline")).to_have_text("Cem wins!")
        summary = page.locator("#summary")
        expect(summary.locator(".standing li").first).to_contain_text("Cem 90")
        expect(summary).to_contain_text("Cem took 30 from Bob, with “dog”")
        expect(summary).to_contain_text("Cem put 30 points at risk on BD and made it")
        expect(summary.locator(".card", has_text="Best words").locator("li").first).to_contain_text("bride 60")
        missed = summary.locator(".card", has_text="Nobody found").locator("li")
        expect(missed).to_have_count(1)
        expect(missed).to_have_text("AC act, back, each, face, fact")
        assert len(page.locator(".curve").nth(2).locator("polyline").get_attribute("points").split()) == 4
        summary.locator("details summary").click()
        assert texts(page, "details tbody tr") == ["1 0 0 0", "2 0 0 30", "3 0 0 90"]
        expect(page.locator("#link")).to_have_text("The host has left; this is how it stood")
        accessible(page)


def test_a_round_of_buyword_is_watched(browser: Browser) -> None:
    arguments = ("buyword", "--draws", "TEASNDSEBLMU", "--rolls", "4,choice", "--variant", "crossword")
    with Program(*arguments) as game, opened(browser, game.address, LAPTOP) as page:
        expect(page.locator("h1")).to_have_text("BuyWord")
        expect(page.locator("#meta")).to_have_text("108 tiles in the bag")
        expect(page.locator("#status")).to_have_text("Ann has the die")
        page.get_by_role("button", name="Roll the die").click()
        expect(page.locator("#about")).to_contain_text("= $16 · die: 4")
        expect(page.locator("#meta")).to_have_text("96 tiles in the bag")
        expect(page.locator("#tiles .tile")).to_have_text(["T1", "E1", "A1", "S1"])
        page.get_by_role("button", name="Buy").click()
        expect(page.locator(".seat", has_text="Ann").locator(".points")).to_have_text("$184")
        expect(page.locator("#status")).to_have_text("Bob: buy or pass?")
        page.get_by_role("button", name="Pass").click()
        expect(page.locator("#status")).to_have_text("Cem: buy or pass?")
        game.type("buy")
        expect(page.locator("#status")).to_have_text("Ann sells words")
        expect(page.locator(".seat", has_text="Cem").locator(".hand .tile")).to_have_count(5)
        game.type("tea")
        expect(page.locator(".words li")).to_have_text("●Ann tea $9")
        expect(page.locator(".crossword .tile")).to_have_text(["T", "E", "A"])
        accessible(page)
        game.type("zzz")
        expect(page.locator(".log li").first).to_contain_text("zzz is not in the word list")
        game.type("done", "done", "done", "roll")
        expect(page.locator("#status")).to_have_text("Bob names a number")
        assert texts(page, "#question button") == ["2", "3", "4", "5"]
        game.type("end the game", "yes")
        expect(page.locator(".headline")).to_have_text("The game has ended")
        expect(page.locator("#summary")).to_contain_text("Cem paid $81 for")
        accessible(page)


def test_a_whole_game_of_buyword_is_watched_and_steered(browser: Browser, tmp_path: Path) -> None:
    config = tmp_path / "short.yaml"  # twenty tiles: the bag ends with the second roll (B16)
    config.write_text("bags:\n  en: {S: 3, E: 2, A: 6, T: 3, N: 1, D: 1, O: 1, G: 2, Y: 1}\n")
    arguments = ("buyword", "--config", str(config), "--draws", "SEATSTENTSDOGGY", "--rolls", "5,2")
    with Program(*arguments) as game, opened(browser, game.address, TV) as page:
        page.get_by_role("button", name="Roll the die").click()
        expect(page.locator("#meta")).to_have_text("5 tiles in the bag")
        page.get_by_role("button", name="Pass").click()
        for player in ("Bob", "Cem"):
            expect(page.locator("#status")).to_have_text(f"{player}: buy or pass?")
            page.get_by_role("button", name="Buy").click()
        expect(page.locator("#status")).to_have_text("Bob sells words")
        game.type("tenths")  # with a wild for H
        expect(page.locator(".seat", has_text="Bob").locator(".points")).to_have_text("$211")
        expect(page.locator("#status")).to_have_text("Cem sells words")
        game.type("doggy")
        expect(page.locator("#status")).to_have_text("Bob has the die")
        page.get_by_role("button", name="Roll the die").click()
        expect(page.locator(".headline")).to_contain_text("Bob")
        expect(page.locator("#summary")).to_contain_text("tenths")
        accessible(page)


def test_a_page_that_lost_its_connection_takes_it_up_again(browser: Browser) -> None:
    with Party() as party:
        relay = Relay(party.board.port)
        with opened(browser, f"http://127.0.0.1:{relay.port}/") as page:
            expect(page.locator("#tiles .tile")).to_have_text(["A", "C"])
            page.evaluate(
                """async () => {
                    window.told = [];
                    const { follow } = await import("/feed.js");
                    follow({ event: (event, id) => { document.body.dataset.told = window.told.push(id); } });
                }"""
            )
            expect(page.locator("body")).to_have_attribute(
                "data-told", "4"
            )  # polling by script is against the page's policy
            relay.cut()
            expect(page.locator("#link")).to_have_text("Connection lost: trying again")
            party.hear(3, "march")
            party.hear(4, command="carry_on")
            relay.mend()
            expect(page.locator("#tiles .tile")).to_have_text(["A", "C", "E"])
            expect(page.locator("#link")).to_be_hidden()
            expect(page.locator("body")).to_have_attribute("data-told", "11")
            told = page.evaluate("window.told")
            assert [int(one.partition("-")[2]) for one in told] == list(range(1, 12))  # none missed, none twice
        relay.close()


def test_hostile_names_and_words_stay_text(browser: Browser) -> None:
    names = ("<img src=x onerror=hi()>", "</script><b>B</b>")
    with Party(players=names) as party, opened(browser, party.board.address) as page:
        party.hear(3, "<svg onload=hi()>", reason="<i>no</i> is no word")
        expect(page.locator(".log li")).to_contain_text("<i>no</i> is no word")
        expect(page.locator(".seat .name")).to_have_text([f"● {names[0]}", f"▲ {names[1]}"])
        assert page.locator("main img, main script, main b b, main i").count() == 0
        page.goto(f"{party.board.address}player")
        page.get_by_role("button", name=names[0]).click()
        expect(page.locator("#me")).to_have_text(names[0])
        assert page.locator("main img, main script").count() == 0
        party.finish(5)
        page.goto(party.board.address)
        expect(page.locator(".standing li")).to_have_count(2)
        assert page.locator("main img, main script").count() == 0


def test_markup_and_inline_scripts_have_no_way_in(browser: Browser) -> None:
    with Party() as party, opened(browser, party.board.address) as page:
        expect(page.locator("#tiles .tile")).to_have_count(2)
        with pytest.raises(Error, match="TrustedHTML"):
            page.evaluate("() => { document.createElement('p').innerHTML = '<b>x</b>' }")


FOREIGN = """async (address) => {
    const seen = [];
    const source = new EventSource(address + "events");
    seen.push(await new Promise((done) => {
        source.onopen = () => done("open");
        source.onerror = () => done("error");
    }));
    source.close();
    const tries = [["state", {}], ["say", { method: "POST", mode: "no-cors", body: '{"text":"pause"}' }]];
    for (const [path, options] of tries) {
        try { seen.push((await fetch(address + path, options)).status); } catch { seen.push("error"); }
    }
    return seen;
}"""


class Foreign(BaseHTTPRequestHandler):
    """A page of somebody else."""

    def do_GET(self) -> None:
        self.send_response(200)
        self.send_header("Content-Type", "text/html")
        self.end_headers()
        self.wfile.write(b"<title>Foreign</title>")

    def log_message(self, *_: object) -> None:
        pass


def test_another_page_can_neither_read_nor_speak(browser: Browser) -> None:
    """A page of the same machine, but of another port, is foreign."""
    server = HTTPServer(("127.0.0.1", 0), Foreign)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    with Party() as party:
        page = browser.new_page()
        page.goto(f"http://127.0.0.1:{server.server_port}/")
        assert page.evaluate(FOREIGN, party.board.address) == ["error"] * 3
        assert page.evaluate(FOREIGN, party.board.address.replace("127.0.0.1", "localhost")) == ["error"] * 3
        page.close()
        assert party.lines.waiting() == []
        page = browser.new_page()
        page.goto(party.board.address)
        assert page.evaluate(FOREIGN, "/") == ["open", 200, 415]  # its own pages may, as JSON
        page.close()
    server.shutdown()
    server.server_close()


def test_a_wrong_token_sees_nothing(browser: Browser) -> None:
    with Party(host="0.0.0.0") as party:
        here = f"http://127.0.0.1:{party.board.port}/"
        with opened(browser, f"{here}?token=wrong") as page:
            expect(page.locator("body")).to_contain_text("The address lacks its token")
        with opened(browser, f"{here}player?token={party.token}", PHONE) as page:
            page.get_by_role("button", name="Bob").click()
            expect(page.locator("#me")).to_have_text("Bob")
            page.get_by_role("link", name="Board").click()
            expect(page.locator(".qr img")).to_be_visible()
            assert page.evaluate("document.querySelector('.qr img').naturalWidth > 0")


def test_a_phone_is_buzzer_and_hand(browser: Browser) -> None:
    with Party() as party, opened(browser, f"{party.board.address}player", PHONE) as page:
        party.lines.clock = lambda: 777
        accessible(page)
        page.get_by_role("button", name="Ann").click()
        expect(page.locator("#status")).to_have_text("You have the floor")
        accessible(page)
        with opened(browser, party.board.address, TV) as board:
            expect(board.locator(".seat")).to_have_count(2)
            page.locator("#buzz").click()
            expect(board.locator(".seat").first).to_have_class(re.compile("buzzed"))
        page.locator("#line").fill("march")
        page.keyboard.press("Enter")
        typed = [party.lines.next(5), party.lines.next(5)]
        assert [(line.text, line.at) for line in typed if line] == [("Ann:", 777), ("Ann: march", 777)]
        party.hear(3, "march")
        page.get_by_role("button", name="Carry on").click()
        line = party.lines.next(5)
        assert line is not None
        assert line.text == "Ann: carry on"
        expect(page.locator("#log li").first).to_contain_text("30 points")
        page.get_by_role("button", name="Not me").click()
        page.get_by_role("button", name="Bob").click()
        expect(page.locator("#answers")).to_be_hidden()
        expect(page.locator("#log li")).to_have_count(0)


@pytest.mark.parametrize("size", [TV, LAPTOP, PHONE], ids=["tv", "laptop", "phone"])
@pytest.mark.parametrize("colours", ["light", "dark"])
def test_every_screen_is_readable(browser: Browser, size: tuple[int, int], colours: str) -> None:
    with Party(players=("Ann", "Bob", "Cem", "Dora", "Maximiliane von Hohenau"), draws="ABCDFACE") as party:
        party.hear(3, "dog", reason="dog does not have A, then C")
        party.hear(5, "march")
        with opened(browser, party.board.address, size, colours) as page:
            expect(page.locator("#question button")).to_have_count(2)
            accessible(page)
            sizes = page.evaluate(
                """() => Object.fromEntries(["#tiles .tile", "#status", "#question p", ".seat .points", ".log q"].map(
                    (place) => [place, parseFloat(getComputedStyle(document.querySelector(place)).fontSize)]))"""
            )
            height = size[1]
            if size != PHONE:  # the capitals of a line are four metres off as large as newsprint in the hand
                assert sizes["#tiles .tile"] > height / 12
                assert sizes["#status"] > height / 28
                assert min(sizes.values()) > height / 36, sizes
                assert page.evaluate(
                    "document.querySelector('footer').getBoundingClientRect().bottom <= innerHeight + 1"
                )


def test_still_for_those_who_want_it_still_and_the_glass_tells_all_the_same(browser: Browser) -> None:
    with Party() as party:
        for motion, moves in (("reduce", False), ("no-preference", True)):
            with opened(browser, party.board.address, motion=motion) as page:
                expect(page.locator(".digits")).not_to_have_text("60")
                names = page.evaluate(
                    "[...document.querySelectorAll('#tiles .tile')].map((tile) => getComputedStyle(tile).animationName)"
                )
                assert (names != ["none", "none"]) is moves
                assert (page.locator(".stream").get_attribute("visibility") == "visible") is moves
            party.hear(1, "xx", reason="xx is no word")


def test_the_page_can_be_used_by_keyboard_alone(browser: Browser) -> None:
    with Party() as party, opened(browser, party.board.address) as page:
        party.hear(3, "march")
        expect(page.locator("#question button")).to_have_count(2)
        reached = []
        for _ in range(12):
            page.keyboard.press("Tab")
            reached.append(page.evaluate("document.activeElement.textContent || document.activeElement.id"))
        for name in ("To the typed line", "Buzzer", "Stop", "Carry on", "Pause", "line"):
            assert name in reached
        page.get_by_role("button", name="Colours").press("Enter")
        expect(page.locator("html")).to_have_attribute("data-theme", "dark")
