"""A club's year, made up: 50 nights of twelve players, games of every kind, and what rooms add.

Always the same but for its dates, and names of the language.
"""

import random
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack
from dataclasses import replace
from datetime import datetime, timedelta
from uuid import UUID

from scorekeeper import hooks
from scorekeeper.core.rules.deal import Bid, HandRecord, Took
from scorekeeper.core.rules.scoreboard import Scoreboard, new_game
from scorekeeper.core.rules.seating import Seat, Seating, Shape
from scorekeeper.core.rulesets import rule_sets
from scorekeeper.core.sheet import Sheet, SideNames
from scorekeeper.core.words.language import translatable, translate as _
from scorekeeper.formats.chain import NOTHING_BEFORE, StoredEvent, chained
from scorekeeper.formats.chain.stored_event import START, UnsavedEvent
from scorekeeper.services import who_played
from scorekeeper.services.game_cache import summary_on
from scorekeeper.services.recording import new_event
from scorekeeper.services.starting import events_of_sheet, setup_of
from scorekeeper.storage.columns import unguessable_id
from scorekeeper.storage.database import write_transaction
from scorekeeper.storage.games import create_table
from scorekeeper.storage.new_game import add_imported_game

NAMES = translatable("Cal, Ben, Ann, Dee, Eve, Fay, Gus, Hal, Ivy, Jon, Kim, Lea")
SKILLS = (2.2, 1.6, 1.1, 0.7, 0.3, 0.0, -0.2, -0.5, -0.8, -1.0, -1.3, -1.7)
"""How well these players judge a hand."""
NIGHTS = 50
WEEK = timedelta(weeks=1)
EVENING = timedelta(hours=5)
HAND = timedelta(minutes=4)
LONGEST_HAND = timedelta(minutes=5, seconds=30)
BREAK = timedelta(minutes=6)
FULL_DECK = 13
MAX_HANDS = 24
OTHER_HANDS = 6
"""Hands of a game of another kind, which the table then stops."""
PAIRS = Shape(2, 2)


def make_club(now: datetime, zone: str, seed: int = 20261120, each: Callable[[], object] = lambda: None) -> str:
    """A new table with a year of games, the last of which has just ended; its id. Calls `each` after each night."""
    with write_transaction():  # one for all: each waits for the disk
        return _make_club(now, zone, random.Random(seed), each)


def players_of_club() -> dict[str, float]:
    """The players, with names of the language, and how well they judge a hand."""
    names = _(NAMES).split(", ")
    return dict(zip(names, SKILLS, strict=True))


def _make_club(now: datetime, zone: str, rng: random.Random, each: Callable[[], object]) -> str:
    table, tonight = create_table(_("The Club"), zone=zone).id, now - EVENING
    with ExitStack() as rooms:
        for room in hooks.parts():
            rooms.enter_context(room.demo(table, tonight - WEEK * NIGHTS, tonight, rng))
        _play_year(table, now, rng, each)
    return table


def _play_year(table: str, now: datetime, rng: random.Random, each: Callable[[], object]) -> None:
    tonight, skills = now - EVENING, players_of_club()
    others = [key for key in rule_sets() if key != "partnership"]
    for night in range(NIGHTS):
        began = tonight - WEEK * (NIGHTS - 1 - night) + timedelta(minutes=rng.randrange(20))
        players = rng.sample(list(skills), 4)
        stays = night % 5 == 4  # the same pairs all night
        games = []
        for number in range(rng.randint(2, 4)):
            if number and not stays:
                players = _next_players(rng, players, list(skills))
            games.append(play_partnership(rng, players))
        if not stays:
            games.append(_other_game(rng, others[night % len(others)], list(skills)))
        at = min(began, now - sum([_longest(sheet) for sheet, _end in games], timedelta()))
        for sheet, board in games:
            at = _store(table, rng, sheet, board, at)
        each()


def _longest(sheet: Sheet) -> timedelta:
    """How long a game takes at most, with the break after it."""
    return LONGEST_HAND * (len(sheet.hands) + 2) + BREAK


def _next_players(rng: random.Random, players: Sequence[str], everyone: Sequence[str]) -> list[str]:
    """Two go on, two others sit down, and they change partners."""
    stay = rng.sample(list(players), 2)
    new = rng.sample([name for name in everyone if name not in players], 2)
    return rng.sample([*stay, *new], 4)


def _sides(names: Sequence[str], shape: Shape) -> tuple[SideNames, ...]:
    pairs = [tuple(names[side :: shape.sides]) for side in range(shape.sides)]
    return tuple(SideNames(" & ".join(own), own) for own in pairs)


def play_partnership(rng: random.Random, names: Sequence[str]) -> tuple[Sheet, Scoreboard]:
    """A game to 500 of four of the club's players, until it is over."""
    skills = players_of_club()
    rules = rule_sets()["partnership"]
    house = rules.with_options({"blind_nil": 200}, PAIRS)
    dealer = Seat(rng.randrange(4))
    sheet, board = Sheet(house, _sides(names, PAIRS), dealer), new_game(house, dealer)
    records: list[HandRecord] = []
    while board.outcome is None and len(records) < MAX_HANDS:
        behind = [board.scores[1 - side].total - board.scores[side].total for side in range(2)]
        records.append(_hand(rng, [skills[name] for name in names], behind))
        board = board.after(records[-1])
    if board.outcome is None:
        board = board.closed("late")
        sheet = replace(sheet, closed="late")
    return replace(sheet, hands=tuple(records)), board


def _hand(rng: random.Random, skills: Sequence[float], behind: Sequence[int]) -> HandRecord:
    """A hand: each seat gets cards worth some tricks, judges them, bids, and takes about that."""
    weights = [2.2 + rng.random() * 3 for _skill in skills]
    worth = [FULL_DECK * weight / sum(weights) for weight in weights]
    calls, nils = [], []
    for seat, skill in enumerate(skills):
        judged = worth[seat] - CAUTION + rng.gauss(0, 0.7 - 0.15 * skill)
        partner_is_nil = (seat + 2) % 4 in nils
        if behind[seat % 2] >= 100 and rng.random() < 0.05 and not partner_is_nil:
            calls.append("blind-nil")
            nils.append(seat)
        elif judged < NIL_BELOW and not partner_is_nil:
            calls.append("nil")
            nils.append(seat)
        else:
            calls.append(str(max(1, min(7, round(judged)))))
    won = _tricks(rng, skills, worth, nils)
    took = []
    for side in range(2):
        seats = (won[side], won[side + 2])
        counted = seats if {side, side + 2} & set(nils) else ()
        took.append(Took(sum(seats), counted))
    return HandRecord(tuple(Bid((call,)) for call in calls), tuple(took))


CAUTION = 0.4
"""How many tricks fewer than they expect players bid."""
NIL_BELOW = 1.4
LUCK = 0.55
"""How far the tricks of a seat are from what its cards are worth."""


def _tricks(rng: random.Random, skills: Sequence[float], worth: Sequence[float], nils: Sequence[int]) -> list[int]:
    """The tricks of each seat: about what its cards are worth. Two nils of three are made, more by good players."""
    due = [max(0.0, value + 0.07 * skill + rng.gauss(0, LUCK)) for value, skill in zip(worth, skills, strict=True)]
    made = [seat for seat in nils if rng.random() < 0.66 + 0.04 * skills[seat]]
    for seat in nils:
        due[seat] = 0.0 if seat in made else max(1.0, due[seat])
    scale = FULL_DECK / sum(due)
    due = [value * scale for value in due]
    won = [int(value) for value in due]
    for seat in nils:
        won[seat] = 0 if seat in made else max(1, won[seat])
    while sum(won) > FULL_DECK:
        won[max(range(4), key=lambda seat: won[seat] - due[seat])] -= 1
    while sum(won) < FULL_DECK:
        won[max((seat for seat in range(4) if seat not in made), key=lambda seat: due[seat] - won[seat])] += 1
    return won


def _other_game(rng: random.Random, key: str, names: Sequence[str]) -> tuple[Sheet, Scoreboard]:
    """Some hands of another game, until it is over or the table stops it."""
    rules = rule_sets()[key]
    shape = rules.shapes[0]
    house = rules.with_options({}, shape)
    players = rng.sample(list(names), shape.sides * shape.players_per_side)
    dealer = Seat(0)
    sheet, board = Sheet(house, _sides(players, shape), dealer), new_game(house, dealer)
    records: list[HandRecord] = []
    while board.outcome is None and len(records) < OTHER_HANDS:
        records.append(_any_hand(rng, board))
        board = board.after(records[-1])
    if board.outcome is None:
        board, sheet = board.closed("late"), replace(sheet, closed="late")
    return replace(sheet, hands=tuple(records)), board


def _any_hand(rng: random.Random, board: Scoreboard) -> HandRecord:
    """Random tricks, and for each bidder the number nearest to them that the hand has."""
    seating, deal = board.rules.seating, board.next_deal
    won = _random_tricks(rng, seating)
    took = tuple(Took(sum(won[seat] for seat in seating.seats_of[side])) for side in seating.sides)
    if not deal.is_bid:
        return HandRecord((), took)
    numbers = [call for call in deal.calls if call.is_number and not call.blind]
    bids = [min(numbers, key=lambda call: abs(call.tricks - won[seat])).code for seat in seating.bidders]
    return HandRecord(tuple(Bid((code,)) for code in bids), took)


def _random_tricks(rng: random.Random, seating: Seating) -> list[int]:
    won = [0] * len(seating.side_of)
    for _trick in range(seating.tricks):
        won[rng.randrange(len(won))] += 1
    return won


def _store(table_id: str, rng: random.Random, sheet: Sheet, board: Scoreboard, began: datetime) -> datetime:
    """Store the game as if it had been played then; returns when the next one begins."""
    events = list(_events(rng, sheet, began))
    game = add_imported_game(table_id, setup_of(sheet), events, summary_on(board))
    who_played.game_imported(game, sheet, board)
    return events[-1].at + BREAK


def _events(rng: random.Random, sheet: Sheet, began: datetime) -> Iterator[StoredEvent]:
    """The events of the sheet as a chain, some minutes apart."""
    game_id, previous, at = unguessable_id(), NOTHING_BEFORE, began
    first = UnsavedEvent(kind=START, payload=setup_of(sheet).payload(), id=_id(rng), at=began)
    phone = _("{name}’s phone", name=sheet.player_at(sheet.dealer))
    first = replace(first, who=phone)
    later = [replace(new_event(event, sheet, id=_id(rng)), who=phone) for event in events_of_sheet(sheet)[1:]]
    for seq, event in enumerate([first, *later], start=1):
        stored = chained(game_id, replace(event, at=at), seq=seq, previous=previous)
        previous, at = stored.hash, at + HAND + timedelta(seconds=rng.randrange(90))
        yield stored


def _id(rng: random.Random) -> str:
    return str(UUID(int=rng.getrandbits(128), version=4))
