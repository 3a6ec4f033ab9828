"""The four levels of verification: which of them each kind of file reaches, and that none passes for another."""

from __future__ import annotations

import io
from dataclasses import replace
from pathlib import Path

import pytest

from scorekeeper.formats.chain import ChainHead, head_of
from scorekeeper.formats.files import games_of_file
from scorekeeper.formats.game_json import game_json, games_json
from scorekeeper.formats.games import ExportedTable, ImportedGame
from scorekeeper.formats.keys import InstanceKeys
from scorekeeper.formats.table_zip import table_zip
from scorekeeper.formats.text_record import record_of
from scorekeeper.formats.verification import ServerMatch, TrustedKeys, Verification
from scorekeeper.formats.verification.file import check_file
from scorekeeper.formats.verification.words import headline, level_words
from tests.formats.exports.games import game_of_sheet
from tests.formats.verification.forging import forged, keys_in, sealed_again
from tests.tables import sheet_of

HANDS = ("Ann 5 took 6, Ben 4 took 7", "Ann 5 took 7, Ben 4 took 6", "Ann 4 took 4, Ben 8 took 9")
GAME = game_of_sheet(sheet_of("two-player", *HANDS, closed="late"))
HEAD = head_of(GAME.events)
TYPED = '{"rules": "two-player", "sides": [{"name": "Ann", "players": ["Ann"]}, {"name": "Ben", "players": ["Ben"]}]}'


@pytest.fixture
def own(tmp_path: Path) -> InstanceKeys:
    """The keys of this server."""
    return keys_in(tmp_path)


@pytest.fixture
def other(tmp_path: Path) -> InstanceKeys:
    """The keys of another server, or of a forger."""
    (tmp_path / "other").mkdir()
    return keys_in(tmp_path / "other")


def match(game_setup: ChainHead) -> ServerMatch:
    if game_setup == HEAD:
        return ServerMatch.NOW
    return ServerMatch.EARLIER if game_setup == head_of(GAME.events[:3]) else ServerMatch.NO


def checked(content: str | bytes, own: InstanceKeys) -> Verification:
    raw = content.encode() if isinstance(content, str) else content
    return check_file(io.BytesIO(raw), trusted=TrustedKeys(dict.fromkeys(own.public(), "this server"), match))


def answer(content: str | bytes, own: InstanceKeys) -> tuple[bool, bool | None, str, str | None]:
    """Adds up, undamaged, who signed, as stored here."""
    found = checked(content, own)
    trust = found.trust
    signed = "unknown" if trust.unknown_keys else ", ".join(trust.known_signers)
    return trust.adds_up, found.undamaged, "misfit" if trust.misfits else signed, trust.on_server


def test_four_kinds_of_files_get_four_answers(own: InstanceKeys, other: InstanceKeys) -> None:
    elsewhere = game_of_sheet(sheet_of("two-player", *HANDS), 7)
    answers = {
        "this server's": answer(game_json(replace(GAME, signer=own.sign)), own),
        "another server's": answer(game_json(replace(elsewhere, signer=other.sign)), own),
        "forged": answer(game_json(forged(GAME)), own),
        "typed": answer(TYPED, own),
    }
    assert answers == {
        "this server's": (True, True, "this server", "now"),
        "another server's": (True, True, "unknown", "no"),
        "forged": (True, True, "", "no"),
        "typed": (True, None, "", "no"),
    }


def test_headline_names_the_level_reached(own: InstanceKeys, other: InstanceKeys) -> None:
    elsewhere = game_of_sheet(sheet_of("two-player", *HANDS), 7)
    files = [game_json(replace(GAME, signer=own.sign)), game_json(replace(elsewhere, signer=other.sign))]
    assert [headline(checked(content, own)) for content in (*files, game_json(forged(GAME)), TYPED)] == [
        "This server has this game.",
        "The scores add up. The signature is from an unknown key.",
        "The scores add up, but nobody signed them.",
        "The scores add up. Anyone may have typed them.",
    ]


def test_a_text_record_is_tied_to_its_game_by_the_signature_alone(own: InstanceKeys, other: InstanceKeys) -> None:
    assert answer(record_of(replace(GAME, signer=own.sign)), own) == (True, True, "this server", "now")
    assert answer(record_of(replace(GAME, signer=other.sign)), own) == (True, True, "unknown", "no")
    assert answer(record_of(GAME), own) == (True, True, "", "no")


def test_a_signature_that_is_moved_to_a_forged_record_does_not_fit(own: InstanceKeys) -> None:
    true = record_of(replace(GAME, signer=own.sign)).rstrip("\n").split("\n")
    tag = next(line for line in true if line.startswith("[Signature "))
    lie = record_of(forged(GAME)).rstrip("\n").split("\n")
    moved = sealed_again([*lie[: lie.index("")], tag, *lie[lie.index("") :]])
    assert answer(moved, own) == (True, False, "misfit", "no")
    assert [finding.code for finding in checked(moved, own).findings] == ["signature-misfit"]


def test_a_signature_that_is_moved_to_a_forged_chain_does_not_fit(own: InstanceKeys) -> None:
    true = own.sign(HEAD)
    lie = game_json(forged(GAME, lambda _head, _record: true))
    assert answer(lie, own) == (True, False, "misfit", "no")


def test_a_forger_with_a_key_is_a_stranger(own: InstanceKeys, other: InstanceKeys) -> None:
    """The forger's text also has the true head: that does not make it the stored game."""
    assert answer(game_json(forged(GAME, other.sign)), own) == (True, True, "unknown", "no")
    lie = forged(GAME, lambda _head, record: other.sign(HEAD, record))
    head_taken = record_of(lie).replace(head_of(lie.events).hash, HEAD.hash)
    lines = head_taken.rstrip("\n").split("\n")
    assert answer(sealed_again(lines), own) == (True, True, "unknown", "no")


def test_an_export_from_before_the_last_entry_matches_an_earlier_one(own: InstanceKeys) -> None:
    before = replace(game_of_sheet(sheet_of("two-player", *HANDS[:2])), events=GAME.events[:3])
    assert answer(game_json(replace(before, signer=own.sign)), own)[3] == "earlier"


def test_unsigned_export_matches_too(own: InstanceKeys) -> None:
    assert answer(game_json(GAME), own) == (True, True, "", "now")


def test_score_that_does_not_add_up_is_undamaged_if_the_checksums_match(own: InstanceKeys) -> None:
    lines = record_of(GAME).replace("| 52 : ", "| 62 : ").rstrip("\n").split("\n")
    assert answer(sealed_again(lines), own)[:2] == (False, True)


def test_the_signature_of_a_damaged_file_says_nothing(own: InstanceKeys) -> None:
    text = game_json(replace(GAME, signer=own.sign))
    assert answer(text.replace('"who":"Ann"', '"who":"Eve"', 1), own) == (True, False, "", "no")


def test_signature_by_an_old_key_is_still_known(own: InstanceKeys) -> None:
    text = game_json(replace(GAME, signer=own.sign))
    own.make()
    assert answer(text, own) == (True, True, "this server", "now")


def test_file_of_many_games_has_the_weakest_level(own: InstanceKeys, other: InstanceKeys) -> None:
    games = [replace(GAME, signer=own.sign), game_of_sheet(sheet_of("two-player", *HANDS), 7, signer=other.sign)]
    found = checked(b"".join(games_json(games)).decode(), own)
    assert found.holds
    assert (found.trust.known_signers, found.trust.on_server) == ([], ServerMatch.NO)
    assert len(found.trust.unknown_keys) == 1


def test_a_signed_zip_holds_with_both_of_its_records(own: InstanceKeys) -> None:
    packed = b"".join(table_zip(ExportedTable("Friday", ["Ann", "Ben"]), [replace(GAME, signer=own.sign)]))
    assert checked(packed, own).findings == []
    assert answer(packed, own) == (True, True, "this server", "now")


def test_a_record_in_a_zip_with_a_signature_that_does_not_fit_is_found(own: InstanceKeys, other: InstanceKeys) -> None:
    def sign(game_setup: ChainHead, record: str | None) -> object:
        return own.sign(game_setup) if record is None else replace(own.sign(game_setup, record), key=other.public()[0])

    packed = b"".join(table_zip(ExportedTable("Friday", []), [replace(GAME, signer=sign)]))  # type: ignore[arg-type]
    assert [finding.path.parts for finding in checked(packed, own).findings] == [("games/000001.txt",)]


@pytest.mark.parametrize("form", [game_json, record_of])
def test_signed_and_unsigned_sheets_are_imported_alike(own: InstanceKeys, form: object) -> None:
    write = game_json if form is game_json else record_of
    (signed,) = games_of_file(io.BytesIO(write(replace(GAME, signer=own.sign)).encode()))
    (plain,) = games_of_file(io.BytesIO(write(GAME).encode()))
    assert isinstance(signed, ImportedGame)
    assert isinstance(plain, ImportedGame)
    assert signed.signature is not None
    assert signed.sheet == plain.sheet
    assert signed.sheet.tags == {}


@pytest.mark.parametrize("game_id", ["a b", "ü/♠ %20", "x" * 80])
def test_a_game_with_an_odd_id_is_signed_like_any(own: InstanceKeys, game_id: str) -> None:
    odd = forged(GAME, own.sign, game_id)
    for text in (game_json(odd), record_of(odd)):
        assert checked(text, own).findings == []
        assert answer(text, own)[2] == "this server"


def test_table_s_own_signature_tag_is_kept() -> None:
    lines = record_of(GAME).rstrip("\n").split("\n")
    blank = lines.index("")
    text = sealed_again([*lines[:blank], '[Signature "Ann, with a flourish"]', *lines[blank:]])
    (found,) = games_of_file(io.BytesIO(text.encode()))
    assert isinstance(found, ImportedGame)
    assert found.signature is None
    assert found.sheet.tags == {"Signature": "Ann, with a flourish"}


def test_no_sentence_says_more_than_its_level(own: InstanceKeys) -> None:
    """For a forged file with a new chain, no sentence says that nothing was changed."""
    printed = " ".join(f"{level.says} {level.means}" for level in level_words(checked(game_json(forged(GAME)), own)))
    assert "Not signed" in printed
    assert "This server doesn’t have this game" in printed
    assert "Anyone who changes a file can make new checksums" in printed
    assert "right" not in headline(checked(game_json(forged(GAME)), own))
