"""What tournaments add to the made-up year of the demo."""

import random
from collections.abc import Iterator
from contextlib import contextmanager

from scorekeeper.core.words.language import translate as _
from scorekeeper.rooms.tournaments.domain.log.events import ARRIVED
from scorekeeper.rooms.tournaments.domain.setting_up.setup import ON_PAPER, Stage, TournamentSettings
from scorekeeper.rooms.tournaments.services.cache import load_tournament
from scorekeeper.rooms.tournaments.services.recording import start_tournament
from scorekeeper.rooms.tournaments.services.results import give_result
from scorekeeper.rooms.tournaments.services.rounds import pair_round, publish_round
from scorekeeper.rooms.tournaments.services.teams import enter_teams, entries_of, set_status
from scorekeeper.services.demo import play_partnership, players_of_club
from scorekeeper.services.recording import Author

ROUNDS = 3


@contextmanager
def made_up(table: str, rng: random.Random) -> Iterator[None]:
    """After the games of the year."""
    yield
    _play_tournament(table, rng)


def _play_tournament(table: str, rng: random.Random) -> None:
    """A round robin of six pairs on paper, in its third round."""
    names, keeper = list(players_of_club()), Author(_("The club"))
    rules = Stage("round-robin", "partnership", {"blind_nil": 200})
    row, _is_new = start_tournament(
        table, _("Club championship"), (rules,), TournamentSettings(kept_on=ON_PAPER), keeper
    )
    teams = [tuple(names[seat::6]) for seat in range(6)]
    enter_teams(row.id, entries_of("\n".join(" & ".join(team) for team in teams)), keeper)
    set_status(row.id, list(load_tournament(row.id).state.teams), ARRIVED, keeper)
    for number in range(ROUNDS):
        pair_round(row.id, keeper)
        publish_round(row.id, keeper)
        state = load_tournament(row.id).state
        running = [match for match in state.matches.values() if not state.is_over(match)]
        for match in running[: 1 if number == ROUNDS - 1 else len(running)]:
            sides = [state.teams[int(str(team))].players for team in match.teams]
            _sheet, board = play_partnership(rng, [one for pair in zip(*sides, strict=True) for one in pair])
            scores = [score.total for score in board.scores]
            give_result(row.id, match.id, {"scores": scores, "signed": True}, keeper)
