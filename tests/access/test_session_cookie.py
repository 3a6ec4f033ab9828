"""The session's cookie is Flask's, though one signer makes and checks them all."""

import pytest
from flask import Flask
from flask.sessions import SecureCookieSessionInterface
from itsdangerous import BadSignature, Signer, URLSafeTimedSerializer

from scorekeeper.access.setup import Sessions
from tests.each_case import each_case


def serializers(app: Flask) -> list[URLSafeTimedSerializer]:
    """Ours and Flask's."""
    found = [each.get_signing_serializer(app) for each in (app.session_interface, SecureCookieSessionInterface())]  # type: ignore[attr-defined] # it is a `Sessions`
    assert None not in found
    return found


@each_case("text", ["saved", "Hand 7 saved. " * 100])
def test_cookies_of_flask_are_read_and_flask_reads_ours(app: Flask, text: str) -> None:
    ours, flask = serializers(app)
    session = {"csrf_token": "abc", "_flashes": [("success", text)]}
    assert ours.loads(flask.dumps(session)) == session
    listed = {"csrf_token": "abc", "_flashes": [["success", text]]}  # as templates unpack it just as well
    assert flask.loads(ours.dumps(session)) == listed
    assert len(ours.dumps(session)) < 400


def test_changed_cookie_is_refused(app: Flask) -> None:
    ours, _flask = serializers(app)
    signed = ours.dumps({"csrf_token": "abc"})
    place = -5  # the last letter has bits that mean nothing
    changed = f"{signed[:place]}{'A' if signed[place] != 'A' else 'B'}{signed[place + 1 :]}"
    for other in (f"x{signed}", changed, ours.dumps({}, salt="other")):
        with pytest.raises(BadSignature):
            ours.loads(other)


def test_the_key_is_derived_once_to_sign_and_once_to_check(app: Flask, monkeypatch: pytest.MonkeyPatch) -> None:
    derived, derive = list[Signer](), Signer.derive_key

    def counted(signer: Signer, secret_key: str | bytes | None = None) -> bytes:
        derived.append(signer)
        return derive(signer, secret_key)

    monkeypatch.setattr(Signer, "derive_key", counted)
    sessions = Sessions(app)
    for number in range(3):
        ours = sessions.get_signing_serializer(app)
        assert ours is not None
        assert ours.loads(ours.dumps({"_flashes": [number]})) == {"_flashes": [number]}
    assert len(derived) == 2
