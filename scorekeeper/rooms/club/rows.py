"""What people said about the club of a table, as rows of the table's own file: seasons, stakes and payments."""

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from datetime import date, datetime
from typing import Annotated, Any, TypeVar

from scorekeeper import declared
from scorekeeper.core.inputs import FieldPath
from scorekeeper.core.inputs.faults import MAX_TEXT_LENGTH, ValueKind
from scorekeeper.declared import Most, Name, Text, Usual, Whole
from scorekeeper.formats.chain import canonical_time
from scorekeeper.formats.days import ANY_DAY, Moment
from scorekeeper.formats.games import ExportedTable

MAX_NUMBER = 1_000_000
MAX_AMOUNT = 2**53
MAX_WORD = 20
Number = Annotated[int, Whole(0, MAX_NUMBER)]
Word = Annotated[str, Text(MAX_WORD)]
"""A currency, a kind of stake, or who gets a pot."""
Somebody = Annotated[str | None, Name(), Usual(None)]


class Score:
    """The score of a player in a closed season: points, or a share."""

    def read(self, where: FieldPath, value: object, what: str) -> float:
        """The number."""
        if isinstance(value, float) and 0 <= value <= MAX_AMOUNT:
            return value
        return where.whole(value, what, 0, MAX_AMOUNT)

    @property
    def schema(self) -> dict[str, Any]:
        """A number."""
        return {"type": "number", "minimum": 0, "maximum": MAX_AMOUNT}


class WholeNumbers:
    """Whole numbers by their names."""

    def read(self, where: FieldPath, value: object, what: str) -> dict[str, int]:
        """The figures."""
        if not isinstance(value, dict):
            raise where.not_a(ValueKind.OBJECT, value, what)
        return {
            where.text(name, what, MAX_WORD): where.whole(figure, what, -MAX_AMOUNT, MAX_AMOUNT)
            for name, figure in value.items()
        }

    @property
    def schema(self) -> dict[str, Any]:
        """An object of numbers."""
        return {"type": "object"}


@dataclass(frozen=True, slots=True)
class ExportedPlace:
    """A player's place in a closed season, by name: see `SeasonPlace`."""

    player: Annotated[str, Name()]
    score: Annotated[float, Score()]
    sums: Annotated[Mapping[str, int], WholeNumbers()]
    nights: Number = 0
    rank: Annotated[int | None, Whole(1, MAX_NUMBER)] = None
    champion: Annotated[str | None, Text(MAX_WORD), Usual(None)] = None


@dataclass(frozen=True, slots=True)
class ExportedSeason:
    """A season of a table: its nights, how its games count, and if it is closed its leaderboard as it was shown.

    A file may have more than a table takes, of this and of what follows: that is found out when it is added.
    """

    name: Annotated[str, Name()]
    first_night: Annotated[date, ANY_DAY]
    last_night: Annotated[date, ANY_DAY]
    least_games: Number
    counted_by: Annotated[str, Text(MAX_TEXT_LENGTH)]
    for_win: Number
    for_tie: Number
    for_loss: Number
    for_places: Annotated[list[Number] | None, Most(MAX_NUMBER)] = None
    best_nights: Annotated[int | None, Whole(1, MAX_NUMBER)] = None
    closed: Annotated[datetime | None, Moment()] = None
    places: Annotated[list[ExportedPlace] | None, Most(MAX_NUMBER)] = None


class PerKind:
    """The stake of each kind: an amount, and whether it goes into the pot."""

    def read(self, where: FieldPath, value: object, what: str) -> dict[str, dict[str, int | bool]]:
        """The stakes by their kind."""
        if not isinstance(value, dict):
            raise where.not_a(ValueKind.OBJECT, value, what)
        found: dict[str, dict[str, int | bool]] = {}
        for kind, stake in value.items():
            own = where.mapping(stake, what, STAKE, required=STAKE)
            amount = where.whole(own["amount"], "amount", 0, MAX_NUMBER)
            found[where.text(kind, what, MAX_WORD)] = {
                "amount": amount,
                "to_pot": where.switch(own["to_pot"], "to_pot"),
            }
        return found

    @property
    def schema(self) -> dict[str, Any]:
        """An object of objects."""
        return {"type": "object"}


STAKE = ("amount", "to_pot")


@dataclass(frozen=True, slots=True)
class ExportedStakes:
    """What a table plays for from a moment on, by kind of stake; without a `currency` for nothing.

    Without a `coin` payments are exact, as in files of versions that rounded none.
    """

    since: Annotated[datetime, Moment()]
    currency: Annotated[str | None, Text(MAX_WORD), Usual(None)]
    per: Annotated[Mapping[str, Mapping[str, int | bool]], PerKind()]
    pot: Word
    coin: Annotated[int | None, Whole(1, MAX_NUMBER)] = None


@dataclass(frozen=True, slots=True)
class ExportedPayment:
    """A payment between two players by name (None: the pot), of a night, of a season by name, or of neither."""

    currency: Word
    payer: Somebody
    payee: Somebody
    amount: Annotated[int, Whole(0, MAX_AMOUNT)]
    at: Annotated[datetime, Moment()]
    night: Annotated[date | None, ANY_DAY] = None
    season: Annotated[str | None, Name()] = None
    undone: Annotated[datetime | None, Moment()] = None


Made = TypeVar("Made", ExportedSeason, ExportedStakes, ExportedPayment)


def rows_of(copy: ExportedTable, name: str, made: type[Made]) -> list[Made]:
    """The rows of this name in a copy of a table. Raises `InvalidInput`."""
    where = FieldPath.to("table.json").at(name)
    return [declared.read(made, row, where) for row in copy.rows.get(name, ())]


def plain(row: ExportedSeason | ExportedStakes | ExportedPayment) -> dict[str, object]:
    """A row as JSON: the fields that are set, with moments and days as text."""
    found: dict[str, object] = {}
    for name, value in asdict(row).items():
        if value is not None:
            is_day = isinstance(value, date) and not isinstance(value, datetime)
            found[name] = canonical_time(value) if isinstance(value, datetime) else str(value) if is_day else value
    return found
