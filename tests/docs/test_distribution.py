"""The distribution has a name of its own: `pip install scorekeeper` installs somebody else's package."""

import re
import subprocess
import tomllib

import pytest

from tests.served import CHECKOUT

NAME = tomllib.loads((CHECKOUT / "pyproject.toml").read_text("utf-8"))["project"]["name"]
INSTALLS = re.compile(
    r"""(?:\bpipx?\s+install|\buv\s+(?:add|tool\s+install|pip\s+install)|\buvx)  # a command that installs
        (?:[ ]+-[\w-]+)*[ ]+                                                   # its options
        ['"]?scorekeeper\b(?!\.)                                               # that name, but no file or folder
        | ['"`]scorekeeper\[                                                   # or one of its extras
        | \bversion\(['"]scorekeeper['"]\)                                     # or what Python calls it
        | \bscorekeeper-[\d.*…]+\.(?:whl|dist-info|tar)                        # or its files
    """,
    re.VERBOSE,
)
KINDS = (".md", ".py", ".html", ".js", ".po", ".toml", ".service", ".sh", "Makefile", "Containerfile")


def test_own_name_is_not_the_packages() -> None:
    assert NAME == "spades-scorekeeper"


@pytest.mark.parametrize(
    "wrong",
    [
        "pip install scorekeeper",
        "pip install 'scorekeeper[postgres]'",
        "pip install --upgrade scorekeeper",
        "pipx install scorekeeper",
        "uv tool install scorekeeper",
        "add `scorekeeper[redis]`",
        "dist/scorekeeper-….whl",
        'version("scorekeeper")',
    ],
)
def test_old_name_is_noticed(wrong: str) -> None:
    assert INSTALLS.search(wrong)
    assert not INSTALLS.search(wrong.replace("scorekeeper", NAME).replace("dist/spades-", "dist/spades_"))


def test_no_document_or_message_installs_the_old_name() -> None:
    listed = subprocess.run(["git", "ls-files", "-z"], cwd=CHECKOUT, capture_output=True, check=True, timeout=60)
    paths = [path for path in listed.stdout.decode().split("\0") if path.endswith(KINDS) and "golden/" not in path]
    found = []
    for path in paths:
        if (CHECKOUT / path).is_file() and path != "tests/docs/test_distribution.py":
            for number, line in enumerate((CHECKOUT / path).read_text("utf-8").splitlines(), start=1):
                if INSTALLS.search(line):
                    found.append(f"{path}:{number}: {line.strip()}")
    assert "README.md" in paths
    assert found == []
