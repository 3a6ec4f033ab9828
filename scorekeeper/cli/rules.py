"""`scorekeeper rules`: the rule sets in a list, or one as text for a terminal."""

from collections.abc import Iterator
from typing import Any

import click

from scorekeeper.cli.terminal import BadInput, json_text, table, wrapped
from scorekeeper.core.pages import rulebook
from scorekeeper.core.rules.faults import BadRules
from scorekeeper.core.rules.presets import find_preset
from scorekeeper.core.rules.ruleset import HouseRules, RuleSet, Value, value_word
from scorekeeper.core.rules.seating import Shape
from scorekeeper.core.rulesets import rule_set
from scorekeeper.core.words.language import translate as _
from scorekeeper.core.words.language import with_semicolons
from scorekeeper.core.words.rule_faults import rules_fault
from scorekeeper.core.words.rules import players_words

WIDTH = 100


def contents_page(contents: list[dict[str, Any]]) -> Iterator[str]:
    """All rule sets, one a line."""
    yield from table([(rules["key"], rules["name"], rules["players"]) for rules in contents])
    yield ""
    yield "scorekeeper rules KEY prints one of them."


def rules_page(book: dict[str, Any]) -> Iterator[str]:
    """One rule set with all its numbers."""
    yield f"{book['name']} ({book['key']})"
    yield from _block(f"For {book['players']}. Source: {book['source']}.")
    yield from _block(_table_words(book["table"]))
    yield ""
    yield from _block(book["idea"])
    yield from _section(_("Cards and play"), [row for text in book["cards_and_play"] for row in _point(text)])
    yield from _section("Calls", list(_calls(book)))
    yield from _section("Bidding", [row for limit in book["limits"] for row in _point(str(limit["text"]))])
    yield from _section("Hands", list(_deals(book)))
    yield from _section("Scoring", [row for part in book["scoring"] for row in _point(part["text"])])
    yield from _section(_("Renege"), _point(book["renege"]) if book["renege"] else [])
    yield from _section("The end", [row for text in book["endings"] for row in _point(text)])
    yield from _section(_("What the source leaves open"), [row for text in book["reading"] for row in _point(text)])
    yield from _section("Options", list(_options(book)))
    yield from _section("Presets", list(_presets(book)))


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
    who = f"{shape['sides'] * shape['people']} players"
    if shape["people"] > 1:
        who += f" in {shape['sides']} pairs"
    return f"This page is for {who}, with {shape['tricks']} tricks a hand."


def _calls(book: dict[str, Any]) -> Iterator[str]:
    head = ("call", "promises", "made", "failed", "said by", "")
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
        if call["granted"]
    ]
    yield from table([head, *rows], right=(2, 3))


def _deals(book: dict[str, Any]) -> Iterator[str]:
    for deal in book["deals"]:
        if deal["name"]:
            yield from wrapped(f"{deal['number']:>2} {deal['name']}: {deal['text']}", WIDTH - 2, "   ")


def _options(book: dict[str, Any]) -> Iterator[str]:
    for option in book["options"]:
        chosen = "" if option["value"] == option["default"] else f"; here {value_word(option['value'])}"
        yield f"{option['key']}: {option['takes']} (default {value_word(option['default'])}{chosen})"
        yield from (f"  {row}" for row in wrapped(option["help"], WIDTH - 4))


@click.command()
@click.argument("key", required=False)
@click.option("--json", "as_json", is_flag=True, help="Print the rules as data.")
@click.option("--players", type=click.IntRange(2, 8), help="The number of players, if a rule set allows several.")
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
    except BadRules as error:
        raise BadInput(rules_fault(error)) from error
    click.echo(json_text(book, indent=2) if as_json else "\n".join(rules_page(book)))


def _house_rules(
    ruleset: RuleSet, players: int | None, chosen: tuple[str, ...], preset: str | None = None
) -> HouseRules:
    fitting = [shape for shape in ruleset.shapes if players in (None, shape.sides * shape.people)]
    if not fitting:
        raise BadInput(f"{ruleset.key} is for {players_words(ruleset.shapes)}, not for {players} players")
    shape = fitting[0]
    named = find_preset(ruleset.key, ruleset.options(shape), preset).options if preset else {}
    return ruleset.with_options({**named, **dict(_chosen(ruleset, shape, part) for part in chosen)}, shape)


def _chosen(ruleset: RuleSet, shape: Shape, part: str) -> tuple[str, Value]:
    name, sign, text = part.partition("=")
    if not sign:
        raise BadInput(f"--option {part!r} has no value, it must be such as bags=5")
    known = [option for option in ruleset.options(shape) if option.key == name]
    return name, known[0].parse(text) if known else text


def _presets(book: dict[str, Any]) -> Iterator[str]:
    for preset in book["presets"]:
        yield f"{preset['key']}: {preset['name']}{' (played here)' if preset['chosen'] else ''}"
        yield from (f"  {row}" for row in wrapped(preset["text"], WIDTH - 4))
