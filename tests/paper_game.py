"""A game worked out by hand on paper: what each player bid, and what each pair did.

Ann and Cal against Ben and Dee; Ann deals hand 1, so Ben deals hand 2, and Cal bids first in it.

| hand | Ann | Cal | took | Ben | Dee | took | |
| --- | --- | --- | --- | --- | --- | --- | --- |
| 1 | – | – | 7 | – | – | 6 | bids itself |
| 2 | 3 | nil 0 | 4 | 5 | 2 | 9 | Cal bid first; one bag and two bags |
| 3 | 4 | 3 | 6 | 3 | nil 1 | 6 | set by one; Dee bid first, and failed; three bags and that trick |
| 4 | 2 | 2 | – | 2 | 2 | – | not played |
| 5 | blind nil 0 | 5 | 5 | 4 | 3 | 8 | Ann bid last; one bag |
| 6 | 3 | 4 | 8 | nil 2 | 4 | 3 | first written as Ann 5; a misdeal before it; Ben bid last, and failed; set by one |

Failed nils count as bags.
"""

from __future__ import annotations

from typing import Any

from tests.tables import sheet_of

HANDS: list[dict[str, Any]] = [
    {"bids": None, "took": [7, 6]},
    {"bids": [["3", "nil"], ["5", "2"]], "took": [[4, 0], 9]},
    {"bids": [["4", "3"], ["3", "nil"]], "took": [6, [6, 1]]},
    {"bids": [["2", "2"], ["2", "2"]], "took": None},
    {"bids": [["blind-nil", "5"], ["4", "3"]], "took": [[0, 5], 8], "overruled": True},
]
SIXTH: dict[str, Any] = {"bids": [["5", "4"], ["nil", "4"]], "took": [8, [2, 3]]}
CORRECTED: dict[str, Any] = {"bids": [["3", "4"], ["nil", "4"]], "took": [8, [2, 3]]}

OWN: dict[str, dict[str, int]] = {
    "Ann": {"own_bids": 3, "own_bid_tricks": 10, "nils": 1, "nils_made": 1, "blind_nils": 1, "blind_nils_made": 1}
    | {"nils_first": 0, "nils_first_made": 0, "nils_last": 1, "nils_last_made": 1, "blind_calls": 1, "blind_made": 1},
    "Cal": {"own_bids": 3, "own_bid_tricks": 12, "nils": 1, "nils_made": 1, "blind_nils": 0, "blind_nils_made": 0}
    | {"nils_first": 1, "nils_first_made": 1, "nils_last": 0, "nils_last_made": 0, "blind_calls": 0, "blind_made": 0},
    "Ben": {"own_bids": 3, "own_bid_tricks": 12, "nils": 1, "nils_made": 0, "blind_nils": 0, "blind_nils_made": 0}
    | {"nils_first": 0, "nils_first_made": 0, "nils_last": 1, "nils_last_made": 0, "blind_calls": 0, "blind_made": 0},
    "Dee": {"own_bids": 3, "own_bid_tricks": 9, "nils": 1, "nils_made": 0, "blind_nils": 0, "blind_nils_made": 0}
    | {"nils_first": 1, "nils_first_made": 0, "nils_last": 0, "nils_last_made": 0, "blind_calls": 0, "blind_made": 0},
}
OF_PAIR: dict[str, dict[str, int]] = {
    "Ann": {"hands": 6, "penalties": 0, "overtricks": 2, "short": 1, "side_blind": 1, "side_blind_made": 1}
    | {"contracts": 4, "contracts_made": 3, "contract_tricks": 22, "contract_took": 23},
    "Ben": {"hands": 6, "penalties": 0, "overtricks": 9, "short": 1, "side_blind": 0, "side_blind_made": 0}
    | {"contracts": 4, "contracts_made": 3, "contract_tricks": 21, "contract_took": 26},
}
OF_PAIR |= {"Cal": OF_PAIR["Ann"], "Dee": OF_PAIR["Ben"]}
"""Ben and Dee: 2 + 3 + 1 bags, and the tricks of two failed nils, 1 + 2."""


def paper_sheet() -> dict[str, Any]:
    """The game as it ended."""
    sheet = sheet_of("partnership", closed="late", first_hand="bids-itself", least_total=10, blind_nil=200)
    return sheet | {"hands": [*HANDS, CORRECTED]}
