"""Who plays for the teams of a league that have more players than sit down: a form for the desk and for phones."""

from collections.abc import Mapping, Sequence

from wtforms import Form, SelectMultipleField
from wtforms.validators import Optional

from scorekeeper.core.pages import View
from scorekeeper.core.words.language import with_commas
from scorekeeper.rooms.tournaments.domain.line_ups import choosing, line_up, players_a_side
from scorekeeper.rooms.tournaments.domain.log.state import Match, TournamentState
from scorekeeper.rooms.tournaments.pages.page import team_label
from scorekeeper.web.forms import WholeField

FIELDS = ("first_plays", "second_plays")


class LineUpForm(Form):
    """Who plays on each side; a side that has no choice is not in it."""

    match = WholeField(validators=[Optional()])
    first_plays = SelectMultipleField(validate_choice=False)
    second_plays = SelectMultipleField(validate_choice=False)

    def named(self, state: TournamentState, match: Match) -> dict[int, Sequence[str]]:
        """The players who were ticked, by the numbers of the teams that choose."""
        return {team.id: self[FIELDS[match.side_of(team.id)]].data or [] for team in choosing(state, match)}


def line_up_view(
    state: TournamentState, match: Match, *, typed: Mapping[int, Sequence[str]] | None = None
) -> View | None:
    """Values for `line_up_form` in `league/macros.html`; None where nobody chooses.

    `typed` is what was refused. Once the match has begun its names are only shown.
    """
    teams = choosing(state, match)
    if not teams:
        return None
    known = {team.id: line_up(state, match, team) for team in teams}
    chosen = known if typed is None else {team.id: tuple(typed.get(team.id, ())) for team in teams}
    return {
        "words": [
            {"side": match.side_of(team.id), "name": team_label(team), "players": with_commas(list(known[team.id]))}
            for team in teams
        ],
        "size": players_a_side(state),
        "is_open": typed is not None or not all(known.values()),
        "has_begun": match.game is not None,
        "sides": [
            {
                "index": match.side_of(team.id),
                "field": FIELDS[match.side_of(team.id)],
                "name": team_label(team),
                "players": [{"name": player, "on": player in chosen[team.id]} for player in team.everyone],
            }
            for team in teams
        ],
    }
