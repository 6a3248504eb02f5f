"""The figures as a table to read."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from voicegame.bench.rates import RATES

_HEADS = {
    "right_first": "first", "right_by_second": "second", "taken": "taken", "taken_right": "right", "asked": "asked",
    "refused_wrongly": "refused", "ignored": "ignored", "taken_for_command": "command", "bent": "bent",
}  # fmt: skip


def lines(figures: Mapping[str, Any]) -> Iterator[str]:
    """What :func:`voicegame.bench.run.hearing` gives: an ear in full; of several, all side by side first."""
    if "ears" not in figures:
        yield from _in_full(figures)
        return
    yield from _side_by_side(figures["ears"])
    for report in figures["ears"].values():
        yield ""
        yield from _in_full(report)


def _side_by_side(reports: Mapping[str, Mapping[str, Any]]) -> Iterator[str]:
    """Times and rates of all letters, an ear a line. "times": how many times as long as the first ear it takes."""
    first = next(iter(reports.values()))
    heads = " ".join(f"{_HEADS[name]:>7}" for name in RATES)
    yield f"{'':18} {'median':>8} {'95 %':>8} {'rtf':>7} {'times':>6}"
    for name, report in reports.items():
        latency = report["latency_ms"]
        times = report["rtf"] / first["rtf"] if first["rtf"] else float("nan")
        yield f"{name:18.18} {latency['median']:5.0f} ms {latency['p95']:5.0f} ms {report['rtf']:7.3f} {times:6.2f}"
    for count in first["letters"]:
        yield f"{count + ' letters':18} {'fit':>5} {'not':>5} {heads}"
        for name, report in reports.items():
            yield _line(name, report["letters"][count], 18)


def _in_full(report: Mapping[str, Any]) -> Iterator[str]:
    """A report of :func:`voicegame.bench.measure.report`, in per cent; all trials with their 95 % intervals."""
    latency = report["latency_ms"]
    yield (
        f"ear {report['ear']}, {report['lexicon_words']} words ({report['lexicon']}), {report['clips']} clips; verdict "
        f"after {latency['median']:g} ms (median), {latency['p95']:g} ms (95 %); {report['rtf']:g} s a second of sound"
    )
    yield f"{'':30} {'fit':>5} {'not':>5} " + " ".join(f"{_HEADS[name]:>7}" for name in RATES)
    for count, table in report["letters"].items():
        yield _line(f"{count} letters", table)
        low, high = ([table["intervals"][name][end] for name in RATES] for end in (0, 1))
        yield f"{'':30} {'from':>11} " + " ".join(f"{100 * value:7.1f}" for value in low)
        yield f"{'':30} {'to':>11} " + " ".join(f"{100 * value:7.1f}" for value in high)
    for part in ("datasets", "speakers"):
        for name, by_count in report[part].items():
            for count, table in by_count.items():
                yield _line(f"{name[:26]}, {count}", table)
    for name, row in report["commands"].items():
        yield f"{name}: " + ", ".join(f"{key} {value}" for key, value in row.items())
    if "talk" in report:
        talk = report["talk"]
        for count, row in talk["per_hour"].items():
            yield f"an hour of talk, {count} letters: " + ", ".join(f"{key} {value:g}" for key, value in row.items())
        yield f"an hour of talk, taken for a command: {talk['commands_per_hour']:g} (of {talk['hours']:g} hours)"


def _line(name: str, table: Mapping[str, Any], width: int = 30) -> str:
    shown = (f"{100 * table[rate]:7.1f}" if table[rate] is not None else f"{'-':>7}" for rate in RATES)
    return f"{name:{width}.{width}} {table['fitting']:5} {table['non_fitting']:5} " + " ".join(shown)
