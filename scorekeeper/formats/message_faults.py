"""Checks what translators get and give: the plurals of the sources, and the placeholders of catalogues.

`python -m scorekeeper.formats.message_faults` names every fault with its file and line, and fails if there is one; then
it counts, for each language, what is left to do since `make messages`.
"""

import ast
import re
import sys
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from babel.messages.catalog import Catalog, Message
from babel.messages.extract import extract_from_dir
from babel.messages.pofile import read_po

from scorekeeper.formats.catalogues import COUNT, FOLDER, Catalogues, figures_in, texts_in

PLURALS: dict[str, tuple[int | tuple[int, int] | tuple[int, str], ...] | None] = {
    "_n": (2, 3),
    "translate_plural": (2, 3),
}
"""The functions that take a plural, and which of their arguments are its texts."""
TRANSLATING = {*PLURALS, "_", "_c", "translate", "translate_in"}
"""The functions whose text a catalogue has."""
METHODS = [("scorekeeper/**.py", "python"), ("templates/**.html", "jinja2")]
OPTIONS = {"templates/**.html": {"trim_blocks": "true", "lstrip_blocks": "true", "silent": "false"}}
"""As in `babel.cfg`; its other sources have no plurals."""
ROOT = Path(__file__).parents[2]
COLLECTED = ROOT / "build" / "messages.pot"
"""Every text, as `make messages` collects them."""


def plural_faults(root: Path) -> list[str]:
    """Plurals in the sources that a catalogue would confuse, or whose number has another name than `{count}`.

    gettext finds a plural by its singular alone, so two plurals with the same singular are one to it.
    """
    plurals: dict[str, dict[str, str]] = defaultdict(dict)
    faults: list[str] = []
    for file, line, message, _comments, _context in extract_from_dir(str(root), METHODS, OPTIONS, PLURALS):
        if not isinstance(message, tuple):
            continue
        one, other = str(message[0]), str(message[1])
        location = f"{file}:{line}"
        if re.search(r"\b1\b", one) and COUNT not in figures_in(other):
            faults.append(f"{location}: the number of “{other}” must be {{{COUNT}}}")
        plurals[one].setdefault(other, location)
    for one, others in plurals.items():
        first, *more = others
        faults += [f"{others[other]}: “{one}” has another plural at {others[first]}: “{first}”" for other in more]
    return faults


def hidden_texts(root: Path) -> list[str]:
    """Texts translated inside an f-string, which Babel does not read: they would never be in a catalogue."""
    return [
        f"{file.relative_to(root)}:{call.lineno}: the text is inside an f-string; take it out"
        for file in sorted((root / "scorekeeper").rglob("*.py"))
        for string in ast.walk(ast.parse(file.read_text("utf-8")))
        if isinstance(string, ast.JoinedStr)
        for call in ast.walk(string)
        if isinstance(call, ast.Call) and isinstance(call.func, ast.Name) and call.func.id in TRANSLATING
        if any(isinstance(given, ast.Constant) and isinstance(given.value, str) for given in call.args)
    ]


def catalogue_faults(file: Path) -> list[str]:
    """Translations that name a figure which the English text does not have, or leave one out."""
    return [fault for message in _read(file) if message.id and not message.fuzzy for fault in _faults(file, message)]


def translation_faults(folder: Path) -> list[str]:
    """The faults of all catalogues of a folder."""
    return [fault for file in Catalogues(folder).files.values() for fault in catalogue_faults(file)]


def _faults(file: Path, message: Message) -> Iterator[str]:
    english, translated = texts_in(message.id), texts_in(message.string)
    if not all(translated):
        return  # it stays English
    allowed = set().union(*map(figures_in, english)) | ({COUNT} if message.pluralizable else set())
    needed = set.intersection(*map(figures_in, english))
    for text in translated:
        for name in sorted(figures_in(text) - allowed):
            yield f"{file}:{message.lineno}: the English text has no {{{name}}}"
        for name in sorted(needed - figures_in(text)):
            yield f"{file}:{message.lineno}: {{{name}}} is missing"
    if COUNT in figures_in(english[-1]) and not any(COUNT in figures_in(text) for text in translated):
        yield f"{file}:{message.lineno}: {{{COUNT}}} is missing"


@dataclass(frozen=True, slots=True)
class LeftToDo:
    """How many texts of a language are not translated, marked to be looked at, or gone from the program."""

    untranslated: int
    fuzzy: int
    unused: int

    def __str__(self) -> str:
        return f"{self.untranslated} untranslated, {self.fuzzy} to look at again, {self.unused} no longer used"


def left_to_do(collected: Path, file: Path) -> LeftToDo:
    """What is left to do in a catalogue, compared with the collected texts."""
    template, catalogue = _read(collected), _read(file)
    wanted = {_key(message) for message in template if message.id}
    known = {_key(message): message for message in catalogue if message.id}
    fuzzy = [key for key, message in known.items() if message.fuzzy and key in wanted]
    unused = len(known.keys() - wanted) + len(catalogue.obsolete)
    return LeftToDo(len(untranslated(collected, file)), len(fuzzy), unused)


def untranslated(collected: Path, file: Path) -> list[str]:
    """The collected texts without a translation in a catalogue: the app shows them in English."""
    done = {_key(message) for message in _read(file) if message.id and all(texts_in(message.string))}
    return [texts_in(message.id)[0] for message in _read(collected) if message.id and _key(message) not in done]


def _read(file: Path) -> Catalog:
    with file.open("rb") as source:
        return read_po(source)


def _key(message: Message) -> tuple[str | None, tuple[str, ...]]:
    return message.context, texts_in(message.id)


def main() -> None:
    """Print every fault, and what is left to do; exit with status 1 if there are faults."""
    faults = plural_faults(ROOT) + hidden_texts(ROOT) + translation_faults(FOLDER)
    sys.stderr.writelines(f"{fault}\n" for fault in faults)
    if COLLECTED.exists():
        files = Catalogues(FOLDER).files.items()
        for language, file in files:
            sys.stdout.write(f"{language}: {left_to_do(COLLECTED, file)}\n")
            sys.stdout.writelines(f"  {text}\n" for text in untranslated(COLLECTED, file))
    sys.exit(bool(faults))


if __name__ == "__main__":
    main()
