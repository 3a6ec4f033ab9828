"""Two phones at the table only for its tournament, for the cast of `tests/access`.

Greta's scanned a card of the tournament, and nobody let it in; Pete's is a player's whom the desk knows.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from scorekeeper.rooms.tournaments.access import OWN_MATCH, OWN_TOURNAMENT
from scorekeeper.rooms.tournaments.domain.setting_up.setup import Stage, TournamentSettings
from scorekeeper.rooms.tournaments.services.phones import accept_phone, join_tournament
from scorekeeper.rooms.tournaments.services.recording import start_tournament
from scorekeeper.services.recording import Author

if TYPE_CHECKING:
    from tests.access.cast import Cast

GUESTS = {"greta": (OWN_MATCH,), "pete": (OWN_MATCH, OWN_TOURNAMENT)}
"""The roles that they have."""


def come(cast: Cast) -> dict[str, str]:
    """Start the tournament, and let both come; what its URLs have."""
    with cast.app.app_context():
        stage = Stage("swiss", "partnership")
        tournament = start_tournament(cast.table, "Harbour Open", (stage,), TournamentSettings(), Author("Alice"))[0].id
        greta = join_tournament(tournament, None, "greta", card=4, player=None)
        pete = join_tournament(tournament, None, "pete", card=None, player="Pete")
        accept_phone(tournament, pete.member.id)
    for name, joined in (("greta", greta), ("pete", pete)):
        cast.clients[name].set_cookie("scorekeeper_device", str(joined.secret))
    return {"tournament": tournament}
