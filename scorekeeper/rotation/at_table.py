"""Who plays with whom next, after the games of an evening at one table or several: a rotation, or winners stay.

Nobody partners twice while that is possible, opponents and turns to sit out are even. The games so far are its
history, so whoever comes, goes or skips a game changes only what follows. Who is playing now is not asked to.
"""

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass

from scorekeeper.core.rules.seating import Shape
from scorekeeper.rotation.schedules import ONE_TABLE, History, lots_of, next_round

Sides = tuple[tuple[int, ...], ...]
"""Players side by side."""


@dataclass(frozen=True, slots=True)
class PlayedGame:
    """A game of the evening: its sides by players, the side that won alone, whether it goes on.

    `elsewhere` are those who played another game when this one began: they did not sit out. `ended` orders games by
    their ends, where several went on at once.
    """

    sides: Sides
    winner: int | None
    running: bool = False
    elsewhere: frozenset[int] = frozenset()
    ended: float = 0

    @property
    def players(self) -> set[int]:
        """Everybody who played."""
        return {player for side in self.sides for player in side}


@dataclass(frozen=True, slots=True)
class Present:
    """Somebody who is here: since before which game of the evening (from 0), and which one goes by, if any."""

    player: int
    since: int = 0
    skips: int | None = None


@dataclass(frozen=True, slots=True)
class NextGames:
    """Who plays next at each table, side by side, and who sits out; `begun` is how many games of the same round have
    begun.
    """

    games: tuple[Sides, ...]
    sitting_out: tuple[int, ...]
    begun: int = 0

    @property
    def sides(self) -> Sides:
        """Those of the first table."""
        return self.games[0]


Proposal = Callable[[Sequence[Present], Sequence[PlayedGame]], NextGames | None]
"""The next games of those who are here, after these games."""


def as_proposed(propose: Proposal, here: Sequence[Present], played: Sequence[PlayedGame]) -> NextGames | None:
    """The next games; if some of a round have begun, the others as they were proposed with them."""
    for began in range(1, 1 + len(played)):
        earlier, begun = played[:-began], played[-began:]
        if not begun[0].running:
            break
        left = _rest_of_round(propose, here, earlier, begun)
        if left is not None:
            return left
    return propose(here, played)


def _rest_of_round(
    propose: Proposal, here: Sequence[Present], earlier: Sequence[PlayedGame], begun: Sequence[PlayedGame]
) -> NextGames | None:
    """The games of a round that are left when these have begun; None if somebody came, went or is free since."""
    proposed = propose([one for one in here if one.since <= len(earlier)], earlier)
    if proposed is None:
        return None
    left = [sides for sides in proposed.games if all(_sets(sides) != _sets(game.sides) for game in begun)]
    if not left or len(left) + len(begun) != len(proposed.games):
        return None
    now = set(proposed.sitting_out) | {player for sides in left for player in sides_players(sides)}
    played = [*earlier, *begun]
    if now != {one.player for one in _free(here, played)} or any(one.skips == len(played) for one in here):
        return None
    return NextGames(tuple(left), proposed.sitting_out, len(begun))


def sides_players(sides: Sides) -> list[int]:
    """The players of a game."""
    return [player for side in sides for player in side]


def _free(here: Sequence[Present], played: Iterable[PlayedGame]) -> list[Present]:
    """Those who are not playing now."""
    busy = {player for game in played if game.running for player in game.players}
    return [one for one in here if one.player not in busy]


def _willing(here: Sequence[Present], played: Sequence[PlayedGame]) -> list[int]:
    """Those who can play next."""
    return [one.player for one in _free(here, played) if one.skips != len(played)]


def _at_tables(players: Collection[int], shape: Shape, tables: int) -> int:
    """How many tables these players fill, at most this many (0: as many as fit)."""
    fit = len(players) // (shape.sides * shape.players_per_side)
    return min(tables, fit) if tables else fit


def turns_out(here: Iterable[Present], played: Sequence[PlayedGame]) -> dict[int, int]:
    """How often each has sat out, and who came after the first game once more than the least of the others then: so
    they are in next.
    """
    ahead: dict[Present, int] = {}
    for one in sorted(here, key=lambda each: each.since):
        then = [turns + sat_out(other, played[: one.since]) for other, turns in ahead.items()]
        ahead[one] = min(then) + 1 if one.since and then else 0
    return {one.player: turns + sat_out(one, played) for one, turns in ahead.items()}


def sat_out(one: Present, played: Sequence[PlayedGame]) -> int:
    """How many rounds somebody sat out since they came: games at several tables at once are one."""
    found, latest = set[int](), dict[int, int]()
    for number, game in enumerate(played):
        going_on = {latest[player] for player in game.elsewhere & latest.keys()}
        if one.player in game.players:
            found -= going_on
        elif number >= one.since and one.player not in game.elsewhere and found.isdisjoint(going_on):
            found.add(number)
        latest |= dict.fromkeys(game.players, number)
    return len(found)


def rotated(
    here: Sequence[Present], played: Sequence[PlayedGame], shape: Shape, lot_seed: int, tables: int = 0
) -> NextGames | None:
    """The next games of a rotation, at most at this many tables (0: as many as fit); None with too few players.

    Five to eight who were all here from the start play the known schedule of one table as long as they keep to it.
    """
    players = _willing(here, played)
    count = _at_tables(players, shape, tables)
    if not count:
        return None
    planned = _planned(here, played, shape) if count == 1 else None
    if planned is not None:
        return _next([planned], here, played)
    history = History(len(players), shape.sides, shape.players_per_side)
    place = {player: number for number, player in enumerate(players)}
    for game in played:
        _count(history, game, place)
    turns = turns_out(here, played)
    history.sat_out = [turns[player] for player in players]
    size = shape.players_per_side
    games = []
    for table in next_round(history, count, lots_of(lot_seed)):
        seats = [players[seat] for seat in table]
        games.append(tuple(tuple(seats[start : start + size]) for start in range(0, len(seats), size)))
    return _next(games, here, played)


def _planned(here: Sequence[Present], played: Sequence[PlayedGame], shape: Shape) -> Sides | None:
    design = ONE_TABLE.get(len(here), ()) if shape == Shape(2, 2) else ()
    if len(played) >= len(design) or any(one.since or one.skips == len(played) for one in here):
        return None

    def sides(number: int) -> Sides:
        one, two, three, four = (here[place].player for place in design[number])
        return (one, two), (three, four)

    for number, game in enumerate(played):
        if game.running or _sets(game.sides) != _sets(sides(number)):
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


def _next(games: Sequence[Sides], here: Sequence[Present], played: Sequence[PlayedGame]) -> NextGames:
    playing = {player for sides in games for player in sides_players(sides)}
    out = tuple(one.player for one in _free(here, played) if one.player not in playing)
    return NextGames(tuple(games), out)


def winners_stay(
    here: Sequence[Present], played: Sequence[PlayedGame], shape: Shape, longest: int = 0, tables: int = 0
) -> NextGames | None:
    """The next games if winners stay: losers get up, and who waited longest sits down; None with too few.

    After `longest` wins in a row (0: no limit) the winners get up too, if anybody waits. Without a winner everybody at
    the table got up, and those who wait come first. Partners stay together as long as both are there.
    """
    players = _willing(here, played)
    count = _at_tables(players, shape, tables)
    if not count:
        return None
    in_use = count + sum(game.running for game in played)
    since = {one.player: one.since for one in here}
    waited = {player: _waited(player, since[player], played) for player in players}
    ended = _ended(players, played, waited, in_use)[:count]
    staying = [[player for player in players if player in stays_of(played, game, longest)] for game in ended]
    tired = {player for game in ended for player in _winners(game) if player not in stays_of(played, game, longest)}
    up = {player for game in ended for player in game.players}
    kept = {player for side in staying for player in side}
    queue = [player for player in players if player not in kept]
    queue.sort(key=lambda player: (player in up, player in tired, -waited[player]))
    needed = shape.sides * shape.players_per_side
    games = []
    for number in range(count):
        chosen = staying[number] if number < len(staying) else []
        more = needed - len(chosen)
        chosen, queue = [*chosen, *queue[:more]], queue[more:]
        games.append(tuple(_partners(chosen, ended, shape.players_per_side)))
    return _next(games, here, played)


def _winners(game: PlayedGame) -> Collection[int]:
    return () if game.winner is None else game.sides[game.winner]


def _ended(
    players: Sequence[int], played: Sequence[PlayedGame], waited: Mapping[int, int], in_use: int
) -> list[PlayedGame]:
    """The last games of the tables where nobody plays now, the one that ended last first."""
    found: list[PlayedGame] = []
    seen = {player for game in played if game.running for player in game.players}
    by_end = sorted((game for game in played if not game.running), key=lambda game: game.ended)
    for game in reversed(by_end):
        free = [player for player in players if player in game.players and waited[player] < in_use]
        if free and not seen & game.players:
            found.append(game)
        seen |= game.players
    return found


def stays_of(played: Sequence[PlayedGame], last: PlayedGame, longest: int = 0) -> Collection[int]:
    """The side that won a table's last game, unless it has won as often in a row as anybody may."""
    if last.winner is None:
        return ()
    side, wins = frozenset(last.sides[last.winner]), 0
    for game in reversed(played[: 1 + max(number for number, each in enumerate(played) if each is last)]):
        if game.players.isdisjoint(side) and side <= game.elsewhere:
            continue  # of another table
        if game.winner is None or frozenset(game.sides[game.winner]) != side:
            break
        wins += 1
    return () if longest and wins >= longest else side


def _waited(player: int, since: int, played: Sequence[PlayedGame]) -> int:
    """In how many games somebody sat out since they played, or came."""
    waited = 0
    for number in range(len(played) - 1, -1, -1):
        if player in played[number].players:
            return waited
        if number >= since:
            waited += player not in played[number].elsewhere
    return waited


def _partners(chosen: Sequence[int], ended: Iterable[PlayedGame], size: int) -> list[tuple[int, ...]]:
    """Sides of this size: those who were partners in a last game stay together, the others in their order."""
    groups: list[tuple[int, ...]] = []
    left = list(chosen)
    for side in (side for game in ended for side in game.sides):
        if len(side) == size and all(player in left for player in side):
            groups.append(tuple(player for player in chosen if player in side))
            left = [player for player in left if player not in side]
    groups += [tuple(left[start : start + size]) for start in range(0, len(left), size)]
    return sorted(groups, key=lambda group: chosen.index(group[0]))
