"""The pages that say what is wrong: a damaged tournament, with what a keeper can do, and what only directors may."""

from flask import Blueprint, url_for
from werkzeug.wrappers import Response

from scorekeeper.access import NotAllowed
from scorekeeper.access.gate import NOT_ENOUGH
from scorekeeper.core.words.language import translate as _
from scorekeeper.rooms.tournaments.services.damaged import DamagedTournament
from scorekeeper.rooms.tournaments.services.may_change import DirectorsOnly
from scorekeeper.rooms.tournaments.storage import tournament_row
from scorekeeper.storage.members import Role
from scorekeeper.web.damaged import damaged_page
from scorekeeper.web.errors import Answer, refused

pages = Blueprint("tournament_errors", __name__)


@pages.app_errorhandler(DirectorsOnly)
def directors_only(_error: DirectorsOnly) -> Answer:
    """A helper did what only directors may."""
    return refused(NotAllowed(_(NOT_ENOUGH[Role.KEEPER])))


@pages.app_errorhandler(DamagedTournament)
def show_damaged(damage: DamagedTournament) -> tuple[str | Response, int]:
    """Instead of every page of the tournament."""
    row = tournament_row(damage.id)
    return damaged_page(
        damage,
        table=row.table_id,
        name=row.name,
        title=_("This tournament is damaged"),
        text=_("The games of its matches go on, and other pages are not affected."),
        undo=url_for("rounds.take_back", tournament=row.id),
        seq=row.last_seq,
        export=url_for("tournament_files.with_games", tournament=row.id),
        export_label=_("Export what can be read"),
        delete=url_for("tournament_archive.delete", tournament=row.id),
        deletes=_("The tournament goes for ever. The games of its matches stay at the table."),
    )
