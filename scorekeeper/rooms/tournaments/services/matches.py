"""The matches of a tournament: the game of each, which begins like any other, and the phone that keeps its score."""

from dataclasses import replace
from uuid import UUID

from scorekeeper.core.game import NotNow
from scorekeeper.core.inputs import NOWHERE
from scorekeeper.core.rules.seating import Seat, Shape
from scorekeeper.core.rulesets import rule_set
from scorekeeper.core.sheet import Sheet, SideNames
from scorekeeper.core.sheet.model import MAX_LIMIT
from scorekeeper.core.words.names import side_name
from scorekeeper.rooms.tournaments.domain.formats import find_format
from scorekeeper.rooms.tournaments.domain.line_ups import line_up, players_a_side
from scorekeeper.rooms.tournaments.domain.log import events as ev
from scorekeeper.rooms.tournaments.domain.log.checks import find_match
from scorekeeper.rooms.tournaments.domain.log.state import Match, TournamentState
from scorekeeper.rooms.tournaments.faults import MATCH_IS_CLOSED, NOT_ACCEPTED_YET, NOT_YOUR_MATCH, WHO_PLAYS
from scorekeeper.rooms.tournaments.services.cache import LoadedTournament, load_tournament
from scorekeeper.rooms.tournaments.services.phones import admit_all, attach_to_side, keepers_of, match_of_phone, team_of
from scorekeeper.rooms.tournaments.services.recording import record_event
from scorekeeper.rooms.tournaments.storage import give_score, hold, link_game, phone_of, put_phone
from scorekeeper.rooms.tournaments.storage.models import TournamentPhone
from scorekeeper.services.house_rules import agreed_with
from scorekeeper.services.membership import keyed
from scorekeeper.services.recording import Author
from scorekeeper.services.starting import start_game
from scorekeeper.storage.database import write_transaction


def sheet_of(loaded: LoadedTournament, match: Match) -> Sheet:
    """The sheet of a match's game, with the table's own lines."""
    sheet = plain_sheet_of(loaded.state, match)
    rules = sheet.rules
    return replace(sheet, agreed=agreed_with(loaded.row.table_id, rules.ruleset.options(rules.shape), rules.options))


def plain_sheet_of(state: TournamentState, match: Match) -> Sheet:
    """The sheet without these: the match's teams as sides, and the rules of its stage with what holds for it."""
    stage, limits = state.stages[match.stage - 1], state.limits(match)
    sides = [[player for team in side for player in _seated(state, match, team)] for side in match.pairing.sides]
    shape = Shape(len(sides), len(sides[0]))
    rules = rule_set(stage.rules)
    options = find_format(stage.format).match_options(limits, rules.options(shape))
    house = rules.with_options(options, shape)
    names = tuple(SideNames(side_name(players), tuple(players)) for players in sides)
    dealer = first_dealer(match, len(house.seating.bidders))
    return Sheet(house, names, dealer, minutes=min(limits.minutes or 0, MAX_LIMIT))


def _seated(state: TournamentState, match: Match, team: int) -> tuple[str, ...]:
    """Who sits down for a team; as long as nobody said who plays, the first of its players."""
    own = state.teams[team]
    return line_up(state, match, own) or own.players[: players_a_side(state)]


def is_seated(state: TournamentState, match: Match) -> bool:
    """Whether it is known who plays."""
    return all(line_up(state, match, state.teams[team]) for team in match.teams if team in state.teams)


def first_dealer(match: Match, players: int) -> Seat:
    """Who deals first: another seat with each match, so that nobody has to cut for it."""
    return Seat(match.id % players)


def start_match(tournament_id: str, match_id: int, who: str | None) -> str:
    """The game of a match, which begins if it has not; its id.

    Raises `InvalidInput` for players whose names look alike, `NotNow` if the match is closed or not published.
    """
    with write_transaction():
        hold(tournament_id)
        loaded = load_tournament(tournament_id)
        match = find_match(loaded.state, match_id)
        if match.game is not None:
            return match.game
        if loaded.state.is_over(match):
            raise NotNow(MATCH_IS_CLOSED.at(NOWHERE, {}))
        for team in (loaded.state.teams[team] for team in match.teams):
            if not line_up(loaded.state, match, team):
                raise NotNow(WHO_PLAYS.at(NOWHERE, {"team": team.name}))
        own_id = _id_of_start(loaded.state, tournament_id, match_id)
        started = start_game(loaded.row.table_id, sheet_of(loaded, match), author=Author(who), event_id=own_id)
        link_game(started.game.id, tournament_id, loaded.row.table_id)
        record_event(
            tournament_id,
            lambda state: ev.GameLinked(seq=state.seq + 1, match=match_id, game=started.game.id),
            author=Author(who),
        )
        again = load_tournament(tournament_id)
        admit_all(again, again.state.matches[match_id])
    return started.game.id


def _id_of_start(state: TournamentState, tournament_id: str, match_id: int) -> str:
    """The id of the event that starts the match's next game: another one can't start it too. Nobody can guess it."""
    games = sum(isinstance(event, ev.GameLinked) and event.match == match_id for event in state.events)
    return str(UUID(bytes=keyed("start of match", f"{tournament_id} {match_id} {games}")[:16], version=4))


def keep_score(
    tournament_id: str, member_id: int, writer_name: str, instead_of: int | None = None, asked: int | None = None
) -> str:
    """Let this phone keep the score of its match, whose game begins if it has not; returns the game's id. In a league
    any match of its team may be `asked` for.

    If another phone keeps it by now, which is not `instead_of`, that one goes on, and this one may watch. Raises
    `NotNow` unless it is accepted, its team has arrived, and the match is open.
    """
    with write_transaction():
        hold(tournament_id)
        loaded = load_tournament(tournament_id)
        phone = phone_of(tournament_id, member_id)
        match = None if phone is None else match_of_phone(loaded.state, phone, asked)
        if phone is None or match is None:
            raise NotNow(NOT_YOUR_MATCH.at(NOWHERE, {}))
        team = team_of(loaded.state, phone.player)
        if not phone.accepted or (team is not None and not team.plays):
            raise NotNow(NOT_ACCEPTED_YET.at(NOWHERE, {}))
        keeper = None if match.game is None else keepers_of(tournament_id).get(match.game)
        if match.game is not None and keeper is not None and keeper.member_id not in (member_id, instead_of):
            return match.game
        return _give(loaded, match, phone, writer_name)


def move_score(tournament_id: str, match_id: int, member_id: int | None, writer_name: str) -> None:
    """The desk lets another phone keep a match's score, or (None) no phone. Raises `NotNow`."""
    with write_transaction():
        hold(tournament_id)
        loaded = load_tournament(tournament_id)
        match = loaded.state.matches.get(match_id)
        phone = None if member_id is None else phone_of(tournament_id, member_id)
        if match is None or (member_id is not None and phone is None):
            raise NotNow(NOT_YOUR_MATCH.at(NOWHERE, {}))
        if phone is None:
            if match.game is not None:
                give_score(tournament_id, match.game, None)
        else:
            put_phone(tournament_id, phone.member_id, phone.joined, accepted=True)
            _give(loaded, match, phone, writer_name)


def _give(loaded: LoadedTournament, match: Match, phone: TournamentPhone, writer_name: str) -> str:
    if loaded.state.is_over(match) or loaded.state.ended:
        raise NotNow(MATCH_IS_CLOSED.at(NOWHERE, {}))
    game_id = start_match(loaded.row.id, match.id, writer_name)
    give_score(loaded.row.id, game_id, phone.member_id)
    again = load_tournament(loaded.row.id)
    attach_to_side(again.state, again.state.matches[match.id], phone)
    return game_id
