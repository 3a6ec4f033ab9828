"""Writes a tournament's matches and standings as CSV; no cell can become a formula."""

from collections.abc import Iterable, Iterator, Mapping

from scorekeeper.formats.csv_rows import Row, csv_pieces, escape_formula
from scorekeeper.rooms.tournaments.domain.line_ups import choosing, line_up
from scorekeeper.rooms.tournaments.domain.log.state import Match, TournamentState
from scorekeeper.rooms.tournaments.domain.pairing import standings
from scorekeeper.rooms.tournaments.domain.words import why_text

MATCHES = (
    "stage",
    "round",
    "match",
    "table",
    "slot",
    "side",
    "teams",
    "status",
    "score",
    "won",
    "sets",
    "bags",
    "hands",
    "by",
    "game",
    "players",
    "date",
    "time",
    "place",
    "postponed",
    "line-up",
)
STANDINGS = (
    "stage",
    "format",
    "pool",
    "rank",
    "team",
    "name",
    "wins",
    "losses",
    "level",
    "opponents' wins",
    "difference",
    "points",
    "sets",
    "bags",
    "byes",
    "forfeits",
    "decided by",
    "why",
    "players",
    "against",
    "league points",
)


def matches_csv(state: TournamentState, names: Mapping[int, str], *, full: bool = False) -> Iterator[str]:
    """A row per match and side of the published rounds; `names` are what teams are called here.

    `full`: the reader may also see the names of the players.
    """
    rounds = [found for found in state.rounds if found.published]
    matches = [state.matches[match] for found in rounds for match in found.matches]
    return csv_pieces(MATCHES, (([], match_rows(state, match, names, full)) for match in matches))


def match_rows(state: TournamentState, match: Match, names: Mapping[int, str], full: bool) -> Iterator[Row]:
    """The rows of one match. Figures that aren't known are empty; `won` is yes, no, or empty without a winner."""
    result, pairing, given = state.result(match), match.pairing, state.fixture(match)
    when = ["", "", "", ""]
    if given is not None:
        when = [given.date, given.time, escape_formula(given.place), "yes" if given.postponed else "no"]
    for side, teams in enumerate(pairing.sides):
        scored = result is not None and side < len(result.scores)
        won = "" if result is None or result.is_level else "yes" if result.winner == side else "no"
        yield [
            match.stage,
            match.round,
            match.id,
            "" if pairing.table is None else pairing.table,
            pairing.slot,
            side + 1,
            escape_formula(" & ".join(names[team] for team in teams if team in names)),
            state.match_status(match),
            result.scores[side] if result is not None and scored else "",
            won,
            result.sets[side] if result is not None and result.sets else "",
            result.bags[side] if result is not None and result.bags else "",
            "" if result is None or result.hands is None else result.hands,
            "" if result is None else result.by,
            match.game or "",
            _players(state, teams) if full else "",
            *when,
            _line_ups(state, match, teams) if full else "",
        ]


def _line_ups(state: TournamentState, match: Match, teams: Iterable[int]) -> str:
    """Who plays or played for those of these teams that choose."""
    own = [team for team in choosing(state, match) if team.id in teams]
    return escape_formula(", ".join(player for team in own for player in line_up(state, match, team)))


def standings_csv(state: TournamentState, names: Mapping[int, str], *, full: bool = False) -> Iterator[str]:
    """A row per place of each stage that has begun; `names` and `full` as in `matches_csv`."""
    stages = [stage for stage in range(1, len(state.stages) + 1) if state.rounds_of(stage)]
    return csv_pieces(STANDINGS, (([], place_rows(state, stage, names, full)) for stage in stages))


def place_rows(state: TournamentState, stage: int, names: Mapping[int, str], full: bool) -> Iterator[Row]:
    """The rows of one stage. Figures are decimals with at most two places."""
    is_league = state.stages[stage - 1].league_points is not None
    for place in standings(state, stage):
        record = place.record
        yield [
            stage,
            state.stages[stage - 1].format,
            place.pool or "",
            place.rank,
            place.team,
            escape_formula(names[place.team]),
            record.wins,
            record.losses,
            record.level,
            _decimal(float(record.opponents_wins)),
            _decimal(float(record.difference)),
            _decimal(float(record.points)),
            "" if record.sets is None else record.sets,
            "" if record.bags is None else record.bags,
            record.byes,
            record.forfeits,
            place.decided_by,
            escape_formula(why_text(place.why, names)),
            _players(state, (place.team,)) if full else "",
            *([_decimal(float(record.against)), record.league_points] if is_league else ["", ""]),
        ]


def _players(state: TournamentState, teams: Iterable[int]) -> str:
    return escape_formula(
        ", ".join(player for team in teams if team in state.teams for player in state.teams[team].players)
    )


def _decimal(figure: float) -> str:
    return f"{figure:.2f}".rstrip("0").rstrip(".")
