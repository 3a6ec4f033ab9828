"""A record is the same record however it travelled; every real change is still called one."""

import codecs
import io
import json
from collections.abc import Callable

import pytest

from scorekeeper.core.inputs import InvalidInput
from scorekeeper.core.words.faults import fault_text
from scorekeeper.formats.csv_rows import hands_csv
from scorekeeper.formats.files import games_of_file
from scorekeeper.formats.game_json import game_json, games_json
from scorekeeper.formats.games import ImportedGame
from scorekeeper.formats.text_record import record_of
from scorekeeper.formats.verification.file import check_file
from tests.formats.exports.games import game_of_sheet
from tests.formats.verification.test_every_byte import sign
from tests.refusals import refuses
from tests.tables import sheet_of

SHEET = sheet_of("two-player", "Ann 5 took 6, Ben 4>5 took 7", "Ann 5 took 7, Ben nil took 6")
SHEET["sides"] = [{"name": "O'Brien"}, {"name": "Zoë"}]
SHEET["hands"][0]["note"] = 'said "blind" – too late'
GAME = game_of_sheet(SHEET, signer=sign)
RECORD = record_of(GAME)

Travel = Callable[[str], str | bytes]


def each_line(text: str, before: str = "", end: str = "\n") -> str:
    return "".join(f"{before}{line}{end}" for line in text.splitlines())


def curly(text: str) -> str:
    return text.replace(' "', " “").replace('"', "”").replace("'", "’")


ANY_TEXT: dict[str, Travel] = {
    "Windows": lambda text: text.replace("\n", "\r\n"),
    "an old Mac": lambda text: text.replace("\n", "\r"),
    "mail that ends lines twice": lambda text: text.replace("\n", "\r\r\n"),
    "space at the ends": lambda text: each_line(text, end=" \t\n") + "\n  \n",
    "no last line end": lambda text: text.rstrip("\n"),
    "a byte order mark": lambda text: codecs.BOM_UTF8 + text.encode(),
    "UTF-16": lambda text: text.encode("utf-16"),
    "UTF-16 of Windows": lambda text: text.replace("\n", "\r\n").encode("utf-16"),
    "UTF-16 without a mark": lambda text: text.encode("utf-16-be"),
}
A_RECORD: dict[str, Travel] = {
    "empty lines and space before": lambda text: f"\n\n  {text}",
    "a quoted message": lambda text: each_line(text, "> "),
    "a message quoted twice": lambda text: each_line(text, ">> "),
    "a name and a time": lambda text: f"[20:14, 26/11/2026] Ann: {text}",
    "a name before a dash": lambda text: f"26/11/2026, 20:14 - Ann: {text}",
    "a greeting before": lambda text: f"Hi all,\nhere it is:\n\n{text}",
    "a greeting after": lambda text: f"{text}\nCheers\nAnn\n",
    "an answer after": lambda text: f"{text}[20:20, 26/11/2026] Ben: nice!\n",
    "curly quotes": curly,
    "no-break spaces": lambda text: text.replace(" ", "\u00a0"),
    "empty lines between": lambda text: text.replace("\n", "\n\n"),
    "no empty line": lambda text: text.replace("\n\n", "\n"),
    "marks of direction": lambda text: each_line(text, "\u200e"),
    "all at once": lambda text: "Ann\r\n" + each_line(curly(text), "> ", "\r\n").replace(" ", "\u00a0") + "Cheers",
}


def file(content: str | bytes) -> io.BytesIO:
    return io.BytesIO(content.encode() if isinstance(content, str) else content)


@pytest.mark.parametrize("way", [*ANY_TEXT, *A_RECORD])
def test_record_is_undamaged_and_signed_however_it_travelled(way: str) -> None:
    travelled = (ANY_TEXT | A_RECORD)[way](RECORD)
    checked = check_file(file(travelled))
    assert checked.findings == []
    assert (checked.undamaged, sum(checked.trust.signed_by.values())) == (True, 1)
    (imported,) = games_of_file(file(travelled))
    assert isinstance(imported, ImportedGame)
    assert (imported.sheet, imported.notes) == (GAME.sheet, ())


@pytest.mark.parametrize("way", ANY_TEXT)
@pytest.mark.parametrize("form", ["game", "games", "CSV", "sheet"])
def test_json_and_csv_are_read_however_they_travelled(form: str, way: str) -> None:
    texts = {
        "game": lambda: game_json(GAME),
        "games": lambda: b"".join(games_json([GAME])).decode(),
        "CSV": lambda: "".join(hands_csv([GAME])),
        "sheet": lambda: json.dumps(SHEET, indent=2, ensure_ascii=False),
    }
    travelled = ANY_TEXT[way](texts[form]().replace("\r\n", "\n"))
    (imported,) = games_of_file(file(travelled))
    assert isinstance(imported, ImportedGame)
    assert (imported.sheet, imported.notes) == (GAME.sheet, ())
    if form in ("game", "games"):
        assert check_file(file(travelled)).undamaged is True


def test_several_records_of_a_chat_are_read() -> None:
    chat = f"[20:14] Ann: {RECORD}\n\n[20:15] Ben: {RECORD}bye\n"
    assert check_file(file(chat)).games == len(list(games_of_file(file(chat)))) == 2
    assert check_file(file(chat)).undamaged


CHANGES = {
    "a digit": ("6 : 7", "7 : 6"),
    "a total": ('[Result "', '[Result "1'),
    "a name": ("Zoë", "Zoé"),
    "a note": ("too late", "in time"),
    "a quote of a note": ('\\"blind\\"', "'blind'"),
    "a straight quote made curly by hand": ('said \\"', "said “"),
    "a space made longer": ("too late", "too  late"),
    "a dash": ("–", "-"),
    "the dealer": ('[Dealer "1"]', '[Dealer "2"]'),
    "a tag less": ('[Dealer "1"]\n', ""),
}


@pytest.mark.parametrize("way", ["none", "Windows", "a quoted message", "a greeting before", "a byte order mark"])
@pytest.mark.parametrize("change", CHANGES)
def test_a_real_change_is_called_damage_however_it_travelled(change: str, way: str) -> None:
    before, after = CHANGES[change]
    assert before in RECORD
    travels: dict[str, Travel] = {"none": lambda text: text, **ANY_TEXT, **A_RECORD}
    checked = check_file(file(travels[way](RECORD.replace(before, after, 1))))
    assert checked.undamaged is False
    assert sum(checked.trust.signed_by.values()) == 0


def test_an_added_hand_behind_the_checksums_is_no_greeting() -> None:
    added = f"{RECORD}3. 5 : 4 | 6 : 7 | 51 : 43 | 200 : 100\n"
    assert not check_file(file(added)).holds
    with refuses(InvalidInput, match="line 16"):
        list(games_of_file(file(added)))


UNSEALED = RECORD[: RECORD.index("[Seal")]


def test_a_record_without_checksums_is_read_where_it_is_unmistakable() -> None:
    plain = UNSEALED.replace('said \\"blind\\" – too late', "late")
    doubtful = ("empty lines between", "all at once")  # without checksums, an empty line ends the tags and the hands
    for way, travel in (ANY_TEXT | A_RECORD).items():
        if way in doubtful:
            continue
        travelled = travel(plain)
        (imported,) = games_of_file(file(travelled))
        assert isinstance(imported, ImportedGame)
        assert imported.sheet.hands[0].note == "late"


@pytest.mark.parametrize(
    ("before", "after", "says"),
    [
        ('[Side "Zoë"', '[Side “Zoë"', 'A curly quote (“) stands where a straight one (") belongs'),
        ("1. 5 : 4>5", "Hand 1. 5 : 4>5", "line 13"),
        ("[Record", "[Recrod", "Record"),
    ],
)
def test_what_is_not_unmistakable_is_named(before: str, after: str, says: str) -> None:
    text = UNSEALED.replace(before, after)
    assert text != UNSEALED
    with pytest.raises(InvalidInput) as refused:
        list(games_of_file(file(text)))
    assert says in fault_text(refused.value.fault)
    assert says in fault_text(check_file(file(text)).findings[0])


@pytest.mark.parametrize("way", ["none", *ANY_TEXT])
def test_scores_of_a_csv_are_checked_however_it_travelled(way: str) -> None:
    travels: dict[str, Travel] = {"none": lambda text: text, **ANY_TEXT}
    text = "".join(hands_csv([GAME])).replace("\r\n", "\n")
    checked = check_file(file(travels[way](text)))
    assert (checked.games, checked.hands, checked.findings, checked.undamaged) == (1, 2, [], None)
    wrong = check_file(file(travels[way](text.replace(",51,51,", ",52,51,"))))
    assert [finding.code for finding in wrong.findings] == ["differs"]
    unread = check_file(file(travels[way](text.replace("two-player", "go-fish"))))
    assert "go-fish" in fault_text(unread.findings[0])
