"""Dear work is counted for each device, and done apart or once."""

from __future__ import annotations

import pytest

from scorekeeper.access.limits import RateLimit, hit
from scorekeeper.access.refusals import TooMany
from tests.web.conftest import MakeApp

pytestmark = [pytest.mark.parametrize("kind", ["sqlite"]), pytest.mark.usefixtures("kind")]


def test_drawings_of_a_device_and_an_address_are_limited(make_app: MakeApp) -> None:
    with make_app(RATE_LIMITS=True).test_request_context(environ_base={"REMOTE_ADDR": "192.0.2.7"}):
        for _ in range(60):
            hit(RateLimit.PICTURES, whose="a phone")
        with pytest.raises(TooMany, match="Too many new pictures"):
            hit(RateLimit.PICTURES, whose="a phone")
        hit(RateLimit.PICTURES)
