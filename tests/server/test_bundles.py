"""Bundles: styles and scripts by subject, joined into few files, and the selectors of scripts."""

import re
import shutil
from pathlib import Path

import pytest

from scorekeeper.server import bundles
from scorekeeper.server.bundles import BUNDLES, bundles_of, join_bundle, join_bundles
from scorekeeper.server.settings import PACKAGE
from tests.each_case import each_case

STATIC = PACKAGE / "static"
SCRIPTS = sorted((STATIC / "js").rglob("*.js"))
ALL = [*SCRIPTS, *sorted((STATIC / "css").rglob("*.css"))]

SELECTING = re.compile(r"""\b(?:querySelector(?:All)?|matches|closest)\((["'`])(.*?)\1\)""")
BY_CLASS = re.compile(r"(?<![\w$}\]])\.[a-zA-Z]|[\w\])]\.[a-zA-Z-]+")
IN_BRACES = re.compile(r"\$\{[^}]*\}")


def by_class(script: str) -> list[str]:
    """Where a script selects by a styling class, or tests for one."""
    selectors = (IN_BRACES.sub("", selector) for _, selector in SELECTING.findall(script))
    return [each for each in selectors if BY_CLASS.search(each)] + re.findall(
        r"classList|getElementsByClassName", script
    )


def test_scripts_select_by_data_and_never_by_a_styling_class() -> None:
    assert {script.name: found for script in SCRIPTS if (found := by_class(script.read_text()))} == {}


@each_case(
    "selecting",
    ['document.querySelector(".pad")', "form.matches('form.keys')", "at.closest(`main .play`)", "on.classList"],
)
def test_a_styling_class_in_a_script_is_found(selecting: str) -> None:
    assert by_class(selecting)


UNNAMED = re.compile(r"(?:BroadcastChannel|indexedDB\.open|locks\.request)\((?!named\()")
STORED = re.compile(r"localStorage\.\w+\((\w+|[^)]+)")


def shared_by_the_host(script: str) -> list[str]:
    """What a script shares with all pages of its host, under a name that another instance has too."""
    keys = [key for key in STORED.findall(script) if f"const {key} = named(" not in script]
    return UNNAMED.findall(script) + keys


def test_what_all_pages_of_a_host_share_is_named_after_the_instance() -> None:
    assert {script.name: found for script in SCRIPTS if (found := shared_by_the_host(script.read_text()))} == {}


@each_case(
    "sharing", ['new BroadcastChannel("x")', "navigator.locks.request(name, given)", 'localStorage.getItem("x")']
)
def test_a_name_that_another_instance_has_too_is_found(sharing: str) -> None:
    assert shared_by_the_host(sharing)


def test_each_file_begins_with_its_subject() -> None:
    read = {file: file.read_text().splitlines() for file in ALL}
    subject = {".js": "// ", ".css": "/* "}
    assert [file.name for file, lines in read.items() if not lines[0].startswith(subject[file.suffix])] == []


def test_each_file_is_in_a_bundle() -> None:
    files = bundles_of(STATIC).items()
    bundled = {f"{part}.{name.rpartition('.')[2]}" for name, parts in files for part in parts.split()}
    assert bundled == {file.relative_to(STATIC / file.suffix[1:]).as_posix() for file in ALL}


def test_a_bundle_of_scripts_is_one_module() -> None:
    for name in bundles_of(STATIC):
        if name.endswith(".js"):
            assert not re.search(r"(^|;)\s*import\b(?!\()", join_bundle(STATIC, name).decode(), re.MULTILINE), name
    script = join_bundle(STATIC, "pad.js").decode()
    assert not re.search(r"^export\b", script, re.MULTILINE)
    assert not re.search(r"(^|\s)//", script), "a comment"
    assert script.index("function showPage") < script.index("await ask(request)")


def test_bundles_of_a_deleted_room_are_left_out(tmp_path: Path) -> None:
    for kind in ("css", "js"):
        shutil.copytree(STATIC / kind, tmp_path / kind)
        shutil.rmtree(tmp_path / kind / "rooms", ignore_errors=True)
    assert set(join_bundles(tmp_path)) == set(BUNDLES)


def scripts(folder: Path, monkeypatch: pytest.MonkeyPatch, **files: str) -> None:
    (folder / "js").mkdir()
    for name, script in files.items():
        (folder / "js" / f"{name}.js").write_text(script)
    monkeypatch.setitem(bundles.BUNDLES, "few.js", " ".join(files))


def test_scripts_in_the_wrong_order_are_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    uses, makes = 'import { bid } from "./makes.js";\nbid();\n', "export const bid = () => {};\n"
    scripts(tmp_path, monkeypatch, uses=uses, makes=makes)
    with pytest.raises(ValueError, match=r"few\.js: uses\.js imports from makes, which must come before it"):
        join_bundle(tmp_path, "few.js")


def test_a_name_that_two_scripts_declare_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    scripts(tmp_path, monkeypatch, one="let seat = 1;\n", two="export async function seat() {}\n")
    with pytest.raises(ValueError, match=r"few\.js: two\.js and one\.js both declare seat"):
        join_bundle(tmp_path, "few.js")


def test_a_template_literal_in_another_one_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    scripts(tmp_path, monkeypatch, one="const hand = `${nil ? `nil  made` : 4}`;\n")
    with pytest.raises(ValueError, match=r"few\.js: one\.js has a template literal in another one"):
        join_bundle(tmp_path, "few.js")


def test_texts_keep_their_blanks_and_slashes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    scripts(tmp_path, monkeypatch, one="const hand = `bid 4\n  took 5 // ${ bags }`; // a bag\nconst url = 'a  //b';\n")
    assert join_bundle(tmp_path, "few.js").decode() == "const hand=`bid 4\n  took 5 // ${ bags }`;const url='a  //b';"


PSEUDO = re.compile(r"(?<=[\w)\]*]) :[a-z-]+\(")


def test_minifier_keeps_the_blank_of_a_descendant_before_a_pseudo_class() -> None:
    """It takes one away in `@container`, which it does not know."""
    for name, parts in bundles_of(STATIC).items():
        if name.endswith(".css"):
            files = "".join((STATIC / "css" / f"{part}.css").read_text() for part in parts.split())
            written = re.sub(r"/\*.*?\*/", "", files, flags=re.DOTALL)
            assert len(PSEUDO.findall(join_bundle(STATIC, name).decode())) == len(PSEUDO.findall(written)), name


def test_every_colour_token_has_a_light_and_a_dark_value() -> None:
    tokens = [(STATIC / "css" / f"{name}.css").read_text() for name in ("tokens", "rows")]
    colours = re.findall(r"--[\w-]+: *(.*#.*);", "".join(tokens))
    assert len(colours) == 18
    assert [each for each in colours if not re.fullmatch(r"light-dark\(#\w{6}, #\w{6}\)", each)] == []
