"""`scorekeeper rules`: the rule sets in a list, or one as text for a terminal."""

from collections.abc import Iterator
from typing import Any

import click

from scorekeeper.cli.terminal import BadInput, json_text, table, wrapped
from scorekeeper.core.inputs import InvalidInput
from scorekeeper.core.pages.looking_up import rulebook
from scorekeeper.core.rules.presets import find_preset
from scorekeeper.core.rules.ruleset import HouseRules, RuleSet, Value, value_word
from scorekeeper.core.rules.seating import Shape
from scorekeeper.core.rulesets import rule_set
from scorekeeper.core.words.faults import fault_text
from scorekeeper.core.words.language import translate as _, translate_plural as _n, with_semicolons
from scorekeeper.core.words.rules import players_words

WIDTH = 100


def contents_page(contents: list[dict[str, Any]]) -> Iterator[str]:
    """All rule sets, one a line."""
    yield from table([(rules["key"], rules["name"], rules["players"]) for rules in contents])
    yield ""
    yield _("Run scorekeeper rules KEY to read one of them.")


def rules_page(book: dict[str, Any]) -> Iterator[str]:
    """One rule set with all its numbers."""
    yield f"{book['name']} ({book['key']})"
    yield from _block(_("For {players}. Source: {source}.", players=book["players"], source=book["source"]))
    yield from _block(_table_words(book["table"]))
    yield ""
    yield from _block(book["idea"])
    yield from _section(_("Cards and play"), [row for text in book["cards_and_play"] for row in _point(text)])
    yield from _section(_("Calls"), list(_calls(book)))
    yield from _section(_("Bidding"), [row for limit in book["limits"] for row in _point(str(limit["text"]))])
    yield from _section(_("Hands"), list(_deals(book)))
    yield from _section(_("Scoring"), [row for part in book["scoring"] for row in _point(part["text"])])
    yield from _section(_("Renege"), _point(book["renege"]) if book["renege"] else [])
    yield from _section(_("The end"), [row for text in book["endings"] for row in _point(text)])
    yield from _section(_("What the source leaves open"), [row for text in book["reading"] for row in _point(text)])
    yield from _section(_("House rules"), list(_options(book)))
    yield from _section(_("Presets"), list(_presets(book)))


def _section(title: str, rows: list[str]) -> Iterator[str]:
    if rows:
        yield ""
        yield title
        yield from (f"  {row}" for row in rows)


def _block(text: str) -> list[str]:
    return wrapped(text, WIDTH)


def _point(text: str) -> list[str]:
    return wrapped(f"- {text[:1].upper()}{text[1:]}", WIDTH - 2, "  ")


def _table_words(shape: dict[str, int]) -> str:
    players = shape["sides"] * shape["people"]
    who = _n(players, "1 player", "{count} players")
    if shape["people"] > 1:
        who = _("{players} players in {pairs} pairs", players=players, pairs=shape["sides"])
    return _("This page is for {players}, with {tricks} tricks a hand.", players=who, tricks=shape["tricks"])


def _calls(book: dict[str, Any]) -> Iterator[str]:
    head = (_("call"), _("promises"), _("made"), _("failed"), _("bid by"), "")
    rows = [
        (
            call["name"] if call["nickname"] else call["code"],
            call["promise"],
            call["made_text"],
            call["failed_text"],
            call["by"],
            with_semicolons(call["remarks"]),
        )
        for call in book["calls"]
        if rulebook.promises_something(call)
    ]
    yield from table([head, *rows], right=(2, 3))


def _deals(book: dict[str, Any]) -> Iterator[str]:
    for deal in book["deals"]:
        if deal["name"]:
            yield from wrapped(f"{deal['number']:>2} {deal['name']}: {deal['text']}", WIDTH - 2, "   ")


def _options(book: dict[str, Any]) -> Iterator[str]:
    for option in book["options"]:
        default, value = value_word(option["default"]), value_word(option["value"])
        note = _("default {default}", default=default)
        if value != default:
            note = _("default {default}, here {value}", default=default, value=value)
        yield f"{option['key']}: {option['takes']} ({note})"
        yield from (f"  {row}" for row in wrapped(option["help"], WIDTH - 4))


@click.command()
@click.argument("key", required=False)
@click.option("--json", "as_json", is_flag=True, help="Print the rules as data.")
@click.option("--players", type=click.IntRange(2, 8), help="The number of players, if the rule set allows several.")
@click.option(
    "--option", "-o", "chosen", multiple=True, metavar="OPTION=VALUE", help="With a house rule, such as bags=5."
)
@click.option("--preset", "-p", metavar="PRESET", help="With a set of house rules, such as classic.")
def rules(key: str | None, as_json: bool, players: int | None, chosen: tuple[str, ...], preset: str | None) -> None:
    """List the rule sets, or print the one called KEY.

    Every number comes from the data that scores the games.
    """
    if key is None:
        contents = rulebook.contents()
        click.echo(json_text(contents, indent=2) if as_json else "\n".join(contents_page(contents)))
        return
    try:
        book = rulebook.describe(_house_rules(rule_set(key), players, chosen, preset))
    except InvalidInput as error:
        raise BadInput(fault_text(error.fault)) from error
    click.echo(json_text(book, indent=2) if as_json else "\n".join(rules_page(book)))


def _house_rules(
    ruleset: RuleSet, players: int | None, chosen: tuple[str, ...], preset: str | None = None
) -> HouseRules:
    fitting = [shape for shape in ruleset.shapes if players in (None, shape.sides * shape.players_per_side)]
    if not fitting:
        raise BadInput(
            _(
                "{rules} is for {sizes}, not for {players} players",
                rules=ruleset.key,
                sizes=players_words(ruleset.shapes),
                players=str(players),
            )
        )
    shape = fitting[0]
    named = find_preset(ruleset.key, ruleset.options(shape), preset).options if preset else {}
    return ruleset.with_options({**named, **dict(_chosen(ruleset, shape, part) for part in chosen)}, shape)


def _chosen(ruleset: RuleSet, shape: Shape, part: str) -> tuple[str, Value]:
    name, sign, text = part.partition("=")
    if not sign:
        raise BadInput(_("--option {option} has no value. Give one, such as bags=5", option=repr(part)))
    known = [option for option in ruleset.options(shape) if option.key == name]
    return name, known[0].parse(text) if known else text


def _presets(book: dict[str, Any]) -> Iterator[str]:
    for preset in book["presets"]:
        name = _("{preset} (played here)", preset=preset["name"]) if preset["chosen"] else preset["name"]
        yield f"{preset['key']}: {name}"
        yield from (f"  {row}" for row in wrapped(preset["text"], WIDTH - 4))
