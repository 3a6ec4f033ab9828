"""What may exist once exists once, though several do the same at the same moment, in two programs on one database."""

from __future__ import annotations

from functools import partial
from uuid import uuid4

import pytest
from flask import Flask

from scorekeeper.core.game import NotNow
from scorekeeper.core.inputs import InvalidInput
from scorekeeper.rooms.tournaments.domain.log import events as ev
from scorekeeper.rooms.tournaments.domain.setting_up.setup import Stage, TournamentSettings
from scorekeeper.rooms.tournaments.services.cache import load_tournament
from scorekeeper.rooms.tournaments.services.matches import keep_score, move_score, start_match
from scorekeeper.rooms.tournaments.services.phones import accept_phone, join_tournament
from scorekeeper.rooms.tournaments.services.recording import RecordedEvent, record, redo, start_tournament, undo
from scorekeeper.rooms.tournaments.services.results import play_again
from scorekeeper.rooms.tournaments.services.rounds import pair_round, publish_round
from scorekeeper.rooms.tournaments.services.teams import Entry, enter_team, enter_teams, set_status
from scorekeeper.rooms.tournaments.storage import accepted_phones, phones_of, tournaments_of
from scorekeeper.services.members import Joined
from scorekeeper.storage.database import db
from scorekeeper.storage.errors import AnotherEventCameFirst, EventIdTaken
from scorekeeper.storage.games import games_of
from scorekeeper.storage.models import Table
from tests.databases import on_both
from tests.services.cast import ANN
from tests.services.test_at_once import TIMES, all_the_same, apps, at_once

__all__ = ["apps"]

pytestmark = on_both

TARGET = Stage("swiss", "partnership", {"target": 300}, rounds=3)


@pytest.fixture
def tournament(apps: list[Flask], table: Table) -> str:
    """Four teams are here."""
    row, _new = start_tournament(table.id, "Harbour Open", (TARGET,), TournamentSettings(), ANN)
    pairs = (("Ann", "Abe"), ("Bea", "Ben"), ("Cal", "Cleo"), ("Dan", "Dot"))
    enter_teams(row.id, [Entry(pair) for pair in pairs], ANN)
    set_status(row.id, [1, 2, 3, 4], ev.ARRIVED, ANN)
    return row.id


@pytest.fixture
def match(tournament: str) -> int:
    """The number of the first match of a published round."""
    return pair_round(tournament, ANN, publish=True).tournament.state.rounds[0].matches[0]


def player_in(tournament: str, match: int, side: int = 0) -> str:
    state = load_tournament(tournament).state
    return state.teams[state.matches[match].pairing.sides[side][0]].players[0]


def team_in(tournament: str, match: int, side: int = 0) -> int:
    """The number of the team on this side of the match."""
    return load_tournament(tournament).state.matches[match].pairing.sides[side][0]


def test_same_tournament_starts_once(apps: list[Flask], table: Table) -> None:
    start = str(uuid4())
    all_the_same(apps, lambda: start_tournament(table.id, "Open", (TARGET,), TournamentSettings(), ANN, start)[0].id)
    assert len(tournaments_of(table.id)) == 1


def test_team_enters_once(apps: list[Flask], tournament: str) -> None:
    made = at_once(apps, *[lambda: enter_team(tournament, Entry(("Eve", "Ed")), ANN).stored.seq] * 8)
    refused = [one for one in made if isinstance(one, InvalidInput)]
    assert len(refused) == 7, made
    assert {one.fault.code for one in refused} == {"player-in-team"}
    entered = str(uuid4())
    all_the_same(apps, lambda: enter_team(tournament, Entry(("Fay", "Flo")), ANN, entered).stored.seq)
    assert [team.players for team in load_tournament(tournament).state.teams.values()][4:] == [
        ("Eve", "Ed"),
        ("Fay", "Flo"),
    ]


def test_round_is_paired_and_published_once(apps: list[Flask], tournament: str) -> None:
    for act in (lambda: pair_round(tournament, ANN), lambda: publish_round(tournament, ANN)):
        made = at_once(apps, *[act] * 8)
        assert sum(isinstance(one, RecordedEvent) for one in made) == 1, made
        assert sum(isinstance(one, NotNow) for one in made) == 7, made
    db.session.rollback()
    assert len(load_tournament(tournament).state.rounds) == 1


def test_of_two_entries_with_one_id_one_is_recorded(apps: list[Flask], tournament: str) -> None:
    for _ in range(TIMES):
        entry = str(uuid4())
        bodies = [{"stage": 1, "team": 1, "points": points, "reason": "cake"} for points in (1, 2)]
        acts = [partial(record, tournament, ev.ADJUST, body, author=ANN, event_id=entry) for body in bodies]
        made = at_once(apps, *acts)
        assert sum(isinstance(one, EventIdTaken) for one in made) == 1, made
        assert sum(isinstance(one, RecordedEvent) for one in made) == 1, made


def test_id_of_another_entry_undoes_nothing(tournament: str) -> None:
    entry = str(uuid4())
    body = {"stage": 1, "team": 1, "points": 1, "reason": "cake"}
    recorded = record(tournament, ev.ADJUST, body, author=ANN, event_id=entry)
    for act in (undo, redo):
        with pytest.raises(EventIdTaken):
            act(tournament, ANN, event_id=entry)
    assert load_tournament(tournament).state.seq == recorded.stored.seq
    undo_id = str(uuid4())
    first, again = (undo(tournament, ANN, event_id=undo_id) for _ in range(2))
    assert (first.new, again.new, again.stored) == (True, False, first.stored)


def test_an_undo_undoes_once(apps: list[Flask], tournament: str) -> None:
    """Whoever saw the same last event."""
    seq = load_tournament(tournament).state.seq
    made = at_once(apps, *[lambda: undo(tournament, ANN, seq)] * 8)
    assert sum(isinstance(one, RecordedEvent) for one in made) == 1, made
    assert sum(isinstance(one, AnotherEventCameFirst) for one in made) == 7, made
    db.session.rollback()
    assert load_tournament(tournament).state.seq == seq + 1


def test_match_started_eight_times_is_one_game(apps: list[Flask], tournament: str, match: int) -> None:
    game = all_the_same(apps, lambda: start_match(tournament, match, "Ann"))
    table_id = load_tournament(tournament).row.table_id
    assert [row.id for row in games_of(table_id)] == [game]
    assert load_tournament(tournament).state.matches[match].game == game
    play_again(tournament, match, ANN)
    again = all_the_same(apps, lambda: start_match(tournament, match, "Ben"))
    assert {row.id for row in games_of(table_id)} == {game, again}, "a match that is played again has another game"


def test_database_lets_a_match_begin_once(
    apps: list[Flask], tournament: str, match: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Even if one program does not wait for another, as those of an older version."""
    monkeypatch.setattr("scorekeeper.rooms.tournaments.services.matches.hold", lambda _tournament: None)
    made = at_once(apps, *[lambda: start_match(tournament, match, "Ann")] * 8)
    db.session.rollback()
    assert {one for one in made if isinstance(one, str)} == {
        row.id for row in games_of(load_tournament(tournament).row.table_id)
    }
    assert len(games_of(load_tournament(tournament).row.table_id)) == 1


def test_first_of_several_phones_is_accepted_as_a_players(apps: list[Flask], tournament: str, match: int) -> None:
    player, team = player_in(tournament, match), team_in(tournament, match)
    made = at_once(apps, *[lambda: join_tournament(tournament, None, player, player=player, entered=team)] * 8)
    assert all(isinstance(one, Joined) for one in made), made
    db.session.rollback()
    assert len(phones_of(tournament)) == 8
    assert len(accepted_phones(tournament, [player], None)) == 1
    second = next(phone for phone in phones_of(tournament) if not phone.accepted)
    accept_phone(tournament, second.member_id)
    assert len(accepted_phones(tournament, [player], None)) == 2, "the desk may let in another one"


def test_database_has_one_first_phone_of_a_player(
    apps: list[Flask], tournament: str, match: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("scorekeeper.rooms.tournaments.services.phones.hold", lambda _tournament: None)
    player, team = player_in(tournament, match), team_in(tournament, match)
    made = at_once(apps, *[lambda: join_tournament(tournament, None, player, player=player, entered=team)] * 8)
    assert all(isinstance(one, Joined) for one in made), made
    db.session.rollback()
    assert len(accepted_phones(tournament, [player], None)) == 1


def test_of_two_phones_that_keep_the_score_the_first_one_does(apps: list[Flask], tournament: str, match: int) -> None:
    phones = []
    for side in (0, 1):
        player = player_in(tournament, match, side)
        phones.append(join_tournament(tournament, None, player, player=player).member.id)
        accept_phone(tournament, phones[-1])
    made = at_once(apps, *[partial(keep_score, tournament, phone, "Ann") for phone in phones * 4])
    (game,) = set(made)
    assert isinstance(game, str), made
    db.session.rollback()
    keepers = [phone.member_id for phone in phones_of(tournament) if phone.keeps]
    assert len(keepers) == 1
    assert {phone.game_id for phone in phones_of(tournament)} == {game}, "the other one watches"
    other = next(phone for phone in phones if phone not in keepers)
    assert keep_score(tournament, other, "Ben") == game
    assert [phone.member_id for phone in phones_of(tournament) if phone.keeps] == keepers, "it saw nobody keep it"
    assert keep_score(tournament, other, "Ben", keepers[0]) == game, "it takes the score from the one it saw"
    assert [phone.member_id for phone in phones_of(tournament) if phone.keeps] == [other]


def test_desk_gives_the_score_to_one_phone(apps: list[Flask], tournament: str, match: int) -> None:
    phones = []
    for side in (0, 1):
        player = player_in(tournament, match, side)
        phones.append(join_tournament(tournament, None, player, player=player).member.id)
        accept_phone(tournament, phones[-1])
    for _ in range(TIMES):
        made = at_once(apps, *[partial(move_score, tournament, match, one, "Desk") for one in phones * 3])
        assert made == [None] * 6
        db.session.rollback()
        assert sum(phone.keeps for phone in phones_of(tournament)) == 1
