"""The cookies, and the device's: one secret for all tables of a device. Scripts never see it.

Over https the device's cookie has a `__Host-` name, which browsers accept only over https and from this host; below a
path, which such a name does not allow, a `__Secure-` name. A device that joined over plain http keeps its access over
https: its secret moves to that cookie and is no longer sent in the clear. Back on plain http it needs a link.

Below a path every cookie is for that path and named after it, so that two instances on one host don't mix.
"""

import re

from flask import g, request
from werkzeug.wrappers import Response

from scorekeeper.services.membership import Membership

NAME = "scorekeeper_device"  # over plain http
LASTS = 400 * 24 * 3600  # seconds; the most that browsers allow
SECRET = re.compile(r"[A-Za-z0-9_-]{43}")


def own_name(name: str, root: str) -> str:
    """What an instance below this path calls its cookie, such as `session.spades`; `root` is empty without a path."""
    return name + root.replace("/", ".")


def secure_name(name: str, root: str) -> str:
    """What it is called over https: browsers accept it over https only, and without a path from this host only."""
    return f"{'__Secure-' if root else '__Host-'}{own_name(name, root)}"


def cookie_path() -> str:
    """Below which path browsers send the cookies back."""
    return request.script_root or "/"


def own_cookie(name: str) -> str | None:
    """What this browser's cookie of this instance says."""
    return request.cookies.get(own_name(name, request.script_root))


def keep_cookie(response: Response, name: str, value: str) -> None:
    """Set one of this instance's cookies; if set over https, browsers send it over https only."""
    _set(response, own_name(name, request.script_root), value)


def drop_cookie(response: Response, name: str) -> None:
    """Delete one of this instance's cookies."""
    _remove(response, own_name(name, request.script_root))


def device_secret() -> str | None:
    """The secret in this device's cookie; None if it has no valid one."""
    plain, secure = _names()
    held = (request.cookies.get(name) for name in ((secure, plain) if request.is_secure else (plain,)))
    return next((secret for secret in held if secret and SECRET.fullmatch(secret)), None)


def keep_secret(response: Response, secret: str) -> Response:
    """Set the device cookie; if set over https, browsers send it over https only."""
    plain, secure = _names()
    _set(response, secure if request.is_secure else plain, secret)
    if request.is_secure and plain in request.cookies:
        _remove(response, plain)
    return response


def remove_secret(response: Response) -> Response:
    """Delete the device cookie, under both names."""
    plain, secure = _names()
    if request.is_secure:
        _remove(response, secure)
    return _remove(response, plain)


def renew_cookie(response: Response) -> Response:
    """Extend the cookie of an active device: once a day, and when it moves to https."""
    membership: Membership | None = g.get("membership")
    if membership is None or membership.member_id is None:
        return response
    moves = request.is_secure and secure_name(NAME, request.script_root) not in request.cookies
    if not (membership.renew_cookie or moves):
        return response
    secret = device_secret()
    return response if secret is None or _says_already(response) else keep_secret(response, secret)


def _says_already(response: Response) -> bool:
    """Whether the response already sets or deletes the cookie."""
    names = tuple(f"{name}=" for name in _names())
    return any(line.startswith(names) for line in response.headers.getlist("Set-Cookie"))


def _names() -> tuple[str, str]:
    """What the device cookie is called over plain http, and over https."""
    return own_name(NAME, request.script_root), secure_name(NAME, request.script_root)


def _set(response: Response, name: str, value: str) -> None:
    response.set_cookie(name, value, LASTS, path=cookie_path(), httponly=True, samesite="Lax", secure=request.is_secure)


def _remove(response: Response, name: str) -> Response:
    response.delete_cookie(name, path=cookie_path(), secure=request.is_secure, httponly=True, samesite="Lax")
    return response
