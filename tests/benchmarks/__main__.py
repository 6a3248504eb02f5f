"""``python -m tests.benchmarks``: speed as ratios against a plain way, in one run, and memory."""

from __future__ import annotations

import importlib.util
import os

from tests.benchmarks import board, judging, lookup, memory, network
from voicegame.assembly import load_judge, load_lexicon


def main() -> None:
    """Run them all."""
    memory.run()  # first: what this process itself starts later would be counted with it
    network.run()
    lexicon = load_lexicon("full")
    lookup.run(lexicon)
    judging.run(lexicon, load_judge(lexicon))
    if importlib.util.find_spec("tests.benchmarks.spelling"):
        importlib.import_module("tests.benchmarks.spelling").run(lexicon)
    board.run()
    print(f"measured on {os.cpu_count()} cores")


if __name__ == "__main__":
    main()
