"""A test of many cases runs all of them, and names those that failed."""

import pytest

from tests.each_case import each_case


@each_case(("number", "square"), [(2, 4), (3, 10), (4, 16), (5, 26)])
def squares(number: int, square: int) -> None:
    """A helper's test, two of its four cases wrong."""
    assert number * number == square


def test_every_failed_case_is_named() -> None:
    with pytest.raises(ExceptionGroup, match="2 of 4 cases of squares") as failed:
        squares()
    notes = [note for error in failed.value.exceptions for note in error.__notes__]
    assert notes == ["with number=3, square=10", "with number=5, square=26"]


def test_a_test_without_a_case_fails() -> None:
    with pytest.raises(AssertionError, match="no case"):
        each_case("number", [])(lambda number: None)()


def test_it_keeps_its_name_and_marks() -> None:
    marked = each_case("number", [1])(pytest.mark.exhaustive(squares))
    assert (marked.__name__, marked.__doc__) == ("squares", squares.__doc__)
    assert [mark.name for mark in marked.__dict__["pytestmark"]] == ["exhaustive"]


@each_case("number", [1, 2])
def test_fixtures_are_shared_by_the_cases(number: int, request: pytest.FixtureRequest) -> None:
    assert request.node.name == "test_fixtures_are_shared_by_the_cases", number
