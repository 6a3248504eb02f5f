"""How BuyWord is talked about."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial

from voicegame.games.actions import Choose, Refused, Word
from voicegame.games.buyword import Sale, places_for, sale_of
from voicegame.games.buyword_records import Amount, Discard, NameWild, Offer, Place, Roll, Take, ThemeVote
from voicegame.games.buyword_state import CASH, CROSSWORD, FACES, State, prompt_of
from voicegame.games.protocol import Action as Move
from voicegame.games.protocol import Event, IllegalAction, Prompt
from voicegame.games.spelling import pips_of
from voicegame.lexicon.spelled import AT_A_PLACE, Laid, SpelledFrom
from voicegame.table.buyword_advice import Adviser
from voicegame.table.events import Notice
from voicegame.table.talk import Enquire, Reply, ThrowDie

#: A player may ask these at every prompt of theirs.
QUESTIONS = ("hand", "money", "tiles_left")
_SELLING = ("sell", "place")
_OVER = frozenset({"game_won", "win_shared", "solo_result", "game_ended"})


class BuywordTalk:
    """See :class:`voicegame.table.talk.Talk`. adviser: the word list; needed for the crossword and for hints."""

    def __init__(self, adviser: Adviser | None = None) -> None:
        self._adviser = adviser

    # What may be said --------------------------------------------------------------------------------------------

    def words(self, state: State, prompt: Prompt) -> SpelledFrom | Laid | None:
        """Words that the hand spells (B11, B12), on a crossword with a place (V5)."""
        if prompt.kind not in _SELLING:
            return None
        spelled = SpelledFrom(prompt.letters, prompt.wilds, prompt.wild_for, state.rules.shortest_word)
        return Laid(spelled, partial(_lays, state), _lines(state)) if prompt.kind == "place" else spelled

    def commands(self, state: State, prompt: Prompt) -> tuple[str, ...]:
        """What answers the prompt, then questions about the hand, the money and the bag."""
        return (*self._answers(state, prompt), *QUESTIONS) if prompt.seat is not None else ()

    def _answers(self, state: State, prompt: Prompt) -> tuple[str, ...]:
        match prompt.kind:
            case "roll":
                return ("roll",)
            case "number":
                return (f"number:{prompt.least}..{prompt.most}",)
            case "bid":
                return (f"bid:{prompt.least}..{prompt.most}", *prompt.options)
            case "trade":
                asking = ("swap_asking:*",) if state.has(CASH) else ()
                return (*prompt.options, "swap:*", *asking)
            case "take" | "discard":
                letters = (f"letter:{letter}" for letter in dict.fromkeys(prompt.letters))
                return (*letters, f"position:1..{len(prompt.letters)}")
            case "sell" | "place":
                return (*prompt.options, "wild:*", "no_wild", "what_would", "what_would:*")
        return prompt.options

    def named(self, command: str) -> str:
        """As the host asks for it: "B", "number 3", "wild for E"; letters are capitals."""
        name, *arguments = command.split(":")
        match name, arguments:
            case ("letter" | "number" | "bid", [argument]):
                return argument
            case "position", [place]:
                return f"number {place}"
            case "wild", [letter]:
                return f"wild for {letter}"
            case "swap" | "swap_asking", [seat, *cash]:
                dollars = f" {'and ask' if name == 'swap_asking' else 'for'} {cash[0]} dollars" if cash else ""
                return f"swap with player {int(seat) + 1}{dollars}"
            case "done", []:
                return "no more words"
        return " ".join([name, *arguments]).replace("_", " ")

    # What it means -----------------------------------------------------------------------------------------------

    def anytime(self, _state: State) -> tuple[str, ...]:
        """Nothing: a hand and its money can't be handed over."""
        return ()

    def meanwhile(self, _state: State, command: str) -> Move:
        """There is none."""
        raise AssertionError(f"{command} is no command of BuyWord")

    def word(self, state: State, prompt: Prompt, seat: int, word: str) -> Move:
        """A word is sold; on a crossword at its dearest place, or where the player says (V5)."""
        if prompt.kind != "place":
            return Word(seat, word)
        place = self._dearest(state, word, any_words=False)
        return place or Refused(seat, word, "V5", f"{word} has no place on the table")

    def unheard(self, _state: State, prompt: Prompt) -> Notice | None:
        """A letter is asked for again, in a way that can be told apart."""
        return Notice("which_letter?", {"seat": prompt.seat}) if prompt.kind in ("take", "discard") else None

    def overruled(self, state: State, prompt: Prompt, _seat: int, word: str) -> Move | None:
        """On a crossword, a word that the table voted for still has to be laid (V5)."""
        return self._dearest(state, word, any_words=True) if prompt.kind == "place" else None

    def _dearest(self, state: State, word: str, *, any_words: bool) -> Place | None:
        """The place that brings most, of those that make words of the list only (or any)."""
        places = [
            (place, sale) for place, sale in _places(state, word) if any_words or self._all_listed(sale.words[1:])
        ]
        return max(places, key=lambda item: item[1].price)[0] if places else None

    def _all_listed(self, words: Sequence[tuple[str, int]]) -> bool:
        return self._adviser is None or all(self._adviser.refusal(word) is None for word, _ in words)

    def command(self, state: State, prompt: Prompt, seat: int, command: str) -> Reply:
        """What a command leads to."""
        name, *arguments = command.split(":")
        match name, arguments:
            case "roll", []:
                return ThrowDie(FACES)
            case ("number" | "bid", [amount]):
                return Amount(seat, int(amount))
            case "letter", [letter]:
                return self._tile(prompt, seat, letter)
            case "position", [place]:
                return self._at(prompt, seat, int(place))
            case "wild", [letter]:
                return NameWild(seat, letter)
            case "no_wild", []:
                return NameWild(seat, None)
            case "swap", [partner, *cash]:
                return Offer(seat, int(partner), int(cash[0]) if cash else 0)
            case "swap_asking", [partner, cash]:
                return Offer(seat, int(partner), -int(cash))
            case "what_would", [word]:
                return self.enquiry(state, prompt, word)
            case "what_would", []:
                return Enquire(Notice("which_word?", {"seat": seat}))
            case "hand", []:
                return Notice("hand", {"seat": seat, **_hand(state, seat)})
            case "money", []:
                return Notice("money", {"seat": seat, "money": state.money[seat]})
            case "tiles_left", []:
                return Notice("tiles_left", {"number": state.bag.total})
        return Choose(seat, command)

    def _tile(self, prompt: Prompt, seat: int, letter: str) -> Move:
        return Take(seat, letter) if prompt.kind == "take" else Discard(seat, (letter,))

    def _at(self, prompt: Prompt, seat: int, place: int) -> Move | Notice:
        if not 1 <= place <= len(prompt.letters):
            return Notice("no_such_place", {"number": len(prompt.letters)})
        return self._tile(prompt, seat, prompt.letters[place - 1])

    def rolled(self, face: str) -> Move:
        """The leader's die (B5)."""
        return Roll(face)

    def enquiry(self, state: State, prompt: Prompt, word: str) -> Notice:
        """What the word would bring (B11), or why it can't be sold."""
        refused = self._adviser.refusal(word) if self._adviser is not None else None
        if refused is not None:
            return Notice("would_not", {"text": refused.reason})
        try:
            if prompt.kind != "place":
                return Notice("would_bring", {"word": word, "price": sale_of(state, Word(state.seat, word)).price})
        except IllegalAction as error:
            return Notice("would_not", {"text": str(error)})
        place = self._dearest(state, word, any_words=False)
        if place is None:
            return Notice("would_not", {"text": f"{word} has no place on the table"})
        return Notice("would_bring", {"word": word, "price": sale_of(state, place).price})

    def vote(self, _prompt: Prompt, ayes: int, noes: int) -> Move:
        """Whether a word belongs to the theme (V7)."""
        return ThemeVote(ayes, noes)

    # What is said ------------------------------------------------------------------------------------------------

    def announcement(self, state: State, before: Prompt, prompt: Prompt) -> Notice:
        """Whose move it is and what it is about; between two sales, what is left."""
        goes_on = prompt.kind in _SELLING and (before.kind, before.seat) == (prompt.kind, prompt.seat)
        key = "prompt_sell_on" if goes_on else f"prompt_{'sell' if prompt.kind == 'place' else prompt.kind}"
        fields: dict[str, object] = {
            "seat": prompt.seat if prompt.seat is not None else prompt.seats[0],
            "hand": prompt.letters,
            "number": prompt.tiles,
            "least": prompt.least,
            "most": prompt.most,
            "wilds": prompt.wilds,
            "wild": prompt.wild_for,
            "word": prompt.word,
            "theme": state.rules.theme,
        }
        if prompt.kind in ("buy", "bid"):
            fields |= {"price": prompt.price, "pips": pips_of(prompt.letters, dict(state.rules.pips))}
        if prompt.kind == "agree" and state.offer is not None:
            fields["to_seat"] = state.offer.seat
        return Notice(key, fields)

    def reminder(self, state: State, prompt: Prompt, seconds: float | None) -> Notice:  # noqa: ARG002 - no glass here
        """The same again."""
        return self.announcement(state, Prompt("draw", None), prompt)

    def afterwards(self, state: State, prompt: Prompt, happened: Sequence[Event]) -> Sequence[Notice]:
        """The standing after a round and at the end, the crossword after a sale, and hints."""
        names = {event.name for event in happened}
        notices = [Notice("standing", {"scores": state.money})] if names & (_OVER | {"leader"}) else []
        if "word_sold" in names and state.has(CROSSWORD):
            notices.append(_picture(state))
        if self._adviser is not None and self._adviser.hints and not state.has(CROSSWORD):
            notices += self._hint(self._adviser, state, prompt)
        return notices

    def _hint(self, adviser: Adviser, state: State, before: Prompt) -> Iterator[Notice]:
        now = prompt_of(state)
        if now == before or now.kind not in ("buy", "sell"):
            return
        hand = state.hands[state.seat].tiles
        rule = SpelledFrom(hand, state.wilds[state.seat], now.wild_for, state.rules.shortest_word)
        if now.kind == "buy":
            worth = adviser.worth_of_set(rule, now.letters, state.rules)
            yield Notice("hint_set", {"seat": now.seat, "amount": worth})
            return
        best = adviser.best_word(rule, state.rules)
        if best is not None:
            yield Notice("hint_word", {"seat": now.seat, "word": best.word, "price": best.price})


def _hand(state: State, seat: int) -> dict[str, object]:
    return {"hand": state.hands[seat].tiles, "wilds": state.wilds[seat]}


def _places(state: State, text: str) -> Iterator[tuple[Place, Sale]]:
    """Where a word may lie and what that brings; of "house at 0 3 down", only there."""
    there = AT_A_PLACE.fullmatch(text)
    if there is None:
        yield from places_for(state, text)
        return
    word, row, column, way = there.groups()
    place = Place(state.seat, word, int(row), int(column), way == "across")
    try:
        yield place, sale_of(state, place)
    except IllegalAction:
        return


def _lays(state: State, text: str) -> Iterator[tuple[str, ...]]:
    for _, sale in _places(state, text):
        yield tuple(word for word, _ in sale.words)


def _lines(state: State) -> tuple[tuple[str, ...], ...]:
    """The letters in each row and each column of the table."""
    lines: dict[tuple[int, int], list[str]] = {}
    for spot, tile in state.grid.tiles.items():
        for way in (0, 1):
            lines.setdefault((way, spot[way]), []).append(tile.letter)
    return tuple(tuple(line) for line in lines.values())


def _picture(state: State) -> Notice:
    spots = state.grid.tiles
    corner = {"row": min(row for row, _ in spots), "column": min(column for _, column in spots)}
    return Notice("grid", {**corner, "picture": state.grid.picture()})
