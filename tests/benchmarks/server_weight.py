"""How much a server's text should weigh beside the phoneme ear, with Whisper "tiny.en" as the server.

``python -m tests.benchmarks.server_weight --manifest FILE [--every N]`` (needs voicegame[bench-whisper]).
"""

from __future__ import annotations

import argparse
from collections.abc import Callable
from pathlib import Path

import voicegame.hearing.wyoming_ear as wyoming_ear
from voicegame.bench import ears
from voicegame.bench.manifest import read_manifest
from voicegame.bench.measure import Bench, is_word, listen_each
from voicegame.hearing.audio import Samples
from voicegame.hearing.phoneme_ear import PhonemeEar
from voicegame.lexicon.commands import CommandBook
from voicegame.lexicon.evidence import SpokenEvidence
from voicegame.lexicon.judge import Judge
from voicegame.lexicon.lexicon import Lexicon
from voicegame.paths import CONFIG, LEXICONS

WEIGHTS = (0.0, 3.0, 5.0, 7.0, 9.0, 12.0)
SETS = ("nist_mrt", "freeswitch_callie", "asterisk_en_us_core", "art4apps_words", "artikulate_en")
SHOWN = ("right_first", "right_by_second", "asked", "refused_wrongly", "taken_right")


class Server:
    """Whisper in this process, in a server's place; what it wrote is remembered."""

    def __init__(self, write: Callable[[Samples], str]) -> None:
        self._write = write
        self._texts: dict[bytes, str] = {}

    def transcribe(self, samples: Samples, _language: str) -> str:
        key = samples.tobytes()
        if key not in self._texts:
            self._texts[key] = self._write(samples)
        return self._texts[key]


class Both:
    """The ear that is measured."""

    name = "phonemes and a server"

    def __init__(self, lexicon: Lexicon) -> None:
        server = Server(ears._faster_whisper())
        self._ear = wyoming_ear.ServerEar(PhonemeEar(), server, lexicon, "en")  # type: ignore[arg-type]

    def listen(self, samples: Samples) -> SpokenEvidence:
        return self._ear.listen(samples)


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--manifest", type=Path, required=True)
    parser.add_argument("--every", type=int, default=9)
    asked = parser.parse_args()
    lexicon = Lexicon.load(LEXICONS / "en")
    book = CommandBook.load(CONFIG / "commands.en.yaml", lexicon)
    bench = Bench(lexicon, Judge(lexicon, book))
    clips = [clip for clip in read_manifest(asked.manifest) if clip.text and is_word(clip, lexicon)]
    clips = [clip for clip in clips if clip.dataset in SETS][:: asked.every]
    found = listen_each(bench, [Both(lexicon)], book, clips, (2, 3), 1)[0]
    for weight in WEIGHTS:
        wyoming_ear._PER_PHONEME = weight
        for count in (2, 3):
            outcomes = [(each.fitting, bench.outcome(each, heard)) for each, heard in found.trials
                        if len(each.letters) == count]  # fmt: skip
            fitting = [outcome for fits, outcome in outcomes if fits]
            others = [outcome for fits, outcome in outcomes if not fits]
            rates = {name: f"{sum(outcome[name] for outcome in fitting) / len(fitting):.1%}" for name in SHOWN}
            bent = sum(outcome["bent"] for outcome in others) / max(1, len(others))
            print(f"weight {weight:g}, {count} letters, {len(fitting)} trials: {rates}, bent {bent:.1%}")


if __name__ == "__main__":
    main()
