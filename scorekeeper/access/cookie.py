"""The device's cookie: one secret, for every table that the device is in. Scripts never see it."""

import re

from flask import request
from werkzeug.wrappers import Response

NAME = "scorekeeper_device"
LASTS = 400 * 24 * 3600  # seconds; browsers keep none longer
SECRET = re.compile(r"[A-Za-z0-9_-]{43}")


def device_secret() -> str | None:
    """What this device's cookie holds; None where it has none, or nothing that we made."""
    found = request.cookies.get(NAME, "")
    return found if SECRET.fullmatch(found) else None


def keep_secret(response: Response, secret: str) -> Response:
    """Let the device keep its secret; over https it goes over https alone from then on."""
    response.set_cookie(NAME, secret, max_age=LASTS, httponly=True, samesite="Lax", secure=request.is_secure, path="/")
    return response
