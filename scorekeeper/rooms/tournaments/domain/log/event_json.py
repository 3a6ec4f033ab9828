"""Events from JSON and back, by kind: request bodies of the API and forms, and stored payloads.

What a field takes is declared with it (`events`, `setup`); here is what one field alone can't say.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import fields, replace
from typing import Any, TypeVar

from scorekeeper.core.game import NotNow
from scorekeeper.core.game.event_json import erased_hashes
from scorekeeper.core.inputs import FieldPath, InvalidInput, Json
from scorekeeper.core.inputs.faults import (
    MISSING_PART,
    NO_SUCH_ENTRY,
    NOT_ONE_OF,
    NOT_SEATED,
    NUMBER_OF_PLAYERS,
    SAME_NAME,
    Named,
    NotSeated,
)
from scorekeeper.core.inputs.fields import quote
from scorekeeper.core.rules.presets import find_preset
from scorekeeper.core.rules.ruleset import HouseRules, RuleSet
from scorekeeper.core.rules.seating import Shape
from scorekeeper.core.rulesets import rule_set
from scorekeeper.core.sheet.reading import read_options
from scorekeeper.declared import Most, ObjectParts, all_written, read, read_fields, written
from scorekeeper.rooms.tournaments import faults
from scorekeeper.rooms.tournaments.domain.format import Format
from scorekeeper.rooms.tournaments.domain.formats import find_format
from scorekeeper.rooms.tournaments.domain.log import events as ev, results as rs
from scorekeeper.rooms.tournaments.domain.log.events import Event, team_name
from scorekeeper.rooms.tournaments.domain.setting_up import setup
from scorekeeper.rooms.tournaments.domain.setting_up.bounds import MAX_KEY, MAX_STAGES
from scorekeeper.rooms.tournaments.domain.setting_up.setup import Division, Fixture, Stage, TournamentSettings, Value


def read_event(kind: object, body: ObjectParts, seq: int) -> Event:
    """An event of this kind from its fields, as number `seq`. Raises `InvalidInput`."""
    where = FieldPath.to("entry")
    if not isinstance(kind, str) or kind not in RECORDED:
        raise _no_kind(kind)
    given = body.get("reason")
    reason = None if given is None else where.text(given, "reason", empty=True).strip() or None
    if kind == ev.ADJUST and reason is None:
        raise InvalidInput(faults.ADJUSTMENT_FOR_WHAT.at(FieldPath.to(ev.ADJUST), {}))
    parts = {name: value for name, value in body.items() if name != "reason"}
    return _read(kind, parts, {"seq": seq, "reason": reason})


def read_start(body: ObjectParts, *, at: int = 0, who: str | None = None) -> ev.TournamentStarted:
    """A tournament's first event from its fields. Raises `InvalidInput`."""
    where = FieldPath.to("tournament")
    name, stages, settings = _set_up(where, body)
    return ev.TournamentStarted(seq=1, at=at, who=who, name=name, stages=stages, settings=settings)


def read_stored(kind: str, payload: ObjectParts, seq: int, at: int, reason: str | None, who: str | None) -> Event:
    """An event from its stored payload. Raises `InvalidInput`."""
    if kind == ev.START:
        return read_start(payload, at=at, who=who)
    base: Json = {"seq": seq, "at": at, "reason": reason, "who": who}
    if kind == ev.ERASE:
        return ev.PlayerErased(**base, hashes=erased_hashes(payload, seq))
    if kind not in RECORDED:
        raise _no_kind(kind)
    return _read(kind, payload, base)


def _no_kind(kind: object) -> InvalidInput:
    kinds = tuple(RECORDED)
    return InvalidInput(NOT_ONE_OF.at(FieldPath.to("entry"), {"what": "kind", "value": quote(kind), "parts": kinds}))


def payload_of(event: Event) -> Json:
    """The canonical payload of an event, as hashed and stored."""
    if isinstance(event, ev.PlayerErased):
        return {"entries": {str(seq): now for seq, now in event.hashes}}
    payload = written(event)
    if isinstance(event, ev.TournamentStarted | ev.SettingsChanged):
        for stage, own in zip(event.stages[1:], payload["stages"][1:], strict=True):
            own["seeds"] = stage.seeds  # a later stage without them is seeded by the one before
    return payload


def setup_json(name: str, stages: Sequence[Stage], settings: TournamentSettings) -> Json:
    """A setup as the API shows it: every field, also the defaults."""
    return {
        "name": name,
        "stages": [all_written(stage) for stage in stages],
        "settings": all_written(settings),
    }


# Setup

SETUP = ("name", "stages", "settings")
STAGE = tuple(part.name for part in fields(Stage))


def _set_up(where: FieldPath, body: ObjectParts) -> tuple[str, tuple[Stage, ...], TournamentSettings]:
    parts = where.mapping(body, "it", SETUP, required=("name", "stages"))
    name = where.name(parts["name"], "name")
    listed = Most(MAX_STAGES).read(where, parts["stages"], "stages")
    if not listed:
        raise InvalidInput(faults.NUMBER_OF_STAGES.at(where, {"found": 0, "most": MAX_STAGES}))
    stages = tuple(read_stage(stage, FieldPath.to("stage", number)) for number, stage in enumerate(listed, 1))
    if len({find_format(stage.format).solo for stage in stages}) > 1:
        raise InvalidInput(faults.STAGES_APART.at(where, {}))
    return name, stages, read_settings(parts.get("settings", {}))


def read_stage(value: object, where: FieldPath) -> Stage:
    """A stage from JSON, with `preset` or `options` or both. Raises `InvalidInput`."""
    parts = where.mapping(value, "it", (*STAGE, "preset"), required=("format", "rules"))
    key, rules_key = (where.text(parts[name], name, MAX_KEY) for name in ("format", "rules"))
    form = _placed(where, lambda: find_format(key))
    rules = _placed(where, lambda: rule_set(rules_key))
    shape = _shape(form, rules, where)
    options = _options(rules, shape, parts, where)
    given: Json = {"seeds": setup.LOT if where.number_of("stage") <= 1 else setup.STAGE_BEFORE}
    given |= read_fields(Stage, parts, where)
    given["settings"] = _format_settings(form.settings, parts.get("settings", {}), where.at("settings"))
    stage = replace(Stage(form.key, rules.key, options), **given)
    _check_fixtures(stage.fixtures, where)
    _check_divisions(stage.divisions, where)
    if not form.takes_fixtures and (stage.fixtures or stage.divisions):
        raise InvalidInput(faults.FIXTURES_ELSEWHERE.at(where, {}))
    _house_rules(rules, shape, form.match_options(stage.limits(0), rules.options(shape)), where)
    for place, override in enumerate(stage.overrides, 1):
        limits = replace(stage, overrides=(replace(override, round=0),)).limits(0)
        _house_rules(rules, shape, form.match_options(limits, rules.options(shape)), where.at("override", place))
    return replace(stage, fixtures=tuple(sorted(stage.fixtures, key=lambda fixture: fixture.round)))


def _check_fixtures(fixtures: Sequence[Fixture], where: FieldPath) -> None:
    """No team twice in a round, and no round without a match."""
    seen: set[tuple[int, int]] = set()
    for number, fixture in enumerate(fixtures, 1):
        of = where.at("fixture", number)
        for team in fixture.teams:
            if (fixture.round, team) in seen:
                twice: faults.TeamOfRound = {"team": str(team), "round": fixture.round}
                raise InvalidInput(faults.TEAM_IN_ROUND_TWICE.at(of, twice))
            seen.add((fixture.round, team))
    rounds = {fixture.round for fixture in fixtures}
    missing = next((number for number in range(1, max(rounds, default=0)) if number not in rounds), None)
    if missing is not None:
        raise InvalidInput(faults.ROUND_WITHOUT_FIXTURE.at(where, {"round": missing}))


def _check_divisions(divisions: Sequence[Division], where: FieldPath) -> None:
    """A team is in one of them."""
    taken: set[int] = set()
    for number, division in enumerate(divisions, 1):
        for team in division.teams:
            if team in taken:
                raise InvalidInput(faults.TEAM_IN_TWO_DIVISIONS.at(where.at("division", number), {"number": team}))
            taken.add(team)


def _options(rules: RuleSet, shape: Shape, parts: ObjectParts, where: FieldPath) -> dict[str, Value]:
    """The options that differ from the rule set's: those of the preset, and above them those given."""
    options: dict[str, Value] = {}
    if parts.get("preset") is not None:
        preset = where.text(parts["preset"], "preset", MAX_KEY)
        options |= _placed(where, lambda: find_preset(rules.name, rules.options(shape), preset)).options
    options |= read_options(where, parts.get("options", {}))
    return _house_rules(rules, shape, options, where).changed_options()


def _shape(form: Format, rules: RuleSet, where: FieldPath) -> Shape:
    """The seating that the format plays with these rules. Raises `InvalidInput` if it has none."""
    shape = form.shape(rules)
    if shape is None:
        shapes: NotSeated = {"rules": rules.key, "shapes": rules.shapes, "shape": Shape(2, 2)}
        raise InvalidInput(NOT_SEATED.at(where, shapes))
    return shape


def _house_rules(rules: RuleSet, shape: Shape, options: Mapping[str, Value], where: FieldPath) -> HouseRules:
    return _placed(where, lambda: rules.with_options(dict(options), shape))


Read = TypeVar("Read")


def _placed(where: FieldPath, read: Callable[[], Read]) -> Read:
    """What `read` returns; its fault is said to be here."""
    try:
        return read()
    except InvalidInput as error:
        raise InvalidInput(replace(error.fault, path=where)) from error


def _format_settings(known: Sequence[Any], value: object, where: FieldPath) -> dict[str, Value]:
    parts = where.mapping(value, "it", tuple(part.key for part in known))
    by_key = {part.key: part for part in known}
    chosen: dict[str, Value] = {}
    for key, given in parts.items():
        setting = by_key[key]
        if setting.is_switch:
            chosen[key] = where.switch(given, key)
        elif setting.choices:
            chosen[key] = where.one_of(given, key, setting.choices)
        else:
            chosen[key] = where.whole(given, key, setting.low, setting.high)
    return {key: value for key, value in chosen.items() if value != by_key[key].default}


def read_settings(value: object) -> TournamentSettings:
    """The settings of a whole tournament from JSON. Raises `InvalidInput`."""
    settings = read(TournamentSettings, value, FieldPath.to("settings"))
    return replace(settings, tie_breaks=tuple(dict.fromkeys(settings.tie_breaks)))


# Events


def _read(kind: str, parts: ObjectParts, base: Json) -> Event:
    """An event from its fields; `base` has what is stored beside the payload."""
    if kind == ev.SETTINGS:
        name, stages, settings = _set_up(FieldPath.to("settings"), parts)
        return ev.SettingsChanged(**base, name=name, stages=stages, settings=settings)
    where = FieldPath.to(kind)
    full = FILLED_IN[kind](where, parts) if kind in FILLED_IN and isinstance(parts, dict) else parts
    event = read(RECORDED[kind], full, where, base)
    return CHECKED[kind](where, event) if kind in CHECKED else event


def _swap_of_round(_where: FieldPath, parts: ObjectParts) -> ObjectParts:
    """Only teams swap within a round, which must be given then."""
    own = {name: value for name, value in parts.items() if name not in ("stage", "round")}
    return own | {name: parts.get(name) for name in ("stage", "round")} if parts.get("what") == ev.TEAMS else own


def _result_by(_where: FieldPath, parts: ObjectParts) -> ObjectParts:
    """Who forfeits says so."""
    return {"by": rs.FORFEIT, **parts} if parts.get("forfeit") else parts


def _missing(where: FieldPath, part: str) -> InvalidInput:
    return InvalidInput(MISSING_PART.at(where, {"what": "it", "value": quote(part), "parts": (part,)}))


def _team(where: FieldPath, event: Any) -> Event:
    """A team has players, a house team may have none, and no player is in it twice."""
    team: ev.TeamEntered = event
    if not team.players and not team.house:
        raise InvalidInput(NUMBER_OF_PLAYERS.at(where, {"found": 0, "most": 2}))
    if not team.players and not team.name:
        raise _missing(where, "name")
    _check_twice(where, [*team.players, *([] if team.reserve is None else [team.reserve])])
    return replace(team, name="") if team.name == team_name(team.players) else team


def _line_up(where: FieldPath, event: Any) -> Event:
    """Nobody plays twice."""
    named: ev.LineUpNamed = event
    _check_twice(where, named.players)
    return named


def _check_twice(where: FieldPath, names: Sequence[str]) -> None:
    for place, name in enumerate(names):
        if name in names[:place]:
            raise InvalidInput(SAME_NAME.at(where, {"of": Named.PLAYERS, "name": name}))


def _result(where: FieldPath, event: Any) -> Event:
    """A result from paper has scores; a forfeit says whose it is."""
    result: rs.ScoreEvent = event
    if result.by == rs.PAPER and not result.scores:
        raise _missing(where, "scores")
    if result.by != rs.PAPER and not result.forfeits:
        raise _missing(where, "forfeit")
    return result


def _results(where: FieldPath, event: Any) -> Event:
    given: rs.ResultsGiven = event
    if not given.results:
        raise _missing(where, "results")
    if not all(one.scores or one.forfeits for one in given.results):
        raise _missing(where, "scores")
    return given


def _director_call(where: FieldPath, event: Any) -> Event:
    call: ev.DirectorCalled = event
    if call.reason is not None:
        where.one_of(call.reason, "reason", ev.CALL_REASONS)
    return call


def _adjust(where: FieldPath, event: Any) -> Event:
    adjusted: ev.TeamAdjusted = event
    if not adjusted.wins and not adjusted.points:
        raise InvalidInput(faults.ADJUSTS_NOTHING.at(where, {}))
    return adjusted


def _take_back(where: FieldPath, event: Any) -> Event:
    undo: ev.EventUndone = event
    if undo.event == 1:
        raise NotNow(faults.ENTRY_STARTS_TOURNAMENT.at(where, {}))
    if undo.event >= undo.seq:
        raise NotNow(NO_SUCH_ENTRY.at(where, {"entry": undo.event, "last": undo.seq - 1}))
    return undo


FILLED_IN: dict[str, Callable[[FieldPath, ObjectParts], ObjectParts]] = {
    ev.SWAP: _swap_of_round,
    rs.RESULT: _result_by,
    rs.REPORT: _result_by,
}
"""What a body need not say although the event does."""

CHECKED: dict[str, Callable[[FieldPath, Any], Event]] = {
    ev.TEAM: _team,
    rs.RESULT: _result,
    rs.REPORT: _result,
    rs.RESULTS: _results,
    ev.DIRECTOR_CALL: _director_call,
    ev.ADJUST: _adjust,
    ev.LINE_UP: _line_up,
    ev.TAKE_BACK: _take_back,
}
"""What the fields of an event say only together."""

RECORDED: dict[str, type[Event]] = {
    made.kind: made
    for made in (
        ev.SettingsChanged,
        ev.TeamEntered,
        ev.TeamStatusChanged,
        ev.RoundPaired,
        ev.RoundWithdrawn,
        ev.Swapped,
        ev.GameLinked,
        rs.ResultGiven,
        rs.ResultsGiven,
        rs.ScoreReported,
        rs.GameCorrected,
        rs.ResultTakenOut,
        rs.ResultConfirmed,
        ev.ClockSet,
        ev.MessageSent,
        ev.DirectorCalled,
        ev.KeptApart,
        ev.TeamAdjusted,
        ev.LotsDrawn,
        ev.FixtureMoved,
        ev.LineUpNamed,
        ev.TournamentEnded,
        ev.EventUndone,
    )
}
"""The kinds that people and programs may record; only the server records a start and erasures."""
