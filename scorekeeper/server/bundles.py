"""Bundles of styles and scripts: joined and minified when a wheel is built, or when a server starts in a checkout."""

import re
from pathlib import Path

from rcssmin import cssmin
from rjsmin import jsmin

from scorekeeper.compiler.versions import version_of

# The game page loads the first bundle, with the rows if it has more than two sides, and the second after the bidding or
# when idle; all other pages load both and the third, and some the fourth.
STYLE = (
    "tokens base layout controls board seats pad sheet fields heights sizes",
    "waiting cards played tricks print",
    "rows ending home lists forms seating tables share custom_games rules api distance questions corrections",
    "exports players charts audit paper",
)
BUNDLES = {
    "style.css": STYLE[0],
    "rows.css": "rows",
    "hand.css": STYLE[1],
    "pages.css": STYLE[2],
    "record.css": STYLE[3],
    "home.css": "cards ending home lists",
    "over.css": "charts ending over",
    "large.css": "large",
    "left.css": "left",
    "pad.js": "pointers places swap banner connection asking loader taps keyboard",
    "play.js": (
        "texts edits changes root times chips store starting places links fold patterns addresses ids drawing record "
        "router game saved prerender news sealed status register tables play"
    ),
    "idle.js": "root times idle",
    "send.js": "texts root offset store starting tabs sending banner noticed",
    "watch.js": "pointers places swap banner connection asking loader",
    "later.js": "places totals say root times offset clock begun follow tabs live menu result",
    "worker.js": "root store patterns starting tables worker",
    "carry.js": "root ids store fold carried frames camera carry",
    "take.js": "texts root ids store starting patterns fold carried frames camera take",
    "scan.js": "scan",
    "show_qr.js": "show_qr",
    "arrived.js": "root arrived",
    "kept.js": "root store starting tables kept",
    "alone.js": "root store starting tabs banner ids places alone",
    "home.js": "root store tabs register home",
    "language.js": "root language",
    "files.js": "files",
    "secure.js": "secure",
    "begin.js": "texts places swap root store patterns addresses ids starting tables begin",
    "seats.js": "seats",
    "options.js": "options",
    "settings.js": "settings",
    "download.js": "download",
    "paper.js": "paper",
    "chips.js": "chips",
    "share.js": "result share",
    "deals.js": "deals",
    "questions.js": "questions",
    "settle.js": "texts places patterns addresses questions settle",
}
IMPORT = re.compile(r'^import (?:\{[^{}]+\} from )?"(?:\./|(?:\.\./)+)(\w+)\.js";\n', re.MULTILINE)
LATER = re.compile(r'(?<=\bimport\("\./)(\w+\.js)(?="\))')
"""A bundle that another one imports later."""
EXPORT = re.compile(r"^export (?=async |function |const |let )", re.MULTILINE)
NESTED = re.compile(r"\$\{[^}]*`")
"""A template literal in another one, of which the minifier takes the inside for code."""
DECLARED = re.compile(r"^(?:export )?(?:async )?(?:function|const|let) (\w+)", re.MULTILINE)


def bundles_of(folder: Path) -> dict[str, str]:
    """The files of each bundle of this static folder. Each file of a room is one, with the modules that it imports."""
    found = dict(BUNDLES)
    for file in sorted(folder.glob("*/rooms/*/*.*")):
        imported = dict.fromkeys(IMPORT.findall(file.read_text())) if file.suffix == ".js" else {}
        found[file.name] = " ".join([*imported, file.relative_to(folder / file.suffix[1:]).with_suffix("").as_posix()])
    return found


def join_bundle(folder: Path, name: str) -> bytes:
    """Join the files of a bundle from the static folder.

    Raises `ValueError` for scripts that cannot be joined: an import before its module, a name declared twice, or a
    template literal in another one.
    """
    kind = name.rpartition(".")[2]
    files = {part: (folder / kind / f"{part}.{kind}").read_text() for part in bundles_of(folder)[name].split()}
    if kind == "css":
        style: str = cssmin("".join(files.values()))
        return style.encode()

    def versioned(later: re.Match[str]) -> str:
        return f"{later[0]}?v={version_of(join_bundle(folder, later[0]))}"

    script: str = jsmin("\n".join(_join_modules(name, files)))
    return LATER.sub(versioned, script).encode()


def _join_modules(bundle: str, files: dict[str, str]) -> list[str]:
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
        if NESTED.search(script):
            raise ValueError(f"{bundle}: {file}.js has a template literal in another one")
        modules.append(EXPORT.sub("", IMPORT.sub("", script)))
    return modules


def join_bundles(folder: Path) -> dict[str, bytes]:
    """All bundles of the static folder, by name. Raises what `join_bundle` raises."""
    return {name: join_bundle(folder, name) for name in bundles_of(folder)}
