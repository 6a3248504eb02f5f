"""English endings, beginnings and parts of compounds: the tables behind the families."""

#: (suffix, what it takes the place of, the parts of speech of the base as WordNet's letters, the base's least length).
SUFFIXES: tuple[tuple[str, str, str, int], ...] = (
    ("ly", "", "a", 3), ("ly", "le", "a", 4), ("ally", "", "a", 4), ("ily", "y", "a", 3),
    ("ness", "", "a", 3), ("iness", "y", "a", 3), ("less", "", "nv", 3), ("iless", "y", "n", 4),
    ("ful", "", "nv", 3), ("iful", "y", "n", 4), ("ish", "", "na", 4), ("hood", "", "na", 3),
    ("ship", "", "n", 4), ("like", "", "n", 3), ("able", "", "v", 4), ("able", "e", "v", 4),
    ("able", "ate", "v", 6), ("ability", "able", "a", 6), ("ibility", "ible", "a", 6), ("ment", "", "v", 4),
    ("er", "", "v", 4), ("er", "e", "v", 4), ("or", "", "v", 5), ("or", "e", "v", 5), ("ation", "", "v", 5),
    ("ation", "e", "v", 5), ("ion", "", "v", 5), ("ion", "e", "v", 5), ("ition", "e", "v", 5),
    ("ization", "ize", "v", 6), ("isation", "ise", "nva", 6), ("izer", "ize", "v", 6), ("ist", "", "n", 4),
    ("ism", "", "na", 4), ("ist", "ism", "n", 5), ("ist", "y", "n", 5), ("ic", "", "n", 5),
    ("ic", "y", "n", 5), ("ical", "ic", "a", 5), ("ical", "y", "n", 5), ("ically", "ic", "a", 5),
    ("ity", "", "a", 5), ("ity", "e", "a", 5), ("ty", "", "a", 4), ("y", "", "a", 4), ("ize", "", "na", 5),
    ("ize", "y", "n", 5), ("ify", "", "na", 5), ("al", "", "n", 5), ("al", "e", "n", 6), ("ous", "", "n", 5),
    ("ous", "y", "n", 6), ("ous", "e", "n", 6), ("ward", "", "na", 3), ("wards", "", "na", 3), ("wise", "", "n", 4),
    ("fold", "", "a", 3), ("some", "", "nva", 4), ("ess", "", "n", 4), ("dom", "", "n", 4), ("y", "", "n", 4),
    ("y", "e", "n", 4), ("ee", "", "v", 5), ("age", "", "nv", 5), ("ance", "", "v", 5), ("ence", "", "v", 5),
    ("ant", "", "v", 5), ("ent", "", "v", 6), ("ance", "ant", "a", 6), ("ence", "ent", "a", 6),
    ("ancy", "ant", "a", 6), ("ency", "ent", "a", 6), ("cy", "t", "a", 6), ("acy", "ate", "na", 6),
    ("ive", "", "v", 5), ("ive", "e", "v", 5), ("ative", "", "v", 5), ("ory", "ion", "n", 6),
    ("en", "", "a", 4), ("ese", "", "n", 5), ("ite", "", "n", 5), ("ling", "", "n", 4), ("let", "", "n", 4),
    ("ette", "", "n", 5), ("ly", "", "n", 3), ("ily", "y", "n", 3),
)  # fmt: skip
#: Suffixes that are hardly ever there by chance, if the base is of the right part of speech.
SAFE_SUFFIXES = frozenset(
    (
        "ally",
        "iness",
        "less",
        "iless",
        "iful",
        "ish",
        "hood",
        "like",
        "ability",
        "ibility",
        "ization",
        "isation",
        "ful",
        "able",
        "ment",
    )
)
SAFE_AFTER_ADJECTIVE = frozenset(("ly", "ily", "ness"))
#: What may make a word its opposite.
NEGATIONS = frozenset(("un", "in", "im", "ir", "il", "dis", "non", "mis", "a", "anti", "under", "over", "de"))
#: Prefixes that leave the root plain, with the parts of speech of the base and its least length.
PREFIXES: tuple[tuple[str, str, int], ...] = (
    ("un", "av", 3), ("non", "na", 4), ("dis", "nva", 5), ("mis", "nv", 3), ("over", "va", 3),
    ("under", "v", 3), ("out", "nv", 3), ("fore", "nv", 3), ("pre", "v", 4), ("anti", "na", 4),
    ("inter", "nva", 4), ("sub", "nv", 5), ("super", "na", 4), ("semi", "na", 4), ("counter", "nv", 4),
    ("co", "n", 6), ("ultra", "na", 4), ("multi", "na", 4), ("micro", "n", 4), ("mini", "n", 3),
    ("mega", "n", 4), ("auto", "n", 5), ("photo", "na", 5), ("tele", "n", 5), ("bio", "na", 5),
    ("extra", "a", 5), ("hyper", "na", 5), ("mid", "n", 3), ("post", "na", 4), ("pseudo", "na", 4),
    ("neo", "na", 5), ("in", "nva", 4), ("im", "nva", 4), ("ir", "na", 4), ("il", "na", 4), ("up", "nv", 4),
    ("down", "nv", 4), ("off", "nv", 4), ("on", "nv", 4), ("step", "n", 5), ("grand", "n", 3),
    ("great", "n", 4), ("re", "v", 3), ("de", "v", 4), ("en", "nva", 4), ("be", "nva", 4), ("a", "nva", 4),
    ("uni", "n", 4), ("bi", "n", 5), ("tri", "n", 5), ("trans", "na", 5), ("by", "nv", 4), ("self", "na", 4),
)  # fmt: skip


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


#: Prefixes after which the base is the root even where no definition confirms it.
PLAIN_PREFIXES = _words(
    "un non mis fore over under anti semi counter ultra multi micro mini mega hyper mid pseudo step grand"
)
#: Not words in their own right when they begin a longer one, whatever the word list says.
LATIN_PREFIXES = _words(
    "ab ad al ap as at com con col cor de dis ex e im in ir il ob op per pre pro re se sub suf sup sur "
    "trans en em a be out up par ant imp inter super extra"
)
#: First parts that are adverbs or prepositions: what follows is the root.
PARTICLES = _words("over under out up down off on in by through with for to at")
#: Words that end others mostly as suffixes or by chance.
NOT_PARTS = _words(
    "able ably age ages ale ales ally ance and ant ants ard art arts ate ates den dom ence end ends "
    "ent ents era ers ese ess est eth ful gen her hood ice ices ine ins ion ions ire ish ism isms ist "
    "ists ity ive ken kin king kings led lent less lets lied lies like ling lings men ment ness ore "
    "ory pal per red rest rested ring rings row ship ships sing some son sons ted ten ter the tic tics "
    "tie ties tin ting ton tons tor tors urn ward wards wise"
)
