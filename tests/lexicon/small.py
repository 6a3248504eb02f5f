"""A lexicon of a few lines, for tests that name each word."""

from voicegame.lexicon.lexicon import Lexicon, Row

ROWS: tuple[Row, ...] = (
    ("act", "10", "@kt", "", ""),
    ("air", "10", "Er", "", ""),
    ("arc", "35", "Ark", "", ""),
    ("arise", "20", "xrYz", "rise", ""),
    ("arose", "20", "xroz", "=arise rise", ""),
    ("car", "10", "kAr", "", ""),
    ("cat", "10", "k@t", "", ""),
    ("dog", "10", "dOg", "", ""),
    ("each", "10", "iC", "", ""),
    ("heir", "35", "Er", "", ""),
    ("march", "10", "mArC", "", ""),
    ("read", "10", "rEd rid", "", ""),
    ("resign", "35", "rIzYn", "?sign", ""),
    ("rise", "10", "rYz", "", ""),
    ("rising", "10", "rYzIN", "=rise rise", ""),
    ("river", "10", "rIvR", "", ""),
    ("riverbed", "50", "rIvRbEd", "+bed river+", ""),
    ("rivers", "10", "rIvRz", "=river river", ""),
    ("riverside", "50", "rIvRsYd", "+side river+", ""),
    ("rose", "10", "roz", "=rise ?rise", ""),
    ("sculp", "70", "skVlp", "", "v"),
    ("scurro", "70", "skRo", "", "b"),
    ("side", "10", "sYd", "", ""),
    ("sidewalk", "35", "sYdwOk", "+walk side+", ""),
    ("sign", "10", "sYn", "", ""),
    ("strength", "10", "strENT", "strong", ""),
    ("strong", "10", "strON", "", ""),
    ("zax", "70", "z@ks", "", ""),
)


def small(level: str = "full") -> Lexicon:
    """The lexicon of ROWS."""
    return Lexicon(ROWS, version="small", level=level)
