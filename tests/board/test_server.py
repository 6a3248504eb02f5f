"""The server as other programs and strangers meet it."""

from __future__ import annotations

import json
import socket
from collections.abc import Iterator

import pytest

from tests.board.party import Party, Stream
from voicegame.board.server import MOST_BYTES, bound
from voicegame.errors import UserError
from voicegame.table.text_loop import Typed


@pytest.fixture
def party() -> Iterator[Party]:
    with Party() as party:
        yield party


@pytest.fixture
def shared() -> Iterator[Party]:
    with Party(host="0.0.0.0") as party:
        yield party


def test_the_stream_tells_what_json_tells(party: Party) -> None:
    stream = Stream(party.board.port)
    told = stream.until("floor_opened")
    assert [event["event"] for event in told] == ["game_started", "starter_drawn", "letters_drawn", "floor_opened"]
    assert told[2] == {"event": "letters_drawn", "t": 0.0, "seat": "Ann", "letters": ["A", "C"]}
    party.hear(3, "march")
    assert [event["event"] for event in stream.until("word_accepted")] == ["heard", "word_accepted"]
    stream.close()


def test_a_client_that_comes_back_misses_nothing_and_gets_nothing_twice(party: Party) -> None:
    stream = Stream(party.board.port)
    before = stream.until("floor_opened")
    stream.close()
    party.hear(3, "dog", reason="dog does not have A, then C")
    party.hear(4, "march")
    again = Stream(party.board.port, last_id=stream.last_id)
    after = again.until("word_accepted")
    again.close()
    assert [event["event"] for event in after] == ["heard", "word_refused", "heard", "word_accepted"]
    whole = Stream(party.board.port)
    assert whole.until("word_accepted") == before + after
    whole.close()


def test_the_whole_state(party: Party) -> None:
    party.hear(3, "march")
    state = party.state()
    view = state["view"]
    assert state["id"].endswith("-7")
    assert (view["game"], view["players"], view["kirdy"]["letters"], view["kirdy"]["stake"]) == (
        "kirdy", ["Ann", "Bob"], ["A", "C"], 30,
    )  # fmt: skip
    assert view["question"]["seat"] == 0
    assert view["question"]["text"] == "Ann, do you stop or carry on?"
    assert view["question"]["answers"] == [{"label": "Stop", "line": "stop"}, {"label": "Carry on", "line": "carry on"}]
    assert [tool["line"] for tool in view["tools"]] == ["that was wrong", "undo", "pause", "repeat", "end the game"]


def test_the_glass_stands_while_the_host_talks_and_runs_when_it_was_heard(party: Party) -> None:
    assert party.state()["view"]["glass"] == {
        "seat": 0,
        "seconds": 60.0,
        "left": 60.0,
        "running": True,
        "waiting": False,
    }
    stream = Stream(party.board.port)
    stream.view()
    party.hear(10, "dog", reason="dog does not have A, then C")
    assert party.state()["view"]["glass"]["left"] == 50.0
    assert party.state()["view"]["glass"]["running"]
    party.hear(11, command="pause")
    assert not party.state()["view"]["glass"]["running"]
    assert party.state()["view"]["question"] is None
    stream.close()


def test_a_line_goes_in_as_typed_at_the_moment_it_came(party: Party) -> None:
    party.lines.clock = lambda: 12_345
    assert party.ask("/say", {"text": " march "}).status == 202
    assert party.ask("/say", {"text": "march", "as": "Bob"}).status == 202
    assert party.ask("/buzz", {"as": "Bob"}).status == 202
    said = [party.lines.next(5) for _ in range(3)]
    assert said == [Typed(text, 12_345, elsewhere=True) for text in ("march", "Bob: march", "Bob:")]


def test_a_buzz_is_shown(party: Party) -> None:
    stream = Stream(party.board.port)
    stream.view()
    party.ask("/buzz", {"as": "Bob"})
    kind, data = stream.next()
    assert (kind, data["buzz"]) == ("buzz", {"seat": 1})
    stream.close()


@pytest.mark.parametrize(
    ("path", "body", "status"),
    [
        ("/say", {}, 400),
        ("/say", {"text": ""}, 400),
        ("/say", {"text": "   "}, 400),
        ("/say", {"text": 5}, 400),
        ("/say", {"text": "@5 march"}, 400),
        ("/say", {"text": "\t@5 march"}, 400),
        ("/say", {"text": "x" * 161}, 400),
        ("/say", {"text": "march", "as": "Zoe"}, 400),
        ("/say", {"text": "march", "as": ["Ann"]}, 400),
        ("/say", [], 400),
        ("/say", b"{", 400),
        ("/say", b"\xff\xfe", 400),
        ("/say", b"[" * 1000, 400),
        ("/say", b"x" * (MOST_BYTES + 1), 413),
        ("/buzz", {}, 400),
        ("/buzz", {"as": "Zoe"}, 400),
        ("/state", {"text": "x"}, 405),
    ],
)
def test_what_is_no_line_is_refused_and_does_no_harm(party: Party, path: str, body: object, status: int) -> None:
    assert party.ask(path, body).status == status
    assert party.lines.waiting() == []
    assert party.ask("/say", {"text": "march"}).status == 202


def test_a_form_of_another_page_is_no_line(party: Party) -> None:
    answer = party.ask("/say", b'{"text": "march"}', {"Content-Type": "text/plain"})
    assert answer.status == 415
    assert party.lines.waiting() == []


def test_too_many_lines_at_once_are_refused(party: Party) -> None:
    statuses = [party.ask("/say", {"text": "march"}).status for _ in range(40)]
    assert statuses[:20] == [202] * 20
    assert 429 in statuses


@pytest.mark.parametrize("path", ["/", "/player", "/events", "/state", "/board.js", "/say"])
def test_strangers_are_refused_everywhere(party: Party, path: str) -> None:
    body = {"text": "march"} if path == "/say" else None
    here = f"127.0.0.1:{party.board.port}"
    assert party.ask(path, body, {"Origin": "http://evil.example"}).status == 403
    assert party.ask(path, body, {"Host": "evil.example"}).status == 421
    assert party.ask(path, body, {"Host": here, "Sec-Fetch-Site": "cross-site", "Sec-Fetch-Mode": "cors"}).status == 403
    assert party.lines.waiting() == []


@pytest.mark.parametrize("path", ["/", "/player", "/events", "/state", "/board.js", "/qr.svg", "/say"])
def test_a_shared_board_answers_only_with_its_token(shared: Party, path: str) -> None:
    body = {"text": "march"} if path == "/say" else None
    wrong = [{}, {"Authorization": "Bearer x"}, {"Cookie": "voicegame_token=x"}]
    assert [shared.ask(path, body, headers).status for headers in wrong] == [401] * 3
    assert shared.ask(f"{path}?token={shared.token[:-1]}", body).status == 401
    assert shared.lines.waiting() == []
    if path == "/events":
        stream = Stream(shared.board.port, headers={"Authorization": f"Bearer {shared.token}"})
        assert stream.status == 200
        stream.close()
        return
    status = 202 if path == "/say" else 200
    assert shared.ask(path, body, {"Authorization": f"Bearer {shared.token}"}).status == status
    given = shared.ask(f"{path}?token={shared.token}", body)
    assert given.status == status
    cookie = given.headers["Set-Cookie"]
    assert "HttpOnly" in cookie
    assert "SameSite=Lax" in cookie
    assert shared.ask(path, body, {"Cookie": cookie.partition(";")[0]}).status == status


def test_a_shared_board_shows_its_address_as_a_code(shared: Party) -> None:
    assert len(shared.token) >= 20
    assert "\N{LOWER HALF BLOCK}" in shared.board.invitation
    assert shared.board.address in shared.board.invitation
    code = shared.ask(f"/qr.svg?token={shared.token}")
    assert code.headers["Content-Type"].startswith("image/svg+xml")
    assert code.text.startswith("<svg") or code.text.startswith("<?xml")


def test_a_board_for_this_machine_has_no_token_and_no_code(party: Party) -> None:
    assert party.board.address == f"http://127.0.0.1:{party.board.port}/"
    assert party.ask("/qr.svg").status == 404


def test_pages_have_a_strict_policy(party: Party) -> None:
    for path in ("/", "/player", "/state", "/nothing", "/board.js"):
        headers = party.ask(path).headers
        policy = headers["Content-Security-Policy"]
        assert "default-src 'none'" in policy
        assert "unsafe" not in policy
        assert headers["X-Content-Type-Options"] == "nosniff"
        assert "Access-Control-Allow-Origin" not in headers


@pytest.mark.parametrize(
    "path",
    ["/nothing", "/../board.py", "/%2e%2e/server.py", "/page/board.js", "/.", "//board.js", "/board.js/"],
)
def test_only_the_files_of_the_page_are_served(party: Party, path: str) -> None:
    assert party.ask(path).status == 404


def test_fifty_clients_are_told_the_same(party: Party) -> None:
    streams = [Stream(party.board.port) for _ in range(50)]
    for stream in streams:
        stream.until("floor_opened")
    party.hear(3, "march")
    last = [stream.until("word_accepted")[-1] for stream in streams]
    assert all(
        event == {"event": "word_accepted", "t": 3.0, "seat": "Ann", "word": "march", "stake": 30} for event in last
    )
    assert len({stream.last_id for stream in streams}) == 1
    for stream in streams:
        stream.close()


def test_a_client_that_reads_nothing_holds_up_nobody(party: Party) -> None:
    deaf = socket.create_connection(("127.0.0.1", party.board.port))
    deaf.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    deaf.sendall(f"GET /events HTTP/1.1\r\nHost: 127.0.0.1:{party.board.port}\r\n\r\n".encode())
    stream = Stream(party.board.port)
    stream.until("floor_opened")
    for number in range(800):
        party.hear(3 + number / 100, "dog", reason="dog does not have A, then C " * 10)
    party.hear(20, "march")
    told = stream.until("word_accepted")
    assert sum(event["event"] == "word_refused" for event in told) == 800
    deaf.close()
    stream.close()


def test_the_last_word_is_sent_before_the_end() -> None:
    with Party() as party:
        stream = Stream(party.board.port)
        stream.until("floor_opened")
        party.finish(5)
    told = stream.until("game_ended")
    assert told[-1]["reason"] == "end of input"
    kinds = [stream.next()[0]]
    while kinds[-1] != "bye":
        kinds.append(stream.next()[0])
    assert "view" in kinds
    stream.close()


def test_names_of_the_wildest_kind_stay_names() -> None:
    names = ("<img src=x onerror=a()>", "data \\ \" ' & </q>")
    with Party(players=names) as party:
        party.hear(3, "<b>march</b>", reason="<b>march</b> is no word")
        view = party.state()["view"]
        assert view["players"] == list(names)
        assert view["heard"][0]["text"] == "<b>march</b>"
        stream = Stream(party.board.port)
        assert stream.until("word_refused")[0]["players"] == list(names)
        assert party.ask("/say", {"text": "march", "as": names[0]}).status == 202
        stream.close()


def test_a_port_that_is_taken_is_told_and_the_usual_one_gives_way() -> None:
    with bound("127.0.0.1", 0, 0) as taken:
        port = taken.getsockname()[1]
        with pytest.raises(UserError, match="name another with --host or --port"):
            bound("127.0.0.1", port, port)
        with bound("127.0.0.1", None, port) as other:
            assert other.getsockname()[1] != port
    with pytest.raises(UserError, match=r"203\.0\.113\.9"):
        bound("203.0.113.9", 0, 0)


def test_the_state_is_json_of_text_only(party: Party) -> None:
    answer = party.ask("/state")
    assert answer.headers["Content-Type"].startswith("application/json")
    assert json.loads(answer.text)["view"]["over"] is False
