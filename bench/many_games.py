"""Fills a table with very many random games, complete with hash chains, in bulk inserts."""

import json
import random
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass, replace
from datetime import UTC, datetime, timedelta
from hashlib import sha256
from itertools import islice
from types import SimpleNamespace
from typing import Any
from uuid import UUID

from sqlalchemy import insert

from scorekeeper.core.game import CLOSE, HAND, START
from scorekeeper.core.rules.deal import Bid, HandRecord, Took
from scorekeeper.core.rules.scoreboard import Scoreboard, new_game
from scorekeeper.core.sheet import Sheet, hand_json, read_setup, sheet_json
from scorekeeper.core.sheet.writing import outcome_text
from scorekeeper.formats.chain import canonical_json, canonical_time, verify
from scorekeeper.rooms.club.services.statistics import stats_by_name
from scorekeeper.rooms.club.storage.results import OF_STREAKS, Streak, rebuild_table_sums
from scorekeeper.services.game_cache import summary_of
from scorekeeper.storage.columns import LENGTH, LETTERS
from scorekeeper.storage.database import Base, db, write_transaction
from scorekeeper.storage.events import events_of
from scorekeeper.storage.models import Player
from scorekeeper.storage.players import seat_players
from scorekeeper.storage.who_played import count_games_again

HANDS = 10
KINDS = 120  # different games, each with its own players, dates and chains
PLAYERS = ("Ann", "Ben", "Cal", "Dee", "Eve", "Fay", "Gus", "Hal", "Ida", "Jon", "Kim", "Lea")
RULES = ("partnership", "partnership", "partnership", "two-player", "cutthroat", "miser")
BEGAN = datetime(2016, 1, 1, 18, tzinfo=UTC)
MINUTES = 47
"""From the beginning of one game to the next."""
BATCH_SIZE = 2000

Row = dict[str, Any]


@dataclass(frozen=True)
class Kind:
    """A game without its players: the bids, tricks and results, by seat."""

    sheet: Sheet
    board: Scoreboard
    payloads: tuple[str, ...]
    score: Row
    stats: tuple[Row, ...]
    unit: str


def fill(table_id: str, games: int, seed: int = 20261120, *, names: Sequence[str] = PLAYERS, lately: int = 0) -> None:
    """Add this many finished games to the table, numbered from 1, with the same statistics as after play.

    The first two players sit in each of the last ones, if `lately` says of how many.
    """
    rng = random.Random(seed)
    kinds = [_kind(rng) for _ in range(KINDS)]
    with write_transaction() as session:
        players = {name: player.id for name, player in seat_players(session, table_id, names).items()}
    streaks: defaultdict[int, Streak] = defaultdict(Streak)
    made = (
        _game(rng, table_id, number, rng.choice(kinds), players, streaks, 2 if number > games - lately else 0)
        for number in range(1, games + 1)
    )
    while some := list(islice(made, BATCH_SIZE)):
        with write_transaction() as session:
            for position, name in enumerate(("game", "entry", "played_game", "result")):
                rows = [row for rows in some for row in rows[position]]
                session.connection().execute(insert(Base.metadata.tables[name]), rows)
    with write_transaction() as session:
        count_games_again(session, Player.table_id == table_id)
        rebuild_table_sums(session, table_id)
    assert verify(events_of(str(some_game(table_id)))) is None


def some_game(table_id: str) -> object:
    """The id of the table's newest game."""
    game = Base.metadata.tables["game"]
    newest = game.select().with_only_columns(game.c.id).where(game.c.table_id == table_id)
    return db.session.scalar(newest.order_by(game.c.number.desc()).limit(1))


def _kind(rng: random.Random) -> Kind:
    rules = rng.choice(RULES)
    pairs, sides = rules == "partnership", 4 if rules in ("cutthroat", "miser") else 2
    named = [["a", "c"], ["b", "d"]] if pairs else [[name] for name in "abcd"[:sides]]
    rows = [{"name": " & ".join(own), "players": own} for own in named]
    head = read_setup({"rules": rules, "options": {"target": 10_000}, "sides": rows})
    board = new_game(head.rules, head.dealer)
    for number in range(1, HANDS + 1):
        board = board.after(_hand(rng, head, number))
    board = board.closed("late")
    sheet = replace(head, hands=tuple(hand.record for hand in board.hands), closed="late")
    state = _FinishedGame(sheet, board)
    payloads = [
        canonical_json({"hand": number, **hand_json(hand, head.rules.seating)})
        for number, hand in enumerate(sheet.hands, start=1)
    ]
    stats = stats_by_name(state)  # type: ignore[arg-type]
    own = tuple(stats[name] for name in "abcd"[: len(stats)])
    return Kind(sheet, board, tuple(payloads), asdict(summary_of(state)), own, board.rules.scoring.unit)  # type: ignore[arg-type]


@dataclass(frozen=True)
class _FinishedGame:
    """The part of a game's state that its summary and figures need."""

    sheet: Sheet
    board: Any

    @property
    def setup(self) -> Sheet:
        return self.sheet


def _hand(rng: random.Random, head: Sheet, number: int) -> HandRecord:
    """Random tricks; bids equal the tricks taken, or nearly."""
    seating, deal = head.rules.seating, head.rules.hand_rules_of(number)
    won = [0] * len(seating.side_of)
    for _ in range(seating.tricks):
        won[rng.randrange(len(won))] += 1
    numbers = [call for call in deal.calls if call.is_number and not call.blind]
    bids = []
    for seat in seating.bidders:
        target = won[seat] + rng.choice([-1, -1, 0, 0, 1])
        bids.append(Bid((min(numbers, key=lambda call: abs(call.tricks - target)).code,)))
    took = tuple(Took(sum(won[seat] for seat in seating.seats_of[side])) for side in seating.sides)
    return HandRecord(tuple(bids), took)


def _game(
    rng: random.Random,
    table_id: str,
    number: int,
    kind: Kind,
    players: dict[str, int],
    streaks: dict[int, Streak],
    seated: int,
) -> tuple[list[Row], list[Row], list[Row], list[Row]]:
    """A game's row, its events and its results; the first of the players sit in it, as many as `seated`."""
    always, others = tuple(players)[:seated], tuple(players)[seated:]
    names = [*always, *rng.sample(others, len(kind.stats) - seated)]
    seats = dict(zip("abcd", names, strict=False))
    sides = [[seats[player] for player in side.players] for side in kind.sheet.sides]
    began = BEGAN + timedelta(minutes=MINUTES * number)
    game_id = "".join(rng.choices(LETTERS, k=LENGTH))
    head = {key: value for key, value in sheet_json(kind.sheet).items() if key in ("rules", "options", "dealer")}
    head |= {"revision": kind.sheet.rules.ruleset.revision, "options_given": {"target": 10_000}}
    rows = [{"name": " & ".join(own), "players": own} for own in sides]
    start = canonical_json(head | {"sides": rows})
    entries = list(_entries(rng, game_id, (start, *kind.payloads), began))
    at_table = [
        {"name": " & ".join(own), "players": [{"id": players[name], "name": name} for name in own]} for own in sides
    ]
    summary = kind.score["summary"] | {"text": outcome_text(kind.board, [" & ".join(own) for own in sides])}
    row = {
        **{key: head[key] for key in ("rules", "revision", "options")},
        "id": game_id,
        "table_id": table_id,
        "number": number,
        "sides": at_table,
        "created": began,
        "rematch_of": None,
        "last_seq": len(entries),
        "last_activity": entries[-1]["at"],
        "summary_seq": len(entries),
        **kind.score,
        "summary": summary,
        "not_counted": None,
        "differences": None,
    }
    whole = {"game_id": game_id, "table_id": table_id, "number": number, "played": began, "ended": entries[-1]["at"]}
    whole |= {"rules": head["rules"], "unit": kind.unit}
    results = []
    for name, stats in zip(names, kind.stats, strict=True):
        player = players[name]
        streaks[player] = streaks[player].after(SimpleNamespace(**{name: stats[name] for name in OF_STREAKS}))
        results.append({**whole, **stats, "sat_as": player, "player_id": player, **streaks[player]._asdict()})
    played: list[Row] = [
        {"game_id": game_id, "sat_as": id_, "player_id": id_, "number": number, "began": began, "rules": head["rules"]}
        for id_ in (players[name] for name in names)
    ]
    return [row], entries, played, results


def _entries(rng: random.Random, game_id: str, payloads: tuple[str, ...], began: datetime) -> Iterator[Row]:
    """The chain: the start, the hands, the end."""
    previous = ""
    written = [(START, payloads[0], None), *((HAND, payload, None) for payload in payloads[1:]), (CLOSE, "{}", "late")]
    for seq, (kind, payload, reason) in enumerate(written, start=1):
        at, entry_id = began + timedelta(minutes=4 * seq), str(UUID(int=rng.getrandbits(128), version=4))
        sealed_text = (
            f'{{"at":"{canonical_time(at)}","game":"{game_id}","id":"{entry_id}","kind":"{kind}","payload":{payload},'
            f'"previous":"{previous}","reason":{json.dumps(reason)},"seq":{seq},"who":"Ann"}}'
        )
        own = sha256(sealed_text.encode("ascii")).hexdigest()
        yield {
            "game_id": game_id,
            "seq": seq,
            "id": entry_id,
            "kind": kind,
            "payload": json.loads(payload),
            "who": "Ann",
            "at": at,
            "reason": reason,
            "previous": previous,
            "hash": own,
        }
        previous = own
