"""The security log: who joined and how, who was refused or removed, which links were made and revoked.

No line has a secret, a name or a usable id. Tables, devices, links and what rooms have appear as short keyed
hashes: lines about the same one can be correlated, but the hash opens nothing.
"""

import logging
from collections.abc import Mapping

from flask import has_request_context, request

from scorekeeper.services.membership import short_hash

log = logging.getLogger("scorekeeper.security")


def security_event(
    what: str,
    of_room: Mapping[str, str] | None = None,
    /,
    *,
    table: str | None = None,
    device: int | None = None,
    link: str | None = None,
    **facts: str | int,
) -> None:
    """Log a security event, such as `joined role=scorer table=1f0c77aa device=9b3e2d10 from=192.0.2.7`.

    `table`, `device` (a member's number), `link` (an invite) and, by what they are, those `of_room`, are ids, and are
    hashed. `facts` are words of the program, such as a role or a count, never text that a person typed. Commands are
    not logged: they need access to the machine anyway.
    """
    if not (log.isEnabledFor(logging.INFO) and has_request_context()):
        return
    ids = {"table": table, **(of_room or {}), "device": device, "link": link}
    hashes = {name: short_hash(f"{name} {value}") for name, value in ids.items() if value is not None}
    details = {**facts, **hashes, "from": request.remote_addr or "unknown"}
    parts = [f"{name}={value}" for name, value in details.items()]
    log.info("%s", " ".join([what, *parts]), extra={"facts": {"event": what, **details}})
