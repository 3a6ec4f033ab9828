"""Tournaments: set one up at a table or with a table of its own, and where each requester begins."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from flask import Blueprint, redirect, render_template, request, url_for
from werkzeug.wrappers import Response
from wtforms import Form, RadioField, SelectField
from wtforms.validators import DataRequired, Length, Optional, StopValidation

from scorekeeper.access import KEEPER, TABLE_CREATOR, current_membership, current_table, may
from scorekeeper.access.cookie import device_secret, keep_secret
from scorekeeper.access.limits import RateLimit, hit
from scorekeeper.clock import utc_now
from scorekeeper.core.inputs import InvalidInput
from scorekeeper.core.inputs.faults import MAX_LINE_LENGTH, MAX_NAME_LENGTH
from scorekeeper.core.pages import View
from scorekeeper.core.pages.setting_up.choose import RULES
from scorekeeper.core.rulesets import rule_set
from scorekeeper.core.words.language import translatable, translate as _, translate_plural as _n
from scorekeeper.rooms.tournaments.access import OWN_MATCH
from scorekeeper.rooms.tournaments.domain.formats import find_format, formats
from scorekeeper.rooms.tournaments.domain.setting_up import setup
from scorekeeper.rooms.tournaments.domain.setting_up.estimate import advice, estimate
from scorekeeper.rooms.tournaments.domain.setting_up.setup import NEW_BYE_POINTS, Stage, TournamentSettings
from scorekeeper.rooms.tournaments.domain.setting_up.setup_words import KEPT_ON
from scorekeeper.rooms.tournaments.domain.words import FORMATS, advice_text
from scorekeeper.rooms.tournaments.pages.page import to
from scorekeeper.rooms.tournaments.pages.setting_up.offered_rules import (
    offered_rules,
    rules_behind,
    usual_shape,
    without_target,
)
from scorekeeper.rooms.tournaments.services.recording import start_tournament
from scorekeeper.rooms.tournaments.storage import open_tournaments
from scorekeeper.services.members import open_table
from scorekeeper.services.recording import Author, author_of
from scorekeeper.storage.errors import EventIdTaken
from scorekeeper.web.declared_fields import field_of
from scorekeeper.web.formatting import date_text, local
from scorekeeper.web.forms import StringField, ValidName, WholeBetween, WholeField, choices, sentence, stripped
from scorekeeper.web.language import lazy
from scorekeeper.web.posted import id_again, posted_id
from scorekeeper.web.sharing.devices import device_name

MAX_TEAMS = 128
USUAL_TARGET = 300
LEAST_TEAMS = 2
AN_EVENING = 6
"""The most rounds where partners change, unless they are typed: with eight hands each, about six hours."""
FRIENDS = 8
"""So few sit at one table, or two, and all partner all."""


@dataclass(frozen=True, slots=True)
class Choice:
    """A format in the menu: its first stage, what it is for, whether a playoff of the best may follow."""

    key: str
    idea: str
    playoff: bool = False


MENU = (
    Choice("swiss", translatable("Everyone plays on"), playoff=True),
    Choice("single-elimination", translatable("One loss and you’re out")),
    Choice("double-elimination", translatable("A second chance for all")),
    Choice("round-robin", translatable("All meet all"), playoff=True),
    Choice("fixtures", translatable("A league, in divisions"), playoff=True),
    Choice("open", translatable("Come and go"), playoff=True),
    Choice("rotation", translatable("For solo players")),
)


PLAYOFF = {
    "swiss": translatable("Winners play winners, then playoff"),
    "round-robin": translatable("Round robin, then playoff"),
    "fixtures": translatable("Fixtures of your own, then playoff"),
    "open": translatable("Most wins in the time, then playoff"),
}


def menu() -> list[Choice]:
    """The formats that there are."""
    return [choice for choice in MENU if choice.key in formats()]


BUTTONS = ("fewer", "more", "again", "presets")
"""The parts of a set-up that nobody types."""


class SetUpForm(Form):
    """A new tournament. `fewer` and `more` are buttons that only change the number of teams; `again` is
    sent, also while somebody types, to work the estimates out; `presets` leads to the ready-made ones.
    """

    has_started = False
    """Whether this form has started a tournament before."""

    name = StringField(
        lazy("Name"),
        filters=[stripped],
        validators=[DataRequired(lazy("Give the tournament a name.")), Length(1, MAX_NAME_LENGTH), ValidName()],
    )
    teams = WholeField(lazy("Teams"), default=16, validators=[Optional(), WholeBetween(LEAST_TEAMS, MAX_TEAMS)])
    format = RadioField(lazy("Format"), default="swiss")
    playoff = RadioField(
        lazy("Playoff"),
        choices=choices([("0", lazy("None")), ("2", lazy("Best 2")), ("4", lazy("Best 4")), ("8", lazy("Best 8"))]),
        default="4",
    )
    league_points = RadioField(
        lazy("League points"),
        choices=choices([("2-1-0", "2–1–0"), ("3-1-0", "3–1–0"), (setup.NO_LEAGUE, lazy("No league"))]),
        default="2-1-0",
        description=lazy("For a win, a level match and a loss. No league: one round after the other, in one room."),
    )
    rounds = field_of(Stage, "rounds", lazy("Rounds"))
    rules = SelectField(lazy("Rules"))
    target = RadioField(
        lazy("Play to"),
        choices=choices(
            [
                ("", lazy("As usual")),
                ("200", lazy("200 points")),
                ("300", lazy("300 points")),
                ("350", lazy("350 points")),
                ("500", lazy("500 points")),
            ]
        ),
        default="",
        description=lazy("As usual: what the preset says, or 300 points."),
    )
    hands = RadioField(
        lazy("Hands a round"),
        choices=choices([("4", "4"), ("6", "6"), ("8", "8"), ("12", "12"), ("", lazy("By the clock"))]),
        default="8",
    )
    minutes = RadioField(
        lazy("At most"),
        choices=choices(
            [
                ("30", lazy("30 min")),
                ("40", lazy("40 min")),
                ("60", lazy("60 min")),
                ("120", lazy("2 h")),
                ("", lazy("None")),
            ]
        ),
        default="40",
    )
    open_minutes = RadioField(
        lazy("Open play lasts"),
        choices=choices([("60", lazy("1 h")), ("90", lazy("1½ h")), ("120", lazy("2 h")), ("180", lazy("3 h"))]),
        default="120",
    )
    capacity = field_of(
        TournamentSettings, "capacity", lazy("Most teams"), lazy("Then a waiting list, which moves up by itself.")
    )
    tables = field_of(TournamentSettings, "tables", lazy("Tables"))
    kept_on = field_of(
        TournamentSettings,
        "kept_on",
        lazy("Who keeps score"),
        words={key: lazy(text) for key, text in KEPT_ON.items()},
    )
    fewer = StringField()
    more = StringField()
    again = StringField()
    presets = StringField()

    @property
    def only_moves(self) -> bool:
        """Whether a button only changes the form."""
        return bool(self.fewer.raw_data or self.more.raw_data or self.again.raw_data)

    def validate(self, *given: Any, **more: Any) -> bool:
        """Whether all can be played, the rules in this format, too."""
        if not super().validate(*given, **more):
            return False
        rules = rule_set(str(self.rules.data).split()[0])
        if find_format(str(self.format.data)).shape(rules) is None:
            alone = next(_(FORMATS[choice.key]) for choice in menu() if find_format(choice.key).solo)
            sides = usual_shape(rules).sides
            self.rules.errors = [
                _(
                    "These rules are for {sides} sides. Choose “{format}”, where all play alone.",
                    sides=sides,
                    format=alone,
                )
            ]
        return not self.rules.errors

    def step(self) -> None:
        """Change the number of teams as the buttons say."""
        change = len(self.more.raw_data or ()) - len(self.fewer.raw_data or ())
        self.teams.data = min(MAX_TEAMS, max(2, (self.teams.data or 0) + change))
        self.teams.raw_data = None


def set_up_form(table_id: str | None, given: object = None, **data: object) -> SetUpForm:
    """The form with the formats and rules that there are."""
    form = SetUpForm(given, data=data)  # type: ignore[arg-type]
    form.format.choices = choices((choice.key, _(FORMATS[choice.key])) for choice in menu())
    form.rules.choices = choices(offered_rules(table_id).items())
    return form


def typed_in(form: SetUpForm) -> dict[str, Any]:
    """What somebody typed or chose in a set-up: the address keeps it on the way to the ready-made ones and back."""
    typed = {field.name: (field.raw_data or ())[:1] for field in form if field.name not in BUTTONS}
    return {name: value[:MAX_LINE_LENGTH] for name, values in typed.items() for value in values}


def usual_name(table_id: str | None = None) -> str:
    """What a tournament of today is called until somebody names it; numbered beside an open one of the same name."""
    name = _("Tournament, {day}", day=date_text(local(utc_now()), "long"))[:MAX_NAME_LENGTH]
    taken = {row.name for row in open_tournaments([table_id])} if table_id else set()
    number, numbered = 1, name
    while numbered in taken:
        number += 1
        numbered = f"{name[: MAX_NAME_LENGTH - 5]} ({number})"
    return numbered


def stages_of(form: SetUpForm, table_id: str | None, choice: Choice | None = None) -> tuple[Stage, ...]:
    """The stages that the form asks for, perhaps with another format. What is wrong in it is left out."""
    choice = choice or next((found for found in menu() if found.key == form.format.data), menu()[0])
    offered = {str(value) for value, *_label in form.rules.iter_choices()}
    key, preset_options = rules_behind(str(form.rules.data) if str(form.rules.data) in offered else RULES, table_id)
    options = dict(preset_options)
    rules = rule_set(key)
    known = {option.key for option in rules.options(usual_shape(rules))}
    minutes, advance = _number(form.minutes.data) or None, _number(form.playoff.data)
    hands = _number(form.hands.data) if find_format(choice.key).solo and "hands" in known else 0
    count = within(form.rounds) or _rounds_of_an_evening(choice, key, form)
    if hands:
        return (Stage(choice.key, key, without_target(options), count, hands=hands),)
    if "target" in known:
        options["target"] = _number(form.target.data) or options.get("target", USUAL_TARGET)
    lasts: dict[str, int | str] = {}
    if find_format(choice.key).takes_fixtures and form.league_points.data in setup.POINTS_FOR:
        lasts[setup.LEAGUE_POINTS], minutes = str(form.league_points.data), None
    if form.open_minutes.data and "play_minutes" in {setting.key for setting in find_format(choice.key).settings}:
        lasts["play_minutes"] = _number(form.open_minutes.data)
    first = Stage(choice.key, key, options, count, minutes, advance=advance or None, settings={**lasts})
    if not advance or not choice.playoff:
        return (replace(first, advance=None),)
    return first, Stage("single-elimination", key, options, minutes=minutes, seeds=setup.STAGE_BEFORE)


def _rounds_of_an_evening(choice: Choice, rules: str, form: SetUpForm) -> int | None:
    """Where partners change, the design for many players would take all day; None: as many rounds as the format has."""
    chosen, players = find_format(choice.key), within(form.teams) or LEAST_TEAMS
    if not chosen.solo or players <= FRIENDS:
        return None
    return min(AN_EVENING, chosen.rounds(Stage(choice.key, rules), players, within(form.tables)))


def within(field: WholeField) -> int | None:
    """The field's number; None without one, and for one that the field refuses."""
    between = next(limit for limit in field.validators if isinstance(limit, WholeBetween))
    try:
        between(Form(), field)
    except StopValidation:
        return None
    return field.data


def _number(text: object) -> int:
    """The number of a choice; 0 for none, and for anything else."""
    return int(str(text)) if str(text).isdecimal() and len(str(text)) < 5 else 0


def estimate_words(choice: Choice, form: SetUpForm, table_id: str | None) -> str:
    """`6 rounds, about 5¼ h`: how long a format takes with these teams, tables and limits."""
    stages = stages_of(form, table_id, choice)
    teams = within(form.teams) or LEAST_TEAMS
    found = estimate(stages, teams, within(form.tables))
    best = stages[0].advance or 0
    rounds = found.rounds + max(0, min(best, teams) - 1).bit_length()
    return _n(rounds, "1 round, about {hours}", "{count} rounds, about {hours}", hours=_hours(found.minutes))


def time_words(stages: Sequence[Stage], teams: int, tables: int | None) -> str:
    """`5¼ h`: how long a whole set-up takes."""
    return _hours(estimate(stages, teams, tables).minutes)


QUARTERS = ("", "¼", "½", "¾")


def _hours(minutes: int) -> str:
    """`5¼ h`, to the quarter."""
    quarters = max(1, round(minutes / 15))
    whole = str(quarters // 4) if quarters >= 4 else ""
    return _("{hours} h", hours=f"{whole}{QUARTERS[quarters % 4]}")


def set_up_view(form: SetUpForm, table_id: str | None) -> View:
    """Values for `rooms/tournaments/setup.html`."""
    teams, stages = within(form.teams) or LEAST_TEAMS, stages_of(form, table_id)
    tables = within(form.tables)
    chosen = find_format(str(form.format.data) if form.format.data in formats() else menu()[0].key)
    return {
        "form": form,
        "is_of_players": chosen.solo,
        "entry_id": id_again(is_used=form.has_started),
        "teams_words": _n(teams, "1 team", "{count} teams"),
        "subtitle_words": _n(tables or estimate(stages, teams).matches, "1 table", "{count} tables"),
        "formats": [
            {
                "value": choice.key,
                "name": _(FORMATS[choice.key])
                if not choice.playoff or form.playoff.data == "0"
                else _(PLAYOFF[choice.key]),
                "idea": _(choice.idea),
                "estimate": estimate_words(choice, form, table_id),
                "chosen": choice.key == form.format.data,
            }
            for choice in menu()
        ],
        "begin_words": _("Bring the fixtures") if chosen.takes_fixtures else _("Open sign-up"),
        "notes": [advice_text(each) for each in advice(stages, teams, tables)],
    }


pages = Blueprint("tournaments", __name__)


@pages.get("/tournaments/new", endpoint="new_with_table", role=TABLE_CREATOR)
def new_with_table() -> str:
    form = set_up_form(None, request.args, name=usual_name())
    return render_template("rooms/tournaments/setup.html", table=None, **set_up_view(form, None))


@pages.post("/tournaments", endpoint="create_with_table", role=TABLE_CREATOR)
def create_with_table() -> Response | tuple[str, int]:
    form = set_up_form(None, request.form)
    if form.presets.data:
        return redirect(url_for("tournament_presets.index_with_table", **typed_in(form)), 303)
    if not _is_complete(form):
        return _again(form, None)
    hit(RateLimit.TABLES)
    joined = open_table(str(form.name.data), device_secret(), device_name())
    stages, author = stages_of(form, None), Author(joined.member.stored_name)
    row, _is_new = start_tournament(joined.table.id, str(form.name.data), stages, _settings(form, stages), author)
    return keep_secret(redirect(url_for(_first_page(form), tournament=row.id), 303), str(joined.secret))


@pages.get("/tables/<table>/tournaments/new", role=KEEPER)
def new(table: str) -> str:
    form = set_up_form(table, request.args, name=usual_name(table))
    return render_template("rooms/tournaments/setup.html", table=current_table(), **set_up_view(form, table))


@pages.post("/tables/<table>/tournaments", role=KEEPER)
def create(table: str) -> Response | tuple[str, int]:
    form = set_up_form(table, request.form)
    if form.presets.data:
        return redirect(url_for("tournament_presets.index", table=table, **typed_in(form)), 303)
    if not _is_complete(form):
        return _again(form, table)
    author, stages = author_of(current_membership()), stages_of(form, table)
    try:
        row, _is_new = start_tournament(
            table, str(form.name.data), stages, _settings(form, stages), author, posted_id()
        )
    except InvalidInput as error:
        form.name.errors = [sentence(error)]
        return _again(form, table)
    except EventIdTaken:  # they went back, and changed it
        form.has_started = True
        form.name.errors = [_("This form has started a tournament. Send it again to start another one.")]
        return _again(form, table)
    return redirect(url_for(_first_page(form), tournament=row.id), 303)


def _is_complete(form: SetUpForm) -> bool:
    if form.only_moves:
        form.step()
        return False
    return form.validate()


def _again(form: SetUpForm, table: str | None) -> tuple[str, int]:
    shown = None if table is None else current_table()
    status = 200 if form.only_moves else 422
    return render_template("rooms/tournaments/setup.html", table=shown, **set_up_view(form, table)), status


LEAGUE_TIE_BREAKS = (setup.DIFFERENCE, setup.POINTS, setup.HEAD_TO_HEAD, setup.DECIDING_HAND, setup.LOTS)
A_DAY = 24 * 60
"""In minutes."""


def _settings(form: SetUpForm, stages: Sequence[Stage]) -> TournamentSettings:
    made = TournamentSettings(
        kept_on=str(form.kept_on.data),
        tables=form.tables.data,
        capacity=form.capacity.data,
        confirm_minutes=10,
        starts_after=None,
        bye_points=NEW_BYE_POINTS,
    )
    if not stages[0].is_league:
        return made
    return replace(made, tables=None, capacity=None, confirm_minutes=A_DAY, tie_breaks=LEAGUE_TIE_BREAKS)


def _first_page(form: SetUpForm) -> str:
    """Where whoever set it up begins: teams sign up, or the fixtures bring them."""
    return "fixtures.show" if find_format(str(form.format.data)).takes_fixtures else "teams.show"


@pages.get("/tournaments/<tournament>", role=OWN_MATCH)
def show(tournament: str) -> Response:
    """Lead to where this phone begins: the desk, or its own match."""
    return to("desk.show") if may("scorer") else to("my_match.show")
