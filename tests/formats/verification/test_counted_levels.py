"""What games reach each level is counted game by game and said in a sentence; a table's own file is checked too."""

from __future__ import annotations

import json
from collections import Counter
from typing import Any

import pytest

from scorekeeper.core.inputs import NOWHERE, faults
from scorekeeper.core.inputs.faults import ExportPart
from scorekeeper.formats.chain import ChainHead, Signature
from scorekeeper.formats.checksums import checksums_of
from scorekeeper.formats.files.table_zip import check_table_file, read_table
from scorekeeper.formats.games import ExportedTable
from scorekeeper.formats.table_zip import table_json
from scorekeeper.formats.verification import ServerMatch, TrustedKeys, TrustReport, Verification
from scorekeeper.formats.verification.words import headline, level_words

HEAD = ChainHead("g1", 7, "abc")
WORTHLESS = Signature("a key", "2026-11-21T20:00:00Z", "no signature")
KEYS = [f"{letter}234567890123" for letter in "ABCD"]


def noted(trust: TrustReport, differences: int = 0, undamaged: bool | None = True, signed: bool = False) -> bool:
    signature = WORTHLESS if signed else None
    return trust.note(differences=differences, undamaged=undamaged, head=HEAD, signature=signature, record=None)


def signed_says(games: int, signed_by: dict[str, int], **trusted: str) -> tuple[bool | None, str]:
    trust = TrustReport(TrustedKeys(trusted), games, adding_up=games, signed_by=Counter(signed_by))
    found = level_words(Verification(games, trust=trust))[2]
    return found.holds, found.says


def test_each_game_is_counted_at_each_level() -> None:
    trust = TrustReport()
    assert noted(trust, differences=2)
    assert noted(trust, differences=3, undamaged=None)
    assert noted(trust, undamaged=False, signed=True)
    assert not noted(trust, signed=True)
    assert not trust.adds_up
    assert trust.is_undamaged is False
    assert (trust.games, trust.adding_up, trust.differences) == (4, 2, 5)
    assert (trust.traced, trust.undamaged, trust.misfits, trust.void) == (3, 2, 1, 1)
    assert (trust.signed_by, [claim.record_key for claim in trust.claims]) == ({"a key": 0}, [None, None])


def test_games_that_cannot_show_damage_are_neither() -> None:
    trust = TrustReport()
    noted(trust, undamaged=None)
    assert (trust.adds_up, trust.is_undamaged, TrustReport().adds_up, TrustReport().is_undamaged) == (
        True,
        None,
        False,
        None,
    )


def test_claims_are_compared_and_the_weakest_match_counts() -> None:
    trust, asked = TrustReport(), list[ChainHead]()

    def match(head: ChainHead) -> ServerMatch:
        asked.append(head)
        return ServerMatch.EARLIER

    noted(trust)
    trust.compare(TrustedKeys())
    assert (asked, trust.on_server) == ([], None)
    trust.compare(TrustedKeys(match=match))
    assert (asked, trust.on_server) == ([HEAD], ServerMatch.EARLIER)
    noted(trust, undamaged=None)
    trust.compare(TrustedKeys(match=match))
    assert (trust.matches, trust.on_server) == ({ServerMatch.EARLIER: 1, ServerMatch.NO: 1}, ServerMatch.NO)


def test_the_level_of_signatures_says_whose_they_are() -> None:
    a, b, c, d = KEYS
    unknown = "Signed with a key that was not given ("
    assert signed_says(2, {}) == (False, "Not signed.")
    assert signed_says(2, {a: 0}) == (False, "Not signed.")
    assert signed_says(2, {a: 1}, **{a: "Club"}) == (False, "Only 1 of 2 games is signed.")
    assert signed_says(3, {a: 2}, **{a: "Club"}) == (False, "Only 2 of 3 games are signed.")
    assert signed_says(2, {a: 2}, **{a: "Club"}) == (True, "Signed by Club.")
    assert signed_says(2, {a: 1, b: 1}, **{a: "Club", b: "Pub"}) == (True, "Signed by Club and Pub.")
    assert signed_says(1, {a: 1}) == (False, f"{unknown}A23456789012…).")
    assert signed_says(4, dict.fromkeys((a, b, c, d), 1)) == (
        False,
        f"{unknown}A23456789012…, B23456789012…, C23456789012…).",
    )


def test_a_headline_is_the_strongest_statement() -> None:
    def of(findings: int = 0, **parts: Any) -> str:
        counts = {"games": 1, "adding_up": 1} | parts
        return headline(
            Verification(1, findings=[faults.END_CHANGED.at(NOWHERE, {})] * findings, trust=TrustReport(**counts))
        )

    assert of(adding_up=0) == "The scores don’t add up."
    assert of(1) == "Something was changed or damaged."
    assert of(traced=1, undamaged=1) == "The scores add up, but nobody signed them."
    assert of() == "The scores add up. Anyone may have typed them."
    assert of(signed_by=Counter({"a": 1})) == "The scores add up. The signature is from an unknown key."
    assert of(trusted=TrustedKeys({"a": "Club"}), signed_by=Counter({"a": 1})) == "Signed by Club."


FRIDAY = table_json(ExportedTable("Friday", ["Ben", "Ann"], {"Annie": "Ann"}))


def sealed(about: object) -> bytes:
    lines = ['{"format": "scorekeeper-table/1",', f'"about": {json.dumps(about)},']
    return "\n".join([*lines, f'"seal": "{checksums_of([line.encode() for line in lines])}"}}', ""]).encode()


def test_a_changed_table_file_is_found() -> None:
    assert check_table_file(FRIDAY.encode()) is None
    two, bare = FRIDAY * 2, FRIDAY[: FRIDAY.index('"seal"')]
    assert [check_table_file(text.encode()) for text in (two, bare)] == [faults.CHECKSUMS_CHANGED.at(NOWHERE, {})] * 2
    renamed = check_table_file(FRIDAY.replace("Friday", "Monday").encode())
    assert renamed is not None
    assert (renamed.code, renamed.params["part"], renamed.path.words) == ("part-changed", ExportPart.LINE, "line 2")


@pytest.mark.parametrize(
    ("about", "code", "figures", "location"),
    [
        ({"players": []}, "missing-part", {"what": "about", "value": '"name"', "parts": ("name",)}, "table.json"),
        ({"name": "x", "merged": []}, "table-parts", {"most": 10_000}, "table.json"),
        ({"name": "x", "players": ["a"] * 10_001}, "table-parts", {"most": 10_000}, "table.json"),
    ],
)
def test_a_table_file_with_wrong_parts_is_refused(about: object, code: str, figures: object, location: str) -> None:
    found = check_table_file(sealed(about))
    assert found is not None
    assert (found.code, found.params, found.path.words) == (code, figures, location)


def test_a_large_table_file_is_read() -> None:
    table = read_table(sealed({"name": "x", "players": ["a"] * 10_000}))
    assert (table.name, len(table.players), table.merged, table.presets, table.agreed) == ("x", 10_000, {}, [], ())
