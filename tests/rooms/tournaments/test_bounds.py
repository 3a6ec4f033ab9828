"""Whatever a tournament writes is read back as it was: each bound stands once, and ordinary settings stay within it."""

from __future__ import annotations

from itertools import product
from typing import Any, cast

import pytest

from scorekeeper.core.game import NotNow
from scorekeeper.core.inputs import FieldPath
from scorekeeper.formats.chain.stored_event import StoredPayload, canonical_json
from scorekeeper.rooms.tournaments.domain.log import event_json
from scorekeeper.rooms.tournaments.domain.log.event_json import payload_of, read_stored
from scorekeeper.rooms.tournaments.domain.log.events import ROUND, Event
from scorekeeper.rooms.tournaments.domain.log.replay import apply
from scorekeeper.rooms.tournaments.domain.log.state import TournamentState
from scorekeeper.rooms.tournaments.domain.pairing import grows, propose, published
from scorekeeper.rooms.tournaments.services.cache import TOURNAMENT_CACHE
from tests.rooms.tournaments.fields import by_number, enter, play, stage, tournament
from tests.rooms.tournaments.hall import Hall
from tests.sampled import sampled

PLAYERS = [
    "Abe",
    "Ann",
    "Bea",
    "Ben",
    "Cal",
    "Cleo",
    "Dan",
    "Dot",
    "Eve",
    "Ed",
    "Fay",
    "Flo",
    "Gus",
    "Gil",
    "Hal",
    "Ida",
    "Jack",
    "June",
    "Kurt",
    "Kim",
    "Leo",
    "Lou",
    "Max",
    "Mia",
    "Ned",
    "Nora",
    "Otto",
    "Olga",
    "Paul",
    "Pia",
    "Quinn",
    "Queenie",
    "Rex",
    "Ruth",
    "Sam",
    "Sue",
    "Tom",
    "Tess",
    "Ugo",
    "Una",
]
TWENTY = [" & ".join(pair) for pair in zip(PLAYERS[::2], PLAYERS[1::2], strict=True)]
FORMATS = ("swiss", "round-robin", "open", "rotation", "single-elimination", "double-elimination")


def read_back(event: Event) -> Event:
    """The event as a later start reads it from its bytes."""
    payload = StoredPayload(canonical_json(payload_of(event)))
    return read_stored(event.kind, payload, event.seq, event.at, event.reason, event.who)


def paired(state: TournamentState, rounds: int = 3) -> list[Event]:
    """The events of some rounds, each played."""
    found: list[Event] = []
    for number in range(rounds):
        try:
            event = propose(state, seq=state.seq + 1, lot_seed=7, published=number % 2 == 0 or grows(state))
        except NotNow:
            break
        found.append(event)
        state = apply(state, event)
        if not event.published:
            found.append(published(state, seq=state.seq + 1))
            state = apply(state, found[-1])
        state = play(state, by_number)
    return found


@pytest.mark.parametrize(
    ("form", "teams", "tables"), sampled(product(FORMATS, (2, 3, 20, 33, 64, 129, 256), (None, 1, 7, 999)), 8)
)
def test_every_round_is_read_back_with_any_number_of_teams_and_tables(
    form: str, teams: int, tables: int | None
) -> None:
    state = enter(tournament([stage(form)], tables=tables), teams, solo=form == "rotation")
    for event in paired(state):
        assert read_back(event) == event


def test_a_later_stage_that_is_drawn_by_lot_is_read_back_as_such() -> None:
    state = tournament([stage("swiss"), stage("single-elimination", seeds="lot")])
    assert [one.seeds for one in state.stages] == ["lot", "lot"]
    assert read_back(state.events[0]) == state.events[0]


def test_more_than_nine_waves_are_paired_and_read_after_a_restart(hall: Hall) -> None:
    hall.set_up((), format="swiss", playoff="0", tables="1")
    hall.paste(TWENTY)
    hall.director.tap("Add all the same")  # some look alike
    hall.director.tap("All are here")
    hall.pair()
    TOURNAMENT_CACHE.clear()
    assert {match.pairing.wave for match in hall.state.matches.values()} == set(range(1, 11))
    for page in ("desk", "rounds", "wall", "my-match", "standings"):
        hall.director.open(hall.at(page))
    hall.director.open("/")


def test_what_the_reader_refuses_is_not_stored(hall: Hall, monkeypatch: pytest.MonkeyPatch) -> None:
    hall.set_up(TWENTY[:6], format="swiss", playoff="0", tables="1")

    def refused(where: FieldPath, event: Any) -> Event:
        where.whole(event.pairings[-1].wave, "wave", 1, 2)
        return cast(Event, event)

    monkeypatch.setitem(event_json.CHECKED, ROUND, refused)
    seq = hall.state.seq
    hall.director.open(hall.at("desk"))
    page = hall.director.tap("Pair round 1")
    assert "it must be 1 to 2" in page.text
    TOURNAMENT_CACHE.clear()
    assert hall.state.seq == seq
