"""The phones: the program's own scripts and compiled modules, in QuickJS, with `browser.js` for a browser."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import Any

import quickjs  # type: ignore[import-untyped] # it has no types

from scorekeeper.compiler.shortening import WORD
from scorekeeper.compiler.sources import build_game, build_outbox
from scorekeeper.compiler.versions import fingerprint
from scorekeeper.durable_files import write_private
from scorekeeper.server.bundles import BUNDLES, EXPORT, IMPORT
from tests.shared_app import COMPILED

HERE = Path(__file__).parent
CHECKOUT = HERE.parents[1]
TEMPLATES = CHECKOUT / "templates"
SCRIPTS = Path("scorekeeper/static/js")
OWN = ("drawing", "quiet")
"""Scripts here that have the place of those that draw."""
NOT_HERE = {"edits": "", "changes": "quiet", "chips": "", "links": "", "register": "", "times": "", "banner": ""}
JOINED = {
    "send": BUNDLES["send.js"],
    "play": BUNDLES["play.js"],
    "asking": "asking",
    "kept": "root store",
    "ids": "ids",
}
"""The scripts of each bundle that a page loads."""
GIVEN = (
    "window self document location addEventListener dispatchEvent BroadcastChannel localStorage sessionStorage "
    "setTimeout clearTimeout fetch URL URLSearchParams DOMException IDBKeyRange Date history navigator indexedDB "
    "AbortSignal Event File crypto Math console importHere showConnection showBanner"
)
"""What a script takes from its page."""
EXPORTED = re.compile(r"^export \{ ([\w, ]+) \};\n", re.MULTILINE)
NAMED = re.compile(r"^export (?:async )?(?:function|const|let) (\w+)", re.MULTILINE)
DYNAMIC = re.compile(r"\bimport\((?=[\"\w])")
MODULE_EXPORT = re.compile(r"export\{(.*?)\};\s*$", re.DOTALL)

Json = dict[str, Any]


def script(name: str, files: Mapping[str, str]) -> str:
    """The text of a script; `files` are those to be read instead, by their path in the checkout."""
    name = NOT_HERE.get(name, name)
    if not name:
        return ""
    path = HERE / f"{name}.js" if name in OWN else CHECKOUT / SCRIPTS / f"{name}.js"
    return files.get(path.relative_to(CHECKOUT).as_posix()) or path.read_text("utf-8")


def bundle(names: str, files: Mapping[str, str]) -> str:
    """A function that runs these scripts with a page's globals, and returns what they export."""
    texts = [script(name, files) for name in names.split()]
    exported = [name for text in texts for name in NAMED.findall(text)]
    exported += [name for text in texts for listed in EXPORTED.findall(text) for name in listed.split(", ")]
    joined = "\n".join(EXPORT.sub("", EXPORTED.sub("", IMPORT.sub("", text))) for text in texts)
    given = GIVEN.replace(" ", ", ")
    returned = ", ".join(dict.fromkeys(exported))
    return f"(env) => {{ const {{ {given} }} = env;\n{DYNAMIC.sub('importHere(', joined)}\nreturn {{ {returned} }}; }}"


def module(text: str) -> str:
    """A compiled module as an expression."""
    found = MODULE_EXPORT.search(text)
    assert found
    pairs = [part.split(" as ") for part in found[1].split(",")]
    return f"(() => {{{text[: found.start()]}return {{{','.join(f'{pair[-1]}:{pair[0]}' for pair in pairs)}}}; }})()"


Parts = tuple[str, list[str]]
"""The compiled outbox, and the parts of a game."""


@cache
def compiled() -> Parts:
    """Both, compiled once for these sources."""
    pages = (HERE / "pages.js").read_bytes()
    kept = COMPILED / f"evening-{fingerprint(TEMPLATES)}-{sha256(pages).hexdigest()[:10]}.json"
    if not kept.is_file():
        made = build_outbox(), build_game_parts()
        kept.parent.mkdir(parents=True, exist_ok=True)
        write_private(kept, json.dumps(made).encode())
    outbox, game = json.loads(kept.read_text("utf-8"))
    return outbox, game


def build_game_parts() -> list[str]:
    """The parts of a game, compiled from the sources as they are now."""
    return build_game(TEMPLATES, (), frozenset(WORD.findall((HERE / "pages.js").read_text("utf-8"))))


class Browsers:
    """All devices of an evening: one context, which later evenings use again.

    `parts` replace the checkout's.
    """

    def __init__(self, parts: Parts | None = None) -> None:
        outbox, (phone, *others) = parts or compiled()
        self.context = quickjs.Context()
        run = self.context.eval
        run("globalThis.console = { warn() {}, log() {} }; globalThis.modules = {};")
        run(f"modules.phone = {module(phone)};")
        self.run_outbox(outbox)
        for name, text in zip(("pages", "along"), others, strict=True):
            run(f"modules.{name} = {{ more: {text.strip().removeprefix('export const more=').rstrip(';')} }};")
        run("Object.assign(modules.phone, modules.pages.more(modules.phone.shared));")
        self.run_scripts({})
        for name in ("browser.js", "pages.js"):
            run((HERE / name).read_text("utf-8"))
        self._step, self._left = (self.context.eval(f"sim.{name}") for name in ("step", "left"))

    def run_outbox(self, text: str) -> None:
        """From now on pages have this outbox."""
        self.context.eval(f"modules.outbox = {module(text)};")

    def run_scripts(self, files: Mapping[str, str]) -> None:
        """From now on pages have the checkout's scripts but for these."""
        scripts = [f"{name}: {bundle(joined, files)}" for name, joined in JOINED.items()]
        self.context.eval(f"globalThis.scripts = {{ {', '.join(scripts)} }};")

    def call(self, name: str, *given: object) -> Any:
        """What a function of `sim` returns, as plain data."""
        spelled = ", ".join(json.dumps(each) for each in given)
        answer = self.context.eval(f"JSON.stringify(sim.{name}({spelled})) ?? 'null'")
        return json.loads(answer)

    def of_page(self, device: str, tab: int, what: str) -> Any:
        """The value of an expression about a `page`; None if it is not open."""
        known = f"((page) => page ? JSON.stringify({what}) ?? 'null' : 'null')(sim.page({json.dumps(device)}, {tab}))"
        return json.loads(self.context.eval(known))

    def tap(self, device: str, tab: int, work: str) -> None:
        """Begin something on a page, which goes on by itself."""
        page = f"sim.page({json.dumps(device)}, {tab})"
        self.context.eval(f"((page) => {{ Promise.resolve({work}).catch(page.env.console.warn); }})({page})")

    def rest(self, most: int = 100_000) -> None:
        """Run what is asked of stores, until no page does anything without an answer or a pause."""
        for _ in range(most):
            self.work()
            if not self._left():
                return
            self._step()
        raise AssertionError("a page never rests")

    def some(self, operations: int) -> None:
        """Run this many operations of stores, and no more."""
        for _ in range(operations):
            self.work()
            self._step()

    def work(self) -> None:
        """What pages do until they need an operation of their stores, an answer or a pause."""
        jobs = self.context.execute_pending_job
        while jobs():
            pass

    def heard(self) -> list[Json]:
        """What pages asked for since: requests, pauses, notices."""
        found = self.context.eval("sim.take()")
        return json.loads(found) if found else []
