"""What holds for a verified file, on four levels: adds up, undamaged, signed, as kept on this server."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum

from scorekeeper.formats.chain import ChainHead, Signature, record_digest, statement
from scorekeeper.formats.keys import is_signed_by
from scorekeeper.formats.text_file import Block
from scorekeeper.formats.text_record.write import SEAL, SIGNATURE

MISFIT = "the signature is not for this game: it was changed, or comes from another one"
BESIDE = (f"[{SIGNATURE} ", f"[{SEAL} ")


def digest_of(block: Block) -> str | None:
    """The digest that the signature of a text record covers; None for JSON, whose events are in the chain's head."""
    if block.is_json:
        return None
    lines = [line.decode("utf-8", "replace") for line in block.lines]
    return record_digest(unsigned(lines))


def unsigned(lines: Sequence[str]) -> list[str]:
    """The lines of a text record that its signature covers."""
    return [line for line in lines if not line.startswith(BESIDE)]


class KeptState(StrEnum):
    """How a chain's head compares with the game stored here; `NO` also if it is not stored."""

    NOW = "now"
    EARLIER = "earlier"
    NO = "no"


@dataclass(frozen=True, slots=True)
class Witness:
    """What a file is compared with: public keys with their owners' names, and the games stored here.

    `keeps` is None without a server to ask.
    """

    keys: Mapping[str, str] = field(default_factory=dict)
    keeps: Callable[[ChainHead], KeptState] | None = None


NOBODY = Witness()


@dataclass(frozen=True, slots=True)
class Claim:
    """How far an undamaged game claims to go; for a text record also the key that signed this."""

    head: ChainHead
    record_key: str | None = None
    is_record: bool = False


@dataclass(slots=True)
class Levels:
    """How many of the games looked at reach each level.

    `differences`: findings that are about scores. `traced`: their seal, or their chain, could show damage at all.
    `signed_by`: valid signatures, by public key; `misfits`: signatures that fit neither game nor key; `void`:
    those of damaged games, which say nothing. `claims` can be compared with the games of a server afterwards, for the
    file may be read where there is no database; `kept` is how they compare.
    """

    witness: Witness = NOBODY
    games: int = 0
    adding_up: int = 0
    differences: int = 0
    traced: int = 0
    undamaged: int = 0
    signed_by: Counter[str] = field(default_factory=Counter)
    misfits: int = 0
    void: int = 0
    claims: list[Claim] = field(default_factory=list)
    kept: Counter[KeptState] = field(default_factory=Counter)

    def note(
        self,
        *,
        differences: int,
        undamaged: bool | None,
        head: ChainHead | None,
        signature: Signature | None,
        record: str | None,
    ) -> bool:
        """Count one game; False where its signature does not fit it.

        `differences` are scores that its record does not give; `undamaged` is None where nothing in the file could
        show damage. `head` is the chain's; for a text record, whose digest is `record`, it is the one that its
        signature names: it counts only where a known key signed it.
        """
        self.games += 1
        self.adding_up += not differences
        self.differences += differences
        self.traced += undamaged is not None
        self.undamaged += undamaged is True
        fits = bool(undamaged and head and signature and signature_fits(head, signature, record))
        if signature is not None:
            self.signed_by[signature.key] += fits
            self.misfits += bool(undamaged and not fits)
            self.void += not undamaged
        if undamaged and head is not None:
            key = signature.key if fits and signature is not None else None
            self.claims.append(Claim(head, key, record is not None))
        return fits or signature is None or not undamaged

    def compare(self, witness: Witness) -> None:
        """Compare what was noted with what a witness knows."""
        self.witness = witness
        if witness.keeps is None:
            return
        tied = [claim for claim in self.claims if not claim.is_record or claim.record_key in witness.keys]
        self.kept = Counter(witness.keeps(claim.head) for claim in tied)
        self.kept[KeptState.NO] += self.games - len(tied)

    @property
    def adds_up(self) -> bool:
        """Whether every score in the file is what its record gives."""
        return 0 < self.games == self.adding_up

    @property
    def is_undamaged(self) -> bool | None:
        """Whether nothing was miscopied; None if no game could show it."""
        return (0 < self.games == self.undamaged) if self.traced else None

    @property
    def known_signers(self) -> list[str]:
        """The owners of known keys, if these signed every game."""
        known = {key: count for key, count in self.signed_by.items() if count and key in self.witness.keys}
        if not self.games or sum(known.values()) != self.games:
            return []
        return list(dict.fromkeys(self.witness.keys[key] for key in known))

    @property
    def unknown_keys(self) -> list[str]:
        """The keys of valid signatures by unknown owners."""
        return [key for key, count in self.signed_by.items() if count and key not in self.witness.keys]

    @property
    def as_kept(self) -> KeptState | None:
        """The weakest result of all games; None without a server to ask."""
        if self.witness.keeps is None or not self.games:
            return None
        return next(kept for kept in (KeptState.NO, KeptState.EARLIER, KeptState.NOW) if self.kept[kept])


def signature_fits(head: ChainHead, signature: Signature, record: str | None = None) -> bool:
    """Whether the signature's key signed this head, and for a text record its lines."""
    return is_signed_by(signature.key, signature.value, statement(head, signature.at, record))
