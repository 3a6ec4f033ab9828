"""The schemas of the club's calls."""

from dataclasses import dataclass
from typing import Annotated

from scorekeeper.api.schemas import MOMENT, NEXT, NUMBER, STANDING, TEXT, WHOLE, listed, of, ref
from scorekeeper.api.words import with_words
from scorekeeper.core.inputs import Json
from scorekeeper.declared import Whole, schema
from scorekeeper.rooms.club.api.words import WORDS
from scorekeeper.rooms.club.domain.stakes import KINDS, POTS
from scorekeeper.rooms.club.services.seasons import SeasonSettings
from scorekeeper.rooms.club.services.settling import MAX_STAKE
from scorekeeper.rooms.club.storage.leaderboard import Sums
from scorekeeper.rooms.club.storage.results import IN_PAIRS, SUMMED


@dataclass(frozen=True, slots=True)
class OwnStake:
    """The stake of one kind."""

    amount: Annotated[int, Whole(0, MAX_STAKE)]
    to_pot: bool = False


STAKES_PER = with_words(
    {"type": "object", "additionalProperties": False, "properties": dict.fromkeys(KINDS, schema(OwnStake))},
    WORDS,
    "per",
)
STAKES = {
    "type": "object",
    "required": ["currency", "digits", "per", "pot", "coin"],
    "additionalProperties": False,
    "properties": {
        "currency": TEXT,
        "digits": WHOLE,
        "per": STAKES_PER,
        "pot": {"enum": [*POTS]},
        "coin": WHOLE,
    },
}


def club_schemas() -> dict[str, Json]:
    """The bodies and answers of the club's calls."""
    return {name: with_words(own, WORDS, name) for name, own in (_of_players() | _leaderboard_schemas()).items()}


def _of_players() -> dict[str, Json]:
    """What was counted from games, and settled up."""
    figures = dict.fromkeys(SUMMED, WHOLE)
    part = {"share": {"type": "number"}}
    player = {"player": NUMBER, "name": TEXT, "games": WHOLE} | figures | part
    met_fields = {"player": NUMBER, "name": TEXT, "games": WHOLE, "won": WHOLE, "shared": WHOLE} | part
    met, partners = listed(of(met_fields)), listed(of(met_fields | dict.fromkeys(IN_PAIRS, WHOLE)))
    rating = of({"solo": {"type": "boolean"}, "games": NUMBER, "rating": WHOLE, "doubt": WHOLE})
    in_night = of(dict.fromkeys(("games", "won", "points", "nils", "nils_made"), WHOLE) | {"name": TEXT} | part)
    night = {"night": {"type": "string", "format": "date"}, "games": listed(TEXT), "players": listed(in_night)}
    night |= {"pairs": listed(in_night), "nils": WHOLE, "nils_made": WHOLE}
    figure_hand = of({"game": TEXT, "number": NUMBER, "hand": NUMBER, "side": WHOLE, "times": WHOLE})
    in_game = of({"name": TEXT, "side": WHOLE, "total": WHOLE} | figures)
    return {
        "Players": of({"players": listed(of(player | {"standing": STANDING})), "next": NEXT}),
        "Player": of(
            player
            | {"other_names": listed(TEXT), "partners": partners, "opponents": met}
            | {"unranked": {"type": "boolean"}, "standing": STANDING, "ratings": listed(rating)}
        ),
        "Night": of(night),
        "Year": of(_year()),
        "Settling": of({"stakes": {"anyOf": [STAKES, {"type": "null"}]}, "settlements": listed(_settlement())}),
        "NewPayment": of({"payment": WHOLE}),
        "FigureHands": of({"hands": listed(figure_hand), "next": NEXT}),
        "GameStatistics": of({"game": TEXT, "players": listed(in_game)}),
    }


def _year() -> Json:
    """What a year has, each part null where there is too little to say."""
    name, share = {"type": ["string", "null"]}, {"share": {"type": "number"}}
    names, partner = {"names": listed(TEXT)}, {"partner": name, "together": WHOLE}
    parts: dict[str, Json] = {
        "champion": names | share | {"games": WHOLE} | partner,
        "most_nights": names | {"nights": WHOLE} | partner,
        "best_pair": names | share | {"games": WHOLE},
        "streak": names | {"partners": listed(TEXT), "wins": WHOLE, "first": MOMENT, "last": MOMENT},
        "comeback": names | {"points": WHOLE, "game": TEXT, "hand": NUMBER},
    }
    counts: Json = dict.fromkeys(("year", "games", "nights", "players", "hands"), WHOLE)
    return counts | {key: {"anyOf": [of(part), {"type": "null"}]} for key, part in parts.items()}


def _settlement() -> Json:
    """What is owed in one currency."""
    who, name = {"type": ["integer", "null"], "description": "A player; null: the pot."}, {"type": ["string", "null"]}
    amounts = dict.fromkeys((*KINDS, "pot", "amount", "paid", "left", "carried"), WHOLE)
    transfer = {"payer": who, "payee": who, "amount": NUMBER}
    payment = transfer | {"payment": NUMBER, "at": MOMENT, "night": {"type": ["string", "null"], "format": "date"}}
    payment |= {"undone": {"type": ["string", "null"], "format": "date-time"}}
    change = of({"name": name, "before": WHOLE, "after": WHOLE})
    changed = of({"game": TEXT, "number": NUMBER, "at": MOMENT, "amounts": listed(change)})
    return of(
        {
            "currency": TEXT,
            "digits": WHOLE,
            "coin": WHOLE,
            "balances": listed(of({"player": who, "name": name} | amounts)),
            "transfers": listed(of(transfer)),
            "payments": listed(of(payment, {"by": name, "undone_by": name, "season": {"type": ["integer", "null"]}})),
            "changed": listed(changed),
        }
    )


def _leaderboard_schemas() -> dict[str, Json]:
    """The bodies and answers of the calls about leaderboards and seasons."""
    maybe = {"type": ["integer", "null"]}
    in_sums = dict.fromkeys(Sums.__annotations__, WHOLE)
    part = {"share": {"type": "number"}}
    leader = (
        {"player": NUMBER, "name": TEXT, "rank": maybe}
        | in_sums
        | {"share": {"type": "number"}}
        | {"rating": maybe, "doubt": maybe}
    )
    leader |= {"score": {"type": ["number", "null"]}}
    duels = listed(of({"player": NUMBER, "other": NUMBER, "games": WHOLE, "won": WHOLE} | part))
    first = {"player": NUMBER, "name": TEXT, "score": {"type": "number"}}
    settings = schema(SeasonSettings)
    season = settings["properties"] | {"name": ref("SheetName")}
    maybe_moment = {"type": ["string", "null"], "format": "date-time"}
    change = {"game": TEXT, "number": NUMBER, "words": TEXT, "who": {"type": ["string", "null"]}, "at": maybe_moment}
    board = {"period": {"enum": ["all", "month", "night", "season"]}, "season": maybe, "sort": TEXT}
    return {
        "Leaderboard": of(board | {"ranked_from": NUMBER, "players": listed(of(leader)), "next": NEXT}),
        "HeadToHead": of(
            {"players": listed(of({"player": NUMBER, "name": TEXT})), "partners": duels, "opponents": duels}
        ),
        "Season": of(
            {"season": NUMBER}
            | season
            | {"over": {"type": "boolean"}, "closed": maybe_moment, "first": listed(of(first))}
        ),
        "SeasonChanges": of({"changes": listed(of(change))}),
        "Seasons": of({"seasons": listed(ref("Season")), "next": NEXT}),
        "NewSeason": settings | {"properties": season},
        "SeasonChange": of({}, season),
    }
