from __future__ import annotations

import json

from voicegame.board.feed import Feed


def kinds(text: str) -> list[str]:
    return [block.splitlines()[0] for block in text.strip().split("\n\n") if block]


def test_each_event_has_an_id_and_a_reader_goes_on_from_any() -> None:
    feed = Feed()
    feed.tell(['{"a":1}', '{"a":2}', '{"a":3}'])
    assert feed.last_id == f"{feed.run}-3"
    assert kinds(feed.reader(None).fresh()) == [f"id: {feed.run}-{number}" for number in (1, 2, 3)]
    reader = feed.reader(f"{feed.run}-2")
    assert reader.fresh() == f'id: {feed.run}-3\ndata: {{"a":3}}\n\n'
    assert reader.fresh() == ""
    feed.tell(['{"a":4}'])
    assert kinds(reader.fresh()) == [f"id: {feed.run}-4"]


def test_an_id_of_another_run_or_none_at_all_starts_anew() -> None:
    feed = Feed()
    feed.tell(["{}", "{}"])
    for strange in (
        "000000-1",
        "-1",
        "x",
        "",
        f"{feed.run}-",
        f"{feed.run}--1",
        f"{feed.run}-1.5",
        f"{feed.run}-\u0661",
    ):
        assert feed.position(strange) == 0, strange
    assert feed.position(f"{feed.run}-99") == 2
    assert feed.position(f"{feed.run}-" + "9" * 5000) == 0


def test_only_the_latest_of_what_is_shown_is_sent_with_its_age() -> None:
    now = [10.0]
    feed = Feed(clock=lambda: now[0])
    feed.show("view", {"n": 1})
    feed.show("view", {"n": 2})
    feed.show("notice", {"text": "hm"})
    now[0] = 12.5
    reader = feed.reader(None)
    assert reader.fresh() == (
        'event: view\ndata: {"age":2.500,"view":{"n":2}}\n\n'
        'event: notice\ndata: {"age":2.500,"notice":{"text":"hm"}}\n\n'
    )
    assert reader.fresh() == ""
    feed.show("view", {"n": 3})
    assert kinds(reader.fresh()) == ["event: view"]


def test_the_state_is_whole_from_the_start() -> None:
    feed = Feed()
    assert json.loads(feed.state()) == {"id": f"{feed.run}-0", "age": 0.0, "view": None}
    feed.show("view", {"players": ["Ann\n\n", "data: x"]})
    assert json.loads(feed.state())["view"] == {"players": ["Ann\n\n", "data: x"]}
    assert feed.reader(None).fresh().count("\n\n") == 1  # a line end in a name ends no message


def test_writers_wake_readers() -> None:
    feed, rung = Feed(), []
    feed.wake = lambda: rung.append(feed.last_id)
    feed.tell(["{}"])
    feed.show("view", {})
    feed.close()
    assert len(rung) == 3
    assert feed.closed
