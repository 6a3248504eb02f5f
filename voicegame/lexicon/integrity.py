"""Whether the files of a lexicon are what they were when it was built."""

from __future__ import annotations

import json
from pathlib import Path

from voicegame.checksum import sha256_of
from voicegame.errors import UserError
from voicegame.lexicon.lexicon import Lexicon


def faults(folder: Path) -> tuple[str, list[str]]:
    """What the lexicon of a folder is, in a line, and a sentence for each fault of its files.

    Raises ``UserError`` as :meth:`Lexicon.load` does.
    """
    lexicon = Lexicon.load(folder)
    meta = json.loads((folder / "meta.json").read_text(encoding="utf-8"))
    found = list(lexicon.problems)
    try:
        checksum = sha256_of(folder / "words.tsv")
    except OSError as error:
        raise UserError(
            f"{folder / 'words.tsv'} can't be read ({error.strerror}): install the program again."
        ) from None
    if checksum != meta.get("sha256"):
        found.append(f"{folder / 'words.tsv'} is not the file that meta.json describes (sha256): install it again.")
    counts = {"words": len(lexicon), "pronunciations": len(lexicon.sounds)}
    for name, count in counts.items():
        if meta.get(name) != count:
            found.append(f"{folder / 'meta.json'} counts {meta.get(name)} {name}, but there are {count}.")
    shown = f"{folder}: {lexicon.version}, {counts['words']} words, {counts['pronunciations']} pronunciations"
    return shown, found
