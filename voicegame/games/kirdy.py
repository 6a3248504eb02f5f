"""The rules of KIRDY (Philippe Contault), K1 to K20, without clock, sound, chance or dictionary.

A turn: the player draws two letters and has a minute for a word that contains them in that order. A word is
worth 30 points; the player stops and scores them, or draws one more letter and doubles them with a new word.
If the minute passes, the others are asked clockwise, and the first with a word takes the points in play.

Each kind of action has a pair of functions: ``verify_x`` raises :class:`IllegalAction` if the rules don't
allow it, ``_x`` does it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Literal

from voicegame.games.actions import Choose, Draw, Join, Leave, Overrule, Refused, TimeUp, Undo, Word
from voicegame.games.bag import Bag, NotInBag
from voicegame.games.events import (
    Chosen,
    GameStarted,
    GameWon,
    Joined,
    Left,
    Score,
    Undone,
    Voted,
    WordAccepted,
    WordRefused,
)  # fmt: skip
from voicegame.games.protocol import Action, Event, IllegalAction, Prompt
from voicegame.games.spelling import plain

STOP, CARRY_ON = "stop", "carry_on"
Phase = Literal["starter", "draw", "minute", "choice", "steal", "over"]

# K2: the official counts are not published; a reconstruction from letter frequency (see config/kirdy.yaml).
ENGLISH_BAG = Bag.of(
    {"A": 6, "B": 2, "C": 3, "D": 3, "E": 8, "F": 2, "G": 2, "H": 2, "I": 6, "J": 1, "K": 1, "L": 4, "M": 2}
    | {"N": 5, "O": 5, "P": 2, "Q": 1, "R": 5, "S": 5, "T": 5, "U": 3, "V": 1, "W": 2, "X": 1, "Y": 2, "Z": 1}
)


@dataclass(frozen=True)
class KirdyRules:
    """The house rules. Every value stands in ``config/kirdy.yaml`` with its rule number.

    fewest_players, most_players: how many may play (K1).
    bag: the tiles (K2).
    letters_at_start: tiles drawn at the start of a turn (K4).
    seconds: the minute (K5).
    first_stake: points for the first word of a turn (K9).
    stake_factor: by how much each further word multiplies them (K9).
    window_seconds: how long each of the others has to steal (K13).
    steal_on_first_pair: points for a thief when nothing is in play yet (K14).
    suggestions_per_window: how many words each of the others may try (K15).
    target: the score that wins (K18).
    tell_after_loss: "word": say one that was possible; "exists": say only whether there was; "nothing" (K20).
    """

    fewest_players: int = 2
    most_players: int = 8
    bag: Bag = ENGLISH_BAG
    letters_at_start: int = 2
    seconds: float = 60.0
    first_stake: int = 30
    stake_factor: int = 2
    window_seconds: float = 5.0
    steal_on_first_pair: int = 30
    suggestions_per_window: int = 1
    target: int = 1000
    tell_after_loss: Literal["word", "exists", "nothing"] = "word"


@dataclass(frozen=True)
class StarterDrawn(Event):
    """Who starts (K3). draws: the letters each seat drew, more than one where it tied and drew again."""

    name = "starter_drawn"
    draws: tuple[tuple[str, ...], ...]
    seat: int


@dataclass(frozen=True)
class LettersDrawn(Event):
    """letters: all letters now in play, in the order drawn (K4, K12)."""

    name = "letters_drawn"
    seat: int
    letters: tuple[str, ...]


@dataclass(frozen=True)
class Banked(Event):
    """The player in turn stopped and scored the points in play (K11)."""

    name = "banked"
    seat: int
    points: int


@dataclass(frozen=True)
class Stolen(Event):
    """seat: the thief, who scored the points; from_seat: the player in turn (K13)."""

    name = "stolen"
    seat: int
    from_seat: int
    points: int


@dataclass(frozen=True)
class PointsLost(Event):
    """Nobody found a word (K16). points: what was in play, perhaps 0.

    letters, used: what the word had to contain, and what had been said before: enough to name one (K20).
    """

    name = "points_lost"
    seat: int
    points: int
    letters: tuple[str, ...]
    used: tuple[str, ...]


@dataclass(frozen=True)
class Ruling:
    """The last ruling on a word, kept so that the table can reverse it (K19).

    before: the state that the word was said in, itself without a ruling, so that states don't pile up.
    accepted: what the judge said.
    """

    before: State
    seat: int
    word: str
    accepted: bool


@dataclass(frozen=True)
class State:
    """A game of KIRDY between two actions.

    players: names in clockwise order. bag: the tiles not in play. scores: points of each seat.
    turn: the seat in turn; when the game is over, the winner's.
    letters: the tiles in play, in the order drawn. stake: the points in play, 0 before the first word.
    used: words accepted in this turn, by anyone.
    asked: phase "steal": the floor is so many seats to the left of the player in turn.
    refusals: phase "steal": words refused in this window.
    away: seats that have no turn and are not asked: they left, or join with the next turn. A seat is never given away,
        so that its number means the same player through the whole game.
    changing: seats that leave or come with the next turn.
    draws, contenders: phase "starter": what each seat has drawn, and who draws now.
    """

    rules: KirdyRules
    players: tuple[str, ...]
    bag: Bag
    scores: tuple[int, ...]
    phase: Phase = "starter"
    turn: int = 0
    letters: tuple[str, ...] = ()
    stake: int = 0
    used: tuple[str, ...] = ()
    asked: int = 0
    refusals: int = 0
    draws: tuple[tuple[str, ...], ...] = ()
    contenders: tuple[int, ...] = ()
    away: frozenset[int] = frozenset()
    changing: frozenset[int] = frozenset()
    ruling: Ruling | None = None
    winner: int | None = None

    @property
    def floor(self) -> int | None:
        """The seat whose word is waited for, None when no word is."""
        return (self.turn + self.asked) % len(self.players) if self.phase in ("minute", "steal") else None


Step = tuple[State, tuple[Event, ...]]


class Kirdy:
    """The game, as the table plays it (:class:`voicegame.games.protocol.Game`)."""

    name = "kirdy"

    def start(self, players: Sequence[str], rules: KirdyRules) -> Step:
        """The first state: everyone is to draw for who starts (K3)."""
        verify_players(len(players), rules)
        seats = len(players)
        state = State(
            rules,
            tuple(players),
            bag=rules.bag,
            scores=(0,) * seats,
            draws=((),) * seats,
            contenders=tuple(range(seats)),
        )
        return state, (GameStarted(self.name, state.players, rules.target),)

    def apply(self, state: State, action: Action) -> Step:
        """The state after the action, and what happened; IllegalAction if the rules don't allow it."""
        if isinstance(action, Draw):
            verify_draw(state, action)
            return _draw(state, action)
        if isinstance(action, Word):
            verify_word(state, action)
            return _ruled(state, action, accepted=True)
        if isinstance(action, Refused):
            verify_refused(state, action)
            return _ruled(state, action, accepted=False)
        if isinstance(action, TimeUp):
            verify_time_up(state)
            return _time_up(state)
        if isinstance(action, Choose):
            verify_choose(state, action)
            return _choose(state, action)
        if isinstance(action, Undo):
            verify_undo(state)
            return _undo(state)
        if isinstance(action, Join):
            verify_join(state, action)
            return _join(state, action)
        if isinstance(action, Leave):
            verify_leave(state, action)
            return _leave(state, action)
        if isinstance(action, Overrule):
            verify_overrule(state, action)
            return _overrule(state, action)
        raise IllegalAction("unknown_action", f"KIRDY has no action {action.name}.")

    def prompt(self, state: State) -> Prompt:
        """What the game waits for."""
        rules = state.rules
        if state.phase == "starter":
            return Prompt("draw", None, tiles=len(state.contenders))
        if state.phase == "draw":
            return Prompt("draw", state.turn, tiles=1 if state.letters else rules.letters_at_start)
        if state.phase == "choice":
            return Prompt("choice", state.turn, letters=state.letters, options=options(state))
        if state.phase == "over":
            return Prompt("over", state.winner)
        seconds = rules.seconds if state.phase == "minute" else rules.window_seconds
        return Prompt("word", state.floor, seconds=seconds, letters=state.letters, used=state.used)


def stake_for(letters: int, rules: KirdyRules) -> int:
    """What a word that fits so many letters is worth: 30, 60, 120, ... (K9)."""
    return rules.first_stake * int(rules.stake_factor ** (letters - rules.letters_at_start))


def fits(word: str, letters: Sequence[str]) -> bool:
    """Whether the word contains the letters in this order, with any around them (K6). Accents are ignored."""
    rest = iter(plain(word))
    return all(letter in rest for letter in letters)  # each "in" goes on after the last letter found


def options(state: State) -> tuple[str, ...]:
    """What the player in turn may choose (K10); carrying on needs a tile (K12)."""
    return (STOP, CARRY_ON) if state.bag.total else (STOP,)


def verify_players(count: int, rules: KirdyRules) -> None:
    """K1: how many may play."""
    fewest, most = rules.fewest_players, rules.most_players
    if not fewest <= count <= most:
        raise IllegalAction("player_count", f"KIRDY is for {fewest} to {most} players (K1), not {count}.")


def verify_draw(state: State, action: Draw) -> None:
    """K3, K4, K12: so many tiles, and the bag has them."""
    if state.phase not in ("starter", "draw"):
        raise IllegalAction("not_awaited", "No tile is to be drawn now.")
    wanted = Kirdy().prompt(state).tiles
    if len(action.tiles) != wanted:
        raise IllegalAction("wrong_count", f"{wanted} tiles are to be drawn, not {len(action.tiles)}.")
    try:
        state.bag.take(action.tiles)
    except NotInBag as error:
        raise IllegalAction("not_in_bag", f"These tiles can't be drawn: {error}.") from None


def _draw(state: State, action: Draw) -> Step:
    if state.phase == "starter":
        return _draw_for_starter(state, action)
    letters = state.letters + action.tiles
    settled = None if state.letters else state.ruling  # the last word of a turn can be objected to in the next one
    state = replace(state, phase="minute", letters=letters, bag=state.bag.take(action.tiles), ruling=settled)
    return state, (LettersDrawn(state.turn, letters),)


def _draw_for_starter(state: State, action: Draw) -> Step:
    """K3. The tiles go back at once, so that no number of ties can empty the bag."""
    drawn = dict(zip(state.contenders, action.tiles, strict=True))
    draws = tuple(had + ((drawn[seat],) if seat in drawn else ()) for seat, had in enumerate(state.draws))
    nearest = tuple(seat for seat, tile in drawn.items() if tile == min(action.tiles))
    if len(nearest) > 1:
        return replace(state, draws=draws, contenders=nearest), ()
    state = replace(state, phase="draw", turn=nearest[0], draws=(), contenders=())
    return state, (StarterDrawn(draws, state.turn),)


def _verify_floor(state: State, seat: int) -> None:
    if state.floor is None:
        raise IllegalAction("not_awaited", "No word is asked for now.")
    if seat != state.floor:
        raise IllegalAction("wrong_seat", f"The floor is {state.players[state.floor]}'s.")


def verify_word(state: State, action: Word) -> None:
    """K6, K7, K13, K17: the floor is this player's, and the word has the letters and is new in this turn."""
    _verify_floor(state, action.seat)
    if not fits(action.word, state.letters):
        letters = ", ".join(state.letters)
        raise IllegalAction("letters_missing", f"{action.word} doesn't have {letters} in this order.")
    if action.word in state.used:
        raise IllegalAction("word_used", f"{action.word} has been said in this turn.")


def verify_refused(state: State, action: Refused) -> None:
    """K8, K15: the floor is this player's."""
    _verify_floor(state, action.seat)


def _ruled(state: State, action: Word | Refused, accepted: bool) -> Step:
    """A ruling of the judge, which the table may reverse (K19)."""
    before = replace(state, ruling=None)
    after, events = _accept(before, action) if isinstance(action, Word) else _refuse(before, action)
    return replace(after, ruling=Ruling(before, action.seat, action.word, accepted)), events


def _accept(state: State, action: Word) -> Step:
    used = (*state.used, action.word)
    if state.phase == "minute":
        stake = stake_for(len(state.letters), state.rules)  # K9: the larger value replaces the smaller
        state = replace(state, phase="choice", stake=stake, used=used)
        return state, (WordAccepted(action.seat, action.word, stake),)
    points = state.stake or state.rules.steal_on_first_pair  # K13, K14
    accepted, stolen = WordAccepted(action.seat, action.word, points), Stolen(action.seat, state.turn, points)
    state, scored = _score(state, action.seat, points)
    return state, (accepted, stolen, *scored)


def _refuse(state: State, action: Refused) -> Step:
    event = WordRefused(action.seat, action.word, action.rule, action.reason)
    if state.phase == "minute":  # K8: the glass runs on
        return state, (event,)
    refusals = state.refusals + 1
    if refusals < state.rules.suggestions_per_window:
        return replace(state, refusals=refusals), (event,)
    state, events = _pass_floor(state)  # K15
    return state, (event, *events)


def verify_time_up(state: State) -> None:
    """K5, K13: a window is open that can close."""
    if state.floor is None:
        raise IllegalAction("not_awaited", "No window is open that could close.")


def _time_up(state: State) -> Step:
    return _pass_floor(state)


def _pass_floor(state: State) -> Step:
    """To the next seat on the left (K13); after the last, the points in play are lost (K16)."""
    seats = len(state.players)
    asked = state.asked + 1
    while asked < seats and (state.turn + asked) % seats in state.away:
        asked += 1
    if asked < seats:
        return replace(state, phase="steal", asked=asked, refusals=0), ()
    return _end_turn(state), (PointsLost(state.turn, state.stake, state.letters, state.used),)


def verify_choose(state: State, action: Choose) -> None:
    """K10, K12: it is this player's choice, and the option is one."""
    if state.phase != "choice":
        raise IllegalAction("not_awaited", "There is nothing to choose now.")
    if action.seat != state.turn:
        raise IllegalAction("wrong_seat", f"Only {state.players[state.turn]} chooses, being in turn (K10).")
    if action.option == CARRY_ON and not state.bag.total:
        raise IllegalAction("bag_empty", "The bag is empty, so nobody can carry on (K12).")
    if action.option not in options(state):
        raise IllegalAction("not_an_option", f"{action.option} is not one of {', '.join(options(state))}.")


def _choose(state: State, action: Choose) -> Step:
    chosen = Chosen(action.seat, action.option)
    if action.option == CARRY_ON:
        return replace(state, phase="draw"), (chosen,)
    banked = Banked(action.seat, state.stake)
    state, scored = _score(state, action.seat, state.stake)
    return state, (chosen, banked, *scored)


def _score(state: State, seat: int, points: int) -> Step:
    """A seat scores, and the turn or (K18) the game ends."""
    scores = tuple(score + points * (at == seat) for at, score in enumerate(state.scores))
    events: tuple[Event, ...] = (Score(scores),) if points else ()
    state = _end_turn(replace(state, scores=scores))
    if scores[seat] < state.rules.target:
        return state, events
    return replace(state, phase="over", turn=seat, winner=seat), (*events, GameWon(seat))


def _end_turn(state: State) -> State:
    """All tiles go back, and the turn passes clockwise (K11, K16); now players leave and come."""
    away = state.away ^ state.changing
    order = ((state.turn + step) % len(state.players) for step in range(1, len(state.players) + 1))
    return replace(
        state,
        phase="draw",
        turn=next(seat for seat in order if seat not in away),
        away=away,
        changing=frozenset(),
        bag=state.bag.put_back(state.letters),
        letters=(),
        stake=0,
        used=(),
        asked=0,
        refusals=0,
    )


def verify_overrule(state: State, action: Overrule) -> None:
    """K19: there is a ruling to vote on, and no more votes than players other than the one who spoke.

    A ruling can be voted on once, until the next ruling is made or a tile is drawn on it in the same turn; so can one
    that won the game.
    """
    if state.ruling is None:
        raise IllegalAction("no_ruling", "There is no ruling that the table could vote on now (K19).")
    others = len(state.players) - len(state.away) - 1
    if action.ayes < 0 or action.noes < 0 or action.ayes + action.noes > others:
        raise IllegalAction("votes", f"All but the player who spoke may vote: {others} at most (K19).")


def _overrule(state: State, action: Overrule) -> Step:
    """K19: more ayes than noes reverse the ruling, and play goes on from where the word was said."""
    ruling = state.ruling
    assert ruling is not None
    reverse = action.ayes > action.noes
    voted = Voted(ruling.seat, ruling.word, action.ayes, action.noes, ruling.accepted != reverse)
    if not reverse:
        return replace(state, ruling=None), (voted,)
    if ruling.accepted:
        refused = Refused(ruling.seat, ruling.word, "K19", f"The table voted against {ruling.word}.")
        after, events = _refuse(ruling.before, refused)
        undone = (Score(after.scores),) if after.scores != state.scores else ()
        return after, (voted, *undone, *events)
    after, events = _accept(ruling.before, Word(ruling.seat, ruling.word))
    return after, (voted, *events)


def verify_undo(state: State) -> None:
    """There is a ruling to take back; the same as can be voted on."""
    if state.ruling is None:
        raise IllegalAction("no_ruling", "There is no ruling that could be taken back now.")


def _undo(state: State) -> Step:
    """Back to where the word was said, as if it had not been."""
    ruling = state.ruling
    assert ruling is not None
    score = (Score(ruling.before.scores),) if ruling.before.scores != state.scores else ()
    return ruling.before, (Undone(ruling.seat, ruling.word), *score)


def playing(state: State) -> frozenset[int]:
    """The seats that play in the next turn."""
    return frozenset(range(len(state.players))) - (state.away ^ state.changing)


def _seat_of(state: State, player: str) -> int | None:
    names = [name.casefold() for name in state.players]
    return names.index(player.casefold()) if player.casefold() in names else None


def verify_join(state: State, action: Join) -> None:
    """K1: there is a place, and nobody of that name plays; whoever left may come back to their points."""
    if state.phase == "over":
        raise IllegalAction("not_awaited", "The game is over.")
    if not action.player.strip():
        raise IllegalAction("no_name", "A player needs a name.")
    if _seat_of(state, action.player) in playing(state):
        raise IllegalAction("name_taken", f"{action.player} plays already; take another name.")
    if len(playing(state)) >= state.rules.most_players:
        raise IllegalAction("player_count", f"No more than {state.rules.most_players} players can play (K1).")


def _join(state: State, action: Join) -> Step:
    seat = _seat_of(state, action.player)
    if seat is None:
        seat = len(state.players)
        state = _seated(state, action.player)
    state = _changing(state, seat)
    return state, (Joined(seat, state.scores[seat]),)


def verify_leave(state: State, action: Leave) -> None:
    """K1: enough players are left."""
    if state.phase == "over":
        raise IllegalAction("not_awaited", "The game is over.")
    if action.seat not in range(len(state.players)):
        raise IllegalAction("no_such_seat", f"There is no player {action.seat + 1}.")
    if action.seat not in playing(state):
        raise IllegalAction("not_playing", f"{state.players[action.seat]} does not play.")
    if len(playing(state)) <= state.rules.fewest_players:
        few = state.rules.fewest_players
        raise IllegalAction(
            "player_count", f"KIRDY needs {few} players (K1): nobody can leave now; end the game instead."
        )


def _leave(state: State, action: Leave) -> Step:
    return _changing(state, action.seat), (Left(action.seat),)


def _seated(state: State, player: str) -> State:
    """One more seat, at first away; in the state that a vote may go back to as well."""
    ruling = state.ruling
    return replace(
        state,
        players=(*state.players, player),
        scores=(*state.scores, 0),
        away=state.away | {len(state.players)},
        ruling=None if ruling is None else replace(ruling, before=_seated(ruling.before, player)),
    )


def _changing(state: State, seat: int) -> State:
    """A seat leaves or comes with the next turn; said twice, it does neither."""
    ruling = state.ruling
    if ruling is not None:
        # What happened since the word was said may have made away of changing: compare with what is wanted.
        before = ruling.before
        wanted = (state.away ^ state.changing) ^ {seat}
        ruling = replace(ruling, before=replace(before, changing=before.away ^ wanted))
    return replace(state, changing=state.changing ^ {seat}, ruling=ruling)
