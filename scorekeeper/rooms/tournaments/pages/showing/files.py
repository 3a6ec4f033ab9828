"""Files of a tournament: its matches and its standings as CSV, and all of it with its games."""

from collections.abc import Iterator

from flask import Blueprint, Response
from werkzeug.utils import secure_filename

from scorekeeper.access import KEEPER, NotAllowed, current_membership, may
from scorekeeper.access.gate import NOT_ENOUGH
from scorekeeper.access.quotas import answer_about, begin_download, download
from scorekeeper.core.words.language import translate as _
from scorekeeper.formats.files.table_zip import FORMAT as ZIP
from scorekeeper.rooms.tournaments.access import OWN_TOURNAMENT, current_tournament
from scorekeeper.rooms.tournaments.domain.log.state import TournamentState
from scorekeeper.rooms.tournaments.domain.readers import Reader, hides_totals, seen_by
from scorekeeper.rooms.tournaments.pages.hall import reader
from scorekeeper.rooms.tournaments.pages.page import loaded, names_of
from scorekeeper.rooms.tournaments.services.csv_files import matches_csv, standings_csv
from scorekeeper.rooms.tournaments.services.exporting import zip_of_tournament
from scorekeeper.services.security_log import security_event
from scorekeeper.storage.members import Role

pages = Blueprint("tournament_files", __name__, url_prefix="/tournaments/<tournament>")


@pages.get("/matches.csv", role=OWN_TOURNAMENT)
def matches(tournament: str) -> Response:
    """A row per match and side."""
    state = _shown()
    with answer_about(state.seq, current_membership()):
        return csv_file(state, "matches", matches_csv(state, names_of(state), full=may("scorer")))


@pages.get("/standings.csv", role=OWN_TOURNAMENT)
def standings(tournament: str) -> Response:
    """A row per place."""
    state = _shown()
    with answer_about(state.seq, current_membership()):
        return csv_file(state, "standings", standings_csv(state, names_of(state), full=may("scorer")))


@pages.get("/tournament.zip", role=KEEPER)
def with_games(tournament: str) -> Response:
    """The signed log with the games of all matches, to be verified and imported."""
    begin_download(current_membership())
    row = current_tournament()
    security_event("exported", table=row.table_id, of="tournament", form=ZIP.key)
    pieces = download(zip_of_tournament(tournament), is_short=False)
    return _file(Response(pieces, mimetype=ZIP.media_type), row.name, ZIP.suffix)


def _shown() -> TournamentState:
    """The tournament as it is sent around; what is hidden until the end only for the desk."""
    state = loaded().state
    if hides_totals(state, reader()):
        raise NotAllowed(_(NOT_ENOUGH[Role.SCORER]))
    return seen_by(state, Reader.WATCHER if reader() is Reader.WATCHER else Reader.PLAYER)


def csv_file(state: TournamentState, what: str, pieces: Iterator[str]) -> Response:
    """A download named after the tournament, and what it has of it."""
    return _file(Response("".join(pieces), mimetype="text/csv"), state.name, f"-{what}.csv")


def _file(answer: Response, of: str, ending: str) -> Response:
    answer.headers["Cache-Control"] = "no-store, private"
    name = secure_filename(of)[:60] or "tournament"
    answer.headers.set("Content-Disposition", "attachment", filename=f"{name}{ending}")
    return answer
