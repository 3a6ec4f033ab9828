"""Devices: a secret that was handed out is known by its hash; a newer one replaces it at every table of the device."""

from __future__ import annotations

from datetime import timedelta

from sqlalchemy import delete, exists, select, update
from sqlalchemy.exc import IntegrityError

from scorekeeper.storage.base import db
from scorekeeper.storage.errors import TakenMeanwhile
from scorekeeper.storage.sharing import Member, ReplacedSecret, now
from scorekeeper.storage.writing import writing

IN_FLIGHT = timedelta(minutes=1)
"""How long the requests that a phone sent with its old cookie may still be on their way."""


def known_device(secret: str) -> str | None:
    """The hash that the memberships of this secret's device carry; None for a hash of no secret that was handed out."""
    if db.session.scalar(select(exists().where(Member.device == secret))):
        return secret
    return newer_secret_of(secret)


def newer_secret_of(secret: str) -> str | None:
    """The hash of the newest secret of the device that had this one before; None where none replaced it."""
    return db.session.scalar(select(ReplacedSecret.device).where(ReplacedSecret.secret == secret))


def replace_secret(old: str, new: str) -> None:
    """Let the device go by a new secret at all its tables, in the caller's transaction.

    The old one still works: the answer with the new one may be lost. Raises `TakenMeanwhile` where the same device
    was given another one at this moment.
    """
    with writing() as session:
        try:
            with session.begin_nested():
                session.add(ReplacedSecret(secret=old, device=new))
        except IntegrityError as taken:
            raise TakenMeanwhile from taken
        session.execute(update(ReplacedSecret).where(ReplacedSecret.device == old).values(device=new))
        session.execute(update(Member).where(Member.device == old).values(device=new))


def end_replaced_secrets(device: str) -> None:
    """End the older secrets of a device that came with its newest one, but for requests on their way."""
    with writing() as session:
        ended = delete(ReplacedSecret).where(ReplacedSecret.device == device)
        session.execute(ended.where(ReplacedSecret.replaced < now() - IN_FLIGHT))
