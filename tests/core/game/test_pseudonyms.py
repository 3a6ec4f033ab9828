"""An erased name is replaced wherever the table wrote it, and nothing else is."""

from __future__ import annotations

import unicodedata

from scorekeeper.core.game.pseudonyms import Pseudonyms
from scorekeeper.core.inputs.faults import MAX_LINE_LENGTH, MAX_NAME_LENGTH, MAX_TEXT_LENGTH
from tests.each_case import each_case

ANN = Pseudonyms({"Ann": "Player 1"})


@each_case(
    ("erased", "others", "written", "read"),
    [
        ("Ann", (), "Ann and ann, ANN’s and Anna", "Player 1 and Player 1, Player 1’s and Anna"),
        ("Ann", (), "Joann, Ann_2", "Joann, Ann_2"),
        ("Ann", ("Ann B.",), "Ann B. and Ann", "Ann B. and Player 1"),
        ("Ann", ("Ann B.",), "ANN B. and ANN", "ANN B. and Player 1"),
        ("Ann", ("ann",), "ann and Ann, ANN", "ann and Player 1, Player 1"),
        ("Ann", ("Jo Ann",), "Jo Ann and Ann", "Jo Ann and Player 1"),
        ("Al", (), "Al and al, AL and Albert", "Player 1 and al, AL and Albert"),
        ("Al", ("Al B.",), "Al B. and Al", "Al B. and Player 1"),
        ("A.B", (), "A.B or AxB", "Player 1 or AxB"),
        ("(Ann)", (), "with (Ann) at last", "with Player 1 at last"),
        ("Ann", ("ANN LEE",), "ANN LEE and Ann", "ANN LEE and Player 1"),
        ("李", (), "小李赢了", "小Player 1赢了"),
        ("李Bob", (), "小李Bob, 李Bobby", "小Player 1, 李Bobby"),
        ("Жанна", (), "ЖАННА и Жанна", "Player 1 и Player 1"),
    ],
)
def test_a_name_is_replaced_as_a_word(erased: str, others: tuple[str, ...], written: str, read: str) -> None:
    assert Pseudonyms({erased: "Player 1"}, others).text(written) == read


def test_the_longest_name_is_replaced_first() -> None:
    both = Pseudonyms({"Ann": "Player 1", "Ann Lee": "Player 2"})
    assert both.text("ann lee, Ann") == "Player 2, Player 1"
    assert both.name("Ann Lee & Ann") == "Player 2 & Player 1"


def test_of_the_names_of_a_player_only_a_short_one_needs_its_own_case() -> None:
    both = Pseudonyms({"Al": "Player 1", "Alberta": "Player 2"})
    assert both.text("al, AL, ALBERTA, Al") == "al, AL, Player 2, Player 1"


def test_a_name_is_replaced_composed_and_decomposed() -> None:
    for name in (unicodedata.normalize(form, "Zoé") for form in ("NFC", "NFD")):
        assert Pseudonyms({"Zoé": "Player 1"}).name(f"{name} & Cal") == "Player 1 & Cal"


def test_in_a_name_only_the_same_letters_are_the_player() -> None:
    """A side may be called after a word that is somebody's name too."""
    assert ANN.name("Ann & Ben") == "Player 1 & Ben"
    assert ANN.name("ann & Ben") == "ann & Ben"
    assert Pseudonyms({"Ann": "Player 1"}, ("Ann Lee", "Jo Ann")).name("Ann Lee & Jo Ann") == "Ann Lee & Jo Ann"
    assert Pseudonyms({"李雷": "Player 1"}, ("王李",)).name("王李雷") == "王李雷", "the other one comes first"


def test_what_grows_too_long_is_cut_and_nothing_else() -> None:
    assert ANN.name("Ann & " + "x" * 34) == "Player 1 & " + "x" * 29
    older = "y" * (MAX_NAME_LENGTH + 1)
    assert ANN.name(older) == older
    assert ANN.text("Ann" + " " * 997) == "Player 1" + " " * (MAX_TEXT_LENGTH - 8)


@each_case(
    ("key", "read"),
    [
        ("player", "Player 1 & ann"),
        ("players", "Player 1 & ann"),
        ("note", "Player 1 & Player 1"),
        ("words", "Player 1 & Player 1"),
        ("device", "Ann & ann"),
        ("", "Ann & ann"),
    ],
)
def test_the_place_says_what_a_text_is(key: str, read: str) -> None:
    assert ANN.value({key: "Ann & ann"}) == {key: read}
    assert ANN.value({"hands": [{key: ["Ann & ann", 7, None]}]}) == {"hands": [{key: [read, 7, None]}]}
    assert ANN.value("Ann & ann", key) == read


def test_a_text_is_cut_where_its_place_is_full() -> None:
    line = "Ann" + "." * (MAX_LINE_LENGTH - 3)
    assert ANN.value({"message": line, "note": line}) == {
        "message": "Player 1" + "." * (MAX_LINE_LENGTH - 8),
        "note": "Player 1" + "." * (MAX_LINE_LENGTH - 3),
    }


def test_tags_keep_names_of_their_own() -> None:
    tags = {"Ann": "Ann deals", "ann": "sings", "Player 1": "pours", "Place": "Ann’s", "Ann " + "x" * 36: ""}
    assert ANN.value({"tags": tags}) == {
        "tags": {
            "Player 1 (2)": "Player 1 deals",
            "Player 1 (3)": "sings",
            "Player 1": "pours",
            "Place": "Player 1’s",
            "Player 1 " + "x" * 31: "",
        }
    }
    long = {"Ann " + "x" * 36: "one", "ANN " + "x" * 36: "two"}
    assert ANN.value(long, "tags") == {"Player 1 " + "x" * 31: "one", "Player 1 " + "x" * 26 + " (2)": "two"}
