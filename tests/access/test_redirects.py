"""No URL, form field or header can redirect to another site."""

from __future__ import annotations

from urllib.parse import urlsplit

import pytest

from tests.access.cast import Cast
from tests.access.test_every_route import address, rules

ELSEWHERE = "https://other.example/"
ASKED = dict.fromkeys(("next", "url", "back", "to", "return", "redirect"), ELSEWHERE)


@pytest.mark.parametrize("method", ["GET", "POST"])
def test_no_route_redirects_to_another_site(cast: Cast, method: str) -> None:
    cast.app.config.update(WTF_CSRF_ENABLED=False, RATE_LIMITS=False)
    redirected = set()
    for rule in rules(cast.app):
        if method in (rule.methods or ()):
            form = ASKED if method == "POST" else None
            headers = {"Referer": ELSEWHERE, "X-Forwarded-Host": "other.example"}
            answer = cast.alice.open(
                address(rule, cast), method=method, query_string=ASKED, data=form, headers=headers, buffered=True
            )
            if 300 <= answer.status_code < 400:
                redirected.add(rule.endpoint)
                assert urlsplit(answer.headers["Location"]).netloc in ("", "localhost"), rule
    assert redirected or method == "GET", "no form redirects: nothing was tried"


@pytest.mark.parametrize(
    "path", ["//other.example/", "//other.example/tables/", "/%2f%2fother.example", "/\\other.example"]
)
def test_no_odd_path_redirects_to_another_site(cast: Cast, path: str) -> None:
    answer = cast.alice.get("/", environ_overrides={"PATH_INFO": path})
    assert urlsplit(answer.headers.get("Location", "")).netloc in ("", "localhost")
