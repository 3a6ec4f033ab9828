"""The rules card: a short code of the rules that a table plays by, so that two tables can see that theirs are alike."""

from collections.abc import Mapping
from hashlib import sha256

from scorekeeper.chain.canonical import canonical_json
from scorekeeper.rules.options import Value
from scorekeeper.rules.ruleset import HouseRules
from scorekeeper.sheet.deals import deals_json

LETTERS = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
"""Base 32 without I, L, O and U: a code that is read out loud or copied by hand stays what it is."""


def fingerprint(rules: HouseRules, revision: int | None = None) -> str:
    """The code, as `7F3-K2`, of the rule set, its revision, the options that differ from their defaults, and the deals.

    A new option changes no code while its default keeps the old rules. `revision` is of the rule set when the game
    began; None: today's.
    """
    return _code(rules, revision, rules.changed_options())


def listed_fingerprint(rules: HouseRules, listed: Mapping[str, Value], revision: int | None = None) -> str:
    """The code that exports carried at first: of every option that they list, defaults too."""
    return _code(rules, revision, listed)


def _code(rules: HouseRules, revision: int | None, options: Mapping[str, Value]) -> str:
    said = {
        "rules": rules.ruleset.key,
        "revision": revision or rules.ruleset.revision,
        "options": dict(options),
        "deals": deals_json(rules.script),
    }
    number = int.from_bytes(sha256(canonical_json(said).encode("ascii")).digest()[:4])
    letters = "".join(LETTERS[number >> shift & 31] for shift in (27, 22, 17, 12, 7))
    return f"{letters[:3]}-{letters[3:]}"
