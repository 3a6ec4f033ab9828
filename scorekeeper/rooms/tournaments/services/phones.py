"""Phones at a tournament: they come by a table card or the sign-up link, and one of them keeps the score of each match.

A card says where, not who. A phone reaches the game of a match if it is a player's of that match, or the table's own,
and the desk has accepted it. A phone that enters a new team is accepted as that player's, and the desk's own phones as
whose they say they are. Every other phone asks, whichever way it came, and waits for one tap at the desk.
"""

from collections.abc import Sequence

from scorekeeper.clock import utc_now
from scorekeeper.core.inputs.spelling import composed
from scorekeeper.core.words.language import translate as _
from scorekeeper.rooms.tournaments.domain.log.state import Match, Team, TournamentState
from scorekeeper.rooms.tournaments.services.cache import LoadedTournament, load_tournament
from scorekeeper.rooms.tournaments.storage import (
    ALL_CARDS,
    SIGN_UP,
    TournamentRow,
    accepted_phones,
    count_phones,
    hold,
    let_to_game,
    phone_of,
    phones_of,
    put_phone,
    remove_phone,
    tournament_row,
    tournaments_of_device,
    void_card,
)
from scorekeeper.rooms.tournaments.storage.models import TournamentPhone
from scorekeeper.services.members import CannotJoin, Joined, free_name, new_secret, retry_taken_names
from scorekeeper.services.membership import device_hash, key_fits, short_key
from scorekeeper.services.security_log import security_event
from scorekeeper.storage.database import write_transaction
from scorekeeper.storage.games import find_table
from scorekeeper.storage.members import (
    Member,
    Role,
    add_member,
    attach_device,
    detach_device,
    known_device,
    member_by_id,
    member_of,
    revoke_members,
)

PHONES_A_TABLE = 8
LEAST_TABLES = 8


def tournaments_here(secret: str | None) -> list[tuple[TournamentRow, TournamentPhone]]:
    """The tournaments that the device came to by a card or the sign-up link, the latest first."""
    device = known_device(device_hash(secret)) if secret else None
    return tournaments_of_device(device) if device else []


def key_of_card(row: TournamentRow, number: int) -> str:
    """The key in the QR code of a table's card, or of the sign-up link (`SIGN_UP`), until it is voided."""
    return short_key("table card", name_of_card(row, number))


def name_of_card(row: TournamentRow, number: int) -> str:
    """What tells the card of a table, or the sign-up link (`SIGN_UP`), from all others and from those voided before."""
    counted = f"{row.id} {number} {row.cards.get(str(number), 0)}"
    of_all = 0 if number == SIGN_UP else row.cards.get(ALL_CARDS, 0)
    return f"{counted} {of_all}" if of_all else counted


def is_card(row: TournamentRow, number: int, key: str) -> bool:
    """Whether the key is that of the card as it is now."""
    return key_fits(key, key_of_card(row, number))


def new_card(tournament_id: str, number: int) -> None:
    """Void a card, or the sign-up link."""
    void_card(tournament_id, number)
    security_event("table card voided", {"tournament": tournament_id}, number=str(number))


def join_tournament(
    tournament_id: str,
    secret: str | None,
    name: str | None,
    *,
    card: int | None = None,
    player: str | None = None,
    entered: int | None = None,
) -> Joined:
    """Let a phone in by a card (its table number) or the sign-up link, as the phone of this player (None: the table's).

    `entered` is the team that this phone has just entered. A member of the table stays what it is. Raises
    `CannotJoin` if the tournament has as many phones as it may have, or the phone was removed from the table.
    """
    joined = retry_taken_names(lambda: _join(tournament_id, secret, name, card, player, entered))
    security_event(
        "joined", {"tournament": tournament_id}, device=joined.member.id, card="" if card is None else str(card)
    )
    return joined


def _join(
    tournament_id: str, secret: str | None, name: str | None, card: int | None, player: str | None, entered: int | None
) -> Joined:
    with write_transaction():
        hold(tournament_id)
        loaded = load_tournament(tournament_id)
        table = find_table(loaded.row.table_id)
        device = known_device(device_hash(secret)) if secret else None
        member = member_of(table.id, device) if device else None
        if member is not None and member.ended() is not None:
            raise CannotJoin(_("This phone was removed. Ask the desk."), "removed")
        before = None if member is None else phone_of(tournament_id, member.id)
        if before is None and count_phones(tournament_id) >= max_phones(loaded.state):
            raise CannotJoin(_("This tournament has as many phones as it can. The desk can remove some."), "full")
        own = None
        if member is None:
            own = new_secret(device)
            member = add_member(
                table.id,
                device_hash(own),
                name=free_name(table.id, name),
                role=Role.WATCHER,
                seen=True,
                for_matches=True,
            )
        team = team_of(loaded.state, player)
        if player is not None and team is not None:  # as the list spells it
            player = next(name for name in team.everyone if composed(name) == composed(player))
        _say_whose(loaded, member, before, card, player, entered)
    return Joined(table, member, own)


def max_phones(state: TournamentState) -> int:
    """How many phones may be at a tournament: room for eight at each table."""
    tables = state.settings.tables or (len(state.teams) + 1) // 2
    return PHONES_A_TABLE * max(tables, LEAST_TABLES)


def _say_whose(
    loaded: LoadedTournament,
    member: Member,
    before: TournamentPhone | None,
    card: int | None,
    player: str | None,
    entered: int | None,
) -> None:
    """Note the card and whose phone it is. As whom the desk accepted it before it stays accepted."""
    values: dict[str, object] = {} if card is None else {"card": card}
    moved = before is not None and before.player is None and card is not None and card != before.card
    if before is None or moved or (player is not None and player != before.player):
        accepted = _is_known(loaded, member, player, entered)
        first = True if accepted and player is not None else None
        values |= {"player": player, "accepted": accepted, "first": first, "game_id": None, "keeps": False}
    put_phone(loaded.row.id, member.id, utc_now(), **values)
    phone = phone_of(loaded.row.id, member.id)
    if phone is not None and phone.accepted:
        admit(loaded, [phone])


def _is_known(loaded: LoadedTournament, member: Member, player: str | None, entered: int | None) -> bool:
    """Whether the desk need not be asked whose phone this is: it is at the desk itself, or has just entered the
    player's team; and no other phone is that player's.
    """
    team = team_of(loaded.state, player)
    has_entered = entered is not None and team is not None and team.id == entered
    is_taken = player is not None and has_phone(loaded, player, but=member.id)
    return (has_entered or member.as_role.may(Role.SCORER)) and not is_taken


def has_phone(loaded: LoadedTournament, player: str, *, but: int | None = None) -> bool:
    """Whether the desk has accepted a phone, other than that of the member `but`, as this player's."""
    phones = [phone for phone in phones_of(loaded.row.id) if phone.player == player and phone.member_id != but]
    return any(phone.accepted for phone in phones)


def team_of(state: TournamentState, player: str | None) -> Team | None:
    """The team that this player, or its reserve, is in."""
    if player is None:
        return None
    own = composed(player)
    return next((team for team in state.teams.values() if own in map(composed, team.everyone)), None)


def match_at(state: TournamentState, table_number: int) -> Match | None:
    """The match at a table number now: of the latest published round that still plays there, the first wave; or else
    the latest one.
    """
    there = [
        match
        for match in reversed([*state.matches.values()])
        if match.pairing.table == table_number and is_published(state, match)
    ]
    playing = [match for match in there if not state.is_over(match)]
    last = [match for match in playing if (match.stage, match.round) == (playing[0].stage, playing[0].round)]
    return min(last, key=lambda match: match.pairing.wave, default=there[0] if there else None)


def is_published(state: TournamentState, match: Match) -> bool:
    """Whether everybody may see the match."""
    paired = state.round(match.stage, match.round)
    return paired is not None and paired.published


def match_of_phone(state: TournamentState, phone: TournamentPhone, asked: int | None = None) -> Match | None:
    """The match of this phone now: of its player's team, or of the table whose card it scanned.

    In a league, any match of the team that is not over may be `asked` for.
    """
    if phone.player is None:
        return None if phone.card is None else match_at(state, phone.card)
    team = team_of(state, phone.player)
    if team is None:
        return None
    chosen = None if asked is None else state.matches.get(asked)
    is_own = chosen is not None and team.id in chosen.teams and not state.is_over(chosen)
    if chosen is not None and is_own and state.stages[chosen.stage - 1].is_league:
        return chosen
    return state.current_match(team.id)


def admit(loaded: LoadedTournament, phones: Sequence[TournamentPhone]) -> None:
    """Let these phones see the game of their match, if it has begun, and sign for their side."""
    for phone in phones:
        match = match_of_phone(loaded.state, phone)
        if match is None or match.game is None or phone.game_id == match.game:
            continue
        let_to_game(loaded.row.id, match.game, [phone.member_id])
        attach_to_side(loaded.state, match, phone)


def attach_to_side(state: TournamentState, match: Match, phone: TournamentPhone) -> None:
    """Let a player's phone sign for its side without another code."""
    team = team_of(state, phone.player)
    if team is not None and match.game is not None and team.id in match.teams:
        detach_device(match.game, phone.member_id)
        attach_device(match.game, phone.member_id, match.side_of(team.id))


def admit_all(loaded: LoadedTournament, match: Match) -> None:
    """Let every accepted phone of a match see its game, in the caller's transaction.

    Only phones that can be at the match are read: at the start of a round all tables do this at the same time, and
    whoever writes waits for it.
    """
    teams = [loaded.state.teams[team] for team in match.teams if team in loaded.state.teams]
    names = [name for team in teams for name in team.everyone]
    there = accepted_phones(loaded.row.id, names, match.pairing.table)
    phones = [phone for phone in there if phone.game_id != match.game and _is_at(loaded.state, phone, match)]
    if phones:
        let_to_game(loaded.row.id, match.game, [phone.member_id for phone in phones])
    for phone in phones:
        attach_to_side(loaded.state, match, phone)


def _is_at(state: TournamentState, phone: TournamentPhone, match: Match) -> bool:
    own = match_of_phone(state, phone, match.id)
    return own is not None and own.id == match.id


def accept_phone(tournament_id: str, member_id: int, asked_as: str | None = None) -> bool:
    """The desk accepts a phone as what it says it is; False if that is not what it `asked_as` (None: not compared;
    empty: the table's own) when the desk looked.
    """
    with write_transaction():
        hold(tournament_id)
        before = phone_of(tournament_id, member_id)
        if before is None or (asked_as is not None and asked_as != (before.player or "")):
            return False
        put_phone(tournament_id, member_id, utc_now(), accepted=True)
        phone = phone_of(tournament_id, member_id)
        assert phone is not None
        admit(load_tournament(tournament_id), [phone])
    security_event("phone accepted", {"tournament": tournament_id}, device=member_id)
    return True


def asks(phone: TournamentPhone) -> bool:
    """Whether a phone waits for the desk: it has said whose it is, or which table's, and is not accepted."""
    return not phone.accepted and (phone.player is not None or phone.card is not None)


def refuse_phone(tournament_id: str, member_id: int, asked_as: str | None = None) -> bool:
    """The desk, or its own holder, says that a phone is not whose it says it is: it may choose again, and ask again.

    False if that is not what it `asked_as` (as for `accept_phone`), or the desk let it in meanwhile.
    """
    with write_transaction():
        hold(tournament_id)
        before = phone_of(tournament_id, member_id)
        if before is None or (asked_as is not None and (before.accepted or asked_as != (before.player or ""))):
            return False
        nobodys = {"player": None, "card": None, "accepted": False, "first": None, "game_id": None, "keeps": False}
        put_phone(tournament_id, member_id, utc_now(), **nobodys)
    security_event("phone refused", {"tournament": tournament_id}, device=member_id)
    return True


def turn_away(tournament_id: str, member_id: int) -> None:
    """Remove a phone from the tournament, and from the table if it was there only for tournaments."""
    table_id = tournament_row(tournament_id).table_id
    with write_transaction():
        remove_phone(tournament_id, member_id)
        member = member_by_id(table_id, member_id)
        if member is not None and member.for_matches:
            revoke_members(table_id, member_id=member_id)
    security_event("device removed", table=table_id, device=member_id)


def keepers_of(tournament_id: str) -> dict[str, TournamentPhone]:
    """The phone that keeps each game's score, by the game's id."""
    return {phone.game_id: phone for phone in phones_of(tournament_id) if phone.keeps and phone.game_id is not None}


def keeper_of(tournament_id: str, game_id: str) -> str | None:
    """Whose phone keeps the score of this game of a match."""
    phone = keepers_of(tournament_id).get(game_id)
    return None if phone is None else phone.player or _("The table’s phone")
