"""Events of tournaments from JSON and back: each kind, what it refuses, and where."""

from __future__ import annotations

from typing import Any

import pytest

from scorekeeper.core.inputs import InvalidInput
from scorekeeper.core.words.faults import fault_text
from scorekeeper.rooms.tournaments.domain.log import events as ev, results as rs
from scorekeeper.rooms.tournaments.domain.log.event_json import (
    RECORDED,
    payload_of,
    read_event,
    read_start,
    read_stored,
    setup_json,
)
from scorekeeper.rooms.tournaments.domain.log.events import PlayerErased, RoundPaired
from scorekeeper.rooms.tournaments.domain.log.pairings import Pairing, Why
from scorekeeper.rooms.tournaments.domain.setting_up.bounds import MAX_WAVES
from scorekeeper.rooms.tournaments.domain.setting_up.setup import TournamentSettings
from tests.each_case import each_case
from tests.rooms.tournaments.fields import stage

SWISS = stage("swiss", rounds=5, preset="contest", minutes=40)

BODIES: dict[str, dict[str, Any]] = {
    ev.SETTINGS: {"name": "Harbour Open", "stages": [stage("swiss", rounds=4)]},
    ev.TEAM: {"team": 3, "name": "Salt", "players": ["Ann", "Cal"], "reserve": "Eve", "joins": [1], "table": 7},
    ev.TEAM_STATUS: {"teams": [1, 2], "status": "paid", "player": "Ann"},
    ev.ROUND: {
        "stage": 1,
        "round": 2,
        "pairings": [
            {"match": 4, "sides": [[1], [2]], "table": 1, "why": [{"code": "not-met"}]},
            {"match": 5, "sides": [[3]], "why": [{"code": "met-before", "params": {"rounds": [1, 2]}}], "wave": 2},
        ],
        "published": False,
        "lot_seed": 77,
        "draw": [[1, 2, 3, None]],
        "plan": [[[[1], [3]], [[2]]]],
    },
    ev.WITHDRAW: {"stage": 1, "round": 2},
    ev.SWAP: {"what": "teams", "first": 1, "second": 2, "stage": 1, "round": 2},
    ev.GAME: {"match": 4, "game": "u9n98rtVTilA2q4SKLRV5o"},
    rs.RESULTS: {"results": [{"match": 4, "scores": [350, 350], "winner": 1, "signed": True}]},
    rs.RESULT: {
        "match": 4,
        "by": "paper",
        "scores": [350, 350],
        "winner": 1,
        "sets": [0, 2],
        "bags": [3, 4],
        "hands": 7,
        "source": "desk",
        "instead": 9,
        "record": 12,
        "closes": True,
    },
    rs.REPORT: {"match": 4, "by": "forfeit", "forfeit": [1], "source": "stack", "counted": True},
    rs.CORRECTED: {"match": 4, "scores": [231, -49], "signed": True, "hands": 7, "record": 12},
    rs.TAKE_OUT: {"match": 4, "record": 12},
    rs.CONFIRM: {"match": 4, "verdict": "disputed", "by": "time", "record": 12},
    ev.CLOCK: {"stage": 1, "round": 2, "act": "add", "minutes": -5, "wave": 2},
    ev.ADJUST: {"stage": 1, "team": 2, "wins": 1, "points": -30, "reason": "a free win"},
    ev.MESSAGE: {"text": "The director is coming", "match": 4},
    ev.DIRECTOR_CALL: {"match": 4, "answered": "coming", "reason": "ruling"},
    ev.APART: {"first": 1, "second": 2, "how": "both"},
    ev.LOTS: {"stage": 1, "order": [2, 1], "by": "deciding-hand", "lot_seed": 3},
    ev.MOVE: {"match": 4, "date": "2026-09-12", "time": "19:30", "place": "The Anchor", "postponed": True},
    ev.LINE_UP: {"match": 4, "team": 2, "players": ["Ann", "Cal"]},
    ev.END: {},
    ev.TAKE_BACK: {"entry": 5},
}


def test_every_kind_that_can_be_recorded_is_here() -> None:
    assert set(BODIES) == set(RECORDED)


@each_case(("kind", "body"), BODIES.items())
def test_an_event_is_stored_as_it_was_read(kind: str, body: dict[str, Any]) -> None:
    event = read_event(kind, body, 9)
    assert event.kind == kind
    payload = payload_of(event)
    if kind == ev.SETTINGS:
        assert payload == body
    elif kind != rs.RESULT:  # `by` is the default of a body with scores
        assert payload == {key: value for key, value in body.items() if key != "reason"}
    assert read_stored(kind, payload, 9, event.at, event.reason, event.who) == event


def test_a_start_has_the_options_of_its_preset_that_differ_from_the_rules() -> None:
    start = read_start({"name": "Harbour Open", "stages": [SWISS]}, at=5, who="Dora")
    assert start.stages[0].options["target"] == 350
    assert "blind_nil" not in start.stages[0].options
    assert read_stored(ev.START, payload_of(start), 1, 5, None, "Dora") == start


def test_a_payload_has_no_default() -> None:
    start = read_start({"name": "Harbour Open", "stages": [stage("swiss")]})
    assert payload_of(start) == {
        "name": "Harbour Open",
        "stages": [{"format": "swiss", "rules": "partnership"}],
    }


def test_a_swap_of_two_tables_is_of_no_round() -> None:
    body = {"what": "tables", "first": 1, "second": 2}
    assert payload_of(read_event(ev.SWAP, body, 9)) == body


def test_a_setup_is_shown_with_its_defaults() -> None:
    start = read_start({"name": "Harbour Open", "stages": [stage("swiss")]})
    shown = setup_json(start.name, start.stages, start.settings)
    assert shown["settings"]["tie_breaks"][0] == "head-to-head"
    assert shown["stages"][0]["at_time"] == "finish"


def test_a_later_stage_is_seeded_by_the_one_before() -> None:
    start = read_start(
        {"name": "X", "stages": [stage("swiss"), stage("single-elimination"), stage("swiss", seeds="lot")]}
    )
    assert [one.seeds for one in start.stages] == ["lot", "stage", "lot"]


def test_an_erasure_is_read_from_storage_only() -> None:
    erased = read_stored(ev.ERASE, {"entries": {"2": "ab", "9": "late", "x": "no"}}, 5, 0, None, None)
    assert erased == PlayerErased(seq=5, hashes=((2, "ab"),))
    assert payload_of(erased) == {"entries": {"2": "ab"}}
    with pytest.raises(InvalidInput):
        read_event(ev.ERASE, {"entries": {}}, 5)


def of_round(pairing: dict[str, Any]) -> dict[str, Any]:
    """A round with this match."""
    return {"stage": 1, "round": 1, "pairings": [pairing]}


REFUSED: list[tuple[str, dict[str, Any], str, str]] = [
    ("nonsense", {}, "not-one-of", "entry"),
    (ev.TEAM, {"team": 1}, "missing-part", "team"),
    (ev.TEAM, {"team": 1, "players": []}, "number-of-players", "team"),
    (ev.TEAM, {"team": 1, "players": ["Ann", "Ann"]}, "same-name", "team"),
    (ev.TEAM, {"team": 1, "players": list("abcdefghijklm")}, "too-many-parts", "team"),
    (ev.LINE_UP, {"match": 1, "team": 1, "players": ["Ann", "Ann"]}, "same-name", "line-up"),
    (ev.TEAM, {"team": 1, "players": ["Ann", " "]}, "blank-text", "team"),
    (ev.TEAM, {"team": 1, "players": [], "house": True}, "missing-part", "team"),
    (ev.TEAM, {"team": True, "players": ["Ann"]}, "not-whole", "team"),
    (ev.TEAM_STATUS, {"teams": [1], "status": "asleep"}, "not-one-of", "team-status"),
    (ev.ROUND, of_round({"match": 1, "sides": []}), "wrong-kind", "round, pairing 1"),
    (ev.ROUND, of_round({"match": 1, "sides": [[1], 2]}), "wrong-kind", "round, pairing 1"),
    (ev.ROUND, {"stage": 4, "round": 1, "pairings": []}, "out-of-range", "round"),
    (ev.ROUND, of_round({"match": 1, "sides": [[1]], "seat": 1}), "unknown-part", "round, pairing 1"),
    (ev.SWAP, {"what": "chairs", "first": 1, "second": 2}, "not-one-of", "swap"),
    (ev.SWAP, {"what": "teams", "first": 1, "second": 2}, "not-whole", "swap"),
    (rs.RESULT, {"match": 1}, "missing-part", "result"),
    (rs.RESULTS, {"results": []}, "missing-part", "results"),
    (rs.RESULT, {"match": 1, "by": "forfeit"}, "missing-part", "result"),
    (rs.RESULT, {"match": 1, "scores": [1.5, 2]}, "not-whole", "result"),
    (rs.RESULT, {"match": 1, "scores": [350, 10**9]}, "out-of-range", "result"),
    (rs.CONFIRM, {"match": 1, "verdict": "maybe"}, "not-one-of", "confirm"),
    (ev.CLOCK, {"stage": 1, "round": 1, "act": "stop"}, "not-one-of", "clock"),
    (ev.CLOCK, {"stage": 1, "round": 1, "act": "last-hand", "match": 1, "hand": 0}, "out-of-range", "clock"),
    (ev.CLOCK, {"stage": 1, "round": 1, "act": "last-hand", "match": 1, "hand": 5000}, "out-of-range", "clock"),
    (ev.LOTS, {"order": list(range(1, 301))}, "too-many-parts", "lots"),
    (ev.ADJUST, {"team": 1, "points": 10}, "adjustment-for-what", "adjust"),
    (ev.ADJUST, {"team": 1, "reason": "why not"}, "adjusts-nothing", "adjust"),
    (ev.DIRECTOR_CALL, {"match": 1, "reason": "hunger"}, "not-one-of", "director-call"),
    (ev.DIRECTOR_CALL, {"match": 1, "answered": "later"}, "not-one-of", "director-call"),
    (ev.APART, {"first": 1, "second": 2, "how": "far"}, "not-one-of", "apart"),
    (ev.TAKE_BACK, {"entry": 1}, "entry-starts-tournament", "take-back"),
    (ev.END, {"prize": "ham"}, "unknown-part", "end"),
]

BAD_STAGES: list[tuple[dict[str, object], str, str]] = [
    (stage("chess"), "not-one-of", "stage 1"),
    (stage("swiss", rules="bridge"), "unknown-rules", "stage 1"),
    (stage("swiss", rules="cutthroat"), "not-seated", "stage 1"),
    (stage("swiss", options={"bags": -4}), "value-refused", "stage 1"),
    (stage("swiss", preset="nonsense"), "unknown-preset", "stage 1"),
    (stage("swiss", settings={"pools": 2}), "unknown-part", "stage 1, settings"),
    (stage("round-robin", settings={"legs": 3}), "out-of-range", "stage 1, settings"),
    (stage("swiss", rules="evil", hands=8), "unknown-option", "stage 1"),
    (stage("swiss", rules="evil", overrides=[{"round": 2, "hands": 8}]), "unknown-option", "stage 1, override 1"),
    (stage("swiss", overrides=[{"bracket": "middle"}]), "not-one-of", "stage 1, override 1"),
    (stage("swiss", overrides=[{"round": 2, "options": {"bags": -4}}]), "value-refused", "stage 1, override 1"),
]

BAD_SETUPS: list[tuple[dict[str, object], str]] = [
    ({"name": "X", "stages": []}, "number-of-stages"),
    ({"name": "X", "stages": [stage("swiss")] * 4}, "too-many-parts"),
    ({"name": "X", "stages": [stage("swiss"), stage("rotation")]}, "stages-apart"),
    ({"name": "X", "stages": [stage("swiss")], "settings": {"tie_breaks": ["height"]}}, "not-one-of"),
    ({"name": "X", "stages": [stage("swiss")], "settings": {"tables": 0}}, "out-of-range"),
]


@each_case(("kind", "body", "code", "where"), REFUSED)
def test_a_malformed_event_is_refused_with_its_place(kind: str, body: dict[str, Any], code: str, where: str) -> None:
    with pytest.raises(InvalidInput) as caught:
        read_event(kind, body, 9)
    assert caught.value.fault.code == code
    assert caught.value.fault.path.words == where
    assert fault_text(caught.value.fault)


PAIRING = {"match": 4, "sides": [[1], [2]], "table": 1, "why": [], "slot": "W1-1", "pool": 2, "wave": 2}
RANGES = {
    "table": (1, 999),
    "record": (0, 10**6),
    "instead": (0, 10**6),
    "hands": (1, 1000),
    "minutes": (-90 * 24 * 60, 90 * 24 * 60),
    "wave": (1, MAX_WAVES),
    "wins": (-60, 60),
    "points": (-100_000, 100_000),
    "lot_seed": (0, 2**53 - 1),
    "pool": (0, 256),
}
"""What whole numbers may be, beside numbers of teams, matches and so on, which begin with 1."""


@each_case(
    ("kind", "body", "part"),
    [
        *((kind, body | {part: 0.5}, part) for kind, body in BODIES.items() for part in body),
        *((ev.ROUND, of_round(PAIRING | {part: 0.5}), part) for part in PAIRING),
    ],
)
def test_a_part_of_the_wrong_kind_is_named_with_what_it_may_be(kind: str, body: dict[str, Any], part: str) -> None:
    with pytest.raises(InvalidInput) as caught:
        read_event(kind, body, 9)
    fault = caught.value.fault
    assert fault.params["what"] == part
    assert fault.path.words.startswith("entry" if part == "reason" else kind)
    if "low" in fault.params:
        low, high = RANGES.get(part, (1, fault.params["high"]))
        assert (fault.params["low"], fault.params["high"]) == (low, high)


SETUP = setup_json("X", read_start({"name": "X", "stages": [SWISS]}).stages, TournamentSettings())


@each_case("part", list(SETUP["settings"]))
def test_a_setting_of_the_wrong_kind_is_named(part: str) -> None:
    with pytest.raises(InvalidInput) as caught:
        read_start({"name": "X", "stages": [SWISS], "settings": {part: 0.5}})
    assert (caught.value.fault.params["what"], caught.value.fault.path.words) == (part, "settings")


@each_case("part", [part for part in (*SETUP["stages"][0], "preset") if part != "settings"])
def test_a_part_of_a_stage_of_the_wrong_kind_is_named(part: str) -> None:
    with pytest.raises(InvalidInput) as caught:
        read_start({"name": "X", "stages": [SWISS | {part: 0.5}]})
    assert (caught.value.fault.params["what"], caught.value.fault.path.words) == (part, "stage 1")


@each_case(("bad", "code", "where"), BAD_STAGES)
def test_a_bad_stage_is_refused_with_its_place(bad: dict[str, object], code: str, where: str) -> None:
    with pytest.raises(InvalidInput) as caught:
        read_start({"name": "X", "stages": [bad]})
    assert (caught.value.fault.code, caught.value.fault.path.words) == (code, where)
    assert fault_text(caught.value.fault)


@each_case(("bad", "code"), BAD_SETUPS)
def test_a_bad_setup_is_refused(bad: dict[str, object], code: str) -> None:
    with pytest.raises(InvalidInput) as caught:
        read_start(bad)
    assert caught.value.fault.code == code


def test_reasons_keep_their_params() -> None:
    pairing = Pairing(1, ((1,), (2,)), 1, (Why("near-records", {"first": {"wins": 2, "losses": 1}}),))
    event = RoundPaired(seq=4, stage=1, number=1, pairings=(pairing,))
    assert read_stored(ev.ROUND, payload_of(event), 4, 0, None, None) == event
