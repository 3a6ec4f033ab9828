"""Bundles: the styles and scripts of a page kind, joined to one file each, so that a first visit takes few requests.

A style is joined as it is. A script is an ES module that imports by name from files of its own folder, and the joined
file is one module: those imports and the word `export` are left out. So a file comes after those that it imports from,
and no two files of a bundle declare the same name.
"""

import re
from pathlib import Path

# Loaded on top of each other: the game page takes the first, all others the second too, and some the third.
STYLE = (
    "tokens base layout controls board seats pad preview sheet ending fields sizes print",
    "home lists forms tables share scripted rules api distance questions",
    "exports people charts audit paper",
)
BUNDLES = {
    "style.css": STYLE[0],
    "pages.css": STYLE[1],
    "record.css": STYLE[2],
    "pad.js": "pointers totals swap follow optimistic queue taps",
    "follow.js": "pointers totals swap follow",
    "seats.js": "seats",
    "download.js": "download",
}
IMPORT = re.compile(r'^import \{[^{}]+\} from "\./(\w+)\.js";\n', re.MULTILINE)
EXPORT = re.compile(r"^export (?=async |function |const |let )", re.MULTILINE)
DECLARED = re.compile(r"^(?:export )?(?:async )?(?:function|const|let) (\w+)", re.MULTILINE)


def joined(folder: Path, name: str) -> bytes:
    """The content of a bundle, from the files in the static folder.

    Raises ValueError where scripts cannot be joined: an import that is not at hand yet, or a name declared twice.
    """
    kind = name.rpartition(".")[2]
    files = {part: (folder / kind / f"{part}.{kind}").read_text() for part in BUNDLES[name].split()}
    return "\n".join(_in_one_module(name, files) if kind == "js" else files.values()).encode()


def _in_one_module(bundle: str, files: dict[str, str]) -> list[str]:
    modules: list[str] = []
    declared: dict[str, str] = {}
    for number, (file, script) in enumerate(files.items()):
        missing = set(IMPORT.findall(script)) - set(list(files)[:number])
        if missing:
            raise ValueError(
                f"{bundle}: {file}.js imports from {', '.join(sorted(missing))}, which must come before it"
            )
        for name in DECLARED.findall(script):
            if name in declared:
                raise ValueError(f"{bundle}: {file}.js and {declared[name]}.js both declare {name}")
            declared[name] = file
        modules.append(EXPORT.sub("", IMPORT.sub("", script)))
    return modules
