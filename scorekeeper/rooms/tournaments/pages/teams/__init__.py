"""The teams of a tournament: who is here, missing, or waits for a partner; entering, changing and dropping them."""

from collections.abc import Mapping, Sequence
from contextlib import nullcontext

from flask import Blueprint, abort, flash, request, url_for
from werkzeug.datastructures import FileStorage
from werkzeug.wrappers import Response
from wtforms import BooleanField, SelectMultipleField
from wtforms.validators import Length, Optional

from scorekeeper.access import KEEPER, SCORER, current_membership, may
from scorekeeper.access.quotas import working_out
from scorekeeper.access.setup import address_for_others
from scorekeeper.clock import utc_now
from scorekeeper.core.inputs import InvalidInput
from scorekeeper.core.pages import View
from scorekeeper.core.words.language import (
    after_colon,
    listed as all_of,
    translate as _,
    translate_plural as _n,
    with_commas,
)
from scorekeeper.core.words.vocabulary import ordinal
from scorekeeper.formats.spreadsheets import Sheets
from scorekeeper.rooms.tournaments.domain.formats import find_format
from scorekeeper.rooms.tournaments.domain.hall import grows
from scorekeeper.rooms.tournaments.domain.log import events as ev
from scorekeeper.rooms.tournaments.domain.log.state import Team, TournamentState
from scorekeeper.rooms.tournaments.domain.pairing import format_of, is_stage_over, running
from scorekeeper.rooms.tournaments.domain.places import waiting_list
from scorekeeper.rooms.tournaments.domain.round_names import next_matches, pair_words
from scorekeeper.rooms.tournaments.domain.setting_up.setup import COUNTS, LOSSES, NOTHING
from scorekeeper.rooms.tournaments.domain.words import pool_title
from scorekeeper.rooms.tournaments.pages.directing.phones import asking
from scorekeeper.rooms.tournaments.pages.directing.questions import ask_first
from scorekeeper.rooms.tournaments.pages.page import (
    as_typed,
    attempt_or_flash,
    author,
    brought_words,
    count_words,
    current_round,
    draft_round,
    is_of_players,
    loaded,
    names_of,
    render_page,
    sheets_of,
    team_label,
    to,
)
from scorekeeper.rooms.tournaments.pages.teams.adjustments import AdjustForm, adjustments_of
from scorekeeper.rooms.tournaments.pages.teams.apart import apart_view
from scorekeeper.rooms.tournaments.pages.teams.away import NAMED_BELOW, away_lines
from scorekeeper.rooms.tournaments.pages.teams.history import team_history
from scorekeeper.rooms.tournaments.pages.versions import follow
from scorekeeper.rooms.tournaments.services.cache import LoadedTournament, milliseconds
from scorekeeper.rooms.tournaments.services.pairing import forecast
from scorekeeper.rooms.tournaments.services.phones import key_of_card, new_card, team_of
from scorekeeper.rooms.tournaments.services.team_lists import TeamList, read_team_list
from scorekeeper.rooms.tournaments.services.teams import (
    MANY_NAMES,
    Entry,
    change_team,
    enter_team,
    enter_teams,
    entries_of,
    join_solos,
    look_alikes,
    set_status,
)
from scorekeeper.rooms.tournaments.services.undo import brought, take_out
from scorekeeper.rooms.tournaments.storage import SIGN_UP, phones_of
from scorekeeper.services.names import players_in
from scorekeeper.storage.players import roster_of
from scorekeeper.web.forms import FileForm, StringField, TextAreaField, ValidName, WholeField, sentence, stripped
from scorekeeper.web.games.forms import EventForm
from scorekeeper.web.language import lazy
from scorekeeper.web.sharing import qr_svg

pages = Blueprint("teams", __name__, url_prefix="/tournaments/<tournament>/teams")

ALL, MISSING, SOLO = "all", "missing", "solo"
FILTERS = (ALL, MISSING, SOLO)
LEAVES = (ev.ARRIVED, ev.DROPPED, ev.OUT)
"""The statuses of a team that may leave, or left."""


MAX_LIST = 60_000
"""Letters of a list: as many lines as there may be teams, each with names as long as they may be."""


class PastedForm(FileForm, EventForm):
    """Teams as a list, one a line; `sure` confirms names that look like others, `here` says that late ones are here."""

    teams = TextAreaField(
        lazy("Teams, one a line"),
        validators=[Length(max=MAX_LIST)],
        description=lazy("For example: Ann & Cal. A line with one name is a player who looks for a partner."),
        render_kw={"rows": 6, "spellcheck": "false"},
    )
    sure = StringField()
    here = BooleanField()

    def take_file(self) -> Sheets:
        """The sheets of a file, if one came; the first is the list then. Raises `InvalidInput`."""
        if not isinstance(self.file.data, FileStorage) or not self.file.data.filename:
            return ()
        sheets = sheets_of(self.file.data)
        self.teams.data, self.sure.data = sheets[0][1] if sheets else "", ""
        return sheets


class TeamForm(EventForm):
    """One team: its players, and perhaps a name, a reserve and a table of its own."""

    player = StringField(lazy("Player"), filters=[stripped], validators=[Optional(), ValidName()])
    partner = StringField(lazy("Partner"), filters=[stripped], validators=[Optional(), ValidName()])
    more = StringField(
        lazy("More players"),
        description=lazy("With commas between them. Each match says who of them plays."),
        filters=[stripped],
        validators=[Optional(), Length(max=MAX_LIST)],
    )
    reserve = StringField(lazy("Reserve"), filters=[stripped], validators=[Optional(), ValidName()])
    name = StringField(
        lazy("Name of the team"),
        description=lazy("Empty: its players’ names."),
        filters=[stripped],
        validators=[Optional(), ValidName()],
    )
    table = WholeField(lazy("Table of its own"), validators=[Optional()])
    chosen = SelectMultipleField(validate_choice=False)  # of the players whom the table knows

    @property
    def players(self) -> list[str]:
        """The names that were given."""
        first = [str(field.data) for field in (self.player, self.partner) if field.data]
        return [*first, *players_in(self.more.data or "")]


class StatusForm(EventForm):
    """What is recorded of a team, or of one of its players."""

    status = StringField()
    player = StringField(filters=[lambda text: text or None])
    played = StringField(filters=[lambda text: text or None])
    show = StringField()
    sure = StringField()
    rounds = StringField()


class JoinForm(EventForm):
    """Two solo players who become a team."""

    first = WholeField()
    second = WholeField()


@pages.get("", role=SCORER)
def show(tournament: str) -> str:
    form = PastedForm()
    if "add" in request.args:
        form.teams.render_kw = {**(form.teams.render_kw or {}), "rows": 2, "autofocus": True}
    return _page(form)


def _page(
    form: PastedForm, questions: list[View] | None = None, sheets: Sheets = (), *, read: TeamList | None = None
) -> str:
    """The page; what asks about a list that was sent, or refuses it, has the form without a list of all teams."""
    tournament, answers = loaded(), request.method == "POST"
    state, at = tournament.state, milliseconds(utc_now())
    shown = request.args.get("show", "")
    counted = counts(state)
    arriving = bool(counted[MISSING] and counted["here"]) and current_round(state) is None
    chosen = shown if shown in FILTERS else MISSING if arriving else ALL
    if is_of_players(state):
        form.teams.label.text, form.teams.description = _("Players, one a line"), ""
    address = address_for_others(
        "sign_up.show_sign_up", tournament=tournament.row.id, key=key_of_card(tournament.row, SIGN_UP)
    )
    return render_page(
        "teams.html",
        "teams",
        tournament,
        answers=answers,
        is_late=is_late(state),
        is_adding="add" in request.args,
        counts=counted,
        is_of_players=is_of_players(state),
        chosen=chosen,
        teams=[] if answers else [team_row(tournament, team) for team in listed(state, chosen)],
        solos=[] if answers else solos(state),
        pairs=[] if answers else proposed_pairs(state),
        form=form,
        questions=questions or [],
        sheets=[{"name": name, "text": text} for name, text in sheets],
        was_table=read is not None,
        not_read=[]
        if read is None
        else sorted((line.number, line.text, line.why) for line in (*read.titles, *read.not_read)),
        unused="" if read is None else with_commas(read.unused),
        brought="" if answers or not brought(state).is_of_teams else brought_words(state),
        sign_up={"url": address, "qr": qr_svg(address)},
        roster=[] if answers else [name for name in roster_of(tournament.row.table_id) if team_of(state, name) is None],
        foot=foot(state),
        away=away_lines(state, NAMED_BELOW),
        pair_words=next_round_words(state, at),
        lacks_house_team=lacks_house_team(state),
        can_pair=pairs_next(state, at),
        asking=asking(tournament),
        apart=apart_view(state),
        paid_words=paid_words(state),
        may_part=not answers and may("keeper") and not state.ended and len(state.teams) > 1,
        follows=follow("desk", tournament),
    )


def is_late(state: TournamentState) -> bool:
    """Whether a team that is entered now comes late: a round was published, and teams arrive."""
    return not state.ended and not state.stages[0].is_league and any(found.published for found in state.rounds)


def counts(state: TournamentState) -> dict[str, int]:
    """How many teams there are, are here, are missing, and are one player who waits for a partner."""
    teams = list(state.teams.values())
    return {
        ALL: len(teams),
        "here": sum(team.plays for team in teams),
        MISSING: sum(team.status == ev.ENTERED for team in teams) - len(waiting_list(state)),
        SOLO: len(solos(state)),
    }


def paid_words(state: TournamentState) -> str:
    """`30 of 48 players paid, 12 of 24 teams`; empty as long as nobody is ticked and nobody must."""
    teams = [team for team in state.teams.values() if not team.house and team.status not in (ev.DROPPED, ev.OUT)]
    players = sum(len(team.players) for team in teams)
    paid = sum(len(team.paid) for team in teams)
    if not paid and not state.settings.must_pay:
        return ""
    words = _n(players, "{paid} of 1 player paid", "{paid} of {count} players paid", paid=paid)
    if is_of_players(state):
        return words
    whole = sum(team.has_paid for team in teams)
    return with_commas([words, _n(len(teams), "{paid} of 1 team", "{paid} of {count} teams", paid=whole)])


def solos(state: TournamentState) -> list[Team]:
    """The players who wait for a partner."""
    if is_of_players(state):
        return []
    there = (ev.ENTERED, ev.ARRIVED)
    return [team for team in state.teams.values() if len(team.players) == 1 and team.status in there and not team.house]


def proposed_pairs(state: TournamentState) -> list[tuple[Team, Team]]:
    """Solo players who could play together, in the order in which they came; those who are here first."""
    waiting = sorted(solos(state), key=lambda team: (not team.here, team.id))
    return list(zip(waiting[::2], waiting[1::2], strict=False))


def listed(state: TournamentState, shown: str) -> list[Team]:
    """The teams that a filter shows; missing ones with the no-shows at the end."""
    teams = list(state.teams.values())
    if shown == MISSING:
        wanted = {ev.ENTERED: 0, ev.NO_SHOW: 1}
        return sorted((team for team in teams if team.status in wanted), key=lambda team: wanted[team.status])
    if shown == SOLO:
        return solos(state)
    return teams


def team_row(tournament: LoadedTournament, team: Team) -> View:
    """Values of a team for its row and its page."""
    phones = {phone.player for phone in phones_of(tournament.row.id)}
    return {
        "id": team.id,
        "name": team_label(team),
        "players": list(team.players),
        "reserve": team.reserve,
        "status": team.status,
        "waits": team.id in waiting_list(tournament.state),
        "paid": team.has_paid,
        "must_pay": tournament.state.settings.must_pay,
        "note": team_note(tournament.state, team, by_phone=any(player in phones for player in team.players)),
    }


def team_note(state: TournamentState, team: Team, *, by_phone: bool) -> str:
    """One note on a team: who is missing, how it signed up, that it is late."""
    words = {ev.ARRIVED: _("Here"), ev.NO_SHOW: _("No-show"), ev.DROPPED: _("Dropped out"), ev.OUT: _("Out")}
    if team.status in words:
        return words[team.status]
    away = [player for player in team.players if player not in team.here]
    if team.here and away:
        return _("{here} is here, {away} isn’t", here=team.here[0], away=away[0])
    waiting = waiting_list(state)
    if team.id in waiting:
        return _("{place} on the waiting list", place=ordinal(waiting.index(team.id) + 1))
    if team.late:
        return _("Late: joins the next round")
    if len(team.players) == 1 and not is_of_players(state):
        return _("Waits for a partner")
    return _("Signed up by phone") if by_phone else _("Not here yet")


def lacks_house_team(state: TournamentState) -> bool:
    """Whether a house team is to fill an odd field, and there is none yet."""
    wanted = any(stage.settings.get("house_team") for stage in state.stages)
    return wanted and not any(team.house for team in state.teams.values())


def pairs_next(state: TournamentState, at: int) -> bool:
    """Whether the next step is to pair: no match of the round is still played, and another one follows."""
    shown = current_round(state)
    if state.ended or draft_round(state) is not None or (shown is not None and grows(state, shown.stage)):
        return False
    return not running(state, state.stage) and not is_stage_over(state, len(state.stages), at)


def foot(state: TournamentState) -> str:
    """What pairing now would mean: `48 teams: 24 tables, nobody sits out`, by what pairs."""
    here = sum(team.plays and (len(team.players) >= 2 or is_of_players(state)) for team in state.teams.values())
    if not here:
        return _("Nobody is here yet.")
    form, words, pairings = format_of(state, state.stage), count_words(state, here), forecast(state)
    at_table = form.at_table(state.stages[state.stage - 1])
    matches = [pairing for pairing in pairings if not pairing.is_bye]
    at_tables = [pairing.table for pairing in matches if pairing.table is not None]
    tables = len(set(at_tables)) + len(matches) - len(at_tables) if pairings else here // at_table
    out = len(pairings) - len(matches) if pairings else here % at_table
    if form.is_bracket:
        byes = [_n(out, "1 bye", "{count} byes")] if out else []
    else:
        byes = [_n(out, "1 sits out", "{count} sit out") if out else _("nobody sits out")]
    waves = max((pairing.wave for pairing in matches), default=1)
    in_waves = [_n(waves, "1 wave", "{count} waves")] if waves > 1 else []
    return after_colon(words, with_commas([_n(tables, "1 table", "{count} tables"), *in_waves, *byes]))


def next_round_words(state: TournamentState, at: int) -> str:
    """`Pair round 4`, or what begins after this stage; `at` is now, in milliseconds of UTC."""
    if is_stage_over(state, state.stage, at) and state.stage < len(state.stages):
        return _("Pair the playoff")
    matches = next_matches(state, state.stage, sum(team.plays for team in state.teams.values()))
    return pair_words(matches, len(state.rounds_of(state.stage)) + 1)


@pages.post("", role=SCORER, longest=MAX_LIST)
def create(tournament: str) -> Response | str | tuple[str, int]:
    """Enter a pasted list, or one team that was typed."""
    form = PastedForm(request.form, request.files)
    try:
        sheets = form.take_file()
        if len(sheets) > 1:
            return _page(form, sheets=sheets), 200
        read = read_team_list(form.teams.data or "")
        if read.lines != form.teams.data and (read.lines or read.not_read):
            form.teams.data = read.lines
            return _page(form, read=read), 200
        entries = entries_of(read.lines)
    except InvalidInput as error:
        form.teams.errors = [sentence(error)]
        return _page(form), 422
    if not entries:
        form.teams.errors = [_("Type or paste the teams, one a line.")]
        return _page(form), 422
    names = [player for entry in entries for player in entry.players]
    if not form.sure.data:
        with working_out(current_membership()) if len(names) >= MANY_NAMES else nullcontext():
            asked = look_alikes(tournament, names)
        if asked:
            return _page(form, [{"name": question.name, "known": question.known} for question in asked]), 200
    before = set(loaded().state.teams)
    with working_out(current_membership()) if len(names) >= MANY_NAMES else nullcontext():
        entered = attempt_or_flash(as_typed(form, lambda own: enter_teams(tournament, entries, author(), own)))
    if entered is None:
        return _page(form), 422
    if is_of_players(loaded().state):
        flash(_n(entered, "1 player entered.", "{count} players entered."), "success")
    else:
        flash(_n(entered, "1 team entered.", "{count} teams entered."), "success")
    after = loaded().state
    late = [team for team in missing_teams(after) if team not in before] if form.here.data and is_late(after) else []
    return _arrive(late)


@pages.post("/take-out", role=SCORER)
def take_back(tournament: str) -> Response:
    """Take out the teams that were entered last."""
    form, state = EventForm(request.form), loaded().state
    words = brought_words(state)
    if not brought(state).is_of_teams:
        flash(_("Something was recorded since. Undo it at the desk."), "error")
    elif attempt_or_flash(lambda: take_out(tournament, author(), form.new_id, teams_alone=True)) is not None:
        flash(_("Taken out: {what}", what=words), "success")
    return to("teams.show", show=ALL)


@pages.post("/roster", role=SCORER)
def from_roster(tournament: str) -> Response:
    """Enter a team of players whom the table knows."""
    form = TeamForm(request.form)
    chosen = (form.chosen.data or [])[:2]
    entry = Entry(tuple(chosen or form.players))
    if attempt_or_flash(as_typed(form, lambda own: enter_team(tournament, entry, author(), own))) is not None:
        flash(_("{team} entered.", team=" & ".join(entry.players)), "success")
    return to("teams.show", show=ALL)


@pages.post("/house", role=SCORER)
def add_house_team(tournament: str) -> Response:
    """Enter a house team, whose own results never count."""
    form = EventForm(request.form)
    house = Entry((_("House North"), _("House South")), _("House team"))
    if attempt_or_flash(lambda: enter_team(tournament, house, author(), form.new_id, house=True)) is not None:
        flash(_("The house team is in. Type who plays for it on its page."), "success")
    return to("teams.show", show=ALL)


@pages.post("/arrived", role=SCORER)
def all_arrived(tournament: str) -> Response | str:
    """Everybody who is still missing is here."""
    form = StatusForm(request.form)
    return _arrive(missing_teams(loaded().state), form)


def missing_teams(state: TournamentState) -> list[int]:
    """The teams that are entered, have a place and are not here."""
    waiting = set(waiting_list(state))
    return [team.id for team in state.teams.values() if team.status == ev.ENTERED and team.id not in waiting]


def _arrive(missing: Sequence[int], form: StatusForm | None = None) -> Response | str:
    """Say that these teams are here, or ask first what late ones play; `form` is the answer."""
    tournament = loaded().row.id
    sure, rounds = (False, False) if form is None else (bool(form.sure.data), bool(form.rounds.data))
    question = None if sure else ask_late(missing, url_for("teams.all_arrived", tournament=tournament), {})
    if question is not None:
        return question
    if missing:
        own = None if form is None else form.new_id
        attempt_or_flash(
            lambda: set_status(tournament, missing, ev.ARRIVED, author(), adds_rounds=rounds, event_id=own)
        )
    return to("teams.show", show=ALL)


def ask_late(teams: Sequence[int], url: str, fields: Mapping[str, str]) -> str | None:
    """Before late teams come into a stage where everybody meets: what they would play; None if that is not asked."""
    now = loaded()
    state = now.state
    if state.stage > 1 or not any(found.published for found in state.rounds_of(1)):
        return None
    played = {team for match in state.matches.values() for team in match.teams}
    late = [team for team in teams if team in state.teams and team not in played]
    names, lines = names_of(state), list[str]()
    back = url_for("teams.show", tournament=now.row.id)
    added = format_of(state, 1).added_rounds(state, 1, late)
    if added is not None:
        come = [names[team] for team in late]
        matches = _n(added.matches, "1 more match", "{count} more matches")
        lines = [
            _n(len(come), "{teams} meets everybody.", "{teams} meet everybody.", teams=all_of(come)),
            _n(
                added.rounds,
                "1 more round with {matches}: {total} rounds in all. What was played stays.",
                "{count} more rounds with {matches}: {total} rounds in all. What was played stays.",
                matches=matches,
                total=added.total,
            )
            if added.rounds
            else _(
                "{matches}, and no more rounds: {total} in all. What was played stays.",
                matches=matches,
                total=added.total,
            ),
        ]
        yes = {"url": url, "label": _("Add the rounds"), "fields": dict(fields) | {"sure": "yes", "rounds": "yes"}}
        return ask_first(now, _("A late team?"), lines, [], yes, no=_("Not now"), back=back)
    places = format_of(state, 1).late_places(state, 1, late)
    if not places:
        return None
    for place in places:
        pool = pool_title(state.stages[0], place.pool)
        where = _("the free place in {pool}", pool=pool) if pool else _("the free place")
        lines.append(
            _n(
                place.matches,
                "{team} takes {place} and plays 1 match. No round is added.",
                "{team} takes {place} and plays {count} matches. No round is added.",
                team=names[place.team],
                place=where,
            )
        )
        if place.missed:
            lines.append(
                _n(
                    place.missed,
                    "1 match of an earlier round is not made up.",
                    "{count} matches of earlier rounds are not made up.",
                )
            )
    if any(place.missed for place in places) and state.settings.late == LOSSES:
        lines.append(_("Rounds that it missed count as losses; the settings can change that."))
    yes = {"url": url, "label": _("Let it come in"), "fields": dict(fields) | {"sure": "yes"}}
    return ask_first(
        now, _("A late team?"), lines, [], yes, no=_("Not now"), back=url_for("teams.show", tournament=now.row.id)
    )


@pages.post("/join", role=SCORER)
def join(tournament: str) -> Response:
    """Make a team of two solo players."""
    form = JoinForm(request.form)
    first, second = form.first.data or 0, form.second.data or 0
    attempt_or_flash(lambda: join_solos(tournament, first, second, author(), form.new_id))
    return to("teams.show")


@pages.post("/sign-up/new", role=KEEPER)
def new_sign_up(tournament: str) -> Response:
    """End the sign-up link; the page shows a new one."""
    new_card(tournament, SIGN_UP)
    flash(_("The old sign-up code ended."), "success")
    return to("teams.show")


@pages.get("/<int:team>", role=SCORER)
def one(tournament: str, team: int) -> str:
    found = _team(team)
    form = TeamForm(
        data={
            "player": found.players[0] if found.players else "",
            "partner": found.players[1] if len(found.players) > 1 else "",
            "more": ", ".join(found.players[2:]),
            "reserve": found.reserve or "",
            "name": "" if found.name == " & ".join(found.players) else found.name,
            "table": found.fixed_table,
        }
    )
    return _team_page(found, form)


def _team_page(found: Team, form: TeamForm) -> str:
    now = loaded()
    others = [team for team in solos(now.state) if team.id != found.id]
    return render_page(
        "team.html",
        "teams",
        now,
        team=team_row(now, found) | {"here": found.here, "paid_by": found.paid, "by_number": found.by_number},
        form=form,
        is_of_players=is_of_players(now.state),
        when_left=when_left(now.state, found),
        uses_paid=bool(paid_words(now.state)),
        buys_back=format_of(now.state, now.state.stage).buys_back(now.state, now.state.stage, found.id) is None,
        adjustments=adjustments_of(now.state, found),
        adjust=AdjustForm(),
        history=team_history(now, found.id),
        can_adjust=may("keeper") and bool(now.state.rounds) and not now.state.ended,
        others=[{"id": team.id, "name": team_label(team)} for team in others] if len(found.players) == 1 else [],
    )


def when_left(state: TournamentState, team: Team) -> View | None:
    """Where a team may take what it played with it, in a round robin or a league, the choice whether that counts; else
    None.

    `played` is the other choice than the one that holds.
    """
    begun = state.stages[: state.stage]
    strikes = any(find_format(stage.format).counting(stage).strikes for stage in begun)
    if not strikes or team.status not in LEAVES:
        return None
    has_left = team.status != ev.ARRIVED
    counts = not team.struck if has_left else state.settings.when_left == COUNTS
    return {
        "status": team.status if has_left else ev.DROPPED,
        "has_left": has_left,
        "counts": counts,
        "played": NOTHING if counts else COUNTS,
    }


def _team(number: int) -> Team:
    team = loaded().state.teams.get(number)
    if team is None:
        abort(404)
    return team


@pages.post("/<int:team>", role=SCORER)
def change(tournament: str, team: int) -> Response | tuple[str, int]:
    """A substitute, a reserve, another name, or a table of its own."""
    found, form = _team(team), TeamForm(request.form)
    if not form.validate() or not form.players:
        return _team_page(found, form), 422
    changed = attempt_or_flash(
        lambda: change_team(
            tournament,
            team,
            form.players,
            author(),
            name=form.name.data or None,
            reserve=form.reserve.data or None,
            table=form.table.data,
            event_id=form.new_id,
        )
    )
    return to("teams.show", show=ALL) if changed is not None else (_team_page(found, form), 422)


@pages.post("/<int:team>/status", role=SCORER)
def status(tournament: str, team: int) -> Response | str:
    """Arrival, no-show, dropping out, coming back, buying back, paid, by number."""
    form = StatusForm(request.form)
    if form.status.data == ev.ARRIVED and not form.sure.data:
        same = {"status": ev.ARRIVED, "player": form.player.data or "", "show": form.show.data or ""}
        question = ask_late([team], url_for("teams.status", tournament=tournament, team=team), same)
        if question is not None:
            return question
    attempt_or_flash(
        lambda: set_status(
            tournament,
            [team],
            str(form.status.data),
            author(),
            player=form.player.data,
            played=form.played.data,
            adds_rounds=bool(form.rounds.data),
            event_id=form.new_id,
        )
    )
    if form.show.data == "team":
        return to("teams.one", team=team)
    return to("teams.show", show=form.show.data or None)
