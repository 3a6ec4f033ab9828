"""Tournaments in storage: their events are appended and never change; games and phones of their matches."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest
from flask import Flask

from scorekeeper.formats.chain import verify
from scorekeeper.formats.chain.stored_event import UnsavedEvent
from scorekeeper.rooms.tournaments.storage import (
    LOG,
    OPEN,
    OVER,
    NoSuchTournament,
    TournamentRow,
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
from scorekeeper.services.erasing import delete_table
from scorekeeper.storage.errors import EventIdTaken
from scorekeeper.storage.members import Role, add_member
from scorekeeper.storage.models import Table
from scorekeeper.storage.new_game import Created

NOON = datetime(2026, 11, 25, 12, tzinfo=UTC)


def start(name: str = "Harbour Open") -> UnsavedEvent:
    return UnsavedEvent(kind="start", payload={"name": name})


def team(number: int = 1) -> UnsavedEvent:
    return UnsavedEvent(kind="team", payload={"team": number}, who="Alice")


@pytest.fixture
def tournament(table: Table) -> TournamentRow:
    return create_tournament(table.id, "Harbour Open", start())[0]


def test_tournament_and_its_events_are_stored_with_their_chain(tournament: TournamentRow) -> None:
    LOG.append(tournament.id, team(), row={"name": "Open"})
    events = tournament_events(tournament.id)
    assert [(event.seq, event.kind, event.who) for event in events] == [(1, "start", None), (2, "team", "Alice")]
    assert verify(events) is None
    row = tournament_row(tournament.id)
    last = events[-1]
    assert (row.last_seq, row.last_hash, row.last_activity) == (2, last.hash, last.at)
    assert (row.name, row.status) == ("Open", OPEN)
    assert tournaments_of(tournament.table_id) == [row]


def test_repeated_start_creates_one_tournament(table: Table) -> None:
    new = start()
    first, second = (create_tournament(table.id, "Harbour Open", new) for _ in range(2))
    assert (first[0].id, first[1], second[1]) == (second[0].id, True, False)


def test_id_of_another_tournament_is_refused(table: Table, tournament: TournamentRow) -> None:
    new = team()
    LOG.append(tournament.id, new)
    with pytest.raises(EventIdTaken):
        create_tournament(table.id, "Winter Open", UnsavedEvent(kind="start", payload={"name": "No"}, id=new.id))


def test_unknown_tournament_is_reported(app: Flask) -> None:
    with pytest.raises(NoSuchTournament):
        tournament_row("nowhere")


def test_one_phone_keeps_the_score_of_a_match(tournament: TournamentRow, started: Created) -> None:
    game, table = started.game.id, tournament.table_id
    members = [add_member(table, f"device {name}", name=name, role=Role.WATCHER, for_matches=True).id for name in "AB"]
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
        add_member(tournament.table_id, f"device {name}", name=name, role=Role.WATCHER, for_matches=True).id
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
    member = add_member(tournament.table_id, "device", name="A", role=Role.WATCHER, for_matches=True)
    put_phone(tournament.id, member.id, NOON, card=4)
    link_game(started.game.id, tournament.id, tournament.table_id)
    LOG.append(tournament.id, team(), row={"status": OVER})
    delete_table(tournament.table_id)
    assert tournament_events(tournament.id) == []
    with pytest.raises(NoSuchTournament):
        tournament_row(tournament.id)
