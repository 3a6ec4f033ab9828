"""The pages of a small club have exactly the approved texts and links."""

from flask import Flask

from tests.approved import expect_approved
from tests.rooms.club.pages.approved.texts import FILE, text_of


def test_pages_match_the_approved_file(app: Flask) -> None:
    expect_approved(FILE, text_of(app))
