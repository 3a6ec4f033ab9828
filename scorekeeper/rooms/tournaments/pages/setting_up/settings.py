"""A tournament's settings after it was set up: of the whole, and of each stage with its format and limits."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import Any, ClassVar

from flask import Blueprint, flash, request
from werkzeug.wrappers import Response
from wtforms import BooleanField, Field, Form, RadioField, SelectField
from wtforms.validators import DataRequired, Length, Optional

from scorekeeper.access import KEEPER
from scorekeeper.access.setup import address_for_others
from scorekeeper.core.inputs import InvalidInput, Json
from scorekeeper.core.inputs.faults import MAX_NAME_LENGTH
from scorekeeper.core.pages import View
from scorekeeper.core.rules.ruleset import RuleSet
from scorekeeper.core.rulesets import rule_set
from scorekeeper.core.words.language import translate as _
from scorekeeper.rooms.tournaments.domain.format import FormatSetting
from scorekeeper.rooms.tournaments.domain.formats import find_format
from scorekeeper.rooms.tournaments.domain.log import events as ev
from scorekeeper.rooms.tournaments.domain.log.event_json import read_start, setup_json
from scorekeeper.rooms.tournaments.domain.log.state import TournamentState
from scorekeeper.rooms.tournaments.domain.setting_up import setup
from scorekeeper.rooms.tournaments.domain.setting_up.bounds import MAX_PRIZES
from scorekeeper.rooms.tournaments.domain.setting_up.setup import Stage, TournamentSettings
from scorekeeper.rooms.tournaments.domain.setting_up.setup_words import (
    CHOICES,
    KEPT_ON,
    entry_words,
    has_no_room,
    ranking_words,
    stage_title,
    stage_words,
    table_words,
    tie_break_words,
    timing_words,
    watching_words,
)
from scorekeeper.rooms.tournaments.domain.words import FORMATS, SETTINGS
from scorekeeper.rooms.tournaments.pages.page import attempt_or_flash, author, loaded, render_page, to
from scorekeeper.rooms.tournaments.pages.setting_up.offered_rules import key_of, offered_rules, rules_behind
from scorekeeper.rooms.tournaments.pages.setting_up.own_limits import (
    OwnLimits,
    changed_overrides,
    own_limits,
    target_field,
)
from scorekeeper.rooms.tournaments.services.cache import LoadedTournament
from scorekeeper.rooms.tournaments.services.fixtures import complete_league
from scorekeeper.rooms.tournaments.services.recording import record
from scorekeeper.web.declared_fields import field_of
from scorekeeper.web.forms import StringField, TextAreaField, ValidName, WholeBetween, WholeField, choices, stripped
from scorekeeper.web.language import lazy
from scorekeeper.web.posted import id_again, posted_id, posted_seq

pages = Blueprint("tournament_settings", __name__, url_prefix="/tournaments/<tournament>/settings")


TIE_BREAKS = "tie-breaks"


class SettingsForm(Form):
    """The settings of a whole tournament, without the order of tie-breaks, which has a page of its own.

    `again` is sent while somebody types, to say in words what the form has by now; `then` by the way to the tie-breaks,
    which keeps what was typed.
    """

    again = StringField()
    then = StringField()

    name = StringField(
        lazy("Name"),
        filters=[stripped],
        validators=[DataRequired(lazy("Give the tournament a name.")), Length(1, MAX_NAME_LENGTH), ValidName()],
    )
    prizes = TextAreaField(
        lazy("Prizes, one a line"),
        description=lazy("In the order of places; a line may also say what it is for: Most wins: a cake."),
        render_kw={"rows": 4},
        validators=[Optional(), Length(max=4000)],
    )


WORDS: Mapping[str, Sequence[Any]] = {
    "kept_on": (lazy("Who keeps score"), "", {key: lazy(text) for key, text in KEPT_ON.items()}),
    "tables": (
        lazy("Tables"),
        lazy("With more matches than tables, a round is played in waves. Empty: enough tables."),
    ),
    "must_pay": (lazy("Only teams that paid are paired"),),
    "capacity": (
        lazy("Most teams"),
        lazy("Who signs up when all places are taken waits, and moves up by itself. Empty: as many as come."),
    ),
    "late": (
        lazy("Rounds that a late team missed"),
        "",
        {
            setup.LOSSES: lazy("Are losses"),
            setup.HALVES: lazy("Are half a win"),
            setup.FROM_ZERO: lazy("Count nothing"),
        },
    ),
    "late_until": (
        lazy("Late teams come in until round"),
        lazy("Empty: as long as the format has a place."),
    ),
    "when_left": (
        lazy("What a team played that leaves a round robin"),
        "",
        {setup.COUNTS: lazy("Counts"), setup.NOTHING: lazy("Counts nothing")},
    ),
    "starts_after": (
        lazy("The clock starts by itself, minutes after publishing"),
        lazy("Empty: a director starts it."),
    ),
    "no_show_minutes": (lazy("A team that is missing forfeits after minutes"), lazy("Empty: a director decides.")),
    "confirm_minutes": (
        lazy("A result counts without objection after minutes"),
        lazy("Empty: only once both sides, or a director, confirmed it."),
    ),
    "names": (
        lazy("Names for all who watch"),
        "",
        {
            setup.INITIALS: lazy("First name and an initial"),
            setup.FULL_NAMES: lazy("In full"),
            setup.NUMBERS: lazy("Only numbers"),
        },
    ),
    "hide_standings": (
        lazy("Hide standings and running totals until the end"),
        lazy("Only the desk sees them. Turn it on before the last round to keep it exciting."),
    ),
    "public": (
        lazy("A public page"),
        lazy("Who plays whom, and the standings, for all who have its address, with names as for all who watch."),
    ),
    "public_hours": (lazy("It closes this many hours after the end"),),
    "ranked_by": (
        lazy("Players are ranked by"),
        "",
        {setup.BY_POINTS: lazy("Points"), setup.BY_WINS: lazy("Wins")},
    ),
    "cap": (lazy("Most points of difference that a match counts"), lazy("Empty: all of them.")),
    "bye_points": (
        lazy("A bye, a walkover or a forfeit is won by, points"),
        lazy("Where it counts as a win. Empty: by the team’s own average, which can be below zero."),
    ),
}
"""The label, help and choices of each setting that the form has under its own name."""
OF_TOURNAMENT = {name: field_of(TournamentSettings, name, *words) for name, words in WORDS.items()}

STAGE_WORDS: Mapping[str, Sequence[Any]] = {
    "rounds": (lazy("Rounds"), lazy("Empty: as many as the format needs.")),
    "hands": (lazy("Or a number of hands"),),
    "minutes": (lazy("At most, minutes"),),
    "at_time": (
        lazy("At time"),
        "",
        {setup.FINISH: lazy("Finish the hand"), setup.ONE_MORE: lazy("Finish it and play one more")},
    ),
    "advance": (lazy("How many go on"), lazy("In pools: of each pool.")),
    "seeds": (
        lazy("Seeds"),
        lazy("By rating: the mean of a team’s players. Teams without one come after them, by lot."),
        {
            setup.LOT: lazy("By lot"),
            setup.ENTRY: lazy("In the order of entry"),
            setup.STAGE_BEFORE: lazy("By the standings before"),
            setup.RATING: lazy("By rating"),
        },
        SelectField,
    ),
}
OF_STAGE = {name: field_of(Stage, name, *words) for name, words in STAGE_WORDS.items()}


class StageForm(Form):
    """One stage: see `stage_form`, which adds the settings of its format."""

    known: ClassVar[tuple[FormatSetting, ...]] = ()
    own_limits: ClassVar[Sequence[OwnLimits]] = ()
    rules = SelectField(lazy("Rules"))
    target = target_field(lazy("Play to"))
    may_change: bool = False
    format = SelectField(
        lazy("Format"),
        description=lazy("As long as nobody is paired. Another one begins with its own settings."),
        validators=[Optional()],
    )


def settings_form(state: TournamentState, given: object = None) -> SettingsForm:
    """The form with the settings as they are now."""
    own = {name: getattr(state.settings, name) for name in OF_TOURNAMENT} | {"name": state.name}
    own["prizes"] = "\n".join(state.settings.prizes)
    made = type("SettingsForm", (SettingsForm,), dict(OF_TOURNAMENT))
    return made(given, data=own)  # type: ignore[no-any-return]


def formats_for(state: TournamentState, number: int) -> list[str]:
    """The formats that a stage can still have: any that suits its place, its rules and the teams; none once a round is
    paired.
    """
    if state.rounds:
        return []
    stage, rules = state.stages[number - 1], rule_set(state.stages[number - 1].rules)
    size = find_format(stage.format).team_size(stage)
    return [
        key
        for key in FORMATS
        if (form := find_format(key)).shape(rules) is not None
        and (form.team_size(replace(stage, format=key)) == size or not state.teams)
        and form.is_bracket in ((True,) if number > 1 else (False,) if number < len(state.stages) else (True, False))
        and (key == stage.format or not form.solo or len(state.stages) == 1)
    ]


def stage_form(
    stage: Stage, number: int, table_id: str, given: object = None, offered: Sequence[str] = ()
) -> StageForm:
    """The form of a stage as it is now, with the settings that its format has, and the formats on offer."""
    known, parts = find_format(stage.format).settings, own_limits(stage, table_id)
    fields = OF_STAGE | {f"set_{setting.key}": _field_of(setting) for setting in known}
    for part in parts:
        fields |= part.fields()
    now = key_of(stage.rules, stage.options, table_id)
    own: Json = {name: getattr(stage, name) for name in OF_STAGE} | {
        "target": stage.options.get("target"),
        "rules": now,
    }
    own["format"] = stage.format
    own |= {f"set_{setting.key}": stage.settings.get(setting.key, setting.default) for setting in known}
    made = type("StageForm", (StageForm,), {**fields, "known": known, "own_limits": parts})
    form: StageForm = made(given, prefix=f"stage-{number}-", data=own)
    form.format.choices = choices((key, lazy(FORMATS[key])) for key in offered or (stage.format,))
    form.may_change = len(offered) > 1
    as_set = [] if now else [("", lazy("As a program set them"))]
    form.rules.choices = choices([*as_set, *offered_rules(table_id, partial(_suits, stage)).items()])
    return form


def _suits(stage: Stage, rules: RuleSet) -> bool:
    """Whether the stage's teams can play by these rules: by its format, and as many on a side as now."""
    form = find_format(stage.format)
    return form.shape(rules) is not None and form.team_size(replace(stage, rules=rules.key)) == form.team_size(stage)


def _field_of(setting: FormatSetting) -> Any:
    label = lazy(SETTINGS[setting.key])
    if setting.is_switch:
        return BooleanField(label)
    if setting.choices:
        return RadioField(label, choices=choices((key, lazy(CHOICES[key])) for key in setting.choices))
    return WholeField(label, validators=[Optional(), WholeBetween(setting.low, setting.high)])


def stage_fields(state: TournamentState, number: int, form: StageForm) -> list[Field]:
    """The fields that matter for a stage, in order."""
    stage = state.stages[number - 1]
    form_of_stage, rules = find_format(stage.format), rule_set(stage.rules)
    has_target = "target" in {option.key for option in rules.options(rules.shapes[0])}
    names = [*(["format"] if form.may_change else []), "rules"]
    names += ["rounds"] if not form_of_stage.is_bracket and not form_of_stage.grows and not stage.is_league else []
    names += (["target"] if has_target else []) + ["hands"]
    names += [] if stage.is_league else ["minutes", "at_time"]
    names += ["advance"] if number < len(state.stages) else []
    hidden = () if stage.is_league else (setup.WALKOVER_SCORE,)
    names += [] if stage.is_league else ["seeds"]
    names += [f"set_{setting.key}" for setting in form.known if setting.key not in hidden]
    names += [name for part in form.own_limits for name in part.fields()]
    return [form[name] for name in names]


@pages.get("", role=KEEPER)
def show(tournament: str) -> str:
    now = loaded()
    return _page(settings_form(now.state), stages_form(now))


def stages_form(now: LoadedTournament, given: object = None) -> list[StageForm]:
    state, table = now.state, now.row.table_id
    return [
        stage_form(stage, number, table, given, formats_for(state, number))
        for number, stage in enumerate(state.stages, 1)
    ]


def _page(form: SettingsForm, stages: list[StageForm], changed: Json | None = None) -> str:
    """The form; its words say what is set, or what `changed` would set."""
    now = loaded()
    state = now.state
    solo = any(find_format(stage.format).solo for stage in state.stages)
    meant = state if changed is None else read_start(changed)
    return render_page(
        "settings.html",
        "desk",
        now,
        form=form,
        entry_id=id_again(),
        public_page=address_for_others("public.show", tournament=now.row.id) if state.settings.public else None,
        solo=solo,
        has_room=not has_no_room(meant.stages),
        words=_words_of(meant.settings, meant.stages, solo),
        stages=[
            {
                "title": stage_title(stage),
                "words": stage_words(stage),
                "number": number if len(stages) > 1 else None,
                "fields": stage_fields(state, number, own),
                "wrong": bool(own.errors),
            }
            for number, (stage, own) in enumerate(zip(meant.stages, stages, strict=True), 1)
        ],
    )


def _words_of(settings: TournamentSettings, stages: Sequence[Stage], solo: bool) -> View:
    """What is set, under the title of each group."""
    return {
        "watching": watching_words(settings),
        "tables": table_words(settings, stages),
        "timing": timing_words(settings, stages),
        "teams": entry_words(settings, stages),
        "ranking": ranking_words(settings, stages, solo),
        "tie_breaks": tie_break_words(settings),
    }


@pages.post("", role=KEEPER)
def save(tournament: str) -> Response | tuple[str, int]:
    now = loaded()
    form, stages = settings_form(now.state, request.form), stages_form(now, request.form)
    good = [form.validate(), *(own.validate() for own in stages)]
    if not all(good):
        return _page(form, stages), 422
    body = changed_setup(now, form, stages)
    if form.again.raw_data:
        try:
            return _page(form, stages, body), 200
        except InvalidInput:
            return _page(form, stages), 422
    after = "tie_breaks.show" if form.then.data == TIE_BREAKS else "tournament_settings.show"
    if form.then.data and body == changed_setup(now, settings_form(now.state), stages_form(now)):
        return to(after)  # nothing was typed
    saved = attempt_or_flash(
        lambda: record(tournament, ev.SETTINGS, body, author=author(), event_id=posted_id(), seq=posted_seq())
    )
    if saved is None:
        return _page(form, stages), 422
    if loaded().state.stages[loaded().state.stage - 1].is_league:
        attempt_or_flash(lambda: complete_league(tournament, author()))
    flash(_("Saved. Rounds that are paired stay as they are."), "success")
    return to(after)


def changed_setup(now: LoadedTournament, form: SettingsForm, stages: list[StageForm]) -> Json:
    """The complete setup as the forms change it, as JSON."""
    state = now.state
    with_own = [
        replace(stage, overrides=changed_overrides(stage, own.own_limits, own))
        for stage, own in zip(state.stages, stages, strict=True)
    ]
    made = setup_json(str(form.name.data), with_own, state.settings)
    usual = TournamentSettings()
    made["settings"] |= {
        name: form[name].data for name in OF_TOURNAMENT if form[name].data is not None or getattr(usual, name) is None
    }
    made["settings"]["prizes"] = [line.strip() for line in (form.prizes.data or "").splitlines() if line.strip()][
        :MAX_PRIZES
    ]
    for number, (own, changed) in enumerate(zip(stages, made["stages"], strict=True), 1):
        _change_stage(changed, own, {field.short_name for field in stage_fields(state, number, own)}, now.row.table_id)
    return made


def _change_stage(changed: Json, form: StageForm, fields: set[str], table_id: str) -> None:
    for name in OF_STAGE:
        if name in fields:
            changed[name] = form[name].data
    chosen = str(form.rules.data or "")
    if chosen != (form.rules.object_data or ""):
        rules, options = rules_behind(chosen, table_id)
        changed |= {"rules": rules, "options": _with(dict(options), "target", changed["options"].get("target"))}
        if "hands" not in {option.key for option in rule_set(rules).options(rule_set(rules).shapes[0])}:
            changed["hands"] = None  # these rules end in another way
    if "target" in fields:
        changed["options"] = _with(changed["options"], "target", form.target.data)
    given = {setting.key: form[f"set_{setting.key}"].data for setting in form.known}
    changed["settings"] = {key: value for key, value in given.items() if value is not None}
    if form.may_change and form.format.data and form.format.data != changed["format"]:
        changed |= {"format": form.format.data, "settings": {}, "overrides": [], "rounds": None}


def _with(options: View, key: str, value: object) -> View:
    """The options with another value, or without one."""
    others = {name: own for name, own in options.items() if name != key}
    return others if value is None else others | {key: value}
