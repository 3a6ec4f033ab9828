"""Fixtures and results from a list: pasted or a file, shown line by line before anything is saved."""

from collections import Counter
from contextlib import nullcontext
from itertools import accumulate
from typing import Any

from flask import Blueprint, abort, flash, request
from werkzeug.datastructures import FileStorage, MultiDict
from werkzeug.wrappers import Response
from wtforms import BooleanField
from wtforms.validators import Length

from scorekeeper.access import KEEPER, current_membership
from scorekeeper.access.quotas import working_out
from scorekeeper.core.inputs import InvalidInput
from scorekeeper.core.pages import View
from scorekeeper.core.words.language import translate as _, translate_plural as _n, with_commas, with_dots
from scorekeeper.formats.spreadsheets import Sheets
from scorekeeper.rooms.tournaments.domain.log.state import TournamentState
from scorekeeper.rooms.tournaments.domain.setting_up.bounds import MAX_LINE_LENGTH
from scorekeeper.rooms.tournaments.domain.setting_up.fixture_list import FixtureLine, NotRead
from scorekeeper.rooms.tournaments.domain.setting_up.setup import Fixture, Stage
from scorekeeper.rooms.tournaments.pages.matches import when_words
from scorekeeper.rooms.tournaments.pages.page import (
    attempt_or_flash,
    author,
    brought_words,
    loaded,
    names_of,
    render_page,
    sheets_of,
    to,
)
from scorekeeper.rooms.tournaments.services.fixture_plan import SOME_LETTERS, FixturePlan, matches_of, planned, stage_of
from scorekeeper.rooms.tournaments.services.fixtures import MANY_LINES, take
from scorekeeper.rooms.tournaments.services.undo import take_out
from scorekeeper.web.forms import MAX_SENT_BACK, StringField, TextAreaField, TextOrFileForm, bytes_shown, sentence
from scorekeeper.web.language import lazy
from scorekeeper.web.posted import id_again, posted_id

pages = Blueprint("fixtures", __name__, url_prefix="/tournaments/<tournament>/fixtures")

MAX_LIST = MAX_SENT_BACK
"""Bytes of a list as the page shows it again: some 1,500 fixtures, each with two names. More come as another list."""
MAX_SHOWN = 8_000
"""Bytes of what the page says of a list, for each of: not read, doubted, new teams. The others are counted."""
MAX_READ = 30_000
"""Bytes of the lines that were read."""
OF_A_LINE = 60
"""Bytes of a line besides its text."""


class FixturesForm(TextOrFileForm):
    """A list of fixtures and results; `sure` once its preview was seen."""

    text = TextAreaField(
        lazy("Fixtures and results, one a line"),
        validators=[Length(max=MAX_LIST)],
        description=lazy(
            "Round, table, team, team: 1, 4, Ann & Cal, Ben & Dee. A division may stand before the teams, and the "
            "scores after them. For results alone: round, table, score, score. Or with a line of headings, as in a "
            "spreadsheet."
        ),
        render_kw={"rows": 8, "spellcheck": "false"},
    )
    sure = StringField()
    asked = StringField()
    signed = BooleanField(lazy("Both sides agreed to these results"))

    def __init__(
        self, given: MultiDict[str, str] | None = None, files: MultiDict[str, FileStorage] | None = None, **more: Any
    ) -> None:
        super().__init__(given, files, **more)
        asked = enumerate(self.asked.raw_data or ())
        self.answers = {str(key): answer for at, key in asked if given and (answer := given.get(f"answer-{at}"))}
        """What was answered, by the key of each question."""

    def take_file(self) -> Sheets:
        """The sheets of a file, if one came; the first is the list then, and nothing was answered of it yet.

        Raises `InvalidInput`.
        """
        uploaded = self.file.data
        if not isinstance(uploaded, FileStorage) or not uploaded.filename:
            return ()
        sheets = sheets_of(uploaded)
        self.sure.data, self.asked.raw_data, self.answers = "", [], {}
        self.text.data = sheets[0][1] if sheets else ""
        return sheets


@pages.get("", role=KEEPER)
def show(tournament: str) -> str:
    return _page(FixturesForm())


def _stage(state: TournamentState) -> Stage:
    number = stage_of(state)
    if number is None:
        abort(404)
    return state.stages[number - 1]


def _page(form: FixturesForm, plan: FixturePlan | None = None, sheets: Sheets = ()) -> str:
    now = loaded()
    stage = _stage(now.state)
    return render_page(
        "fixtures.html",
        "desk",
        now,
        form=form,
        entry_id=id_again(),
        plan=None if plan is None else plan_view(plan, _published(now.state, stage)),
        sheets=[{"name": name, "text": text} for name, text in sheets],
        there=there_words(stage),
        brought=brought_words(now.state) if request.method == "GET" else "",
        rounds=[] if request.method == "POST" else rounds_view(now.state, stage),
    )


def _published(state: TournamentState, stage: Stage) -> int:
    """How many rounds of a stage are published."""
    return sum(found.published for found in state.rounds_of(state.stages.index(stage) + 1))


def there_words(stage: Stage) -> str:
    """`270 matches in 18 rounds · 3 divisions`; empty before there are any."""
    if not stage.fixtures:
        return ""
    rounds = max(fixture.round for fixture in stage.fixtures)
    parts = [
        _n(len(stage.fixtures), "1 match", "{count} matches"),
        _n(rounds, "1 round", "{count} rounds"),
        *([_n(len(stage.divisions), "1 division", "{count} divisions")] if stage.divisions else []),
    ]
    return with_dots(parts)


def rounds_view(state: TournamentState, stage: Stage) -> list[View]:
    """The fixtures that there are, by round."""
    names, matches = names_of(state), matches_of(state, state.stages.index(stage) + 1)
    found: dict[int, list[str]] = {}
    for given in stage.fixtures:
        match = matches.get((given.round, frozenset(given.teams))) if given.postponed else None
        fixture = (match and state.fixture(match)) or given
        teams = " – ".join(names.get(team, str(team)) for team in fixture.teams)
        table = "" if fixture.table is None else _("Table {number}", number=fixture.table)
        parts = [part for part in (table, teams, when_words(fixture)) if part]
        found.setdefault(fixture.round, []).append(with_dots(parts))
    return [{"title": _("Round {number}", number=number), "lines": lines} for number, lines in sorted(found.items())]


def plan_view(plan: FixturePlan, published: int = 0) -> View:
    """What was read, in figures and line by line; what was not, with its line; what is asked. `published`: how
    many rounds are out already.
    """
    return {
        "figures": _figures(plan),
        "changes": plan.changes,
        "count": len(plan.read),
        "questions": plan.questions,
        "answered": list(plan.answered.items()),
        "not_read": _named([*plan.titles, *plan.not_read]),
        "doubts": _named(plan.doubts),
        "unused": ", ".join(plan.unused)[:MAX_LINE_LENGTH],
        "entries": _shown([_line_view(0, "", name) for name in plan.entries]),
        "has_results": bool(plan.results),
        "publishes": plan.last_round if plan.last_round > published else 0,
        "lines": _shown([_line_view(line.number, "", _words(line, fixture)) for line, fixture in plan.read], MAX_READ),
    }


def _figures(plan: FixturePlan) -> list[str]:
    """What a list brings, in figures."""
    divisions = Counter({name: len(teams) for name, teams in plan.divisions.items()})
    return [
        *([_n(len(plan.entries), "1 new team", "{count} new teams")] if plan.entries else []),
        *([_n(len(plan.fixtures), "1 new match", "{count} new matches")] if plan.fixtures else []),
        *(
            f"{name}: {words}"
            for name, words in ((name, _n(count, "1 team", "{count} teams")) for name, count in divisions.items())
        ),
        *(
            [_n(len(plan.moved), "1 match at another time or place", "{count} matches at another time or place")]
            if plan.moved
            else []
        ),
        *([_n(len(plan.results), "1 result", "{count} results")] if plan.results else []),
        *([_n(len(plan.forfeits), "1 forfeit", "{count} forfeits")] if plan.forfeits else []),
        *([_n(plan.known, "1 line is there already", "{count} lines are there already")] if plan.known else []),
    ]


def _named(lines: list[NotRead]) -> View:
    return _shown([_line_view(line.number, line.text, line.why) for line in lines])


def _words(line: FixtureLine, fixture: Fixture | None) -> str:
    """What was read of a line."""
    when = "" if fixture is None else when_words(fixture)
    return with_dots(
        [
            *([] if line.round is None else [_("Round {number}", number=line.round)]),
            *([] if line.table is None else [_("Table {number}", number=line.table)]),
            *([line.division] if line.division else []),
            *([" – ".join(line.teams)] if line.teams else []),
            *([" : ".join(map(str, line.scores))] if line.scores else []),
            *([line.word] if line.word else []),
            *([when] if when else []),
        ]
    )


def _shown(lines: list[View], most: int = MAX_SHOWN) -> View:
    """The lines for which there is room, and how many others and all are."""
    sizes = accumulate(OF_A_LINE + bytes_shown(f"{line['text']}{line['why']}") for line in lines)
    shown = lines[: sum(size <= most for size in sizes)]
    return {"lines": shown, "more": len(lines) - len(shown), "count": len(lines)}


def _line_view(number: int, text: str, why: str) -> View:
    return {"number": number, "text": text, "why": why}


@pages.post("", role=KEEPER, longest=MAX_LIST)
def create(tournament: str) -> Response | tuple[str, int]:
    """Show what a list would change; once that was seen, save it."""
    form, state = FixturesForm(request.form, request.files), loaded().state
    _stage(state)
    try:
        sheets = form.take_file()
    except InvalidInput as error:
        form.text.errors = [sentence(error)]
        return _page(form), 422
    if len(sheets) > 1:
        return _page(form, sheets=sheets), 200
    wrong = _("The list is too long.") if bytes_shown(form.text.data or "") > MAX_LIST else ""
    if not (form.text.data or "").strip():
        wrong = _("Paste a list, or choose a file.")
    if wrong:
        form.text.errors = [wrong]
        return _page(form), 422
    if not form.validate():
        return _page(form), 422
    text = str(form.text.data)
    try:
        with working_out(current_membership()) if len(text) >= SOME_LETTERS else nullcontext():
            plan = planned(state, text, form.answers)
    except InvalidInput as error:
        form.text.errors = [sentence(error)]
        return _page(form), 422
    if not form.sure.data or plan.questions or not plan.changes:
        return _page(form, plan), 200
    signed = bool(form.signed.data)

    def save() -> bool:
        with working_out(current_membership()) if len(plan.read) >= MANY_LINES else nullcontext():
            take(tournament, plan, author(), signed=signed, event_id=posted_id())
        return True

    if attempt_or_flash(save) is None:
        return _page(form, plan), 422
    flash(_("Saved: {what}", what=with_commas(_figures(plan))), "success")
    return to("fixtures.show")


@pages.post("/take-out", role=KEEPER)
def take_back(tournament: str) -> Response:
    """Take out what the last list brought."""
    words = brought_words(loaded().state)
    if attempt_or_flash(lambda: take_out(tournament, author(), posted_id())) is not None:
        flash(_("Taken out: {what}", what=words), "success")
    return to("fixtures.show")
