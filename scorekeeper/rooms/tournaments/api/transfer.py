"""The export of a tournament over the API."""

from collections.abc import Callable, Iterator
from typing import Annotated

from flask import Response

from scorekeeper.access import WATCHER, NotAllowed, current_membership
from scorekeeper.access.gate import NOT_ENOUGH
from scorekeeper.access.quotas import answer_about, begin_download, download
from scorekeeper.api.operations import call
from scorekeeper.core.words.language import translate as _
from scorekeeper.formats.files import UnknownFormat
from scorekeeper.formats.files.table_zip import FORMAT as ZIP
from scorekeeper.rooms.tournaments.access import current_tournament
from scorekeeper.rooms.tournaments.domain.readers import Reader, hides_totals, seen_by
from scorekeeper.rooms.tournaments.services.by_time import record_due
from scorekeeper.rooms.tournaments.services.csv_files import matches_csv, standings_csv
from scorekeeper.rooms.tournaments.services.exporting import zip_of_tournament
from scorekeeper.services.security_log import security_event
from scorekeeper.storage.members import Role

TOURNAMENT_FILES: dict[str, Callable[..., Iterator[str]]] = {
    "matches": matches_csv,
    "standings": standings_csv,
}
WITH_GAMES = "games"


@call(
    "GET /tournaments/<tournament>/exports/<form>", WATCHER, parts={"form": {"enum": [*TOURNAMENT_FILES, WITH_GAMES]}}
)
def export_tournament(tournament: str, form: str) -> Annotated[Response, ("text/csv", ZIP.media_type)]:
    """Export a tournament

    `matches` is CSV with a row per match and side, `standings` with one per place of each stage. `games` is a ZIP with
    the signed log and the games of all matches, to be verified and imported; it needs a keeper.

    200: The file.
    """
    if form == WITH_GAMES:
        return _with_games(tournament)
    state = record_due(current_tournament().id).state
    at_desk = current_membership().may(Role.SCORER)
    if hides_totals(state, Reader.DESK if at_desk else Reader.WATCHER):
        raise NotAllowed(_(NOT_ENOUGH[Role.SCORER]))
    if form not in TOURNAMENT_FILES:
        raise UnknownFormat(form)
    state = seen_by(state, Reader.PLAYER if at_desk else Reader.WATCHER)  # a file is sent around
    names = {team.id: team.name for team in state.teams.values()}
    with answer_about(state.seq, current_membership()):
        answer = Response("".join(TOURNAMENT_FILES[form](state, names, full=True)), mimetype="text/csv")
    answer.headers["Cache-Control"] = "no-store, private"
    return answer


def _with_games(tournament: str) -> Response:
    if not current_membership().may(Role.KEEPER):
        raise NotAllowed(_(NOT_ENOUGH[Role.KEEPER]))
    begin_download(current_membership())
    security_event("exported", table=current_tournament().table_id, of="tournament", form=ZIP.key)
    answer = Response(download(zip_of_tournament(tournament), is_short=False), mimetype=ZIP.media_type)
    answer.headers["Cache-Control"] = "no-store, private"
    return answer
