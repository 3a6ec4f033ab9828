"""The words of tournaments, by code: why a pairing or a place is what it is, and the names of formats and statuses."""

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from typing import Any

from scorekeeper.core.inputs import NOWHERE
from scorekeeper.core.words.faults import fault_text
from scorekeeper.core.words.language import (
    listed,
    minus,
    number_text,
    translatable,
    translatable_in,
    translate as _,
    translate_plural as _n,
    with_commas,
)
from scorekeeper.core.words.vocabulary import decimal_text
from scorekeeper.rooms.tournaments import faults
from scorekeeper.rooms.tournaments.domain.log import state
from scorekeeper.rooms.tournaments.domain.log.pairings import NO_REMATCH, SWAPPED, WALKOVER, Why
from scorekeeper.rooms.tournaments.domain.log.state import Team
from scorekeeper.rooms.tournaments.domain.setting_up import setup
from scorekeeper.rooms.tournaments.domain.standings import LEAGUE_POINTS, RankedTeam

Params = Mapping[str, Any]
Names = Mapping[int, str]
"""The name of each team, by its number."""

FORMATS = {
    "swiss": translatable("Winners play winners"),
    "round-robin": translatable("Round robin"),
    "open": translatable("Most wins in the time"),
    "rotation": translatable("New partner every round"),
    "fixtures": translatable("Fixtures of your own"),
    "single-elimination": translatable("Single elimination"),
    "double-elimination": translatable("Double elimination"),
}
"""The name of each format."""

SETTINGS = {
    "house_team": translatable("A house team fills an odd field"),
    "third_place": translatable("Match for third place"),
    "buy_backs": translatable("Buy-backs for each team"),
    "buy_back_until": translatable("Buy back until round"),
    "reset": translatable("The final is played again if it is the first loss"),
    "legs": translatable("How often teams meet"),
    "pools": translatable("Pools"),
    "movement": translatable("How teams move"),
    "wait": translatable("Minutes to wait before a rematch"),
    "no_start": translatable("No match begins in the last minutes"),
    "play_minutes": translatable("Minutes of open play"),
    "most_matches": translatable("Most matches for each team"),
    "moves": translatable("How players move"),
    setup.DAYS: translatable("Days for each round (0: all in one room)"),
    setup.LEAGUE_POINTS: translatable("League points for a win, a level match, a loss"),
    setup.WALKOVER_SCORE: translatable("In a league, the points of a win without a match"),
}
"""The name of each setting of a format."""

TIE_BREAKS = {
    "wins": translatable_in("tie-break", "wins"),
    LEAGUE_POINTS: translatable("league points"),
    setup.HEAD_TO_HEAD: translatable("the match between them"),
    setup.OPPONENTS_WINS: translatable("opponents’ wins"),
    setup.DIFFERENCE: translatable("point difference"),
    setup.POINTS: translatable_in("tie-break", "points"),
    setup.FEWEST_SETS: translatable("fewest sets"),
    setup.FEWEST_BAGS: translatable("fewest bags"),
    setup.DECIDING_HAND: translatable("one deciding hand"),
    setup.LOTS: translatable("lots"),
}
"""The name of each tie-break, and of what comes before them."""

MATCH_STATUSES = {
    state.WAITING: translatable("Waiting"),
    state.PLAYING: translatable("Playing"),
    state.LAST_HAND: translatable("Last hand"),
    state.OVERTIME: translatable("Overtime"),
    state.TO_CONFIRM: translatable("To confirm"),
    state.DISPUTED: translatable("Disputed"),
    state.DONE: translatable_in("match", "Done"),
    state.FORFEITED: translatable("Forfeited"),
}


def called(team: Team, name: Callable[[str], str] = str) -> str:
    """A team away from the desk: a name of its own, or `name` of each player, or the number of who is called by it."""
    is_named = any(player in team.name for player in team.by_number)
    if team.name != " & ".join(team.players) and not is_named:
        return team.name or _("Team {number}", number=team.id)
    if set(team.players) <= set(team.by_number):
        return by_number(team)
    return " & ".join(player_called(team, player, name) for player in team.players)


def player_called(team: Team, player: str, name: Callable[[str], str] = str) -> str:
    """A player away from the desk."""
    return _("Player {number}", number=team.id) if player in team.by_number else name(player)


def by_number(team: Team) -> str:
    """A team’s number instead of its name."""
    if len(team.players) == 1:
        return _("Player {number}", number=team.id)
    return _("Team {number}", number=team.id)


def pool_title(stage: setup.Stage, number: int) -> str:
    """The name of a division, or `Pool 2`; empty for 0."""
    if 0 < number <= len(stage.divisions):
        return stage.divisions[number - 1].name
    return _("Pool {number}", number=number) if number else ""


def why_text(why: Sequence[Why], names: Names) -> str:
    """The reasons of a pairing or a place in one line: `both 2–1, not met yet`."""
    return with_commas([REASONS[reason.code](reason.params, names) for reason in why])


def short_why_text(why: Sequence[Why], names: Names) -> str:
    """The reasons of a place beside its neighbours: `easier opponents`, without the name of the team above."""
    if len(why) == 1 and why[0].code in COMPARED and why[0].params["tie_break"] != setup.HEAD_TO_HEAD:
        return _compared(why[0].params, *COMPARED[why[0].code])
    return why_text(why, names)


def record_text(record: Params) -> str:
    """Matches won and lost: `2–1`; with a level one, `2–1–1`."""
    if record.get("level"):
        return _("{wins}–{losses}–{level}", wins=record["wins"], losses=record["losses"], level=record["level"])
    return _("{wins}–{losses}", wins=record["wins"], losses=record["losses"])


def points_text(points: Fraction) -> str:
    """`1 point`, `1234 points`, `132.5 points`."""
    if points.denominator == 1:
        return _n(int(points), "1 point", "{count} points")
    return _("{points} points", points=figure_text(points))


def figure_text(figure: Fraction | float) -> str:
    """A figure of the standings with at most one decimal: `10`, `2.5`, `−83.3`."""
    tenths = round(Fraction(figure) * 10)
    whole, rest = divmod(abs(tenths), 10)
    text = number_text(whole) if not rest else decimal_text(number_text(whole), rest)
    return minus(f"-{text}") if tenths < 0 else text


def slot_name(params: Params) -> str:
    """The name of a match of a bracket from its `slot`, and `of`, the teams that its round is for, or its `round`."""
    slot = str(params["slot"])
    if slot == "F2":
        return _("the second final")
    if slot == "P1":
        return _("the match for third place")
    if slot.startswith("L"):
        return _("round {round} of the losers’ bracket", round=params["round"])
    named = {2: _("the final"), 4: _("a semi-final"), 8: _("a quarter-final")}
    if "of" in params:
        return named.get(params["of"]) or _("the round of {teams}", teams=params["of"])
    return _("round {round} of the winners’ bracket", round=params["round"])


def _same_record(params: Params, _names: Names) -> str:
    return _("both {record}", record=record_text(params))


def _near_records(params: Params, _names: Names) -> str:
    return _("{first} and {second}", first=record_text(params["first"]), second=record_text(params["second"]))


def _met_before(params: Params, _names: Names) -> str:
    rounds = [str(number) for number in params["rounds"]]
    return _n(
        len(rounds),
        "met in round {rounds}; no one else is left",
        "met in rounds {rounds}; no one else is left",
        rounds=listed(rounds),
    )


def _meet_again(params: Params, _names: Names) -> str:
    rounds = [str(number) for number in params["rounds"]]
    return _n(len(rounds), "met in round {rounds}", "met in rounds {rounds}", rounds=listed(rounds))


def _seeds(params: Params, _names: Names) -> str:
    if params["by"] == setup.LOT:
        return _("drawn by lot")
    return _("seeds {first} and {second}", first=params["first"], second=params["second"])


def _another_bye(params: Params, _names: Names) -> str:
    return _("bye number {byes}: every team has had one", byes=params["byes"])


def _lost_in(params: Params, names: Names) -> str:
    if "to" not in params:
        return _("out in {match}", match=slot_name(params))
    return _("lost to {team} in {match}", team=names[params["to"]], match=slot_name(params))


def _champion(params: Params, names: Names) -> str:
    return _("beat {team} in the final", team=names[params["over"]]) if "over" in params else _("won the final")


def _level(params: Params, names: Names) -> str:
    return _("level with {team}", team=names[params["other"]])


def _ahead(params: Params, names: Names) -> str:
    reason = _compared(params, AHEAD, AHEAD_BY)
    return _("ahead of {team}: {reason}", team=names[params["other"]], reason=reason)


def _behind(params: Params, names: Names) -> str:
    reason = _compared(params, BEHIND, BEHIND_BY)
    return _("behind {team}: {reason}", team=names[params["other"]], reason=reason)


AHEAD = {
    setup.OPPONENTS_WINS: translatable("harder opponents"),
    setup.DECIDING_HAND: translatable("won the deciding hand"),
    setup.LOTS: translatable("drawn by lot"),
}
BEHIND = {
    setup.OPPONENTS_WINS: translatable("easier opponents"),
    setup.DECIDING_HAND: translatable("lost the deciding hand"),
    setup.LOTS: translatable("drawn by lot"),
}


def _more_points(count: Fraction) -> str:
    if count.denominator == 1:
        return _n(int(count), "1 more point", "{count} more points")
    return _("{points} more points", points=figure_text(count))


def _fewer_points(count: Fraction) -> str:
    if count.denominator == 1:
        return _n(int(count), "1 fewer point", "{count} fewer points")
    return _("{points} fewer points", points=figure_text(count))


def _counted(one: str, other: str) -> Callable[[Fraction], str]:
    return lambda count: _n(int(count), one, other)


AHEAD_BY: dict[str, Callable[[Fraction], str]] = {
    setup.DIFFERENCE: lambda count: _("a better difference, by {points}", points=figure_text(count)),
    setup.POINTS: _more_points,
    setup.FEWEST_SETS: _counted("1 set fewer", "{count} sets fewer"),
    setup.FEWEST_BAGS: _counted("1 bag fewer", "{count} bags fewer"),
    "wins": lambda _count: _("more wins"),
}
BEHIND_BY: dict[str, Callable[[Fraction], str]] = {
    setup.DIFFERENCE: lambda count: _("a smaller difference, by {points}", points=figure_text(count)),
    setup.POINTS: _fewer_points,
    setup.FEWEST_SETS: _counted("1 set more", "{count} sets more"),
    setup.FEWEST_BAGS: _counted("1 bag more", "{count} bags more"),
    "wins": lambda _count: _("fewer wins"),
}


COMPARED = {"ahead": (AHEAD, AHEAD_BY), "behind": (BEHIND, BEHIND_BY)}


def _compared(params: Params, alone: Mapping[str, str], by: Mapping[str, Callable[[Fraction], str]]) -> str:
    tie_break = params["tie_break"]
    if tie_break == setup.HEAD_TO_HEAD:
        return _head_to_head(params, alone is AHEAD)
    if tie_break in alone:
        return _(alone[tie_break])
    return by[tie_break](params["by"])


def _head_to_head(params: Params, won: bool) -> str:
    rounds = params["rounds"]
    if len(rounds) == 1:
        if won:
            return _("beat them in round {round}", round=rounds[0])
        return _("lost to them in round {round}", round=rounds[0])
    if not rounds:  # the matches with others who are level decided, not those of these two
        return _("better against all who are level") if won else _("worse against all who are level")
    return _("better in the matches between them") if won else _("worse in the matches between them")


def _partners_again(params: Params, names: Names) -> str:
    players = listed([names[player] for player in params["players"]])
    return _("{names} play together again; no one else is left", names=players)


def _kept_apart(params: Params, names: Names) -> str:
    return _("{team} kept apart from {other} while possible", team=names[params["team"]], other=names[params["from"]])


def _together(text: str) -> Callable[[Params, Names], str]:
    return lambda params, names: _(text, teams=listed([names[team] for team in params["teams"]]))


def _plain(text: str) -> Callable[[Params, Names], str]:
    return lambda _params, _names: _(text)


REASONS: dict[str, Callable[[Params, Names], str]] = {
    # Why a pairing is what it is
    "seeds": _seeds,
    "same-record": _same_record,
    "near-records": _near_records,
    "not-met": _plain(translatable("not met yet")),
    "met-before": _met_before,
    "meet-again": _meet_again,
    "lowest-without-bye": _plain(translatable("lowest without a bye")),
    "no-bye-yet": _plain(translatable("no bye so far")),
    "another-bye": _another_bye,
    "house-team": _plain(translatable("the house team fills the field")),
    SWAPPED: _plain(translatable("placed by the director")),
    NO_REMATCH: _plain(translatable("opponents exchanged, so that nobody meets again")),
    "bye-by-seed": _plain(translatable("bye for a first seed")),
    WALKOVER: _plain(translatable("walkover: the other team left")),
    "fixture": _plain(translatable("from the fixtures")),
    "everybody-meets": _plain(translatable("everybody meets everybody")),
    "moves-up": _plain(translatable("one half moves up a table")),
    "sits-out": _plain(translatable("sits out this round")),
    "free-now": _plain(translatable("both free now")),
    "met-and-waited": _plain(translatable("met before, and waited long enough")),
    "kept-apart": _kept_apart,
    "meet-though-apart": _together(translatable("{teams} meet though kept apart: no other pairing was left")),
    "partners-though-apart": _together(
        translatable("{teams} play together though kept apart: no other pairing was left")
    ),
    "new-partners": _plain(translatable("new partners")),
    "new-opponents": _plain(translatable("new opponents")),
    "partners-again": _partners_again,
    "winners-move": _plain(translatable("winners moved, and partners changed")),
    "drawn": _plain(translatable("drawn by lot")),
    "sits-out-in-turn": lambda params, _names: _n(
        params["times"], "sits out for the first time", "sits out; {count} times so far"
    ),
    "bye-by-draw": _plain(translatable("bye: nobody was drawn for the other place")),
    "nobody-comes": _plain(translatable("bye: nobody comes from the other match")),
    "reset": _plain(translatable("both have lost once")),
    "drawn-place": lambda params, _names: _("drawn for {match}", match=slot_name(params)),
    "winners-meet": lambda params, _names: _("came to {match}", match=slot_name(params)),
    # Why a place is what it is
    "ahead": _ahead,
    "behind": _behind,
    "level": _level,
    "champion": _champion,
    "still-playing": _plain(translatable("still playing")),
    "still-in": _plain(translatable("still in")),
    "plays-for-third": _plain(translatable("plays for third place")),
    "won-third-place": _plain(translatable("won the match for third place")),
    "lost-in": _lost_in,
}


def _of_matches(params: Params) -> faults.ManyMatches:
    return {"found": params["found"], "most": params["most"]}


ADVICE: dict[str, Callable[[Params], str]] = {
    "too-many-matches": lambda params: fault_text(faults.TOO_MANY_MATCHES.at(NOWHERE, _of_matches(params))),
    "too-few": lambda params: _("It takes at least {needed}", needed=params["needed"]),
    "round-robin-instead": lambda _params: _("These are more rounds than half the teams; let everybody meet instead"),
    "one-sits-out": lambda _params: _("One team sits out each round"),
    "some-sit-out": lambda params: _n(
        params["count"], "1 player sits out each round", "{count} players sit out each round"
    ),
    "two-tables-instead": lambda _params: _("Eight players can also play at two tables, in 7 rounds"),
    "waves": lambda params: _("Too few tables: each round is played in {waves} waves", waves=params["waves"]),
}
"""What a director should know of a set-up."""


def advice_text(advice: Why) -> str:
    """One sentence of advice."""
    return ADVICE[advice.code](advice.params)


def tie_breaks_text(order: Sequence[str]) -> str:
    """The order of tie-breaks in one sentence."""
    return _("Level teams: {names}", names=listed([_(TIE_BREAKS[key]) for key in order]))


def podium_lines(
    tournament: state.TournamentState, divisions: Sequence[tuple[str, Sequence[RankedTeam]]], names: Names
) -> list[str]:
    """A finished tournament in two lines for a chat: who won, ahead of whom or where, and how much was played."""
    places = [place for _title, found in divisions for place in found]
    first = [
        f"{names[place.team]} ({title})" if title else names[place.team]
        for title, found in divisions
        for place in found
        if place.rank == 1
    ]
    next_best = [names[place.team] for place in places if 1 < place.rank <= 3] if len(divisions) == 1 else []
    winners = listed(first)
    if next_best:
        won = _(
            "{tournament}: {winners} won, ahead of {others}.",
            tournament=tournament.name,
            winners=winners,
            others=listed(next_best),
        )
    else:
        won = _("{tournament}: {winners} won.", tournament=tournament.name, winners=winners)
    played = [match for match in tournament.matches.values() if not match.pairing.is_bye and tournament.is_over(match)]
    counted = [None if result is None else result.hands for result in map(tournament.result, played)]
    hands = sum(filter(None, counted)) if None not in counted else 0  # of paper often nobody knows them
    are_players = all(len(tournament.teams[place.team].players) == 1 for place in places)
    parts = [
        _n(len(places), "1 player", "{count} players") if are_players else _n(len(places), "1 team", "{count} teams"),
        _n(len(played), "1 match", "{count} matches"),
        *([_n(hands, "1 hand", "{count} hands")] if hands else []),
    ]
    return [won, f"{', '.join(parts)}."]
