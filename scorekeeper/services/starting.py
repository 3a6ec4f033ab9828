"""Starts a game: from a sheet's setup, with or without hands, as a rematch, or quickly at the phone's own table."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace

from scorekeeper.core.game import (
    DealerCorrected,
    Event,
    GameClosed,
    GameStarted,
    GameState,
    HandRecorded,
    NotNow,
    PlayerSubstituted,
    SeatsSwapped,
    TimeCalled,
    read_start,
    rematch_setup,
    replay,
)
from scorekeeper.core.inputs import FieldPath
from scorekeeper.core.inputs.faults import MATCH_HAS_ONE_GAME, NOT_OVER_YET
from scorekeeper.core.inputs.fields import quote
from scorekeeper.core.pages.setting_up.choose import PAIRS, RULES
from scorekeeper.core.rules.seating import Seat
from scorekeeper.core.rulesets import rule_set
from scorekeeper.core.sheet import Sheet, SideNames, Substitute, sheet_json
from scorekeeper.core.words.names import QUICK_TABLE
from scorekeeper.core.words.vocabulary import seat_name
from scorekeeper.formats.chain.stored_event import StoredPayload, payload_json
from scorekeeper.services import who_played
from scorekeeper.services.damaged import DamagedGame
from scorekeeper.services.game_cache import GAME_CACHE, load_game, summary_of
from scorekeeper.services.house_rules import agreed_at, first_options
from scorekeeper.services.members import open_table
from scorekeeper.services.membership import Membership, tables_here
from scorekeeper.services.names import check_name, check_names_at
from scorekeeper.services.recording import Author, as_stored, event_recorded, new_event
from scorekeeper.services.series import next_of_series
from scorekeeper.storage.database import write_transaction
from scorekeeper.storage.errors import EventIdTaken
from scorekeeper.storage.events import event_by_id
from scorekeeper.storage.games import GameSetup, SideSetup, hold_table
from scorekeeper.storage.members import Role
from scorekeeper.storage.models import Game
from scorekeeper.storage.new_game import RematchOf, create_game, find_any_game

OPTIONAL_PARTS = ("deals", "tags", "agreed", "minutes")  # parts of a head that only some sheets have


@dataclass(frozen=True, slots=True)
class Started:
    """A started game with its state; `new` is False if an earlier request with the same id started it."""

    game: Game
    state: GameState
    new: bool


def start_game(
    table_id: str,
    sheet: Sheet,
    *,
    author: Author,
    event_id: str | None = None,
    rematch_of: RematchOf | None = None,
    unnamed: Collection[str] = (),
    best_of: int | None = None,
) -> Started:
    """Start a game at the table from this sheet, including any hands, even irregular ones.

    `unnamed` are names of seats that nobody has given a player's name; `best_of` are the games of its series.

    Raises `InvalidInput` if a hand cannot be scored, `NoSuchTable`, and what `storage.create_game` raises; nothing
    was written then.
    """
    events = events_of_sheet(sheet, author.name)
    start = replace(setup_of(sheet, unnamed), best_of=best_of)
    setup = read_start(StoredPayload(payload_json(start.payload()))).setup  # from its bytes, as every later start
    state = replay([events[0], *(as_stored(event, setup) for event in events[1:])])
    if rematch_of is None:  # a rematch has what a game at the table has already
        _check_texts(table_id, sheet)
    hands, summary = [new_event(event, sheet) for event in events[1:]], summary_of(state)
    with write_transaction():
        if rematch_of is None:  # whose names are known; and a game is held before its table
            hold_table(table_id)
        check_names_at(table_id, _player_names(sheet))
        created = create_game(
            table_id,
            start,
            id=event_id,
            who=author.name,
            hands=hands,
            summary=summary,
            rematch_of=rematch_of,
        )
        if created.new:
            who_played.event_stored(created.game, None, state, author)
    if created.new:
        for event in created.events:
            event_recorded.send(kind=event.kind)
        GAME_CACHE.store(state, created.events[-1])
        return Started(created.game, state, new=True)
    return Started(created.game, load_game(created.game.id).state, new=False)


def game_begun(table_id: str, event_id: str) -> str | None:
    """The id of the table's game whose first event has this id, if it has been started before."""
    stored = event_by_id(event_id)
    game = None if stored is None else find_any_game(stored.game_id)
    return game.id if game is not None and game.table_id == table_id else None


def _check_texts(table_id: str, sheet: Sheet) -> None:
    """Refuse names of sides, tags and lines that disguise themselves. Raises `InvalidInput`."""
    own = agreed_at(table_id) if sheet.agreed else ()
    tags = [text for tag in sheet.tags.items() for text in tag]
    for text in (*(side.name for side in sheet.sides), *tags, *(line for line in sheet.agreed if line not in own)):
        check_name(text, quote(text))


def _player_names(sheet: Sheet) -> list[str]:
    """Every player in this game."""
    return [name for side in sheet.sides for name in side.players] + [change.player for change in sheet.substitutes]


def rematch(game_id: str, author: Author, event_id: str | None = None, *, another: bool = True) -> Started:
    """Start a rematch: same players, same rules, and the next seat deals first.

    The game gets the table's current house rule lines, and continues a series that is not decided. Raises `NotNow`
    before the end, and `RematchUnderway` while a rematch is played, unless this may be `another` one.
    """
    loaded = load_game(game_id)
    state = loaded.state
    if state.board.outcome is None:
        raise NotNow(NOT_OVER_YET.at(FieldPath.to("rematch"), {}))
    if loaded.game.match_of is not None:
        raise NotNow(MATCH_HAS_ONE_GAME.at(FieldPath.to("rematch"), {}))
    sheet = replace(rematch_setup(state), agreed=agreed_at(loaded.game.table_id))
    return start_game(
        loaded.game.table_id,
        sheet,
        author=author,
        event_id=event_id,
        rematch_of=RematchOf(game_id, another),
        unnamed=loaded.game.unnamed,
        best_of=next_of_series(loaded.game, state.board.outcome.winners),
    )


def minutes_of(game: Game) -> int:
    """The limit of a game, which the next one's form begins with."""
    try:
        return GAME_CACHE.get(game.id, game.last_hash).state.setup.minutes
    except DamagedGame:
        return 0  # its record is damaged


def events_of_sheet(sheet: Sheet, who: str | None = None) -> list[Event]:
    """The events that make this sheet: start, substitutions, hands, time, and perhaps an early end."""
    start = replace(sheet, hands=(), closed=None, substitutes=(), dealers=(), forfeit=None, time=None)
    time, last = sheet.time, len(sheet.hands) + 1
    changed = [*(change.hand for change in sheet.substitutes), *(change.hand for change in sheet.dealers)]
    events: list[Event] = [GameStarted(seq=1, who=who, setup=start)]
    for number in range(1, max(last, *changed, 0) + 1):
        changes = [change for change in sheet.substitutes if change.hand == number]
        seats = _swapped(sheet, changes)
        if seats is not None:
            events.append(SeatsSwapped(seq=len(events) + 1, who=who, hand=number, seats=seats))
            changes = []
        for change in changes:
            seq = len(events) + 1
            events.append(PlayerSubstituted(seq=seq, who=who, hand=number, seat=change.seat, player=change.player))
        for dealer in sheet.dealers:
            if dealer.hand == number:
                events.append(DealerCorrected(seq=len(events) + 1, who=who, hand=number, seat=dealer.seat))
        if time is not None and number == min(time.hand, last):
            events.append(TimeCalled(seq=len(events) + 1, who=who, hand=time.hand, minutes=time.minutes))
        if number < last:
            events.append(HandRecorded(seq=len(events) + 1, who=who, hand=number, record=sheet.hands[number - 1]))
    if sheet.closed is not None:
        events.append(GameClosed(seq=len(events) + 1, who=who, reason=sheet.closed, forfeit=sheet.forfeit))
    return events


def _swapped(sheet: Sheet, changes: Sequence[Substitute]) -> tuple[Seat, Seat] | None:
    """The two seats whose players have each other's with these changes of a hand; None if they are anything else."""
    if len(changes) != 2 or changes[0].seat == changes[1].seat:
        return None
    one, other = changes
    earlier = replace(sheet, substitutes=tuple(change for change in sheet.substitutes if change.hand < one.hand))
    if (one.player, other.player) != (earlier.player_at(other.seat), earlier.player_at(one.seat)):
        return None
    return one.seat, other.seat


def setup_of(sheet: Sheet, unnamed: Collection[str] = ()) -> GameSetup:
    """The sheet's setup for a new game, with the names of seats that have no player's name yet."""
    written = sheet_json(sheet)
    return GameSetup(
        rules=sheet.rules.ruleset.key,
        revision=sheet.rules.ruleset.revision,
        options_given=dict(sheet.rules.options),
        options=dict(sheet.rules.options),
        sides=[SideSetup(side.name, side.players) for side in sheet.sides],
        dealer=sheet.dealer,
        more={part: written[part] for part in OPTIONAL_PARTS if part in written},
        unnamed=unnamed,
    )


PLAYERS = PAIRS.sides * PAIRS.players_per_side


@dataclass(frozen=True, slots=True)
class QuickGame:
    """The game that was started, and the new secret for the phone's cookie if the table is new, too."""

    started: Started
    secret: str | None


def quick_table(secret: str | None) -> Membership | None:
    """The phone's own table for quick games, if it has one that nobody has kept by a name."""
    return next((own for table, own in tables_here(secret) if table.quick and own.may(Role.KEEPER)), None)


def start_quick_game(
    secret: str | None, device_name: str | None, event_id: str | None, zone: str | None = None
) -> QuickGame:
    """Start a game at the phone's own table, which is created first, in this time zone, if there is none."""
    own, fresh = quick_table(secret), None
    if own is None:
        joined = open_table(QUICK_TABLE, secret, device_name, quick=True, zone=zone)
        table_id, author, fresh = joined.table.id, Author(joined.member.stored_name), joined.secret
    else:
        table_id, author = own.table_id, Author(own.name)
    sheet = quick_sheet(table_id)
    unnamed = [name for side in sheet.sides for name in side.players]
    try:
        started = start_game(table_id, sheet, author=author, event_id=event_id, unnamed=unnamed)
    except EventIdTaken:
        started = start_game(table_id, sheet, author=author, unnamed=unnamed)
    return QuickGame(started, fresh)


def quick_sheet(table_id: str | None) -> Sheet:
    """North & South against East & West, by the house rules of the table's last such game.

    Seats have their names in the language of who starts it: like players' names, these are part of the record, and
    every phone and export has to show the same ones.
    """
    rules = rule_set(RULES)
    house = rules.with_options(first_options(table_id, rules, PAIRS), PAIRS, ())
    names = [seat_name(seat, PLAYERS) for seat in range(PLAYERS)]
    pairs = [tuple(names[side :: PAIRS.sides]) for side in range(PAIRS.sides)]
    return Sheet(house, tuple(SideNames(" & ".join(pair), pair) for pair in pairs), Seat(0))
