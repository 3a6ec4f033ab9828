"""The bracket: columns are rounds, "No losses" above "One loss"; a phone shows one round, and the way to the final."""

from collections.abc import Sequence
from dataclasses import dataclass

from flask import Blueprint, request

from scorekeeper.access import may
from scorekeeper.core.pages import View
from scorekeeper.core.words.language import translate as _, translate_plural as _n
from scorekeeper.rooms.tournaments.access import OWN_TOURNAMENT
from scorekeeper.rooms.tournaments.domain.formats._bracket import (
    FINAL,
    RESET,
    THIRD,
    NodeState,
    Progress,
    Seat,
    Source,
    is_drawn_bye,
)
from scorekeeper.rooms.tournaments.domain.formats.double_elimination import DoubleElimination
from scorekeeper.rooms.tournaments.domain.formats.single_elimination import SingleElimination
from scorekeeper.rooms.tournaments.domain.log.state import FORFEITED, PLAYING, TournamentState
from scorekeeper.rooms.tournaments.domain.pairing import format_of
from scorekeeper.rooms.tournaments.domain.round_names import (
    THIRD_PLACE as THIRD_PLACE_SLOT,
    a_match_of,
    comes_from,
    named,
    round_name,
)
from scorekeeper.rooms.tournaments.domain.standings import teams_of
from scorekeeper.rooms.tournaments.domain.words import FORMATS, MATCH_STATUSES
from scorekeeper.rooms.tournaments.pages.hall import is_hidden, own_team, round_words, seen
from scorekeeper.rooms.tournaments.pages.matches import score_text, status_words
from scorekeeper.rooms.tournaments.pages.page import loaded, names_of, render_page
from scorekeeper.rooms.tournaments.pages.versions import follow

pages = Blueprint("bracket", __name__, url_prefix="/tournaments/<tournament>/bracket")

NO_LOSSES, ONE_LOSS, FINALS, THIRD_PLACE = "no-losses", "one-loss", "finals", "third-place"
HALVES = (NO_LOSSES, ONE_LOSS, FINALS, THIRD_PLACE)

LONG = 14
"""Letters of a name beside a total in the usual column; with longer ones it is wider, and partners have a line each."""
COLUMNS, LONG_COLUMNS = 8, 6
"""How many columns a laptop has beside each other: of the usual ones, and of the wider ones."""


@pages.get("", role=OWN_TOURNAMENT)
def show(tournament: str) -> str:
    """The bracket of the stage that is played, or of the one in the address."""
    now = loaded()
    own = own_team(now.state)
    now = seen(now)
    state = now.state
    stages = [stage for stage in range(1, state.stage + 1) if brackets_of(state, stage)]
    asked = request.args.get("stage", "")
    stage = int(asked) if asked.isdecimal() and len(asked) < 3 and int(asked) in stages else max(stages, default=0)
    names = names_of(state)
    drawings = [
        Drawing(state, found, names, None if own is None else own.id, may_see=not is_hidden(state) or may("scorer"))
        for found in reversed(brackets_of(state, stage) if stage else [])
    ]
    return render_page(
        "bracket.html",
        "bracket",
        now,
        brackets=[drawing.view() for drawing in drawings],
        about=about_words(state, stage) if stage else "",
        at_desk=may("scorer"),
        follows=follow("hall", now),
    )


def brackets_of(state: TournamentState, stage: int) -> list[Progress]:
    """The brackets of a stage; several after buy-backs, the last one goes on. None without a draw."""
    form = format_of(state, stage)
    if not state.draws.get(stage):
        return []
    return form.brackets(state, stage) if isinstance(form, SingleElimination | DoubleElimination) else []


def about_words(state: TournamentState, stage: int) -> str:
    """`Lose twice · 16 teams · Round 4 of 8`."""
    teams = len(teams_of(state, stage))
    count = _n(teams, "1 team", "{count} teams")
    return f"{_(FORMATS[state.stages[stage - 1].format])} · {count} · {round_words(state)}"


@dataclass(frozen=True, slots=True)
class Drawing:
    """One bracket as it is drawn for `own`, the team of the phone that asks; `may_see`: also totals that are hidden."""

    state: TournamentState
    found: Progress
    names: dict[int, str]
    own: int | None
    may_see: bool = True

    def view(self) -> View:
        """Its rounds from left to right, and the own way to the final."""
        columns = self._columns()
        labels = self._labels(columns)
        now = self._now(columns)
        teams = {team for found in self.found.at.values() for team in self._teams(found)}
        is_long = any(len(self.names.get(team, "")) > LONG for team in teams)
        shown = [day for day in sorted(columns) if labels[day]]
        first = min(now, shown[-(LONG_COLUMNS if is_long else COLUMNS) :][0])
        return {
            "is_double": self.found.bracket.is_double,
            "has_reset": self.found.bracket.has_reset,
            "rounds": [
                self._round(day, columns[day], labels[day], is_now=day == now, is_last=day == max(columns))
                | {"is_folded": day < first}
                for day in sorted(columns)
            ],
            "now": now,
            "is_long": is_long,
            "folds": shown[0] < first,
            "path": self._path(labels),
        }

    def _columns(self) -> dict[int, list[NodeState]]:
        """The matches by the column that they are in."""
        last = max(node_state.node.day for node_state in self.found.at.values())
        columns: dict[int, list[NodeState]] = {day: [] for day in range(1, last + 1)}
        for node_state in self.found.at.values():
            columns[node_state.node.day].append(node_state)
        return columns

    def _labels(self, columns: dict[int, list[NodeState]]) -> dict[int, str]:
        """`1`, `2`, … as the rounds were played, or will be; empty where nothing was to play."""
        labels: dict[int, str] = {}
        number = self.found.bracket.from_round - 1
        for day in sorted(columns):
            played = [node.match.round for node in columns[day] if node.match is not None]
            if not played and all(node.winner.is_known for node in columns[day]):
                labels[day] = ""
                continue
            number = max([number + 1, *played]) if not played else max(played)
            labels[day] = str(number)
        return labels

    def _now(self, columns: dict[int, list[NodeState]]) -> int:
        """The column that is played: the latest with a match, until all is decided."""
        paired = [day for day, nodes in columns.items() if any(node.match is not None for node in nodes)]
        return max(paired, default=1)

    def _round(self, day: int, nodes: Sequence[NodeState], label: str, *, is_now: bool, is_last: bool) -> View:
        halves = {key: [n for n in nodes if half_of(n, self.found) == key] for key in HALVES}
        is_reset = any(n.node.slot == RESET for n in nodes)
        is_final = bool(halves[FINALS]) or (is_last and not self.found.bracket.is_double)
        title = (
            _("Second final")
            if is_reset
            else _("Final")
            if is_final
            else self._title(nodes, label)
            if label
            else _("Byes")
        )
        return {
            "day": day,
            "label": ""
            if is_reset and all(n.match is None for n in nodes)
            else title
            if is_final or (bool(label) and self._matches(nodes))
            else label,
            "title": title,
            "is_now": is_now,
            "halves": {key: [self._match(node) for node in found] for key, found in halves.items()},
            "passes": self.found.bracket.is_double and self.found.bracket.rounds < day < self.found.at[FINAL].node.day,
        }

    def _matches(self, nodes: Sequence[NodeState]) -> int:
        """The matches of a round with a name; else 0."""
        slots = [] if self.found.bracket.is_double else [node.node.slot for node in nodes]
        return named(sum(not slot.startswith(THIRD_PLACE_SLOT) for slot in slots))

    def _title(self, nodes: Sequence[NodeState], label: str) -> str:
        return round_name(self._matches(nodes), int(label))

    def _match(self, node_state: NodeState) -> View:
        """A match: its table, its two teams with totals, and where winner and loser go."""
        match, state = node_state.match, self.state
        status = None if match is None else state.match_status(match)
        game = None if match is None else state.game_result(match)
        is_bye = match.pairing.is_bye if match is not None else self._is_decided_bye(node_state)
        return {
            "slot": node_state.node.slot,
            "table": None if match is None else match.pairing.table,
            "is_empty": match is None and all(seat.is_known and seat.team is None for seat in node_state.seats),
            "is_bye": is_bye,
            "is_over": node_state.winner.is_known,
            "is_playing": match is not None and not state.is_over(match),
            "own": self.own is not None and self.own in self._teams(node_state),
            "status_words": self._bye_words(node_state)
            if is_bye
            else self._status_words(status, None if game is None else game.hands),
            "sides": self._sides(node_state),
            "winner_goes": self._goes(node_state, wins=True),
            "loser_goes": "" if is_bye else self._goes(node_state, wins=False),
        }

    def _bye_words(self, node_state: NodeState) -> str:
        """`Bye`, or `Walkover` where a team would have come."""
        if node_state.match is not None:
            return status_words(self.state, node_state.match)
        return _("Bye") if is_drawn_bye(self.found, node_state.node) else _("Walkover")

    def _status_words(self, status: str | None, hands: int | None) -> str:
        if status is None:
            return ""
        if status == PLAYING and hands is not None:
            return _("Hand {number}", number=hands + 1)
        return _(MATCH_STATUSES[status])

    def _is_decided_bye(self, node_state: NodeState) -> bool:
        return all(seat.is_known for seat in node_state.seats) and node_state.is_walkover

    def _teams(self, node_state: NodeState) -> list[int]:
        if node_state.match is not None:
            return list(node_state.match.teams)
        return [seat.team for seat in node_state.seats if seat.team is not None]

    def _sides(self, node_state: NodeState) -> list[View]:
        match = node_state.match
        if match is None:
            pairs = zip(node_state.seats, node_state.node.sources, strict=True)
            return [
                self._open_side(seat, source) for seat, source in pairs if not (seat.is_known and seat.team is None)
            ]
        result, game = self.state.result(match), self.state.game_result(match)
        scores = result.scores if result is not None and result.scores else game.scores if game is not None else ()
        if not self.may_see and not self.state.is_over(match):
            scores = ()
        best, forfeited = max(scores, default=0), self.state.match_status(match) == FORFEITED
        return [
            {
                "name": self.names.get(team, ""),
                "is_team": True,
                "you": team == self.own,
                "score": score_text(scores, side),
                "leads": side < len(scores) and scores[side] == best and scores.count(best) == 1,
                "won": node_state.winner.team == team,
                "lost": node_state.winner.is_known and node_state.winner.team != team,
                "note": _("forfeit") if forfeited and result is not None and side in result.forfeits else "",
            }
            for side, team in enumerate(match.teams)
        ]

    def _open_side(self, seat: Seat, source: Source) -> View:
        is_team = seat.team is not None
        name = self.names.get(seat.team, "") if seat.team is not None else self._comes_from(source)
        return {"name": name, "is_team": is_team, "you": is_team and seat.team == self.own, "score": "", "note": ""}

    def _comes_from(self, source: Source) -> str:
        """`Winner of table 2`; while that has no table, `Winner of a semi-final` or `Winner of round 5`."""
        before = self.found.at.get(source.slot)
        if before is None:
            return ""
        table = None if before.match is None else before.match.pairing.table
        if table is not None:
            return (
                _("Winner of table {number}", number=table)
                if source.wins
                else _("Loser of table {number}", number=table)
            )
        matches, label = self._round_of(before)
        return comes_from(matches, label, wins=source.wins)

    def _round_of(self, node_state: NodeState) -> tuple[int, str]:
        """The matches of this match's round if it has a name, else 0; and its number."""
        columns = self._columns()
        day = node_state.node.day
        return self._matches(columns[day]), self._labels(columns)[day]

    def _next(self, slot: str, *, wins: bool) -> NodeState | None:
        """The match to which the winner or loser of a slot goes."""
        for node_state in self.found.at.values():
            if node_state.node.slot != RESET and Source(slot, wins) in node_state.node.sources:
                return node_state
        return None

    def _goes(self, node_state: NodeState, *, wins: bool) -> str:
        """`Winner: round 5, against Sam & Tess`, or `Winner: semi-final`."""
        after = self._next(node_state.node.slot, wins=wins)
        if after is None:
            return ""
        where = self._where(after)
        others = [
            seat.team
            for seat, source in zip(after.seats, after.node.sources, strict=True)
            if seat.team is not None and source.slot != node_state.node.slot
        ]
        if others and others[0] in self.names:
            against = self.names[others[0]]
            if wins:
                return _("Winner: {where}, against {team}", where=where, team=against)
            return _("Loser: {where}, against {team}", where=where, team=against)
        return _("Winner: {where}", where=where) if wins else _("Loser: {where}", where=where)

    def _where(self, node_state: NodeState) -> str:
        slot = node_state.node.slot
        if slot in (FINAL, RESET):
            return _("final")
        if slot == THIRD:
            return _("third place")
        matches, label = self._round_of(node_state)
        return a_match_of(matches, label)

    def _path(self, labels: dict[int, str]) -> list[View]:
        """From the own match now, who comes if one keeps winning; empty for those who are out or only watch."""
        open_ones = [
            node_state
            for node_state in self.found.at.values()
            if self.own in self._teams(node_state) and not node_state.winner.is_known
        ]
        steps: list[View] = []
        at: NodeState | None = open_ones[0] if self.own is not None and open_ones else None
        came_from = ""
        while at is not None:
            steps.append({"label": labels[at.node.day], "words": self._step_words(at, came_from)})
            came_from = at.node.slot
            at = self._next(at.node.slot, wins=True)
        return steps

    def _step_words(self, node_state: NodeState, came_from: str) -> str:
        others = [
            self.names.get(seat.team, "") if seat.team is not None else self._comes_from(source)
            for seat, source in zip(node_state.seats, node_state.node.sources, strict=True)
            if source.slot != came_from or not came_from
            if seat.team != self.own or self.own is None
        ]
        if node_state.match is not None:
            others = [self.names.get(team, "") for team in node_state.match.teams if team != self.own]
        other = others[0] if others else ""
        if node_state.node.slot == FINAL:
            return _("Final: {team}", team=other)
        if node_state.match is not None and node_state.match.pairing.table is not None:
            return _("Now, table {number}: {team}", number=node_state.match.pairing.table, team=other)
        return other


def half_of(node_state: NodeState, found: Progress) -> str:
    """The half of the bracket that a match is drawn in; the final of a double one stands between them."""
    slot = node_state.node.slot
    if slot == THIRD:
        return THIRD_PLACE
    if slot in (FINAL, RESET):
        return FINALS if found.bracket.is_double else NO_LOSSES
    return ONE_LOSS if slot.startswith("L") else NO_LOSSES
