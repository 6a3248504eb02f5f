"""Builds names.tsv, the given names that the host knows by ear: ``python lexicons/en/build_names.py``.

Inputs: the given names of the 1990 census of the United States (public domain), as the PyPI package ``names`` 0.3.0
holds them; ``name_inputs/given_names.tsv``; pronunciations from CMUdict. The same inputs give the same bytes.
"""

from __future__ import annotations

import hashlib
import sys
from importlib import metadata
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path[:0] = [str(HERE), str(HERE.parents[1])]

from builder import sources  # noqa: E402

from voicegame.lexicon.phonemes import encode  # noqa: E402

VERSION = "0.3.0"
SHA256 = {
    "names/dist.female.first": "bd2f310fc4e5d5e5ea122c9d4342c9821145823118eb20db1647f305ec77b358",
    "names/dist.male.first": "0a5078ef6effe3b483d15b0f7f95047662126c9bfb624ecd5e5b978fc0f2470b",
}
#: Names that fewer than so many in a hundred bear are left out: most of them sound like another one.
RAREST = 0.003
#: What a name of ours counts as.
OURS = 0.03


def census() -> dict[str, float]:
    """Name (lower case) -> how many in a hundred women, or men, bear it."""
    shares: dict[str, float] = {}
    try:
        package = metadata.distribution("names")
    except metadata.PackageNotFoundError:
        raise SystemExit(f"The census's names are missing: pip install names=={VERSION}.") from None
    for name, wanted in SHA256.items():
        data = Path(str(package.locate_file(name))).read_bytes()
        if hashlib.sha256(data).hexdigest() != wanted:
            raise SystemExit(f"{name} is not the file that this list is made from: pip install names=={VERSION}.")
        for line in data.decode("ascii").splitlines():
            person, share, *_ = line.split()
            shares[person.lower()] = max(float(share), shares.get(person.lower(), 0.0))
    return shares


def main() -> None:
    """Write the list: name, share in percent, how it may be said (codes)."""
    cmudict = sources.cmudict({source.name: source for source in sources.sources()}["cmudict"], encode)
    listed = {name: (share, cmudict[name]) for name, share in census().items() if share >= RAREST and name in cmudict}
    for name, written in sources.rows(HERE / "name_inputs" / "given_names.tsv", 2):
        sounds = [encode(way) for way in written.split(",")] if written else list(cmudict[name])
        share = max(OURS, listed.get(name, (0.0, ()))[0])
        listed[name] = (share, list(dict.fromkeys([*sounds, *listed.get(name, (0.0, ()))[1]])))
    lines = [f"{name}\t{share:g}\t{' '.join(sounds)}\n" for name, (share, sounds) in sorted(listed.items())]
    (HERE / "names.tsv").write_text("".join(lines), encoding="utf-8")
    print(f"{len(lines)} names")


if __name__ == "__main__":
    main()
