"""A tournament as JSON: its events with their chain, signed; the games of its matches are files of their own."""

from scorekeeper.core.inputs import FieldPath, InvalidInput, faults
from scorekeeper.core.inputs.fields import quote
from scorekeeper.formats.chain import Signature, StoredEvent, canonical_time, entry_line, head_of
from scorekeeper.formats.checksums import checksums_of
from scorekeeper.formats.game_json import MAX_ID_LENGTH, SIGNATURE, read_events
from scorekeeper.formats.games import ExportedTournament
from scorekeeper.formats.hand_text import json_line
from scorekeeper.formats.strict_json import parse_json
from scorekeeper.rooms.tournaments.domain.event_json import read_stored
from scorekeeper.rooms.tournaments.domain.events import Event

TOURNAMENT_FORMAT = "scorekeeper-tournament/1"
FIRST_LINE = f'{{"format": "{TOURNAMENT_FORMAT}",'
PARTS = ("format", "about", "entries", "signature", "seal")
ABOUT = ("tournament", "name", "started", "games")
MAY_HAVE = ("cards",)
MAX_VOIDED = 2**31 - 1
MAX_CARDS = 1000


def tournament_json(tournament: ExportedTournament) -> str:
    """A tournament with checksums: a file that can be imported and verified."""
    about = {
        "tournament": tournament.id,
        "name": tournament.name,
        "started": canonical_time(tournament.started),
        "games": list(tournament.games),
        "cards": dict(sorted((tournament.cards or {}).items())),
    }
    entries = [entry_line(entry) for entry in tournament.entries]
    listed = [f"{line}," for line in entries[:-1]] + entries[-1:]
    lines = [FIRST_LINE, f'"about": {json_line(about)},', '"entries": [', *listed, "],"]
    if tournament.signer is not None:
        signature = tournament.signer(head_of(tournament.entries), None)
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
    entries = read_events(where, value["entries"], tournament_id)
    if not entries:
        raise InvalidInput(faults.NO_START.at(where, {}))
    games = [where.text(game, "games", MAX_ID_LENGTH) for game in where.listing(about["games"], "games")]
    signature = None
    if value.get("signature") is not None:
        given = where.mapping(value["signature"], "signature", SIGNATURE, required=SIGNATURE)
        signature = Signature(*(where.text(given[name], name, 200) for name in SIGNATURE))
    name = where.name(about["name"], "name")
    return ExportedTournament(
        tournament_id, name, entries, games, signature=signature, cards=_cards(where, about.get("cards"))
    )


def _cards(where: FieldPath, value: object) -> dict[str, int] | None:
    if value is None:
        return None
    if not isinstance(value, dict) or len(value) > MAX_CARDS:
        raise where.not_a(faults.Kind.OBJECT, value, "cards")
    return {where.text(key, "cards", 3): where.whole(count, "cards", 0, MAX_VOIDED) for key, count in value.items()}
