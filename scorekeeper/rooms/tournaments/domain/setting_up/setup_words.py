"""A set-up in plain words, from the set-up itself: what everybody plays, to what, until when, and who goes on."""

from collections.abc import Iterator, Mapping, Sequence

from scorekeeper.core.rules.presets import presets_for
from scorekeeper.core.rules.ruleset import Option, RuleSet
from scorekeeper.core.rules.seating import Shape
from scorekeeper.core.rulesets import rule_set
from scorekeeper.core.words.language import (
    after_colon,
    full_stop,
    in_sentences,
    listed,
    spaced,
    translatable,
    translate as _,
    translate_plural as _n,
)
from scorekeeper.core.words.options import option_rule
from scorekeeper.core.words.rulesets import preset_name, rules_name
from scorekeeper.rooms.tournaments.domain.format import Format
from scorekeeper.rooms.tournaments.domain.formats import find_format
from scorekeeper.rooms.tournaments.domain.setting_up import setup
from scorekeeper.rooms.tournaments.domain.setting_up.setup import Override, Stage, TournamentSettings, Value
from scorekeeper.rooms.tournaments.domain.words import FORMATS, SETTINGS, TIE_BREAKS, tie_breaks_text

CHOICES = {
    "ahead": translatable("Drawn ahead"),
    "winners-up": translatable("Winners move up a table"),
    "winners-down": translatable("Winners move down a table"),
    "circle": translatable("Everybody moves"),
    "half-sit": translatable("Half the teams sit, the others move up"),
    setup.NO_LEAGUE: translatable("None: wins come first"),
    "2-1-0": "2–1–0",
    "3-1-0": "3–1–0",
}
"""The choices of formats' settings."""

KEPT_ON = {
    setup.PLAYERS_PHONES: translatable("Players’ phones"),
    setup.HOUSE_PHONES: translatable("A phone a table"),
    setup.ON_PAPER: translatable("Paper"),
}
TARGET = "target"
ALWAYS_SAID = ("play_minutes",)
"""Settings of formats that matter to everybody, also where they are the usual ones."""
BESIDE = (TARGET, "hands")
"""Options that are said as a limit, not as a house rule."""

A_DAY = 24 * 60
"""In minutes."""


def stage_title(stage: Stage) -> str:
    """`Winners play winners, 5 rounds`."""
    name = _(FORMATS[stage.format])
    if stage.rounds is None:
        return name
    return _n(stage.rounds, "{format}, 1 round", "{format}, {count} rounds", format=name)


def stage_lines(stage: Stage) -> list[str]:
    """A stage in sentences: rules, limits, what holds only for some matches, its format's settings, who goes on."""
    form, rules = find_format(stage.format), rule_set(stage.rules)
    shape = form.shape(rules) or rules.shapes[0]
    known = rules.options(shape)
    lines = [_rules_line(stage, rules, shape), _limit_line(stage, rules, shape)]
    lines += [_override_line(override, known) for override in stage.overrides]
    lines += _own_settings(stage, form)
    if stage.advance is not None:
        if form.pools(stage) > 1:
            lines.append(_n(stage.advance, "The first of each pool goes on.", "The best {count} of each pool go on."))
        else:
            lines.append(_n(stage.advance, "The first goes on.", "The best {count} go on."))
    if stage.seeds in SEEDS:
        lines.append(_(SEEDS[stage.seeds]))
    return [line for line in lines if line]


SEEDS = {
    setup.ENTRY: translatable("Seeds are in the order of entry."),
    setup.RATING: translatable("Seeds are by rating."),
}


def _rules_line(stage: Stage, rules: RuleSet, shape: Shape) -> str:
    """`Partnership: Contest. Blind numbers from 6. …`: the rules with a preset's name, and the house rules."""
    known = rules.options(shape)

    def compared(options: Mapping[str, Value]) -> dict[str, Value]:
        changed = rules.with_options(dict(options), shape).changed_options()
        return {key: value for key, value in changed.items() if key not in BESIDE}

    own = compared(stage.options)
    named = [preset.key for preset in presets_for(known) if own and compared(preset.options) == own]
    name = after_colon(rules_name(rules), preset_name(named[0])) if named else rules_name(rules)
    return spaced(full_stop(name), *_house_rules(stage.options, known))


def _house_rules(options: Mapping[str, Value], known: Sequence[Option]) -> list[str]:
    """The house rules that differ from the printed rules, in sentences."""
    played = {option.key: options.get(option.key, option.default) for option in known}
    changed = [option for option in known if option.key in options and option.key not in BESIDE]
    rules = [option_rule(option, played) for option in changed if not option.has_no_effect(played)]
    return [full_stop(in_sentences(rules))] if rules else []


def _limit_line(stage: Stage, rules: RuleSet, shape: Shape) -> str:
    """How far a match goes: to points, a number of hands, minutes, or what the rules themselves say."""
    usual = {option.key: option.default for option in rules.options(shape)}
    options = find_format(stage.format).match_options(stage.limits(0), rules.options(shape))
    played = {**usual, **options}
    hands, target = played.get("hands"), played.get(TARGET)
    parts = []
    if hands:
        parts.append(_n(int(hands), "Each match has 1 hand.", "Each match has {count} hands."))
    elif target:
        parts.append(_("Each match goes to {target} points.", target=int(target)))
    if stage.days:
        parts.append(_n(stage.days, "Each round has 1 day.", "Each round has {count} days."))
    elif stage.minutes is not None:
        parts.append(_n(stage.minutes, "Time is called after 1 minute.", "Time is called after {count} minutes."))
        if stage.at_time == setup.ONE_MORE:
            parts.append(_("Then the hand is finished, and one more is played."))
    return spaced(*parts)


def _override_line(override: Override, known: Sequence[Option]) -> str:
    """`The final: to 500 points.`"""
    says = []
    if override.options.get(TARGET):
        says.append(_("to {target} points", target=int(override.options[TARGET] or 0)))
    if override.hands is not None:
        says.append(_n(override.hands, "1 hand", "{count} hands"))
    if override.minutes is not None:
        says.append(_n(override.minutes, "1 minute", "{count} minutes"))
    rules = _house_rules(override.options, known)
    where = {setup.FINAL: _("The final"), setup.LOSERS: _("The losers’ bracket")}.get(override.bracket or "")
    if where is None:
        where = _("Round {number}", number=override.round or 0)
    texts = [full_stop(", ".join(says))] if says else []
    return after_colon(where, spaced(*texts, *rules)) if says or rules else ""


def _own_settings(stage: Stage, form: Format) -> Iterator[str]:
    """What the format is set to, where that is not the usual."""
    for setting in form.settings:
        value = form.setting(stage, setting.key)
        if (value == setting.default and setting.key not in ALWAYS_SAID) or setting.key == setup.DAYS:
            continue
        label = _(SETTINGS[setting.key])
        if setting.is_switch:
            yield full_stop(label if value else after_colon(label, _("no")))
        else:
            words = _(CHOICES[str(value)]) if setting.choices else str(value)
            yield full_stop(after_colon(label, words))


def settings_lines(settings: TournamentSettings) -> list[str]:
    """What holds for the whole tournament, where that is not the usual."""
    lines = [
        full_stop(after_colon(_("Who keeps score"), _(KEPT_ON[settings.kept_on]))),
        _tables_line(settings),
        _confirm_line(settings),
        _no_show_line(settings),
        _start_line(settings),
        _cap_line(settings),
        _bye_line(settings),
        _("Only teams that paid are paired.") if settings.must_pay else "",
        _("There is a public page.") if settings.public else "",
        full_stop(tie_breaks_text(settings.tie_breaks))
        if settings.tie_breaks != TournamentSettings().tie_breaks
        else "",
    ]
    return [line for line in lines if line]


def _tables_line(settings: TournamentSettings) -> str:
    if settings.tables is None:
        return ""
    return _n(settings.tables, "There is 1 table.", "There are {count} tables.")


def _start_line(settings: TournamentSettings) -> str:
    if settings.starts_after is None:
        return ""
    return _n(
        settings.starts_after,
        "The clock starts by itself 1 minute after publishing.",
        "The clock starts by itself {count} minutes after publishing.",
    )


def _no_show_line(settings: TournamentSettings) -> str:
    if settings.no_show_minutes is None:
        return ""
    return _n(
        settings.no_show_minutes,
        "A team that is missing after 1 minute forfeits.",
        "A team that is missing after {count} minutes forfeits.",
    )


def _confirm_line(settings: TournamentSettings) -> str:
    if settings.confirm_minutes is None:
        return ""
    days, minutes = divmod(settings.confirm_minutes, A_DAY)
    if days and not minutes:
        return _n(
            days,
            "A result counts after 1 day without objection.",
            "A result counts after {count} days without objection.",
        )
    return _n(
        settings.confirm_minutes,
        "A result counts after 1 minute without objection.",
        "A result counts after {count} minutes without objection.",
    )


def _bye_line(settings: TournamentSettings) -> str:
    if settings.bye_points is None:
        return ""
    points = settings.bye_points
    return _n(points, "A bye or a forfeit is won by 1 point.", "A bye or a forfeit is won by {count} points.")


def _cap_line(settings: TournamentSettings) -> str:
    if settings.cap is None:
        return ""
    return _("A match counts at most {points} points of difference.", points=settings.cap)


# What is set, in full, under the title of a group of settings.

LATE = {
    setup.LOSSES: translatable("Rounds that a late team missed are losses."),
    setup.HALVES: translatable("Rounds that a late team missed are half a win."),
    setup.FROM_ZERO: translatable("Rounds that a late team missed count nothing."),
}
LEFT = {
    setup.COUNTS: translatable("What a team played counts, also after it left."),
    setup.NOTHING: translatable("What a team played counts nothing once it left."),
}
NAMES = {
    setup.INITIALS: translatable("Names with an initial."),
    setup.FULL_NAMES: translatable("Names in full."),
    setup.NUMBERS: translatable("Numbers for names."),
}
RANKED_BY = {setup.BY_POINTS: translatable("Ranked by points."), setup.BY_WINS: translatable("Ranked by wins.")}


def watching_words(settings: TournamentSettings) -> str:
    """What everybody sees: `Names with an initial. Standings are shown. No public page.`"""
    page = _n(
        settings.public_hours,
        "A public page until 1 hour after the end.",
        "A public page until {count} hours after the end.",
    )
    return _one_after_the_other(
        _(NAMES[settings.names]),
        _("Standings are hidden until the end.") if settings.hide_standings else _("Standings are shown."),
        page if settings.public else _("No public page."),
        _n(len(settings.prizes), "1 prize.", "{count} prizes.") if settings.prizes else "",
    )


def table_words(settings: TournamentSettings, stages: Sequence[Stage]) -> str:
    """How many tables there are, and what keeps the score on them."""
    tables = "" if has_no_room(stages) else _tables_line(settings) or _("Enough tables for every match.")
    return _one_after_the_other(full_stop(_(KEPT_ON[settings.kept_on])), tables)


def has_no_room(stages: Sequence[Stage]) -> bool:
    """Whether all of it is a league: nothing then depends on a room, its tables and its clock."""
    return all(stage.is_league for stage in stages)


def timing_words(settings: TournamentSettings, stages: Sequence[Stage]) -> str:
    """What happens by time, and what waits for a person."""
    by_the_clock = [
        _start_line(settings) or _("A director starts the clock."),
        _no_show_line(settings) or _("A director decides on missing teams."),
    ]
    confirmed = _confirm_line(settings) or _("Only confirmed results count.")
    return _one_after_the_other(*([] if has_no_room(stages) else by_the_clock), confirmed)


def entry_words(settings: TournamentSettings, stages: Sequence[Stage]) -> str:
    """Who is paired, and what late teams and, in a round robin, those that leave get."""
    until = settings.late_until
    late = [_(LATE[settings.late])]
    late += [] if until is None else [_("Late teams come in until round {number}.", number=until)]
    unpaid = "" if has_no_room(stages) else _("Teams that did not pay are paired, too.")
    return _one_after_the_other(
        _("At most {count} teams, then a waiting list.", count=settings.capacity) if settings.capacity else "",
        _("Only teams that paid are paired.") if settings.must_pay else unpaid,
        *([] if has_no_room(stages) else late),
        _(LEFT[settings.when_left]) if any(find_format(each.format).counting(each).strikes for each in stages) else "",
    )


def ranking_words(settings: TournamentSettings, stages: Sequence[Stage], solo: bool) -> str:
    """What counts in the standings."""
    by = _(RANKED_BY[settings.ranked_by]) if solo else ""
    byes = _bye_line(settings) or _("A bye or a forfeit counts the team’s own average.")
    byes = "" if has_no_room(stages) else byes
    return _one_after_the_other(by, _cap_line(settings) or _("Every point of difference counts."), byes)


def tie_break_words(settings: TournamentSettings) -> str:
    """The order of tie-breaks."""
    if not settings.tie_breaks:
        return _("None: level teams share a place.")
    return full_stop(listed([_(TIE_BREAKS[key]) for key in settings.tie_breaks]))


def _one_after_the_other(*sentences: str) -> str:
    return spaced(*(sentence for sentence in sentences if sentence))


def stage_words(stage: Stage) -> str:
    """A stage in one paragraph."""
    return spaced(*stage_lines(stage))
