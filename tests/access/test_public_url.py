"""The public URL: links use it regardless of a request's headers, and other hosts are refused."""

from __future__ import annotations

from typing import Any

import pytest
from flask.testing import FlaskClient
from werkzeug.test import EnvironBuilder, run_wsgi_app

from scorekeeper.storage.members import Role
from tests.access.cast import Cast
from tests.web.browsing import Page, Phone
from tests.web.conftest import MakeApp

URL = "https://cards.example:8443"
ALIKE = ["https://cards.example:8443", "http://cards.example:8443", "http://cards.example", "http://CARDS.example:80"]
OTHERS = [
    "http://other.example",
    "http://127.0.0.1:8000",
    "http://cards.example.other.example",
    "http://x.cards.example",
]


@pytest.fixture
def client(make_app: MakeApp) -> FlaskClient:
    """A browser at an app with a configured URL."""
    return make_app(PUBLIC_URL=URL).test_client()


def new_table(client: FlaskClient, base: str = URL, **headers: str) -> str:
    """Create a table with the form; its URL."""
    form = client.get("/tables/new", base_url=base, headers=headers)
    typed = {"csrf_token": Page(200, "", form.text).form_with("name").fields["csrf_token"], "name": "Thursday"}
    sent = client.post("/tables", data=typed, base_url=base, headers={"Referer": f"{URL}/tables/new"} | headers)
    assert sent.status_code == 303, sent.text
    return sent.headers["Location"]


@pytest.mark.parametrize("base", ALIKE)
def test_links_have_the_public_url_behind_any_proxy(client: FlaskClient, base: str) -> None:
    """One proxy passes the port on, another does not, and all of them speak plain http to us."""
    table = new_table(client, base)
    assert f"{URL}/join/" in client.get(f"{table}/share", base_url=base).text


def test_https_url_makes_cookies_secure_without_trusted_proxies(client: FlaskClient) -> None:
    form = client.get("/tables/new", base_url="http://cards.example")
    assert all("Secure" in cookie for cookie in form.headers.getlist("Set-Cookie"))
    assert form.headers["Strict-Transport-Security"]


@pytest.mark.parametrize("base", OTHERS)
def test_wrong_host_shows_the_right_url(client: FlaskClient, base: str) -> None:
    page = Page(400, "", (answer := client.get("/", base_url=base)).text)
    assert answer.status_code == 400
    assert page.heading == "Wrong address"
    assert f"This app is at {URL}." in page.text
    assert [link.url for link in page.links if link.label == "Open it there"] == [URL]
    assert client.get("/static/style.css", base_url=base).status_code == 200, "the page looks like the others"


def test_wrong_host_cannot_post_forms_or_calls(client: FlaskClient) -> None:
    for path in ("/tables", "/join", "/nowhere"):
        assert "Wrong address" in client.post(path, base_url=OTHERS[0]).text
    call = client.post("/api/v1/tables", json={"name": "Thursday"}, base_url=OTHERS[0])
    assert (call.status_code, call.json["error"]["code"]) == (400, "wrong-host")  # type: ignore[index]


def test_missing_host_shows_the_right_url(client: FlaskClient) -> None:
    assert client.get("/", environ_overrides={"HTTP_HOST": ""}).status_code == 400
    environ = EnvironBuilder("/").get_environ()
    del environ["HTTP_HOST"]
    _body, status, _headers = run_wsgi_app(client.application.wsgi_app, environ)
    assert status.startswith("400 ")


@pytest.mark.parametrize(
    ("proxies", "forwarded_host", "host"), [(0, True, "localhost"), (1, False, "localhost"), (1, True, "cards.example")]
)
def test_forwarded_host_is_trusted_only_if_configured(
    make_app: MakeApp, proxies: int, forwarded_host: bool, host: str
) -> None:
    phone = Phone(make_app(PROXIES=proxies, FORWARDED_HOST=forwarded_host).test_client())
    phone.open("/tables/new")
    table = phone.submit(phone.page.form_with("name"), name="Thursday").url
    page = phone.client.get(f"{table}/share", headers={"X-Forwarded-Host": "cards.example"})
    assert f"http://{host}/join/" in page.text


def test_forwarded_host_does_not_change_links_if_the_url_is_set(make_app: MakeApp) -> None:
    parts: dict[str, Any] = {"PROXIES": 1, "FORWARDED_HOST": True, "PUBLIC_URL": URL}
    client = make_app(**parts).test_client()
    assert client.get("/", base_url=URL, headers={"X-Forwarded-Host": "other.example"}).status_code == 400


def test_link_made_by_a_program_has_the_public_url(cast: Cast, make_app: MakeApp) -> None:
    client = make_app(PUBLIC_URL=URL, SQLALCHEMY_DATABASE_URI=cast.app.config["SQLALCHEMY_DATABASE_URI"]).test_client()
    made = client.post(
        f"/api/v1/tables/{cast.table}/invites",
        json={"role": Role.WATCHER.value},
        headers=cast.bearer("alice"),
        base_url="http://cards.example",
    )
    assert made.json["link"].startswith(f"{URL}/join/")  # type: ignore[index]


@pytest.mark.parametrize(
    ("opened_at", "public", "link"),
    [
        ("http://127.0.0.1:8000", None, "http://192.0.2.24:8000"),
        ("http://localhost:8000", None, "http://192.0.2.24:8000"),
        ("http://spades.lan:8000", None, "http://spades.lan:8000"),
        (URL, URL, URL),
    ],
)
def test_links_lead_other_phones_to_this_machine(
    make_app: MakeApp, opened_at: str, public: str | None, link: str
) -> None:
    client = make_app(PUBLIC_URL=public, NETWORK_URL="http://192.0.2.24:8000").test_client()
    table = new_table(client, opened_at, Referer=f"{opened_at}/tables/new")
    assert f'value="{link}/join/' in client.get(f"{table}/share", base_url=opened_at).text
