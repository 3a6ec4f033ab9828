"""Tournaments over the API: start one, teams, rounds, the game and the result of a match, undo, and all entries."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from typing import Annotated

from flask import Response, jsonify, request, url_for

from scorekeeper.access import KEEPER, SCORER, WATCHER, current_membership
from scorekeeper.access.followers import version_of
from scorekeeper.access.limits import hit
from scorekeeper.access.live import EVENT_STREAM
from scorekeeper.access.quotas import answer_about
from scorekeeper.api.entries import EntriesQuery, entries_answer
from scorekeeper.api.errors import faulty
from scorekeeper.api.following import VersionQuery, versions_of
from scorekeeper.api.making import Made, made, posted_id
from scorekeeper.api.operations import call
from scorekeeper.api.paging import MAX_PAGE, NEXT, PageLimit, page_answer
from scorekeeper.api.sending import LastSeen, PostedId, SheetName
from scorekeeper.api.serializers import BODY, author, game_url, last_seen, object_body
from scorekeeper.core.game import NotNow
from scorekeeper.core.inputs import FieldPath, InvalidInput, Json
from scorekeeper.core.inputs.faults import MAX_TEXT_LENGTH, NOT_ONE_OF
from scorekeeper.core.inputs.fields import quote
from scorekeeper.core.words.language import current_language
from scorekeeper.declared import NOT_GIVEN, Most, Name, NotGiven, Older, OneOf, Text, Whole
from scorekeeper.rooms.tournaments.access import HallLimit, current_tournament, pairing
from scorekeeper.rooms.tournaments.api.serializers import (
    call_json,
    match_json,
    reader,
    round_json,
    team_json,
    tournament_json,
)
from scorekeeper.rooms.tournaments.api.tournament_presets import start_asked
from scorekeeper.rooms.tournaments.domain.log import events as ev
from scorekeeper.rooms.tournaments.domain.log.calls import open_calls
from scorekeeper.rooms.tournaments.domain.log.checks import find_team
from scorekeeper.rooms.tournaments.domain.log.results import BY_PROGRAM, RESULT, TAKE_OUT
from scorekeeper.rooms.tournaments.domain.log.state import Round
from scorekeeper.rooms.tournaments.domain.setting_up.bounds import MAX_NUMBER, MAX_TABLES, MAX_TEAM_PLAYERS, MAX_TEAMS
from scorekeeper.rooms.tournaments.domain.setting_up.setup import WHEN_LEFT, Number
from scorekeeper.rooms.tournaments.services.by_time import record_due
from scorekeeper.rooms.tournaments.services.cache import LoadedTournament, load_tournament
from scorekeeper.rooms.tournaments.services.calls import answer_call, call_director
from scorekeeper.rooms.tournaments.services.matches import start_match
from scorekeeper.rooms.tournaments.services.may_change import DirectorsOnly
from scorekeeper.rooms.tournaments.services.recording import OF_HELPERS, POSTED_KINDS, RecordedEvent, record
from scorekeeper.rooms.tournaments.services.results import give_result, play_again
from scorekeeper.rooms.tournaments.services.rounds import pair_round
from scorekeeper.rooms.tournaments.services.teams import Entry, change_team, enter_team, set_status
from scorekeeper.rooms.tournaments.services.undo import games_follow, take_back
from scorekeeper.rooms.tournaments.storage import tournament_events, tournaments_of
from scorekeeper.services.names import check_seated
from scorekeeper.storage.errors import EventIdTaken
from scorekeeper.storage.members import Role
from scorekeeper.version import program_version

NEW_TOURNAMENT: Json = {
    "name": "Harbour Open",
    "stages": [
        {
            "format": "swiss",
            "rules": "partnership",
            "options": {"target": 300},
            "rounds": 5,
            "minutes": 40,
            "advance": 8,
        },
        {"format": "single-elimination", "rules": "partnership", "options": {"target": 350}, "seeds": "stage"},
    ],
}
TOURNAMENTS_PER_PAGE = 100


def _now() -> LoadedTournament:
    """The tournament in the URL, once what time has decided is recorded."""
    return record_due(current_tournament().id)


@call(
    "POST /tables/<table>/tournaments",
    KEEPER,
    body="NewTournament",
    examples={"playoff": NEW_TOURNAMENT, "preset": {"name": "Friday Contest", "preset": "contest"}},
)
def new_tournament(table: str) -> Annotated[Made, "Tournament"]:
    """Start a tournament

    One to three stages; each has a format, match rules, and how many go on. Or a `preset`, whose `stages` may be
    replaced and whose `settings` may be changed in part; or what an earlier tournament of the table had, `like` its id,
    perhaps with its `people` and its `teams`.

    201: The tournament.
    """
    row, is_new = start_asked(table, object_body())
    return made(tournament_json(load_tournament(row.id)), "tournament", new=is_new, tournament=row.id)


@dataclass(frozen=True, slots=True)
class TournamentsQuery:
    """Which tournaments."""

    after: Annotated[int, Whole(1, MAX_PAGE), NEXT] = 1
    limit: PageLimit = TOURNAMENTS_PER_PAGE


@call("GET /tables/<table>/tournaments", WATCHER, "tournaments")
def list_tournaments(table: str, query: TournamentsQuery) -> Annotated[Response, "Tournaments"]:
    """List a table’s tournaments

    Each with its name, and whether it is over.

    200: Its tournaments, newest first.
    """
    page, most = query.after, query.limit
    found = tournaments_of(table, page * most + 1)[(page - 1) * most :]
    rows: list[Json] = [
        {
            "tournament": row.id,
            "url": url_for("tournaments.show", tournament=row.id, _external=True),
            "name": row.name,
            "status": row.status,
        }
        for row in found[:most]
    ]
    return page_answer("tournaments", rows, page + 1 if len(found) > most else None)


@dataclass(frozen=True, slots=True)
class TournamentQuery:
    """How much of a tournament.

    outstanding: With `yes`, rounds list only their matches without a result.
    """

    outstanding: Annotated[str | None, OneOf(("yes",))] = None


@call("GET /tournaments/<tournament>", WATCHER, "tournament", refused=(503,))
def one_tournament(tournament: str, query: TournamentQuery) -> Annotated[Response, "Tournament"]:
    """Read a tournament

    Where partners change every round, the teams of a match are lists of players.

    200: The tournament.
    304: Nothing has changed.
    """
    now = _now()
    answer = Response(mimetype="application/json")
    version = version_of((now.end.hash, [game.last_hash for game in now.games.values()]))
    asked = f"{query.outstanding or 'all'}-{reader()}-{program_version()}-{current_language()}"
    answer.set_etag(f"{version}-{asked}", weak=True)
    answer.headers["Cache-Control"] = "private, no-cache"
    answer.make_conditional(request)
    if answer.status_code != 304:
        with answer_about(now.state.seq, current_membership()):
            answer.data = jsonify(tournament_json(now, outstanding=query.outstanding is not None)).data
    return answer


class Players(Most):
    """Who plays in a team; whether they are too many is said with the team."""

    def read(self, where: FieldPath, value: object, what: str) -> Sequence[object]:
        """The list, of any length."""
        return where.listing(value, what)


ListedPlayers = Annotated[tuple[Annotated[str, SheetName()], ...], Players(MAX_TEAM_PLAYERS, filled=True)]


@call("GET /tournaments/<tournament>/stream", WATCHER, "tournament_stream")
def follow_tournament(tournament: str, query: VersionQuery) -> Annotated[Response, EVENT_STREAM]:
    """Follow a tournament

    `id` and `data` have the version of the tournament, with its matches’ games. The first comes at once if it is not
    the one you have, then each new one as something is written; read what you show of it again. A comment every two
    seconds shows that the stream is alive.

    200: A stream of server-sent events, one for each version, until the link ends.
    """
    return versions_of(tournament, query)


@dataclass(frozen=True, slots=True)
class NewTeam:
    """A team that enters.

    house: Whether it is a team of the house, which sits in where one is missing.
    """

    players: ListedPlayers
    name: Annotated[str | None, Name()] = None
    house: bool = False
    id: PostedId = None
    seq: LastSeen = None


@call(
    "POST /tournaments/<tournament>/teams",
    SCORER,
    examples={"pair": {"players": ["Ann", "Cal"], "name": "The Aces"}},
)
def new_team(tournament: str, body: Annotated[NewTeam, "NewTeam"]) -> Annotated[Made, "Team"]:
    """Enter a team

    One or two players; in a league also more, and a name. One player waits for a partner, unless partners change every
    round.

    201: The team.
    """
    check_seated(body.players)
    entry, event_id = Entry(body.players, body.name), posted_id(body.id)
    entered = enter_team(tournament, entry, author(), event_id, house=body.house)
    team = int(entered.stored.payload["team"])
    state = entered.tournament.state
    answer = team_json(state, find_team(state, team))
    return made(answer, "change_team", new=entered.new, tournament=tournament, team=team)


@dataclass(frozen=True, slots=True)
class TeamChange:
    """What changes of a team.

    player: The one player who is meant; null: the whole team.
    played: Whether what a team that leaves has played counts; null: as the settings say.
    adds_rounds: Whether rounds are added in which a late team meets everybody.
    reserve: The name of a reserve player; null: none.
    hall_table: The number of the real table at which it always plays; null: any.
    table: The same as `hall_table`.
    """

    status: Annotated[str, OneOf(ev.STATUSES)] | NotGiven = NOT_GIVEN
    player: Annotated[str | None, SheetName()] = None
    played: Annotated[str | None, OneOf(WHEN_LEFT)] = None
    adds_rounds: bool = False
    players: ListedPlayers | NotGiven = NOT_GIVEN
    name: Annotated[str | None, Name()] = None
    reserve: Annotated[str | None, Name()] | NotGiven = NOT_GIVEN
    hall_table: Annotated[int | None, Whole(1, MAX_TABLES)] | NotGiven = NOT_GIVEN
    table: Annotated[Annotated[int | None, Whole(1, MAX_TABLES)] | NotGiven, Older()] = NOT_GIVEN
    id: PostedId = None
    seq: LastSeen = None


@call(
    "PATCH /tournaments/<tournament>/teams/<int:team>",
    SCORER,
    "change_team",
    examples={"arrived": {"status": "arrived"}, "substitute": {"players": ["Ann", "Eve"]}},
    refused=(409,),
)
def change_one_team(tournament: str, team: int, body: Annotated[TeamChange, "TeamChange"]) -> Annotated[Json, "Team"]:
    """Check a team in, drop it, or change its players

    Either a `status`, of one `player` perhaps, or the `players` from the next match on. With `adds_rounds` a late team
    that `arrived` comes into a round robin where nobody sits out: rounds are added in which it meets everybody.

    200: The team as it is now.
    """
    known, event_id = find_team(load_tournament(tournament).state, team), posted_id(body.id)
    if body.status is not NOT_GIVEN:
        more = {"player": body.player, "played": body.played, "adds_rounds": body.adds_rounds}
        recorded = set_status(tournament, [team], body.status, author(), event_id=event_id, **more)
    else:
        recorded = change_team(
            tournament,
            team,
            known.players if body.players is NOT_GIVEN else body.players,
            author(),
            name=body.name,
            reserve=known.reserve if body.reserve is NOT_GIVEN else body.reserve,
            table=_hall_table(body, known.fixed_table),
            event_id=event_id,
        )
    now = recorded.tournament.state
    return team_json(now, find_team(now, team))


def _hall_table(body: TeamChange, now: int | None) -> int | None:
    """The table at which the team always plays, as the body says, or as it is now."""
    given = body.table if body.hall_table is NOT_GIVEN else body.hall_table
    return now if given is NOT_GIVEN else given


PostedPools = Annotated[tuple[Annotated[tuple[Number, ...], Most(MAX_TEAMS)], ...], Most(MAX_TEAMS)]


@dataclass(frozen=True, slots=True)
class NewRound:
    """How the next round is paired.

    anyway: Whether to pair although matches are still played.
    publish: Whether everybody sees the round at once, not only the desk.
    pools: The teams of each pool of a round robin, for its first round, also instead of one that is not published yet.
        An empty list: they are drawn. null: those that were arranged before, else drawn.
    """

    id: PostedId = None
    seq: LastSeen = None
    anyway: bool = False
    publish: bool = True
    pools: PostedPools | None = None


@call(
    "POST /tournaments/<tournament>/rounds",
    KEEPER,
    examples={"next": {}},
    refused=(503,),
)
def new_round(tournament: str, body: Annotated[NewRound, "NewRound"]) -> Annotated[Made | Response, "Round"]:
    """Pair the next round

    409 with the fault’s code if there is no next round now. With `publish`: false only the desk sees it, and the entry
    `round` publishes it; `anyway` pairs although matches are still played; `pools` says who is in which.

    201: The round with its matches.
    """
    try:
        with pairing(tournament, current_membership()):
            paired = pair_round(
                tournament,
                author(),
                event_id=posted_id(body.id),
                seq=body.seq,
                anyway=body.anyway,
                publish=body.publish,
                pools=body.pools,
            )
    except NotNow as problem:
        return faulty(409, problem.fault.code, problem)
    _check_repeated(paired, ev.ROUND, {})
    state, payload = paired.tournament.state, paired.stored.payload
    found = state.round(int(payload["stage"]), int(payload["round"]))
    if found is None:  # it was withdrawn since
        found = Round(int(payload["stage"]), int(payload["round"]), 0, (), published=False)
    return made(round_json(state, found), "tournament", new=paired.new, tournament=tournament)


@dataclass(frozen=True, slots=True)
class NewMatchGame:
    """Whether a match is played again, and why.

    again: Whether a director has it played again.
    """

    again: bool = False
    reason: Annotated[str | None, Text(MAX_TEXT_LENGTH)] = None
    id: PostedId = None


GAME_AS_USUAL = NewMatchGame()


@call(
    "POST /tournaments/<tournament>/matches/<int:match>/game",
    SCORER,
    examples={"begin": {}},
    refused=(409,),
)
def match_game(
    tournament: str, match: int, body: Annotated[NewMatchGame, "NewMatchGame"] = GAME_AS_USUAL
) -> Annotated[Json, "MatchGame"]:
    """Start a match’s game

    An ordinary game of the table: its entries are written as for any other. With `again` a director takes the old one
    off, and the match is played again.

    200: Its game, which has just begun or had begun before.
    """
    if body.again:
        if not current_membership().may(Role.KEEPER):
            raise DirectorsOnly
        play_again(tournament, match, author(), reason=body.reason, event_id=posted_id(body.id))
    game = start_match(tournament, match, author().name)
    return {"match": match, "game": game, "url": game_url(game)}


@call(
    "POST /tournaments/<tournament>/matches/<int:match>/result",
    SCORER,
    body="MatchResult",
    examples={"paper": {"scores": [312, 248], "signed": True}, "beside": {"forfeit": [3], "beside": True}},
    refused=(409,),
)
def match_result(tournament: str, match: int) -> Annotated[Made, "Match"]:
    """Give a match’s result without a game

    From paper (`scores`, in the order of its teams), or the teams that `forfeit`. What differs from what is there, also
    from the hands of a game that goes on, is refused (409, `result-differs`, with both scores). Send it again with the
    `instead` and `record` of that answer to replace what is there, which also ends that game; or with `beside`, so that
    the desk chooses.

    201: The match.
    """
    recorded = _given(tournament, match, object_body())
    state = recorded.tournament.state
    answer = match_json(state, state.matches[match])
    return made(answer, "tournament", new=recorded.new, tournament=tournament)


def _given(tournament: str, match: int, body: Json) -> RecordedEvent:
    given = {name: part for name, part in body.items() if name not in ("id", "seq", "kind", "match", "source")}
    event_id, seq = posted_id(body.get("id")), last_seen(body)
    return give_result(tournament, match, given, author(), source=BY_PROGRAM, event_id=event_id, seq=seq)


@call("GET /tournaments/<tournament>/calls", SCORER, refused=(503,))
def director_calls(tournament: str) -> Annotated[Json, "DirectorCalls"]:
    """List the tables that wait for the director

    A call ends when it is answered as done, when its match is done, or when nobody is needed.

    200: Those without an answer first, and who has waited longest.
    """
    return {"calls": [call_json(match, call) for match, call in open_calls(_now().state)]}


@dataclass(frozen=True, slots=True)
class NewDirectorCall:
    """Why a table calls."""

    reason: Annotated[str | None, OneOf(ev.CALL_REASONS)] = None
    id: PostedId = None


WITHOUT_REASON = NewDirectorCall()


@call(
    "POST /tournaments/<tournament>/matches/<int:match>/call",
    SCORER,
    "call_director",
    examples={"ruling": {"reason": "ruling"}},
)
def new_call(
    tournament: str, match: int, body: Annotated[NewDirectorCall, "NewDirectorCall"] = WITHOUT_REASON
) -> Annotated[Made, "DirectorCall"]:
    """Call the director to a table

    For the table of a match, perhaps with a `reason`, which may also come later.

    201: The call.
    """
    hit(HallLimit.CALLS, whose=f"{tournament} {match}")
    called = call_director(tournament, match, body.reason, author(), posted_id(body.id))
    _check_repeated(called, ev.DIRECTOR_CALL, {"match": match, "reason": body.reason, "answered": None})
    return _call_written(tournament, called, match)


@dataclass(frozen=True, slots=True)
class DirectorCallAnswer:
    """What is said to a table that calls; that its match is done, the server says.

    answered: What is said: the desk is coming, its work there is done, or the table needs nobody any more.
    """

    answered: Annotated[str, OneOf((ev.COMING, ev.CALL_DONE, ev.NOT_NEEDED))]
    id: PostedId = None


@call(
    "POST /tournaments/<tournament>/matches/<int:match>/call/answer",
    SCORER,
    "answer_call",
    examples={"coming": {"answered": "coming"}},
)
def new_answer(
    tournament: str, match: int, body: Annotated[DirectorCallAnswer, "DirectorCallAnswer"]
) -> Annotated[Made, "DirectorCall"]:
    """Answer a table’s call

    The desk is `coming`, or its work there is `done`; the table may be `not-needed` any more.

    201: The call as it is now.
    """
    given = answer_call(tournament, match, body.answered, author(), posted_id(body.id))
    _check_repeated(given, ev.DIRECTOR_CALL, {"match": match, "answered": body.answered})
    return _call_written(tournament, given, match)


def _call_written(tournament: str, recorded: RecordedEvent, match: int) -> Made:
    state = recorded.tournament.state
    answer = call_json(state.matches[match], state.calls[match])
    return made(answer, "director_calls", new=recorded.new, tournament=tournament)


@dataclass(frozen=True, slots=True)
class UndoTournament:
    """Which entry is the latest, to who undoes it."""

    id: PostedId = None
    seq: LastSeen = None


@call("POST /tournaments/<tournament>/undo", KEEPER, examples={"undo": {}})
def undo_tournament(
    tournament: str, body: Annotated[UndoTournament, "UndoTournament"]
) -> Annotated[Made | Response, "TournamentWritten"]:
    """Undo a tournament’s latest entry

    A round with a recorded hand cannot be undone. Without `seq`, an undo within a second of the last one is refused.

    201: Undone, with the tournament as it is now.
    """
    try:
        undone = take_back(tournament, author(), body.seq, posted_id(body.id))
    except NotNow as problem:
        return faulty(409, problem.fault.code, problem)
    _check_repeated(undone, ev.TAKE_BACK, {})
    return _written(undone)


@call("GET /tournaments/<tournament>/entries", SCORER, "tournament_entries", refused=(503,))
def all_tournament_entries(tournament: str, query: EntriesQuery) -> Annotated[Response, "TournamentEntries"]:
    """Read every entry of a tournament with its hash

    The chain of a tournament is that of a game, with the tournament’s id in its place.

    200: All entries in order.
    """
    return entries_answer(
        partial(tournament_events, tournament), current_tournament().last_seq, query, tournament=tournament
    )


@call(
    "POST /tournaments/<tournament>/entries",
    SCORER,
    body="TournamentEntry",
    examples={
        "clock": {"kind": "clock", "stage": 1, "round": 1, "act": "start"},
        "bonus": {"kind": "adjust", "stage": 1, "team": 3, "wins": 1, "reason": "free win"},
    },
)
def new_tournament_entry(tournament: str) -> Annotated[Made, "TournamentWritten"]:
    """Write an entry of a tournament

    Everything that a director does: swap, withdraw, confirm, clock, adjust, lots, end and so on. A helper’s token may
    write `team-status`, `result`, `take-out`, `message` and `director-call`.

    201: Written, with the tournament as it is now.
    """
    body = object_body()
    kind = body.get("kind")
    if kind not in POSTED_KINDS:
        raise InvalidInput(NOT_ONE_OF.at(BODY, {"what": "kind", "value": quote(kind), "parts": POSTED_KINDS}))
    if kind not in OF_HELPERS and not current_membership().may(Role.KEEPER):
        raise DirectorsOnly
    if kind == RESULT:
        return _written(_given(tournament, BODY.whole(body.get("match"), "match", 1, MAX_NUMBER), body))
    if kind == ev.DIRECTOR_CALL and not body.get("answered"):
        hit(HallLimit.CALLS, whose=f"{tournament} {body.get('match')!s:.12}")
    parts = {name: value for name, value in body.items() if name not in ("id", "seq", "kind")}
    recorded = record(tournament, kind, parts, author=author(), event_id=posted_id(body.get("id")), seq=last_seen(body))
    if recorded.new and kind in (TAKE_OUT, ev.TAKE_BACK):
        games_follow(recorded, author())
    return _written(recorded)


def _written(recorded: RecordedEvent) -> Made:
    now, seq = recorded.tournament, recorded.stored.seq
    answer: Json = {"entry": seq, "seq": now.state.seq, "tournament": tournament_json(now)}
    where = {"tournament": now.row.id, "after": seq - 1, "limit": 1}
    return made(answer, "tournament_entries", new=recorded.new, **where)


def _check_repeated(recorded: RecordedEvent, kind: str, sent: Json) -> None:
    """Raise `EventIdTaken` if the id of a post recorded something else before than is `sent` now."""
    stored = recorded.stored
    before = {**stored.payload, "reason": stored.reason}
    is_same = stored.kind == kind and all((before.get(name) or None) == (part or None) for name, part in sent.items())
    if not recorded.new and not is_same:
        raise EventIdTaken(stored.id)
