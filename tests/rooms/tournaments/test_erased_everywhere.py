"""A name that stands in every field that can hold one is erased, and is in no file, export, page or cache afterwards.

The fields are those of the models and of the types of events, so a new one that nobody has thought of fails here.
"""

from __future__ import annotations

import io
from collections.abc import Iterator, Mapping
from dataclasses import Field, fields, is_dataclass
from datetime import date
from typing import Any, get_args, get_type_hints
from zipfile import ZipFile, is_zipfile

import pytest
from sqlalchemy import select

from scorekeeper.core.game import HAND, MISDEAL, SUBSTITUTE, events as game_events
from scorekeeper.core.rules.ruleset import HouseRules
from scorekeeper.core.sheet import read_sheet
from scorekeeper.formats.chain import verify
from scorekeeper.formats.strict_json import without_end
from scorekeeper.formats.text_record import record_of
from scorekeeper.formats.verification.file import check_file
from scorekeeper.rooms.club.services.seasons import save_season
from scorekeeper.rooms.tournaments.domain.log import events as ev
from scorekeeper.rooms.tournaments.domain.log.event_json import setup_json
from scorekeeper.rooms.tournaments.exports import checked_tournament, tournament_json
from scorekeeper.rooms.tournaments.services.cache import TOURNAMENT_CACHE
from scorekeeper.rooms.tournaments.services.exporting import exported_tournament, zip_of_tournament
from scorekeeper.rooms.tournaments.services.matches import start_match
from scorekeeper.rooms.tournaments.services.recording import import_tournament, record
from scorekeeper.rooms.tournaments.services.rounds import pair_round, withdraw_round
from scorekeeper.rooms.tournaments.storage import tournament_events
from scorekeeper.services.counting import set_counted
from scorekeeper.services.erasing import erase_player, erase_table, preview_erasure
from scorekeeper.services.exporting import (
    exported_game,
    formats_of_a_table,
    game_in_form,
    table_in_form,
    zip_of_instance,
)
from scorekeeper.services.game_cache import GAME_CACHE, load_game
from scorekeeper.services.house_rules import save_agreed, save_preset
from scorekeeper.services.importing import import_file
from scorekeeper.services.part_kinds import part_kinds
from scorekeeper.services.recording import record as record_in_game, undo
from scorekeeper.services.starting import start_game
from scorekeeper.services.tables import rename_table
from scorekeeper.storage.custom_games import add_custom_game
from scorekeeper.storage.database import Base, db
from scorekeeper.storage.events import events_of
from scorekeeper.storage.games import create_table, find_table
from scorekeeper.storage.members import Role, add_member
from scorekeeper.storage.models import Game
from scorekeeper.storage.players import players_named
from scorekeeper.web.games.rendering import KEPT_PAGES, RENDERED_HANDS
from tests.formats.imports.files import GAME, file
from tests.rooms.tournaments.hall import Hall
from tests.services.cast import EVEN, game_setup, hand_body
from tests.services.erasures import NAME, PHONE, everything_kept, file_bytes, finished_game, is_kept
from tests.tables import sheet_of

CODES = {
    "core": {
        *("Bid.calls", "Bid.earlier", "Took.made", "Renege.costs", "Renege.of", "Renege.offense"),
        *("ScoreSigned.device", "ScoreSigned.verdict", "PlayerErased.hashes"),
        *("ScriptedLimit.kind", "ScriptedLimit.bids"),
        *("Substitute.player", "Sheet.closed"),  # of a whole sheet: its start has neither, they are events
    },
    "tournament": {
        *(
            "ClockSet.act",
            "DirectorCalled.answered",
            "GameLinked.game",
            "KeptApart.how",
            "LotsDrawn.by",
            "Override.bracket",
            "Override.options",
            "Pairing.slot",
        ),
        *("PlayerErased.hashes", "ResultConfirmed.by", "ResultConfirmed.verdict"),
        *("GameCorrected.by", "GameCorrected.source", "ResultGiven.by", "ResultGiven.source"),
        *("ScoreReported.by", "ScoreReported.source"),
        *(
            "TournamentSettings.kept_on",
            "TournamentSettings.late",
            "TournamentSettings.names",
            "TournamentSettings.ranked_by",
            "TournamentSettings.tie_breaks",
        ),
        *("TournamentSettings.when_left", "TeamStatusChanged.played", "Fixture.date", "Fixture.time"),
        *("FixtureMoved.date", "FixtureMoved.time"),
        *("Stage.at_time", "Stage.format", "Stage.options", "Stage.rules", "Stage.seeds", "Stage.settings"),
        *("Swapped.what", "TeamStatusChanged.status", "Why.code", "Why.params"),
        *("Fault.code", "Fault.params", "Fault.rule", "PathStep.name"),  # of an event that cannot be read
    },
}
"""The texts in events that are codes, ids or hashes, which a reader checks against a list."""

CODED_COLUMNS = {
    *("card_table.id", "card_table.zone", "card_table.turns", "limit_counter.key"),
    *("idempotency_key.key", "idempotency_key.body", "idempotency_key.made"),
    *("replaced_secret.secret", "replaced_secret.device"),
    *("game.id", "game.rules", "game.options", "game.status", "game.ended_by", "game.waiting", "game.unsent"),
    *("game.tournament_id", "game.last_hash", "tournament.last_hash", "played_game.rules"),
    *("invite.id", "invite.role", "invite.token", "invite.code"),
    *("preset.rules", "preset.options", "season.counted_by", "season.for_places"),
    *("season_place.champion", "season_place.sums", "owed_change.amounts", "player.standing"),
    *("stakes.currency", "stakes.per", "stakes.pot", "payment.currency"),
    *("tournament.id", "tournament.status", "tournament.cards", "tournament_phone.game_id"),
    *(
        f"{events}.{column}"
        for events in ("entry", "tournament_event")
        for column in ("id", "kind", "previous", "hash")
    ),
    *("entry.salt", "tournament_event.salt"),
    *("member.device", "member.role", "result.rules", "result.unit"),
}
"""The columns whose texts are codes, ids or hashes."""


def texts_in(hint: Any, place: str, seen: set[object]) -> Iterator[str]:
    """The fields of text in a type, as `Type.field`; those of a base are those of `Event`."""
    if hint is str:
        yield place
    elif isinstance(hint, type) and is_dataclass(hint):
        if hint not in seen:
            seen.add(hint)
            hints = get_type_hints(hint)
            for part in fields_of(hint):
                yield from texts_in(hints[part.name], place_of(hint, part.name), seen)
    else:
        for part in get_args(hint):
            yield from texts_in(part, place, seen)


def fields_of(kind: Any) -> list[Field[Any]]:
    """The fields of a type; of house rules only what the table wrote, as the rest is the program's own."""
    return [part for part in fields(kind) if kind is not HouseRules or part.name == "script"]


def place_of(kind: type, field: str) -> str:
    return f"{'Event' if field in ('who', 'reason') and hasattr(kind, 'kind') else kind.__name__}.{field}"


def places_with_name(value: Any, place: str = "") -> Iterator[str]:
    """The fields of these events in which the name stands."""
    if isinstance(value, str):
        if NAME.lower() in value.lower():
            yield place
    elif is_dataclass(value):
        for part in fields_of(type(value)):
            yield from places_with_name(getattr(value, part.name), place_of(type(value), part.name))
    elif isinstance(value, Mapping):
        for key, part in value.items():
            yield from places_with_name(key, place)
            yield from places_with_name(part, place)
    elif isinstance(value, tuple | list):
        for part in value:
            yield from places_with_name(part, place)


def columns_with_name() -> set[str]:
    """The columns, as `table.column`, in which the name stands."""
    connection = db.session.connection()
    return {
        f"{table.name}.{column.name}"
        for table in Base.metadata.sorted_tables
        for column in table.c
        if NAME.lower() in str(connection.execute(select(column)).all()).lower()
    }


@pytest.fixture
def full(hall: Hall) -> Hall:
    """A table and its tournament with the name in every field that can hold one."""
    teams = [f"{NAME} & Abe", "Bea & Ben", "Cal & Cleo", "Dan & Dot"]
    hall.set_up(teams, name=f"{NAME.lower()} open", format="swiss", playoff="0", rounds="3")
    with hall.app.app_context():
        name_a_division(hall)
    hall.pair()
    hall.keeper(NAME)
    with hall.app.app_context():
        table = find_table(hall.director_table)
        fill_table(table.id)
        fill_tournament(hall)
        rename_table(table.id, f"{NAME}’s kitchen")
    return hall


def fill_table(table_id: str) -> None:
    finished_game(find_table(table_id))
    deals = [{"name": f"{NAME}’s deal", "rule": f"{NAME} deals twice"}]
    start_game(table_id, read_sheet({**sheet_of("night"), "deals": deals}), author=PHONE)
    game = start_game(table_id, game_setup(), author=PHONE).game.id
    record_in_game(game, MISDEAL, {"hand": 1, "reason": f"{NAME} looked"}, author=PHONE)
    record_in_game(game, SUBSTITUTE, {"hand": 1, "seat": 0, "player": NAME}, author=PHONE)
    adjusted = {"adjust": [{"side": 0, "points": -10, "reason": f"{NAME} talked"}]}
    record_in_game(game, HAND, hand_body(1, EVEN) | adjusted, author=PHONE)
    record_in_game(game, "close", {"reason": f"{NAME} left"}, author=PHONE)
    set_counted(load_game(game), f"{NAME} left early", f"{NAME}’s phone")
    add_custom_game(table_id, {"name": f"{NAME}’s", "words": f"{NAME}’s own", "deals": []})
    save_preset(table_id, "partnership", None, f"{NAME}’s rules", {})
    save_agreed(table_id, [f"{NAME} deals first"])
    add_member(table_id, "a device", name=f"{NAME}’s tablet", role=Role.SCORER, seen=True)
    wrong = record_of(GAME).replace("| 52 : -100 | 73 : -48", "| 62 : -100 | 83 : -48").replace("Ann", NAME)
    import_file(file(wrong), table_id)
    nights = {"first_night": date(2026, 1, 1), "last_night": date(2026, 3, 31), "best_nights": None}
    points = {"counted_by": "points", "for_win": 3, "for_tie": 1, "for_loss": 0, "for_places": None}
    save_season(table_id, {"name": f"{NAME}’s winter", "least_games": 5} | nights | points)


def name_a_division(hall: Hall) -> None:
    """A league with a division and a place of this name, which becomes a swiss after all."""
    setup = setup_json(hall.state.name, hall.state.stages, hall.state.settings)
    stage = {name: setup["stages"][0][name] for name in ("rules", "options")}
    divisions = [{"name": f"{NAME}’s division", "teams": [1, 2]}, {"name": "B", "teams": [3, 4]}]
    league = {"format": "fixtures", "divisions": divisions, "settings": {"league_points": "2-1-0"}}
    league["fixtures"] = [{"round": 1, "teams": [1, 2], "place": f"{NAME}’s kitchen"}]
    record(hall.id, ev.SETTINGS, setup | {"stages": [stage | league]}, author=PHONE)
    pair_round(hall.id, PHONE, publish=True)
    record(hall.id, ev.MOVE, {"match": 1, "place": f"{NAME}’s garden"}, author=PHONE)
    record(hall.id, ev.LINE_UP, {"match": 1, "team": 1, "players": [NAME, "Abe"]}, author=PHONE)
    withdraw_round(hall.id, PHONE)
    record(hall.id, ev.SETTINGS, setup, author=PHONE)


def fill_tournament(hall: Hall) -> None:
    state = hall.state
    setup = setup_json(f"{NAME.lower()}’s cup", state.stages, state.settings)
    people = {"directors": [NAME], "scorers": [f"{NAME}’s phone"], "prizes": [f"{NAME}’s cake"]}
    setup["settings"] |= people
    kept = ("format", "rules", "options", "rounds")
    setup["stages"] = [{name: part for name, part in stage.items() if name in kept} for stage in setup["stages"]]
    bodies = [
        (ev.SETTINGS, setup),
        (ev.TEAM, {"team": 1, "players": ["Ann", "Abe"]}),
        (ev.TEAM, {"team": 2, "players": ["Bea", "Ben"], "reserve": NAME}),
        (ev.TEAM, {"team": 2, "players": ["Bea", "Ben"]}),
        (ev.TEAM, {"team": 1, "players": [NAME, "Abe"], "name": f"{NAME.lower()}’s aces"}),
        (ev.TEAM_STATUS, {"teams": [1], "status": ev.BY_NUMBER, "player": NAME}),
        (ev.MESSAGE, {"text": f"{NAME}: please come to the desk"}),
        (ev.DIRECTOR_CALL, {"match": hall.open_matches[0].id, "reason": "ruling"}),
        (ev.ADJUST, {"team": 1, "points": 5, "reason": f"{NAME} was late"}),
    ]
    for match in hall.open_matches:
        start_match(hall.id, match.id, "The desk")
    for kind, body in bodies:
        record(hall.id, kind, body, author=PHONE)


def kinds_of(base: type[Any]) -> list[type[Any]]:
    """The types of events, without those that several share their fields from."""
    below: list[type[Any]] = base.__subclasses__()
    return [kind for one in below for kind in (kinds_of(one) or [one]) if hasattr(kind, "kind")]


def test_every_text_of_an_event_is_a_code_or_stands_in_the_test(full: Hall) -> None:
    with full.app.app_context():
        found = {"core": set[str](), "tournament": set(places_with_name(full.state.events))}
        for game in db.session.scalars(select(Game.id)):
            found["core"] |= set(places_with_name(load_game(game).state.events))
    for part, events in (("core", game_events), ("tournament", ev)):
        known = {place for kind in kinds_of(events.Event) for place in texts_in(kind, "", set())}
        assert known - found[part] == CODES[part]


def test_every_column_of_text_holds_codes_or_stands_in_the_test(full: Hall) -> None:
    with full.app.app_context():
        texts = {
            f"{table.name}.{column.name}"
            for table in Base.metadata.sorted_tables
            for column in table.c
            if str(column.type) == "TEXT" and not column.foreign_keys
        }
        assert texts - columns_with_name() == CODED_COLUMNS


def test_name_is_nowhere_after_erasing(full: Hall) -> None:
    table_id = full.director_table
    pages = [full.at(page) for page in ("", "desk", "wall", "teams", "settings", "rounds")]
    with full.app.app_context():
        games = db.session.scalars(select(Game.id)).all()
        pages += [f"/games/{game}{page}" for game in games for page in ("", "/what-wins")]
    pages.append(f"/tables/{table_id}")
    for page in pages:
        assert NAME.lower() in full.director.open(page).html.lower(), page
    with full.app.app_context():
        for name, cache in CACHES.items():
            assert NAME in repr(vars(cache)), name
        player = players_named(table_id, [NAME])[NAME]
        shown = " ".join(old for old, _new in preview_erasure(table_id, player.id, search=True).texts)
        for text in ("’s cup", "’s aces", "’s cake", "please come", "’s winter", "’s rules", "’s kitchen"):
            assert text in shown
        assert erase_player(table_id, player.id, PHONE)[1]
        assert NAME.lower() not in everything_kept().lower()
        db.session.remove()
        assert NAME.lower().encode() not in file_bytes(full.app).lower()
        for name, cache in CACHES.items():
            assert NAME.lower() not in repr(vars(cache)).lower(), name
        for content in exports(table_id, full.id):
            assert NAME.lower().encode() not in content.lower()
        assert check_file(io.BytesIO(b"".join(zip_of_instance())), without_end(part_kinds)).findings == []
        assert verify(tournament_events(full.id)) is None
        for game in db.session.scalars(select(Game.id)):
            assert verify(events_of(game)) is None
    for page in pages:
        assert NAME.lower() not in full.director.open(page).html.lower(), page


CACHES = {"games": GAME_CACHE, "tournaments": TOURNAMENT_CACHE, "hands": RENDERED_HANDS, "pages": KEPT_PAGES}
"""What this process keeps of games, tournaments and pages."""


def exports(table_id: str, tournament_id: str) -> Iterator[bytes]:
    """Every export of the table and its tournament, with the files of a ZIP unpacked."""
    whole = [b"".join(table_in_form(table_id, form.key)) for form in formats_of_a_table()]
    whole += [b"".join(zip_of_tournament(tournament_id)), b"".join(zip_of_instance())]
    for content in whole:
        yield content
        if is_zipfile(io.BytesIO(content)):
            with ZipFile(io.BytesIO(content)) as packed:
                yield from (name.encode() + packed.read(name) for name in packed.namelist())


def test_player_of_an_imported_tournament_can_be_erased(full: Hall) -> None:
    """Whoever is only in its events: a reserve, or a player whose place somebody else took."""
    with full.app.app_context():
        record(full.id, ev.TEAM, {"team": 3, "players": ["Zoe", "Cleo"], "reserve": "Zack"}, author=PHONE)
        record(full.id, ev.TEAM, {"team": 3, "players": ["Cal", "Cleo"]}, author=PHONE)
        exported = exported_tournament(full.id)
        whole = tournament_json(exported)
        assert "Zoe" in whole
        erase_table(full.director_table)
        table = create_table("Elsewhere").id
        assert import_tournament(table, checked_tournament(exported))
        for name in ("Zoe", "Zack", "Cal"):
            player = players_named(table, [name])[name]
            assert erase_player(table, player.id, PHONE)[1]
            assert not is_kept(name)
        assert verify(tournament_events(full.id)) is None


def test_player_of_an_undone_substitution_in_an_imported_game_can_be_erased(full: Hall) -> None:
    with full.app.app_context():
        game = start_game(full.director_table, game_setup(), author=PHONE).game.id
        record_in_game(game, SUBSTITUTE, {"hand": 1, "seat": 0, "player": "Zoe"}, author=PHONE)
        undo(game, PHONE)
        exported = b"".join(game_in_form(exported_game(game), "json"))
        erase_table(full.director_table)
        table = create_table("Elsewhere").id
        import_file(io.BytesIO(exported), table)
        player = players_named(table, ["Zoe"])["Zoe"]
        assert erase_player(table, player.id, PHONE)[1]
        assert not is_kept("Zoe")
