"""A new game, step 1: what to play. The table's last game, Partnership, and the menu by number of players."""

from collections.abc import Sequence

from scorekeeper.core.pages import View, shape_key
from scorekeeper.core.pages.setting_up.house_rules import preset_rows
from scorekeeper.core.pages.setting_up.new_game import GamesTable, first_fields, new_game_form
from scorekeeper.core.pages.setting_up.shapes import players_of
from scorekeeper.core.rules.ruleset import RuleSet
from scorekeeper.core.rules.seating import Shape
from scorekeeper.core.rulesets import rule_set, rule_sets
from scorekeeper.core.words.language import translate as _, translate_plural as _n
from scorekeeper.core.words.names import side_name
from scorekeeper.core.words.rulesets import rules_in_short, rules_name

RULES = "partnership"
PAIRS = Shape(2, 2)
"""What a table plays that has not played yet."""

MANY = 5
"""The last choice by number of players: this many or more."""

MAX_UNFOLDED, MAX_CHOSEN = 3, 6
"""The games in sight at first, and once somebody chose how many play."""


def choose_view(table: GamesTable, chosen: str) -> View:
    """Values for `games/choose.html`; `chosen` is for how many players."""
    last = table.last
    usual = min(players_of(last[1] if last is not None else PAIRS), MANY)
    shown = [last] if last is not None else []
    if last is None or last[0] != RULES:
        shown.append((RULES, PAIRS))
    players = _players(chosen, usual)
    return {
        "cards": [_card(table, key, shape, (key, shape) == last) for key, shape in shown],
        "players": players_menu(table, players),
        "games": games_menu(table, players, usual, [key for key, _shape in shown]),
    }


def _players(word: str, usual: int) -> int:
    choices = {"all": 0, **{str(players): players for players in range(2, MANY + 1)}}
    return choices.get(word, usual)


def _card(table: GamesTable, key: str, shape: Shape, is_last: bool) -> View:
    rules = rule_set(key)
    chosen = {"rules": key, "shape": shape_key(shape)}
    form = new_game_form(table, chosen)
    target = form.house.chosen.get("target")
    words = [_n(players_of(shape), "1 player", "{count} players")]
    if target:
        words.append(_("to {points}", points=str(target)))
    words.append(str(preset_rows(form.house, form.minutes, table.presets(rules, shape))["options_summary"]))
    address = table.address("games.new", table=table.id, rules=key, shape=chosen["shape"])
    return {
        "title": rules_name(rules),
        "note": " · ".join(words),
        "played_last": is_last,
        "sides": [{"index": side, "name": side_name(own)} for side, own in enumerate(form.sides())],
        "fields": first_fields(form),
        "seats": address,
        "rules": f"{address}&house-rules=open#house-rules",
    }


def games_menu(table: GamesTable, players: int, usual: int, but: Sequence[str]) -> View:
    """Values for `game_list` in `macros/cards.html`: every game for this number of players (0: all), once.

    The table's own come first, the latest one on top, then those for its `usual` number of players, then the others
    from few players to many. All but the `first` few are the `rest`. `but` are the rule sets shown above the list.
    """
    found = [rules for rules in rule_sets().values() if rules.key not in but and (not players or seats(rules, players))]
    played = list(dict.fromkeys(table.played))
    places = [(_place(rules, played, players, usual), rules) for rules in found]
    games = [_entry(table, rules, players) for _order, rules in sorted(places, key=lambda each: each[0])]
    customs = [players_of(rules.shapes[0]) for rules in rule_sets().values() if rules.custom_scoring is not None]
    if players in (0, *customs):
        games = [*games, *table.custom_games()]
    games = [game for game in games if game["url"]]
    shown = MAX_UNFOLDED if players == usual else MAX_CHOSEN
    return {"first": games[:shown], "rest": games[shown:]}


def _place(rules: RuleSet, played: Sequence[str], players: int, usual: int) -> tuple[int, bool, int]:
    own = played.index(rules.key) if rules.key in played else len(played)
    return (own, not seats(rules, usual), 0 if players else min(players_of(shape) for shape in rules.shapes))


def players_menu(table: GamesTable, players: int) -> list[View]:
    """The chips over the list: all games, or those for 2, 3, 4 or more players."""
    return [
        {
            "label": _number(number),
            "full_label": _full_number(number),
            "url": table.address("games.new", table=table.id, players=str(number) if number else "all"),
            "chosen": number == players,
        }
        for number in (0, *range(2, MANY + 1))
    ]


def _number(players: int) -> str:
    if not players:
        return _("All")
    return _("{number}+", number=players) if players == MANY else str(players)


def _full_number(players: int) -> str:
    if not players:
        return _("All games")
    return (
        _("Games for {number} or more players", number=players)
        if players == MANY
        else _("Games for {number} players", number=players)
    )


def seats(rules: RuleSet, players: int) -> bool:
    """Whether a game seats this many, or `MANY` and more."""
    seated = [players_of(shape) for shape in rules.shapes]
    return players in seated if players < MANY else max(seated) >= players


def _seats_in_short(rules: RuleSet) -> str:
    """How many play: `4`, `2–8`."""
    seated = [players_of(shape) for shape in rules.shapes]
    least, most = min(seated), max(seated)
    return str(least) if least == most else _("{least}–{most}", least=least, most=most)


def _shape(rules: RuleSet, players: int) -> Shape:
    """The shape for this many players, or the next larger; the usual one if no number is given."""
    exact = [shape for shape in rules.shapes if players_of(shape) == players]
    more = [shape for shape in rules.shapes if players_of(shape) > players > 0]
    return [*exact, *more, rules.shapes[0]][0]


def _entry(table: GamesTable, rules: RuleSet, players: int) -> View:
    if rules.custom_scoring is not None:
        url = table.address("custom_games.index", table=table.id)
    else:
        shape = shape_key(_shape(rules, players)) if len(rules.shapes) > 1 else None
        url = table.address("games.new", table=table.id, rules=rules.key, shape=shape)
    return {"url": url, "name": rules_name(rules), "idea": rules_in_short(rules), "players": _seats_in_short(rules)}
