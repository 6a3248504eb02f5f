"""Models are fetched from a server that misbehaves: what comes is what was meant, or nothing, and one sentence."""

from __future__ import annotations

import fcntl
import hashlib
import json
from pathlib import Path

import pytest

from tests.fetching.wayward import FILES, NAME, Wayward, packed, served
from voicegame import model_folders
from voicegame.errors import UserError
from voicegame.fetching import store as models
from voicegame.fetching.known import KnownModels
from voicegame.progress import Progress

GOOD = packed(FILES)


def get(known: KnownModels) -> Path:
    return models.get(known, NAME, wait=lambda _: None)


def refused(known: KnownModels) -> str:
    """The sentence by which a model is refused, of which nothing is left but perhaps a part of the download."""
    with pytest.raises(UserError) as told:
        get(known)
    assert model_folders.find("en") is None
    assert [path.name for path in models.store().iterdir() if not path.name.startswith(f"{NAME}.zip.")] == []
    return str(told.value)


def test_a_model_is_fetched_checked_and_found(store: Path) -> None:
    told: list[tuple[str, int, int]] = []

    def progress(doing: str) -> Progress:
        return lambda done, total: told.append((doing, done, total))

    with served(Wayward(GOOD)) as server:
        folder = models.get(server.known(), NAME, progress)
    assert folder == store / NAME == model_folders.find("en")
    assert {str(path.relative_to(folder)): path.read_bytes() for path in folder.rglob("*") if path.is_file()} == {
        **FILES,
        "voicegame.json": (folder / "voicegame.json").read_bytes(),
    }
    assert list(store.iterdir()) == [folder]  # neither archive nor parts are left
    assert told[0] == ("fetching", 0, len(GOOD))
    assert ("fetching", len(GOOD), len(GOOD)) in told
    size = sum(map(len, FILES.values()))
    assert told[-1] == ("unpacking", size, size)
    assert models.verify() == ([f"{NAME}: every file is as it was fetched."], [])


def test_a_cut_connection_is_gone_on_with(store: Path) -> None:
    with served(Wayward(GOOD, cuts=[1000, 500])) as server:
        get(server.known())
    assert server.asked == [(None, None), ("bytes=1000-", '"one"'), ("bytes=1500-", '"one"')]
    assert model_folders.find("en") == store / NAME


@pytest.mark.usefixtures("store")
def test_a_download_given_up_is_gone_on_with_by_the_next_command() -> None:
    with served(Wayward(GOOD, cuts=[1000], errors=[])) as server:
        server.cuts += [0, 0, 0]
        sentence = refused(server.known())
        assert "0.0 of 0.1 MB have come and are kept" in sentence
        assert "give the command again" in sentence
        server.asked.clear()
        get(server.known())
        assert server.asked == [("bytes=1000-", '"one"')]


@pytest.mark.usefixtures("store")
@pytest.mark.parametrize("etag", ['"two"', None])
def test_a_file_that_changed_meanwhile_is_fetched_anew(etag: str | None) -> None:
    """By its ETag; and without one by its checksum."""
    with served(Wayward(b"x" * len(GOOD), cuts=[1000, 0, 0, 0], etag='"one"' if etag else None)) as server:
        refused(server.known())
        server.content, server.etag = GOOD, etag
        server.asked.clear()
        get(server.known())
    assert server.asked == ([("bytes=1000-", '"one"')] if etag else [("bytes=1000-", None), (None, None)])


@pytest.mark.usefixtures("store")
def test_a_server_without_ranges_sends_all_of_it_again() -> None:
    with served(Wayward(GOOD, cuts=[1000], ranges=False)) as server:
        get(server.known())
    assert len(server.asked) == 2


@pytest.mark.usefixtures("store")
def test_a_part_that_is_whole_but_in_its_place_needs_no_server() -> None:
    with served(Wayward(GOOD)) as server:
        known = server.known()
    models.store().mkdir(parents=True)
    (models.store() / f"{NAME}.zip.part").write_bytes(GOOD)
    get(known)


@pytest.mark.usefixtures("store")
@pytest.mark.parametrize("size", [len(GOOD) - 1, len(GOOD) + 1])
def test_another_length_than_listed_is_refused(size: int) -> None:
    with served(Wayward(GOOD)) as server:
        sentence = refused(server.known(size=size))
    assert f"holds {len(GOOD)} bytes where the list says {size}" in sentence
    assert len(server.asked) == 1


@pytest.mark.usefixtures("store")
def test_more_bytes_than_announced_are_not_taken() -> None:
    with served(Wayward(GOOD + b"more", length=len(GOOD))) as server:
        known = server.known(size=len(GOOD), sha256=hashlib.sha256(GOOD).hexdigest())
        get(known)  # what comes after the announced end is no part of the answer


@pytest.mark.usefixtures("store")
def test_fewer_bytes_than_announced_are_a_cut() -> None:
    with served(Wayward(GOOD[:-10], length=len(GOOD), ranges=False)) as server:
        assert "have come and are kept" in refused(server.known(size=len(GOOD)))


@pytest.mark.usefixtures("store")
def test_a_wrong_checksum_is_thrown_away() -> None:
    with served(Wayward(GOOD)) as server:
        sentence = refused(server.known(sha256="0" * 64))
    assert "is not the file that the list names" in sentence
    assert list(models.store().iterdir()) == []


def test_a_checksum_that_is_not_known_holds_from_the_first_download_on(store: Path) -> None:
    with served(Wayward(GOOD)) as server:
        get(server.known(sha256=None))
        assert json.loads((store / "checksums.json").read_text()) == {NAME: hashlib.sha256(GOOD).hexdigest()}
        models.remove(NAME)
        other = packed({**FILES, "README": b"B model.\n"})
        assert len(other) == len(GOOD)
        server.content = other
        with pytest.raises(UserError, match="is not the file that the list names"):
            get(server.known(sha256=None))
        server.content = GOOD
        get(server.known(sha256=None))


@pytest.mark.usefixtures("store")
@pytest.mark.parametrize(
    ("codes", "part"),
    [
        ([404], "isn't there (404): the model was moved"),
        ([403], "is refused (403"),
        ([500] * 9, "the server answers 500"),
    ],
)
def test_what_a_server_refuses_is_one_sentence(codes: list[int], part: str) -> None:
    with served(Wayward(GOOD, errors=codes)) as server:
        assert part in refused(server.known())


def test_a_server_that_fails_once_is_asked_again(store: Path) -> None:
    with served(Wayward(GOOD, errors=[503, 500])) as server:
        get(server.known())
    assert model_folders.find("en") == store / NAME


@pytest.mark.usefixtures("store")
def test_without_a_server_or_network_the_sentence_says_how_to_do_without() -> None:
    with served(Wayward(GOOD)) as server:
        known = server.known()
    sentence = refused(known)
    assert "can't be reached" in sentence
    assert f"unpack the model into {models.store()} by hand" in sentence


@pytest.mark.usefixtures("store")
@pytest.mark.parametrize("to", ["file:///etc/passwd", "ftp://127.0.0.1/x.zip"])
def test_a_redirect_to_anything_but_the_web_is_refused(to: str) -> None:
    with served(Wayward(GOOD, location=to)) as server:
        sentence = refused(server.known())
    assert "isn't safe" in sentence or "is refused (302" in sentence
    assert len(server.asked) == 1


@pytest.mark.usefixtures("store")
def test_an_address_that_is_none_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("VOICEGAME_MODELS_URL", "file:///etc")
    known = KnownModels.load()
    with pytest.raises(UserError, match="must begin with https:// or http://"):
        models.get(known, NAME)


@pytest.mark.usefixtures("store")
def test_two_at_a_time_do_not_spoil_each_other() -> None:
    models.store().mkdir(parents=True)
    with served(Wayward(GOOD)) as server, (models.store() / f"{NAME}.zip.part").open("ab") as other:
        fcntl.flock(other, fcntl.LOCK_EX)
        assert "is being fetched by another voicegame" in refused(server.known())
        assert server.asked == []


@pytest.mark.usefixtures("store")
def test_what_is_here_already_is_not_fetched_again() -> None:
    with served(Wayward(GOOD)) as server:
        get(server.known())
        with pytest.raises(UserError, match="is there already"):
            get(server.known())
    assert len(server.asked) == 1


@pytest.mark.usefixtures("store")
def test_a_full_disk_is_told_before_anything_is_fetched() -> None:
    with served(Wayward(GOOD)) as server, pytest.raises(UserError, match="make room first"):
        get(server.known(size=10**17))
    assert server.asked == []


@pytest.mark.parametrize(
    ("spoil", "said"),
    [
        (lambda folder: (folder / "am/final.mdl").write_bytes(b"x"), "am/final.mdl is not as it was fetched"),
        (lambda folder: (folder / "am/final.mdl").unlink(), "am/final.mdl is missing"),
        (lambda folder: (folder / "README").write_bytes(b"B model.\n"), "README is not as it was fetched"),
        (lambda folder: (folder / "voicegame.json").write_text("{}"), "voicegame.json is damaged"),
    ],
)
def test_verify_names_the_file_that_changed(spoil: object, said: str, store: Path) -> None:
    with served(Wayward(GOOD)) as server:
        get(server.known())
    spoil(store / NAME)  # type: ignore[operator]
    _, (fault,) = models.verify(NAME)
    assert said in fault
    assert f"voicegame models remove {NAME}" in fault


def test_a_model_put_there_by_hand_is_listed_and_can_be_removed(store: Path) -> None:
    folder = store / "vosk-model-small-ko-0.22"
    (folder / "am").mkdir(parents=True)
    (folder / "am" / "final.mdl").write_bytes(b"x")
    listed = models.listed(KnownModels.load())
    assert [row.name for row in listed if row.folder] == [folder.name]
    assert listed[-1].state == "put here by hand"
    assert models.verify() == ([f"{folder.name}: put here by hand, so there is nothing to check it by."], [])
    models.remove(folder.name)
    assert list(store.iterdir()) == []


def test_removing_a_link_leaves_what_it_leads_to(store: Path, tmp_path: Path) -> None:
    (tmp_path / "elsewhere").mkdir()
    store.mkdir(parents=True)
    (store / NAME).symlink_to(tmp_path / "elsewhere")
    models.remove(NAME)
    assert (tmp_path / "elsewhere").is_dir()


@pytest.mark.usefixtures("store")
@pytest.mark.parametrize("name", ["..", "../vosk-model-en", "vosk-model-en/../..", "/", "", "nonsense", NAME])
def test_nothing_but_a_model_can_be_removed(name: str) -> None:
    models.store().mkdir(parents=True)
    with pytest.raises(UserError, match=r"no model"):
        models.remove(name)
    assert models.store().is_dir()


def test_the_list_is_whole() -> None:
    known = KnownModels.load()
    assert known.base.startswith("https://")
    for name, model in known.models.items():
        assert model_folders.language_of(name) == model.language
        assert model.unpacked > 2 * model.bytes


@pytest.mark.parametrize(("wanted", "name"), [("en", NAME), ("FR", "vosk-model-small-fr-0.22"), (NAME, NAME)])
def test_a_model_is_named_by_its_name_or_its_language(wanted: str, name: str) -> None:
    assert KnownModels.load().named(wanted) == name


@pytest.mark.parametrize(
    ("wanted", "said"),
    [("vosk-model-small-en-us-0.16", f"did you mean {NAME}?"), ("tlh", "'voicegame models list' shows")],
)
def test_a_model_that_is_not_known_gets_the_nearest_one(wanted: str, said: str) -> None:
    with pytest.raises(UserError) as told:
        KnownModels.load().named(wanted)
    assert said in str(told.value)
