"""Game pages and rules pages have exactly the approved values."""

from tests.approved import expect_approved
from tests.core.pages.approved import texts
from tests.each_case import each_case


@each_case("file", texts.FILES)
def test_pages_match_the_approved_file(file: str) -> None:
    expect_approved(texts.FOLDER / file, texts.text_of(file))
