"""The codes that let phones in at the tournaments of a table: sign-up links, and cards on tables."""

from dataclasses import dataclass

from scorekeeper.rooms.tournaments.domain.pairing import count_cards
from scorekeeper.rooms.tournaments.services.cache import load_tournament
from scorekeeper.rooms.tournaments.services.damaged import DamagedTournament
from scorekeeper.rooms.tournaments.storage import open_tournaments, remove_phones, void_codes
from scorekeeper.services.security_log import security_event


@dataclass(frozen=True, slots=True)
class CodesAt:
    """Those at this table, of tournaments that are not over."""

    table_id: str

    def links(self) -> int:
        return len(open_tournaments([self.table_id]))

    def cards(self) -> int:
        return sum(_cards_of(row.id) for row in open_tournaments([self.table_id]))

    def end(self, member_id: int | None, *, links: bool, cards: bool) -> None:
        """Forget this device (None: several of the table) at its tournaments; end the sign-up links, or the cards."""
        if member_id is not None:
            remove_phones(member_id)
        if links or cards:
            ended = ",".join(["sign-up"] * links + ["all"] * cards)
            for tournament_id in void_codes(self.table_id, links=links, cards=cards):
                security_event("table card voided", {"tournament": tournament_id}, number=ended)


def _cards_of(tournament_id: str) -> int:
    """How many cards a tournament has on its tables; none that anybody could count if it is damaged."""
    try:
        return count_cards(load_tournament(tournament_id).state)
    except DamagedTournament:
        return 0
