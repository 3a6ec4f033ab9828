"""No body larger than a game is accepted, as a whole or field by field."""

from __future__ import annotations

import pytest

from tests.access.cast import Cast

LARGE = b"x" * (4 * 1024 * 1024 + 1)


def test_body_of_a_program_is_limited(cast: Cast) -> None:
    answer = cast.charlie.post("/api/v1/score", data=LARGE, content_type="application/json")
    assert answer.status_code == 413
    assert answer.json is not None
    assert answer.json["error"]["code"] == "too-large"


def test_form_is_limited(cast: Cast) -> None:
    cast.app.config["WTF_CSRF_ENABLED"] = False
    answer = cast.charlie.post("/tables", data={"name": LARGE.decode()})
    assert answer.status_code == 413
    assert "Too large" in answer.text


@pytest.mark.parametrize("name", ["", " ", "x" * 41, "\x00", "a\nb", "\u2028", "\ud800"], ids=ascii)
def test_name_of_a_table_is_checked(cast: Cast, name: str) -> None:
    cast.app.config["WTF_CSRF_ENABLED"] = False
    assert cast.charlie.post("/api/v1/tables", json={"name": name}).status_code == 422
    typed = name.encode("utf-8", "surrogatepass")
    assert cast.charlie.post("/tables", data={"name": typed}).status_code in (303, 422)


@pytest.mark.parametrize("name", ["x" * 41, "a\x00b", "a\tb"])
def test_name_of_a_device_is_checked(cast: Cast, name: str) -> None:
    phone = cast.phone("bob")
    phone.open(f"/tables/{cast.table}/share")
    phone.submit(next(form for form in phone.page.forms if form.action.endswith("/devices/name")), name=name)
    assert "Use 1 to 40 characters that show." in phone.page.text
