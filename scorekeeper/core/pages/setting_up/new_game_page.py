"""The page of a new game: the seats with their panel, and the house rules, as the form has them."""

from collections.abc import Sequence
from dataclasses import dataclass

from scorekeeper.core.inputs.faults import MAX_NAME_LENGTH, MAX_TEXT_LENGTH
from scorekeeper.core.pages import Address, View, shape_key
from scorekeeper.core.pages.fields import field
from scorekeeper.core.pages.seats import confirm_view, is_long, spot_of, who_sits
from scorekeeper.core.pages.setting_up.house_rules import called, nearest_preset, preset_rows
from scorekeeper.core.pages.setting_up.new_game import (
    DEAL,
    SEATS,
    SERIES,
    GamesTable,
    NewGameForm,
    agreed_lines,
    seat_field,
)
from scorekeeper.core.pages.setting_up.shapes import rules_page, shape_links
from scorekeeper.core.rules.presets import Preset, fits, full
from scorekeeper.core.sheet.model import MAX_LIMIT
from scorekeeper.core.words.language import translate as _
from scorekeeper.core.words.rulesets import rules_idea, rules_name, rules_notice

MAX_CHIPS = 24
"""How many known players can be seated with a tap; others are typed, with the browser's suggestions."""


@dataclass(frozen=True, slots=True)
class NewGameContext:
    """What the page of a new game needs besides its form.

    `chips` are the table's players, most active first; `presets` and `agreed` lines are the table's own. `counts`: a
    game of the table can be one of a series. `shapes` are links for each number of players, none if there is no choice.
    `custom_game` has the name, words and key of a custom game. `rules_url` is the page of the rules as chosen.
    `rules_open`: the house rules are open at first.
    """

    chips: Sequence[str]
    presets: Sequence[Preset]
    agreed: Sequence[str]
    counts: bool
    shapes: Sequence[View]
    rules_url: str
    custom_game: View | None = None
    rules_open: bool = False


def page_of(form: NewGameForm, table: GamesTable, custom_game: View | None = None, rules_open: bool = False) -> View:
    """Values for `games/new.html`."""
    rules = form.rules
    context = NewGameContext(
        table.chips() if form.open_seat is not None else [],
        table.presets(rules, form.shape),
        agreed_lines(form, table),
        table.counts,
        shape_links(
            rules, form.shape, lambda key: table.address("games.new", shape=key, table=table.id, rules=rules.key)
        ),
        _rules_url(form, table.address),
        custom_game,
        rules_open,
    )
    return new_game_view(form, context)


def _rules_url(form: NewGameForm, address: Address) -> str:
    """The rules page with the house rules of the form, as far as they can be played."""
    if not fits(form.house.chosen, form.house.options):
        return address("rules.show", key=form.rules.key)
    return rules_page(form.rules, form.shape, full(form.house.options, form.house.chosen), address)


def new_game_view(form: NewGameForm, context: NewGameContext) -> View:
    """Values for `games/new.html`."""
    custom_game = context.custom_game
    return {
        "rules": {
            "key": form.rules.key,
            "name": rules_name(form.rules) if custom_game is None else custom_game["name"],
            "idea": rules_idea(form.rules) if custom_game is None else custom_game["words"],
            "custom_game": None if custom_game is None else custom_game["key"],
            "notice": rules_notice(form.rules),
            "url": context.rules_url,
            "shape": shape_key(form.shape),
        },
        "shapes": context.shapes,
        "seats": [{"name": seat_field(seat), "value": name} for seat, name in enumerate(form.names)],
        "places": _places_view(form),
        "panel": None if form.open_seat is None else _panel_view(form, form.open_seat, context.chips),
        "pairs": form.shape.players_per_side > 1,
        "drawn": form.is_drawn,
        "dealer": form.dealer,
        "drawn_card": _drawn_words(form),
        "new": form.new,
        **_rules_view(form, context),
        "preset_name": _preset_field(form),
        "saved": form.saved,
        "agreed": context.agreed,
        "wrong": form.problem,
    }


def _rules_view(form: NewGameForm, context: NewGameContext) -> View:
    """The house rules: as presets beside the seats, or each alone, on a page of their own."""
    if not form.is_customizing:
        hidden = form.house.fields | {"minutes": form.typed_minutes, "best_of": form.best_of}
        is_open = "preset" in form.given or context.rules_open
        presets = preset_rows(form.house, form.minutes, context.presets)
        return {"customizing": None, "rules_fields": hidden, "options_open": is_open, **presets}
    base = nearest_preset(form.house, form.minutes, context.presets)
    rows = [_limit_row(form, base), *([_series_row(form)] if context.counts else [])]
    return {
        "customizing": {"key": base.key, "name": called(base)},
        "options": form.house.groups(base, rows),
        "rules_fields": {},
    }


def _limit_row(form: NewGameForm, base: Preset) -> View:
    """The limit in minutes, among the house rules."""
    return {
        "key": "minutes",
        "name": "minutes",
        "kind": "number",
        "before": _("Time is called after"),
        "after": _("minutes"),
        "value": form.typed_minutes,
        "low": 0,
        "high": MAX_LIMIT,
        "step": 5,
        "usual": str(base.minutes),
        "usual_word": str(base.minutes),
        "differs": form.minutes != base.minutes,
        "help": _("0: no limit. The clock only tells; someone at the table calls time."),
        "errors": _errors(form, "minutes"),
        "idle": False,
        "idle_when": "[]",
    }


def _series_row(form: NewGameForm) -> View:
    """The series that the game is one of, among the house rules."""
    words = {"": _("Counts itself"), **{value: _(label) for value, label in SERIES.items()}}
    return {
        "key": "best_of",
        "name": "best_of",
        "kind": "list",
        "before": _("Series"),
        "after": "",
        "choices": [{"value": value, "label": label, "on": value == form.best_of} for value, label in words.items()],
        "usual": "",
        "usual_word": "",
        "differs": False,
        "help": _("Games of the same players in one night count as a series."),
        "errors": [],
        "idle": False,
        "idle_when": "[]",
    }


def _preset_field(form: NewGameForm) -> View:
    return field(
        "text",
        "preset_name",
        _("Save these house rules as"),
        form.preset_name,
        errors=_errors(form, "preset_name"),
        max_length=MAX_TEXT_LENGTH,
        placeholder=_("for example: Thursday"),
    )


def _errors(form: NewGameForm, name: str) -> list[str]:
    return [form.wrong[name]] if name in form.wrong else []


def _places_view(form: NewGameForm) -> list[View]:
    """Values for `table_top` in `macros/table.html`."""
    first = [form.deals_first(seat) for seat in range(form.players)]
    bids = None if form.is_drawn or True not in first else _first_bidder(form, first.index(True))
    return [
        {
            "index": seat,
            "side": seat % form.shape.sides,
            "name": name,
            "long": is_long(name),
            "spot": spot_of(seat, form.players),
            "unnamed": not form.names[seat],
            "current": seat == form.open_seat,
            "deals": first[seat],
            "drawn": form.is_drawn,
            "first": seat == bids,
            "url": None,
            "wrong": seat_field(seat) in form.wrong,
        }
        for seat, name in enumerate(form.seated)
    ]


def _first_bidder(form: NewGameForm, dealer: int) -> int:
    return (dealer + (-1 if form.rules.to_the_right else 1)) % form.players


def _panel_view(form: NewGameForm, seat: int, chips: Sequence[str]) -> View:
    """Values for the panel of a seat: its player, the dealer, swaps."""
    seated, named, known = form.seated, form.names[seat], form.slips.get(seat)
    offered = [name for name in chips if name not in form.names][:MAX_CHIPS]
    confirm = None
    if known is not None:
        is_added = "add" in form.given
        yes, new = (("sit", known), ("fresh", named)) if is_added else (("same", f"{seat}:{known}"), ("new", named))
        confirm = confirm_view(known, yes, new)
    return {
        "seat": seat,
        "side": seat % form.shape.sides,
        "heading": _("Rename {name}", name=named) if named and known is None else who_sits(seat, form.players),
        "chips": offered,
        "value": named,
        "max_length": MAX_NAME_LENGTH,
        "errors": _errors(form, seat_field(seat)),
        "focus": not offered or "sit" not in form.given,  # who taps names goes on tapping
        "confirm": confirm,
        "sitting": named or None,
        "deals": None if form.deals_first(seat) else _("Draws first") if form.is_drawn else _("Deals first"),
        "swaps": [
            {"value": f"{seat}-{other}", "label": _("Swap with {name}", name=name)}
            for other, name in enumerate(seated)
            if other != seat and (named or form.names[other])
        ],
    }


def _drawn_words(form: NewGameForm) -> str | None:
    """What was drawn, for everyone to hear."""
    drawn = form.given.get("draw", "")
    if drawn == SEATS:
        return _("Seats drawn")
    first = [name for seat, name in enumerate(form.seated) if form.deals_first(seat)]
    if drawn != DEAL or not first:
        return None
    return _("{name} draws first", name=first[0]) if form.is_drawn else _("{name} deals first", name=first[0])
