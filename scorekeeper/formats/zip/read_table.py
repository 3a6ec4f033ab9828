"""The file of a table in a ZIP: its name, its people, and which names were merged."""

from scorekeeper.core.inputs import FieldPath, InvalidInput
from scorekeeper.core.inputs import file_faults as faults
from scorekeeper.core.inputs.faults import UNKNOWN_FORMAT, Parts
from scorekeeper.core.inputs.quoting import quote
from scorekeeper.core.words.refusals import refusal_text
from scorekeeper.formats.blocks import Block, blocks, lines_of
from scorekeeper.formats.checksums import broken_at
from scorekeeper.formats.exported_game import ExportedTable
from scorekeeper.formats.strict_json import parse_json
from scorekeeper.formats.zip.write import FORMAT

PARTS = ("format", "about", "seal")
ABOUT = ("name", "players", "merged")
MOST_PLAYERS = 10_000


def read_table(content: bytes) -> ExportedTable:
    """The table. Raises `InvalidInput`."""
    where = FieldPath.to("table.json")
    value = where.mapping(parse_json(content), "it", PARTS, required=("format", "about"))
    if value["format"] != FORMAT:
        raise where.wrong(UNKNOWN_FORMAT, Parts("format", quote(value["format"]), (FORMAT,)))
    about = where.mapping(value["about"], "about", ABOUT, required=("name",))
    players = where.listing(about.get("players", []), "players")
    merged = about.get("merged", {})
    if not isinstance(merged, dict) or len(players) > MOST_PLAYERS:
        raise where.wrong(faults.TABLE_PARTS, faults.Most(MOST_PLAYERS))
    return ExportedTable(
        where.name(about["name"], "name"),
        [where.name(player, "a player") for player in players],
        {where.name(name, "a name"): where.name(into, "a name") for name, into in merged.items()},
    )


def check_table_file(content: bytes) -> str | None:
    """What is not as it was exported, in words."""
    parts = [part for part in blocks(lines_of([content])) if isinstance(part, Block)]
    if len(parts) != 1 or parts[0].checksums is None:
        return "its seal is missing, or was changed"
    broken = broken_at(parts[0].sealed, parts[0].checksums)
    if broken is not None:
        return f"line {broken.line} is not as it was exported"
    try:
        read_table(content)
    except InvalidInput as error:
        return refusal_text(error)
    return None
