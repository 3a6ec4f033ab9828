"""The wheel: installed into a new environment, it serves from an empty folder, with everything it needs inside."""

import re
import shutil
import subprocess
import sys
from pathlib import Path
from urllib.request import urlopen
from zipfile import ZipFile

import pytest

from tests.served import CHECKOUT, environment, served

HERE = Path(sys.executable).parent


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("dist")
    build = [sys.executable, "-m", "hatchling", "build", "--target", "wheel", "--directory", str(folder)]
    subprocess.run(build, cwd=CHECKOUT, check=True, capture_output=True, timeout=120)
    return next(folder.glob("spades_scorekeeper-*.whl"))


@pytest.fixture(scope="module")
def installed(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The commands of a fresh environment with the wheel; its dependencies are borrowed from ours."""
    folder = tmp_path_factory.mktemp("fresh")
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", str(folder)], check=True, timeout=60)
    packages = next(folder.glob("lib/python*/site-packages"))
    ours = next(HERE.parent.glob("lib/python*/site-packages"))
    pip = [
        sys.executable,
        "-m",
        "pip",
        "--disable-pip-version-check",
        "--quiet",
        "--python",
        str(folder / "bin/python"),
    ]
    subprocess.run([*pip, "install", "--no-deps", "--no-index", str(wheel)], check=True, timeout=120)
    (packages / "borrowed.pth").write_text(f"{ours}\n")
    for minifier in ("rcssmin", "rjsmin"):  # ours has them; a server has no need of them
        (packages / f"{minifier}.py").write_text("raise ImportError('only for those who build a wheel')\n")
    return folder / "bin"


def test_wheel_has_templates_and_static_files(wheel: Path) -> None:
    inside = set(ZipFile(wheel).namelist())
    for folder in ("templates", "scorekeeper/static", "scorekeeper/migrations", "scorekeeper/schema"):
        for path in (CHECKOUT / folder).rglob("*.*"):
            if "__pycache__" not in path.parts:
                name = path.relative_to(CHECKOUT).as_posix()
                assert (f"scorekeeper/{name}" if folder == "templates" else name) in inside


def test_wheel_has_nothing_else(wheel: Path) -> None:
    tops = {name.split("/")[0] for name in ZipFile(wheel).namelist()}
    assert tops == {"scorekeeper", *(top for top in tops if re.fullmatch(r"spades_scorekeeper-[\d.]+\.dist-info", top))}


def test_installed_app_serves_from_an_empty_folder(installed: Path, tmp_path: Path) -> None:
    settings = {"XDG_DATA_HOME": str(tmp_path / "data"), "PYTHONPATH": ""}  # which a copy of the checkout has
    with served(None, command=[installed / "scorekeeper"], folder=tmp_path, settings=settings) as server:
        page = urlopen(f"{server.url}/rules").read().decode()
        style = re.search(r'href="(/static/style\.css[^"]+)"', page)
        assert style
        assert urlopen(server.url + style[1]).read().lstrip().startswith(b":root")
        for script in ("pad.js", "phone.js"):
            assert len(urlopen(f"{server.url}/static/{script}").read()) > 1000
    assert (tmp_path / "data/scorekeeper/scorekeeper.sqlite").is_file()
    assert [path.name for path in tmp_path.iterdir()] == ["data"]


def test_installed_package_is_used(installed: Path, tmp_path: Path) -> None:
    def output_of(*words: str) -> str:
        command: list[str | Path] = [installed / "python", *words]
        return subprocess.run(
            command,
            cwd=tmp_path,
            env=environment(None, PYTHONPATH=""),
            check=True,
            capture_output=True,
            text=True,
            timeout=30,
        ).stdout

    assert Path(output_of("-c", "import scorekeeper; print(scorekeeper.__file__)").strip()).is_relative_to(
        installed.parent
    )
    assert output_of("-m", "scorekeeper", "--version").startswith("scorekeeper ")
    module = "from scorekeeper.compiler.built import built; print(*built(None, PACKAGE / 'templates').values())"
    ahead = output_of("-c", f"from scorekeeper.compiler.versions import PACKAGE; {module}").split()
    assert all(Path(file).is_relative_to(installed.parent) for file in ahead)
    assert "export const more=" in Path(ahead[1]).read_text("utf-8")


def test_faulty_translation_gives_no_wheel(tmp_path: Path) -> None:
    checkout = tmp_path / "checkout"
    for part in ("scorekeeper", "templates"):
        shutil.copytree(CHECKOUT / part, checkout / part, ignore=shutil.ignore_patterns("__pycache__"))
    for part in ("pyproject.toml", "hatch_build.py", "README.md", "LICENSE"):
        shutil.copy(CHECKOUT / part, checkout / part)
    file = checkout / "scorekeeper" / "translations" / "pl" / "LC_MESSAGES" / "messages.po"
    file.parent.mkdir(parents=True)
    file.write_text('msgid ""\nmsgstr ""\n\nmsgid "{name} bid {bid}"\nmsgstr "{bid}: {kto}"\n', "utf-8")
    build = [sys.executable, "-m", "hatchling", "build", "--target", "wheel", "--directory", str(tmp_path / "dist")]
    built = subprocess.run(build, cwd=checkout, check=False, capture_output=True, text=True, timeout=120)
    assert built.returncode != 0
    assert f"{file}:4: the English text has no {{kto}}" in built.stderr
