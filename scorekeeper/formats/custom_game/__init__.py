"""Custom games as files: a name, a description, and the list of deals. The files in this folder ship with the app."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from importlib import resources
from typing import BinaryIO

from scorekeeper.core.inputs import FieldPath, InvalidInput
from scorekeeper.core.inputs.faults import UNKNOWN_FORMAT
from scorekeeper.core.inputs.fields import quote
from scorekeeper.core.rules.scripted_deals import Script
from scorekeeper.core.rulesets import rule_set
from scorekeeper.core.sheet.deals import MAX_RULE_LENGTH, deals_json, read_deals
from scorekeeper.formats.strict_json import parse_json

FORMAT = "scorekeeper-night/1"
RULES = "night"
PARTS = ("format", "name", "words", "deals")


@dataclass(frozen=True, slots=True)
class CustomGame:
    """A named list of deals, with a description."""

    name: str
    words: str
    script: Script


def read_custom_game(value: object, begun: bool = False) -> CustomGame:
    """A custom game from its JSON; one that is only `begun` may have no deal yet.

    Raises `InvalidInput`, naming the deal and what would be right.
    """
    where = FieldPath.to("custom game")
    parts = where.mapping(value, "it", PARTS, required=("name", "deals"))
    if parts.get("format", FORMAT) != FORMAT:
        raise InvalidInput(
            UNKNOWN_FORMAT.at(where, {"what": "format", "value": quote(parts["format"]), "parts": (FORMAT,)})
        )
    name = where.name(parts["name"], "name")
    words = where.text(parts.get("words", ""), "words", longest=MAX_RULE_LENGTH, empty=True).strip()
    if begun and parts["deals"] == []:
        return CustomGame(name, words, ())
    script = read_deals(parts["deals"])
    rule_set(RULES).with_options({}, script=script)
    return CustomGame(name, words, script)


def custom_game_json(game: CustomGame) -> dict[str, object]:
    """The custom game in its public form."""
    return {"format": FORMAT, "name": game.name, "words": game.words, "deals": deals_json(game.script)}


def messages_of(file: BinaryIO, *_: object, **_options: object) -> Iterator[tuple[int, None, str, list[str]]]:
    """The texts of a file for translators, as `babel.cfg` collects them: name, words, and each deal's name and rule."""
    game = read_custom_game(parse_json(file.read()))
    for text in (game.name, game.words, *(text for deal in game.script for text in (deal.name, deal.text))):
        yield 1, None, text, []


@cache
def shipped() -> dict[str, CustomGame]:
    """The custom games that ship with the app, by file name."""
    files = [file for file in resources.files(__name__).iterdir() if file.name.endswith(".json")]
    return {
        file.name.removesuffix(".json"): read_custom_game(parse_json(file.read_bytes()))
        for file in sorted(files, key=lambda file: file.name)
    }
