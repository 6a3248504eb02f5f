"""Pronunciations as strings: one ASCII character a phoneme.

A string of codes serves rapidfuzz (edit distance between sounds), numpy (rows of bytes) and a text file alike. The
set is CMUdict's 39 ARPAbet phonemes without stress, plus the unstressed vowel AH0 on its own, because the phoneme
model tells it from AH1 (``x`` is SAMPA's neighbour of schwa, and "@" was taken by AE).
"""

#: ARPAbet symbol without its stress digit (``AH0`` stands for schwa) -> code.
ARPABET_TO_CODE: dict[str, str] = {
    "AA": "A", "AE": "@", "AH": "V", "AH0": "x", "AO": "O", "AW": "W", "AY": "Y", "B": "b", "CH": "C", "D": "d",
    "DH": "D", "EH": "E", "ER": "R", "EY": "e", "F": "f", "G": "g", "HH": "h", "IH": "I", "IY": "i", "JH": "J",
    "K": "k", "L": "l", "M": "m", "N": "n", "NG": "N", "OW": "o", "OY": "q", "P": "p", "R": "r", "S": "s",
    "SH": "S", "T": "t", "TH": "T", "UH": "U", "UW": "u", "V": "v", "W": "w", "Y": "y", "Z": "z", "ZH": "Z",
}  # fmt: skip

#: Every code once, in a fixed order.
CODES: str = "".join(ARPABET_TO_CODE.values())


def encode(arpabet: str) -> str:
    """The code string of an ARPAbet pronunciation such as ``"M AA1 R CH"`` (here ``"mArC"``).

    Raises ``KeyError`` for a symbol that is not CMUdict's.
    """
    return "".join(
        ARPABET_TO_CODE[symbol] if symbol == "AH0" else ARPABET_TO_CODE[symbol.rstrip("012")]
        for symbol in arpabet.split()
    )


def decode(codes: str) -> str:
    """The ARPAbet symbols of a code string, without stress but for schwa (``"mArC"``: ``"M AA R CH"``)."""
    symbols = {code: symbol for symbol, code in ARPABET_TO_CODE.items()}
    return " ".join(symbols[code] for code in codes)
