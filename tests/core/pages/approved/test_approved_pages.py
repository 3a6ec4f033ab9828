"""Game pages and rules pages have exactly the approved values."""

import difflib

from tests.core.pages.approved import texts
from tests.each_case import each_case


@each_case("file", texts.FILES)
def test_pages_match_the_approved_file(file: str) -> None:
    approved, now = (texts.FOLDER / file).read_text("utf-8"), texts.text_of(file)
    changed = difflib.unified_diff(approved.splitlines(), now.splitlines(), "approved", "now", n=2, lineterm="")
    assert approved == now, "\n".join([*changed, "", "If this is meant: make sentences, and look at the diff."])
