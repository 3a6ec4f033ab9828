"""Where a field is: from the largest part to the smallest, also inside a file."""

from scorekeeper.core.inputs.faults import FieldPath


def test_path_leads_from_the_largest_part_to_the_smallest() -> None:
    assert FieldPath().words == ""
    assert FieldPath.to("hand", 3).at("renege").words == "hand 3, renege"
    assert FieldPath.to("hand", 3).at("renege").number_of("hand") == 3
    assert FieldPath.to("hand", 3).number_of("deal") == 0


def test_path_keeps_the_file_around_it() -> None:
    inside = FieldPath.to("sides").within("game", 2).within("table.zip")
    assert inside.parts == ("table.zip", "game 2", "sides")
    assert inside.at("side", 2).words == "table.zip: game 2: sides, side 2"
    assert inside.at("side", 2).with_names(("Ann", "Ben")).words == "table.zip: game 2: sides, Ben"
    assert inside.at("side", 3).with_names(("Ann", "Ben")).words == "table.zip: game 2: sides, side 3"
