"""A made-up language: every text of a phone with the order of its parts turned round, and four plural forms."""

import json
import re
from collections.abc import Mapping, Sequence
from hashlib import sha256
from pathlib import Path
from typing import Any

from babel.messages.catalog import Catalog
from babel.messages.extract import extract_from_dir
from babel.messages.pofile import write_po
from filelock import FileLock

from scorekeeper.compiler.versions import PACKAGE, fingerprint
from scorekeeper.core.words.language import CONTEXT_END, SAMPLES, TranslatedCatalogue, plural_key, text_key
from scorekeeper.formats import phone_texts as phone_texts_module
from scorekeeper.formats.phone_texts import phone_texts
from scorekeeper.web.language import messages_of_rule_sets
from tests.phone.walks import TEMPLATES
from tests.shared_app import COMPILED

KEYWORDS: Mapping[str, Any] = {
    **dict.fromkeys(("_", "translate", "translatable", "translate_markup", "lazy", "N_")),
    **dict.fromkeys(("_c", "translate_in", "translatable_in"), ((1, "c"), 2)),
    "FaultCode": (3,),
    **dict.fromkeys(("_n", "translate_plural"), (2, 3)),
}
SOURCES = ((PACKAGE / "core", "**.py", "python"), (TEMPLATES, "**.html", "jinja2"))
OPTIONS = {"**.html": {"trim_blocks": "true", "lstrip_blocks": "true"}}
FORMS = 4
PART = re.compile(r"(\{\w+\})")


def turned(message: str) -> str:
    """`{name} bid {bid}` is `{bid} bid {name}`, in brackets."""
    return f"⟨{''.join(reversed(PART.split(message)))}⟩"


def turned_language(module: Sequence[str]) -> str:
    """The language file of phones for it, of what this module shows; written once for each state of a checkout."""
    state = sha256("".join((fingerprint(TEMPLATES), *module)).encode())
    for source in (__file__, phone_texts_module.__file__):
        state.update(Path(source).read_bytes())
    kept = COMPILED / f"turned-{state.hexdigest()[:16]}.json"
    with FileLock(COMPILED / "turned.lock"):
        if not kept.is_file():
            for old in COMPILED.glob("turned-*.json"):
                old.unlink()
            kept.write_text(_language_file(module), "utf-8")
    return kept.read_text("utf-8")


def _language_file(module: Sequence[str]) -> str:
    found = [
        (message, context)
        for folder, files, method in SOURCES
        for _, _, message, _, context in extract_from_dir(folder, [(files, method)], OPTIONS, KEYWORDS)
    ]
    texts = {
        text_key(context, text) if context else text: turned(text) + (context or "")
        for text, context in found
        if isinstance(text, str)
    }
    texts |= {str(text): turned(str(text)) for _, _, text, _ in messages_of_rule_sets()}
    plurals = {(str(text[0]), str(text[1])) for text, _ in found if isinstance(text, tuple)}
    catalogue = TranslatedCatalogue(
        {
            "language": "xx",
            "mirrored": True,
            "texts": texts,
            "plurals": {plural_key(*both): [turned(both[1]) + "'" * form for form in range(FORMS)] for both in plurals},
            "forms": "".join(str(count % FORMS) for count in range(SAMPLES)),
            "grouping": ("’", 3, 2),
        }
    )
    return phone_texts(catalogue, module)


def read(texts: str) -> TranslatedCatalogue:
    """The language from its file, as a phone reads it."""
    return TranslatedCatalogue(json.loads(texts))


def write_catalogue(folder: Path, language: str, texts: str) -> None:
    """The `.po` file with these texts, as a translator of a language with four plural forms writes it."""
    catalogue, found = Catalog(locale=language), read(texts)
    for key, text in found.texts.items():
        context, _, english = key.rpartition(CONTEXT_END)
        catalogue.add(english, text, context=context or None)
    for key, forms in found.plurals.items():
        catalogue.add(tuple(key.split("\n")), tuple(forms))
    file = folder / language / "LC_MESSAGES" / "messages.po"
    file.parent.mkdir(parents=True)
    with file.open("wb") as written:
        write_po(written, catalogue)
