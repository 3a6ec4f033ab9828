"""The rules card: a short code of the rules that a table plays by, so that two tables can see that theirs are alike."""

from hashlib import sha256

from scorekeeper.chain.canonical import canonical_json
from scorekeeper.rules.ruleset import HouseRules
from scorekeeper.sheet.deals import deals_json

LETTERS = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
"""Base 32 without I, L, O and U: a code that is read out loud or copied by hand stays what it is."""


def fingerprint(rules: HouseRules) -> str:
    """The code, as `7F3-K2`, of the rule set, its revision, every option and the table's own deals."""
    said = {
        "rules": rules.ruleset.key,
        "revision": rules.ruleset.revision,
        "options": dict(rules.options),
        "deals": deals_json(rules.script),
    }
    number = int.from_bytes(sha256(canonical_json(said).encode("ascii")).digest()[:4])
    letters = "".join(LETTERS[number >> shift & 31] for shift in (27, 22, 17, 12, 7))
    return f"{letters[:3]}-{letters[3:]}"
