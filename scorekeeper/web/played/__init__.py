"""Game history: a table's games by rules, players and time, a game's charts, what counts in statistics."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from datetime import date, datetime, timedelta
from typing import Any

from flask import Blueprint, abort, flash, redirect, render_template, request, url_for
from werkzeug.datastructures import MultiDict
from werkzeug.wrappers import Response
from wtforms import BooleanField, DateField, Field, Form, SelectField
from wtforms.validators import DataRequired, Length

from scorekeeper import hooks
from scorekeeper.access import KEEPER, SCORER, WATCHER, current_game, current_membership, current_table, may
from scorekeeper.core.inputs import InvalidInput
from scorekeeper.core.inputs.fields import whole
from scorekeeper.core.pages import View
from scorekeeper.core.rulesets import rule_sets
from scorekeeper.core.words.language import translate as _, with_dots
from scorekeeper.core.words.rulesets import rules_name
from scorekeeper.formats.days import day_of, written_period
from scorekeeper.services.counting import bring_back, can_take_away, set_counted, take_away
from scorekeeper.services.series import night_period, zone_of
from scorekeeper.storage.games import find_game
from scorekeeper.storage.players import ActivePlayer, NoSuchPlayer, find_main_player, most_active_players, names_by_id
from scorekeeper.storage.search import GameFilter, PageKey, games_taken_away, search_games, search_players
from scorekeeper.storage.visits import TableRow
from scorekeeper.web.formatting import short_day
from scorekeeper.web.forms import SearchField, StringField, choices, one_line, sentence, stripped
from scorekeeper.web.language import lazy
from scorekeeper.web.paging import cursor_text, numbered_cursor
from scorekeeper.web.played.charts import bids_chart, totals_chart
from scorekeeper.web.played.results import games_by_night, result_rows
from scorekeeper.web.posted import PostedFields


class NotCountedForm(Form):
    """Why statistics exclude a game, or include it again."""

    again = BooleanField()
    reason = StringField(
        lazy("Reason"),
        render_kw={"placeholder": lazy("for example: practice")},
        filters=[stripped],
        validators=[
            DataRequired(lazy("Say why, for example: practice.")),
            Length(1, 200, lazy("Use at most 200 characters for the reason.")),
            one_line,
        ],
    )


pages = Blueprint("game_history", __name__)


@pages.get("/tables/<table>/history", role=WATCHER)
def index(table: str) -> str:
    found = current_table()
    try:
        search = Search.of(found.id, request.args)
    except NoSuchPlayer:
        abort(404)
    return render_template("played/index.html", **history_page(found, search))


@pages.get("/games/<game>/picture", role=WATCHER)
def picture(game: str) -> str:
    loaded = current_game()
    board, sheet = loaded.state.board, loaded.state.sheet
    own = current_membership()
    player = find_main_player(own.table_id, own.player_id).player.name if own.player_id is not None else None
    return render_template(
        "played/picture.html",
        game=loaded.game,
        title=" – ".join(sheet.names),
        totals=totals_chart(board, sheet.names),
        bids=bids_chart(sheet, board, player),
    )


@pages.get("/games/<game>/counted", role=SCORER)
def counted(game: str) -> str:
    return _counted(game, NotCountedForm())


@pages.post("/games/<game>/counted", role=SCORER)
def set_whether_counted(game: str) -> Response | tuple[str, int]:
    loaded = current_game()
    form = NotCountedForm(request.form)
    who = current_membership().name
    if form.again.data:
        set_counted(loaded, None, who)
        flash(_("This game counts in statistics again."), "success")
        return redirect(url_for("games.show", game=game), 303)
    if not form.validate():
        return _counted(game, form), 422
    set_counted(loaded, str(form.reason.data), who)
    flash(_("This game doesn’t count in statistics."), "success")
    return redirect(url_for("games.show", game=game), 303)


def _counted(game: str, form: NotCountedForm) -> str:
    loaded = current_game()
    names = loaded.state.sheet.names
    row = find_game(game)
    return render_template(
        "played/counted.html",
        game=loaded.game,
        title=" – ".join(names),
        form=form,
        counted_by=None
        if row.counted_at is None
        else with_dots([*filter(None, [row.counted_by]), short_day(row.counted_at)]),
        can_take_away=can_take_away(loaded.game),
    )


@pages.post("/games/<game>/taken-away", role=KEEPER)
def set_taken_away(game: str) -> Response:
    loaded = current_game()
    if "back" in PostedFields():
        bring_back(loaded, current_membership().name)
        flash(_("The game is back, with all it counted."), "success")
        return redirect(url_for("games.show", game=game), 303)
    try:
        take_away(loaded, current_membership().name)
    except InvalidInput as error:
        flash(sentence(error), "error")
        return redirect(url_for("game_history.counted", game=game), 303)
    flash(_("Taken away. A keeper can bring it back below the table’s other games."), "success")
    return redirect(url_for("game_history.index", table=loaded.game.table_id), 303)


PAGE_SIZE = 30
STATES = {"": lazy("All games"), "over": lazy("Finished"), "playing": lazy("In progress")}
MAX_PLAYERS = 2
MAX_CHIPS = 8
MAX_TAKEN_AWAY = 100
"""The latest games taken away; bringing one of them back shows the next."""


class FilterForm(Form):
    """The search and the filters below it. Not validated, because unknown values are ignored."""

    q = SearchField(validators=[Length(max=80)])
    rules = SelectField(lazy("Rules"))
    who = SelectField(lazy("Player"))
    and_who = SelectField(lazy("and player"), name="with")
    state = SelectField(lazy("Status"), choices=choices(STATES.items()))
    since = DateField(lazy("From"), name="from")
    until = DateField(lazy("To"), name="to")
    period = SelectField(lazy("Season"), name="season")

    @classmethod
    def filled(
        cls, given: MultiDict[str, str], players: Sequence[tuple[str, str]], periods: Sequence[tuple[str, str]]
    ) -> "FilterForm":
        """The form as sent, with the table's players, the rule sets and the table's periods, if any, as choices."""
        form = cls(given)
        form.period.choices = choices([("", _("Any time")), *periods])
        if not periods:
            del form.period
        form.rules.choices = choices(
            [("", _("All rules")), *((key, rules_name(found)) for key, found in rule_sets().items())]
        )
        form.who.choices = form.and_who.choices = choices([("", _("Anyone")), *players])
        return form

    @property
    def filters(self) -> list[Field]:
        """All fields except the search."""
        return [field for field in self if field is not self.q]


@dataclass(slots=True)
class Search:
    """The filters of a request: as given, as a `GameFilter`, and the search terms that match nothing."""

    given: MultiDict[str, str]
    game_filter: GameFilter
    before: PageKey | None = None
    unknown: list[str] = field(default_factory=list)

    @classmethod
    def of(cls, table_id: str, given: MultiDict[str, str]) -> "Search":
        """Read the filters from a query."""
        search = cls(given, GameFilter())
        players = [who for key in ("who", "with") if (who := whole(given.get(key))) >= 0]
        rules = given.get("rules") if given.get("rules") in rule_sets() else None
        since, until = _day(given.get("from", "")), _day(given.get("to", ""), after=1)
        asked, number = whole(given.get("season")), None
        for period in _periods(current_table(), asked) if asked >= 0 else ():
            since, until = max(since or period.begin, period.begin), min(until or period.end, period.end)
        for word in _terms(given.get("q", "").split()[:MAX_WORDS]):
            found = _understand(table_id, word)
            if isinstance(found, GameFilter):
                players += found.players
                rules, number = found.rules or rules, found.number or number
                since, until = found.since or since, found.until or until
            else:
                search.unknown.append(word)
        status = given.get("state") if given.get("state") in ("over", "playing") else None
        ids = tuple(dict.fromkeys(find_main_player(table_id, each).player.id for each in players))[:MAX_PLAYERS]
        search.game_filter = GameFilter(ids, rules, status, since, until, number)
        search.before = numbered_cursor(given.get("before"))
        return search

    def query(self) -> dict[str, Any]:
        """The filters for the URL of the next page."""
        return {key: self.given[key] for key in FILTERS if self.given.get(key)}


FILTERS = ("q", "rules", "who", "with", "state", "from", "to", "season")


def _periods(table: TableRow, number: int | None = None) -> list[hooks.Period]:
    """The named periods that a table with a club shows: the latest ones, or the one with this number."""
    return [] if table.without_club else [one for room in hooks.at_table(table) for one in room.periods(number)]


MAX_WORDS = 6
MAX_WORDS_OF_DAY = 5
"""Words of a day, such as `5 de marzo de 2026`."""


def _terms(words: Sequence[str]) -> Iterator[str]:
    """The terms of a search: its words, but those that are a day or a month together as one."""
    place = 0
    while place < len(words):
        sizes = range(1, min(MAX_WORDS_OF_DAY, len(words) - place) + 1)
        size = next((size for size in sizes if written_period(" ".join(words[place : place + size]))), 1)
        yield " ".join(words[place : place + size])
        place += size


def _understand(table_id: str, word: str) -> GameFilter | None:
    """One term of a search: a day or a month, a game's number, a rule set, or a name."""
    period = written_period(word)
    if period is not None:
        return GameFilter(since=_begin(period[0]), until=_begin(period[1]))
    if word.removeprefix("#").isdecimal() and len(word) < 9:
        return GameFilter(number=int(word.removeprefix("#")))
    lowered = word.casefold()
    named = [key for key, rules in rule_sets().items() if lowered in (key, rules.name.casefold())]
    players = search_players(table_id, word, limit=1) if len(word) > 1 else []
    if players:
        return GameFilter(players=(players[0].id,))
    named += [key for key, rules in rule_sets().items() if len(lowered) > 3 and lowered in rules.name.casefold()]
    return GameFilter(rules=named[0]) if named else None


def _day(text: str, *, after: int = 0) -> datetime | None:
    """When the night of this day begins, or that of a day `after` it; None if it is no day."""
    found = day_of(text)
    return None if found is None else _begin(found + timedelta(days=after))


def _begin(day: date) -> datetime:
    """When the night of this day begins: the days of a search are those below which the games stand."""
    return night_period(day, zone_of(current_table().zone))[0]


def history_page(table: TableRow, search: Search) -> View:
    """Values for `played/index.html`."""
    games = search_games(table.id, search.game_filter, search.before, PAGE_SIZE + 1)
    more = len(games) > PAGE_SIZE
    games = games[:PAGE_SIZE]
    players = most_active_players(table.id, everyone=True)
    taken_away = games_taken_away(table.id, MAX_TAKEN_AWAY) if may("keeper") and not search.query() else []
    last = games[-1] if games else None
    older = cursor_text(last.created, last.number) if last is not None and more else None
    return {
        "table": table,
        "nights": games_by_night(table, games),
        "taken_away": [
            {"game": game.id, **row} for game, row in zip(taken_away, result_rows(taken_away, dated=True), strict=True)
        ],
        "older": url_for("game_history.index", table=table.id, **search.query(), before=older) if older else None,
        "newest": url_for("game_history.index", table=table.id, **search.query()) if search.before else None,
        "filtered": bool(search.query()),
        "players": _player_chips(table, search, players),
        "unknown": search.unknown,
        "form": FilterForm.filled(
            search.given,
            _player_choices(search, players),
            [(str(period.number), period.name) for period in _periods(table)],
        ),
        "open": any(search.given.get(key) for key in FILTERS if key != "q"),
    }


def _player_choices(search: Search, players: Sequence[ActivePlayer]) -> list[tuple[str, str]]:
    """The players to filter by; of a larger table those with the most games, and any that the search has found."""
    names = {player.id: player.name for player in players}
    others = [player for player in search.game_filter.players if player not in names]
    return [(str(player), name) for player, name in (names | (names_by_id(others) if others else {})).items()]


def _player_chips(table: TableRow, search: Search, players: Sequence[ActivePlayer]) -> list[View]:
    """Links to the games of each of the most active players, after one to all games."""
    found = [player for player in players[:MAX_CHIPS] if player.games]
    if not found:
        return []
    others = {key: value for key, value in search.query().items() if key not in ("who", "with")}
    chosen = search.game_filter.players
    everyone = {"text": _("All"), "url": url_for("game_history.index", table=table.id), "current": not search.query()}
    return [everyone] + [
        {
            "text": player.name,
            "url": url_for("game_history.index", table=table.id, **others, who=player.id),
            "current": player.id in chosen,
        }
        for player in found
    ]
