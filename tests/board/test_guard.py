from __future__ import annotations

import pytest

from voicegame.board.address import is_loopback, names_of, qr_for_terminal, reached_at
from voicegame.board.guard import Guard, Pace

LOCAL = Guard(names_of("127.0.0.1"), any_address=False, token=None)
SHARED = Guard(names_of("0.0.0.0"), any_address=True, token="secret")


@pytest.mark.parametrize("host", ["127.0.0.1:8642", "localhost:8642", "LOCALHOST", "[::1]:8642", "localhost:9999"])
def test_this_machine_is_answered(host: str) -> None:
    assert LOCAL.refusal({"host": host}, []) is None
    assert LOCAL.refusal({"host": host, "origin": f"http://{host}"}, []) is None


@pytest.mark.parametrize(
    "host", ["evil.example:8642", "localhost.evil.example", "192.168.1.5:8642", "", "[", "a b", "@localhost.evil"]
)
def test_another_host_name_is_refused(host: str) -> None:
    refused = LOCAL.refusal({"host": host}, [])
    assert refused is not None
    assert refused.status == 421


@pytest.mark.parametrize(
    "origin",
    ["http://evil.example", "https://127.0.0.1:8642", "http://127.0.0.1:8643", "null", "", "http://localhost:8642"],
)
def test_another_origin_is_refused(origin: str) -> None:
    refused = LOCAL.refusal({"host": "127.0.0.1:8642", "origin": origin}, [])
    assert refused is not None
    assert refused.status == 403


def test_a_link_may_lead_here_but_no_page_may_use_it() -> None:
    host = {"host": "localhost:8642"}
    assert LOCAL.refusal({**host, "sec-fetch-site": "cross-site", "sec-fetch-mode": "navigate"}, []) is None
    for mode in ("cors", "no-cors", "websocket"):
        assert LOCAL.refusal({**host, "sec-fetch-site": "cross-site", "sec-fetch-mode": mode}, []) is not None
        assert LOCAL.refusal({**host, "sec-fetch-site": "same-site", "sec-fetch-mode": mode}, []) is not None


def test_a_shared_board_wants_its_token() -> None:
    host = {"host": "192.168.1.5:8642"}
    assert SHARED.refusal(host, ["", "secret"]) is None
    for given in ([], [""], ["Secret"], ["secret "], ["s\N{LATIN SMALL LETTER E WITH ACUTE}cret"]):
        refused = SHARED.refusal(host, given)
        assert refused is not None
        assert refused.status == 401
    assert SHARED.refusal({"host": "evil.example"}, ["secret"]) is not None


def test_a_pace_is_kept_by_each_address_and_few_are_remembered() -> None:
    now = [0.0]
    pace = Pace(rate=2, burst=3, most=2, clock=lambda: now[0])
    assert [pace.admits("a") for _ in range(4)] == [True, True, True, False]
    assert pace.admits("b")
    now[0] = 0.5
    assert [pace.admits("a") for _ in range(2)] == [True, False]
    now[0] = 100.0
    assert [pace.admits("a") for _ in range(4)] == [True, True, True, False]
    pace.admits("b")
    pace.admits("c")
    assert pace.admits("a")  # forgotten, and so as new


def test_addresses() -> None:
    assert all(is_loopback(host) for host in ("127.0.0.1", "127.0.0.7", "localhost", "::1"))
    assert not any(is_loopback(host) for host in ("0.0.0.0", "192.168.1.5", "::", "example.org"))
    assert reached_at("192.168.1.5") == "192.168.1.5"
    assert reached_at("fe80::1") == "[fe80::1]"
    assert reached_at("0.0.0.0") not in ("", "0.0.0.0")
    code = qr_for_terminal("http://192.168.1.5:8642/?token=abc").splitlines()
    assert len(code) > 10
    assert len({len(line) for line in code}) == 1
