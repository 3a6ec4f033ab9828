"""What a change can reach comes first, by imports, by names and by folders; what it cannot reach is not in the list."""

from pathlib import Path

import pytest

from tests.nearest import nearest

FILES = {
    "scorekeeper/core/rules.py": "",
    "scorekeeper/services/scores.py": "from scorekeeper.core import rules\n",
    "scorekeeper/web/pages.py": "from scorekeeper.services.scores import (\n    score,\n)\nHTML = 'pages/sheet.html'\n",
    "templates/pages/sheet.html": '{% include "lines.html" %}',
    "templates/lines.html": "",
    "tests/core/test_rules.py": "import scorekeeper.core.rules\n",
    "tests/services/test_scores.py": "from scorekeeper.services import scores\n",
    "tests/web/conftest.py": "import scorekeeper.web.pages\n",
    "tests/web/test_sheet.py": "",
    "tests/cli/test_words.py": "",
    "scorekeeper/static/js/taps.js": "",
    "tests/browser/test_keys.py": "",
}


@pytest.fixture
def root(tmp_path: Path) -> Path:
    for name, text in FILES.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(text)
    return tmp_path


def test_who_uses_the_change_directly_is_nearest(root: Path) -> None:
    found = nearest(["scorekeeper/core/rules.py"], root)
    assert found == {"tests/core/test_rules.py": 1, "tests/services/test_scores.py": 2, "tests/web/test_sheet.py": 4}


def test_lower_layers_are_not_reached(root: Path) -> None:
    assert nearest(["scorekeeper/services/scores.py"], root) == {
        "tests/services/test_scores.py": 1,
        "tests/web/test_sheet.py": 3,
    }


def test_template_reaches_the_tests_of_its_pages(root: Path) -> None:
    assert nearest(["templates/lines.html"], root) == {"tests/web/test_sheet.py": 2}


def test_script_reaches_the_tests_in_browsers(root: Path) -> None:
    assert nearest(["scorekeeper/static/js/taps.js"], root) == {"tests/browser/test_keys.py": 2}


def test_changed_test_comes_before_all(root: Path) -> None:
    assert nearest(["tests/web/test_sheet.py", "scorekeeper/web/pages.py"], root) == {"tests/web/test_sheet.py": 0}


def test_nothing_changed_reaches_nothing(root: Path) -> None:
    assert nearest([], root) == {}


def test_files_of_this_checkout_are_found() -> None:
    found = nearest(["scorekeeper/web/games/rulings.py"])
    assert found["tests/web/test_rulings.py"] == 1
    assert "tests/core/rules/test_bags.py" not in found
