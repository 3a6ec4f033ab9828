"""What is asked before something that cannot be undone without harm, or stops others: what it does, and to whom."""

from collections.abc import Mapping, Sequence

from scorekeeper.clock import utc_now
from scorekeeper.rooms.tournaments.domain.log.state import Match
from scorekeeper.rooms.tournaments.pages.matches import by_table, match_view
from scorekeeper.rooms.tournaments.pages.page import render_page
from scorekeeper.rooms.tournaments.services.cache import LoadedTournament, milliseconds


def ask_first(
    now: LoadedTournament,
    heading: str,
    lines: Sequence[str],
    matches: Sequence[Match],
    yes: Mapping[str, object],
    *,
    no: str,
    back: str | None = None,
) -> str:
    """Render a question with the matches that it is about; `yes` is the form that does it: url, label and fields;
    `back` leads away from it (None: to the desk).
    """
    at = milliseconds(utc_now())
    rows = sorted((match_view(now, match, at) for match in matches), key=by_table)
    return render_page("ask.html", "desk", now, heading=heading, lines=lines, matches=rows, yes=yes, no=no, leave=back)
