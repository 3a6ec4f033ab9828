"""Tournaments: their rows, their events, the games of their matches, and the phones at them."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from sqlalchemy import ColumnElement, Row, Text, Update, bindparam, delete, exists, func, select, type_coerce, update
from sqlalchemy.exc import IntegrityError
from sqlalchemy.orm import Session

from scorekeeper.core.inputs.spelling import forms
from scorekeeper.core.words.language import translate as _
from scorekeeper.formats.chain import NOTHING_BEFORE, chained
from scorekeeper.formats.chain.stored_event import StoredEvent, UnsavedEvent
from scorekeeper.rooms.tournaments.storage.models import Tournament, TournamentErasure, TournamentEvent, TournamentPhone
from scorekeeper.storage.columns import unguessable_id
from scorekeeper.storage.database import Base, db, insert_unless_taken, write_transaction
from scorekeeper.storage.errors import EventIdTaken, NoSuchRow, TakenByAnother
from scorekeeper.storage.games import find_table, hold_table
from scorekeeper.storage.log import EventLog, chained_all, end_of
from scorekeeper.storage.members import Member
from scorekeeper.storage.models import Game
from scorekeeper.storage.visits import reader

OPEN, OVER = "open", "over"


class NoSuchTournament(NoSuchRow):
    """No tournament has this id."""

    def __init__(self, tournament_id: str) -> None:
        super().__init__(_("There is no such tournament"))
        self.tournament_id = tournament_id


ROWS = Base.metadata.tables
TOURNAMENT, EVENT = ROWS[Tournament.__tablename__], ROWS[TournamentEvent.__tablename__]
PHONE, GAME = ROWS[TournamentPhone.__tablename__], ROWS[Game.__tablename__]

LOG = EventLog(TournamentEvent, TournamentErasure, Tournament, "tournament_id", NoSuchTournament)
tournament_events, event_by_id = LOG.events_of, LOG.event_by_id


@dataclass(frozen=True, slots=True)
class TournamentRow:
    """A tournament's row. Columns are as in the model."""

    id: str
    table_id: str
    name: str
    created: datetime
    status: str
    last_seq: int
    last_hash: str | None
    last_activity: datetime
    cards: Mapping[str, int]


_ROW = select(*(TOURNAMENT.c[name] for name in TournamentRow.__dataclass_fields__))
_ROW = _ROW.where(TOURNAMENT.c.id == bindparam("tournament"))


def create_tournament(
    table_id: str, name: str, start: UnsavedEvent, more: Sequence[UnsavedEvent] = ()
) -> tuple[TournamentRow, bool]:
    """Create a tournament with its first events; the second value is False if the same `start` created it before.

    Raises `NoSuchTable`, `EventIdTaken`.
    """
    with write_transaction() as session:
        hold_table(table_id)
        stored = event_by_id(start.id)
        if stored is not None:
            row = tournament_row(stored.game_id)
            if row.table_id != table_id or not stored.says_the_same(row.id, start):
                raise EventIdTaken(start.id)
            return row, False
        tournament_id = unguessable_id()
        event = chained(tournament_id, start, seq=1, previous=NOTHING_BEFORE)
        events = [event, *chained_all(tournament_id, end_of(event), more)]
        if not LOG.begin(session, _row(table_id, name, OPEN, events, {}), events):
            raise EventIdTaken(start.id)  # at another table, at the same moment
    return tournament_row(tournament_id), True


def add_imported_tournament(
    table_id: str, name: str, status: str, events: Sequence[StoredEvent], cards: Mapping[str, int]
) -> bool:
    """Add a tournament with its events, in the caller's transaction; False if it or one of its events is known.

    Raises `NoSuchTable`.
    """
    with write_transaction() as session:
        find_table(table_id)
        return LOG.begin(session, _row(table_id, name, status, events, cards), events)


def _row(
    table_id: str, name: str, status: str, events: Sequence[StoredEvent], cards: Mapping[str, int]
) -> dict[str, Any]:
    return {
        "id": events[0].game_id,
        "table_id": table_id,
        "name": name,
        "created": events[0].at,
        "status": status,
        "last_seq": events[-1].seq,
        "last_hash": events[-1].hash,
        "last_activity": events[-1].at,
        "cards": dict(cards),
    }


_HOLD = select(TOURNAMENT.c.id).where(TOURNAMENT.c.id == bindparam("tournament")).with_for_update(key_share=True)


def hold(tournament_id: str) -> None:
    """Let others who hold this tournament wait until this transaction ends, as `hold_table` does."""
    with write_transaction() as session:
        session.connection().execute(_HOLD, {"tournament": tournament_id})


def tournament_row(tournament_id: str) -> TournamentRow:
    """The tournament's row. Raises `NoSuchTournament`."""
    connection, found = reader()
    key = (_ROW, tournament_id)
    if key not in found:
        row = connection.execute(_ROW, {"tournament": tournament_id}).one_or_none()
        if row is None:
            raise NoSuchTournament(tournament_id)
        found[key] = TournamentRow(*row)
    tournament: TournamentRow = found[key]
    return tournament


def find_tournament(tournament_id: str) -> TournamentRow | None:
    """The tournament's row, if there is one."""
    try:
        return tournament_row(tournament_id)
    except NoSuchTournament:
        return None


def tournament_of_event(event_id: str) -> TournamentRow | None:
    """The tournament that has the event with this id, if there is one."""
    event = event_by_id(event_id)
    return None if event is None else find_tournament(event.game_id)


def tournaments_of(table_id: str, limit: int | None = None) -> list[TournamentRow]:
    """The table's tournaments, newest first."""
    query = select(*(TOURNAMENT.c[name] for name in TournamentRow.__dataclass_fields__))
    query = query.where(TOURNAMENT.c.table_id == table_id).order_by(TOURNAMENT.c.created.desc(), TOURNAMENT.c.id)
    return [TournamentRow(*row) for row in db.session.connection().execute(query.limit(limit))]


def tournaments_with_event(table_id: str, kind: str, text: str) -> list[TournamentRow]:
    """The table's tournaments with an event of this kind whose stored JSON has this text, the oldest first."""
    says = type_coerce(EVENT.c.payload, Text).contains(text, autoescape=True)
    has_one = exists().where(EVENT.c.tournament_id == TOURNAMENT.c.id, EVENT.c.kind == kind, says)
    query = select(*(TOURNAMENT.c[name] for name in TournamentRow.__dataclass_fields__))
    query = query.where(TOURNAMENT.c.table_id == table_id, has_one).order_by(TOURNAMENT.c.created, TOURNAMENT.c.id)
    return [TournamentRow(*row) for row in db.session.connection().execute(query)]


def open_tournaments(table_ids: Collection[str]) -> list[TournamentRow]:
    """The tournaments of these tables that are not over, the newest first."""
    if not table_ids:
        return []
    query = select(*(TOURNAMENT.c[name] for name in TournamentRow.__dataclass_fields__))
    query = query.where(TOURNAMENT.c.table_id.in_(table_ids), TOURNAMENT.c.status == OPEN)
    query = query.order_by(TOURNAMENT.c.created.desc(), TOURNAMENT.c.id)
    return [TournamentRow(*row) for row in db.session.connection().execute(query)]


def tournaments_of_device(device: str, limit: int = 5) -> list[tuple[TournamentRow, TournamentPhone]]:
    """The tournaments that the device came to by a card or the sign-up link, the latest first."""
    own = (
        select(TournamentPhone)
        .join(Member, Member.id == TournamentPhone.member_id)
        .where(Member.device == device, Member.revoked.is_(None))
        .order_by(TournamentPhone.joined.desc())
    )
    return [(tournament_row(phone.tournament_id), phone) for phone in db.session.scalars(own.limit(limit))]


@dataclass(frozen=True, slots=True)
class MatchGame:
    """The row of a match's game: its last event."""

    id: str
    last_seq: int
    last_hash: str | None
    last_activity: datetime


_GAMES = select(*(GAME.c[name] for name in MatchGame.__dataclass_fields__))
_GAMES = _GAMES.where(GAME.c.match_of == bindparam("tournament")).order_by(GAME.c.number)


def match_games(tournament_id: str) -> Sequence[MatchGame]:
    """The games of a tournament's matches, oldest first."""
    connection, found = reader()
    key = (_GAMES, tournament_id)
    if key not in found:
        found[key] = tuple(MatchGame(*row) for row in connection.execute(_GAMES, {"tournament": tournament_id}))
    games: Sequence[MatchGame] = found[key]
    return games


def link_game(game_id: str, tournament_id: str, table_id: str) -> bool:
    """Make a game of the table one of the tournament's, in the caller's transaction; False if the table has no such
    game. Its events say of which match.
    """
    with write_transaction() as session:
        own = update(GAME).where(GAME.c.id == game_id, GAME.c.table_id == table_id)
        linked = session.connection().execute(own.values(match_of=tournament_id))
        session.expire_all()
    return bool(linked.rowcount)


def tell_games(notices: Mapping[str, Mapping[str, Any] | None]) -> None:
    """Store what the tournament tells the pads of these games, in the caller's transaction."""
    with write_transaction() as session:
        for game_id, notice in notices.items():
            session.connection().execute(update(GAME).where(GAME.c.id == game_id).values(room=notice))
        session.expire_all()


SIGN_UP = 0
"""Stands for the sign-up link among the numbers of table cards."""


def void_card(tournament_id: str, number: int) -> None:
    """End the card of this table number, or the sign-up link; a new one has another key.

    The table's own phones that came by the card have to ask again; those of players stay.
    """
    with write_transaction() as session:
        row = session.get_one(Tournament, tournament_id, with_for_update={"key_share": True}, populate_existing=True)
        cards = {**row.cards, str(number): row.cards.get(str(number), 0) + 1}
        session.execute(update(Tournament).where(Tournament.id == tournament_id).values(cards=cards))
        came_by_it = _phones(tournament_id).where(TournamentPhone.card == number, TournamentPhone.player.is_(None))
        session.execute(came_by_it.values(accepted=False, game_id=None, keeps=False))
        session.expire_all()


ALL_CARDS = "all"
"""Counts among the voided cards how often all of them were, whatever their numbers."""


def void_codes(table_id: str, *, links: bool, cards: bool) -> list[str]:
    """End the sign-up links of the table's tournaments, or all their cards; returns the tournaments.

    Also of those that are over: an undo of the podium opens one again.
    """
    ended = [str(SIGN_UP)] * links + [ALL_CARDS] * cards
    with write_transaction() as session:
        connection = session.connection()
        own = select(TOURNAMENT.c.id, TOURNAMENT.c.cards).where(TOURNAMENT.c.table_id == table_id)
        found = connection.execute(own.order_by(TOURNAMENT.c.id).with_for_update(key_share=True)).all()
        for row in found:
            counts = {**row.cards, **{number: row.cards.get(number, 0) + 1 for number in ended}}
            connection.execute(update(TOURNAMENT).where(TOURNAMENT.c.id == row.id).values(cards=counts))
            if cards:
                came_by_one = _phones(row.id).where(TournamentPhone.player.is_(None))
                session.execute(came_by_one.values(accepted=False, game_id=None, keeps=False))
        session.expire_all()
    return [row.id for row in found]


def _phones(tournament_id: str, member_id: int | None = None) -> Update:
    own = update(TournamentPhone).where(TournamentPhone.tournament_id == tournament_id)
    return own if member_id is None else own.where(TournamentPhone.member_id == member_id)


_PHONES = select(PHONE).where(PHONE.c.tournament_id == bindparam("tournament"))
_PHONES = _PHONES.order_by(PHONE.c.joined, PHONE.c.member_id)


def phones_of(tournament_id: str) -> Sequence[TournamentPhone]:
    """The phones at a tournament, in the order in which they came, as they are now; changes don't reach them.

    After each commit the streams of a hall ask for all of them for each phone, so they are kept for a transaction.
    """
    connection, found = reader()
    key = (_PHONES, tournament_id)
    if key not in found:
        rows = connection.execute(_PHONES, {"tournament": tournament_id}).mappings()
        found[key] = tuple(TournamentPhone(**row) for row in rows)
    phones: Sequence[TournamentPhone] = found[key]
    return phones


def accepted_phones(tournament_id: str, players: Collection[str], card: int | None) -> list[TournamentPhone]:
    """The phones of these players, and the table's own that came by this card, which the desk has accepted."""
    own = TournamentPhone.player.in_(players) | (TournamentPhone.player.is_(None) & (TournamentPhone.card == card))
    query = select(TournamentPhone).where(
        TournamentPhone.tournament_id == tournament_id, TournamentPhone.accepted.is_(True), own
    )
    return list(db.session.scalars(query.order_by(TournamentPhone.joined, TournamentPhone.member_id)))


def phone_of(tournament_id: str, member_id: int) -> TournamentPhone | None:
    """The member's phone at the tournament, if it came by a card or the sign-up link."""
    return db.session.get(TournamentPhone, (tournament_id, member_id))


def count_phones(tournament_id: str) -> int:
    """How many phones are at the tournament."""
    own = select(func.count()).where(PHONE.c.tournament_id == tournament_id)
    return db.session.connection().scalar(own) or 0


def latest_tournament_of(member_id: int) -> str | None:
    """The tournament that this phone came to last."""
    own = select(PHONE.c.tournament_id).where(PHONE.c.member_id == member_id).order_by(PHONE.c.joined.desc()).limit(1)
    return db.session.connection().scalar(own)


def put_phone(tournament_id: str, member_id: int, at: datetime, **values: object) -> None:
    """Change what is known of a phone at a tournament, which may be new there since `at`.

    Raises `TakenByAnother` if it would be the `first` phone of a player who has one.
    """
    with write_transaction() as session:
        new = {"tournament_id": tournament_id, "member_id": member_id, "joined": at}
        insert_unless_taken(session.connection(), TournamentPhone, {**new, "accepted": False, "keeps": False})
        try:
            with session.begin_nested():
                if values:
                    session.execute(_phones(tournament_id, member_id).values(**values))
        except IntegrityError as taken:
            raise TakenByAnother from taken
        session.expire_all()


def remove_phone(tournament_id: str, member_id: int) -> None:
    """Forget a phone at a tournament."""
    with write_transaction() as session:
        own = delete(TournamentPhone).where(TournamentPhone.tournament_id == tournament_id)
        session.execute(own.where(TournamentPhone.member_id == member_id))
        session.expire_all()


def remove_phones(member_id: int) -> None:
    """Forget a phone at every tournament."""
    with write_transaction() as session:
        session.execute(delete(TournamentPhone).where(TournamentPhone.member_id == member_id))
        session.expire_all()


def let_to_game(tournament_id: str, game_id: str | None, member_ids: Collection[int]) -> None:
    """Let these phones see this game, the one of their match; None: no game."""
    with write_transaction() as session:
        own = _phones(tournament_id).where(TournamentPhone.member_id.in_(member_ids))
        session.execute(own.values(game_id=game_id, keeps=False))
        session.expire_all()


def give_score(tournament_id: str, game_id: str, member_id: int | None) -> None:
    """Let this phone keep the game's score, and no other; None: none does."""
    with write_transaction() as session:
        session.execute(_phones(tournament_id).where(TournamentPhone.game_id == game_id).values(keeps=False))
        if member_id is not None:
            session.execute(_phones(tournament_id, member_id).values(game_id=game_id, keeps=True))
        session.expire_all()


_LIVE = (
    select(TOURNAMENT.c.id, TOURNAMENT.c.last_hash)
    .add_columns(
        select(func.sum(GAME.c.last_seq)).where(GAME.c.match_of == TOURNAMENT.c.id).scalar_subquery().label("games")
    )
    .where(TOURNAMENT.c.id.in_(bindparam("ids", expanding=True)))
)
_LIVE_PHONES = (
    select(PHONE.c.tournament_id, PHONE.c.member_id, PHONE.c.accepted, PHONE.c.keeps, PHONE.c.game_id)
    .where(PHONE.c.tournament_id.in_(bindparam("ids", expanding=True)))
    .order_by(PHONE.c.tournament_id, PHONE.c.member_id)
)


def live_tournaments(tournament_ids: Collection[str]) -> dict[str, object]:
    """What changes with each of these tournaments, its games and its phones."""
    if not tournament_ids:
        return {}
    asked, connection = {"ids": list(tournament_ids)}, db.session.connection()
    phones: dict[str, list[object]] = {}
    for row in connection.execute(_LIVE_PHONES, asked):
        phones.setdefault(row.tournament_id, []).append(tuple(row))
    return {row.id: (tuple(row), phones.get(row.id)) for row in connection.execute(_LIVE, asked)}


_OF_GAMES = select(TOURNAMENT.c.id, TOURNAMENT.c.table_id, TOURNAMENT.c.last_hash).where(
    TOURNAMENT.c.id.in_(select(GAME.c.match_of).where(GAME.c.id.in_(bindparam("games", expanding=True))))
)


def tournaments_of_games(game_ids: Collection[str]) -> dict[str, Row[str, str, str | None]]:
    """The tournaments of which these games are matches, by id: their `table_id` and `last_hash`."""
    if not game_ids:
        return {}
    return {row.id: row for row in db.session.execute(_OF_GAMES, {"games": list(game_ids)})}


_KEEPS = select(PHONE.c.member_id, PHONE.c.game_id, PHONE.c.keeps).where(
    PHONE.c.game_id.in_(bindparam("games", expanding=True))
)


def keeps_score(game: ColumnElement[str], member: ColumnElement[int]) -> ColumnElement[bool | None]:
    """Whether the member keeps the score of the game, as a column; None if it is not its match."""
    phone = select(PHONE.c.keeps).where(PHONE.c.member_id == member, PHONE.c.game_id == game)
    return phone.scalar_subquery()


def phones_at_games(game_ids: Collection[str]) -> dict[tuple[int, str], bool]:
    """For each phone that is at one of these games for its match (member, game): whether it keeps the score."""
    if not game_ids:
        return {}
    rows = db.session.execute(_KEEPS, {"games": list(game_ids)})
    return {(row.member_id, row.game_id): row.keeps for row in rows}


def remove_tournaments(table_id: str) -> None:
    """Delete the table's tournaments with everything that refers to them, each in a transaction."""
    for row_id in [row.id for row in tournaments_of(table_id)]:
        with write_transaction() as session:
            _remove(session, [row_id])


def remove_tournament(session: Session, tournament_id: str) -> None:
    """Delete a tournament in the caller's transaction. The games of its matches stay, as any other games."""
    own = update(GAME).where(GAME.c.match_of == tournament_id)
    session.connection().execute(own.values(match_of=None, room=None))
    _remove(session, [tournament_id])
    session.expire_all()


def _remove(session: Session, own: Sequence[str]) -> None:
    connection = session.connection()
    LOG.remove(connection, own)
    connection.execute(delete(PHONE).where(PHONE.c.tournament_id.in_(own)))
    connection.execute(delete(TOURNAMENT).where(TOURNAMENT.c.id.in_(own)))


@dataclass(frozen=True, slots=True)
class RewrittenTournament:
    """What an erasure writes of a tournament: its name, rewritten events, and the event that says so."""

    tournament_id: str
    name: str
    events: Sequence[StoredEvent]
    erasure: StoredEvent


def rewrite_tournaments(session: Session, tournaments: Iterable[RewrittenTournament]) -> None:
    """Write these tournaments, in the caller's transaction. Raises `IntegrityError` if one got an event meanwhile."""
    connection = session.connection()
    for tournament in tournaments:
        LOG.add(session, [tournament.erasure])
        LOG.rewrite(session, tournament.events)
        last = tournament.erasure
        changed = {"last_seq": last.seq, "last_hash": last.hash, "last_activity": last.at, "name": tournament.name}
        connection.execute(update(TOURNAMENT).where(TOURNAMENT.c.id == tournament.tournament_id).values(changed))


def rename_in_phones(session: Session, table_id: str, instead: Mapping[str, str]) -> None:
    """Give the players of phones their new names, in the caller's transaction."""
    own = select(TOURNAMENT.c.id).where(TOURNAMENT.c.table_id == table_id)
    for old, new in instead.items():
        named = update(PHONE).where(PHONE.c.tournament_id.in_(own), PHONE.c.player.in_(forms(old)))
        session.connection().execute(named.values(player=new))
