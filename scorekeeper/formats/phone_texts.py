"""The language file of phones: the messages of a catalogue that the compiled module has, as JSON."""

import json
import re
from collections.abc import Sequence

from scorekeeper.core.words.language import CONTEXT_END, TranslatedCatalogue

FOLDER = "languages"
"""Of these files, among the static ones."""


OWN = {"new_game.js": "new-game-", "answers.js": "answers-"}
"""Parts of the module that few visits need: their texts are in files of their own, whose names begin like this."""

SENTENCE_END = re.compile(r"\. ")


def file_name(language: str, part: str = "") -> str:
    """Among the static files: `languages/de.json`, and for a part with its own, `languages/new-game-de.json`."""
    return f"{FOLDER}/{OWN.get(part, '')}{language}.json"


def has_texts_of(name: str, part: str) -> bool:
    """Whether a file has the texts of this part of the module."""
    return _prefix_of(name) == OWN.get(part, "")


def language_of(name: str) -> str:
    """The language of a file; empty if the file is another one."""
    folder, _, file = name.partition("/")
    is_one = folder == FOLDER and file.endswith(".json")
    return file.removeprefix(_prefix_of(name)).removesuffix(".json") if is_one else ""


def _prefix_of(name: str) -> str:
    return next((prefix for prefix in OWN.values() if name.startswith(f"{FOLDER}/{prefix}")), "")


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
