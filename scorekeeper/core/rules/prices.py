"""What a contract of the standard table is worth, made and failed, with the house rules that price it."""

A_TRICK = 10

OFF = "off"
LADDER = "ladder"
TEN_FOR_200 = {
    LADDER: {10: (200, -100), 11: (220, -110), 12: (240, -120), 13: (500, -130)},
    "flat": dict.fromkeys((10, 11, 12, 13), (200, -200)),
    "flat-100": dict.fromkeys((10, 11, 12, 13), (200, -100)),
    "flat-150": dict.fromkeys((10, 11, 12, 13), (150, -150)),
}
"""What the highest contracts are worth, made and failed, by the value of the option."""

BOSTON = {"200": 200, "350": 350}
"""What a contract of all the tricks is worth, made or failed, by the value of the option."""

SHORT = "short"
NOTHING = "nothing"


def contract_price(number: int, ten_for_200: str, costs: str, all_tricks: int = 0) -> tuple[int, int]:
    """The points of a contract made and failed; with `short` what it loses for each trick that it is short.

    `all_tricks`: what a contract of all the tricks is worth, if that has a price of its own (else 0).
    """
    ladder = TEN_FOR_200.get(ten_for_200, {})
    made, failed = (
        (all_tricks, -all_tricks) if all_tricks else ladder.get(number, (A_TRICK * number, -A_TRICK * number))
    )
    return made, {SHORT: -A_TRICK, NOTHING: 0}.get(costs, failed)
