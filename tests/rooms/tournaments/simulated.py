"""A match of a tournament in an evening of `tests/simulation`: while phones write its game, its desk types papers."""

from __future__ import annotations

from random import Random

from scorekeeper.core.game import NotNow
from scorekeeper.core.inputs import InvalidInput
from scorekeeper.rooms.tournaments.domain.log import events as ev, results as rs, undoing
from scorekeeper.rooms.tournaments.domain.log.reported import in_force, replaced, undecided, version
from scorekeeper.rooms.tournaments.domain.log.state import Match, TournamentState
from scorekeeper.rooms.tournaments.domain.setting_up.setup import Stage, TournamentSettings
from scorekeeper.rooms.tournaments.services.cache import load_tournament
from scorekeeper.rooms.tournaments.services.choosing import choose
from scorekeeper.rooms.tournaments.services.matches import start_match
from scorekeeper.rooms.tournaments.services.recording import start_tournament, undo
from scorekeeper.rooms.tournaments.services.results import give_result
from scorekeeper.rooms.tournaments.services.rounds import pair_round
from scorekeeper.rooms.tournaments.services.teams import Entry, enter_teams, set_status
from scorekeeper.rooms.tournaments.services.verifying import damaged_tournaments
from scorekeeper.rooms.tournaments.storage import tournaments_of, tournaments_of_games
from scorekeeper.services.game_cache import load_game
from scorekeeper.services.recording import Author
from scorekeeper.storage.errors import AnotherEventCameFirst
from tests.simulation.kind import FOUR, Kind

DESK = Author("Desk", directs=True)
TARGET = 150


def begin(table: str) -> str:
    stage = Stage("round-robin", "partnership", {"target": TARGET})
    row, _new = start_tournament(table, "Harbour Open", (stage,), TournamentSettings(), DESK)
    enter_teams(row.id, [Entry((FOUR[0], FOUR[2])), Entry((FOUR[1], FOUR[3]))], DESK)
    set_status(row.id, [1, 2], ev.ARRIVED, DESK)
    [match] = pair_round(row.id, DESK, publish=True).tournament.state.rounds[0].matches
    return start_match(row.id, match, "Ann")


def _found(game: str) -> tuple[str, TournamentState, Match]:
    [tournament] = tournaments_of_games([game])
    state = load_tournament(tournament).state
    return tournament, state, next(match for match in state.matches.values() if match.game == game)


def desk(game: str, random: Random) -> str:
    """A paper beside what is there or in its place, a choice, or an undo; what it was, also if it was refused."""
    tournament, state, match = _found(game)
    draws, seen = random.random(), version(state, match)
    scores = [TARGET + 5 * random.randrange(20), 5 * random.randrange(20)]
    random.shuffle(scores)
    body: dict[str, object] = {"scores": scores, "signed": random.random() < 0.5}
    says = "undoes"
    try:
        if draws < 0.4:
            says = f"types {scores} beside"
            give_result(tournament, match.id, body | {"beside": True}, DESK)
        elif draws < 0.65:
            says = f"types {scores} instead"
            give_result(tournament, match.id, body | {"instead": seen[0], "record": seen[1]}, DESK)
        elif draws < 0.85:
            entry = random.choice([0, *(report.seq for report in match.open_reports)])
            says = f"chooses {entry or 'the game'}"
            choose(tournament, match.id, entry, DESK, seen=seen)
        elif isinstance(undoing.in_force(state.events)[-1], rs.ScoreEvent):
            undo(tournament, DESK, state.seq)
    except (NotNow, InvalidInput, AnotherEventCameFirst) as refused:
        says += f", and is refused: {type(refused).__name__}"
    return says


def check(game: str) -> None:
    """The tournament has the points of the game, and each paper is what counts, stands beside that, or is replaced."""
    tournament, state, match = _found(game)
    loaded = load_game(game)
    assert [*damaged_tournaments(loaded.game.table_id)] == []
    assert [row.id for row in tournaments_of(loaded.game.table_id)] == [tournament]
    board, known = loaded.state.board, state.game_result(match)
    totals, hands = tuple(side.total for side in board.scores), sum(hand.counted for hand in board.hands)
    assert known is not None
    assert (known.scores, known.hands) == (totals, hands), f"the desk has {known}, the game {totals} in {hands} hands"
    there, open_ones = in_force(state, match), undecided(state, match)
    papers = [event for event in undoing.in_force(state.events) if isinstance(event, rs.ScoreEvent)]
    shown = {score.seq for score in (*([] if there is None else [there]), *open_ones, *replaced(state, match))}
    typed = {paper.seq: rs.result_of(paper, match.pairing.sides).scores for paper in papers}
    says = None if there is None else there.result.scores
    lost = [scores for seq, scores in typed.items() if seq not in shown and scores != says]
    assert lost == [], f"papers are nowhere: {lost}"
    result = state.result(match)
    counts = {totals, *typed.values()}
    assert result is None or result.scores in counts, f"{result} counts, and nobody wrote it"


KINDS = {"match": Kind("partnership", FOUR, target=TARGET, begin=begin, desk=desk, check=check)}
