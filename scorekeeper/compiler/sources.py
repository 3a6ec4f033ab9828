"""What to compile for the phone: functions, pages and macros, and where their sources are."""

import ast
import pkgutil
from collections.abc import Sequence
from pathlib import Path

from jinja2 import Environment, FileSystemLoader
from rjsmin import jsmin

from scorekeeper.compiler.module import CompilerSettings, Exports, compiled
from scorekeeper.compiler.scopes import LeftOut
from scorekeeper.compiler.shortening import WORD
from scorekeeper.compiler.syntax import listed
from scorekeeper.compiler.versions import PACKAGE, STATIC
from scorekeeper.core import rulesets

RULE_SETS = "scorekeeper.core.rulesets"
FINDER = "_found"
FAULTS = PACKAGE / "core" / "inputs" / "faults.py"
TEMPLATES = "scorekeeper.core.words.fault_templates"

GAME_PAGE = {
    "scorekeeper.core.game": "AlreadyRecorded BidClash payload_of read_start read_stored replay",
    "scorekeeper.core.game.moves": "bid keep_bids save_hand undo redo",
    "scorekeeper.core.sheet.hands": "read_draft",
    "scorekeeper.core.sheet.writing": "draft_json",
    "scorekeeper.core.pages": "Finished GameContext PadNotice PageContext TableContext",
    "scorekeeper.core.game.waiting": "rebased",
    "scorekeeper.core.pages.board": "board_view",
    "scorekeeper.core.pages.game": "game_page",
    "scorekeeper.core.pages.recorded": ("needs_connection refused_words rejected_words recorded_notice"),
    "scorekeeper.core.words.language": "speak",
}
"""Functions and classes of each module: what the page of a game needs, which a phone loads first."""

OTHER_PAGES = {
    "scorekeeper.core.game": "rematch_setup",
    "scorekeeper.core.sheet.writing": "sheet_json",
    "scorekeeper.core.game.moves": "correct undo_event stop reopen",
    "scorekeeper.core.game.rulings": "misdeal forfeit call_time substitute swap_seats",
    "scorekeeper.core.game.waiting": "contradicted_bid deal_began",
    "scorekeeper.core.pages.bidding": "two_bids_view",
    "scorekeeper.core.pages.board": "next_of_series",
    "scorekeeper.core.pages.unavailable": "unavailable_reason",
    "scorekeeper.core.pages.recorded": "saved_words",
    "scorekeeper.core.pages.ending.carry": "handed_words take_back_words",
    "scorekeeper.core.pages.looking_up.distance": "live_view",
    "scorekeeper.core.pages.looking_up.sheet": "deals_page",
    "scorekeeper.core.pages.looking_up.log": "GameLog Moment",
    "scorekeeper.core.pages.correcting": "Correction",
    "scorekeeper.core.pages.correcting.consequences": "Clash",
    "scorekeeper.core.pages.looking_up.what_wins": "what_wins_view",
    "scorekeeper.core.pages.looking_up.explanations": "why_hand why_total",
    "scorekeeper.core.pages.correcting.rulings": (
        "rulings_view misdeal_view forfeit_view time_view substitute_view swap_view"
    ),
    "scorekeeper.core.pages.correcting.hand_rulings": "renege_view points_view",
    "scorekeeper.core.pages.ending": "result_view stop_view",
}
"""What all other pages of a game need in addition."""

CARRY = {
    "scorekeeper.core.game.carried": "entries_of in_columns in_full shortened",
    "scorekeeper.core.pages.ending.carry": "carried_words carry_view record_lines",
    "scorekeeper.core.pages.ending.copies": "copies_view",
    "scorekeeper.core.pages.bidding.own_bid": "late_bid_view",
    "scorekeeper.core.pages.setting_up.setups": "why_not",
}
"""What takes games along from a phone, compares two copies of one, asks about a bid that came too late, and what no
game can be played by."""
CARRY_PAGES = ("games/carry.html", "games/copies.html", "games/late_bid.html")
CARRY_MACROS = {"draw_copies": ("macros/copies.html", "copies")}

OUTBOX = {
    "scorekeeper.core.outbox.machine": "compared protocol step",
    "scorekeeper.core.outbox.model": (
        "Answered Ask AskAgain Changed Led LetGo News NotSettled NotStarted OfferRestore Outbox Phase PutBack "
        "Rebase RecordAgain Reload Resumed Seal Send Settled Show Start Stored Take TakeTheirs TimeUp Unseal Woken"
    ),
    "scorekeeper.core.words.language": "speak",
    "scorekeeper.core.words.sending": (
        "again_words closed_words compare_words drop_words lost_words open_words own_game_words save_words "
        "taps_waiting waiting_words"
    ),
}
"""What sends a phone's taps: a module of its own, which every page loads."""

NEW_GAME = {
    "scorekeeper.core.pages.setting_up.new_game": (
        "GamesTable GameToBegin can_save name_checks new_game_form posted_fields saved setup_of"
    ),
    "scorekeeper.core.pages.setting_up.new_game_page": "page_of",
    "scorekeeper.core.pages.setting_up.choose": "choose_view",
    "scorekeeper.core.pages": "shape_key",
    "scorekeeper.core.pages.setting_up.shapes": "shape_of",
    "scorekeeper.core.rulesets": "rule_set rule_sets",
    "scorekeeper.core.rules.presets": "Preset changed_from",
    "scorekeeper.core.words.language": "speak",
}
"""What begins a game without a server: a module of its own, which has the words of all house rules and no scoring."""

NEW_GAME_PAGES = ("games/choose.html", "games/new.html")

ANSWERS = {
    "scorekeeper.core.pages.looking_up.settle": "settle_view",
    "scorekeeper.core.game.event_json": "read_start",
    "scorekeeper.core.words.language": "speak",
}
"""What answers the questions of a table: a module of its own, which has their words, and scores its examples."""

ANSWERS_PAGES = ("rulesets/settle.html",)

FIRST_PAGE = "games/show.html"
LATE = {
    "scorekeeper.core.pages.game": "_over",
    "scorekeeper.core.pages.clock": "_call",
    "scorekeeper.core.words.series": "series_text",
    "scorekeeper.core.pages.recorded": ("refused_words rejected_words forced_notice ruled_notice"),
    "scorekeeper.core.pages.looking_up.sheet": "announcement",
    "scorekeeper.core.pages.bidding.own_bid": "own_bidding_view",
    "scorekeeper.core.pages.counting.playing": "goals_view",
    "scorekeeper.core.inputs.fields": "quote",
    "scorekeeper.core.words.faults": "fault_text fault_words",
    "scorekeeper.core.words.outcomes": "goes_on_text open_words outcome_text would_end",
    "scorekeeper.core.words.rules": "limit_text step_texts",
    "scorekeeper.core.sheet.deals": "read_deals",
    "scorekeeper.core.rules.scripted_deals": "check_script",
}
"""What the page of a game needs seldom, or only once it is over: it waits for the other pages."""

LATE_MACROS = {
    "ending": ("macros/ending.html", "ending"),
    "goals": ("macros/played.html", "goals"),
    "announced": ("macros/deals.html", "announced"),
    "open_round": ("macros/keys.html", "open_round"),
    "more_strokes": ("macros/icons.html", "more_strokes"),
}
LATE_BLOCKS = frozenset((FIRST_PAGE, name) for name in ("own_pad", "watched_pad", "over", "after_sheet"))
PAGES = tuple(
    f"games/{name}.html"
    for name in (
        *("clash", "two_bids", "correct", "deals", "log", "what_wins", "why/hand", "why/total"),
        *("rulings/index", "rulings/hand", "rulings/entry", "stop", "result_card/show", "live/across", "live/screen"),
    )
)
MACROS = {"draw_hand": ("macros/sheet.html", "hand")}
TEMPLATE_FUNCTIONS = {
    "_": ("scorekeeper.web.language", "translate_markup"),
    "_c": ("scorekeeper.core.words.language", "translate_in"),
    "_n": ("scorekeeper.web.language", "translate_plural_markup"),
    "listed": ("scorekeeper.web.language", "listed_markup"),
    "link": ("scorekeeper.web.language", "link"),
    "bdi": ("scorekeeper.web.language", "bdi"),
    "before_sign": ("scorekeeper.core.words.language", "before_sign"),
    "number_text": ("scorekeeper.core.words.language", "number_text"),
    "isolated": ("scorekeeper.web.formatting", "isolated"),
    "capital": ("scorekeeper.web.formatting", "capital"),
}
"""The functions of templates, as `web/language.py` and `web/formatting.py` provide them."""


LEFT_OUT = LeftOut(
    fields={
        "RuleSet": listed("source idea reading revision notice cards renege begins_with to_the_right"),
        "Option": listed(
            "help name topic rare_when step no_effect_when sentence choices question answer answers examples settled_by"
        ),
        "Code": listed("params"),
        "FaultCode": listed("params sentence"),
    },
    entries=(("scorekeeper.core.words.vocabulary", "text_for"), (TEMPLATES, "worded")),
)
"""Texts that the phone's game pages never show: those for choosing a game and for its rules pages; and types."""

WITHOUT_SCORING = LeftOut(
    fields={
        "RuleSet": listed("source reading revision cards renege scoring"),
        "Option": listed("question answer answers examples settled_by"),
        **{name: LEFT_OUT.fields[name] for name in ("Code", "FaultCode")},
    },
    entries=LEFT_OUT.entries,
)
"""What the pages of a new game never show or ask."""

FOR_ANSWERS = LeftOut(
    fields={
        "RuleSet": listed("source idea reading revision notice cards renege begins_with to_the_right"),
        "Option": listed("help topic rare_when step"),
        **{name: LEFT_OUT.fields[name] for name in ("Code", "FaultCode")},
    },
    entries=LEFT_OUT.entries,
)
"""What the answers to a table's questions never show."""

SCRIPTS = (
    "carried",
    "carry",
    "drawing",
    "fold",
    "game",
    "news",
    "play",
    "prerender",
    "record",
    "router",
    "saved",
    "status",
    "take",
)
"""The scripts that use the module."""

SENDING = ("sending", "status", "news")
"""The scripts that use the outbox."""

BEGINNING = ("begin",)
"""The scripts that use the module of a new game."""

ANSWERING = ("settle",)
"""The scripts that use the module of answers."""

TEMPLATE_MODULES = frozenset(module for module, _ in TEMPLATE_FUNCTIONS.values())


def find(name: str) -> tuple[str, str] | None:
    """The path and source of a module; None if it is not compiled for the phone."""
    if not f"{name}.".startswith("scorekeeper.core.") and name not in TEMPLATE_MODULES:
        return None
    base = PACKAGE.joinpath(*name.split(".")[1:])
    for path in (base / "__init__.py", base.with_suffix(".py")):
        if path.is_file():
            source = path.read_text("utf-8")
            shown = path.relative_to(PACKAGE.parent).as_posix()
            return shown, REWRITTEN[name](source) if name in REWRITTEN else source
    return None


def _with_list(source: str) -> str:
    """The source of the rule set package with an explicit list of them, since Python searches the folder instead."""
    tree = ast.parse(source)
    names = sorted(found.name for found in pkgutil.iter_modules(rulesets.__path__) if not found.name.startswith("_"))
    tree.body = [node for node in tree.body if not isinstance(node, ast.Import)]
    for node in tree.body:
        if isinstance(node, ast.FunctionDef) and node.name == FINDER:
            node.body = ast.parse(f"return [{', '.join(f'{name}.RULES' for name in names)}]", mode="exec").body
    imports = ast.parse(f"from {RULE_SETS} import {', '.join(names)}").body
    tree.body = [*imports, *tree.body]
    return ast.unparse(ast.fix_missing_locations(tree))


def _with_templates(source: str) -> str:
    """The source of the sentences that stand beside fault codes, as entries that can be left out."""
    codes = [
        (node.targets[0].id, node.value.args[2])
        for node in ast.parse(FAULTS.read_text("utf-8")).body
        if isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name)
        if isinstance(node.value, ast.Call) and len(node.value.args) == 3
    ]
    tree = ast.parse(source)
    for table in (node for node in tree.body if isinstance(node, ast.AnnAssign)):
        entries = ", ".join(f"worded(faults.{name}, {ast.unparse(text)})" for name, text in codes)
        table.value = ast.parse(f"dict([{entries}])", mode="eval").body
    return ast.unparse(ast.fix_missing_locations(tree))


REWRITTEN = {RULE_SETS: _with_list, TEMPLATES: _with_templates}
"""What finds something on the server, which phones have as a list."""


def exports(*more: dict[str, str]) -> list[Exports]:
    """The exports of each part of the module: the game page, all others, then what takes games along.

    `more` are further parts, for tests.
    """
    late = _functions(LATE)
    first = Exports(_functions(GAME_PAGE), MACROS, (FIRST_PAGE,))
    names = frozenset(late) | frozenset(LATE_MACROS)
    others = Exports(_functions(OTHER_PAGES) | late, LATE_MACROS, PAGES, names, LATE_BLOCKS)
    carry = Exports(_functions(CARRY), CARRY_MACROS, CARRY_PAGES)
    return [first, others, carry, *(Exports(_functions(part), {}) for part in more)]


def _functions(modules: dict[str, str]) -> dict[str, tuple[str, str]]:
    return {name: (module, name) for module, names in modules.items() for name in names.split()}


def environment(templates: Path) -> Environment:
    """Jinja with the settings of the app."""
    return Environment(loader=FileSystemLoader(templates), autoescape=True, trim_blocks=True, lstrip_blocks=True)


def build(templates: Path) -> list[str]:
    """What phones load: the parts of a game, the outbox, what begins a game, and what answers questions.

    Raises `Refused` for source that the compiler does not know.
    """
    return [*build_game(templates), build_outbox(), build_new_game(templates), build_answers(templates)]


def build_game(templates: Path, parts: Sequence[Exports] = (), used: frozenset[str] = frozenset()) -> list[str]:
    """The parts of a game. `used` are names that other scripts than a phone's use."""
    settings = CompilerSettings(environment(templates), TEMPLATE_FUNCTIONS, LEFT_OUT, used | _words(SCRIPTS))
    return compiled(find, parts or exports(), settings)


def build_outbox() -> str:
    """The outbox."""
    settings = CompilerSettings(used=_words(SENDING), of_runtime=("from_json",))
    [text] = compiled(find, [Exports(_functions(OUTBOX), {})], settings)
    return text


def build_new_game(templates: Path, used: frozenset[str] = frozenset()) -> str:
    """What begins a game. `used` are names that other scripts than a phone's use."""
    words = used | _words(BEGINNING)
    settings = CompilerSettings(environment(templates), TEMPLATE_FUNCTIONS, WITHOUT_SCORING, words)
    [text] = compiled(find, [Exports(_functions(NEW_GAME), {}, NEW_GAME_PAGES)], settings)
    return text


def build_answers(templates: Path) -> str:
    """What answers the questions of a table."""
    settings = CompilerSettings(environment(templates), TEMPLATE_FUNCTIONS, FOR_ANSWERS, _words(ANSWERING))
    [text] = compiled(find, [Exports(_functions(ANSWERS), {}, ANSWERS_PAGES)], settings)
    return text


def _words(scripts: Sequence[str]) -> frozenset[str]:
    """The names in these scripts without comments, which keep theirs in what they use."""
    code = (jsmin((STATIC / f"{script}.js").read_text("utf-8")) for script in scripts)
    return frozenset(name for text in code for name in WORD.findall(text))
