"""K17: which words are of one root, and what is said of them."""

import random
from itertools import combinations
from pathlib import Path

import pytest

from tests.lexicon.small import ROWS, small
from voicegame.lexicon.families import Link, link
from voicegame.lexicon.lexicon import Lexicon
from voicegame.paths import LEXICONS

PAIRS = Path(__file__).parent / "families.tsv"


@pytest.fixture(scope="module")
def english() -> Lexicon:
    return Lexicon.load(LEXICONS / "en")


@pytest.mark.parametrize(
    ("a", "b", "kind", "reason"),
    [
        ("rise", "rise", "same", "rise is the same word"),
        ("rising", "rise", "same", "rising is a form of rise"),
        ("rise", "rising", "same", "rising is a form of rise"),
        ("rising", "rose", "same", "rising and rose are forms of rise"),
        ("strength", "strong", "same", "strength belongs with strong"),
        ("river", "riverside", "same", "river is inside riverside"),
        ("rivers", "riverside", "same", "rivers is inside riverside"),
        ("riverside", "riverbed", "same", "riverside and riverbed both begin with river"),
        ("sidewalk", "side", "same", "side is inside sidewalk"),
        ("sidewalk", "riverside", "unsure", "sidewalk and riverside share side"),
        ("resign", "sign", "unsure", "resign is close to sign"),
        ("rose", "arose", "unsure", "rose is close to arose"),
    ],
)
def test_k17_links_and_their_reasons(a: str, b: str, kind: str, reason: str) -> None:
    assert link(a, b, small()) == Link(kind, reason)  # type: ignore[arg-type]


def test_k17_words_that_have_nothing_to_do_with_each_other() -> None:
    lexicon = small()
    assert link("river", "rise", lexicon) is None
    assert link("blorf", "river", lexicon) is None
    assert link("blorf", "blorf", lexicon) is not None


def test_k17_links_go_both_ways() -> None:
    lexicon = small()
    for a, b in combinations([row[0] for row in ROWS], 2):
        there, back = link(a, b, lexicon), link(b, a, lexicon)
        assert (there and there.kind) == (back and back.kind), (a, b)


def test_k17_same_root_lists_what_link_calls_the_same() -> None:
    lexicon = small()
    for word in [*lexicon.words, "walk", "bed", "blorf"]:
        wanted = [
            row
            for row, other in enumerate(lexicon.words)
            if (found := link(word, other, lexicon)) is not None and found.kind == "same"
        ]
        assert lexicon.same_root(word).tolist() == wanted, word


def test_k17_same_root_agrees_with_link_on_english(english: Lexicon) -> None:
    draw = random.Random(7)
    for word in draw.sample(english.words, 300):
        same = set(english.same_root(word).tolist())
        others = same | set(draw.sample(range(len(english)), 300))
        for row in others:
            found = link(word, english.words[row], english)
            assert (row in same) == (found is not None and found.kind == "same"), (word, english.words[row])


def test_k17_the_examples_of_the_rules(english: Lexicon) -> None:
    for a, b in (("rise", "rising"), ("revere", "revered"), ("river", "riverside"), ("play", "playground")):
        found = link(a, b, english)
        assert found is not None, (a, b)
        assert found.kind == "same", (a, b)


def test_k17_the_second_set_of_pairs(english: Lexicon) -> None:
    counts = {("same", True): 0, ("same", False): 0, ("different", True): 0, ("different", False): 0}
    for line in PAIRS.read_text().splitlines():
        if not line.startswith("#"):
            verdict, a, b = line.split("\t")
            assert a in english, a
            assert b in english, b
            found = link(a, b, english)
            counts[verdict, found is not None and found.kind == "same"] += 1
    assert counts["same", True] >= 0.9 * (counts["same", True] + counts["same", False])
    assert counts["different", True] <= 0.03 * (counts["different", True] + counts["different", False])


def test_k17_random_pairs_are_hardly_ever_the_same(english: Lexicon) -> None:
    known = [word for word, size in zip(english.words, english.sizes, strict=True) if size <= 60]
    draw = random.Random(11)
    pairs = [draw.sample(known, 2) for _ in range(20_000)]
    alarms = [pair for pair in pairs if (found := link(*pair, english)) is not None and found.kind == "same"]
    assert len(alarms) <= 12  # true kin among them included


def test_k17_no_family_swallows_the_lexicon(english: Lexicon) -> None:
    largest = max(("play", "man", "form", "sign", "stand", "act"), key=lambda word: len(english.same_root(word)))
    assert len(english.same_root(largest)) < 700
