"""Fields for matches of a stage with rules and limits of their own: the final, the losers' bracket, single rounds."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from wtforms import Form, SelectField
from wtforms.validators import Optional

from scorekeeper.core.rulesets import rule_set
from scorekeeper.core.words.language import translatable
from scorekeeper.rooms.tournaments.domain.formats import find_format
from scorekeeper.rooms.tournaments.domain.setting_up.bounds import MAX_OVERRIDES, MAX_SCORE
from scorekeeper.rooms.tournaments.domain.setting_up.setup import FINAL, LOSERS, Override, Stage, Value
from scorekeeper.rooms.tournaments.pages.setting_up.offered_rules import (
    key_of,
    offered_rules,
    rules_behind,
    usual_shape,
    without_target,
)
from scorekeeper.web.declared_fields import field_of
from scorekeeper.web.forms import WholeBetween, WholeField, choices
from scorekeeper.web.language import lazy

ROUND = "round"
AS_SET = "as-set"
"""In place of a key of offered rules: rules that a program set, which are none of these."""

LABELS = {
    FINAL: {
        "rules": translatable("The final, rules"),
        "target": translatable("The final, play to"),
        "minutes": translatable("The final, minutes"),
        "hands": translatable("The final, hands"),
    },
    LOSERS: {
        "rules": translatable("Losers’ bracket, rules"),
        "target": translatable("Losers’ bracket, play to"),
        "minutes": translatable("Losers’ bracket, minutes"),
        "hands": translatable("Losers’ bracket, hands"),
    },
    ROUND: {
        "number": translatable("A round with limits of its own"),
        "rules": translatable("This round, rules"),
        "target": translatable("This round, play to"),
        "minutes": translatable("This round, minutes"),
        "hands": translatable("This round, hands"),
    },
}


def target_field(label: str, **more: Any) -> Any:
    """What matches go to: an option of most rules, none of others."""
    return WholeField(label, [Optional(), WholeBetween(1, MAX_SCORE)], **more)


@dataclass(frozen=True, slots=True)
class OwnLimits:
    """One part of a stage, and what holds only for it now. `key` begins the names of its fields."""

    key: str
    stage: Stage
    override: Override
    table_id: str

    def fields(self) -> dict[str, Any]:
        """The fields by name, with what is set now."""
        own = self.override
        labels = {what: lazy(text) for what, text in LABELS[own.bracket or ROUND].items()}
        made: dict[str, Any] = {}
        if own.bracket is None:
            made["number"] = field_of(
                Override, ROUND, labels["number"], lazy("Its number. Empty: none."), default=own.round
            )
        if (offered := self._offered()) != []:
            made["rules"] = SelectField(labels["rules"], choices=choices(offered), default=self._rules_now())
        if "target" in _usual_options(self.stage):
            made["target"] = target_field(labels["target"], default=own.options.get("target"))
        for what in ("minutes", "hands"):
            made[what] = field_of(Override, what, labels[what], default=getattr(own, what))
        return {f"{self.key}_{what}": field for what, field in made.items()}

    def changed(self, form: Form) -> Override | None:
        """The override as the form has it; None if it would say nothing."""
        given = {name.removeprefix(f"{self.key}_"): form[name].data for name in self.fields()}
        rules, own = given.get("rules", AS_SET), self.override
        options = dict(without_target(own.options)) if rules == AS_SET else self._options_of(rules)
        if given.get("target") is not None:
            options["target"] = given["target"]
        made = replace(own, options=options, minutes=given["minutes"], hands=given["hands"])
        if own.bracket is None:
            made = replace(made, round=given["number"])
        says_something = options or made.minutes is not None or made.hands is not None
        return made if says_something and (made.bracket or made.round) else None

    def _offered(self) -> list[tuple[str, str]]:
        """The rules to choose from: presets of the stage's rule set; none if it has no other."""
        offered = [each for each in offered_rules(self.table_id).items() if each[0].split()[0] == self.stage.rules]
        first = [("", lazy("As in the other matches"))]
        if self._rules_now() == AS_SET:
            first.append((AS_SET, lazy("As a program set them")))
        return first + offered if len(offered) > 1 else []

    def _rules_now(self) -> str:
        if not without_target(self.override.options):
            return ""
        together = {**_usual_options(self.stage), **self.stage.options, **self.override.options}
        rules = rule_set(self.stage.rules)
        changed = rules.with_options(together, usual_shape(rules)).changed_options()
        return key_of(self.stage.rules, changed, self.table_id) or AS_SET

    def _options_of(self, rules: str) -> dict[str, Value]:
        """What makes the stage's options those of other rules: also the usual value of what the stage changed."""
        if not rules:
            return {}
        usual, wanted = _usual_options(self.stage), rules_behind(rules, self.table_id)[1]
        back = {name: usual[name] for name in self.stage.options if name in usual}
        return dict(without_target({**back, **wanted}))


def _usual_options(stage: Stage) -> Mapping[str, Value]:
    rules = rule_set(stage.rules)
    return {option.key: option.default for option in rules.options(usual_shape(rules))}


def own_limits(stage: Stage, table_id: str) -> list[OwnLimits]:
    """The final and the losers of a bracket; else every round that has limits of its own, and one that may get them."""
    form = find_format(stage.format)
    if form.is_bracket:
        brackets = [FINAL, *([LOSERS] if stage.format == "double-elimination" else [])]
        now = {own.bracket: own for own in stage.overrides}
        return [
            OwnLimits(bracket, stage, now.get(bracket, Override(bracket=bracket)), table_id) for bracket in brackets
        ]
    if form.grows:
        return []
    rounds = [own for own in stage.overrides if own.round is not None]
    shown = [*rounds, Override()][:MAX_OVERRIDES]
    return [OwnLimits(f"{ROUND}_{number}", stage, own, table_id) for number, own in enumerate(shown, 1)]


def changed_overrides(stage: Stage, shown: Sequence[OwnLimits], form: Form) -> tuple[Override, ...]:
    """The stage's overrides as the form has them; those that it does not show stay."""
    kept = [own for own in stage.overrides if all(own is not part.override for part in shown)]
    changed = [part.changed(form) for part in shown]
    return (*kept, *(own for own in changed if own is not None))
