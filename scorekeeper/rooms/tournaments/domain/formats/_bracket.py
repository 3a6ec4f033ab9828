"""Brackets: which match feeds which, who comes to each, and who is out.

A bracket is drawn once, as places in the order of the first round (None: nobody, so a bye), and everything else follows
from it and from the matches that are stored with their slots. Slots: `W2.1` is the first match of the second round of
the winners' bracket, `L1.2` one of the losers' bracket, `F1` the final, `F2` its reset, `P1` the match for third place.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import permutations
from typing import Any, NamedTuple

from scorekeeper.core.inputs import Fault, FieldPath
from scorekeeper.rooms.tournaments import faults
from scorekeeper.rooms.tournaments.domain.format import UNNUMBERED, Format, Replacement
from scorekeeper.rooms.tournaments.domain.log.pairings import NO_REMATCH, SWAPPED, WALKOVER, Pairing, Why
from scorekeeper.rooms.tournaments.domain.log.results import Result
from scorekeeper.rooms.tournaments.domain.log.state import Match, TournamentState
from scorekeeper.rooms.tournaments.domain.standings import Counting, RankedTeam, records

FINAL = "F1"
RESET = "F2"
THIRD = "P1"

RoundsMet = Mapping[int, Mapping[int, Sequence[int]]]
"""In which rounds each team met each other."""


class Source(NamedTuple):
    """Where a team of a match comes from: a drawn place (`place` from 0), or the winner or loser of a slot."""

    slot: str = ""
    wins: bool = True
    place: int = -1


@dataclass(frozen=True, slots=True)
class Node:
    """One match of a bracket; `round` is its round in its half, from 1.

    It is not paired before the round `day` of the bracket, so that rounds stay together.
    """

    slot: str
    round: int
    sources: tuple[Source, Source]
    day: int


@dataclass(frozen=True, slots=True)
class Bracket:
    """The drawn places and the matches, each after those that feed it; `rounds` of the winners' bracket.

    Of a bracket that was drawn again with teams that have lost before, the places of the losers' bracket come last.
    `has_reset`: the loser of the final plays again if it was the winner's first loss that counts.
    """

    places: tuple[int | None, ...]
    nodes: tuple[Node, ...]
    rounds: int
    from_round: int = 1
    is_double: bool = False
    has_reset: bool = False


def seeded(teams: Sequence[int]) -> tuple[int | None, ...]:
    """The places of a bracket: seeds meet as late as possible, and the first seeds have the byes."""
    return tuple(teams[seed - 1] if seed <= len(teams) else None for seed in _seeds_by_place(len(teams)))


def is_complete(places: Sequence[int | None]) -> bool:
    """Whether there are 2, 4, 8, … places, and no team has two of them."""
    teams = [team for team in places if team is not None]
    return len(places) > 1 and len(places).bit_count() == 1 and 0 < len(set(teams)) == len(teams)


def in_order_of_seeds(places: Sequence[int | None]) -> list[int]:
    """The teams of places that `seeded` made, the first seed first."""
    by_seed = sorted(zip(_seeds_by_place(len(places)), places, strict=True))
    return [team for _, team in by_seed if team is not None]


def with_more(
    places: Sequence[int | None], seeds: Sequence[int], more: Sequence[int], met: RoundsMet
) -> list[int | None]:
    """The places with more teams: beside the last seeds, and if they are too few, in a round more that they play in.

    Nobody comes beside a team that it has met while another place is free, or another of these teams can come there.
    """
    found, waiting = list(places), list(more)
    while waiting:
        free = free_places(found, seeds)
        for team in waiting[: len(free)]:
            place = next((one for one in free if found[one ^ 1] not in met.get(team, ())), free[0])
            free.remove(place)
            found[place] = team
            _exchange(found, place, more, met)
        waiting = [team for team in waiting if team not in found]
        if waiting:
            found = [seat for place in found for seat in (place, None)]
    return found


def _exchange(places: list[int | None], place: int, more: Sequence[int], met: RoundsMet) -> None:
    """Let the team at this place change with another of these if it has met who is beside it, and then nobody has."""

    def again(one: int) -> bool:
        return places[one ^ 1] in met.get(places[one] or 0, ())

    for other in [one for one, team in enumerate(places) if team in more]:
        if not again(place):
            return
        places[place], places[other] = places[other], places[place]
        if again(place) or again(other):
            places[place], places[other] = places[other], places[place]


def free_places(places: Sequence[int | None], seeds: Sequence[int]) -> list[int]:
    """The empty places, those beside the last seeds first."""

    def seed_beside(place: int) -> int:
        beside = places[place ^ 1]
        return -seeds.index(beside) if beside in seeds else -len(seeds)

    return sorted((place for place, team in enumerate(places) if team is None), key=seed_beside)


def _seeds_by_place(teams: int) -> list[int]:
    order = [1]
    while len(order) < max(teams, 2):
        order = [seed for one in order for seed in (one, 2 * len(order) + 1 - one)]
    return order


def _winners(places: int) -> tuple[list[Node], int]:
    """The winners' bracket without its final, which is left to the caller, and its number of rounds with it."""
    rounds = max(1, (places - 1).bit_length())
    nodes = []
    for number in range(1, rounds + 1):
        for match in range(1, 2 ** (rounds - number) + 1):
            if number == 1:
                sources = (Source(place=2 * match - 2), Source(place=2 * match - 1))
            else:
                sources = (Source(f"W{number - 1}.{2 * match - 1}"), Source(f"W{number - 1}.{2 * match}"))
            nodes.append(Node(f"W{number}.{match}", number, sources, number))
    return nodes, rounds


def single(places: Sequence[int | None], from_round: int, third_place: bool) -> Bracket:
    """A bracket where a team is out once it loses."""
    nodes, rounds = _winners(len(places))
    last = nodes.pop()
    if third_place and rounds > 1:
        beaten = (Source(last.sources[0].slot, wins=False), Source(last.sources[1].slot, wins=False))
        nodes.append(Node(THIRD, rounds, beaten, rounds))
    nodes.append(Node(FINAL, rounds, last.sources, rounds))
    return Bracket(tuple(places), tuple(nodes), rounds, from_round)


def double(
    places: Sequence[int | None], reset: bool, losers: Sequence[int | None] = (), from_round: int = 1
) -> Bracket:
    """A bracket where a team is out once it has lost twice. The losers' bracket has no early rematch.

    `losers` are those that have lost once, where it is drawn again: at least half as many places as the others have.
    """
    nodes, rounds = _winners(len(places)) if len(places) > 1 else ([], 0)
    below, champion, day = _losers(rounds, [Source(place=len(places) + place) for place in range(len(losers))])
    unbeaten = Source(f"W{rounds}.1") if rounds else Source(place=0)
    nodes += below
    nodes.append(Node(FINAL, rounds + 1, (unbeaten, champion), day + 1))
    if reset:
        nodes.append(Node(RESET, rounds + 2, (Source(FINAL), Source(FINAL, wins=False)), day + 2))
    return Bracket((*places, *losers), tuple(nodes), rounds, from_round, is_double=True, has_reset=reset)


def _losers(rounds: int, drawn: list[Source]) -> tuple[list[Node], Source, int]:
    """The matches of the losers' bracket, where its winner comes from, and the day of its last match.

    It begins with those that were `drawn` for it, or with the losers of the first round. As long as more are in it than
    lose in the winners' bracket next, they play each other; then they meet those losers.
    """
    nodes: list[Node] = []
    here, lost_in, day = drawn, 1, 0  # the round of the winners' bracket whose losers come next
    if not drawn:
        here = [Source(f"W1.{match}", wins=False) for match in range(1, 2 ** (rounds - 1) + 1)]
        lost_in, day = 2, 1
    came_from = [set() if drawn else {2 * match, 2 * match + 1} for match in range(len(here))]
    number = 0
    while len(here) > 1 or lost_in <= rounds:
        number += 1
        if lost_in > rounds or len(here) > 2 ** (rounds - lost_in):
            day += 1
            pairs = list(zip(here[::2], here[1::2], strict=True))
            came_from = [one | other for one, other in zip(came_from[::2], came_from[1::2], strict=True)]
        else:
            day = max(day, lost_in) + 1
            order = _far_from(came_from, lost_in)
            pairs = [(Source(f"W{lost_in}.{match + 1}", wins=False), here[at]) for at, match in enumerate(order)]
            came_from = [own | _places_below(lost_in, order[at]) for at, own in enumerate(came_from)]
            lost_in += 1
        nodes += [Node(f"L{number}.{match}", number, pair, day) for match, pair in enumerate(pairs, 1)]
        here = [Source(f"L{number}.{match}") for match in range(1, len(pairs) + 1)]
    return nodes, here[0], max(day, rounds)


def _places_below(number: int, match: int) -> set[int]:
    """The drawn places that lead to a match of the winners' bracket, by its round and its position from 0."""
    return set(range(match * 2**number, (match + 1) * 2**number))


def _far_from(came_from: Sequence[set[int]], lost_in: int) -> list[int]:
    """For each place of the losers' bracket the match whose loser comes there, so that few can have met before."""
    count = len(came_from)
    straight = list(range(count))
    first, second = straight[: count // 2], straight[count // 2 :]
    orders = [straight[::-1], second + first, first[::-1] + second[::-1], straight]

    def met(order: Sequence[int]) -> int:
        return sum(len(came_from[at] & _places_below(lost_in, match)) for at, match in enumerate(order))

    return min(orders, key=met)


# Who comes to each match


@dataclass(frozen=True, slots=True)
class Seat:
    """A place in a match: `team` is who comes, None if nobody does; not `is_known` while that is undecided."""

    is_known: bool
    team: int | None = None


OPEN = Seat(False)
NOBODY = Seat(True)


@dataclass(slots=True)
class NodeState:
    """A node as it is now. `match` is stored, or None; `seats` are who should play; winner and loser if decided."""

    node: Node
    seats: tuple[Seat, Seat]
    match: Match | None = None
    winner: Seat = OPEN
    loser: Seat = OPEN

    @property
    def is_ready(self) -> bool:
        """Whether it can be paired now: both sides are known, somebody comes, and it is not stored yet."""
        return self.match is None and all(s.is_known for s in self.seats) and any(s.team for s in self.seats)

    @property
    def is_walkover(self) -> bool:
        """Whether only one team comes."""
        return sum(seat.team is not None for seat in self.seats) == 1


@dataclass(frozen=True, slots=True)
class Progress:
    """A bracket with what was played of it, by slot."""

    bracket: Bracket
    at: Mapping[str, NodeState] = field(default_factory=dict)

    @property
    def champion(self) -> Seat:
        """Who won it all; nobody if all forfeited."""
        reset = self.at.get(RESET)
        if reset is not None and self.needs_reset:
            return reset.winner
        return self.at[FINAL].winner

    @property
    def needs_reset(self) -> bool:
        """Whether the final was won by the team that had lost before, so that both have one loss."""
        final = self.at[FINAL]
        return (
            self.bracket.has_reset
            and final.winner.team is not None
            and final.loser.team is not None
            and final.winner.team == final.seats[1].team
        )

    @property
    def is_played_now(self) -> bool:
        """Whether a match of it is still played."""
        return any(node_state.match is not None and not node_state.winner.is_known for node_state in self.at.values())

    @property
    def is_over(self) -> bool:
        """Whether nothing is left to play."""
        third = self.at.get(THIRD)
        return self.champion.is_known and (third is None or third.winner.is_known)


def progress(
    state: TournamentState,
    stage: int,
    bracket: Bracket,
    gone: frozenset[int] = frozenset(),
    until: int | None = None,
) -> Progress:
    """What was played of a bracket, in the rounds before `until`. Teams that are `gone` come to no further match."""
    stored = {
        state.matches[match].pairing.slot: state.matches[match]
        for round_ in state.rounds_of(stage)
        if bracket.from_round <= round_.number and (until is None or round_.number < until)
        for match in round_.matches
    }
    return _follow(bracket, stored, gone, lambda match: state.result(match) if state.is_over(match) else None)


def drawn(bracket: Bracket) -> Progress:
    """A bracket that was just drawn."""
    return _follow(bracket, {}, frozenset(), lambda match: None)


def _follow(
    bracket: Bracket,
    stored: Mapping[str, Match],
    gone: frozenset[int],
    result_of: Callable[[Match], Result | None],
) -> Progress:
    at: dict[str, NodeState] = {}
    found = Progress(bracket, at)
    for node in bracket.nodes:
        if node.slot == RESET and not found.needs_reset:
            continue
        first, second = (_seat(bracket, at, source) for source in node.sources)
        node_state = NodeState(node, (first, second), stored.get(node.slot))
        if node_state.match is None:
            node_state.seats = (_unless(first, gone), _unless(second, gone))
            _decide_unplayed(node_state, (first, second))
        else:
            _decide_played(node_state, node_state.match, result_of(node_state.match))
        at[node.slot] = node_state
    return found


def _seat(bracket: Bracket, at: Mapping[str, NodeState], source: Source) -> Seat:
    if source.place >= 0:
        return Seat(True, bracket.places[source.place])
    return at[source.slot].winner if source.wins else at[source.slot].loser


def _unless(seat: Seat, gone: frozenset[int]) -> Seat:
    return NOBODY if seat.team in gone else seat


def _decide_unplayed(node_state: NodeState, before: tuple[Seat, Seat]) -> None:
    """A bye is decided without a match, if it follows from the draw and not from a team that left."""
    if not all(seat.is_known for seat in before):
        return
    teams = [seat.team for seat in before if seat.team is not None]
    if len(teams) < 2:
        node_state.winner, node_state.loser = Seat(True, teams[0] if teams else None), NOBODY
    elif not any(seat.team for seat in node_state.seats):
        node_state.winner = node_state.loser = NOBODY


def _decide_played(node_state: NodeState, match: Match, result: Result | None) -> None:
    """By the match's own teams: after a swap or a mistake, these are not those that should have come."""
    sides = match.pairing.sides
    if match.pairing.is_bye:  # a team that came late has lost the match that it missed
        late = [seat.team for seat in node_state.seats if seat.team is not None and seat.team != sides[0][0]]
        came_late = bool(late) and node_state.node.sources[0].place >= 0
        node_state.winner, node_state.loser = Seat(True, sides[0][0]), Seat(True, late[0]) if came_late else NOBODY
    elif result is not None and result.winner is not None:
        node_state.winner = Seat(True, sides[result.winner][0])
        node_state.loser = Seat(True, sides[1 - result.winner][0])
    elif result is not None and len(result.forfeits) == 2:
        node_state.winner = node_state.loser = NOBODY


def ready_pairings(found: Progress, number: int, met: RoundsMet) -> tuple[Pairing, ...]:
    """The matches of a round of the stage, and byes for teams that don't play in it. Teams that `met` before see when.

    Where a round would be all byes, the matches after it come now.
    """
    days = sorted({node_state.node.day for node_state in found.at.values() if node_state.is_ready})
    day = max(number - found.bracket.from_round + 1, days[0] if days else 1)
    pairings = _ready_until(found, day, met)
    for later in days:
        if later > day and all(pairing.is_bye for pairing in pairings):
            pairings = _ready_until(found, later, met)
    return tuple(pairings)


def _ready_until(found: Progress, day: int, met: RoundsMet) -> list[Pairing]:
    played_on = {s.slot for later in found.at.values() if later.match for s in later.node.sources if s.wins}
    ready = [node_state for slot, node_state in found.at.items() if node_state.is_ready and slot not in played_on]
    ready = [node_state for node_state in ready if node_state.node.day <= day]
    pairings = []
    busy: set[int] = set()
    for node_state in sorted(ready, key=lambda node_state: node_state.is_walkover):
        teams = [seat.team for seat in node_state.seats if seat.team is not None]
        if busy & set(teams):
            continue
        busy |= set(teams)
        sides = tuple((team,) for team in teams)
        pairings.append(Pairing(UNNUMBERED, sides, why=_why(found, node_state, met), slot=node_state.node.slot))
    return _exchanged(pairings, met)


def _exchanged(pairings: Sequence[Pairing], met: RoundsMet) -> list[Pairing]:
    """The pairings with the opponents of two matches of one round exchanged, where that avoids a rematch."""
    found = list(pairings)
    losers = [place for place, pairing in enumerate(found) if pairing.slot.startswith("L") and not pairing.is_bye]

    def again(pairing: Pairing) -> bool:
        one, other = pairing.teams
        return other in met.get(one, {})

    for one, other in permutations(losers, 2):
        first, second = found[one], found[other]
        if first.slot.split(".")[0] == second.slot.split(".")[0] and again(first):
            sides = (first.sides[0], second.sides[1]), (second.sides[0], first.sides[1])
            parts = [
                replace(pairing, sides=own, why=(Why(NO_REMATCH),))
                for pairing, own in zip((first, second), sides, strict=True)
            ]
            if not any(again(pairing) for pairing in parts):
                found[one], found[other] = parts
    return found


def _why(found: Progress, node_state: NodeState, met: RoundsMet) -> tuple[Why, ...]:
    if node_state.is_walkover:
        if not node_state.winner.is_known:
            return (Why(WALKOVER),)
        by_seed = any(source.place >= 0 for source in node_state.node.sources)
        by_draw = is_drawn_bye(found, node_state.node)
        return (Why("bye-by-seed" if by_seed else "bye-by-draw" if by_draw else "nobody-comes"),)
    if node_state.node.slot == RESET:
        return (Why("reset"),)
    params = slot_params(found.bracket, node_state.node)
    came = Why("drawn-place" if node_state.node.sources[0].place >= 0 else "winners-meet", params)
    one, other = node_state.seats
    rounds = tuple(met.get(one.team or 0, {}).get(other.team or 0, ()))
    again = (Why("meet-again", {"rounds": rounds}),) if rounds else ()
    return (came, *again)


def is_drawn_bye(found: Progress, node: Node) -> bool:
    """Whether nobody can come to one of its places since the draw left one empty: so it is no walkover."""

    def is_empty(source: Source) -> bool:
        if source.place >= 0:
            return found.bracket.places[source.place] is None
        feeds = found.at[source.slot].node.sources
        return all(map(is_empty, feeds)) if source.wins else any(map(is_empty, feeds))

    return any(map(is_empty, node.sources))


def slot_params(bracket: Bracket, node: Node) -> dict[str, Any]:
    """A match as params of a reason: its slot, and how many teams its round is for: 2 in the final, 4 in semi-finals.

    Rounds of the losers' bracket have no such name. Rounds go on where a bracket was drawn again.
    """
    if node.slot.startswith("L"):
        return {"slot": node.slot, "round": node.round + max(0, bracket.from_round - 2)}
    teams = 2 if node.slot in (FINAL, RESET) else 4 if node.slot == THIRD else 2 ** (bracket.rounds - node.round + 1)
    if bracket.is_double and node.slot.startswith("W"):
        return {"slot": node.slot, "round": node.round + bracket.from_round - 1}
    return {"slot": node.slot, "of": teams}


# Places


def placed(
    state: TournamentState, stage: int, brackets: Sequence[Progress], counting: Counting
) -> tuple[RankedTeam, ...]:
    """The places of a stage of brackets, the latest draw last: who is still in, then who came how far.

    Teams out in one round share its place.
    """
    found = records(state, stage, counting)
    drawn_in = {team for one in brackets for node_state in one.at.values() for team in _teams_of(node_state)}
    reached = {team: _reached(brackets, team) for team in found if team in drawn_in}
    order = sorted(reached, key=lambda team: (*[-part for part in reached[team].key], team))
    places: list[RankedTeam] = []
    for index, team in enumerate(order):
        same = index > 0 and reached[order[index - 1]].key == reached[team].key
        rank = places[-1].rank if same else index + 1
        decided_by = "" if same or not index else BRACKET
        places.append(RankedTeam(rank, team, found[team], decided_by, reached[team].why))
    return tuple(places)


BRACKET = "bracket"
"""What separates the places of a bracket."""

STILL_IN = 1_000


@dataclass(frozen=True, slots=True)
class _Reached:
    """How far a team came: more is better, by the draw, then the round, then a match for third place."""

    key: tuple[int, int, int]
    why: tuple[Why, ...]


def _reached(brackets: Sequence[Progress], team: int) -> _Reached:
    """In the latest bracket that the team was drawn for: still in, or where it lost for good."""
    number = max(index for index, one in enumerate(brackets) if any(team in _teams_of(s) for s in one.at.values()))
    found = brackets[number]
    if found.champion.team == team and found.is_over:
        final = found.at[RESET if found.needs_reset else FINAL]
        beaten = {"over": final.loser.team} if final.loser.team else {}
        return _Reached((number, STILL_IN + 1, 0), (Why("champion", beaten),))
    last = _last_of(found, team)
    slot, third = last.node.slot, found.at.get(THIRD)
    if slot == THIRD and not last.winner.is_known:
        return _Reached((number, _depth(found.bracket, last.node), 0), (Why("plays-for-third"),))
    if not _is_out(found, last, team):
        return _Reached((number, STILL_IN, 0), (Why("still-in"),))
    params = slot_params(found.bracket, last.node)
    if last.winner.team is not None:
        params["to"] = last.winner.team
    won_third = third is not None and third.winner.team == team
    why = (Why("won-third-place"),) if won_third else (Why("lost-in", params),)
    return _Reached((number, _depth(found.bracket, last.node), int(won_third)), why)


def _depth(bracket: Bracket, node: Node) -> int:
    """How late a team that lost here for good was out; the losers' bracket counts by its own rounds."""
    if node.slot in (FINAL, RESET):
        return STILL_IN - 1
    if node.slot == THIRD:
        return bracket.rounds - 1
    return 2 * (node.round - 1) if bracket.is_double and node.slot.startswith("W") else node.round


def _last_of(found: Progress, team: int) -> NodeState:
    """The latest match that a team comes to, or should have come to."""
    own = [node_state for node_state in found.at.values() if team in _teams_of(node_state)]
    return own[-1]


def _teams_of(node_state: NodeState) -> set[int]:
    if _is_exchanged(node_state):
        return set(node_state.match.teams) if node_state.match is not None else set()
    stored = node_state.match.teams if node_state.match is not None else ()
    return {*stored, *(seat.team for seat in node_state.seats if seat.team is not None)}


def _is_exchanged(node_state: NodeState) -> bool:
    """Whether its opponents were exchanged with those of another match of the round."""
    return node_state.match is not None and any(why.code == NO_REMATCH for why in node_state.match.pairing.why)


def _is_out(found: Progress, last: NodeState, team: int) -> bool:
    """Whether this was a team's last match: it lost, or another team came in its place."""
    if last.match is not None and team not in last.match.teams:
        return True
    if not last.winner.is_known:
        return False
    if last.winner.team == team:
        return last.node.slot == THIRD
    return last.node.slot != FINAL or not found.needs_reset


def next_places(found: Progress) -> list[int | None]:
    """Who comes to the first round that isn't played yet, of those who have not lost, in the order of the bracket."""
    first = "W" if found.bracket.is_double else ("W", FINAL)
    nodes = [node_state for slot, node_state in found.at.items() if slot.startswith(first)]
    if all(node_state.winner.is_known for node_state in nodes):
        return [nodes[-1].winner.team if nodes else found.bracket.places[0]]
    number = min(node_state.node.round for node_state in nodes if not node_state.winner.is_known)
    return [
        team
        for node_state in nodes
        if node_state.node.round == number
        for team in (
            [node_state.winner.team, None]
            if node_state.winner.is_known  # a match that was played before the others of its round
            else [seat.team for seat in node_state.seats]
        )
    ]


def drawn_again(
    found: Progress, seeds: Sequence[int], more: Sequence[int], met: RoundsMet
) -> tuple[tuple[int | None, ...], tuple[int | None, ...]]:
    """The places of those without a loss and those with one, `more` among these, from the next round on.

    Who lost last in the winners' bracket is seeded first among those with one loss.
    """
    unbeaten = next_places(found)
    lost_in = {
        node_state.loser.team: node_state.node.round
        for node_state in found.at.values()
        if node_state.node.slot.startswith("W")
    }
    others = {*unbeaten, *more}
    once = [
        team for team in found.bracket.places if team is not None and team not in others and not is_out([found], team)
    ]
    order = [*seeds, *(team for team in once if team not in seeds)]
    once.sort(key=lambda team: (-lost_in.get(team, 0), order.index(team)))
    places = list(seeded(once))
    while 2 * len(places) < len(unbeaten):
        places = [seat for place in places for seat in (place, None)]
    return tuple(unbeaten), tuple(_apart(with_more(places, once, more, met), met))


def met(state: TournamentState, stage: int) -> RoundsMet:
    """In which rounds of a stage each team met each other."""
    found: dict[int, dict[int, list[int]]] = {}
    for match in state.matches.values():
        if match.stage == stage:
            for team, other in permutations(match.teams, 2):
                found.setdefault(team, {}).setdefault(other, []).append(match.round)
    return found


def _apart(places: list[int | None], met: RoundsMet) -> list[int | None]:
    """The places with second teams of pairs exchanged, so that no pair has met before, if that is possible."""
    found = list(places)

    def again(one: int, other: int) -> bool:
        return found[other] in met.get(found[one] or 0, ())

    pairs = [(place, place + 1) for place in range(0, len(found), 2) if None not in (found[place], found[place + 1])]
    for one, other in pairs:
        for first, second in pairs:
            if again(one, other):
                found[other], found[second] = found[second], found[other]
                if again(one, other) or again(first, second):
                    found[other], found[second] = found[second], found[other]
    return found


def bought_back(state: TournamentState, stage: int) -> list[int]:
    """Teams that bought back and are in no bracket since."""
    last = state.draws[stage][-1].round if state.draws.get(stage) else 0
    return [
        team.id
        for team in state.teams.values()
        if team.plays and any(of == stage and after >= last for of, after in team.buy_backs)
    ]


def no_buy_back(
    state: TournamentState, stage: int, team: int, brackets: Sequence[Progress], form: Format
) -> Fault | None:
    """Why a team cannot buy back now, by the format's `buy_backs` and `buy_back_until`; None if it can."""
    setup, where = state.stages[stage - 1], FieldPath.to("team")
    most, until = int(form.setting(setup, "buy_backs") or 0), int(form.setting(setup, "buy_back_until") or 0)
    rounds = len(state.rounds_of(stage))
    used = sum(of == stage for of, _ in state.teams[team].buy_backs)
    if not most:
        return faults.NO_BUY_BACKS.at(where, {})
    if not is_out(brackets, team):
        return faults.TEAM_NOT_OUT.at(where, {"team": state.teams[team].name})
    if used >= most:
        return faults.BUY_BACKS_USED.at(where, {"most": most})
    return faults.BUY_BACK_TOO_LATE.at(where, {"round": until + 1}) if rounds > until else None


def is_out(brackets: Sequence[Progress], team: int) -> bool:
    """Whether a team lost for good in the latest bracket that it was drawn for."""
    mine = [found for found in brackets if team in found.bracket.places]
    return bool(mine) and _is_out(mine[-1], _last_of(mine[-1], team), team)


# Mistakes


def replacements(state: TournamentState, found: Progress) -> list[Replacement]:
    """The matches that a result which was corrected since would have paired differently, unless they stand."""
    wrong: list[Replacement] = []
    for node_state in found.at.values():
        match = node_state.match
        if match is None or match.stands or not all(seat.is_known for seat in node_state.seats):
            continue
        if any(why.code == SWAPPED for why in match.pairing.why):
            continue
        exchanged = [other for other in found.at.values() if _is_exchanged(other) and _is_exchanged(node_state)]
        group = [other for other in exchanged if other.match is not None and other.match.round == match.round]
        due = [seat.team for one in group or [node_state] for seat in one.seats if seat.team is not None]
        playing = {team for one in group or [node_state] if one.match is not None for team in one.match.teams}
        here = [team for team in match.teams if team not in due]
        missing = [team for team in due if team not in playing and state.teams[team].plays]
        wrong += [
            Replacement(match.id, team, missing[index] if index < len(missing) else None)
            for index, team in enumerate(here)
        ]
    return wrong
