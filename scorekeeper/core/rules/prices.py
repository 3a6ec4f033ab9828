"""What a contract of the standard table is worth, made and failed, with the house rules that price it."""

A_TRICK = 10

OFF = "off"
LADDER = "ladder"
TEN = 10
LADDER_MADE = (200, 220, 240, 500)
FLAT = {"flat": (200, -200), "flat-100": (200, -100), "flat-150": (150, -150)}
TEN_FOR_200 = (LADDER, *FLAT)
"""The values that give contracts of ten and more a price: a rung for each of 10 to 12 and one from 13, or all alike."""

BOSTON = {"200": 200, "350": 350}
"""What a contract of all the tricks is worth, made or failed, by the value of the option."""
FAILED_BY_BID = "bid"

SHORT = "short"
NOTHING = "nothing"


def contract_price(
    number: int, ten_for_200: str, costs: str, all_tricks: int = 0, failed_boston: str = ""
) -> tuple[int, int]:
    """The points of a contract made and failed; with `short` what it loses for each trick that it is short.

    `all_tricks`: what a contract of all the tricks is worth, if that has a price of its own (else 0); with
    `failed_boston` it loses what any contract would.
    """
    by_the_bid = -A_TRICK * number
    made, failed = -by_the_bid, by_the_bid
    if all_tricks:
        made, failed = all_tricks, by_the_bid if failed_boston == FAILED_BY_BID else -all_tricks
    elif ten_for_200 == LADDER and number >= TEN:
        made = LADDER_MADE[min(number - TEN, len(LADDER_MADE) - 1)]
    elif ten_for_200 in FLAT and number >= TEN:
        made, failed = FLAT[ten_for_200]
    return made, {SHORT: -A_TRICK, NOTHING: 0}.get(costs, failed)
