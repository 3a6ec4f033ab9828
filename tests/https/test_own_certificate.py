"""`scorekeeper serve --https`: its own certificates, checked with a TLS client and used in Chromium."""

from __future__ import annotations

import json
import ssl
import stat
from collections.abc import Iterator
from contextlib import closing
from http.client import HTTPConnection, HTTPSConnection
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from cryptography import x509
from cryptography.x509.oid import ExtendedKeyUsageOID
from playwright.sync_api import Browser, expect

from scorekeeper.server import certificates
from scorekeeper.server.certificates import AUTHORITY, SERVER, OwnCertificates
from scorekeeper.server.settings import BadSetting
from tests.browser.conftest import opening
from tests.browser.pad import Pad
from tests.browser.taps import record_by_script
from tests.phone.conftest import add_module, module
from tests.served import served
from tests.server.raw import ANSWER_TIMEOUT

__all__ = ["module"]

LAN = "192.168.7.20"


@pytest.fixture(scope="module")
def running(tmp_path_factory: pytest.TempPathFactory, module: list[str]) -> Iterator[tuple[int, Path]]:
    """The port and the instance folder of a server with its own certificates."""
    folder = tmp_path_factory.mktemp("instance")
    add_module(folder, module)
    with served(folder, "--https", settings={"SCOREKEEPER_RATE_LIMITS": "off"}) as server:
        yield urlsplit(server.url).port or 0, folder


def answer(connection: HTTPConnection, path: str, **headers: str) -> tuple[int, str]:
    connection.request("GET", path, headers=headers)
    found = connection.getresponse()
    received = found.status, found.read().decode()
    assert found.headers["Strict-Transport-Security"] is None, "a phone could never open it over plain http again"
    connection.close()
    return received


def test_authority_vouches_for_servers_of_private_addresses_only(tmp_path: Path) -> None:
    authority = certificates.make_authority("cards").certificate
    usage = authority.extensions.get_extension_for_class(x509.ExtendedKeyUsage).value
    assert list(usage) == [ExtendedKeyUsageOID.SERVER_AUTH]
    limits = authority.extensions.get_extension_for_class(x509.NameConstraints).value.permitted_subtrees
    assert limits is not None
    kinds = {type(name) for name in limits}
    others = {x509.RFC822Name, x509.UniformResourceIdentifier, x509.DirectoryName}
    assert kinds == {x509.DNSName, x509.IPAddress} | others
    assert all("scorekeeper" in str(name.value).lower() for name in limits if type(name) in others)


def test_a_client_that_trusts_the_authority_gets_pages_over_https(running: tuple[int, Path]) -> None:
    port, folder = running
    trusting = ssl.create_default_context(cafile=folder / "https" / AUTHORITY)
    for host in ("127.0.0.1", "localhost"):
        status, page = answer(HTTPSConnection(host, port, timeout=ANSWER_TIMEOUT, context=trusting), "/https")
        assert status == 200
        assert OwnCertificates(folder).authority.fingerprint in page
    with pytest.raises(ssl.SSLCertVerificationError):
        answer(HTTPSConnection("localhost", port, timeout=ANSWER_TIMEOUT, context=ssl.create_default_context()), "/")


def test_plain_http_page_leads_to_https_but_programs_still_work(running: tuple[int, Path]) -> None:
    port, folder = running
    phone = {"Host": f"{LAN}:{port}", "Accept": "text/html,application/xhtml+xml"}
    _, page = answer(HTTPConnection("127.0.0.1", port, timeout=ANSWER_TIMEOUT), "/rules?a=b", **phone)
    assert f'href="https://{LAN}:{port}/rules?a=b"' in page
    status, certificate = answer(
        HTTPConnection("127.0.0.1", port, timeout=ANSWER_TIMEOUT), "/https/certificate.crt", **phone
    )
    assert (status, certificate) == (200, (folder / "https" / AUTHORITY).read_text())
    status, rules = answer(
        HTTPConnection("127.0.0.1", port, timeout=ANSWER_TIMEOUT), "/api/v1/rules", Host=phone["Host"]
    )
    assert status == 200
    assert json.loads(rules)


@pytest.mark.browser
def test_two_phones_keep_score_over_https(running: tuple[int, Path], browser: Browser) -> None:
    """Both clicked through the warning; one follows the other by a live stream."""
    with opening(browser, f"https://localhost:{running[0]}") as open_page:
        page = open_page(ignore_https_errors=True)
        page.goto("/")
        page.get_by_role("button", name="Quick game").click()
        Pad(page).expect_hand(1)
        other = open_page(ignore_https_errors=True, storage_state=page.context.storage_state())
        other.goto(page.url)
        record_by_script(page, 6)
        Pad(other).expect_totals(51, 70)
        assert all(cookie["secure"] for cookie in page.context.cookies())


def test_certificates_stay_and_follow_the_addresses(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    own = OwnCertificates(tmp_path)
    first = own.context_for("127.0.0.1")
    assert own.context_for("127.0.0.1") is first
    assert own.context_for(LAN) is not first
    again = OwnCertificates(tmp_path)
    assert again.authority.fingerprint == own.authority.fingerprint
    shown = (tmp_path / "https" / SERVER).read_bytes()
    again.context_for(f"::ffff:{LAN}")
    assert (tmp_path / "https" / SERVER).read_bytes() == shown
    monkeypatch.setattr(certificates, "RENEW_BEFORE", certificates.LASTS)
    again.context_for(LAN)
    assert (tmp_path / "https" / SERVER).read_bytes() != shown
    files = [path for path in (tmp_path / "https").iterdir() if path.name != "lock"]
    assert {stat.S_IMODE(path.stat().st_mode) for path in files} == {0o600}
    assert stat.S_IMODE((tmp_path / "https").stat().st_mode) == 0o700
    (tmp_path / "https" / AUTHORITY).write_text("no certificate")
    with pytest.raises(BadSetting, match="https"):
        OwnCertificates(tmp_path)


@pytest.mark.parametrize(
    ("host", "vouches"), [(LAN, True), ("kitchen.local", True), ("bank.example", False), ("192.0.2.1", False)]
)
def test_the_authority_vouches_for_private_networks_only(tmp_path: Path, host: str, vouches: bool) -> None:
    """Otherwise a phone that installs it would trust a thief of its key for any site."""
    authority = OwnCertificates(tmp_path).authority
    (tmp_path / "server.pem").write_bytes(authority.issue({host}))
    serving, asking = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH), ssl.create_default_context()
    serving.load_cert_chain(tmp_path / "server.pem")
    asking.load_verify_locations(cadata=authority.pem.decode())
    to_server, to_client = ssl.MemoryBIO(), ssl.MemoryBIO()
    server = serving.wrap_bio(to_server, to_client, server_side=True)
    client = asking.wrap_bio(to_client, to_server, server_hostname=host)
    with pytest.raises(ssl.SSLWantReadError):
        client.do_handshake()
    with pytest.raises(ssl.SSLWantReadError):
        server.do_handshake()
    if vouches:
        client.do_handshake()
    else:
        with pytest.raises(ssl.SSLCertVerificationError, match="permitted subtree violation"):
            client.do_handshake()
    leaf = x509.load_pem_x509_certificate((tmp_path / "server.pem").read_bytes())
    assert leaf.not_valid_after_utc - leaf.not_valid_before_utc < certificates.LASTS * 2


@pytest.mark.browser
def test_page_says_whether_this_browser_trusts_the_connection(running: tuple[int, Path], browser: Browser) -> None:
    """Over plain http from elsewhere, after clicking through the warning, and if it trusts the server."""
    states = {
        "http://[::ffff:127.0.0.1]": "Not secure (plain http)",
        "https://localhost": "Secure, but not trusted yet",
        "http://localhost": "Secure and trusted",
    }
    for origin, state in states.items():
        with closing(browser.new_context(ignore_https_errors=True)) as context:
            page = context.new_page()
            page.goto(f"{origin}:{running[0]}/https")
            expect(page.locator("[data-secure]:visible h2")).to_have_text(state)
