"""Utterances cut from sound: where they begin and end, what is pending, deafness, gaps, talk."""

from collections.abc import Iterator

import numpy as np
import pytest

from tests.sounds import Sound, edges_of, noise, scene, spoken
from voicegame.hearing.audio import RATE, Chunk, Utterance
from voicegame.hearing.endpointing import Endpointer

MS = RATE // 1000


def chunks(sound: Sound, size: int = 512, first: int = 0) -> Iterator[Chunk]:
    for at in range(0, len(sound), size):
        yield Chunk(sound[at : at + size], first + at)


def utterances(sound: Sound, size: int = 512, **settings: float) -> list[Utterance]:
    ears = Endpointer(**settings)  # type: ignore[arg-type]
    found = [one for chunk in chunks(sound, size) for one in ears.feed(chunk)]
    return found + ears.flush()


@pytest.mark.parametrize("voice", ["en-us", "en-gb", "en-us+f3"])
@pytest.mark.parametrize("word", ["see", "fun", "hat", "ship", "thief", "cat", "street", "apple", "mother", "backpack"])
def test_a_word_begins_and_ends_where_its_sound_does(word: str, voice: str) -> None:
    clean = spoken(word, voice)
    begin, end = edges_of(clean)
    (found,) = utterances(scene(2.4, (0.8, clean)))
    at = round(0.8 * RATE)
    assert abs(found.begin - (at + begin)) <= 20 * MS
    _, faint = edges_of(clean, below_db=60)  # a voice dies away: its end lies between these two
    assert end - 20 * MS <= found.end - at <= faint + 20 * MS
    assert not found.talk
    assert found.sound_at >= RATE // 4
    assert len(found.samples) - found.sound_at - (found.end - found.begin) >= RATE // 4


def test_samples_are_those_of_the_source_at_the_places_named() -> None:
    sound = scene(3.0, (1.0, spoken("see")))
    (found,) = utterances(sound)
    first = found.first_sample
    np.testing.assert_array_equal(found.samples, sound[first : first + len(found.samples)])


@pytest.mark.parametrize("size", [160, 512, 800, 4096])
def test_the_size_of_the_chunks_changes_nothing(size: int) -> None:
    sound = scene(4.0, (0.8, spoken("thief")), (2.2, spoken("apple")))
    assert [(u.begin, u.end) for u in utterances(sound, size)] == [(u.begin, u.end) for u in utterances(sound, 512)]


def test_words_apart_are_two_and_syllables_together_are_one() -> None:
    two = utterances(scene(4.5, (0.8, spoken("cat")), (2.4, spoken("dog"))))
    assert len(two) == 2
    assert two[0].end < two[1].begin
    assert len(utterances(scene(4.0, (0.8, spoken("backpack"))))) == 1
    assert len(utterances(scene(4.0, (0.8, spoken("carry on"))))) == 1


def test_a_clip_that_starts_with_the_word_and_is_cut_after_it_is_heard() -> None:
    clean = spoken("street")
    begin, end = edges_of(clean)
    (found,) = utterances(clean[begin : end + 1] + noise(end + 1 - begin, -75))
    assert found.begin <= 20 * MS
    assert found.end >= end - begin - 60 * MS


def test_noise_a_clap_and_hum_are_no_utterances() -> None:
    fading = np.exp(-np.arange(800) / 120)
    clap = (np.random.default_rng(3).normal(size=800) * fading).astype(np.float32)
    hum = (0.05 * np.sin(2 * np.pi * 100 * np.arange(4 * RATE) / RATE)).astype(np.float32)
    assert utterances(scene(4.0, level_db=-35)) == []
    assert utterances(scene(4.0, (2.0, 0.5 * clap))) == []
    assert utterances(scene(4.0, (0.0, hum))) == []
    assert utterances(np.zeros(2 * RATE, np.float32)) == []


def test_pending_and_heard_until_never_lose_a_sound() -> None:
    ears = Endpointer()
    sound = scene(5.0, (1.0, spoken("see")), (3.0, spoken("thief")))
    returned: list[Utterance] = []
    promises: list[tuple[int, list[int]]] = []  # at each chunk: heard_until, and every begin known then
    for chunk in chunks(sound):
        returned += ears.feed(chunk)
        known = [one.begin for one in returned] + ([ears.pending] if ears.pending is not None else [])
        promises.append((ears.heard_until, known))
    assert len(returned) == 2
    for one in returned:
        for until, known in promises:
            assert one.begin >= until or one.begin in known
    untils = [until for until, _ in promises]
    assert untils == sorted(untils)
    assert untils[-1] >= len(sound) - 0.4 * RATE
    assert ears.pending is None


def test_flush_gives_what_is_going_on() -> None:
    clean = spoken("banana")
    sound = scene(3.0, (1.0, clean))[: RATE + round(0.45 * RATE)]  # cut in the middle of the word
    ears = Endpointer()
    assert [one for chunk in chunks(sound) for one in ears.feed(chunk)] == []
    assert ears.pending is not None
    (found,) = ears.flush()
    assert found.end <= len(sound)
    assert ears.pending is None
    assert ears.heard_until == len(sound)


def test_s17_long_talk_is_given_once_and_does_not_pend() -> None:
    talk = np.concatenate([spoken("this is a long story about a dog and a cat and another dog", speed=200)] * 6)
    quiet = talk[np.abs(talk) > 0] if len(talk) < 20 * RATE else talk
    sound = scene(len(quiet) / RATE + 5.0, (1.0, quiet), (len(quiet) / RATE + 3.0, spoken("apple")))
    ears = Endpointer(max_utterance=2.0, min_silence=1.5)
    found: list[Utterance] = []
    for chunk in chunks(sound):
        found += ears.feed(chunk)
        assert ears.pending is None or chunk.end - ears.pending <= 2.1 * RATE
    found += ears.flush()
    assert [one.talk for one in found] == [True, False]
    assert found[0].end - found[0].begin <= 2.1 * RATE
    assert len(found[0].samples) <= 2.5 * RATE


def test_s06_deaf_while_the_host_speaks_and_right_afterwards_all_ears() -> None:
    host, answer = spoken("the letters are a as in apple", "en-gb"), spoken("see")
    host_begin = RATE
    host_end = host_begin + len(host) + 3 * RATE // 10
    answer_at = (host_end + 1600) / RATE
    sound = scene(answer_at + 2.0, (1.0, host), (answer_at, answer))
    ears = Endpointer()
    found: list[Utterance] = []
    for chunk in chunks(sound):
        hush = chunk.first_sample < host_end and chunk.end > host_begin
        found += ears.skip(chunk) if hush else ears.feed(chunk)
    found += ears.flush()
    (only,) = found
    assert abs(only.begin - (round(answer_at * RATE) + edges_of(answer)[0])) <= 20 * MS
    assert only.first_sample >= host_end


def test_deaf_times_are_kept_to_the_sample() -> None:
    host = spoken("the letters are a as in apple", "en-gb")
    sound = scene(5.0, (1.0, host))
    ears = Endpointer()
    ears.deaf(RATE, RATE + len(host))
    found = [one for chunk in chunks(sound, 4096) for one in ears.feed(chunk)] + ears.flush()
    assert found == []


def test_an_utterance_that_runs_into_the_host_is_dropped_and_one_before_it_is_not() -> None:
    word = spoken("banana")
    begin, end = edges_of(word)
    sound = scene(4.0, (1.0, word))
    for edge, count in ((RATE + (begin + end) // 2, 0), (RATE + end + 300 * MS, 1)):
        ears = Endpointer()
        ears.deaf(edge, edge + RATE)
        found = [one for chunk in chunks(sound) for one in ears.feed(chunk)] + ears.flush()
        assert len(found) == count


def test_a_deaf_time_told_late_still_drops_what_it_met() -> None:
    sound = scene(4.0, (1.0, spoken("banana")))
    ears = Endpointer()
    for chunk in chunks(sound[: round(1.4 * RATE)]):
        assert ears.feed(chunk) == []
    assert ears.pending is not None
    ears.deaf(RATE // 2, 2 * RATE)
    assert ears.pending is None
    rest = chunks(sound[round(1.4 * RATE) :], first=round(1.4 * RATE))
    assert [one for chunk in rest for one in ears.feed(chunk)] + ears.flush() == []


def test_s22_lost_samples_keep_the_clock_in_step() -> None:
    word = spoken("apple")
    sound = scene(5.0, (3.0, word))
    ears = Endpointer()
    found: list[Utterance] = []
    for chunk in chunks(sound):
        if RATE <= chunk.first_sample < 2 * RATE:
            continue  # a second of sound never arrives
        found += ears.feed(chunk)
    (only,) = found + ears.flush()
    assert abs(only.begin - (3 * RATE + edges_of(word)[0])) <= 20 * MS
    assert only.lost == 0


def test_s22_an_utterance_says_what_it_lost() -> None:
    word = spoken("banana")
    sound = scene(3.0, (1.0, word))
    hole = range(round(1.3 * RATE), round(1.4 * RATE))
    before, after = sound[: hole.start], sound[hole.stop :]
    ears = Endpointer()
    found = [one for chunk in chunks(before) for one in ears.feed(chunk)]
    found += ears.feed(Chunk(after[:512], hole.stop, lost=len(hole)))
    found += [one for chunk in chunks(after[512:], first=hole.stop + 512) for one in ears.feed(chunk)]
    (only,) = found + ears.flush()
    assert only.lost == len(hole)
    assert only.begin < hole.start < hole.stop < only.end


def test_s32_two_hundred_rounds_leave_nothing_behind() -> None:
    # Loud is speech here: the detector itself would tire the test.
    ears = Endpointer(activity=lambda frame: 0.0 if frame is None else float(np.abs(frame).max() > 0.1))
    tone = (0.3 * np.sin(2 * np.pi * 300 * np.arange(RATE // 2) / RATE)).astype(np.float32)
    room = scene(1.5, (0.5, tone))
    count = 0
    for turn in range(200):
        for chunk in chunks(room, 1600, first=turn * len(room)):
            count += len(ears.feed(chunk))
    assert count == 200
    assert len(ears._sound) <= 6 * RATE


# Utterances that end sooner, for somebody who is asked about them while their silence still runs


class Asked:
    """Says that some seconds of silence are enough, and notes what it was asked about, and when it was given."""

    def __init__(self, enough: float) -> None:
        self.enough = enough
        self.drafts: list[Utterance] = []

    def __call__(self, utterance: Utterance) -> float:
        self.drafts.append(utterance)
        return self.enough


def hurried(sound: Sound, enough: float, size: int = 512) -> tuple[Asked, list[tuple[Utterance, int]]]:
    """Who was asked, and each utterance with the place on the clock at which it was given."""
    asked = Asked(enough)
    ears = Endpointer(patience=asked)
    return asked, [(one, chunk.end) for chunk in chunks(sound, size) for one in ears.feed(chunk)]


@pytest.mark.parametrize("word", ["see", "cat", "backpack", "carpet", "street", "actor"])
def test_an_utterance_ends_as_soon_as_there_is_silence_enough_for_whoever_is_asked(word: str) -> None:
    sound = scene(3.0, (0.8, spoken(word)))
    (whole,) = utterances(sound)
    asked, ((found, at),) = hurried(sound, 0.2)
    assert found is asked.drafts[-1]  # the very object: what it was taken for then holds now
    assert (found.begin, found.sound_at) == (whole.begin, whole.sound_at)
    assert abs(found.end - whole.end) <= 20 * MS
    assert found.end + 200 * MS <= at <= found.end + 200 * MS + 2 * 512
    np.testing.assert_array_equal(found.samples, whole.samples[: len(found.samples)])


def test_who_is_asked_may_want_the_whole_silence_and_is_given_what_it_has_seen() -> None:
    sound = scene(3.0, (0.8, spoken("march")))
    asked, ((found, at),) = hurried(sound, 9.0)
    assert found is asked.drafts[-1]
    assert at >= found.end + 300 * MS
    _, ((_, sooner),) = hurried(sound, 0.2)
    assert at - sooner >= 150 * MS


def test_voice_that_comes_back_drops_what_was_asked_about() -> None:
    car, pet = spoken("car"), spoken("pet")
    first = car[: edges_of(car)[1]]
    gap = round(0.16 * RATE)
    said = np.concatenate([first, np.zeros(gap, np.float32), pet[edges_of(pet)[0] :]])
    sound = scene(3.0, (0.8, said))
    asked, ((found, _),) = hurried(sound, 0.25)
    assert len(asked.drafts) >= 2
    early = asked.drafts[0]
    assert early.begin == found.begin
    assert early.end < round(0.8 * RATE) + len(first) + gap < found.end
    assert found is asked.drafts[-1]
    # Who says too soon that it is enough has two utterances of it: nothing is heard twice, and nothing is lost.
    _, both = hurried(sound, 0.1)
    assert len(both) == 2
    assert both[0][0].end <= both[1][0].begin


def test_a_sound_that_the_detector_misses_drops_it_too() -> None:
    tone = (0.3 * np.sin(2 * np.pi * 300 * np.arange(RATE // 2) / RATE)).astype(np.float32)
    burst = noise(RATE // 20, -30)
    sound = scene(3.0, (1.0, tone), (1.61, burst))
    asked = Asked(0.25)
    level = 0.2
    ears = Endpointer(patience=asked, activity=lambda frame: float(frame is not None and np.abs(frame).max() > level))
    (found,) = [one for chunk in chunks(sound) for one in ears.feed(chunk)]
    assert len(asked.drafts) == 2
    assert found is asked.drafts[1]
    assert found.first_sample + len(found.samples) >= round(1.66 * RATE)  # who hears it hears the burst


@pytest.mark.parametrize("size", [160, 800, 4096])
def test_the_size_of_the_chunks_changes_nothing_in_a_hurry_either(size: int) -> None:
    sound = scene(4.0, (0.8, spoken("thief")), (2.2, spoken("apple")))
    usual, ours = (hurried(sound, 0.2, each)[1] for each in (512, size))
    assert [(one.begin, one.end) for one, _ in ours] == [(one.begin, one.end) for one, _ in usual]


def test_talk_is_asked_about_no_more_once_it_is_talk() -> None:
    talk = np.concatenate([spoken("this is a long story about a dog and a cat", speed=200)] * 4)
    asked = Asked(9.0)
    ears = Endpointer(patience=asked, max_utterance=2.0, min_silence=1.5)
    found = [one for chunk in chunks(scene(len(talk) / RATE + 3.0, (1.0, talk))) for one in ears.feed(chunk)]
    assert [one.talk for one in found] == [True]
    assert all(one.end <= found[0].end for one in asked.drafts)
