"""Tournaments in storage: their events are appended and never change; games and phones of their matches."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest
from flask import Flask
from sqlalchemy import text
from sqlalchemy.exc import DBAPIError

from scorekeeper.formats.chain import verify
from scorekeeper.formats.chain.stored_event import UnsavedEvent
from scorekeeper.rooms.tournaments.storage import (
    OPEN,
    OVER,
    NoSuchTournament,
    TournamentRow,
    append_event,
    create_tournament,
    give_score,
    let_to_game,
    link_game,
    match_games,
    phones_at_games,
    phones_of,
    put_phone,
    tournament_events,
    tournament_row,
    tournaments_of,
    void_card,
)
from scorekeeper.rooms.tournaments.storage.models import TournamentErasure
from scorekeeper.storage.database import write_transaction
from scorekeeper.storage.erasing import remove_table
from scorekeeper.storage.errors import AheadOfGame, AnotherEventCameFirst, EventIdTaken
from scorekeeper.storage.events import ChainEnd, end_of
from scorekeeper.storage.members import Role, add_member
from scorekeeper.storage.models import Table
from scorekeeper.storage.new_game import Created
from tests.each_case import each_case

NOON = datetime(2026, 11, 25, 12, tzinfo=UTC)


def start(name: str = "Harbour Open") -> UnsavedEvent:
    return UnsavedEvent(kind="start", payload={"name": name})


def team(number: int = 1) -> UnsavedEvent:
    return UnsavedEvent(kind="team", payload={"team": number}, who="Alice")


@pytest.fixture
def tournament(table: Table) -> TournamentRow:
    return create_tournament(table.id, "Harbour Open", start())[0]


def end(tournament: TournamentRow) -> ChainEnd:
    return end_of(tournament_events(tournament.id)[-1])


def append(tournament: TournamentRow, new: UnsavedEvent, expected: ChainEnd | None = None) -> bool:
    return append_event(tournament.id, new, expected=expected or end(tournament), name="Open", status=OPEN)[1]


def test_tournament_and_its_events_are_stored_with_their_chain(tournament: TournamentRow) -> None:
    assert append(tournament, team())
    events = tournament_events(tournament.id)
    assert [(event.seq, event.kind, event.who) for event in events] == [(1, "start", None), (2, "team", "Alice")]
    assert verify(events) is None
    row = tournament_row(tournament.id)
    assert (row.last_seq, row.last_activity, row.name, row.status) == (2, events[-1].at, "Open", OPEN)
    assert tournaments_of(tournament.table_id) == [row]


def test_event_of_one_who_did_not_see_the_last_is_refused(tournament: TournamentRow) -> None:
    seen = end(tournament)
    append(tournament, team(1))
    with pytest.raises(AnotherEventCameFirst) as refused:
        append(tournament, team(2), seen)
    assert refused.value.entry.payload == {"team": 1}
    with pytest.raises(AheadOfGame):
        append(tournament, team(2), ChainEnd(9, "", NOON))
    assert len(tournament_events(tournament.id)) == 2


def test_repeated_event_is_stored_once(tournament: TournamentRow) -> None:
    new, seen = team(), end(tournament)
    assert [append(tournament, new, seen), append(tournament, new, seen)] == [True, False]
    assert len(tournament_events(tournament.id)) == 2


def test_repeated_start_creates_one_tournament(table: Table) -> None:
    new = start()
    first, second = (create_tournament(table.id, "Harbour Open", new) for _ in range(2))
    assert (first[0].id, first[1], second[1]) == (second[0].id, True, False)


def test_id_of_another_tournament_is_refused(table: Table, tournament: TournamentRow) -> None:
    new = team()
    append(tournament, new)
    other, _ = create_tournament(table.id, "Winter Open", start("Winter Open"))
    with pytest.raises(EventIdTaken):
        append(other, new, ChainEnd(9, "", NOON))
    with pytest.raises(EventIdTaken):
        create_tournament(table.id, "Winter Open", UnsavedEvent(kind="start", payload={"name": "No"}, id=new.id))


def test_unknown_tournament_is_reported(app: Flask) -> None:
    with pytest.raises(NoSuchTournament):
        tournament_row("nowhere")


CHANGES = (
    "UPDATE tournament_event SET payload = '{}'",
    "DELETE FROM tournament_event",
    "DELETE FROM tournament_event WHERE seq = 1",
)
DURING_AN_ERASURE = (
    "UPDATE tournament_event SET seq = 3 WHERE seq = 1",
    "UPDATE tournament_event SET hash = ''",
    "UPDATE tournament_event SET at = '2000-01-01'",
    "DELETE FROM tournament_event",
)
REFUSED = "entries are never changed or removed"


@each_case("change", [*CHANGES, "TRUNCATE tournament_event"])
def test_no_statement_can_change_or_delete_an_event(kind: str, tournament: TournamentRow, change: str) -> None:
    if kind == "sqlite" and change.startswith("TRUNCATE"):
        return
    before = tournament_events(tournament.id)
    with pytest.raises(DBAPIError, match=REFUSED), write_transaction() as session:
        session.connection().execute(text(change))
    assert tournament_events(tournament.id) == before


@pytest.mark.parametrize("change", DURING_AN_ERASURE)
def test_erasure_of_names_can_change_no_hash_and_delete_nothing(tournament: TournamentRow, change: str) -> None:
    before = tournament_events(tournament.id)
    with write_transaction() as session:
        session.add(TournamentErasure(tournament_id=tournament.id, whole=False))
    with pytest.raises(DBAPIError, match=REFUSED), write_transaction() as session:
        session.connection().execute(text(change))
    assert tournament_events(tournament.id) == before


def test_one_phone_keeps_the_score_of_a_match(tournament: TournamentRow, started: Created) -> None:
    game, table = started.game.id, tournament.table_id
    members = [
        add_member(table, f"device {name}", name=name, role=Role.WATCHER, for_tournaments=True).id for name in "AB"
    ]
    link_game(game, tournament.id, table)
    for member in members:
        put_phone(tournament.id, member, NOON, card=4, accepted=True)
    let_to_game(tournament.id, game, members)
    assert [found.id for found in match_games(tournament.id)] == [game]
    assert phones_at_games([game]) == {(members[0], game): False, (members[1], game): False}
    for keeper in members:
        give_score(tournament.id, game, keeper)
        assert [phone.member_id for phone in phones_of(tournament.id) if phone.keeps] == [keeper]
    give_score(tournament.id, game, None)
    assert not any(phone.keeps for phone in phones_of(tournament.id))


def test_voided_card_takes_the_games_from_the_tables_own_phones(tournament: TournamentRow, started: Created) -> None:
    own, players = (
        add_member(tournament.table_id, f"device {name}", name=name, role=Role.WATCHER, for_tournaments=True).id
        for name in "AB"
    )
    put_phone(tournament.id, own, NOON, card=4, accepted=True)
    put_phone(tournament.id, players, NOON, card=4, player="Ann", accepted=True)
    let_to_game(tournament.id, started.game.id, [own, players])
    void_card(tournament.id, 4)
    found = {phone.member_id: (phone.accepted, phone.game_id) for phone in phones_of(tournament.id)}
    assert found == {own: (False, None), players: (True, started.game.id)}
    assert tournament_row(tournament.id).cards == {"4": 1}


def test_deleted_table_takes_its_tournaments_along(tournament: TournamentRow, started: Created) -> None:
    member = add_member(tournament.table_id, "device", name="A", role=Role.WATCHER, for_tournaments=True)
    put_phone(tournament.id, member.id, NOON, card=4)
    link_game(started.game.id, tournament.id, tournament.table_id)
    append_event(tournament.id, team(), expected=end(tournament), name="Open", status=OVER)
    remove_table(tournament.table_id)
    assert tournament_events(tournament.id) == []
    with pytest.raises(NoSuchTournament):
        tournament_row(tournament.id)
