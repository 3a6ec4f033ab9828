"""What an hour of evenings has to reach: faults in the phases of the outbox, answers, questions and decisions.

What is counted besides, such as a server that is restored while a game starts, an hour need not reach.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from tests.simulation.world import KINDS

SHORT = ("sealing", "starting", "storing", "refused")
"""Phases that only scenes find a phone in."""
ALWAYS = ("ready", "sending", "asking", "paused", "closed", "lost", *SHORT)
BEFALL = {
    **dict.fromkeys(("server restored", "server restored while it ran", "phone killed"), ALWAYS),
    **dict.fromkeys(("pen handed over", "name erased", "process changed", "access revoked"), ALWAYS),
    "access given back": tuple(phase for phase in ALWAYS if phase != "storing"),
    **dict.fromkeys(
        ("clock off", "server clock off", "store full", "rooms closed", "rooms opened"), ("ready", "paused", *SHORT)
    ),
    "server crashed": ("sending", "asking", "sealing", "starting"),
    "requests met": ("sending", "asking"),
    "phone at home": ("ready",),
}
REQUESTS = ("lost", "answer lost", "late", "very late", "doubled", "forged", "cut")
ASKED = ("sending", "asking", "sealing", "starting")
ANSWERS = (
    *(
        "400 csrf while sending then asking",
        "403 revoked while sending then closed",
        "403 revoked while asking then closed",
    ),
    *("409 another-came-first while sending then asking", "409 other-history while sending then asking"),
    *("422 looks-like-another-name while sending then refused", "422 bidding-is-over while sealing then storing"),
    *("429 too-many while sending then paused", "502 while sending then paused", "200 while sending then paused"),
    *("events while asking then storing", "events while asking then asking", "events while asking then lost"),
    *("events while sealing then storing", "no events while asking then ready", "recorded while sending then storing"),
    *("recorded while sending then asking", "offline while sending then paused", "slow while asking then paused"),
)
QUESTIONS = (
    *("question again", "question bids", "question early", "question hand", "question lost"),
    *("question lost, went on", "question own bid", "question refused"),
)
DONE = (
    *("tap games.rematch", "tap own_bids.create", "tap own_bids.take_back"),
    *(("desk types", "desk chooses", "desk undoes") if any(kind.desk for kind in KINDS.values()) else ()),
    *("decides RecordAgain", "decides LetGo", "decides Resumed", "decides to take it out"),
)


def required() -> Iterator[str]:
    """All of it, as `World.reach` and the steps of outboxes count it."""
    yield from (*BEFALL, *QUESTIONS, *DONE)
    yield from (f"Answered {answer}" for answer in ANSWERS)
    yield from (f"request {fault} while {phase}" for fault in REQUESTS for phase in ASKED)
    yield from (f"{fault} while {phase}" for fault, phases in BEFALL.items() for phase in phases)


def unreached(reached: Mapping[str, int]) -> list[str]:
    """What was not."""
    return [name for name in required() if not reached.get(name)]
