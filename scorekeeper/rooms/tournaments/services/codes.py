"""The codes that let phones in at the tournaments of a table which are not over: sign-up links, and cards on tables."""

from scorekeeper.hooks import Codes
from scorekeeper.rooms.tournaments.domain.pairing import count_cards
from scorekeeper.rooms.tournaments.services.cache import load_tournament
from scorekeeper.rooms.tournaments.storage import SIGN_UP, open_tournaments, remove_phones, void_card, void_cards_of
from scorekeeper.services.damaged import DamagedTournament
from scorekeeper.services.security_log import security_event


def codes_at(table_id: str) -> Codes:
    """How many there are at this table."""
    cards = [_cards_of(row.id) for row in open_tournaments([table_id])]
    return Codes(len(cards), sum(cards))


def end_access(table_id: str, member_id: int | None, *, links: bool, cards: bool) -> None:
    """Forget this device (None: several of the table) at its tournaments; end the sign-up links, or the cards."""
    if member_id is not None:
        remove_phones(member_id)
    if member_id is None and cards:
        void_cards_of(table_id)  # those of damaged tournaments, too, of which nobody can say how many there are
    elif links or cards:
        _void(table_id, links=links, cards=cards)


def _void(table_id: str, *, links: bool, cards: bool) -> None:
    for row in open_tournaments([table_id]):
        numbers = [SIGN_UP] if links else []
        numbers += range(1, _cards_of(row.id) + 1) if cards else ()
        for number in numbers:
            void_card(row.id, number)
            security_event("table card voided", tournament=row.id, number=str(number))


def _cards_of(tournament_id: str) -> int:
    """How many cards a tournament has on its tables; none that anybody could count if it is damaged."""
    try:
        return count_cards(load_tournament(tournament_id).state)
    except DamagedTournament:
        return 0
