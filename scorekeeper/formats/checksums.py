"""Checksums of exports, and the code of a game's rules."""

from binascii import crc_hqx
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from hashlib import sha256

from scorekeeper.core.rules.ruleset import HouseRules, RuleSet, Value
from scorekeeper.core.rules.scripted_deals import Script
from scorekeeper.core.rules.seating import Shape
from scorekeeper.core.sheet.deals import deals_json
from scorekeeper.formats.chain.stored_event import canonical_json

DIGEST = 16  # hexadecimal digits: 64 bits
SUM = 4
SEED = 0xFFFF


def line_sum(line: bytes) -> str:
    """The checksum of a line, four hexadecimal digits (CRC-16 of CCITT)."""
    return f"{crc_hqx(line, SEED):04x}"


def checksums_of(lines: Sequence[bytes]) -> str:
    """The checksums of these lines: the digest, then each line's."""
    digest = sha256(b"\n".join(lines)).hexdigest()[:DIGEST]
    return " ".join([digest, *(line_sum(line) for line in lines)])


@dataclass(frozen=True, slots=True)
class SummedLines:
    """Lines of an export, joined, with their checksums; kept, they need no summing the next time."""

    text: bytes
    sums: str


def summed(lines: Iterable[str]) -> SummedLines:
    """These lines, of which there is at least one, with their checksums."""
    encoded = [line.encode("utf-8") for line in lines]
    return SummedLines(b"\n".join(encoded), " ".join([f"{crc_hqx(line, SEED):04x}" for line in encoded]))


def joined(parts: Sequence[SummedLines]) -> tuple[bytes, str]:
    """The text of these parts, and the same checksums that `checksums_of` gives for all of their lines."""
    text = b"\n".join([part.text for part in parts])
    return text, " ".join([sha256(text).hexdigest()[:DIGEST], *(part.sums for part in parts)])


@dataclass(frozen=True, slots=True)
class Broken:
    """Where checksums do not match: the line, counted from 1; the checksums' own line if all others match."""

    line: int
    missing: bool = False


def broken_at(lines: Sequence[bytes], checksums: str) -> Broken | None:
    """The first line that does not match its checksum, or None."""
    if checksums_of(lines) == checksums:
        return None
    digest, *sums = checksums.split(" ")
    whole = sha256(b"\n".join(lines)).hexdigest()[:DIGEST] == digest
    if whole or len(digest) != DIGEST or any(len(checksum) != SUM for checksum in sums):
        return Broken(len(lines) + 1)
    for number, (line, checksum) in enumerate(zip(lines, sums, strict=False), start=1):
        if line_sum(line) != checksum:
            return Broken(number)
    if len(lines) < len(sums):
        return Broken(len(lines) + 1, missing=True)
    return Broken(len(sums) + 1)


LETTERS = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
"""Base 32 without I, L, O and U: codes are read out loud and copied by hand."""


def rules_code(rules: HouseRules) -> str:
    """The code, such as `7F3-K2`, of the rule set, its revision, the options not at their defaults, and the deals.

    A new option changes no code while its default keeps the old rules.
    """
    return _code_now(rules.ruleset, rules.shape, option_key(rules.options), rules.script)


OptionKey = tuple[tuple[str, ...], tuple[Value, ...], tuple[type, ...]]
"""House rules as a key for a cache: a table plays many games by the same. 1 equals True, so it has their types too."""


def option_key(options: Mapping[str, Value]) -> OptionKey:
    """These house rules as a key."""
    values = tuple(options.values())
    return tuple(options), values, tuple(map(type, values))


def options_of(key: OptionKey) -> dict[str, Value]:
    """The house rules of a key."""
    return dict(zip(key[0], key[1], strict=True))


@lru_cache(maxsize=32)
def _code_now(ruleset: RuleSet, shape: Shape, options: OptionKey, script: Script) -> str:
    rules = ruleset.with_options(options_of(options), shape, script)
    return _code(rules, ruleset.revision, _first_spellings(rules))


def _first_spellings(rules: HouseRules) -> dict[str, Value]:
    """The options that are not at their defaults, each value as it was first spelled."""
    by_key = {option.key: option for option in rules.ruleset.options(rules.shape)}
    return {key: by_key[key].first_spelling(value) for key, value in rules.changed_options().items()}


def is_rules_code(code: str, rules: HouseRules, listed: Mapping[str, Value]) -> bool:
    """Whether any version of the program made this code for these rules, in any revision so far.

    Early codes covered every option that an export lists, defaults included.
    """
    revisions = range(rules.ruleset.revision, 0, -1)
    forms = (_first_spellings(rules), listed)
    return any(code == _code(rules, revision, options) for revision in revisions for options in forms)


def _code(rules: HouseRules, revision: int, options: Mapping[str, Value]) -> str:
    content = {
        "rules": rules.ruleset.key,
        "revision": revision,
        "options": dict(options),
        "deals": deals_json(rules.script),
    }
    number = int.from_bytes(sha256(canonical_json(content).encode("ascii")).digest()[:4])
    letters = "".join(LETTERS[number >> shift & 31] for shift in (27, 22, 17, 12, 7))
    return f"{letters[:3]}-{letters[3:]}"
