"""The deals of a game that has a list of them: what is announced before the bidding, and the list with where we are."""

from flask import url_for

from scorekeeper.core.game import GameState
from scorekeeper.core.pages.rulebook import own_rule
from scorekeeper.core.rules.deal import Deal
from scorekeeper.web.games.views.sheet import hand_url

View = dict[str, object]


def announcement(state: GameState, game_id: str) -> View:
    """Values for `announced` in `macros/deals.html`."""
    deal, count = state.board.next_deal, len(state.board.rules.play.deals)
    place = (state.board.next_number - 1) % count + 1
    return {
        "name": deal.name,
        "text": deal.text,
        "place": f"{place} of {count}" if count > 1 else None,
        "url": url_for("games.deals", game=game_id, _anchor=f"deal-{place}") if count > 1 else None,
    }


def deals_page(state: GameState, game_id: str) -> list[View]:
    """Values for `deals` in `macros/deals.html`: every deal of the list, the hands played by it, and the next."""
    deals, played = state.board.rules.play.deals, state.board.hands
    over = state.board.outcome is not None
    return [
        deal_view(number, deal)
        | {
            "hands": [
                {"number": hand.number, "url": hand_url(game_id, hand.number, len(played))}
                for hand in played
                if (hand.number - 1) % len(deals) + 1 == number
            ],
            "now": not over and (state.board.next_number - 1) % len(deals) + 1 == number,
        }
        for number, deal in enumerate(deals, start=1)
    ]


def deal_view(number: int, deal: Deal) -> View:
    """One deal: its name and rule in words, and what is checked."""
    return {"number": number, "name": deal.name, "text": deal.text, "checked": own_rule(deal)}
