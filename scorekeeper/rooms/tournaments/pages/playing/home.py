"""The tournaments on Home: those that this phone's tables play now, and those where it is there only for its match."""

from collections.abc import Iterator, Mapping

from flask import render_template, url_for
from markupsafe import Markup

from scorekeeper.clock import utc_now
from scorekeeper.core.pages import View
from scorekeeper.core.words.language import translate as _, translate_plural as _n, with_dots
from scorekeeper.core.words.vocabulary import ordinal
from scorekeeper.hooks import AtHome
from scorekeeper.rooms.tournaments.domain.log.state import DISPUTED, TO_CONFIRM, Match, TournamentState
from scorekeeper.rooms.tournaments.domain.pairing import beside, final_ranking
from scorekeeper.rooms.tournaments.domain.readers import Reader
from scorekeeper.rooms.tournaments.pages.directing.clocks import current_clock, match_clock
from scorekeeper.rooms.tournaments.pages.directing.needs import needs
from scorekeeper.rooms.tournaments.pages.directing.phones import asking
from scorekeeper.rooms.tournaments.pages.hall import is_hidden, is_round_over, round_words, seen
from scorekeeper.rooms.tournaments.pages.matches import match_view, open_matches
from scorekeeper.rooms.tournaments.pages.page import current_round, subtitle
from scorekeeper.rooms.tournaments.services.cache import LoadedTournament, load_tournament, milliseconds
from scorekeeper.rooms.tournaments.services.damaged import DamagedTournament
from scorekeeper.rooms.tournaments.services.phones import match_of_phone, team_of, tournaments_here
from scorekeeper.rooms.tournaments.storage import OPEN, TournamentRow, open_tournaments
from scorekeeper.rooms.tournaments.storage.models import TournamentPhone
from scorekeeper.storage.members import Role

MAX_UNFOLDED = 2
Here = tuple[LoadedTournament, TournamentPhone | None, Role | None]
"""A tournament, this phone's place in it, and its role at the tournament's table."""


def at_home(secret: str | None, roles: Mapping[str, Role]) -> AtHome:
    """The most pressing tournament as a card, the others as rows, and where to set one up."""
    own = tournaments_here(secret)
    sound: list[Here] = []
    damaged: list[View] = []
    for row, phone, role in _here(own, roles):
        try:
            sound.append((load_tournament(row.id), phone, role))
        except DamagedTournament:
            url = url_for("tournaments.show", tournament=row.id)
            damaged.append({"url": url, "name": row.name, "note": _("Damaged")})
    found = sorted(sound, key=_urgency)
    card = _card(*found[0]) if found and _is_pressing(found[0]) else None
    rows = damaged + [_row(*here) for here in (found if card is None else found[1:])]
    now = render_template(
        "rooms/tournaments/_here.html", card=card, rows=rows[:MAX_UNFOLDED], more_rows=rows[MAX_UNFOLDED:]
    )
    return AtHome(
        now=Markup(now),
        start=Markup(render_template("rooms/tournaments/_start.html")),
        comes_first=card is not None,
        is_here=bool(own),
        script="round_clock.js" if card is not None and card["clock"] else None,
    )


def _here(
    own: list[tuple[TournamentRow, TournamentPhone]], roles: Mapping[str, Role]
) -> Iterator[tuple[TournamentRow, TournamentPhone | None, Role | None]]:
    phones = {row.id: (row, phone) for row, phone in own if row.status == OPEN}
    for row in open_tournaments(list(roles)):
        yield row, phones.get(row.id, (row, None))[1], roles.get(row.table_id)
    for row, phone in phones.values():
        if row.table_id not in roles:
            yield row, phone, None


def _urgency(here: Here) -> int:
    """An open match first, then a desk, then a phone that waits; what has not begun comes later."""
    now, phone, role = here
    if _open_match(now.state, phone) is not None:
        return 0
    begun = 0 if current_round(now.state) is not None else 3
    return begun + (1 if _is_at_desk(role) else 2 if phone is not None else 3)


def _is_pressing(here: Here) -> bool:
    """Whether it is more than a row: there is a match, a desk, or a round to wait for."""
    now, phone, role = here
    begun = current_round(now.state) is not None
    return begun and (phone is not None or _is_at_desk(role))


def _is_at_desk(role: Role | None) -> bool:
    return role is not None and role.may(Role.SCORER)


def _open_match(state: TournamentState, phone: TournamentPhone | None) -> Match | None:
    match = None if phone is None else match_of_phone(state, phone)
    return None if match is None or match.pairing.is_bye or state.is_over(match) else match


def _reader(phone: TournamentPhone | None, role: Role | None) -> Reader:
    if _is_at_desk(role):
        return Reader.DESK
    return Reader.PLAYER if phone is not None and phone.accepted else Reader.WATCHER


def _card(now: LoadedTournament, phone: TournamentPhone | None, role: Role | None) -> View:
    state, at = now.state, milliseconds(utc_now())
    match, shown = _open_match(state, phone), current_round(state)
    view = _row(now, phone, role) | {"table": None, "sides": [], "clock": None}
    if match is not None and phone is not None:
        row = match_view(seen(now, _reader(phone, role)), match, at)
        resumes = phone.game_id is not None and phone.game_id == match.game
        return view | {
            "note": with_dots([part for part in (round_words(state), str(row["last_day"])) if part]),
            "clock": match_clock(state, match, at),
            "table": row["table"],
            "sides": row["sides"],
            "label": _match_label(row, phone, resumes=resumes),
            "url": url_for("games.show", game=match.game) if resumes else view["url"],
        }
    if shown is not None and _is_at_desk(role):
        view["clock"] = current_clock(state, shown, at)
        matches = [state.matches[number] for number in open_matches(state, shown)]
        waiting = needs(now, matches, [match_view(now, match, at) for match in matches], at)
        count = len(waiting) + len(asking(now))
        view["label"] = (
            _n(count, "Open the desk · 1 needs you", "Open the desk · {count} need you")
            if count
            else _("Open the desk")
        )
    elif phone is not None:
        view["note"] = _waiting_note(state, phone)
    return view


def _match_label(row: View, phone: TournamentPhone, *, resumes: bool) -> str:
    """`Resume – hand 7`, or where to go."""
    if not resumes:
        return _("Go to table {number}", number=str(row["table"])) if row["table"] else _("My match")
    if row["status"] in (TO_CONFIRM, DISPUTED):
        return _("Confirm the score")
    return _("Resume – hand {number}", number=str(row["hand"])) if phone.keeps else _("Watch")


def _waiting_note(state: TournamentState, phone: TournamentPhone) -> str:
    """`Round 4 soon · 12th of 48`."""
    shown, team = current_round(state), team_of(state, phone.player)
    words = round_words(state)
    if shown is not None and is_round_over(state, shown):
        words = _("Round {number} soon", number=shown.number + 1)
    if team is None or is_hidden(state):
        return words
    places = final_ranking(state)
    place = next((place for place in places if place.team == team.id and place.record.meetings), None)
    if place is None:
        return words
    return with_dots([words, _("{place} of {teams}", place=ordinal(place.rank), teams=beside(places, place))])


def _row(now: LoadedTournament, phone: TournamentPhone | None, role: Role | None) -> View:
    """Where this phone goes: its match, the desk, or the standings."""
    state = now.state
    shown = seen(now, _reader(phone, role)).state
    if _open_match(state, phone) is not None:
        endpoint, label = "my_match.show", ""
    elif _is_at_desk(role):
        endpoint, label = "desk.show", _("Open the desk")
    elif phone is not None:
        endpoint, label = "my_match.show", _("My match")
    else:
        endpoint, label = "standings.show", _("Look at the standings")
    return {
        "url": url_for(endpoint, tournament=now.row.id),
        "name": state.name,
        "note": subtitle(shown),
        "label": label,
    }
