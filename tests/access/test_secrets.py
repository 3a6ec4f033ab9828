"""Secrets are long, cannot be guessed, and are not in the database."""

from __future__ import annotations

import math
import re
from pathlib import Path

from sqlalchemy import make_url

from scorekeeper.access.cookie import NAME
from scorekeeper.services.invites import code_now, link_by_id, new_code, permanent_link
from scorekeeper.services.membership import DIGITS, code_hash, code_words
from scorekeeper.storage.columns import LETTERS
from scorekeeper.storage.members import Role
from tests.access.cast import GUESTS, Cast


def test_token_has_at_least_128_bits(cast: Cast) -> None:
    tokens = {invite_link.token for invite_link in (cast.invited(Role.WATCHER) for _ in range(50))}
    assert len(tokens) == 50
    for token in tokens:
        assert token is not None
        assert len(token) * math.log2(len(LETTERS)) > 128
        assert re.fullmatch(r"[0-9A-Za-z]+", token)


def test_code_has_forty_bits_without_lookalike_letters(cast: Cast) -> None:
    invite_link = cast.invited(Role.SCORER)
    with cast.app.app_context():
        code = new_code(cast.table, invite_link.invite.id)
        assert code_now(link_by_id(cast.table, invite_link.invite.id).invite) == code
    assert len(code) * math.log2(len(DIGITS)) == 40
    assert not set(code) & set("ILOU")
    assert code_words(code) == f"{code[:4]}-{code[4:]}"


def test_code_is_accepted_in_any_spelling(cast: Cast) -> None:
    with cast.app.app_context():
        assert len({code_hash(code) for code in ("10AB-CDEF", "loab cdef", "IOAB–CDEF", "1OABCDEF")}) == 1


def test_database_has_only_hashes(cast: Cast) -> None:
    """Search the file, and the files next to it, for every secret there is."""
    invite_link = cast.invited(Role.SCORER)
    with cast.app.app_context():
        secrets = [str(permanent_link(cast.table, role).token) for role in Role]
        secrets += [new_code(cast.table, invite_link.invite.id), str(invite_link.token), *cast.tokens.values()]
    found = [client.get_cookie(NAME) for client in cast.clients.values()]
    cookies = [cookie.value for cookie in found if cookie is not None]
    assert len(cookies) == 6 + len(GUESTS)
    kept = b""
    path = Path(str(make_url(cast.app.config["SQLALCHEMY_DATABASE_URI"]).database))
    for file in path.parent.glob(f"{path.name}*"):
        kept += file.read_bytes()
    assert invite_link.invite.id.encode() in kept  # it would be seen
    assert [secret for secret in secrets + cookies if secret.encode() in kept] == []


def test_links_work_after_the_secret_key_changed(cast: Cast) -> None:
    old = cast.score(Role.SCORER)
    cast.app.config["SECRET_KEY"] = "another key of forty characters, or more" * 2
    assert cast.charlie.get(f"/join/{old}", follow_redirects=True).status_code == 200
    new = cast.score(Role.SCORER)
    assert new != old
    assert cast.score(Role.SCORER) == new
