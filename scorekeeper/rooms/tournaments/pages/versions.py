"""The versions of a tournament’s pages: each changes with what they show, and tells them to load themselves again."""

from collections import Counter
from collections.abc import Callable

from flask import request, url_for

from scorekeeper.access import current_membership
from scorekeeper.core.pages import View
from scorekeeper.rooms.tournaments.domain.log.state import DISPUTED, TournamentState
from scorekeeper.rooms.tournaments.services.cache import LoadedTournament
from scorekeeper.rooms.tournaments.services.phones import asks, keepers_of, match_of_phone, team_of
from scorekeeper.rooms.tournaments.storage import phone_of, phones_of
from scorekeeper.rooms.tournaments.storage.models import TournamentPhone


def desk_version(now: LoadedTournament, _member: int = 0) -> str:
    """Changes with everything that the desk shows: events, hands, confirmations and phones, but not single bids."""
    results = now.state.results.values()
    hands = sum(result.hands + result.record for result in results)
    states = Counter(result.status for result in results)
    phones = sum(phone.keeps * 2 + phone.accepted + asks(phone) * 8 + 4 for phone in phones_of(now.row.id))
    return f"{now.state.seq}.{hands}.{states[DISPUTED]}.{states['over']}.{states['confirmed']}.{phones}"


def hall_version(now: LoadedTournament, _member: int = 0) -> str:
    """Changes with everything that the hall sees: events, hands and statuses of matches."""
    results = now.state.results.values()
    statuses = Counter(result.status for result in results)
    counted = ".".join(str(statuses[status]) for status in sorted(statuses))
    return f"{now.state.seq}.{sum(result.hands + result.record for result in results)}.{counted}"


def player_version(now: LoadedTournament, member: int) -> str:
    """Changes with what this member’s phone shows: events, how many matches are done, who keeps which score, and how
    its own matches end.
    """
    state, phone = now.state, phone_of(now.row.id, member)
    over = sum(state.is_over(match) for match in state.matches.values())
    own = "" if phone is None else f"{int(phone.accepted)}{int(asks(phone))}{int(phone.keeps)}{phone.game_id or ''}"
    keepers = sum(kept.member_id for kept in keepers_of(now.row.id).values())
    return f"{state.seq}.{over}.{keepers}.{own}{_own_ends(state, phone)}"


def _own_ends(state: TournamentState, phone: TournamentPhone | None) -> str:
    """How far the games of a phone's matches are, and the record of those that wait for a confirmation."""
    team = None if phone is None else team_of(state, phone.player)
    if team is None:
        match = None if phone is None else match_of_phone(state, phone)
        found = [] if match is None else [match]
    else:
        found = [match for match in state.matches.values() if team.id in match.teams]
    games = [(match.id, game) for match in found if (game := state.game_result(match)) is not None]
    return "".join(f".{match}{game.status}{'' if game.goes_on else game.record}" for match, game in games)


VERSIONS: dict[str, Callable[[LoadedTournament, int], str]] = {
    "desk": desk_version,
    "hall": hall_version,
    "players": player_version,
}
"""By the kind in the address that pages ask, or follow as a stream."""


def follow(kind: str, now: LoadedTournament) -> View | None:
    """The version of a page, and where it hears of another one: the same function of `VERSIONS` works out both.

    None for the answer to a form, which asks something: it stays until it is answered.
    """
    if request.method == "POST":
        return None
    tournament = now.row.id
    return {
        "version": VERSIONS[kind](now, current_membership().member_id or 0),
        "follow": url_for("tournament_live.version", tournament=tournament, kind=kind),
        "live": url_for("tournament_live.stream", tournament=tournament, kind=kind),
    }
