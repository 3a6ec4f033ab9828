"""A tournament as JSON: its events with their chain, signed; the games of its matches are files of their own."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from scorekeeper.core.inputs import NOWHERE, FieldPath, InvalidInput, faults
from scorekeeper.core.inputs.fields import quote
from scorekeeper.core.words.language import translatable, translate as _, translate_plural as _n
from scorekeeper.formats.chain import Signature, StoredEvent, canonical_time, event_line, head_of, verify
from scorekeeper.formats.checksums import checksums_of
from scorekeeper.formats.game_json import MAX_ID_LENGTH, SIGNATURE, read_events
from scorekeeper.formats.hand_text import json_line
from scorekeeper.formats.parts import CheckedPart, ExportedPart, PartKind, PartWords
from scorekeeper.formats.scored import of_broken_chain
from scorekeeper.formats.strict_json import parse_json
from scorekeeper.rooms.tournaments.domain.log.event_json import read_stored
from scorekeeper.rooms.tournaments.domain.log.events import DROPPED, Event
from scorekeeper.rooms.tournaments.domain.log.replay import replay_checked
from scorekeeper.rooms.tournaments.domain.pairing import work_out

TOURNAMENT_FORMAT = "scorekeeper-tournament/1"
FOLDER = "tournaments"
FIRST_LINE = f'{{"format": "{TOURNAMENT_FORMAT}",'
PARTS = ("format", "about", "entries", "signature", "seal")
ABOUT = ("tournament", "name", "started", "games")
MAY_HAVE = ("cards",)
MAX_VOIDED = 2**31 - 1
MAX_CARDS = 1000


@dataclass(frozen=True, slots=True)
class ExportedTournament(ExportedPart):
    """A tournament to export, or read from a file: its events, and the ids of its games."""

    folder = FOLDER
    step = "tournament"

    games: Sequence[str] = ()
    cards: Mapping[str, int] | None = None
    """How often each table's card, or (0) the sign-up link, was voided; None: the file does not say."""

    def written(self) -> str:
        """The tournament with checksums: a file that can be imported and verified."""
        return tournament_json(self)

    def checked(self) -> "CheckedTournament":
        """The tournament after its events, each checked as when it was recorded."""
        return checked_tournament(self)


@dataclass(frozen=True, slots=True)
class CheckedTournament(CheckedPart):
    """A tournament of a file, whose events were applied in turn: its matches' games; its teams have not dropped out."""

    exported: ExportedTournament
    games: tuple[str, ...] = ()


def tournament_json(tournament: ExportedTournament) -> str:
    """A tournament with checksums: a file that can be imported and verified."""
    about = {
        "tournament": tournament.id,
        "name": tournament.name,
        "started": canonical_time(tournament.started),
        "games": list(tournament.games),
        "cards": dict(sorted((tournament.cards or {}).items())),
    }
    events = [event_line(event) for event in tournament.events]
    listed = [f"{line}," for line in events[:-1]] + events[-1:]
    lines = [FIRST_LINE, f'"about": {json_line(about)},', '"entries": [', *listed, "],"]
    if tournament.signer is not None:
        signature = tournament.signer(head_of(tournament.events), None)
        lines.append(f'"signature": {json_line({name: getattr(signature, name) for name in SIGNATURE})},')
    checksums = checksums_of([line.encode("utf-8") for line in lines])
    return "\n".join([*lines, f'"seal": "{checksums}"}}', ""])


def event_of(stored: StoredEvent) -> Event:
    """What a stored event of a tournament says. Raises `InvalidInput`."""
    at = int(stored.at.timestamp() * 1000)
    return read_stored(stored.kind, stored.payload, stored.seq, at, stored.reason, stored.who)


def read_tournament(content: bytes) -> ExportedTournament:
    """A tournament from its file; its chain is not verified. Raises `InvalidInput`."""
    where = FieldPath.to("tournament")
    value = where.mapping(parse_json(content), "it", PARTS, required=PARTS[:3])
    if value["format"] != TOURNAMENT_FORMAT:
        raise InvalidInput(
            faults.UNKNOWN_FORMAT.at(
                where, {"what": "format", "value": quote(value["format"]), "parts": (TOURNAMENT_FORMAT,)}
            )
        )
    about = where.mapping(value["about"], "about", (*ABOUT, *MAY_HAVE), required=ABOUT)
    tournament_id = where.text(about["tournament"], "tournament", MAX_ID_LENGTH)
    events = read_events(where, value["entries"], tournament_id)
    if not events:
        raise InvalidInput(faults.NO_START.at(where, {}))
    games = [where.text(game, "games", MAX_ID_LENGTH) for game in where.listing(about["games"], "games")]
    signature = None
    if value.get("signature") is not None:
        given = where.mapping(value["signature"], "signature", SIGNATURE, required=SIGNATURE)
        signature = Signature(*(where.text(given[name], name, 200) for name in SIGNATURE))
    name = where.name(about["name"], "name")
    return ExportedTournament(
        tournament_id, name, events, games, signature=signature, cards=_cards(where, about.get("cards"))
    )


def _cards(where: FieldPath, value: object) -> dict[str, int] | None:
    if value is None:
        return None
    if not isinstance(value, dict) or len(value) > MAX_CARDS:
        raise where.not_a(faults.ValueKind.OBJECT, value, "cards")
    return {where.text(key, "cards", 3): where.whole(count, "cards", 0, MAX_VOIDED) for key, count in value.items()}


def checked_tournament(exported: ExportedTournament) -> CheckedTournament:
    """The tournament after its events, each checked as when it was recorded."""
    try:
        broken = verify(exported.events)
        if broken is not None:
            raise InvalidInput(faults.DIFFERS.at(NOWHERE, {"difference": of_broken_chain(broken)}))
        state = replay_checked([_event_at(stored) for stored in exported.events])
        work_out(state)
    except InvalidInput as error:
        return CheckedTournament(exported, exported.name, fault=error.fault)
    except (ArithmeticError, AttributeError, LookupError, TypeError, ValueError):  # no page could show it
        return CheckedTournament(exported, exported.name, fault=faults.DOES_NOT_FIT.at(NOWHERE, {}))
    teams = state.teams.values()
    return CheckedTournament(
        exported,
        state.name,
        tuple(match.game for match in state.matches.values() if match.game is not None),
        is_over=state.ended,
        teams=tuple(team.name for team in teams if team.status != DROPPED),
        players=tuple(name for team in teams for name in team.everyone),
    )


def _event_at(stored: StoredEvent) -> Event:
    try:
        return event_of(stored)
    except InvalidInput as error:
        raise error.within("entry", stored.seq) from error


WORDS = PartWords(
    title=translatable("Tournaments"),
    named=lambda name: _("Tournament {name}", name=name),
    alone=lambda count: _n(count, "1 tournament without its games", "{count} tournaments without their games"),
    imported=lambda count: _n(count, "1 tournament was imported", "{count} tournaments were imported"),
    imported_now=lambda count: _n(count, "1 tournament imported.", "{count} tournaments imported."),
    closed=translatable("it is left out, as this server is run without tournaments"),
    alike=translatable("Tournaments “{name}” and “{other}” look alike; they stay two tournaments"),
    same=translatable("Two tournaments are called “{name}”; they stay two tournaments"),
    teams_alike=translatable("Teams “{name}” and “{other}” of one tournament look alike; they stay two teams"),
    teams_same=translatable("Two teams of one tournament are called “{name}”; they stay two teams"),
)
KIND = PartKind(FOLDER, ExportedTournament.step, FIRST_LINE, read_tournament, WORDS)
