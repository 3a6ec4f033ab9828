"""Over plain http the first page says once what a phone misses."""

from flask import Flask

MISSES = "see what this phone misses"
PHONE, HERE, SECURE = "http://192.168.7.20:8000", "http://localhost:8000", "https://cards.example"


def test_first_page_says_once_what_a_phone_misses_over_plain_http(app: Flask) -> None:
    client = app.test_client()
    assert MISSES in client.get("/", base_url=PHONE).text
    assert MISSES not in client.get("/", base_url=HERE).text
    assert MISSES not in client.get("/", base_url=SECURE).text
    assert "the screen turns off" in client.get("/https", base_url=PHONE).text
    assert MISSES not in client.get("/", base_url=PHONE).text
