"""The printed score sheet: of a game, or empty to fill in by hand."""

from collections.abc import Mapping

from scorekeeper.core.game import AGREED, SignOff
from scorekeeper.core.pages import View
from scorekeeper.core.pages.ending import device_words
from scorekeeper.core.pages.hand_words import renege_words
from scorekeeper.core.rules.ruleset import HouseRules, RuleSet
from scorekeeper.core.rules.scoreboard import ScoredHand
from scorekeeper.core.rules.seating import Shape
from scorekeeper.core.sheet.record_text import bids_text
from scorekeeper.core.sheet.writing import outcome_text, table_lines
from scorekeeper.core.words.language import translate as _, with_commas, with_semicolons
from scorekeeper.core.words.rules import rule_sentence
from scorekeeper.core.words.rulesets import rules_name
from scorekeeper.core.words.vocabulary import call_in_text, format_points, worth_text
from scorekeeper.formats.checksums import rules_code
from scorekeeper.formats.games import ExportedGame
from scorekeeper.formats.text_record.notation import counted_took_text
from scorekeeper.web.formatting import day

EMPTY_HANDS, EMPTY_HANDS_ACROSS = 22, 18  # on a portrait sheet, and on a landscape one
ACROSS = 4  # sides that need a landscape sheet
MAX_ON_PAPER = 45


def written_paper(game: ExportedGame) -> View:
    """Values for `transfer/exports/print.html`, of a game."""
    sheet, board = game.sheet, game.board
    return {
        "title": rules_name(sheet.rules.ruleset),
        "when": day(game.started),
        "rules_code": rules_code(sheet.rules),
        "sides": [{"index": side, "name": name} for side, name in enumerate(sheet.names)],
        "hands": [_hand(game, hand) for hand in board.hands],
        "outcome": outcome_text(board, sheet.names) or None,
        "signed": [_signed(game, sign) for sign in game.state.signs if not sign.broken],
        "rules": _rules_in_short(sheet.rules),
        "agreed": table_lines(sheet),
        "empty": False,
    }


def empty_paper(rules: RuleSet, query: Mapping[str, str]) -> View:
    """Values for `transfer/exports/print.html`, of an empty sheet with the requested shape."""
    shapes = {f"{shape.sides}x{shape.players_per_side}": shape for shape in rules.shapes}
    shape: Shape = shapes.get(query.get("shape", ""), rules.shapes[0])
    house = rules.with_options({}, shape)
    deals = house.scoring.deals if len(house.scoring.deals) <= MAX_ON_PAPER else ()
    usual = EMPTY_HANDS if shape.sides < ACROSS else EMPTY_HANDS_ACROSS
    count = len(deals) if len(deals) > 1 else usual
    return {
        "title": rules_name(rules),
        "when": "",
        "rules_code": rules_code(house),
        "sides": [{"index": side, "name": ""} for side in range(shape.sides)],
        "hands": [_empty_hand(house, number) for number in range(1, count + 1)],
        "outcome": None,
        "rules": _rules_in_short(house),
        "agreed": [],
        "empty": True,
    }


def _signed(game: ExportedGame, sign: SignOff) -> str:
    """`Ann & Cal agreed on their own phone`."""
    name, on = game.sheet.names[sign.side], device_words(game.state, sign)
    what = _("{side} disputed the score", side=name)
    if sign.verdict == AGREED:
        what = _("{side} confirmed the score", side=name)
    return with_commas([what, on] if on else [what])


def _hand(game: ExportedGame, hand: ScoredHand) -> View:
    seating, unit = game.board.rules.seating, game.board.rules.scoring.unit
    names = game.sheet.names_at(hand.number)
    moved = [renege_words(part, names) for part in hand.record.reneges]
    return {
        "number": hand.number,
        "deal": hand.deal.name,
        "counted": hand.counted,
        "note": with_semicolons([*moved, *([hand.record.note] if hand.record.note else [])]),
        "sides": [
            {
                "bid": bids_text(hand.record, seating, side),
                "took": counted_took_text(hand, seating, side),
                "points": format_points(hand.sides[side].points, unit),
                "total": format_points(hand.sides[side].score.total, unit),
            }
            for side in seating.sides
        ],
    }


def _empty_hand(house: HouseRules, number: int) -> View:
    sides = [dict.fromkeys(("bid", "took", "points", "total"), "") for _ in house.seating.sides]
    return {"number": number, "deal": house.hand_rules_of(number).name, "counted": True, "note": "", "sides": sides}


def _rules_in_short(house: HouseRules) -> list[str]:
    """The rules that a table looks up while playing: the calls with their points, and how the game ends."""
    scoring = house.scoring
    deal = scoring.deals[0]  # a first hand without bidding has no calls
    calls = [
        f"{call_in_text(call.code)} {worth_text(call.made, scoring.unit)}/{worth_text(call.failed, scoring.unit)}"
        for call in deal.calls
        if not (call.is_number and deal.partnership_contracts)
    ]
    table = [_("Calls (made/failed): {calls}.", calls=with_commas(calls))] if calls else []
    return [*table, *(rule_sentence(ending.rule_text()) for ending in house.scoring.endings)]
