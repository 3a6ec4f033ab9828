"""The log of security events: who got in and how, who was refused or removed, which links were made and revoked.

No line holds a secret, a name or an id that opens anything. A table, a device or a link is a short keyed hash: the
same one in every line, so that lines can be put together, and of no use to whoever reads them.
"""

import logging

from flask import Flask, has_request_context, request
from flask.logging import create_logger

from scorekeeper.play.secrets_kept import short_hash

log = logging.getLogger("scorekeeper.security")


def keep_security_log(app: Flask, on: bool) -> None:
    """Log events where the app logs its errors, or leave them out."""
    create_logger(app)  # Flask gives the app's logger a handler, and this one is below it
    log.setLevel(logging.INFO if on else logging.WARNING)


def security_event(
    what: str, *, table: str | None = None, device: int | None = None, link: str | None = None, **facts: str | int
) -> None:
    """Log an event, such as `joined role=scorer table=1f0c77aa device=9b3e2d10 from=192.0.2.7`.

    `table`, `device` (a member's number) and `link` (an invite) are ids, and are hashed. `facts` are words of the
    program's own, such as a role or a count: never what a person typed.
    """
    if not log.isEnabledFor(logging.INFO):
        return
    ids = {"table": table, "device": device, "link": link}
    parts = [f"{name}={value}" for name, value in facts.items()]
    parts += [f"{name}={short_hash(f'{name} {value}')}" for name, value in ids.items() if value is not None]
    if has_request_context():
        parts.append(f"from={request.remote_addr or 'unknown'}")
    log.info("%s", " ".join([what, *parts]))
