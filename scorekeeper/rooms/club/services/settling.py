"""Settling up: what a table plays for, who owes whom after a night or altogether, and what was paid.

A game owes by the stakes that were in force when it started. Everything is computed again with each event, correction
or import that changes a finished game; a merge counts both names together. The pot of a night goes to whoever the
stakes say, once they lead; equal ones share it, and what cannot be shared stays in it.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import date, datetime, tzinfo
from functools import cache
from typing import Any, NamedTuple

from babel.core import get_global
from babel.numbers import get_currency_precision, get_territory_currencies
from sqlalchemy import Row

from scorekeeper.core.game import GameState
from scorekeeper.core.rules.scoreboard import Scoreboard
from scorekeeper.core.sheet import Sheet
from scorekeeper.core.words.language import translate as _
from scorekeeper.rooms.club.domain.stakes import (
    KEPT,
    KINDS,
    LARGEST_HAND,
    MOST_NILS,
    MOST_WINS,
    PLAY_POINTS,
    POT,
    Owed as OwedByName,
    Stake,
    Stakes,
    Transfer,
    are_fewest,
    fewest_payments,
    owed_in,
    rounded,
    shared_out,
)
from scorekeeper.rooms.club.exports import SettlingRow
from scorekeeper.rooms.club.storage.models import Season
from scorekeeper.rooms.club.storage.settling import (
    InPot,
    add_payment,
    add_stakes,
    amounts_of,
    changes_of,
    every_stakes,
    games_with_pots,
    log_change,
    owed_by_game,
    payments_of,
    save_owed,
    stakes_at,
    sums_owed,
)
from scorekeeper.services.series import night_of, night_period
from scorekeeper.storage.database import db, write_transaction
from scorekeeper.storage.errors import StorageError
from scorekeeper.storage.games import hold_table
from scorekeeper.storage.members import device_names
from scorekeeper.storage.models import Game
from scorekeeper.storage.players import main_names_of, names_by_id

MAX_STAKE = 1_000_000
"""The largest stake, in the smallest unit of its currency."""
MAX_CHANGED = 30
"""Games that were changed after their end, on a page; the latest ones."""
POT_SHARE = "pot"
"""What a player gets from the pot, beside the kinds of stakes."""


class CannotSettle(StorageError):
    """Nothing like this is owed, or there is no such currency."""


@cache
def known_currencies() -> tuple[str, ...]:
    """The codes of all currencies that some country pays with now."""
    found = {
        currency
        for rows in get_global("territory_currencies").values()
        for currency, _began, ended, is_tender in rows
        if ended is None and is_tender
    }
    return tuple(sorted(found))


def currencies_in(zone: str) -> list[str]:
    """The codes of what the country of this time zone pays with, the usual one first; none if it has no country."""
    country = get_global("zone_territories").get(zone)
    return get_territory_currencies(country) if country else []


def is_currency(currency: str) -> bool:
    """Whether stakes can be in this currency, or in points."""
    return currency == PLAY_POINTS or currency in known_currencies()


def digits_of(currency: str) -> int:
    """How many digits of an amount come after the point: the smallest unit is 1 in the last one."""
    return 0 if currency == PLAY_POINTS else get_currency_precision(currency)


def current_stakes(table_id: str) -> Stakes | None:
    """What the table plays for now; None: for nothing."""
    row = stakes_at(db.session(), table_id)
    return None if row is None else _stakes(row)


def coin_of(table_id: str, currency: str) -> int:
    """The smallest coin that the table paid with when it last played for this currency."""
    return next((row.coin for row in every_stakes(table_id).values() if row.currency == currency), 1)


def _stakes(row: Row[Any]) -> Stakes:
    per = {kind: Stake(int(own["amount"]), bool(own["to_pot"])) for kind, own in row.per.items()}
    return Stakes(str(row.currency), per, str(row.pot), int(row.coin))


def set_stakes(table_id: str, stakes: Stakes | None, since: datetime | None = None) -> None:
    """Let the table play for this from the next game on, or since then; None: for nothing. Raises `CannotSettle`."""
    if stakes is not None and not is_currency(stakes.currency):
        raise CannotSettle(_("Nobody knows the currency {code}", code=stakes.currency))
    with write_transaction():
        hold_table(table_id)
        if stakes == current_stakes(table_id):
            return
        if stakes is None:
            add_stakes(table_id, None, {}, KEPT, since)
            return
        per = {kind: {"amount": stake.amount, "to_pot": stake.to_pot} for kind, stake in stakes.per.items()}
        add_stakes(table_id, stakes.currency, per, stakes.pot, since, stakes.coin)


def settle_game(game: Game, sheet: Sheet, board: Scoreboard) -> None:
    """Compute what a game owes again, after it ended or changed; nothing if it does not count, or has a seat without
    a name, or is a match of a tournament.
    """
    with write_transaction() as session:
        row = stakes_at(session, game.table_id, game.created)
        if row is None:
            return
        before = amounts_of(session, game.id)
        save_owed(session, game, row.id, _owed_of(game, sheet, board, _stakes(row)))
        log_change(session, game, row.id, before, amounts_of(session, game.id))


def _owed_of(game: Game, sheet: Sheet, board: Scoreboard, stakes: Stakes) -> OwedByName:
    owed = owed_in(sheet, board, stakes) if game.counts and game.match_of is None else {}
    unnamed = set(game.unnamed)
    if any(own for name, own in owed.items() if name in unnamed):
        return {}
    return {name: own for name, own in owed.items() if name not in unnamed}


class Change(NamedTuple):
    """What somebody (None: the pot) gets from a game before and after a change to it, below 0: pays."""

    name: str | None
    before: int
    after: int


def effect_of(game: Game, before: GameState, after: GameState) -> tuple[str, list[Change]] | None:
    """What a change to a finished game does to what its players get: the currency, and everybody; None if the game is
    played for nothing.
    """
    row = stakes_at(db.session(), game.table_id, game.created)
    if row is None:
        return None
    was, now = (
        {name: sum(own.values()) for name, own in _owed_of(game, state.sheet, state.board, _stakes(row)).items()}
        for state in (before, after)
    )
    found = [Change(name, was.get(name, 0), now.get(name, 0)) for name in {**was, **now}]
    pot = Change(None, -sum(was.values()), -sum(now.values()))
    return str(row.currency), [*found, *([pot] if pot.before or pot.after else [])]


@dataclass(frozen=True, slots=True)
class ChangedGame:
    """A game that was changed after its end, and what that did to what it brings."""

    id: int
    game_id: str
    number: int
    at: datetime
    changes: Sequence[Change]


@dataclass(slots=True)
class Balance:
    """What a player gets (below 0: owes): by kind of stake, from the pot, and altogether; `left` is not paid yet, of a
    night or season (`open_now`) that of the running balance. `carried` is what of that no coin is small enough for.
    """

    player_id: int
    name: str
    parts: dict[str, int] = field(default_factory=dict)
    paid: int = 0
    open_now: int | None = None
    carried: int = 0

    @property
    def amount(self) -> int:
        """What games brought."""
        return sum(self.parts.values())

    @property
    def left(self) -> int:
        """What is not paid yet."""
        return self.amount + self.paid if self.open_now is None else self.open_now


@dataclass(frozen=True, slots=True)
class PaymentMade:
    """A payment in the log: by and to whom (None: the pot), and when it was undone."""

    id: int
    night: date | None
    payer_id: int
    payee_id: int
    payer: str | None
    payee: str | None
    amount: int
    at: datetime
    by: str | None
    undone: datetime | None
    undone_by: str | None
    season_id: int | None


@dataclass(frozen=True, slots=True)
class Settlement:
    """What is owed in one currency: balances, with the pot's last if it has one; who still pays whom; the log.

    There is one ledger: who still pays whom is that of the running balance, whose balances are `running`, also where
    the others are of a night or a season. `fewest`: no fewer payments settle it. Payments are rounded to the `coin`.
    """

    currency: str
    balances: Sequence[Balance]
    transfers: Sequence[Transfer]
    payments: Sequence[PaymentMade]
    names: Mapping[int, str]
    fewest: bool
    running: Sequence[Balance]
    coin: int


Owed = date | Season | None
"""What a balance is of: a night, a season, or (None) all games."""


def settlements(table_id: str, zone: tzinfo, of: Owed = None) -> list[Settlement]:
    """What the games of a night or season brought, or all of them, and what is open now: one for each currency with
    something to tell.

    The payments of a night are those marked there, of a season those and what was marked for one of its nights. All
    payments count for what is open, wherever they were marked.
    """
    found = _settlements(table_id, zone, of)
    if of is None or not found:
        return found
    running = {own.currency: own for own in _settlements(table_id, zone, None)}
    return [_with_open(own, running[own.currency]) for own in found]


def _with_open(own: Settlement, running: Settlement) -> Settlement:
    """The balances of a night or a season, with what the running one leaves open."""
    now = {each.player_id: each for each in running.balances}
    balances = [
        replace(each, open_now=each_now.left, carried=each_now.carried)
        for each in own.balances
        for each_now in [now.get(each.player_id, Balance(each.player_id, each.name))]
    ]
    names = {**own.names, **running.names}
    return replace(running, balances=balances, payments=own.payments, names=names)


def _settlements(table_id: str, zone: tzinfo, of: Owed) -> list[Settlement]:
    nights = nights_of(of)
    stakes = {id_: _stakes(row) for id_, row in every_stakes(table_id).items()}
    if not stakes:
        return []
    main_players = main_names_of(db.session(), table_id)
    period = _period(nights, zone)
    parts: dict[str, dict[int, dict[str, int]]] = {own.currency: {} for own in stakes.values()}
    for row in sums_owed(stakes, period):
        own = parts[stakes[row.stakes_id].currency].setdefault(main_players.get(row.sat_as, row.sat_as), {})
        for kind in KINDS:
            own[kind] = own.get(kind, 0) + int(getattr(row, kind))
    pots = {currency: -sum(sum(own.values()) for own in players.values()) for currency, players in parts.items()}
    for currency, player_id, share in _shares_of_pots(stakes, period, zone):
        own = parts[currency].setdefault(player_id, {})
        own[POT_SHARE] = own.get(POT_SHARE, 0) + share
        pots[currency] -= share
    made = payments_of(table_id, nights, of.id if isinstance(of, Season) else None)
    devices = device_names(who for row in made for who in (row.by_id, row.undone_by_id) if who is not None)
    payers = {who for row in made for who in (row.payer_id, row.payee_id) if who is not None}
    everyone = {*payers, *(player for players in parts.values() for player in players)}
    names = names_by_id([*everyone, *(main_players[player] for player in payers if player in main_players)])
    found = []
    for currency, players in parts.items():
        balances = {player: Balance(player, names[player], own) for player, own in players.items()}
        balances[POT] = Balance(POT, "", {POT_SHARE: pots[currency]})
        log = [_payment(row, main_players, names, devices) for row in made if row.currency == currency]
        for payment in log:
            if payment.undone is None:
                for who, more in ((payment.payer_id, payment.amount), (payment.payee_id, -payment.amount)):
                    balances.setdefault(who, Balance(who, names.get(who, ""))).paid += more
        pot = balances.pop(POT)
        rows = sorted(balances.values(), key=lambda own: (-own.amount, own.name))
        rows = [own for own in (*rows, pot) if own.paid or any(own.parts.values())]
        if rows:
            coin = next(own.coin for own in stakes.values() if own.currency == currency)
            found.append(_settlement(currency, rows, log, names, coin))
    return found


def changed_games(table_id: str, zone: tzinfo, of: Owed = None) -> dict[str, list[ChangedGame]]:
    """The latest games that were changed after their end, for each currency; of a night or season those it has."""
    stakes = every_stakes(table_id)
    rows = changes_of(table_id, _period(nights_of(of), zone), MAX_CHANGED)
    main_players = main_names_of(db.session(), table_id)
    names = names_by_id([main_players.get(who, who) for row in rows for who, _was, _now in row.amounts])
    found: dict[str, list[ChangedGame]] = {}
    for row in rows:
        changes = [Change(names[main_players.get(who, who)], was, now) for who, was, now in row.amounts if was != now]
        pot = Change(None, -sum(was for _who, was, _now in row.amounts), -sum(now for _who, _was, now in row.amounts))
        changes += [pot] if pot.before != pot.after else []
        of_currency = found.setdefault(str(stakes[row.stakes_id].currency), [])
        of_currency.append(ChangedGame(row.id, row.game_id, row.number, row.at, changes))
    return found


def _settlement(
    currency: str, rows: Sequence[Balance], log: Sequence[PaymentMade], names: Mapping[int, str], coin: int
) -> Settlement:
    left = {own.player_id: own.left for own in rows if own.left}
    in_coins = {who: amount for who, amount in rounded(left, coin).items() if amount}
    for own in rows:
        own.carried = own.left - in_coins.get(own.player_id, 0)
    return Settlement(currency, rows, fewest_payments(in_coins), log, names, are_fewest(in_coins), rows, coin)


def nights_of(of: Owed) -> tuple[date, date] | None:
    """The first and the last night of what a balance is of."""
    if isinstance(of, Season):
        return of.first_night, of.last_night
    return None if of is None else (of, of)


def _period(nights: tuple[date, date] | None, zone: tzinfo) -> tuple[datetime, datetime] | None:
    if nights is None:
        return None
    first, last = nights
    return night_period(first, zone)[0], night_period(last, zone)[1]


def _payment(
    row: Row[Any], main_players: Mapping[int, int], names: Mapping[int, str], devices: Mapping[int, str]
) -> PaymentMade:
    payer, payee = (POT if who is None else main_players.get(who, who) for who in (row.payer_id, row.payee_id))
    by, undone_by = devices.get(row.by_id), devices.get(row.undone_by_id)
    who = payer, payee, names.get(payer), names.get(payee)
    return PaymentMade(row.id, row.night, *who, row.amount, row.at, by, row.undone, undone_by, row.season_id)


def _shares_of_pots(
    stakes: Mapping[int, Stakes], period: tuple[datetime, datetime] | None, zone: tzinfo
) -> list[tuple[str, int, int]]:
    """Who gets how much of each night's pot: currency, player, amount."""
    nightly = [
        id_
        for id_, own in stakes.items()
        if own.pot != KEPT and any(stake.to_pot and stake.amount for stake in own.per.values())
    ]
    if not nightly:
        return []
    pots: dict[tuple[date, int], list[InPot]] = {}
    for row in games_with_pots(nightly, period):
        pots.setdefault((night_of(row.created, zone), row.stakes_id), []).append(row)
    found = []
    for (_night, stakes_id), rows in pots.items():
        own = stakes[stakes_id]
        shares = shared_out(-sum(row.amount for row in rows), _best(own.pot, rows))
        found += [(own.currency, player, share) for player, share in shares.items()]
    return found


def _best(pot: str, rows: Sequence[InPot]) -> dict[int, int]:
    """Each player's figure that the pot goes by."""
    best: dict[int, int] = {}
    for row in rows:
        before = best.get(row.player_id, 0)
        if pot == MOST_WINS:
            best[row.player_id] = before + row.won
        elif pot == MOST_NILS:
            best[row.player_id] = before + row.nils_made
        elif pot == LARGEST_HAND:
            best[row.player_id] = max(before, row.largest)
    return best


class Marked(NamedTuple):
    """How a payment is recorded: `by` the device that does; `seen` the latest payment that its page showed (0: none);
    with `credit` anybody may pay anybody any amount, and what is too much is a credit.
    """

    by: int | None = None
    seen: int | None = None
    credit: bool = False


def mark_as_paid(
    table_id: str, zone: tzinfo, of: Owed, currency: str, transfer: Transfer, marked: Marked | None = None
) -> int:
    """Record a payment, of a night, a season or the running balance.

    Whoever owes may pay anybody who gets something, also a part. What another phone recorded since the page was shown
    is the same payment, and is not recorded again. Raises `CannotSettle`, which says why not.
    """
    marked = marked or Marked()
    seen = marked.seen
    with write_transaction():
        hold_table(table_id)
        found = next((own for own in settlements(table_id, zone, of) if own.currency == currency), None)
        if found is None:
            raise CannotSettle(_("Nobody owes anything in this currency"))
        made = [each for each in found.payments if _is_payment_of(each, of, transfer)]
        since = [each.id for each in made if seen is not None and each.id > seen]
        if since:
            return since[0]
        why_not = _refusal(found, transfer, credit=marked.credit)
        if why_not and made and seen is None:  # a program sent it twice
            return made[0].id
        if why_not:
            raise CannotSettle(why_not)
        paid_by, paid_to = (None if who == POT else who for who in (transfer.payer, transfer.payee))
        season_id = of.id if isinstance(of, Season) else None
        night = None if isinstance(of, Season) else of
        of_what = {"night": night, "season_id": season_id, "by_id": marked.by}
        return add_payment(table_id, currency, paid_by, paid_to, transfer.amount, **of_what)


def _refusal(found: Settlement, transfer: Transfer, *, credit: bool) -> str:
    """Why nobody can pay this now; empty if they can."""
    names = {POT: _("The pot"), **{own.player_id: own.name for own in found.running if own.player_id != POT}}
    payer, payee = (names.get(who, _("This player")) for who in (transfer.payer, transfer.payee))
    if credit:
        known = transfer.payer in names and transfer.payee in names
        return "" if known and transfer.payer != transfer.payee else _("Choose who paid whom")
    open_now = {own.player_id: (own.left, own.left - own.carried) for own in found.running}  # exactly, and in coins
    owes = -min(open_now.get(transfer.payer, (0,)))
    gets = max(open_now.get(transfer.payee, (0,)))
    if owes <= 0:
        return _("{name} owes nothing now", name=payer)
    if gets <= 0:
        return _("Nobody owes {name} anything now", name=payee)
    if transfer.amount > owes:
        return _("{name} owes less than that", name=payer)
    return _("{name} gets less than that", name=payee) if transfer.amount > gets else ""


def _is_payment_of(made: PaymentMade, of: Owed, transfer: Transfer) -> bool:
    """Whether the payment counts, and is what somebody wants to mark now."""
    own = Transfer(made.payer_id, made.payee_id, made.amount)
    same = made.season_id == of.id if isinstance(of, Season) else made.season_id is None and made.night == of
    return made.undone is None and same and own == transfer


def settling_rows(table_id: str, zone: tzinfo, of: Owed = None) -> Iterator[SettlingRow]:
    """What every game brought, then the shares of pots and the payments that count: the lines of an export."""
    stakes = every_stakes(table_id)
    rows = owed_by_game(stakes, _period(nights_of(of), zone)) if stakes else []
    main_players = main_names_of(db.session(), table_id)
    names = names_by_id([main_players.get(row.sat_as, row.sat_as) for row in rows])
    for row in rows:
        name, currency = names[main_players.get(row.sat_as, row.sat_as)], str(stakes[row.stakes_id].currency)
        parts = {kind: int(getattr(row, kind)) for kind in KINDS}
        if not any(parts.values()):
            continue
        about = {"game": row.number, "at": row.created.astimezone(zone)}
        yield SettlingRow(name, currency, digits_of(currency), **about, parts=parts)
    for own in settlements(table_id, zone, of):
        digits = digits_of(own.currency)
        for balance in own.balances:
            share = balance.parts.get(POT_SHARE, 0)
            if share and balance.player_id != POT:
                yield SettlingRow(balance.name, own.currency, digits, from_pot=share)
        for payment in own.payments:
            for who, amount in ((payment.payer, payment.amount), (payment.payee, -payment.amount)):
                if who is not None and payment.undone is None:
                    at = payment.at.astimezone(zone)
                    yield SettlingRow(who, own.currency, digits, at=at, paid=amount, night=payment.night)
