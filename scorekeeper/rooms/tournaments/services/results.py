"""Results at the desk: from paper and by forfeit, their confirmation, the clock of a round or a table, messages.

A director who plays leaves the own match to another one, if one was there lately: its results at the desk, and in its
game rulings, and corrections once it is over.
"""

from collections.abc import Callable, Mapping
from contextlib import nullcontext, suppress
from dataclasses import fields, replace
from datetime import timedelta
from typing import Any

from scorekeeper import hooks
from scorekeeper.clock import utc_now
from scorekeeper.core.game import DISPUTED, GameState, NotNow, ScoreSigned
from scorekeeper.core.inputs import NOWHERE
from scorekeeper.formats.chain import StoredEvent
from scorekeeper.rooms.tournaments.domain.log import events as ev, results as rs
from scorekeeper.rooms.tournaments.domain.log.checks import find_match
from scorekeeper.rooms.tournaments.domain.log.event_json import payload_of, read_event
from scorekeeper.rooms.tournaments.domain.log.reported import contradicted
from scorekeeper.rooms.tournaments.domain.log.state import CONFIRMED, TO_CONFIRM, GameResult, Match, TournamentState
from scorekeeper.rooms.tournaments.exports import event_of
from scorekeeper.rooms.tournaments.faults import MATCH_IS_CLOSED, NO_CLOCK, RULES_OWN_MATCH
from scorekeeper.rooms.tournaments.services.cache import LoadedTournament, load_tournament, result_of
from scorekeeper.rooms.tournaments.services.closed_games import with_closed_game
from scorekeeper.rooms.tournaments.services.damaged import DamagedTournament
from scorekeeper.rooms.tournaments.services.may_change import Seen, check_seen
from scorekeeper.rooms.tournaments.services.recording import EventFor, RecordedEvent, pair_freed, record_event
from scorekeeper.rooms.tournaments.storage import LOG, hold, phone_of
from scorekeeper.services.recording import Author
from scorekeeper.storage.database import write_transaction
from scorekeeper.storage.members import Role, members_of

HERE_LATELY = timedelta(minutes=15)


def give_result(
    tournament_id: str,
    match_id: int,
    body: Mapping[str, object],
    author: Author,
    *,
    source: str = rs.AT_DESK,
    event_id: str | None = None,
    seq: int | None = None,
) -> RecordedEvent:
    """Record a paper result (`scores`, and `sets`, `bags`, `hands`, `winner`, `signed`) or a `forfeit` of teams.

    One that differs from what is there replaces it if `instead` and `record` say that its writer saw that (see
    `ResultGiven`), and then a game that goes on is closed; with `beside` it stands beside it until somebody chooses.
    Raises `ResultDiffers` without either, `InvalidInput` for figures that don't fit, `NotNow`, and `EventIdTaken` if
    the id gave another result.
    """
    alone = rules_alone(tournament_id, match_id, author)
    by = body.get("by") or (rs.FORFEIT if body.get("forfeit") else rs.PAPER)
    is_beside = NOWHERE.switch(body.get("beside") or False, "beside")
    parts = {name: value for name, value in body.items() if value is not None and name not in ("by", "beside")}
    parts |= {"match": match_id, "by": by, "source": source}
    closed: dict[str, Any] = {}

    def event_for(state: TournamentState) -> ev.Event:
        match = find_match(state, match_id)
        made = read_event(rs.RESULT, parts, state.seq + 1)
        assert isinstance(made, rs.ResultGiven)
        if is_beside and contradicted(state, match, made):
            return _beside(made, state.is_over(match))
        made = replace(made, **closed)
        return replace(made, alone=alone) if author.member_id is not None else made

    def repeats(stored: StoredEvent) -> bool:
        event = read_event(rs.RESULT, parts, stored.seq)
        typed, before = (
            {part: own for part, own in each.items() if part not in NOT_SAID}
            for each in (payload_of(event), stored.payload)
        )
        return stored.kind in (rs.RESULT, rs.REPORT) and (before, stored.reason) == (typed, event.reason)

    def write() -> RecordedEvent:
        recorded = record_event(tournament_id, event_for, author=author, event_id=event_id, seq=seq, repeats=repeats)
        assert recorded is not None
        return recorded

    if is_beside or not _goes_on(tournament_id, match_id):
        return write()
    with write_transaction():
        hold(tournament_id)
        state = load_tournament(tournament_id).state
        given = event_for(state)
        if isinstance(given, rs.ResultGiven) and (event_id is None or result_before(tournament_id, event_id) is None):
            made = with_closed_game(state, given, author)
            closed |= {"record": made.record, "closes": made.closes}
        recorded = write()
    freed = pair_freed(tournament_id) if recorded.new else None
    return recorded if freed is None else replace(recorded, tournament=freed)


def _goes_on(tournament_id: str, match_id: int) -> bool:
    state = load_tournament(tournament_id).state
    game = state.game_result(find_match(state, match_id))
    return game is not None and game.goes_on and game.hands > 0


NOT_SAID = ("alone", "closes", "counted", "instead", "record", "source")
"""What the same result, sent again, may have otherwise."""


def _beside(made: rs.ResultGiven, counted: bool) -> rs.ScoreReported:
    parts = {part.name: getattr(made, part.name) for part in fields(rs.ScoreEvent)}
    return rs.ScoreReported(**parts, counted=counted)


def result_before(tournament_id: str, event_id: str) -> rs.ScoreEvent | None:
    """The score that an earlier request with this id recorded."""
    stored = LOG.repeated(tournament_id, event_id, lambda _stored: True)
    found = None if stored is None else event_of(stored)
    return found if isinstance(found, rs.ScoreEvent) else None


def confirm(  # noqa: PLR0913 - each is a part of its own
    tournament_id: str,
    match_id: int,
    author: Author,
    *,
    verdict: str = rs.AGREED,
    stands: bool = False,
    seen: Seen | None = None,
    reason: str | None = None,
    event_id: str | None = None,
) -> RecordedEvent:
    """Confirm a match's result as it is now, dispute it, or let it stand though it was paired from a wrong one.

    Raises `NotNow`, also if another score came since the writer has `seen` the match (see `reported.version`).
    """
    alone = rules_alone(tournament_id, match_id, author)

    def event_for(state: TournamentState) -> ev.Event:
        match = find_match(state, match_id)
        check_seen(seen, state, match)
        game = state.game_result(match)
        return rs.ResultConfirmed(
            seq=state.seq + 1,
            match=match_id,
            verdict=verdict,
            record=0 if game is None else game.record,
            stands=stands,
            alone=alone,
            reason=reason,
        )

    return _recorded(tournament_id, event_for, author, event_id)


def play_again(
    tournament_id: str, match_id: int, author: Author, *, reason: str | None = None, event_id: str | None = None
) -> RecordedEvent:
    """Take the game off a match, which is played again. Raises `NotNow`."""
    rules_alone(tournament_id, match_id, author)
    return _recorded(
        tournament_id,
        lambda state: ev.GameLinked(seq=state.seq + 1, match=match_id, game=None, reason=reason),
        author,
        event_id,
    )


def rules_alone(tournament_id: str, match_id: int, author: hooks.Author) -> bool:
    """Whether a director decides on the own match because no other is there: that is marked.

    Raises `NotNow` while another director is there.
    """
    if author.member_id is None:
        return False
    loaded = load_tournament(tournament_id)
    match = loaded.state.matches.get(match_id)
    if match is None or not _plays_in(loaded, match, author):
        return False
    if _another_director(loaded, author.member_id):
        raise NotNow(RULES_OWN_MATCH.at(NOWHERE, {}))
    return True


def own_matches(loaded: LoadedTournament, author: hooks.Author) -> Callable[[Match], bool]:
    """Tells the author's own matches, which another director decides who is there."""
    member = author.member_id
    if member is None or not _another_director(loaded, member):
        return lambda _match: False
    names = _names_of(loaded, author)
    return lambda match: _has_any(loaded, match, names)


def check_ruling(tournament_id: str, game_id: str, before: GameState, after: GameState, author: hooks.Author) -> None:
    """A director who plays in this match neither rules on it nor changes its result, and nobody but a director changes
    one that is closed. Raises `NotNow`.
    """
    if not _decides(before, after):
        return
    try:
        state = load_tournament(tournament_id).state
    except DamagedTournament:  # its games go on
        return
    match = state.match_of(game_id)
    if match is None:
        return
    if author.directs:
        rules_alone(tournament_id, match.id, author)
    elif state.is_closed(match):
        raise NotNow(MATCH_IS_CLOSED.at(NOWHERE, {}))


def record_ruling(tournament_id: str, game_id: str, before: GameState, after: GameState, author: hooks.Author) -> None:
    """Record in the tournament's log what was decided in the game of a match, or corrected.

    A director's correction of what a side disputes, or of what counted, is itself the choice, and what is decided alone
    on the own match is marked. What counted stays in force beside anybody else's correction.
    """
    if not _decides(before, after):
        return
    try:
        loaded = load_tournament(tournament_id)
    except DamagedTournament:
        return
    match = loaded.state.match_of(game_id)
    if match is None:
        return
    changed = _Changed(loaded.state, match, result_of(before), result_of(after))
    made = _decided(loaded, changed, before, after, author) if author.directs else changed.kept()
    if made is not None:
        with nullcontext() if author.directs else suppress(NotNow):  # a phone's correction is never refused
            _recorded(
                tournament_id,
                lambda state: replace(made, seq=state.seq + 1),
                Author(author.name, author.member_id, author.directs),
                None,
            )


class _Changed:
    """A match whose game said `before`, and says `after` now."""

    def __init__(self, state: TournamentState, match: Match, before: GameResult, after: GameResult) -> None:
        """`state` is the tournament before this is recorded in it."""
        self.match, self.before, self.after = match, before, after
        self.was, self.now = (
            state.with_results({**state.results, str(match.game): found}) for found in (before, after)
        )

    @property
    def counted(self) -> bool:
        """Whether the game counted, and does not any more."""
        return self._counts(self.was) and not self._counts(self.now)

    def _counts(self, state: TournamentState) -> bool:
        return self.match.given is None and state.is_over(self.match) and state.confirmed_before(self.match) is None

    @property
    def differs(self) -> bool:
        """Whether what was confirmed stays in force beside the game that a director corrects."""
        return self.now.confirmed_before(self.match) is not None

    def kept(self) -> rs.GameCorrected | None:
        """What stays in force although the game was corrected; None if it did not count."""
        if not self.counted:
            return None
        sides, before = self.match.pairing.sides, self.before
        return rs.GameCorrected(
            seq=0,
            match=self.match.id,
            scores=before.scores,
            winner=None if before.winner is None else sides[before.winner][0],
            sets=before.sets,
            bags=before.bags,
            hands=before.hands,
            signed=before.status == CONFIRMED,
            record=before.record,
        )


def _decided(
    loaded: LoadedTournament, changed: _Changed, before: GameState, after: GameState, author: hooks.Author
) -> ev.Event | None:
    match, alone, record = changed.match, _plays_in(loaded, changed.match, author), changed.after.record
    if changed.differs and after.board.outcome is not None:
        return rs.ResultTakenOut(seq=0, match=match.id, record=record, alone=alone)
    is_choice = changed.counted and changed.now.match_status(match) == TO_CONFIRM
    if is_choice or _settles(before, after):
        return rs.ResultConfirmed(seq=0, match=match.id, record=record, alone=alone)
    return rs.ResultConfirmed(seq=0, match=match.id, verdict=rs.RULED, alone=alone) if alone else None


def _settles(before: GameState, after: GameState) -> bool:
    """Whether the last event changes a score that a side disputes, and the game stays over."""
    disputed = {sign.event.seq for sign in before.signs if sign.verdict == DISPUTED and not sign.broken}
    return after.board.outcome is not None and any(sign.broken and sign.event.seq in disputed for sign in after.signs)


def _decides(before: GameState, after: GameState) -> bool:
    """Whether the last event is a director's: it changes rulings, or anything but signatures once the game is over."""
    if isinstance(after.events[-1], ScoreSigned):
        return False
    return before.board.outcome is not None or _rulings(before) != _rulings(after)


def _rulings(state: GameState) -> tuple[object, ...]:
    """What the rulings of a game in force say, and the side that conceded, if one did."""
    hands = [(hand.number, hand.record.reneges, hand.record.adjustments) for hand in state.board.hands]
    return [hand for hand in hands if hand[1] or hand[2]], state.forfeit


def _plays_in(loaded: LoadedTournament, match: Match, author: hooks.Author) -> bool:
    """Whether the device's player plays in this match."""
    return _has_any(loaded, match, _names_of(loaded, author))


def _names_of(loaded: LoadedTournament, author: hooks.Author) -> set[str | None]:
    phone = None if author.member_id is None else phone_of(loaded.row.id, author.member_id)
    return {author.name} | ({phone.player} if phone is not None and phone.player else set())


def _has_any(loaded: LoadedTournament, match: Match, names: set[str | None]) -> bool:
    return any(names & set(loaded.state.teams[team].players) for team in match.teams if team in loaded.state.teams)


def _another_director(loaded: LoadedTournament, member_id: int) -> bool:
    since = utc_now() - HERE_LATELY
    others = members_of(loaded.row.table_id, but=member_id)
    return any(
        member.as_role is Role.KEEPER and member.last_seen is not None and member.last_seen > since for member in others
    )


def set_clock(  # noqa: PLR0913 - each is a part of its own
    tournament_id: str,
    act: str,
    author: Author,
    *,
    minutes: int = 0,
    match: int | None = None,
    hand: int | None = None,
    wave: int = 1,
    event_id: str | None = None,
) -> RecordedEvent:
    """Start, pause or change the clock of the latest round, or the time or last hand of one match.

    Raises `InvalidInput`, `NotNow` before the first round is published.
    """

    def event_for(state: TournamentState) -> ev.Event:
        own = None if match is None else find_match(state, match)
        current = next((found for found in reversed(state.rounds) if found.published), None)
        if current is None:
            raise NotNow(NO_CLOCK.at(NOWHERE, {}))
        stage, number = (current.stage, current.number) if own is None else (own.stage, own.round)
        body: dict[str, object] = {"stage": stage, "round": number, "act": act, "wave": wave}
        if minutes:
            body["minutes"] = minutes
        made = read_event(ev.CLOCK, body, state.seq + 1)
        assert isinstance(made, ev.ClockSet)
        return replace(made, match=match, hand=hand)

    return _recorded(tournament_id, event_for, author, event_id)


def send_message(
    tournament_id: str, text: str, author: Author, *, match: int | None = None, event_id: str | None = None
) -> RecordedEvent:
    """Show a message on the pad of a match, or on all; an empty one takes the one before away.

    Raises `InvalidInput` for a text that is too long.
    """
    body = {"text": text} if match is None else {"text": text, "match": match}
    return _recorded(tournament_id, lambda state: read_event(ev.MESSAGE, body, state.seq + 1), author, event_id)


def _recorded(tournament_id: str, event_for: EventFor, author: Author, event_id: str | None) -> RecordedEvent:
    recorded = record_event(tournament_id, event_for, author=author, event_id=event_id)
    assert recorded is not None
    return recorded
