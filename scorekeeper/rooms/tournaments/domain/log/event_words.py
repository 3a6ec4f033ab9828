"""What an event did, in a few words: for the buttons that undo and redo it, and what the page says then."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from scorekeeper.core.words.language import translatable, translate as _, translate_plural as _n, with_commas
from scorekeeper.rooms.tournaments.domain.formats import find_format
from scorekeeper.rooms.tournaments.domain.log import events as ev, results as rs
from scorekeeper.rooms.tournaments.domain.log.pairings import Pairing
from scorekeeper.rooms.tournaments.domain.log.state import TournamentState
from scorekeeper.rooms.tournaments.domain.log.undoing import in_force, meant, redone_together, undone_together
from scorekeeper.rooms.tournaments.domain.words import TIE_BREAKS, called

Setup = ev.TournamentStarted | ev.SettingsChanged

STATUSES = {
    ev.ENTERED: translatable("{team} not here after all"),
    ev.ARRIVED: translatable("{team} here"),
    ev.NO_SHOW: translatable("no-show of {team}"),
    ev.DROPPED: translatable("{team} drops out"),
    ev.OUT: translatable("{team} taken out"),
    ev.BUY_BACK: translatable("buy-back of {team}"),
    ev.PAID: translatable("paid: {team}"),
    ev.UNPAID: translatable("not paid: {team}"),
    ev.RESTING: translatable("{team} rests"),
    ev.FREE: translatable("{team} plays on"),
    ev.BY_NUMBER: translatable("{team} called by number"),
    ev.BY_NAME: translatable("{team} called by name"),
}
SWAPS = {
    ev.TEAMS: translatable("two teams swapped"),
    ev.TABLES: translatable("two tables swapped"),
    ev.GAMES: translatable("two games exchanged"),
}
VERDICTS = {
    rs.AGREED: translatable("confirmed: {match}"),
    rs.DISPUTED: translatable("disputed: {match}"),
    rs.RULED: translatable("ruling: {match}"),
}

ANSWERS = {
    ev.COMING: translatable("“coming” to {match}"),
    ev.CALL_DONE: translatable("call of {match} done"),
    ev.NOT_NEEDED: translatable("call of {match} withdrawn"),
    ev.MATCH_DONE: translatable("call of {match} over"),
}


def event_text(state: TournamentState, event: ev.Event) -> str:
    """What the event did: `last hand called in round 3`, `result of table 4`; of an undo, what it took back."""
    of = meant(event, state.events)
    return WORDS[type(of)](state, of)


def undo_text(state: TournamentState) -> str:
    """What an undo at the desk would take back; empty if there is nothing."""
    return events_text(state, undone_together(state.events))


def redo_text(state: TournamentState) -> str:
    """What a redo at the desk would bring again; empty if there is nothing."""
    return events_text(state, redone_together(state.events))


def events_text(state: TournamentState, events: Sequence[ev.Event]) -> str:
    """What several events did that were recorded together, in the order in which it was done."""
    done = sorted((meant(event, state.events) for event in events), key=lambda event: event.seq)
    return with_commas([*dict.fromkeys(event_text(state, event) for event in done)])


def _of_teams(state: TournamentState, event: ev.TeamStatusChanged) -> str:
    names = [called(state.teams[team]) for team in event.teams if team in state.teams]
    team = names[0] if len(names) == 1 else _n(len(event.teams), "1 team", "{count} teams")
    return _(STATUSES[event.status], team=event.player or team)


def _entered(state: TournamentState, event: ev.TeamEntered) -> str:
    """What a team is called that entered, also once that is undone."""
    known = state.teams.get(event.team)
    return (event.name or " & ".join(event.players)) if known is None else called(known)


def _of_round(state: TournamentState, event: ev.RoundPaired) -> str:
    first = next(one for one in state.events if isinstance(one, ev.RoundPaired) and _is_same(one, event))
    if first.seq != event.seq and find_format(state.stages[event.stage - 1].format).grows:
        return _of_pairings(state, event.pairings)
    if event.published:
        return _("round {number} published", number=event.number)
    if event.by_hand and _replaces_draft(state, event):
        return _("pools arranged")
    return _("round {number} paired", number=event.number)


def _is_same(one: ev.RoundPaired | ev.RoundWithdrawn, other: ev.RoundPaired) -> bool:
    return (one.stage, one.number) == (other.stage, other.number)


def _replaces_draft(state: TournamentState, event: ev.RoundPaired) -> bool:
    """Whether the round was paired just before, and not withdrawn since."""
    events = in_force(state.events[: event.seq - 1])
    before = [one for one in events if isinstance(one, ev.RoundPaired | ev.RoundWithdrawn) and _is_same(one, event)]
    return bool(before) and isinstance(before[-1], ev.RoundPaired)


def _of_pairings(state: TournamentState, pairings: Sequence[Pairing]) -> str:
    """Open play: who was paired, or how many matches."""
    if len(pairings) > 1:
        return _n(len(pairings), "1 match paired", "{count} matches paired")
    teams = [called(state.teams[team]) for team in pairings[0].teams if team in state.teams]
    return _("{teams} paired", teams=" – ".join(teams))


def _match(state: TournamentState, number: int) -> str:
    match = state.matches.get(number)
    table = None if match is None else match.pairing.table
    return _("match {number}", number=number) if table is None else _("table {number}", number=table)


def _of_clock(state: TournamentState, event: ev.ClockSet) -> str:
    if event.match is not None:
        what = _match(state, event.match)
        if event.act == ev.LAST_HAND:
            return _("last hand of {match}", match=what)
        return _("time of {match}", match=what)
    number = event.number
    if event.act == ev.LAST_HAND:
        return _("last hand called in round {number}", number=number)
    if event.act == ev.CLOCK_ADD:
        sign = "+" if event.minutes >= 0 else "−"
        return _("{minutes} min in round {number}", minutes=f"{sign}{abs(event.minutes)}", number=number)
    if event.act == ev.CLOCK_PAUSE:
        return _("clock of round {number} paused", number=number)
    return _("clock of round {number} started", number=number)


def _of_day(state: TournamentState, event: ev.FixtureMoved) -> str:
    match = state.matches.get(event.match)
    names = [] if match is None else [called(state.teams[team]) for team in match.teams if team in state.teams]
    teams = " – ".join(names) or _match(state, event.match)
    if event.postponed:
        return _("{match} postponed", match=teams)
    return _("{match} on another day", match=teams)


def _of_line_up(state: TournamentState, event: ev.LineUpNamed) -> str:
    team = state.teams.get(event.team)
    return _("who plays for {team}", team=_("Team {number}", number=event.team) if team is None else called(team))


def _of_call(state: TournamentState, event: ev.DirectorCalled) -> str:
    what = _match(state, event.match)
    if not event.answered:
        return _("call of {match}", match=what)
    return _(ANSWERS[event.answered], match=what)


def _of_settings(state: TournamentState, event: ev.SettingsChanged) -> str:
    """What was done with one tie-break, if nothing else changed."""
    setups = [one for one in in_force(state.events[: event.seq - 1]) if isinstance(one, Setup)]
    before, now = setups[-1].settings.tie_breaks, event.settings.tie_breaks
    same = replace(event.settings, tie_breaks=before), event.name, event.stages
    if before == now or same != (setups[-1].settings, setups[-1].name, setups[-1].stages):
        return _("settings changed")
    return _of_tie_breaks(before, now)


def _of_tie_breaks(before: Sequence[str], now: Sequence[str]) -> str:
    gone, came = [key for key in before if key not in now], [key for key in now if key not in before]
    if len(gone) == 1 and not came:
        return _("tie-breaks without {name}", name=_(TIE_BREAKS[gone[0]]))
    if len(came) == 1 and not gone:
        return _("tie-breaks with {name}", name=_(TIE_BREAKS[came[0]]))
    for key in now:
        if [one for one in before if one != key] == [one for one in now if one != key]:
            place = now.index(key)
            if place == len(now) - 1:
                return _("tie-breaks: {name} last", name=_(TIE_BREAKS[key]))
            return _("tie-breaks: {name} before {next}", name=_(TIE_BREAKS[key]), next=_(TIE_BREAKS[now[place + 1]]))
    return _("order of tie-breaks")


WORDS: Mapping[type[ev.Event], Callable[[TournamentState, Any], str]] = {
    ev.TournamentStarted: lambda _state, _event: _("set-up"),
    ev.SettingsChanged: _of_settings,
    ev.TeamEntered: lambda state, event: _("{team} entered", team=_entered(state, event)),
    ev.TeamStatusChanged: _of_teams,
    ev.RoundPaired: _of_round,
    ev.RoundWithdrawn: lambda _state, event: _("round {number} withdrawn", number=event.number),
    ev.Swapped: lambda _state, event: _(SWAPS[event.what]),
    ev.GameLinked: lambda state, event: (
        _("game of {match}", match=_match(state, event.match))
        if event.game
        else _("result of {match} taken out", match=_match(state, event.match))
    ),
    rs.ResultGiven: lambda state, event: _("result of {match}", match=_match(state, event.match)),
    rs.ResultsGiven: lambda _state, event: _n(len(event.results), "1 result", "{count} results"),
    rs.ScoreReported: lambda state, event: _("another score of {match}", match=_match(state, event.match)),
    rs.GameCorrected: lambda state, event: _("game of {match} corrected", match=_match(state, event.match)),
    rs.ResultTakenOut: lambda state, event: _("result of {match} taken out", match=_match(state, event.match)),
    rs.ResultConfirmed: lambda state, event: (
        _("{match} stands", match=_match(state, event.match))
        if event.stands
        else _(VERDICTS[event.verdict], match=_match(state, event.match))
    ),
    ev.ClockSet: _of_clock,
    ev.MessageSent: lambda _state, event: _("message sent") if event.text else _("message taken away"),
    ev.DirectorCalled: _of_call,
    ev.KeptApart: lambda _state, event: (
        _("two not kept apart any more") if event.how == ev.NOT_APART else _("two kept apart")
    ),
    ev.TeamAdjusted: lambda state, event: (
        _("adjustment of {team}", team=called(state.teams[event.team]))
        if event.team in state.teams
        else _("an adjustment")
    ),
    ev.FixtureMoved: _of_day,
    ev.LineUpNamed: _of_line_up,
    ev.LotsDrawn: lambda _state, event: _("lots drawn") if event.by == ev.BY_LOTS else _("deciding hand"),
    ev.TournamentEnded: lambda _state, _event: _("end of the tournament"),
    ev.PlayerErased: lambda _state, _event: _("a name erased"),
    ev.Unreadable: lambda _state, _event: _("a damaged entry"),
}
