"""What may exist once exists once, though several do the same at the same moment, in two programs on one database."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from datetime import UTC, date
from functools import partial
from threading import Barrier
from typing import TypeVar
from uuid import uuid4

import pytest
from flask import Flask
from sqlalchemy import func, select, update

from scorekeeper.core.game import NotNow
from scorekeeper.core.game.stakes import Stake, Stakes
from scorekeeper.core.inputs import InvalidInput
from scorekeeper.core.sheet import SideNames
from scorekeeper.rooms.club.services.settling import mark_as_paid, set_stakes, settlements
from scorekeeper.rooms.club.storage.seasons import add_season, seasons_of
from scorekeeper.services.house_rules import save_preset
from scorekeeper.services.invites import permanent_link
from scorekeeper.services.members import Joined, set_player
from scorekeeper.services.starting import start_game
from scorekeeper.services.tables import rename_player
from scorekeeper.services.tournament_cache import load_tournament
from scorekeeper.services.tournament_matches import keep_score, move_score, start_match
from scorekeeper.services.tournament_phones import accept_phone, join_tournament
from scorekeeper.services.tournament_results import play_again
from scorekeeper.services.tournament_rounds import pair_round, publish_round
from scorekeeper.services.tournament_teams import Entry, enter_team, enter_teams, set_status
from scorekeeper.services.tournaments import RecordedEvent, start_tournament, undo
from scorekeeper.storage.database import db, write_transaction
from scorekeeper.storage.errors import AnotherEventCameFirst, TakenByAnother
from scorekeeper.storage.games import games_of
from scorekeeper.storage.members import Member, Role, add_member, give_pen, pen_holder
from scorekeeper.storage.merging import AlreadyMerged, CannotMerge, merge_players
from scorekeeper.storage.models import Player, StakesRow, Table
from scorekeeper.storage.players import add_player, find_main_player, main_names_of, names_of, players_named
from scorekeeper.storage.presets import table_presets
from scorekeeper.storage.setup import close_storage
from scorekeeper.storage.tournaments import accepted_phones, phones_of, tournaments_of
from scorekeeper.tournament import events as ev
from scorekeeper.tournament.setup import Settings, Stage
from tests.databases import app_on, on_both
from tests.services.cast import ANN, BIG, game_setup

pytestmark = on_both

T = TypeVar("T")
TIMES = 5
MAX_SECONDS = 60


@pytest.fixture
def apps(app: Flask, database: str) -> Iterator[list[Flask]]:
    """Two programs on the same database."""
    other = app_on(database)
    app.config["SECRET_KEY"] = "a secret"
    other.config.update(app.config)
    yield [app, other]
    close_storage(other)


def at_once(apps: list[Flask], *acts: Callable[[], T]) -> list[T | Exception]:
    """What each gets, or why it is refused; they begin together, in the two programs by turns."""
    ready = Barrier(len(acts))

    def act(number: int) -> T | Exception:
        with apps[number % 2].app_context():
            ready.wait(MAX_SECONDS)
            try:
                return acts[number]()
            except Exception as refused:  # the test says which ones it expects
                return refused

    with ThreadPoolExecutor(len(acts)) as threads:
        return [done.result(MAX_SECONDS) for done in [threads.submit(act, number) for number in range(len(acts))]]


def test_of_two_merges_crosswise_one_is_made(apps: list[Flask], table: Table) -> None:
    for number in range(TIMES):
        names = f"Ann {number}", f"Annie {number}"
        for name in names:
            add_player(table.id, name)
        made = at_once(
            apps, partial(merge_players, table.id, *names), partial(merge_players, table.id, *reversed(names))
        )
        assert sorted(map(type, made), key=str) == sorted([type(None), AlreadyMerged], key=str), made
        db.session.rollback()
        ids = [player.id for player in players_named(table.id, names).values()]
        assert len(main_names_of(db.session(), table.id)) == number + 1
        assert len({find_main_player(table.id, player).player.id for player in ids}) == 1


def all_the_same(apps: list[Flask], act: Callable[[], T], count: int = 8) -> T:
    """What everybody gets who does this at the same moment: nobody is refused."""
    answers = at_once(apps, *[act] * count)
    assert not any(isinstance(answer, Exception) for answer in answers), answers
    assert len(set(answers)) == 1, answers
    db.session.rollback()
    return answers[0]  # type: ignore[return-value]


def test_names_in_a_ring_have_an_end(app: Flask, table: Table) -> None:
    """No version writes one any more, but a database may have it; it is the first of them."""
    ids = [add_player(table.id, name).id for name in ("Ann", "Annie", "Anna", "Nan")]
    with write_transaction() as session:
        for one, into in zip(ids, (ids[1], ids[2], ids[0], ids[1]), strict=True):
            session.execute(update(Player).where(Player.id == one).values(merged_into=into))
    db.session.rollback()
    assert main_names_of(db.session(), table.id) == dict.fromkeys(ids, ids[0])
    assert {find_main_player(table.id, one).player.name for one in ids} == {"Ann"}
    assert find_main_player(table.id, ids[3]).other_names == ("Anna", "Annie", "Nan")


# The club


def test_games_started_at_once_all_begin(apps: list[Flask], table: Table) -> None:
    """With different numbers, each with the same players."""
    for _ in range(3):
        made = at_once(apps, *[lambda: start_game(table.id, game_setup(), author=ANN).game.number] * 12)
        assert not any(isinstance(one, Exception) for one in made), made
    db.session.rollback()
    assert sorted(game.number for game in games_of(table.id)) == list(range(1, 37))
    assert sorted(names_of(table.id)) == ["Ann", "Ben", "Cal", "Dee"]


def test_finished_games_started_at_once_all_count(apps: list[Flask], table: Table) -> None:
    made = at_once(apps, *[lambda: start_game(table.id, game_setup(*[BIG] * 4), author=ANN).game.id] * 8)
    assert not any(isinstance(one, Exception) for one in made), made
    db.session.rollback()
    ann = find_main_player(table.id, players_named(table.id, ["Ann"])["Ann"].id)
    assert ann.totals is not None
    assert ann.totals.games == 8


def test_the_same_start_is_one_game(apps: list[Flask], table: Table) -> None:
    start = str(uuid4())
    all_the_same(apps, lambda: start_game(table.id, game_setup(), author=ANN, entry_id=start).game.id)
    assert len(games_of(table.id)) == 1


def test_look_alikes_that_sit_down_at_once_are_refused(apps: list[Flask], table: Table) -> None:
    def start(name: str) -> Callable[[], str]:
        sides = SideNames("Us", (name, "Cal")), SideNames("Them", ("Ben", "Dee"))
        return lambda: start_game(table.id, replace(game_setup(), sides=sides), author=ANN).game.id

    made = at_once(apps, *[start("Anna"), start("ANNА")] * 3)  # the last letter is Cyrillic
    assert any(isinstance(one, InvalidInput) for one in made), made
    db.session.rollback()
    assert len([name for name in names_of(table.id) if name.startswith("A")]) == 1


def test_payment_marked_by_eight_phones_is_one(apps: list[Flask], table: Table) -> None:
    set_stakes(table.id, Stakes("EUR", {"game": Stake(100)}))
    start_game(table.id, game_setup(*[BIG] * 4), author=ANN)
    for number, transfer in enumerate(settlements(table.id, UTC)[0].transfers, 1):
        all_the_same(apps, partial(mark_as_paid, table.id, UTC, None, "EUR", transfer))
        assert len(settlements(table.id, UTC)[0].payments) == number


def test_stakes_set_at_once_begin_once(apps: list[Flask], table: Table) -> None:
    all_the_same(apps, lambda: set_stakes(table.id, Stakes("EUR", {"game": Stake(100)})))
    assert db.session.scalar(select(func.count()).select_from(StakesRow)) == 1


def test_one_device_has_the_pen(apps: list[Flask], table: Table) -> None:
    ids = [add_member(table.id, name, name=name, role=Role.SCORER, seen=True).id for name in "ABCDEFGH"]
    for _ in range(TIMES):
        made = at_once(apps, *[partial(give_pen, table.id, one) for one in ids])
        assert made == [None] * 8
        db.session.rollback()
        held = db.session.scalars(select(Member.id).where(Member.pen_since.is_not(None))).all()
        assert len(held) == 1
        holder = pen_holder(table.id)
        assert holder is not None
        assert holder.id == held[0]


def test_role_has_one_permanent_link(apps: list[Flask], table: Table) -> None:
    all_the_same(apps, lambda: permanent_link(table.id, Role.SCORER).token)


def test_names_of_presets_and_seasons_are_one_each(apps: list[Flask], table: Table) -> None:
    made = at_once(apps, *[lambda: save_preset(table.id, "partnership", None, "Ours", {"target": 300}).name] * 4)
    assert sum(not isinstance(one, Exception) for one in made) >= 1, made
    assert all(isinstance(one, str | InvalidInput) for one in made), made
    own = {"least_games": 1, "counted_by": "points", "for_win": 3, "for_tie": 1, "for_loss": 0}
    nights = {"first_night": date(2026, 1, 1), "last_night": date(2026, 3, 31)}
    made = at_once(apps, *[lambda: add_season(table.id, name="Winter", **own, **nights).name] * 4)
    assert sorted(map(type, made), key=str) == sorted([str, *[TakenByAnother] * 3], key=str), made
    db.session.rollback()
    names = [preset.name for preset in table_presets(table.id)]
    assert len(names) == len(set(names))
    assert len(seasons_of(table.id)) == 1


def test_of_two_renamed_to_one_name_one_gets_it(apps: list[Flask], table: Table) -> None:
    for number in range(TIMES):
        ids = [add_player(table.id, f"{name} {number}").id for name in ("Kim", "Lou")]
        made = at_once(apps, *[partial(rename_player, table.id, one, f"Max {number}", ANN) for one in ids])
        assert sum(isinstance(one, CannotMerge) for one in made) == 1, made
        db.session.rollback()
        assert len({find_main_player(table.id, one).player.id for one in ids}) == 2


def test_a_player_named_by_several_phones_is_one(apps: list[Flask], table: Table) -> None:
    members = [add_member(table.id, name, name=name, role=Role.SCORER, seen=True) for name in "ABCD"]
    made = at_once(apps, *[partial(set_player, one, "Zoe") for one in members])
    assert made == [None] * 4
    db.session.rollback()
    assert names_of(table.id) == ["Zoe"]


# Tournaments

TARGET = Stage("swiss", "partnership", {"target": 300}, rounds=3)


@pytest.fixture
def tournament(apps: list[Flask], table: Table) -> str:
    """Four teams are here."""
    row, _new = start_tournament(table.id, "Harbour Open", (TARGET,), Settings(), ANN)
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
    all_the_same(apps, lambda: start_tournament(table.id, "Open", (TARGET,), Settings(), ANN, start)[0].id)
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
    monkeypatch.setattr("scorekeeper.services.tournament_matches.hold", lambda _tournament: None)
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
    monkeypatch.setattr("scorekeeper.services.tournament_phones.hold", lambda _tournament: None)
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
