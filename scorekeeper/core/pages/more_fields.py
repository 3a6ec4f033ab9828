"""The fields of a correction besides its pad: first bids, reneges, agreed points, the note, and why."""

from collections.abc import Mapping, Sequence

from scorekeeper.core.game import GameState
from scorekeeper.core.pages.fields import LONGEST_NOTE, LONGEST_REASON, field, reasons_field, rows_of
from scorekeeper.core.pages.place import View
from scorekeeper.core.rules.scoreboard import ScoredHand
from scorekeeper.core.rules.tricks import BOOKS_FOR_A_RENEGE
from scorekeeper.core.words.language import translatable
from scorekeeper.core.words.language import translate as _

Fields = Mapping[str, str]

MISCOUNT, WRONG_BID = translatable("Miscount"), translatable("Wrong bid")
"""The reasons of most corrections."""


def more_fields(state: GameState, hand: ScoredHand, fields: Fields) -> View:
    """Values for the folded form of `games/correct.html`; it is open if a ruling is filled in."""
    names = state.head.names_at(hand.number)
    return {
        "first": [
            field(
                "text",
                f"e{seat}",
                _("{name} bid first", name=state.head.player_at(seat, hand.number)),
                fields[f"e{seat}"],
                max_length=80,
                placeholder=_("4, or 4>5"),
            )
            for seat in state.head.rules.seating.bidders
            if f"e{seat}" in fields
        ],
        "reneges": [_renege(fields, i, names) for i in range(_rows(fields, "r", "books"))],
        "adjusted": [_adjusted(fields, i, names) for i in range(_rows(fields, "a", "points"))],
        "note": field("text", "note", _("Note"), fields.get("note", ""), max_length=LONGEST_NOTE),
        "open": rows_of(fields, "r", "books") + rows_of(fields, "a", "points") > 0,
    }


def _rows(fields: Fields, letter: str, part: str) -> int:
    """How many rows to show: the filled-in ones and an empty one."""
    count = rows_of(fields, letter, part)
    return count if count and not fields[f"{letter}{count - 1}-{part}"].strip() else count + 1


def _choice(fields: Fields, name: str, label: str, choices: list[tuple[str, str]]) -> View:
    options = [{"value": value, "label": words} for value, words in choices]
    return field("select", name, label, fields.get(name, ""), choices=options)


def _renege(fields: Fields, i: int, names: tuple[str, ...]) -> list[View]:
    sides = [(str(side), name) for side, name in enumerate(names)]
    books = [("", "–"), *((str(n), str(n)) for n in range(1, BOOKS_FOR_A_RENEGE + 1))]
    of = fields.get(f"r{i}-of", "")
    return [
        _choice(fields, f"r{i}-by", _("Renege by"), sides),
        _choice(fields, f"r{i}-to", _("Noticed by"), sides[1:] + sides[:1]),
        _choice(fields, f"r{i}-books", _("Books moved"), books),
        field("text", f"r{i}-of", _("More of"), of, max_length=40, placeholder=_("a renege in another hand")),
    ]


def _adjusted(fields: Fields, i: int, names: tuple[str, ...]) -> list[View]:
    reason, points = fields.get(f"a{i}-reason", ""), fields.get(f"a{i}-points", "")
    sides = [(str(side), name) for side, name in enumerate(names)]
    return [
        _choice(fields, f"a{i}-side", _("Agreed points for"), sides),
        field("text", f"a{i}-points", _("Points"), points, max_length=7, placeholder="-30"),
        field("text", f"a{i}-reason", _("Reason"), reason, max_length=LONGEST_REASON),
    ]


def reason_view(is_bid: bool, given: str | None, errors: Sequence[str]) -> View:
    """Values for `segments` in `macros/forms.html`: why a hand is corrected.

    `is_bid`: a bid is corrected; `given` is the reason from the form, None before there was one.
    """
    usual = WRONG_BID if is_bid else MISCOUNT
    return reasons_field(_("Reason"), [_(MISCOUNT), _(WRONG_BID)], _(usual) if given is None else given) | {
        "errors": list(errors)
    }
