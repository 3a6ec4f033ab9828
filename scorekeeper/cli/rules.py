"""`scorekeeper rules`: all rule sets in a list, or one with its calls, limits, scoring, end and options."""

import click

from scorekeeper.cli.inputs import BadInput
from scorekeeper.cli.rules_page import contents_page, rules_page
from scorekeeper.cli.terminal import json_text
from scorekeeper.core.pages import rulebook
from scorekeeper.core.rules.faults import BadRules
from scorekeeper.core.rules.options import Option, Value
from scorekeeper.core.rules.ruleset import HouseRules, RuleSet
from scorekeeper.core.rules.seating import Shape
from scorekeeper.core.rulesets import rule_set
from scorekeeper.core.words.rule_faults import rules_fault
from scorekeeper.core.words.rules import players_words


@click.command(short_help="The rule sets.")
@click.argument("key", required=False)
@click.option("--json", "as_json", is_flag=True, help="Print the rules as data.")
@click.option("--players", type=click.IntRange(2, 8), help="How many play, where a rule set allows several numbers.")
@click.option(
    "--option", "-o", "chosen", multiple=True, metavar="OPTION=VALUE", help="With a house rule, such as bags=5."
)
def rules(key: str | None, as_json: bool, players: int | None, chosen: tuple[str, ...]) -> None:
    """List the rule sets, or print the one called KEY.

    Every number is taken from the very data that scores.
    """
    if key is None:
        contents = rulebook.contents()
        click.echo(json_text(contents, indent=2) if as_json else "\n".join(contents_page(contents)))
        return
    try:
        book = rulebook.describe(_house_rules(rule_set(key), players, chosen))
    except BadRules as error:
        raise BadInput(rules_fault(error)) from error
    click.echo(json_text(book, indent=2) if as_json else "\n".join(rules_page(book)))


def _house_rules(ruleset: RuleSet, players: int | None, chosen: tuple[str, ...]) -> HouseRules:
    fitting = [shape for shape in ruleset.shapes if players in (None, shape.sides * shape.people)]
    if not fitting:
        raise BadInput(f"{ruleset.key} is played by {players_words(ruleset.shapes)}, not by {players} players")
    shape = fitting[0]
    return ruleset.with_options(dict(_chosen(ruleset, shape, part) for part in chosen), shape)


def _chosen(ruleset: RuleSet, shape: Shape, part: str) -> tuple[str, Value]:
    name, sign, text = part.partition("=")
    if not sign:
        raise BadInput(f"--option {part!r} has no value, it must be such as bags=5")
    option = next((option for option in ruleset.options(shape) if option.key == name), None)
    return name, _value(option, text)


def _value(option: Option | None, text: str) -> Value:
    """The value as the option means it: `none`, `true` and `false` by their words, whole numbers by their digits."""
    words: dict[str, Value] = {"none": None, "true": True, "false": False}
    if text in words:
        return words[text]
    try:
        return text if option is None or (len(text) > 9) else int(text)
    except ValueError:
        return text
