"""The app on a home screen: its manifest, and icons in the sizes that it promises."""

import json
from pathlib import Path
from urllib.parse import urljoin

import pytest
from PIL import Image

from scorekeeper.server.settings import PACKAGE

STATIC = PACKAGE / "static"
MANIFEST = json.loads((STATIC / "manifest.webmanifest").read_text())


@pytest.mark.parametrize("icon", MANIFEST["icons"], ids=lambda icon: icon["src"])
def test_each_icon_has_the_size_in_the_manifest(icon: dict[str, str]) -> None:
    with Image.open(STATIC / icon["src"]) as picture:
        assert "x".join(map(str, picture.size)) == icon["sizes"]
        assert picture.format == "PNG"


def test_manifest_has_the_required_parts() -> None:
    sizes = {(icon["sizes"], icon.get("purpose", "any")) for icon in MANIFEST["icons"]}
    assert sizes >= {("192x192", "any"), ("512x512", "any"), ("512x512", "maskable")}
    assert MANIFEST["display"] == "standalone"


@pytest.mark.parametrize("root", ["https://spades.example.org/", "https://home.example/spades/"])
def test_app_begins_at_home_and_is_all_below_it(root: str) -> None:
    """Installed phones know the app by these addresses; the manifest names them from its own."""
    own = urljoin(root, "static/manifest.webmanifest")
    assert [urljoin(own, MANIFEST[name]) for name in ("start_url", "scope")] == [root, root]


def test_icons_are_small() -> None:
    assert sum(path.stat().st_size for path in Path(STATIC / "icons").glob("*.png")) < 20_000
