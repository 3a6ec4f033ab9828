"""The maximum of every text and list that a call sends: what its schema does not limit gets the usual one."""

from typing import Any

from scorekeeper.access.routes import MAX_FORM_TEXT

MAX_PARTS = 2000
"""The most parts of a list or an object in a body: a game has at most a thousand hands."""
SMALL = 8 * 1024
"""Bytes of a sheet with the hands of any usual game. A larger one counts as dear, and its answer may be long."""
MAX_MARKS = 100_000
"""The most commas and opening brackets of a body, also in its texts: they are counted before anything is read. A game
of a thousand hands for eight has some 40,000.
"""
LIMITED = ("enum", "const", "pattern", "maxLength", "$ref")
FORMATS = ("uuid", "date", "date-time")
OF_SCHEMAS = ("properties", "oneOf", "anyOf", "allOf", "items", "prefixItems", "additionalProperties", "schema")


def with_maximum(schema: Any) -> Any:
    """The schema with `maxLength` and `maxItems` wherever it has none, as every call is checked."""
    if isinstance(schema, list):
        return [with_maximum(part) for part in schema]
    if not isinstance(schema, dict) or schema.get("in") == "path":  # an address that is too long finds nothing
        return schema
    found = dict(schema)
    for part in OF_SCHEMAS:
        if part == "properties" and isinstance(schema.get(part), dict):
            found[part] = {name: with_maximum(own) for name, own in schema[part].items()}
        elif part in schema:
            found[part] = with_maximum(schema[part])
    kind = schema.get("type")
    kinds = kind if isinstance(kind, list) else [kind]
    if "string" in kinds and not any(part in schema for part in LIMITED) and schema.get("format") not in FORMATS:
        found["maxLength"] = MAX_FORM_TEXT
    if "array" in kinds:
        found.setdefault("maxItems", MAX_PARTS)
    return found


def reached(schema: Any, schemas: dict[str, Any], found: set[str]) -> set[str]:
    """The names of the schemas that this one refers to, also through others."""
    if isinstance(schema, list):
        for part in schema:
            reached(part, schemas, found)
    elif isinstance(schema, dict):
        name = str(schema.get("$ref", "")).rpartition("/")[2]
        if name in schemas and name not in found:
            found.add(name)
            reached(schemas[name], schemas, found)
        for part in schema.values():
            reached(part, schemas, found)
    return found
