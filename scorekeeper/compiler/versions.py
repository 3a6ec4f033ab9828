"""Where the sources of the phone's module are, and the versions of what is made of them."""

from hashlib import sha256
from pathlib import Path

PACKAGE = Path(__file__).parents[1]
STATIC = PACKAGE / "static" / "js"


def version_of(content: bytes) -> str:
    """The version of a file that phones keep: a hash of its content."""
    return sha256(content).hexdigest()[:10]


def fingerprint(templates: Path) -> str:
    """A hash that changes with any source of the module."""
    found = sha256()
    own = [PACKAGE / "core", PACKAGE / "compiler", PACKAGE / "web", STATIC, templates]
    for folder in own:
        for path in sorted(path for path in folder.rglob("*") if path.suffix in (".py", ".js", ".html")):
            found.update(path.relative_to(folder).as_posix().encode() + b"\0" + path.read_bytes() + b"\0")
    return found.hexdigest()[:20]
