"""The headers of every response, compared with the OWASP Secure Headers list."""

from __future__ import annotations

import re

import pytest

from tests.access.cast import Cast
from tests.access.test_every_route import address
from tests.each_case import each_case
from tests.rooms import all_there
from tests.web.conftest import MakeApp

OWASP = {
    "X-Frame-Options": "DENY",
    "X-Content-Type-Options": "nosniff",
    "X-Permitted-Cross-Domain-Policies": "none",
    "Referrer-Policy": "same-origin",
    "Cross-Origin-Embedder-Policy": "require-corp",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "X-DNS-Prefetch-Control": "off",
}
TELLING = ("Server", "X-Powered-By", "X-AspNet-Version", "Via")
POLICIES = (
    "accelerometer",
    "camera",
    "geolocation",
    "gyroscope",
    "magnetometer",
    "microphone",
    "payment",
    "usb",
    "midi",
)
PLACES = ["/", "/rules", "/tables/new", "/join", "/nowhere", "/tables/x", "/api/v1", "/api/v1/rules", "/api/v1/nowhere"]


@each_case("place", PLACES)
def test_every_response_has_security_headers(cast: Cast, place: str) -> None:
    headers = cast.charlie.get(place).headers
    assert {name: headers.get(name) for name in OWASP} == OWASP
    assert not [name for name in TELLING if name in headers]


def test_pages_of_members_have_security_headers_and_are_not_stored(cast: Cast) -> None:
    for place in (f"/tables/{cast.table}", f"/games/{cast.game}", f"/tables/{cast.table}/share"):
        headers = cast.alice.get(place).headers
        assert {name: headers.get(name) for name in OWASP} == OWASP
        assert headers["Cache-Control"] == "no-store, private"


def test_content_security_policy_allows_nothing_inline_and_no_other_site(cast: Cast) -> None:
    policy = cast.alice.get("/").headers["Content-Security-Policy"]
    parts = dict(part.strip().split(" ", 1) for part in policy.split(";"))
    assert parts["default-src"] == "'none'"
    assert parts["frame-ancestors"] == parts["base-uri"] == "'none'"
    assert parts["form-action"] == "'self'"
    assert not re.search(r"unsafe|\*|https?:", policy)


def test_no_page_has_anything_inline(cast: Cast) -> None:
    for place in (f"/tables/{cast.table}/share", f"/games/{cast.game}", "/api/v1", "/join"):
        html = cast.alice.get(place).text
        assert not re.search(r"<style|\sstyle=|<script(?![^>]*\ssrc=)|\son\w+=", html), place


def test_permissions_policy_denies_all_device_features(cast: Cast) -> None:
    policy = cast.alice.get("/").headers["Permissions-Policy"]
    assert all(f"{name}=()" in policy for name in POLICIES)


def test_api_responses_are_not_stored(cast: Cast) -> None:
    for place in (
        f"/api/v1/tables/{cast.table}/house-rules",
        f"/api/v1/games/{cast.game}/entries",
        "/api/v1/nowhere",
        "/api/v1/rules",
    ):
        headers = cast.charlie.get(place, headers=cast.bearer("alice")).headers
        assert headers["Cache-Control"] == "no-store, private", place


def test_what_a_client_may_keep_is_asked_for_again(cast: Cast) -> None:
    for place in (
        f"/games/{cast.game}/version",
        f"/tables/{cast.table}/pen/holder",
        f"/api/v1/games/{cast.game}",
    ):
        answer = cast.alice.get(place, headers=cast.bearer("alice") if "api" in place else {})
        assert answer.status_code == 200, place
        assert {*answer.headers["Cache-Control"].split(", ")} == {"no-cache", "private"}, place
        assert "ETag" in answer.headers, place


KEPT = {
    *("live.version", "pen.holder", "tournament_live.version", "public.version"),  # no content, only a version
    *("api.game", "api.games", "api.sheet", "api.table", "api.members", "api.players", "api.player", "api.tournament"),
    *("result_card.svg", "result_card.png", "nights.svg", "nights.png", "podium.svg", "podium.png"),
    *("api.openapi", "api.schema", "offline.worker", "static"),  # the same for everybody
}
"""The endpoints with an answer that a browser or program may keep, and asks for again; SECURITY.md says so (V8)."""


def test_nothing_else_is_kept(cast: Cast) -> None:
    kept = set()
    for rule in cast.app.url_map.iter_rules():
        if "GET" in (rule.methods or ()) and not rule.rule.endswith("/live"):
            place = address(rule, cast)
            answer = cast.alice.get(place, headers=cast.bearer("alice") if place.startswith("/api/") else {})
            if answer.status_code < 400 and "no-store" not in answer.headers.get("Cache-Control", "no-store"):
                kept.add(rule.endpoint)
            answer.close()
    assert kept <= KEPT, "what is not there yet, such as a picture, is not kept either"
    if all_there():
        assert {rule.endpoint for rule in cast.app.url_map.iter_rules()} >= KEPT


def test_other_sites_cannot_read_responses(cast: Cast) -> None:
    for place in ("/", f"/tables/{cast.table}", "/api/v1/rules", f"/api/v1/games/{cast.game}", "/static/style.css"):
        asked = {"Origin": "https://other.example", "Access-Control-Request-Method": "POST"}
        for method in ("GET", "OPTIONS"):
            answer = cast.alice.open(place, method=method, headers=asked | cast.bearer("alice"))
            assert not [name for name, _ in answer.headers if name.startswith("Access-Control-")], place


def test_https_response_has_strict_transport_security(cast: Cast) -> None:
    assert "Strict-Transport-Security" not in cast.alice.get("/").headers
    sent = cast.alice.get("/", base_url="https://cards.example").headers["Strict-Transport-Security"]
    assert sent == "max-age=31536000"


@pytest.mark.parametrize(("proxies", "secure"), [(0, False), (1, True)])
def test_only_configured_proxies_are_trusted(make_app: MakeApp, proxies: int, secure: bool) -> None:
    client = make_app(PROXIES=proxies).test_client()
    sent = client.get("/join", headers={"X-Forwarded-Proto": "https", "X-Forwarded-Host": "cards.example"})
    assert ("Strict-Transport-Security" in sent.headers) is secure
