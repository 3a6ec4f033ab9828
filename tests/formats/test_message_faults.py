"""What translators get and give: faults of plurals and placeholders, each with its file and line."""

from pathlib import Path

from scorekeeper.formats.message_faults import ROOT, catalogue_faults, hidden_texts, plural_faults
from tests.each_case import each_case

FORMS = '"Plural-Forms: nplurals=2; plural=(n!=1);\\n"\n'
HEAD = 'msgid ""\nmsgstr ""\n"Content-Type: text/plain; charset=utf-8\\n"\n' + FORMS + "\n"
PLAIN = 'msgid "{{name}} bid {{bid}}"\nmsgstr "{}"\n'
PLURAL = 'msgid "1 bag"\nmsgid_plural "{{count}} bags"\nmsgstr[0] "{}"\nmsgstr[1] "{}"\n'


def test_plurals_of_the_program_have_no_faults() -> None:
    assert plural_faults(ROOT) == []


@each_case(
    ("code", "faults"),
    [
        ('_n(n, "1 game", "{count} games")', []),
        ('_n(n, "{winners} wins", "{winners} win", winners="Ann")', []),
        (
            '_n(n, "1 game", "{games} games", games=n)',
            ["scorekeeper/a.py:2: the number of “{games} games” must be {count}"],
        ),
        (
            '_n(n, "1 game", "{count} games")\n_n(n, "1 game", "{count} matches")',
            ["scorekeeper/a.py:3: “1 game” has another plural at scorekeeper/a.py:2: “{count} games”"],
        ),
    ],
)
def test_plural_that_a_catalogue_would_confuse_is_named(code: str, faults: list[str], tmp_path: Path) -> None:
    (tmp_path / "scorekeeper").mkdir(exist_ok=True)
    (tmp_path / "scorekeeper" / "a.py").write_text(f'"""A module."""\n{code}\n', "utf-8")
    assert plural_faults(tmp_path) == faults


def test_no_text_of_the_program_hides_in_an_f_string() -> None:
    assert hidden_texts(ROOT) == []


def test_text_in_an_f_string_is_named(tmp_path: Path) -> None:
    (tmp_path / "scorekeeper").mkdir()
    lines = ["f\"{_('{place} of {teams}', place=1, teams=8)} · {words}\"", 'f"{_(NAMES[code])}: {words}"']
    (tmp_path / "scorekeeper" / "a.py").write_text("\n".join(lines), "utf-8")
    assert hidden_texts(tmp_path) == ["scorekeeper/a.py:1: the text is inside an f-string; take it out"]


@each_case(
    ("text", "fault"),
    [
        (PLAIN.format("{bid} sagt {name}"), None),
        (PLAIN.format(""), None),
        (PLAIN.format("{bid} sagt"), "6: {name} is missing"),
        (PLAIN.format("{bid} sagt {name} {wer}"), "6: the English text has no {wer}"),
        (PLURAL.format("1 Bag", "{count} Bags"), None),
        (PLURAL.format("ein Bag", "Bags"), "6: {count} is missing"),
        (PLURAL.format("1 Bag", "{bags} Bags"), "6: the English text has no {bags}"),
        ("#, fuzzy\n" + PLAIN.format("{wer}"), None),
    ],
)
def test_placeholder_fault_of_a_translation_is_named_with_its_line(
    text: str, fault: str | None, tmp_path: Path
) -> None:
    file = tmp_path / "messages.po"
    file.write_text(HEAD + text, "utf-8")
    found = catalogue_faults(file)
    assert found[:1] == ([] if fault is None else [f"{file}:{fault}"])
