"""Import pages: a worker process previews a file, which is then stored until its games are imported."""

import re
import time
from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path

from flask import Blueprint, current_app, flash, redirect, render_template, request, url_for
from werkzeug.wrappers import Response
from wtforms import BooleanField, FileField, SelectMultipleField
from wtforms.validators import Length

from scorekeeper.access import KEEPER, current_table
from scorekeeper.access.limits import RateLimit, hit
from scorekeeper.access.quotas import check_room, importing, slot
from scorekeeper.access.refusals import Busy
from scorekeeper.access.routes import A_FILE
from scorekeeper.chance import random_token
from scorekeeper.core.inputs import InvalidInput
from scorekeeper.core.pages import View
from scorekeeper.core.pages.hand_words import sentence as full_sentence
from scorekeeper.core.sheet.writing import outcome_text
from scorekeeper.core.words.differences import difference_text
from scorekeeper.core.words.faults import fault_text
from scorekeeper.core.words.language import translate as _, translate_plural as _n, with_dots
from scorekeeper.core.words.outcomes import score_text
from scorekeeper.core.words.rulesets import rules_name
from scorekeeper.core.words.vocabulary import counted, sentence_case
from scorekeeper.formats.games import ExportedTable, UnreadGame
from scorekeeper.formats.parts import CheckedPart
from scorekeeper.services.house_rules import new_house_rules
from scorekeeper.services.importing import (
    LEFT_OUT,
    Compared,
    ComparedGame,
    ComparedPart,
    Imported,
    ImportStopped,
    first_event_id,
    games_in,
    import_games,
    left_out_of,
    preview_import,
)
from scorekeeper.services.merging import merge_players
from scorekeeper.services.names_of_files import PLAYERS, NamesAlike, NamesOfFile
from scorekeeper.services.part_kinds import kind_in
from scorekeeper.services.stopping import stop_games
from scorekeeper.storage.errors import EventIdTaken
from scorekeeper.storage.merging import AlreadyMerged, CannotMerge
from scorekeeper.storage.players import names_of
from scorekeeper.storage.visits import TableRow
from scorekeeper.web.formatting import short_day
from scorekeeper.web.forms import HiddenField, TextAreaField, TextOrFileForm, sentence
from scorekeeper.web.games.recording import this_author
from scorekeeper.web.language import lazy
from scorekeeper.web.played.running import flash_stopped

FILE_LASTS = 3600  # seconds between preview and import
MAX_TOTAL_BYTES = 200 * 1024 * 1024  # bytes, for all tables together
NAME_LENGTH = 22
STORED_NAME = re.compile(r"[\w-]{1,80}", re.ASCII)


def store_file(table_id: str, content: bytes) -> str:
    """Store a previewed file, in place of the table's previous one; returns its name.

    Raises `Busy` if other tables have stored too much already, `NoRoom` if the disk is nearly full.
    """
    folder = _folder()
    taken = 0
    for old in folder.iterdir():
        seen = old.stat()
        if old.name.startswith(f"{table_id}.") or seen.st_mtime < time.time() - FILE_LASTS:
            old.unlink(missing_ok=True)
        else:
            taken += seen.st_size
    if taken + len(content) > MAX_TOTAL_BYTES:
        raise Busy(_("Too many previews are open. Try again in an hour."), FILE_LASTS)
    check_room(len(content))
    name = random_token(NAME_LENGTH)
    (folder / f"{table_id}.{name}").write_bytes(content)
    return name


def stored_file(table_id: str, name: str) -> bytes | None:
    """The previewed file with this name; None if the table has no such file, or it has expired."""
    path = _path(table_id, name)
    return path.read_bytes() if path.is_file() and path.stat().st_mtime >= time.time() - FILE_LASTS else None


def delete_file(table_id: str, name: str) -> None:
    """Delete the file."""
    _path(table_id, name).unlink(missing_ok=True)


def _path(table_id: str, name: str) -> Path:
    """The path of a previewed file; an invalid name gives a path where no file is."""
    return _folder() / f"{table_id}.{name if STORED_NAME.fullmatch(name) else 'nothing'}"


def _folder() -> Path:
    folder = Path(current_app.instance_path) / "imports"
    folder.mkdir(mode=0o700, exist_ok=True)
    return folder


MAX_SHOWN = 100
MAX_DIFFERENCES = 8
BESIDE = "\t"
"""Between two names that somebody says are one player’s; no name has it."""


@dataclass(slots=True)
class ImportPreview:
    """A preview of a file: the first games in full, and counts of all."""

    games: list[View] = field(default_factory=list)
    new_games: int = 0
    known_games: int = 0
    differing: int = 0
    players: set[str] = field(default_factory=set)
    known: set[str] = field(default_factory=set)
    presets: list[str] = field(default_factory=list)
    problems: list[str] = field(default_factory=list)
    parts: dict[str, list[View]] = field(default_factory=dict)
    new_parts: int = 0
    unread: list[str] = field(default_factory=list)
    alike: list[NamesAlike] = field(default_factory=list)
    of_table: bool = False
    ends_early: list[View] = field(default_factory=list)
    rules: set[str] = field(default_factory=set)

    @classmethod
    def of(cls, parts: Iterable[Compared], table_id: str) -> "ImportPreview":
        """Preview each game of a file."""
        preview, names = cls(known=set(names_of(table_id))), NamesOfFile(table_id)
        for part in parts:
            names.add(part)
            preview.problems += left_out_of(part, table_id)
            if isinstance(part, ExportedTable):
                preview.players.update(part.players)
                new = new_house_rules(table_id, part.presets, part.agreed)
                preview.presets += [preset.name for preset in new.presets]
                preview.of_table = True
            elif isinstance(part, ComparedPart):
                preview.add_part(part)
            elif isinstance(part, UnreadGame):
                preview.unread.append(fault_text(part.placed))
            else:
                preview.add(part)
                if part.will_import and part.ends_early:
                    preview.ends_early.append(_asked_about(part, table_id))
        preview.alike = names.alike()
        return preview

    def add_part(self, compared: ComparedPart) -> None:
        """Add a part of a room, below the heading of its kind."""
        part = compared.part
        kind = kind_in(part.exported.folder) if isinstance(part, CheckedPart) else None
        if kind is None or compared.state == LEFT_OUT:
            return
        self.new_parts += compared.will_import
        shown = self.parts.setdefault(_(kind.words.title), [])
        shown.append({"name": part.name, "words": sentence_case(compared.words)})

    def add(self, compared: ComparedGame) -> None:
        """Add a game."""
        self.new_games += compared.will_import
        self.known_games += not compared.will_import
        self.differing += bool(compared.differences)
        self.rules.add(rules_name(compared.imported.sheet.rules.ruleset))
        if compared.will_import:
            self.players.update(compared.players)
        if len(self.games) < MAX_SHOWN:
            self.games.append(_game(compared))


def _asked_about(compared: ComparedGame, table_id: str) -> View:
    """A game without an end, about which the preview asks whether it was stopped."""
    shown = _game(compared)
    return {"value": first_event_id(compared.imported, table_id), **shown}


def _game(compared: ComparedGame) -> View:
    sheet, board = compared.imported.sheet, compared.part.board
    words = outcome_text(board, sheet.names)
    totals = [score.total for score in board.scores]
    unsaid = board.outcome is None or board.outcome.decided_by == "outright"
    when = short_day(compared.imported.started) if compared.imported.started else _("no date")
    return {
        "title": words or " – ".join(sheet.names),
        "scores": score_text(totals, sheet.rules.scoring.unit) if unsaid else "",
        "rules": rules_name(sheet.rules.ruleset),
        "note": with_dots([when, counted(len(sheet.hands), "hand")]),
        "will_import": compared.will_import,
        "is_asked": compared.will_import and compared.ends_early,
        "words": sentence_case(compared.words),
        "url": url_for("games.show", game=compared.game.id) if compared.game is not None else None,
        "differences": [difference_text(difference) for difference in compared.differences[:MAX_DIFFERENCES]],
        "more": max(0, len(compared.differences) - MAX_DIFFERENCES),
    }


def import_view(table: TableRow, preview: ImportPreview, name: str) -> View:
    """Values for `transfer/imports/preview.html`."""
    new = sorted(preview.players - preview.known)
    asked = [each for each in preview.alike if each.of == PLAYERS]
    others = [each for each in preview.alike if each.of != PLAYERS]
    new = [name for name in new if name not in {each.name for each in asked}]
    return {
        "table": table,
        "rules": next(iter(preview.rules)) if len(preview.rules) == 1 else None,
        "games": [game for game in preview.games if game["differences"] or not game["is_asked"]],
        "others": preview.new_games + preview.known_games - len(preview.games),
        "parts": preview.parts,
        "new_parts": preview.new_parts,
        "coming": preview.new_games,
        "ends_early": preview.ends_early[:MAX_SHOWN],
        "all_early": len(preview.ends_early),
        "left": preview.known_games,
        "differing": preview.differing,
        "players": new[:MAX_SHOWN],
        "more_players": max(0, len(new) - MAX_SHOWN),
        "known": sorted(preview.players & preview.known),
        "asked": [
            {"name": each.name, "other": each.other, "value": f"{each.name}{BESIDE}{each.other}"}
            for each in asked[:MAX_SHOWN]
        ],
        "alike": [each.text for each in others[:MAX_SHOWN]],
        "more_alike": max(0, len(asked) - MAX_SHOWN) + max(0, len(others) - MAX_SHOWN),
        "read_as": [],
        "presets": preview.presets,
        "problems": preview.problems,
        "of_table": preview.of_table,
        "unread": preview.unread[:MAX_SHOWN],
        "unread_games": len(preview.unread),
        "held": name,
    }


class ImportForm(TextOrFileForm):
    """A file to preview, or the name of a previewed one to import."""

    text = TextAreaField(
        lazy("Or a text record"),
        [Length(max=A_FILE)],
        description=lazy("As sent in a chat, from the first bracket to the last."),
        render_kw={"rows": 6, "spellcheck": "false"},
    )
    file = FileField(
        lazy("File"),
        description=lazy(
            "ZIP, JSON, text or the hands CSV, up to 4 MB. For larger files use the command “scorekeeper import”."
        ),
        render_kw={"accept": ".zip,.json,.txt,.csv,.xlsx"},
    )
    held = HiddenField()
    same = SelectMultipleField(validate_choice=False)
    stopped = SelectMultipleField(validate_choice=False)
    all_stopped = BooleanField()


pages = Blueprint("imports", __name__, url_prefix="/tables/<table>/import")


@pages.get("", role=KEEPER)
def new(table: str) -> str:
    return _page(table)


@pages.post("", role=KEEPER, longest=A_FILE)
def create(table: str) -> Response | str | tuple[str, int]:
    """Preview a file, or import a previewed one."""
    form = ImportForm(request.form, request.files)
    if form.held.data:
        return _import(table, form)
    content = form.content()
    if not content:
        return _page(table, form, wrong=_("Choose a file or paste a text record.")), 422
    hit(RateLimit.CHECKS)
    try:
        with slot():
            preview = ImportPreview.of(preview_import(games_in(content), table), table)
    except InvalidInput as error:
        return _page(table, form, wrong=_("{why} Nothing was imported.", why=sentence(error))), 422
    return render_template(
        "transfer/imports/preview.html", **import_view(current_table(), preview, store_file(table, content))
    )


def _import(table: str, form: ImportForm) -> Response | tuple[str, int]:
    name = str(form.held.data)
    content = stored_file(table, name)
    if content is None:
        return _page(table, wrong=_("This preview has expired. Choose the file again.")), 422
    try:
        with importing():
            imported = import_games(games_in(content), table)
            ended = stop_games(table, _stopped_of(imported, form), this_author())
    except InvalidInput as error:
        return _page(table, ImportForm(), wrong=_("{why} Nothing was imported.", why=sentence(error))), 422
    except EventIdTaken:
        return _page(
            table, ImportForm(), wrong=_("An entry of this file is already in another game. Nothing was imported.")
        ), 422
    except ImportStopped as stopped:
        return _page(table, ImportForm(), wrong=full_sentence(str(stopped))), 503
    delete_file(table, name)
    _say(imported)
    if ended.games:
        flash_stopped(ended)
    for pair in map(str, form.same.data or ()):
        _merge(table, *pair.partition(BESIDE)[::2])
    return redirect(url_for("game_history.index", table=table), 303)


def _say(imported: Imported) -> None:
    """Say what was added, and what was not."""
    games = _n(len(imported.games), "1 game imported.", "{count} games imported.")
    if imported.skipped:
        games = _("{games} {left} were already here.", games=games, left=imported.skipped)
    for kind, parts in imported.parts_by_kind().items():
        games = f"{games} {kind.words.imported_now(len(parts))}"
    flash(games, "success")
    for problem in imported.problems:
        flash(full_sentence(str(problem)), "error")
    if imported.unread:
        first = full_sentence(fault_text(imported.unread[0].placed))
        count = len(imported.unread)
        left_out = _n(count, "1 game can’t be read. {first}", "{count} games can’t be read. {first}", first=first)
        flash(left_out, "error")


def _stopped_of(imported: Imported, form: ImportForm) -> list[str]:
    """The added games that somebody says were stopped; others end by themselves, or go on."""
    if form.all_stopped.data:
        return imported.games
    return [imported.begun[start] for start in form.stopped.data or () if start in imported.begun]


def _merge(table: str, name: str, other: str) -> None:
    """Make two names one player, as somebody said of them in the preview."""
    try:
        merge_players(table, name, other)
    except AlreadyMerged:
        return
    except CannotMerge as error:
        flash(sentence(error), "error")
    else:
        flash(_("{name} and {other} are one player now.", name=name, other=other), "success")


def _page(table: str, form: ImportForm | None = None, wrong: str | None = None) -> str:
    return render_template("transfer/imports/new.html", table=current_table(), wrong=wrong, form=form or ImportForm())
