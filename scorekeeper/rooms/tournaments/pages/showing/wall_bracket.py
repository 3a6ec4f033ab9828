"""The bracket on the wall display: what is played and what follows, of a large one a part at a time, in turn."""

from collections.abc import Iterator, Sequence
from typing import Any

from scorekeeper.core.words.language import translatable, translate as _
from scorekeeper.rooms.tournaments.domain.log.state import TournamentState
from scorekeeper.rooms.tournaments.domain.pairing import format_of
from scorekeeper.rooms.tournaments.pages.hall import is_hidden
from scorekeeper.rooms.tournaments.pages.showing.bracket import (
    FINALS,
    NO_LOSSES,
    ONE_LOSS,
    THIRD_PLACE,
    Drawing,
    brackets_of,
)

BRACKET = "bracket"
LABEL = translatable("Bracket")
Drawn = dict[str, Any]
"""Values of a page, as `Drawing` has them."""
COLUMNS = 4
ROWS = 8
"""How many rounds, and matches of a round, can be read from 5 metres: all of 8 or 16 teams."""

LONG_COLUMNS = 3
"""The same for names of more than `LONG_NAME` letters."""
LONG, LONG_NAME = 13, 18
"""Letters of a name beside which a column of four is too narrow for the usual ones."""
FEW_ROWS = 2
"""With no more matches above each other, there is room for large letters in two lines."""

Column = tuple[str, bool, list[Drawn]]
"""The title of a round, whether it is played now, and its matches."""


def bracket_pages(state: TournamentState, names: dict[int, str]) -> Iterator[Drawn]:
    """The bracket of the stage that is played, none without one. Each part has the rounds from the one played now on.

    Where they leave room, the rounds before are there, too. A part in which nobody plays yet is left out.
    """
    brackets = brackets_of(state, state.stage) if format_of(state, state.stage).is_bracket else []
    if not brackets:
        return
    drawn = Drawing(state, brackets[-1], names, None, may_see=not is_hidden(state)).view()
    halves = [(_("No losses"), _columns_of(drawn, NO_LOSSES)), (_("One loss"), _columns_of(drawn, ONE_LOSS))]
    most = LONG_COLUMNS if max(map(len, names.values())) > LONG_NAME else COLUMNS
    for half, columns in halves if drawn["is_double"] else [("", halves[0][1])]:
        parts = [part for part in _parts_of(columns, most) if _is_known(part)]
        for number, part in enumerate(parts, 1):
            rows = [_rows(matches) for _title, _now, matches in part]
            of = f"{number}/{len(parts)}" if len(parts) > 1 else ""
            yield {
                "kind": BRACKET,
                "title": half or _(LABEL),
                "wave": half,
                "range": of,
                "columns": [
                    {
                        "title": title,
                        "is_now": is_now,
                        "matches": matches,
                        "joins": place + 1 < len(part) and rows[place] == 2 * rows[place + 1],
                        "leads_on": place + 1 < len(part) and rows[place] == rows[place + 1],
                        "follows": place > 0 and rows[place] in (rows[place - 1], rows[place - 1] / 2),
                    }
                    for place, (title, is_now, matches) in enumerate(part)
                ],
                "size": _size(part),
            }


def _columns_of(drawn: Drawn, half: str) -> list[Column]:
    """The rounds that have matches of this half; the final of a double bracket closes its first half."""
    found = []
    for drawn_round in drawn["rounds"]:
        matches = list(drawn_round["halves"][half])
        if half == NO_LOSSES:
            matches += drawn_round["halves"][FINALS]
            matches += [match | {"note": _("Third place")} for match in drawn_round["halves"][THIRD_PLACE]]
        if matches:
            found.append((drawn_round["title"], drawn_round["is_now"], matches))
    return found


def _rows(matches: Sequence[Drawn]) -> int:
    """How many matches stand above each other; the one for third place stands apart."""
    return sum("note" not in match for match in matches)


def _parts_of(columns: Sequence[Column], most: int) -> Iterator[list[Column]]:
    """From the first round that isn't over on, `most` rounds at once, in as many parts as it takes."""
    if not columns:
        return
    open_ones = [place for place, column in enumerate(columns) if not all(_is_settled(match) for match in column[2])]
    first = open_ones[0] if open_ones else len(columns) - 1
    while first and len(columns) - first < most and len(columns[first - 1][2]) <= ROWS:
        first -= 1
    shown = columns[first : first + most]
    count = -(-len(shown[0][2]) // ROWS)
    for part in range(count):
        yield [
            (title, is_now, matches[part * len(matches) // count : (part + 1) * len(matches) // count])
            for title, is_now, matches in shown
            if len(matches) >= count
        ]


def _is_settled(match: Drawn) -> bool:
    return bool(match["is_over"] or match["is_empty"] or match["is_bye"])


def _size(part: Sequence[Column]) -> str:
    """The class of the letters: small enough for the longest name, and large where there is room."""
    sides = [side for _title, _now, matches in part for match in matches for side in match["sides"]]
    longest = max(len(side["name"]) for side in sides)
    if max(_rows(matches) for _title, _now, matches in part) <= FEW_ROWS:
        return "roomy"
    if len(part) == COLUMNS or longest > LONG_NAME:
        return "long" if longest > LONG else ""
    return "large"


def _is_known(part: Sequence[Column]) -> bool:
    """Whether a team is already in one of these matches."""
    return any(side["is_team"] for _title, _now, matches in part for match in matches for side in match["sides"])
