"""The language file of phones: the messages of a catalogue that the compiled module has, as JSON."""

import json
import re
from collections.abc import Sequence

from scorekeeper.core.words.language import CONTEXT_END, TranslatedCatalogue

FOLDER = "languages"
"""Of these files, among the static ones."""


NEW_GAME = "new-game-"
"""What the name of a file begins with that has the texts of a new game, which few visits need."""

SENTENCE_END = re.compile(r"\. ")


def file_name(language: str, of_new_game: bool = False) -> str:
    """Among the static files: `languages/de.json`, and `languages/new-game-de.json`."""
    return f"{FOLDER}/{NEW_GAME if of_new_game else ''}{language}.json"


def is_of_new_game(name: str) -> bool:
    """Whether a file has the texts of a new game."""
    return name.startswith(f"{FOLDER}/{NEW_GAME}")


def language_of(name: str) -> str:
    """The language of a file; empty if the file is another one."""
    folder, _, file = name.partition("/")
    return file.removeprefix(NEW_GAME).removesuffix(".json") if folder == FOLDER and file.endswith(".json") else ""


def phone_texts(catalogue: TranslatedCatalogue, module: Sequence[str]) -> str:
    """What phones make a `TranslatedCatalogue` of: without messages whose English text is in no part of the module."""
    pieces = {piece for part in module for piece in part.split('"')}  # the texts among them are all between two quotes
    firsts = {piece[: end.start() + 1] for piece in pieces for end in SENTENCE_END.finditer(piece)}

    def is_shown(english: str) -> bool:
        return all(is_said(json.dumps(part, ensure_ascii=False)[1:-1]) for part in english.split(CONTEXT_END))

    def is_said(text: str) -> bool:
        """Whether a part of the module has this text, or one of which it is the first sentence."""
        if '"' in text:
            return any(f'"{text}"' in part or (text.endswith(".") and f'"{text} ' in part) for part in module)
        return text in pieces or text in firsts

    found = {
        "language": catalogue.language,
        "mirrored": catalogue.is_mirrored,
        "texts": {english: text for english, text in catalogue.texts.items() if text != english and is_shown(english)},
        "plurals": {key: forms for key, forms in catalogue.plurals.items() if is_shown(key.partition("\n")[0])},
        "forms": catalogue.forms,
        "grouping": catalogue.grouping,
    }
    return json.dumps(found, ensure_ascii=False, separators=(",", ":"))
