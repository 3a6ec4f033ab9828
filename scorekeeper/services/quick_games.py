"""Quick games: partnership at the phone's own table, where seats have names and players need none."""

from dataclasses import dataclass

from scorekeeper.core.rules.seating import Seat, Shape
from scorekeeper.core.rulesets import rule_set
from scorekeeper.core.sheet import Sheet, SideNames
from scorekeeper.core.words.language import translate as _
from scorekeeper.core.words.vocabulary import seat_name
from scorekeeper.services.house_rules import first_options
from scorekeeper.services.joining import open_table
from scorekeeper.services.membership import Membership, tables_here
from scorekeeper.services.recording import Writer
from scorekeeper.services.starting import Started, start_game
from scorekeeper.storage import EventIdTaken, Role

RULES = "partnership"
PAIRS = Shape(2, 2)
PLAYERS = PAIRS.sides * PAIRS.players_per_side


@dataclass(frozen=True, slots=True)
class QuickGame:
    """The game that was started, and the new secret for the phone's cookie if the table is new, too."""

    started: Started
    secret: str | None


def quick_table(secret: str | None) -> Membership | None:
    """The phone's own table for quick games, if it has one that nobody has kept by a name."""
    return next((own for table, own in tables_here(secret) if table.quick and own.may(Role.KEEPER)), None)


def start_quick_game(secret: str | None, device_name: str | None, entry_id: str | None) -> QuickGame:
    """Start a game at the phone's own table, which is created first if there is none."""
    own, fresh = quick_table(secret), None
    if own is None:
        joined = open_table(_("Quick game"), secret, device_name, quick=True)
        table_id, writer, fresh = joined.table.id, Writer(joined.member.shown_name), joined.secret
    else:
        table_id, writer = own.table_id, Writer(own.name)
    sheet = quick_sheet(table_id)
    unnamed = [name for side in sheet.sides for name in side.players]
    try:
        started = start_game(table_id, sheet, writer=writer, entry_id=entry_id, unnamed=unnamed)
    except EventIdTaken:
        started = start_game(table_id, sheet, writer=writer, unnamed=unnamed)
    return QuickGame(started, fresh)


def quick_sheet(table_id: str | None) -> Sheet:
    """North & South against East & West, by the house rules of the table's last such game."""
    rules = rule_set(RULES)
    house = rules.with_options(first_options(table_id, rules, PAIRS) if table_id else {}, PAIRS, ())
    names = [seat_name(seat, PLAYERS) for seat in range(PLAYERS)]
    pairs = [tuple(names[side :: PAIRS.sides]) for side in range(PAIRS.sides)]
    return Sheet(house, tuple(SideNames(" & ".join(pair), pair) for pair in pairs), Seat(0))
