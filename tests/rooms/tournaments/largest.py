"""What addresses of a tournament have, and its routes that take nothing: for `tests/access/test_largest_input.py`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scorekeeper.rooms.tournaments.services.phones import key_of_card
from scorekeeper.rooms.tournaments.services.teams import Entry, enter_team
from scorekeeper.rooms.tournaments.storage import SIGN_UP, tournament_row
from scorekeeper.services.recording import Author

if TYPE_CHECKING:
    from tests.access.cast import Cast

A_TAP = "a tap, which has no field"
WITHOUT_FIELDS = {
    "cards.use_card": A_TAP,
    "match.game": A_TAP,
    "my_match.here": A_TAP,
    "my_match.not_me": A_TAP,
    "my_match.off": A_TAP,
    "phones.remove": A_TAP,
    "phones.void": A_TAP,
    "pools.draw": A_TAP,
    "pools.save": "a pool for each team of a draft, which the cast has not",
    "teams.new_sign_up": A_TAP,
    "tournament_archive.delete": A_TAP,
    "tournament_presets.take": "as tournament_presets.take_again",
    "tournament_presets.take_with_table": "as tournament_presets.take_again",
}


def come(cast: Cast) -> dict[str, str]:
    """A team of the tournament, and the key of its sign-up link."""
    tournament = cast.of_rooms["tournament"]
    with cast.app.app_context():
        enter_team(tournament, Entry(("Ann", "Cal")), Author("Alice"))
        return {"team": "1", "key": key_of_card(tournament_row(tournament), SIGN_UP)}
