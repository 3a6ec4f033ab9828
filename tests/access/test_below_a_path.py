"""Below a path, such as `https://home.example/spades`: every address, cookie and redirect is below it.

It is the same behind a proxy that takes the path away, and behind one that doesn't.
"""

from __future__ import annotations

import re
from collections import deque
from collections.abc import Iterable, Iterator
from urllib.parse import urlsplit

import pytest
from flask import Flask
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from scorekeeper.access.cookie import NAME
from scorekeeper.server.settings import BadSetting
from tests.access.cast import Cast
from tests.access.test_cookies import cookies
from tests.access.test_device_secrets import secret_of
from tests.access.test_every_route import address, rules
from tests.sampled import sampled
from tests.web.browsing import Page
from tests.web.conftest import MakeApp

HOST = "https://home.example"
ROOT = "/spades"
DEVICE = "__Secure-scorekeeper_device.spades"

OF_HOST = re.compile(rf"{HOST}(/[^\s\"'<>,;)]*)?")
IN_MARKUP = re.compile(r"""\s[\w-]+="(/[^"]*)\"""")
IN_JSON = re.compile(r"""[:\[]\s*"(/[^"]*)\"""")
TYPES = {"text/html": IN_MARKUP, "image/svg+xml": IN_MARKUP, "application/json": IN_JSON, "text/javascript": IN_JSON}


class Stripping:
    """A proxy that takes the path away."""

    def __init__(self, app: Flask) -> None:
        self.answer = app.wsgi_app

    def __call__(self, environ, start_response):  # type: ignore[no-untyped-def]
        environ["PATH_INFO"] = environ["PATH_INFO"].removeprefix(ROOT)
        return self.answer(environ, start_response)


PROXIES = {"stripped": True, "as it came": False}
one_proxy = pytest.mark.parametrize("below", [PROXIES[name] for name in sampled(PROXIES, 2)], indirect=True)
"""Behind one of them, drawn by the commit: for tests that open every page."""


@pytest.fixture(params=[*PROXIES.values()], ids=[*PROXIES])
def below(request: pytest.FixtureRequest, make_app: MakeApp, cast: Cast) -> Flask:
    """The cast's app, below a path."""
    same = {key: cast.app.config[key] for key in ("SQLALCHEMY_DATABASE_URI", "SECRET_KEY")}
    app = make_app(PUBLIC_URL=f"{HOST}{ROOT}", RATE_LIMITS=False, **same)
    if request.param:
        app.wsgi_app = Stripping(app)  # type: ignore[method-assign]
    return app


def browser_of(app: Flask, secret: str | None = None) -> FlaskClient:
    """A browser that opens this app; with this device's secret."""
    client = app.test_client()
    if secret:
        client.set_cookie(DEVICE, secret, domain="home.example", path=ROOT, secure=True)
    return client


def named_in(answer: TestResponse) -> Iterator[str]:
    """Every address that an answer names: as a path on this host."""
    yield from (
        urlsplit(answer.headers[name]).path for name in ("Location", "Content-Location") if name in answer.headers
    )
    yield from re.findall("<([^>]+)>", answer.headers.get("Link", ""))
    for line in answer.headers.getlist("Set-Cookie"):
        yield re.findall("Path=([^;]+)", line)[0] + "/"
    kind = answer.mimetype or ""
    if kind in TYPES or kind.startswith("text/"):
        yield from (found or "/" for found in OF_HOST.findall(answer.text))
        yield from TYPES[kind].findall(answer.text) if kind in TYPES else ()


def above(answers: Iterable[tuple[str, TestResponse]]) -> set[str]:
    """The addresses that are not below the path, each with where it was."""
    return {
        f"{found} at {asked}"
        for asked, answer in answers
        for found in named_in(answer)
        if found != ROOT and not found.startswith(f"{ROOT}/")
    }


def walk(client: FlaskClient) -> Iterator[tuple[str, TestResponse]]:
    """The answers to all links from Home on, two of each route."""
    app = client.application
    seen: set[str] = set()
    count: dict[str, int] = {}
    ahead = deque([f"{ROOT}/"])
    adapter = app.url_map.bind("home.example", script_name=ROOT)
    while ahead:
        url = ahead.popleft()
        path = urlsplit(url).path
        if url in seen or not path.startswith(f"{ROOT}/") or path.startswith(f"{ROOT}/static/"):
            continue
        seen.add(url)
        endpoint = str(adapter.match(path.removeprefix(ROOT), "GET")[0])
        count[endpoint] = count.get(endpoint, 0) + 1
        if count[endpoint] > 2:
            continue
        answer = client.get(url, base_url=HOST)
        yield url, answer
        if answer.mimetype == "text/html":
            page = Page(answer.status_code, url, answer.text)
            ahead.extend(link.url.partition("#")[0] for link in page.links if link.url.startswith("/"))
        if "Location" in answer.headers:
            ahead.append(answer.headers["Location"].removeprefix(HOST))


@one_proxy
def test_every_page_names_addresses_below_the_path_only(below: Flask, cast: Cast) -> None:
    client = browser_of(below, secret_of(cast.alice))
    answers = list(walk(client))
    assert len({urlsplit(url).path for url, _ in answers}) > 60, "it went far"
    assert [url for url, answer in answers if answer.status_code >= 400] == []
    assert above(answers) == set()


@one_proxy
def test_every_route_names_addresses_below_the_path_only(below: Flask, cast: Cast) -> None:
    """Also what a walk does not find: calls, errors, files, and the answers to forms."""
    client = browser_of(below, secret_of(cast.alice))
    below.config["WTF_CSRF_ENABLED"] = below.config["WTF_CSRF_CHECK_DEFAULT"] = False
    answers = []
    for rule in rules(below):
        for method in sorted({"GET", "POST"} & (rule.methods or set())):
            url = f"{ROOT}{address(rule, cast)}"
            headers = cast.bearer("alice") | {"Referer": f"{HOST}{ROOT}/"}
            if rule.endpoint not in ("leaving.leave_all", "static") and "erase" not in rule.rule:
                answers.append((f"{method} {url}", client.open(url, method=method, headers=headers, base_url=HOST)))
    assert above(answers) == set()


def test_the_path_alone_leads_to_home(below: Flask) -> None:
    answer = browser_of(below).get(ROOT, base_url=HOST)
    assert (answer.status_code, answer.headers["Location"]) == (308, f"{HOST}{ROOT}/")


def test_cookies_are_for_the_path_and_named_after_it(below: Flask) -> None:
    client = browser_of(below)
    form = client.get(f"{ROOT}/tables/new", base_url=HOST)
    typed = {"csrf_token": Page(200, "", form.text).form_with("name").fields["csrf_token"], "name": "Thursday"}
    sent = client.post(f"{ROOT}/tables", data=typed, base_url=HOST, headers={"Referer": f"{HOST}{ROOT}/tables/new"})
    chosen = client.post(f"{ROOT}/settings", data=typed | {"theme": "dark"}, base_url=HOST, headers={"Referer": HOST})
    given = cookies(form) | cookies(sent) | cookies(chosen)
    assert set(given) == {"__Secure-session.spades", DEVICE, "scorekeeper_theme.spades"}
    assert all({"Secure", f"Path={ROOT}"} <= set(line.split("; ")) for line in given.values())
    assert 'data-theme="dark"' in client.get(f"{ROOT}/", base_url=HOST).text
    left = client.post(f"{ROOT}/leave", data=typed, base_url=HOST, headers={"Referer": HOST})
    assert all(f"Path={ROOT}" in line for line in left.headers.getlist("Set-Cookie"))


def test_cookie_of_another_instance_opens_nothing(below: Flask, cast: Cast) -> None:
    client = below.test_client()
    for name in (NAME, f"__Host-{NAME}", f"{NAME}.spades.two"):
        client.set_cookie(name, secret_of(cast.alice), domain="home.example", secure=True)
        assert client.get(f"{ROOT}/tables/{cast.table}", base_url=HOST).status_code == 404


def test_back_leads_to_no_other_program_of_the_host(below: Flask) -> None:
    for came_from, leads in ((f"{HOST}{ROOT}/check", f"{HOST}{ROOT}/check"), (f"{HOST}/wiki", f"{ROOT}/")):
        answer = browser_of(below).post(f"{ROOT}/tables", base_url=HOST, headers={"Referer": came_from})
        assert [link.url for link in Page(400, "", answer.text).links if link.label == "Back"] == [leads]


def test_calls_are_described_below_the_path(below: Flask) -> None:
    client = browser_of(below)
    assert client.get(f"{ROOT}/api/v1/openapi.json", base_url=HOST).json["servers"] == [{"url": f"{ROOT}/api/v1"}]  # type: ignore[index]
    unknown = client.get(f"{ROOT}/api/v1/nowhere", base_url=HOST).json["error"]  # type: ignore[index]
    assert unknown["where"] == f"{ROOT}/api/v1/nowhere"
    assert f"{ROOT}/api/v1/openapi.json" in unknown["message"]


@pytest.mark.parametrize("path", ["/games", "/join/spades", "/static", "/api/v2", "/healthz"])
def test_path_that_begins_like_one_of_the_app_is_refused(make_app: MakeApp, path: str) -> None:
    """Whether a proxy has taken it away could not be told."""
    with pytest.raises(BadSetting, match=f"has the path {path}, but the app has pages of its own below"):
        make_app(PUBLIC_URL=f"{HOST}{path}")
