"""Who plays with whom next at one table, after the games of an evening: a rotation, or winners stay.

Nobody partners twice while that is possible, opponents and turns to sit out are even. The games so far are its
history, so whoever comes, goes or skips a game changes only what follows.
"""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass

from scorekeeper.core.rules.seating import Shape
from scorekeeper.rotation.schedules import ONE_TABLE, History, lots_of, next_round

Sides = tuple[tuple[int, ...], ...]
"""Players side by side."""


@dataclass(frozen=True, slots=True)
class PlayedGame:
    """A game of the evening: its sides by players, and the side that won alone."""

    sides: Sides
    winner: int | None

    @property
    def players(self) -> set[int]:
        """Everybody who played."""
        return {player for side in self.sides for player in side}


@dataclass(frozen=True, slots=True)
class Present:
    """Somebody who is here: since before which game of the evening (from 0), and whether the next one goes by."""

    player: int
    since: int = 0
    skips: bool = False


@dataclass(frozen=True, slots=True)
class NextGame:
    """Who plays next, side by side, and who sits out; `turns` is how often everybody sat out so far."""

    sides: Sides
    sitting_out: tuple[int, ...]
    turns: Mapping[int, int]


def turns_out(here: Iterable[Present], played: Sequence[PlayedGame]) -> dict[int, int]:
    """How often each has sat out since they came; who came after the first game is ahead by a turn, so in next."""
    found: dict[int, int] = {}
    for one in sorted(here, key=lambda each: each.since):
        since = _away(one.player, played, one.since, len(played))
        then = [turns - _away(other, played, one.since, len(played)) for other, turns in found.items()]
        found[one.player] = since + (min(then) + 1 if one.since and then else 0)
    return found


def _away(player: int, played: Sequence[PlayedGame], start: int, end: int) -> int:
    return sum(player not in game.players for game in played[start:end])


def rotated(here: Sequence[Present], played: Sequence[PlayedGame], shape: Shape, lot_seed: int) -> NextGame | None:
    """The next game of a rotation; None with too few players.

    Five to eight who were all here from the start play the known schedule as long as they keep to it.
    """
    turns = turns_out(here, played)
    players = [one.player for one in here if not one.skips]
    needed = shape.sides * shape.players_per_side
    if len(players) < needed:
        return None
    planned = _planned(here, played, shape)
    if planned is not None:
        return _next(planned, here, turns)
    history = History(len(players), shape.sides, shape.players_per_side)
    place = {player: number for number, player in enumerate(players)}
    for game in played:
        _count(history, game, place)
    history.sat_out = [turns[player] for player in players]
    (table,) = next_round(history, 1, lots_of(lot_seed))
    seats = [players[seat] for seat in table]
    size = shape.players_per_side
    sides = tuple(tuple(seats[start : start + size]) for start in range(0, needed, size))
    return _next(sides, here, turns)


def _planned(here: Sequence[Present], played: Sequence[PlayedGame], shape: Shape) -> Sides | None:
    design = ONE_TABLE.get(len(here), ()) if shape == Shape(2, 2) else ()
    if len(played) >= len(design) or any(one.since or one.skips for one in here):
        return None

    def sides(number: int) -> Sides:
        one, two, three, four = (here[place].player for place in design[number])
        return (one, two), (three, four)

    for number, game in enumerate(played):
        if _sets(game.sides) != _sets(sides(number)):
            return None
    return sides(len(played))


def _sets(sides: Sides) -> set[frozenset[int]]:
    return {frozenset(side) for side in sides}


def _count(history: History, game: PlayedGame, place: Mapping[int, int]) -> None:
    """Count a game among those who are still here."""
    for number, side in enumerate(game.sides):
        own = [place[player] for player in side if player in place]
        for at, one in enumerate(own):
            for other in own[at + 1 :]:
                history.count(one, other, True)
            for against in game.sides[number + 1 :]:
                for player in against:
                    if player in place:
                        history.count(one, place[player], False)


def _next(sides: Sides, here: Sequence[Present], turns: Mapping[int, int]) -> NextGame:
    playing = {player for side in sides for player in side}
    return NextGame(sides, tuple(one.player for one in here if one.player not in playing), turns)


def winners_stay(
    here: Sequence[Present], played: Sequence[PlayedGame], shape: Shape, longest: int = 0
) -> NextGame | None:
    """The next game if the winners stay: the losers get up, and who waited longest sits down; None with too few.

    After `longest` wins in a row at the table (0: no limit) the winners get up too, if anybody waits. Without a winner
    everybody at the table got up, and those who wait come first. Partners stay together as long as both are there.
    """
    players = [one.player for one in here if not one.skips]
    size = shape.players_per_side
    needed = shape.sides * size
    if len(players) < needed:
        return None
    turns = turns_out(here, played)
    last = played[-1] if played else None
    staying = _staying(played, longest)
    at_table = last.players if last is not None else set()
    waiting = sorted(
        (player for player in players if player not in at_table), key=lambda player: -_waited(player, here, played)
    )
    losers = [player for player in players if player in at_table and player not in staying]
    winners = [player for player in players if player in staying]
    if last is not None and last.winner is not None and not staying:  # they won as often as anybody may
        tired = {*last.sides[last.winner]}
        losers = [*(one for one in losers if one not in tired), *(one for one in losers if one in tired)]
    chosen = [*winners, *waiting, *losers][:needed]
    groups = _partners(chosen, last, size)
    return _next(tuple(groups), here, turns)


def _staying(played: Sequence[PlayedGame], longest: int) -> Collection[int]:
    """The side that won the last game, unless it has won as often in a row as anybody may."""
    last = played[-1] if played else None
    if last is None or last.winner is None:
        return ()
    side, wins = frozenset(last.sides[last.winner]), 0
    for game in reversed(played):
        if game.winner is None or frozenset(game.sides[game.winner]) != side:
            break
        wins += 1
    return () if longest and wins >= longest else side


def _waited(player: int, here: Sequence[Present], played: Sequence[PlayedGame]) -> int:
    """How many games ago somebody played, or came."""
    since = next(one.since for one in here if one.player == player)
    for ago, game in enumerate(reversed(played)):
        if player in game.players:
            return ago
    return len(played) - since


def _partners(chosen: Sequence[int], last: PlayedGame | None, size: int) -> list[tuple[int, ...]]:
    """Sides of this size: those who were partners in the last game stay together, the others in their order."""
    groups: list[tuple[int, ...]] = []
    left = list(chosen)
    for side in last.sides if last is not None else ():
        if len(side) == size and all(player in left for player in side):
            groups.append(tuple(player for player in chosen if player in side))
            left = [player for player in left if player not in side]
    groups += [tuple(left[start : start + size]) for start in range(0, len(left), size)]
    return sorted(groups, key=lambda group: chosen.index(group[0]))
