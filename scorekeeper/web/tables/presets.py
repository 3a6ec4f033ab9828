"""A table's house rules: its own notes on cards and manners, and its saved presets."""

from flask import Blueprint, abort, flash, redirect, render_template, request, url_for
from werkzeug.wrappers import Response
from wtforms import Form
from wtforms.validators import Length

from scorekeeper.access import SCORER, current_table
from scorekeeper.core.inputs import InvalidInput
from scorekeeper.core.pages import View
from scorekeeper.core.pages.hand_words import sentence as full_sentence
from scorekeeper.core.rules.presets import changed_from, fits
from scorekeeper.core.rulesets import rule_sets
from scorekeeper.core.sheet.model import MAX_AGREED_LINE_LENGTH, MAX_AGREED_LINES
from scorekeeper.core.words.faults import fault_text, fault_words
from scorekeeper.core.words.language import translate as _
from scorekeeper.core.words.rulesets import own_preset_text, rules_name
from scorekeeper.services.house_rules import agreed_at, remove_preset, rename_preset, save_agreed
from scorekeeper.storage.errors import TakenByAnother
from scorekeeper.storage.presets import NoSuchPreset, TablePreset, table_presets
from scorekeeper.web.forms import StringField, TextAreaField, ValidName, sentence, stripped
from scorekeeper.web.language import lazy

Page = Response | str | tuple[str, int]


class AgreedForm(Form):
    """The table's own notes, one per line."""

    lines = TextAreaField(
        lazy("One rule a line"),
        [Length(max=MAX_AGREED_LINES * (MAX_AGREED_LINE_LENGTH + 2), message=lazy("The list is too long."))],
        description=lazy(
            "Up to {most} lines of {longest} characters, for the table only. Each game keeps the lines it began with.",
            most=MAX_AGREED_LINES,
            longest=MAX_AGREED_LINE_LENGTH,
        ),
        render_kw={"rows": 5},
    )

    @property
    def given(self) -> list[str]:
        """The lines that are not empty."""
        return [line.strip() for line in (self.lines.data or "").splitlines() if line.strip()]


class PresetNameForm(Form):
    """A new name for a preset."""

    name = StringField(lazy("Name"), filters=[stripped], validators=[ValidName()])


pages = Blueprint("house_rules", __name__, url_prefix="/tables/<table>/house-rules")


@pages.get("", role=SCORER)
def show(table: str) -> str:
    return _page(table, _agreed_form(table))


@pages.post("/agreed", role=SCORER)
def agree(table: str) -> Page:
    form = AgreedForm(request.form)
    try:
        save_agreed(table, form.given)
    except InvalidInput as error:
        is_about_a_line = error.fault.path.number_of("agreed line") > 0
        form.lines.errors = [full_sentence(fault_text(error.fault) if is_about_a_line else fault_words(error.fault))]
        return _page(table, form), 422
    flash(_("Saved. Every new game begins with these lines."), "success")
    return redirect(url_for("house_rules.show", table=table), 303)


@pages.post("/presets/<int:preset>", role=SCORER)
def rename(table: str, preset: int) -> Page:
    form = PresetNameForm(request.form)
    try:
        rename_preset(table, preset, str(form.name.data or ""))
    except NoSuchPreset:
        abort(404)
    except (InvalidInput, TakenByAnother) as error:
        form.name.errors = [sentence(error)]
        return _page(table, _agreed_form(table), preset, form), 422
    return redirect(url_for("house_rules.show", table=table), 303)


@pages.post("/presets/<int:preset>/remove", role=SCORER)
def remove(table: str, preset: int) -> Page:
    try:
        removed = remove_preset(table, preset)
    except NoSuchPreset:
        abort(404)
    flash(_("“{name}” removed. Games keep the rules they began with.", name=removed.name), "success")
    return redirect(url_for("house_rules.show", table=table), 303)


def _agreed_form(table: str) -> AgreedForm:
    return AgreedForm(data={"lines": "\n".join(agreed_at(table))})


def _page(table: str, form: AgreedForm, renamed: int | None = None, name: PresetNameForm | None = None) -> str:
    presets = [_preset(preset, name if preset.id == renamed else None) for preset in table_presets(table)]
    return render_template("tables/house_rules.html", table=current_table(), form=form, presets=presets)


def _preset(preset: TablePreset, typed: PresetNameForm | None) -> View:
    """Values for a preset: its rules in sentences, and its name field; `typed` is the form with a rejected name."""
    rules = rule_sets()[preset.rules]
    shape = next((shape for shape in rules.shapes if fits(preset.options, rules.options(shape))), rules.shapes[0])
    options = rules.options(shape)
    form = typed or PresetNameForm(data={"name": preset.name})
    return {
        "id": preset.id,
        "name": preset.name,
        "game": rules_name(rules),
        "text": own_preset_text(options, changed_from(options, preset.options), preset.minutes or 0),
        "field": form.name,
        "wrong": typed is not None,
    }
