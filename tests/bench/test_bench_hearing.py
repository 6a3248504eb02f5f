"""The benchmark of hearing: its trials, its rates, what it prints, and manifests that are wrong."""

from __future__ import annotations

import json
from importlib.util import find_spec
from pathlib import Path

import numpy as np
import pytest
import soundfile

from tests.program import complaint, run
from tests.sounds import spoken
from voicegame.bench import ears
from voicegame.bench.manifest import Clip, read_manifest
from voicegame.bench.measure import Bench, listen_each, report
from voicegame.bench.rates import RATES, interval, rates
from voicegame.bench.run import parse_counts
from voicegame.bench.table import lines
from voicegame.bench.trials import FEWEST_FITTING, Trial, draw_trials
from voicegame.errors import UserError
from voicegame.hearing.audio import RATE, Samples
from voicegame.hearing.text_evidence import PER_PHONEME, TextEvidence, Texts
from voicegame.lexicon.commands import CommandBook
from voicegame.lexicon.judge import Judge
from voicegame.lexicon.lexicon import Lexicon
from voicegame.lexicon.sound_tree import SoundTree
from voicegame.lexicon.word_rules import in_order
from voicegame.paths import CONFIG, LEXICONS

HEAD = "path\ttext\tspeaker\tdataset\tlicence\n"


@pytest.fixture(scope="module")
def lexicon() -> Lexicon:
    return Lexicon.load(LEXICONS / "en")


def _clip(word: str) -> Clip:
    return Clip(Path(f"{word}.wav"), word, "ann", "set")


def _manifest(folder: Path, *rows: str, head: str = HEAD) -> Path:
    soundfile.write(folder / "march.wav", spoken("march"), RATE)
    path = folder / "clips.tsv"
    path.write_text(head + "".join(f"{row}\n" for row in rows), encoding="utf-8")
    return path


def test_letters_are_drawn_as_defined_and_the_same_for_a_seed(lexicon: Lexicon) -> None:
    for word in ("march", "rite", "at", "strengths"):
        trials = draw_trials(_clip(word), (2, 3, 4), lexicon, 7)
        assert trials == draw_trials(_clip(word), (2, 3, 4), lexicon, 7)
        assert [len(trial.letters) for trial in trials if trial.fitting] == [n for n in (2, 3, 4) if n <= len(word)]
        assert [len(trial.letters) for trial in trials if not trial.fitting] == [2, 3, 4]
        for trial in trials:
            assert in_order(word, tuple(trial.letters)) is trial.fitting
            if not trial.fitting:
                assert len(lexicon.containing(trial.letters)) >= FEWEST_FITTING
                assert not any(in_order(same, tuple(trial.letters)) for same in lexicon.homophones(word))
    assert draw_trials(_clip("strengths"), (2,), lexicon, 1) != draw_trials(_clip("strengths"), (2,), lexicon, 2)


def test_intervals_are_wilsons() -> None:
    # Newcombe (1998), table I: 81 of 263, 0 of 20, 1 of 29, by the score method.
    assert interval(81, 263) == pytest.approx((0.2553, 0.3662), abs=1e-4)
    assert interval(0, 20) == pytest.approx((0.0, 0.1611), abs=1e-4)
    assert interval(1, 29) == pytest.approx((0.0061, 0.1718), abs=1e-4)
    assert interval(0, 0) == (0.0, 1.0)


def test_rates_count_each_kind_of_trial_by_itself() -> None:
    fits, other = Trial(_clip("march"), "ac", True), Trial(_clip("march"), "zq", False)
    found = dict.fromkeys(RATES[:-1], False)
    results = [(fits, {**found, "taken": True}), (fits, {**found, "asked": True}), (other, {"bent": True})]
    table = rates(results, 2)
    assert (table["fitting"], table["non_fitting"]) == (2, 1)
    assert (table["taken"], table["asked"], table["ignored"], table["bent"]) == (0.5, 0.5, 0.0, 1.0)
    assert table["intervals"]["taken"] == pytest.approx([0.0945, 0.9055], abs=1e-4)
    assert rates(results, 3)["taken"] is None


def test_the_command_prints_the_figures_as_json(tmp_path: Path) -> None:
    manifest = _manifest(tmp_path, "march.wav\tMarch\tann\tset one\tmine", "march.wav\tnot a word\tbob\tset two\tmine")
    done = run("bench", "hearing", "--manifest", manifest, "--letters", "2,3", "--json")
    assert done.returncode == 0, done.stderr
    report = json.loads(done.stdout)
    assert report["ear"] == "phonemes"
    assert report["lexicon_words"] > 100_000
    assert list(report["letters"]) == ["2", "3"]
    wanted = {"fitting", "non_fitting", "right_first", "right_by_second", "taken", "asked", "refused_wrongly", "bent"}
    for table in (report["letters"]["2"], report["datasets"]["set one"]["3"], report["speakers"]["ann"]["2"]):
        assert wanted | {"ignored"} <= set(table)
        assert (table["fitting"], table["non_fitting"]) == (1, 1)
        assert all(0 <= table[name] <= 1 for name in RATES)
    assert list(report["speakers"]) == ["ann"]
    assert 0 < report["latency_ms"]["median"] <= report["latency_ms"]["p95"]
    assert report["rtf"] > 0


@pytest.mark.parametrize(
    ("rows", "head", "said"),
    [
        (["march.wav\tmarch\tann\tone"], "path\ttext\tspeaker\tdataset\n", "lacks the column 'licence'"),
        (["march.wav\tmarch\tann\tone"], HEAD, "line 2: it has 4 values for 5 columns"),
        (["gone.wav\tmarch\tann\tone\tmine"], HEAD, "line 2: there is no file gone.wav"),
        (["x" * 5000 + "\tmarch\tann\tone\tmine"], HEAD, "line 2: there is no file"),
        (["\tmarch\tann\tone\tmine"], HEAD, "line 2: the path is empty"),
        ([], HEAD, "lists no clips"),
        ([], "", "is empty"),
    ],
)
def test_a_wrong_manifest_is_told_in_one_sentence(rows: list[str], head: str, said: str, tmp_path: Path) -> None:
    with pytest.raises(UserError) as told:
        read_manifest(_manifest(tmp_path, *rows, head=head))
    assert said in str(told.value)
    assert "\n" not in str(told.value)


def test_manifests_that_are_no_text_or_not_there(tmp_path: Path) -> None:
    path = tmp_path / "clips.tsv"
    path.write_bytes(HEAD.encode() + b"caf\xe9.wav\tmarch\tann\tone\tmine\n")
    with pytest.raises(UserError, match=r"line 2: this is no UTF-8"):
        read_manifest(path)
    for missing in (tmp_path / "gone.tsv", tmp_path):
        with pytest.raises(UserError, match="can't be read"):
            read_manifest(missing)


def test_the_command_tells_what_is_wrong(tmp_path: Path) -> None:
    manifest = _manifest(tmp_path, "march.wav\tmarch\tann\tone\tmine")
    (tmp_path / "march.wav").write_text("this is no sound")
    assert "is not a WAV file" in complaint(run("bench", "hearing", "--manifest", manifest))


@pytest.mark.parametrize("letters", ["", "two", "0", "2,,3", "99", "-1"])
def test_letters_that_are_no_numbers(letters: str) -> None:
    with pytest.raises(UserError, match="no numbers of letters"):
        parse_counts(letters)


def test_ears_that_are_unknown_or_not_installed(lexicon: Lexicon, monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(
        UserError, match=r"no ear called 'cochlea': take one of phonemes, phonemes-alone, vosk, both, pocketsphinx"
    ):
        ears.open_ear("cochlea", lexicon)
    monkeypatch.setattr(ears, "find_spec", lambda _: None)
    for name in ears.OTHERS:
        with pytest.raises(UserError, match=r"pip install 'voicegame\[bench-"):
            ears.open_ear(name, lexicon)


def test_a_text_is_weighed_by_how_its_words_sound(lexicon: Lexicon) -> None:
    tree = SoundTree(lexicon.sounds)
    near = Texts(lexicon).evidence("March.").nearest(tree)
    words = [lexicon.words[row] for row in lexicon.owners[near.rows]]
    best = [word for word, score in zip(words, near.scores, strict=True) if score == 0]
    assert "march" in best
    assert near.scores[words.index("mark")] == PER_PHONEME
    assert list(near.scores) == sorted(near.scores, reverse=True)
    assert Texts(lexicon).evidence(" ?! ").empty
    assert np.isfinite(Texts(lexicon).evidence("Xyzzy blorp").nearest(tree).scores).all()


def test_several_ears_hear_the_same_clips_in_one_run(tmp_path: Path) -> None:
    manifest = _manifest(tmp_path, "march.wav\tmarch\tann\tone\tmine", "march.wav\tmarch\tbob\ttwo\tmine")
    command = (
        "bench",
        "hearing",
        "--manifest",
        manifest,
        "--letters",
        "2",
        "--ear",
        "phonemes-alone",
        "--ear",
        "phonemes",
    )
    done = run(*command, "--json")
    assert done.returncode == 0, done.stderr
    figures = json.loads(done.stdout)
    assert list(figures) == ["ears"]
    assert list(figures["ears"]) == ["phonemes-alone", "phonemes"]
    for name, each in figures["ears"].items():
        assert each["ear"] == name
        assert (each["letters"]["2"]["fitting"], each["letters"]["2"]["non_fitting"]) == (2, 2)
        assert each["rtf"] > 0


class _Scripted:
    """An ear that says what it heard, and when."""

    def __init__(self, name: str, texts: Texts, order: list[str]) -> None:
        self.name, self._texts, self._order = name, texts, order

    def listen(self, samples: Samples) -> TextEvidence:  # noqa: ARG002
        self._order.append(self.name)
        return self._texts.evidence("march")


@pytest.mark.slow
def test_each_clip_is_heard_by_one_ear_after_the_other(tmp_path: Path, lexicon: Lexicon) -> None:
    manifest = _manifest(tmp_path, "march.wav\tmarch\tann\tone\tmine", "march.wav\tdog\tbob\tone\tmine")
    book = CommandBook.load(CONFIG / "commands.en.yaml", lexicon)
    order: list[str] = []
    both = [_Scripted(name, Texts(lexicon), order) for name in ("first", "second")]
    bench = Bench(lexicon, Judge(lexicon, book))
    found = listen_each(bench, both, book, read_manifest(manifest), (2,), 1)
    assert order == ["first", "second"] * 3  # both are tried once before anything is timed
    assert [trial for trial, _ in found[0].trials] == [trial for trial, _ in found[1].trials]
    reports = {ear.name: report(bench, ear, book, each, (2,)) for ear, each in zip(both, found, strict=True)}
    assert reports["first"]["letters"] == reports["second"]["letters"]
    assert reports["first"]["letters"]["2"]["right_first"] == 0.5
    printed = list(lines({"ears": reports}))
    assert [line.split()[0] for line in printed[1:3]] == ["first", "second"]
    assert printed[1].split()[-1] == "1.00"  # times as long as the first
    assert sum(line.startswith("ear ") for line in printed) == 2


@pytest.mark.slow
@pytest.mark.parametrize("name", [name for name, (package, *_) in ears.OTHERS.items() if find_spec(package)])
def test_the_ears_of_others_hear(name: str, lexicon: Lexicon) -> None:
    """Each that is installed, with its true weights."""
    heard = ears.open_ear(name, lexicon).listen(np.pad(spoken("the river was wide and slow"), RATE // 2))
    assert isinstance(heard, TextEvidence)
    assert {"the", "was"} <= set(heard.text.split()), heard.text  # what even the weakest hears of this voice
    assert np.isfinite(heard.nearest(SoundTree(lexicon.sounds)).scores).all()
