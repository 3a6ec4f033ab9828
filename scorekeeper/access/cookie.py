"""The device cookie: one secret for all tables of a device. Scripts never see it.

Over https the cookie has a `__Host-` name, which browsers accept only over https and from this host. A device that
joined over plain http keeps its access over https: its secret moves to that cookie and is no longer sent in the clear.
Back on plain http it needs a link.
"""

import re

from flask import g, request
from werkzeug.wrappers import Response

from scorekeeper.services.membership import Membership

NAME = "scorekeeper_device"  # over plain http
SECURE_NAME = f"__Host-{NAME}"
LASTS = 400 * 24 * 3600  # seconds; the most that browsers allow
SECRET = re.compile(r"[A-Za-z0-9_-]{43}")


def device_secret() -> str | None:
    """The secret in this device's cookie; None if it has no valid one."""
    held = (request.cookies.get(name) for name in ((SECURE_NAME, NAME) if request.is_secure else (NAME,)))
    return next((secret for secret in held if secret and SECRET.fullmatch(secret)), None)


def keep_secret(response: Response, secret: str) -> Response:
    """Set the device cookie; if set over https, browsers send it over https only."""
    secure = request.is_secure
    name = SECURE_NAME if secure else NAME
    response.set_cookie(name, secret, max_age=LASTS, httponly=True, samesite="Lax", secure=secure)
    if secure and NAME in request.cookies:
        _remove(response, NAME)
    return response


def remove_secret(response: Response) -> Response:
    """Delete the device cookie, under both names."""
    if request.is_secure:
        _remove(response, SECURE_NAME)
    return _remove(response, NAME)


def renew_cookie(response: Response) -> Response:
    """Extend the cookie of an active device: once a day, and when it moves to https."""
    membership: Membership | None = g.get("membership")
    if membership is None or membership.member_id is None:
        return response
    moves = request.is_secure and SECURE_NAME not in request.cookies
    if not (membership.renew_cookie or moves):
        return response
    secret = device_secret()
    return response if secret is None or _says_already(response) else keep_secret(response, secret)


def _says_already(response: Response) -> bool:
    """Whether the response already sets or deletes the cookie."""
    names = tuple(f"{name}=" for name in (SECURE_NAME, NAME))
    return any(line.startswith(names) for line in response.headers.getlist("Set-Cookie"))


def _remove(response: Response, name: str) -> Response:
    response.delete_cookie(name, secure=request.is_secure, httponly=True, samesite="Lax")
    return response
