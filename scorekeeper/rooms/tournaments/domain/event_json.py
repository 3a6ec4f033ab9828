"""Events from JSON and back, by kind: request bodies of the API and forms, and stored payloads.

A payload has no field that has its default, so later versions can add fields without changing the hash of an old one.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import MISSING, Field, fields, is_dataclass, replace
from typing import Any, TypeVar

from scorekeeper.core.game import NotNow
from scorekeeper.core.game.event_json import erased_hashes
from scorekeeper.core.inputs import FieldPath, InvalidInput, faults
from scorekeeper.core.inputs.fields import quote
from scorekeeper.core.rules.presets import find_preset
from scorekeeper.core.rules.ruleset import HouseRules, RuleSet
from scorekeeper.core.rules.seating import Shape
from scorekeeper.core.rulesets import rule_set
from scorekeeper.core.sheet.reading import read_options
from scorekeeper.rooms.tournaments.domain import events as ev
from scorekeeper.rooms.tournaments.domain import setup
from scorekeeper.rooms.tournaments.domain.bounds import (
    MAX_DIVISIONS,
    MAX_FIXTURES,
    MAX_HANDS,
    MAX_ID,
    MAX_LINE_LENGTH,
    MAX_MINUTES,
    MAX_MOVED,
    MAX_NUMBER,
    MAX_OVERRIDES,
    MAX_PAIRINGS,
    MAX_PEOPLE,
    MAX_PLACES,
    MAX_PRIZES,
    MAX_PUBLIC_HOURS,
    MAX_REASONS,
    MAX_ROUND,
    MAX_ROUNDS,
    MAX_SCORE,
    MAX_SEED,
    MAX_SEQ,
    MAX_SIDES,
    MAX_SLOT,
    MAX_STAGES,
    MAX_TABLES,
    MAX_TEAM_NAME_LENGTH,
    MAX_TEAMS,
    MAX_WAVES,
)
from scorekeeper.rooms.tournaments.domain.events import Event, Pairing, Sides, Why, team_name
from scorekeeper.rooms.tournaments.domain.format import Format
from scorekeeper.rooms.tournaments.domain.formats import find_format
from scorekeeper.rooms.tournaments.domain.setup import Division, Fixture, Override, Settings, Stage, Value

Parts = Mapping[str, object]
Json = dict[str, Any]

BESIDE = ("seq", "at", "reason", "who")
"""What is stored beside the payload."""

KEYS = {"number": "round", "event": "entry", "forfeits": "forfeit", "fixed_table": "table"}
"""Fields of events that have another name in JSON."""


def read_event(kind: object, body: Parts, seq: int) -> Event:
    """An event of this kind from its fields, as number `seq`. Raises `InvalidInput`."""
    where = FieldPath.to("entry")
    if not isinstance(kind, str) or kind not in READERS:
        raise InvalidInput(faults.NOT_ONE_OF.at(where, {"what": "kind", "value": quote(kind), "parts": tuple(READERS)}))
    given = body.get("reason")
    reason = None if given is None else where.text(given, "reason", empty=True).strip() or None
    if kind == ev.ADJUST and reason is None:
        raise InvalidInput(faults.ADJUSTMENT_FOR_WHAT.at(FieldPath.to(ev.ADJUST), {}))
    parts = {name: value for name, value in body.items() if name != "reason"}
    return READERS[kind](parts, {"seq": seq, "reason": reason})


def read_start(body: Parts, *, at: int = 0, who: str | None = None) -> ev.TournamentStarted:
    """A tournament's first event from its fields. Raises `InvalidInput`."""
    where = FieldPath.to("tournament")
    name, stages, settings = _set_up(where, body)
    return ev.TournamentStarted(seq=1, at=at, who=who, name=name, stages=stages, settings=settings)


def read_stored(kind: str, payload: Parts, seq: int, at: int, reason: str | None, who: str | None) -> Event:
    """An event from its stored payload. Raises `InvalidInput`."""
    if kind == ev.START:
        return read_start(payload, at=at, who=who)
    base: Json = {"seq": seq, "at": at, "reason": reason, "who": who}
    if kind == ev.ERASE:
        return ev.PlayerErased(**base, hashes=erased_hashes(payload, seq))
    if kind not in READERS:
        where = FieldPath.to("entry")
        raise InvalidInput(faults.NOT_ONE_OF.at(where, {"what": "kind", "value": quote(kind), "parts": tuple(READERS)}))
    return READERS[kind](payload, base)


def payload_of(event: Event) -> Json:
    """The canonical payload of an event, as hashed and stored."""
    if isinstance(event, ev.PlayerErased):
        return {"entries": {str(seq): now for seq, now in event.hashes}}
    payload = _object_json(event)
    if isinstance(event, ev.TournamentStarted | ev.SettingsChanged):
        for stage, written in zip(event.stages[1:], payload["stages"][1:], strict=True):
            written["seeds"] = stage.seeds  # a later stage without them is seeded by the one before
    return payload


def setup_json(name: str, stages: Sequence[Stage], settings: Settings) -> Json:
    """A setup as the API shows it: every field, also the defaults."""
    return {
        "name": name,
        "stages": [_all_json(stage) for stage in stages],
        "settings": _all_json(settings),
    }


def _all_json(value: Any) -> Json:
    return {part.name: _json(getattr(value, part.name)) for part in fields(value)}


def _object_json(value: Any) -> Json:
    """A dataclass without the fields that have their default."""
    parts = {part: getattr(value, part.name) for part in fields(value) if part.name not in BESIDE}
    return {KEYS.get(part.name, part.name): _json(own) for part, own in parts.items() if not _is_default(part, own)}


def _is_default(part: Field[Any], value: object) -> bool:
    default = part.default_factory() if part.default_factory is not MISSING else part.default
    return default is not MISSING and value == default and isinstance(value, bool) == isinstance(default, bool)


def _json(value: Any) -> Any:
    if is_dataclass(value):
        return _object_json(value)
    if isinstance(value, tuple | list):
        return [_json(part) for part in value]
    if isinstance(value, Mapping):
        return {str(name): _json(part) for name, part in value.items()}
    return value


# Parts of several kinds


def _number(where: FieldPath, parts: Parts, key: str, high: int = MAX_NUMBER) -> int:
    return where.whole(parts.get(key), key, 1, high)


def _numbers(where: FieldPath, value: object, what: str, most: int = MAX_PAIRINGS) -> tuple[int, ...]:
    listed = _listing(where, value, what, most)
    return tuple(where.whole(part, what, 1, MAX_NUMBER) for part in listed)


def _listing(where: FieldPath, value: object, what: str, most: int) -> Sequence[object]:
    listed = where.listing(value, what)
    if len(listed) > most:
        raise InvalidInput(faults.TOO_MANY_PARTS.at(where, {"what": what, "found": len(listed), "most": most}))
    return listed


def _optional(parts: Parts, key: str, read: Callable[[object], Any]) -> Any:
    value = parts.get(key)
    return None if value is None else read(value)


def _figures(where: FieldPath, parts: Parts, key: str) -> tuple[int, ...] | None:
    if parts.get(key) is None:
        return None
    return tuple(where.whole(part, key, -MAX_SCORE, MAX_SCORE) for part in _listing(where, parts[key], key, MAX_SIDES))


# Setup

SETUP = ("name", "stages", "settings")
STAGE = tuple(part.name for part in fields(Stage))
SETTINGS = tuple(part.name for part in fields(Settings))
OVERRIDE = tuple(part.name for part in fields(Override))


def _set_up(where: FieldPath, body: Parts) -> tuple[str, tuple[Stage, ...], Settings]:
    parts = where.mapping(body, "it", SETUP, required=("name", "stages"))
    name = where.name(parts["name"], "name")
    listed = _listing(where, parts["stages"], "stages", MAX_STAGES)
    if not listed:
        raise InvalidInput(faults.NUMBER_OF_STAGES.at(where, {"found": 0, "most": MAX_STAGES}))
    stages = tuple(read_stage(stage, FieldPath.to("stage", number)) for number, stage in enumerate(listed, 1))
    if len({find_format(stage.format).solo for stage in stages}) > 1:
        raise InvalidInput(faults.STAGES_APART.at(where, {}))
    return name, stages, read_settings(parts.get("settings", {}))


def read_stage(value: object, where: FieldPath) -> Stage:
    """A stage from JSON, with `preset` or `options` or both. Raises `InvalidInput`."""
    parts = where.mapping(value, "it", (*STAGE, "preset"), required=("format", "rules"))
    key, rules_key = where.text(parts["format"], "format", 40), where.text(parts["rules"], "rules", 40)
    form = _placed(where, lambda: find_format(key))
    rules = _placed(where, lambda: rule_set(rules_key))
    shape = _shape(form, rules, where)
    options = _options(rules, shape, parts, where)
    usual_seeds = setup.LOT if where.number_of("stage") <= 1 else setup.STAGE_BEFORE
    defaults = Stage(form.key, rules.key)
    listed = _listing(where, parts.get("overrides", []), "overrides", MAX_OVERRIDES)
    overrides = tuple(_override(part, where.at("override", number)) for number, part in enumerate(listed, 1))
    stage = Stage(
        format=form.key,
        rules=rules.key,
        options=options,
        rounds=_optional(parts, "rounds", lambda value: where.whole(value, "rounds", 1, MAX_ROUNDS)),
        minutes=_optional(parts, "minutes", lambda value: where.whole(value, "minutes", 1, MAX_MINUTES)),
        hands=_optional(parts, "hands", lambda value: where.whole(value, "hands", 1, MAX_HANDS)),
        at_time=where.one_of(parts.get("at_time", defaults.at_time), "at_time", setup.AT_TIME),
        advance=_optional(parts, "advance", lambda value: where.whole(value, "advance", 1, MAX_TEAMS)),
        seeds=where.one_of(parts.get("seeds", usual_seeds), "seeds", setup.SEEDED_BY),
        overrides=overrides,
        settings=_format_settings(form.settings, parts.get("settings", {}), where.at("settings")),
        fixtures=_fixtures(parts, where),
        divisions=_divisions(parts, where),
    )
    if not form.takes_fixtures and (stage.fixtures or stage.divisions):
        raise InvalidInput(faults.FIXTURES_ELSEWHERE.at(where, {}))
    _house_rules(rules, shape, form.match_options(stage.limits(0), rules.options(shape)), where)
    for place, override in enumerate(overrides, 1):
        limits = replace(stage, overrides=(replace(override, round=0),)).limits(0)
        _house_rules(rules, shape, form.match_options(limits, rules.options(shape)), where.at("override", place))
    return stage


def _fixtures(parts: Parts, where: FieldPath) -> tuple[Fixture, ...]:
    """Matches that are given beforehand: no team twice in a round, and no round without a match."""
    found, seen = [], set()
    for number, value in enumerate(_listing(where, parts.get("fixtures", []), "fixtures", MAX_FIXTURES), 1):
        of = where.at("fixture", number)
        given = of.mapping(value, "it", ("round", "teams", "table"), required=("round", "teams"))
        teams = _numbers(of, given["teams"], "teams", 2)
        if len(set(teams)) != 2:
            raise InvalidInput(faults.NOT_TWO_TEAMS.at(of, {}))
        table = _optional(given, "table", lambda part: where.whole(part, "table", 1, MAX_TABLES))
        fixture = Fixture(of.whole(given["round"], "round", 1, MAX_ROUNDS), (teams[0], teams[1]), table)
        for team in teams:
            if (fixture.round, team) in seen:
                twice: faults.TeamOfRound = {"team": str(team), "round": fixture.round}
                raise InvalidInput(faults.TEAM_IN_ROUND_TWICE.at(of, twice))
            seen.add((fixture.round, team))
        found.append(fixture)
    rounds = {fixture.round for fixture in found}
    missing = next((number for number in range(1, max(rounds, default=0)) if number not in rounds), None)
    if missing is not None:
        raise InvalidInput(faults.ROUND_WITHOUT_FIXTURE.at(where, {"round": missing}))
    return tuple(sorted(found, key=lambda fixture: fixture.round))


def _divisions(parts: Parts, where: FieldPath) -> tuple[Division, ...]:
    """Named pools; a team is in one of them."""
    found: list[Division] = []
    for number, value in enumerate(_listing(where, parts.get("divisions", []), "divisions", MAX_DIVISIONS), 1):
        of = where.at("division", number)
        given = of.mapping(value, "it", ("name", "teams"), required=("name", "teams"))
        made = Division(of.text(given["name"], "name", MAX_LINE_LENGTH).strip(), _numbers(of, given["teams"], "teams"))
        taken = {team for division in found for team in division.teams}
        twice = [team for place, team in enumerate(made.teams) if team in taken or team in made.teams[:place]]
        if twice:
            raise InvalidInput(faults.TEAM_IN_TWO_DIVISIONS.at(of, {"number": twice[0]}))
        found.append(made)
    return tuple(found)


def _options(rules: RuleSet, shape: Shape, parts: Parts, where: FieldPath) -> dict[str, Value]:
    """The options that differ from the rule set's: those of the preset, and above them those given."""
    options: dict[str, Value] = {}
    if parts.get("preset") is not None:
        preset = where.text(parts["preset"], "preset", 40)
        options |= _placed(where, lambda: find_preset(rules.name, rules.options(shape), preset)).options
    options |= read_options(where, parts.get("options", {}))
    return _house_rules(rules, shape, options, where).changed_options()


def _shape(form: Format, rules: RuleSet, where: FieldPath) -> Shape:
    """The seating that the format plays with these rules. Raises `InvalidInput` if it has none."""
    shape = form.shape(rules)
    if shape is None:
        shapes: faults.NotSeated = {"rules": rules.key, "shapes": rules.shapes, "shape": Shape(2, 2)}
        raise InvalidInput(faults.NOT_SEATED.at(where, shapes))
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


def _override(value: object, where: FieldPath) -> Override:
    parts = where.mapping(value, "it", OVERRIDE)
    return Override(
        bracket=_optional(parts, "bracket", lambda part: where.one_of(part, "bracket", setup.BRACKETS)),
        round=_optional(parts, "round", lambda part: where.whole(part, "round", 1, MAX_ROUNDS)),
        options=read_options(where, parts.get("options", {})),
        minutes=_optional(parts, "minutes", lambda part: where.whole(part, "minutes", 1, MAX_MINUTES)),
        hands=_optional(parts, "hands", lambda part: where.whole(part, "hands", 1, MAX_HANDS)),
    )


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


def read_settings(value: object) -> Settings:
    """The settings of a whole tournament from JSON. Raises `InvalidInput`."""
    where = FieldPath.to("settings")
    parts = where.mapping(value, "it", SETTINGS)
    usual = Settings()

    def texts(key: str, most: int) -> tuple[str, ...]:
        return tuple(where.text(part, key, MAX_LINE_LENGTH) for part in _listing(where, parts.get(key, []), key, most))

    def minutes(key: str) -> int | None:
        found: int | None = _optional(parts, key, lambda value: where.whole(value, key, 0, MAX_MINUTES))
        return found

    order = _listing(where, parts.get("tie_breaks", list(usual.tie_breaks)), "tie_breaks", len(setup.TIE_BREAKS))
    return Settings(
        directors=texts("directors", MAX_PEOPLE),
        scorers=texts("scorers", MAX_PEOPLE),
        kept_on=where.one_of(parts.get("kept_on", usual.kept_on), "kept_on", setup.KEPT_ON),
        tables=_optional(parts, "tables", lambda value: where.whole(value, "tables", 1, MAX_TABLES)),
        tie_breaks=tuple(dict.fromkeys(where.one_of(part, "tie_breaks", setup.TIE_BREAKS) for part in order)),
        ranked_by=where.one_of(parts.get("ranked_by", usual.ranked_by), "ranked_by", setup.RANKED_BY),
        cap=_optional(parts, "cap", lambda value: where.whole(value, "cap", 1, MAX_SCORE)),
        late=where.one_of(parts.get("late", usual.late), "late", setup.LATE_ENTRIES),
        late_until=_optional(parts, "late_until", lambda value: where.whole(value, "late_until", 1, MAX_ROUNDS)),
        when_left=where.one_of(parts.get("when_left", usual.when_left), "when_left", setup.WHEN_LEFT),
        must_pay=where.switch(parts.get("must_pay", usual.must_pay), "must_pay"),
        confirm_minutes=minutes("confirm_minutes"),
        starts_after=minutes("starts_after"),
        no_show_minutes=minutes("no_show_minutes"),
        public=where.switch(parts.get("public", usual.public), "public"),
        public_hours=where.whole(parts.get("public_hours", usual.public_hours), "public_hours", 1, MAX_PUBLIC_HOURS),
        hide_standings=where.switch(parts.get("hide_standings", usual.hide_standings), "hide_standings"),
        names=where.one_of(parts.get("names", usual.names), "names", setup.PUBLIC_NAMES),
        prizes=texts("prizes", MAX_PRIZES),
    )


# One reader a kind; `base` has what is stored beside the payload


def _settings(parts: Parts, base: Json) -> Event:
    name, stages, settings = _set_up(FieldPath.to("settings"), parts)
    return ev.SettingsChanged(**base, name=name, stages=stages, settings=settings)


def _team(parts: Parts, base: Json) -> Event:
    where = FieldPath.to("team")
    keys = ("team", "name", "players", "reserve", "joins", "table", "house")
    where.mapping(parts, "it", keys, required=("team", "players"))
    listed = _listing(where, parts["players"], "players", 2)
    house = where.switch(parts.get("house", False), "house")
    if not listed and not house:
        raise InvalidInput(faults.NUMBER_OF_PLAYERS.at(where, {"found": 0, "most": 2}))
    if not listed and parts.get("name") is None:
        raise InvalidInput(faults.MISSING_PART.at(where, {"what": "it", "value": quote("name"), "parts": ("name",)}))
    players = tuple(where.name(player, "players") for player in listed)
    reserve = _optional(parts, "reserve", lambda value: where.name(value, "reserve"))
    named = [*players, *([] if reserve is None else [reserve])]
    for place, name in enumerate(named):
        if name in named[:place]:
            raise InvalidInput(faults.SAME_NAME.at(where, {"of": faults.Named.PLAYERS, "name": name}))
    title = _optional(parts, "name", lambda value: where.text(value, "name", MAX_TEAM_NAME_LENGTH).strip())
    return ev.TeamEntered(
        **base,
        team=_number(where, parts, "team"),
        name="" if title is None or title == team_name(players) else title,
        players=players,
        reserve=reserve,
        joins=_numbers(where, parts.get("joins", []), "joins", 2),
        fixed_table=_optional(parts, "table", lambda value: where.whole(value, "table", 1, MAX_TABLES)),
        house=house,
    )


def _team_status(parts: Parts, base: Json) -> Event:
    where = FieldPath.to("team-status")
    where.mapping(parts, "it", ("teams", "status", "player", "played"), required=("teams", "status"))
    played = _optional(parts, "played", lambda value: where.one_of(value, "played", setup.WHEN_LEFT))
    return ev.TeamStatusChanged(
        **base,
        teams=_numbers(where, parts["teams"], "teams"),
        status=where.one_of(parts["status"], "status", ev.STATUSES),
        player=_optional(parts, "player", lambda value: where.name(value, "player")),
        played=played or "",
    )


def _sides(where: FieldPath, value: object) -> Sides:
    listed = _listing(where, value, "sides", MAX_SIDES)
    sides = tuple(_numbers(where, side, "sides", MAX_SIDES) for side in listed)
    if not sides or not all(sides):
        raise where.not_a(faults.Kind.LIST, value, "sides")
    return sides


def _why(where: FieldPath, value: object) -> tuple[Why, ...]:
    found = []
    for part in _listing(where, value, "why", MAX_REASONS):
        parts = where.mapping(part, "why", ("code", "params"), required=("code",))
        params = parts.get("params", {})
        if not isinstance(params, dict):
            raise where.not_a(faults.Kind.OBJECT, params, "params")
        found.append(Why(where.text(parts["code"], "code", 40), _param(where, params)))
    return tuple(found)


def _param(where: FieldPath, value: object, depth: int = 3) -> Any:
    """Params of a reason: numbers, short texts, and lists and objects of them."""
    if value is None or isinstance(value, bool):
        return value
    if isinstance(value, int):
        return where.whole(value, "params", -MAX_SEED, MAX_SEED)
    if isinstance(value, list) and depth:
        return tuple(_param(where, part, depth - 1) for part in _listing(where, value, "params", MAX_PAIRINGS))
    if isinstance(value, dict) and depth and len(value) <= 20:
        return {where.text(key, "params", 40): _param(where, part, depth - 1) for key, part in value.items()}
    return where.text(value, "params", 200, empty=True)


PAIRING = ("match", "sides", "table", "why", "slot", "pool", "wave")
ROUND_PARTS = ("stage", "round", "pairings", "published", "lot_seed", "draw", "plan", "counted")


def _pairing(value: object, where: FieldPath) -> Pairing:
    parts = where.mapping(value, "it", PAIRING, required=("match", "sides"))
    return Pairing(
        match=_number(where, parts, "match"),
        sides=_sides(where, parts["sides"]),
        table=_optional(parts, "table", lambda table: where.whole(table, "table", 1, MAX_TABLES)),
        why=_why(where, parts.get("why", [])),
        slot=where.text(parts.get("slot", ""), "slot", MAX_SLOT, empty=True),
        pool=where.whole(parts.get("pool", 0), "pool", 0, MAX_TEAMS),
        wave=where.whole(parts.get("wave", 1), "wave", 1, MAX_WAVES),
    )


def _round(parts: Parts, base: Json) -> Event:
    where = FieldPath.to("round")
    where.mapping(parts, "it", ROUND_PARTS, required=("stage", "round", "pairings"))
    listed = _listing(where, parts["pairings"], "pairings", MAX_PAIRINGS)
    drawn = _listing(where, parts.get("draw", []), "draw", MAX_TEAMS)
    plan = _listing(where, parts.get("plan", []), "plan", MAX_ROUNDS)
    return ev.RoundPaired(
        **base,
        stage=_number(where, parts, "stage", MAX_STAGES),
        number=_number(where, parts, "round", MAX_ROUND),
        pairings=tuple(_pairing(part, where.at("pairing", place)) for place, part in enumerate(listed, 1)),
        published=where.switch(parts.get("published", True), "published"),
        lot_seed=where.whole(parts.get("lot_seed", 0), "lot_seed", 0, MAX_SEED),
        draw=tuple(_places(where, places) for places in drawn),
        plan=tuple(
            tuple(_sides(where, sides) for sides in _listing(where, planned, "plan", MAX_PAIRINGS)) for planned in plan
        ),
        counted=tuple(_counted(where, pair) for pair in _listing(where, parts.get("counted", []), "counted", MAX_SEQ)),
    )


def _counted(where: FieldPath, value: object) -> tuple[int, int]:
    """A match and the number of an event."""
    pair = _listing(where, value, "counted", 2)
    if len(pair) != 2:
        raise InvalidInput(faults.FIGURES_MISCOUNTED.at(where, {"what": "counted", "found": len(pair), "most": 2}))
    return where.whole(pair[0], "counted", 1, MAX_NUMBER), where.whole(pair[1], "counted", 0, MAX_SEQ)


def _places(where: FieldPath, value: object) -> tuple[int | None, ...]:
    listed = _listing(where, value, "draw", MAX_PLACES)
    return tuple(None if part is None else where.whole(part, "draw", 1, MAX_NUMBER) for part in listed)


def _withdraw(parts: Parts, base: Json) -> Event:
    where = FieldPath.to("withdraw")
    where.mapping(parts, "it", ("stage", "round"), required=("stage", "round"))
    return ev.RoundWithdrawn(
        **base, stage=_number(where, parts, "stage", MAX_STAGES), number=_number(where, parts, "round", MAX_ROUND)
    )


def _swap(parts: Parts, base: Json) -> Event:
    where = FieldPath.to("swap")
    needed = ("what", "first", "second")
    where.mapping(parts, "it", (*needed, "stage", "round"), required=needed)
    what = where.one_of(parts["what"], "what", ev.EXCHANGED)
    of_round = what == ev.TEAMS
    return ev.Swapped(
        **base,
        what=what,
        first=_number(where, parts, "first"),
        second=_number(where, parts, "second"),
        stage=_number(where, parts, "stage", MAX_STAGES) if of_round else 0,
        number=_number(where, parts, "round", MAX_ROUND) if of_round else 0,
    )


def _game(parts: Parts, base: Json) -> Event:
    where = FieldPath.to("game")
    where.mapping(parts, "it", ("match", "game"), required=("match", "game"))
    game = _optional(parts, "game", lambda value: where.text(value, "game", MAX_ID))
    return ev.GameLinked(**base, match=_number(where, parts, "match"), game=game)


RESULT_PARTS = ("match", "by", "scores", "winner", "sets", "bags", "hands", "forfeit", "signed", "alone")


def _result(parts: Parts, base: Json) -> Event:
    where = FieldPath.to("result")
    where.mapping(parts, "it", RESULT_PARTS, required=("match",))
    forfeits = _numbers(where, parts.get("forfeit", []), "forfeit", MAX_SIDES)
    by = where.one_of(parts.get("by", ev.FORFEIT if forfeits else ev.PAPER), "by", ev.GIVEN_BY)
    required = "scores" if by == ev.PAPER else "forfeit"
    if not parts.get(required):
        raise InvalidInput(
            faults.MISSING_PART.at(where, {"what": "it", "value": quote(required), "parts": (required,)})
        )
    return ev.ResultGiven(
        **base,
        match=_number(where, parts, "match"),
        by=by,
        scores=_figures(where, parts, "scores") or (),
        winner=_optional(parts, "winner", lambda value: where.whole(value, "winner", 1, MAX_NUMBER)),
        sets=_figures(where, parts, "sets"),
        bags=_figures(where, parts, "bags"),
        hands=_optional(parts, "hands", lambda value: where.whole(value, "hands", 1, MAX_HANDS)),
        forfeits=forfeits,
        signed=where.switch(parts.get("signed", False), "signed"),
        alone=where.switch(parts.get("alone", False), "alone"),
    )


def _results(parts: Parts, base: Json) -> Event:
    where = FieldPath.to("results")
    where.mapping(parts, "it", ("results",), required=("results",))
    listed, found = _listing(where, parts["results"], "results", MAX_FIXTURES), []
    if not listed:
        raise InvalidInput(
            faults.MISSING_PART.at(where, {"what": "it", "value": quote("results"), "parts": ("results",)})
        )
    for number, value in enumerate(listed, 1):
        of = where.at("result", number)
        keys = ("match", "scores", "winner", "signed")
        given = of.mapping(value, "it", keys, required=("match", "scores"))
        winner = _optional(given, "winner", lambda part: where.whole(part, "winner", 1, MAX_NUMBER))
        signed = of.switch(given.get("signed", False), "signed")
        scores = _figures(of, given, "scores") or ()
        found.append(ev.MatchScores(_number(of, given, "match"), scores, winner, signed=signed))
    return ev.ResultsGiven(**base, results=tuple(found))


def _confirm(parts: Parts, base: Json) -> Event:
    where = FieldPath.to("confirm")
    where.mapping(parts, "it", ("match", "verdict", "by", "record", "stands", "alone"), required=("match",))
    return ev.ResultConfirmed(
        **base,
        match=_number(where, parts, "match"),
        verdict=where.one_of(parts.get("verdict", ev.AGREED), "verdict", ev.VERDICTS),
        by=where.one_of(parts.get("by", ev.BY_DIRECTOR), "by", ev.CONFIRMED_BY),
        record=where.whole(parts.get("record", 0), "record", 0, MAX_SEQ),
        stands=where.switch(parts.get("stands", False), "stands"),
        alone=where.switch(parts.get("alone", False), "alone"),
    )


def _clock(parts: Parts, base: Json) -> Event:
    where = FieldPath.to("clock")
    keys = ("stage", "round", "act", "wave", "minutes", "match", "hand")
    where.mapping(parts, "it", keys, required=("stage", "round", "act"))
    return ev.ClockSet(
        **base,
        stage=_number(where, parts, "stage", MAX_STAGES),
        number=_number(where, parts, "round", MAX_ROUND),
        act=where.one_of(parts["act"], "act", ev.CLOCK_ACTS),
        wave=where.whole(parts.get("wave", 1), "wave", 1, MAX_WAVES),
        minutes=where.whole(parts.get("minutes", 0), "minutes", -MAX_MOVED, MAX_MOVED),
        match=_optional(parts, "match", lambda value: where.whole(value, "match", 1, MAX_NUMBER)),
        hand=_optional(parts, "hand", lambda value: where.whole(value, "hand", 1, MAX_HANDS)),
    )


def _message(parts: Parts, base: Json) -> Event:
    where = FieldPath.to("message")
    where.mapping(parts, "it", ("text", "match"), required=("text",))
    return ev.MessageSent(
        **base,
        text=where.text(parts["text"], "text", MAX_LINE_LENGTH, empty=True).strip(),
        match=_optional(parts, "match", lambda value: where.whole(value, "match", 1, MAX_NUMBER)),
    )


def _director_call(parts: Parts, base: Json) -> Event:
    where = FieldPath.to(ev.DIRECTOR_CALL)
    where.mapping(parts, "it", ("match", "answered"), required=("match",))
    if base["reason"] is not None:
        where.one_of(base["reason"], "reason", ev.CALL_REASONS)
    answered = _optional(parts, "answered", lambda value: where.one_of(value, "answered", ev.CALL_ANSWERS))
    return ev.DirectorCalled(**base, match=_number(where, parts, "match"), answered=answered or "")


def _apart(parts: Parts, base: Json) -> Event:
    where = FieldPath.to(ev.APART)
    where.mapping(parts, "it", ("first", "second", "how"), required=("first", "second"))
    how = where.one_of(parts.get("how", ev.OPPONENTS), "how", ev.KEPT_APART)
    return ev.KeptApart(**base, first=_number(where, parts, "first"), second=_number(where, parts, "second"), how=how)


def _adjust(parts: Parts, base: Json) -> Event:
    where = FieldPath.to(ev.ADJUST)
    where.mapping(parts, "it", ("stage", "team", "wins", "points"), required=("team",))
    wins = where.whole(parts.get("wins", 0), "wins", -MAX_ROUNDS, MAX_ROUNDS)
    points = where.whole(parts.get("points", 0), "points", -MAX_SCORE, MAX_SCORE)
    if not wins and not points:
        raise InvalidInput(faults.ADJUSTS_NOTHING.at(where, {}))
    stage = where.whole(parts.get("stage", 1), "stage", 1, MAX_STAGES)
    return ev.TeamAdjusted(**base, stage=stage, team=_number(where, parts, "team"), wins=wins, points=points)


def _lots(parts: Parts, base: Json) -> Event:
    where = FieldPath.to("lots")
    where.mapping(parts, "it", ("stage", "order", "by", "lot_seed"), required=("order",))
    return ev.LotsDrawn(
        **base,
        stage=where.whole(parts.get("stage", 1), "stage", 1, MAX_STAGES),
        order=_numbers(where, parts["order"], "order"),
        by=where.one_of(parts.get("by", ev.BY_LOTS), "by", ev.SETTLED_BY),
        lot_seed=where.whole(parts.get("lot_seed", 0), "lot_seed", 0, MAX_SEED),
    )


def _end(parts: Parts, base: Json) -> Event:
    FieldPath.to("end").mapping(parts, "it", ("reason",))
    return ev.TournamentEnded(**base)


def _take_back(parts: Parts, base: Json) -> Event:
    where = FieldPath.to("take-back")
    where.mapping(parts, "it", ("entry",), required=("entry",))
    entry = where.whole(parts["entry"], "entry", 1, MAX_SEQ)
    if entry == 1:
        raise NotNow(faults.ENTRY_STARTS_TOURNAMENT.at(where, {}))
    if entry >= base["seq"]:
        raise NotNow(faults.NO_SUCH_ENTRY.at(where, {"entry": entry, "last": base["seq"] - 1}))
    return ev.EventUndone(**base, event=entry)


READERS: dict[str, Callable[[Parts, Json], Event]] = {
    ev.SETTINGS: _settings,
    ev.TEAM: _team,
    ev.TEAM_STATUS: _team_status,
    ev.ROUND: _round,
    ev.WITHDRAW: _withdraw,
    ev.SWAP: _swap,
    ev.GAME: _game,
    ev.RESULT: _result,
    ev.RESULTS: _results,
    ev.CONFIRM: _confirm,
    ev.CLOCK: _clock,
    ev.MESSAGE: _message,
    ev.DIRECTOR_CALL: _director_call,
    ev.APART: _apart,
    ev.ADJUST: _adjust,
    ev.LOTS: _lots,
    ev.END: _end,
    ev.TAKE_BACK: _take_back,
}
"""The kinds that people and programs may record; only the server records a start and erasures."""
