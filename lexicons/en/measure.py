"""How right the pronunciations are, and how well families are told: ``python lexicons/en/measure.py``.

The words measured are CMUdict's, held from what is measured: analogy learns from the other words only, and derives
each from all words but itself. espeak-ng never saw CMUdict; hama may have, so both are also measured on words that
CMUdict lacks but whose sound follows surely from a word that it has.
"""

from __future__ import annotations

import random
import sys
from collections.abc import Iterable, Mapping
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path[:0] = [str(HERE), str(HERE.parents[1])]

import build  # noqa: E402
from builder import sources, spelt  # noqa: E402
from builder.analogy import Analogy  # noqa: E402
from builder.pronounce import COMPOUND_SIZE, SURE, WEAK  # noqa: E402

from voicegame.lexicon.families import link  # noqa: E402
from voicegame.lexicon.lexicon import Lexicon  # noqa: E402
from voicegame.lexicon.phonemes import encode  # noqa: E402

#: An analogy this sure stands for the truth.
CERTAIN = 0.97
Truth = Mapping[str, tuple[str, ...]]


def share(truth: Truth, *guesses: Mapping[str, str]) -> str:
    """How many words of ``truth`` one of the guesses has exactly right."""
    right = sum(any(guess.get(word) in sounds for guess in guesses) for word, sounds in truth.items())
    return f"{100 * right / len(truth):5.1f} % of {len(truth)}"


def sounds() -> None:
    inputs = {source.name: source for source in sources.sources()}
    sizes = build.words_and_sizes(inputs["scowl"])
    cmu = sources.cmudict(inputs["cmudict"], encode)
    draw = random.Random(2)
    held = set(draw.sample(sorted(word for word in sizes if word in cmu), 3000))
    rest = {word: said for word, said in cmu.items() if word not in held}

    def common(word: str) -> bool:
        return sizes.get(word, 99) <= COMPOUND_SIZE

    learnt = Analogy(rest, sizes, common)
    derived = {word: learnt.derive(word, cmu, 0.0) for word in sorted(held)}
    for least, most in ((SURE, 1.0), (WEAK, SURE), (0.01, WEAK)):
        band = {w: cmu[w] for w, (sure, said) in derived.items() if said and least <= sure < most}
        print(f"analogy, certainty {least} to {most}:", share(band, {w: derived[w][1][0] for w in band}))
    full = Analogy(cmu, sizes, common)
    lacking = sorted(word for word in sizes if word not in cmu)
    certain = {word: full.derive(word, cmu, CERTAIN) for word in draw.sample(lacking, 6000)}
    sure = {word: said for word, (certainty, said) in certain.items() if certainty >= CERTAIN}
    for name, truth in (
        ("held words of CMUdict", {w: cmu[w] for w in sorted(held)}),
        ("words derived surely", sure),
    ):
        espeak, hama = spelt.espeak(truth), spelt.hama(truth)
        print(f"{name}: espeak-ng", share(truth, espeak), "| hama", share(truth, hama), end=" | ")
        print("one of the two", share(truth, espeak, hama))


def families(paths: Iterable[Path]) -> None:
    lexicon = Lexicon.load(HERE)
    for path in paths:
        counts: dict[tuple[str, str], int] = {}
        for verdict, a, b in sources.rows(path, 3):
            found = link(a, b, lexicon)
            key = verdict, found.kind if found else "different"
            counts[key] = counts.get(key, 0) + 1
        print(
            path.name,
            ", ".join(f"{wanted} called {said}: {n}" for (wanted, said), n in sorted(counts.items())),
        )
    known = [word for word, size in zip(lexicon.words, lexicon.sizes, strict=True) if size <= 60]
    draw, alarms, pairs = random.Random(5), 0, 50_000
    for _ in range(pairs):
        found = link(*draw.sample(known, 2), lexicon)
        alarms += found is not None and found.kind == "same"
    print(f"{alarms} of {pairs} random pairs up to size 60 are called the same")


if __name__ == "__main__":
    families([HERE.parents[1] / "tests" / "lexicon" / "families.tsv", *map(Path, sys.argv[1:])])
    sounds()
