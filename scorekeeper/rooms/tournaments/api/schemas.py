"""The schemas of the calls about tournaments."""

from scorekeeper.api.schemas import A_LINK, NEXT, NUMBER, SEQ, TEXT, UUID, WHOLE, listed, of, ref
from scorekeeper.api.words import with_words
from scorekeeper.core.inputs import Json
from scorekeeper.core.rulesets import rule_sets
from scorekeeper.declared import Options, schema
from scorekeeper.rooms.tournaments.api.words import WORDS
from scorekeeper.rooms.tournaments.domain.formats import formats
from scorekeeper.rooms.tournaments.domain.log.events import CALL_ANSWERS, CALL_REASONS, KEPT_APART
from scorekeeper.rooms.tournaments.domain.log.results import BY_GAME, SOURCES
from scorekeeper.rooms.tournaments.domain.log.state import MATCH_STATUSES
from scorekeeper.rooms.tournaments.domain.setting_up.bounds import MAX_STAGES
from scorekeeper.rooms.tournaments.domain.setting_up.presets import TOURNAMENT_PRESETS
from scorekeeper.rooms.tournaments.domain.setting_up.setup import Stage, TournamentSettings
from scorekeeper.rooms.tournaments.services.recording import POSTED_KINDS

OLDER_TABLE = {"deprecated": True, "description": "The same as `hall_table`."}


def tournament_schemas() -> dict[str, Json]:
    """The bodies and answers of the calls about tournaments."""
    return {name: with_words(own, WORDS, name) for name, own in _schemas().items()}


def _schemas() -> dict[str, Json]:
    maybe = {"type": ["integer", "null"]}
    any_value = Options().schema
    set_up = {"options": any_value, **schema(Stage)["properties"], "settings": any_value}
    rounds, rules = set_up.pop("rounds"), {"enum": list(rule_sets())}
    stage = of(
        {"format": {"enum": list(formats())}, "rules": rules},
        {"preset": {"type": ["string", "null"]}, "rounds": rounds, **set_up},
    )
    own_stage = {"rules": rules, "set_rounds": rounds, **set_up}
    settings = schema(TournamentSettings)
    sides = {
        "description": "The teams of each side; where partners change, a list of players for each side. None: a bye.",
        "type": "array",
        "items": {"oneOf": [WHOLE, {"type": "null"}, listed(WHOLE)]},
    }
    winner = {"oneOf": [WHOLE, {"type": "null"}, listed(WHOLE)]}
    result_parts: Json = {"scores": listed(WHOLE), "winner": winner, "by": TEXT}
    more_of_result: Json = {"sets": listed(WHOLE), "bags": listed(WHOLE), "hands": maybe}
    result = of(result_parts, more_of_result)
    reported = of(
        result_parts | {"source": {"enum": [BY_GAME, *SOURCES]}, "playing": {"type": "boolean"}},
        more_of_result
        | {
            "entry": maybe,
            "who": {"type": ["string", "null"]},
            "at": {"type": ["string", "null"], "format": "date-time"},
        },
    )
    match = {
        "id": NUMBER,
        "table": maybe | OLDER_TABLE,
        "teams": sides,
        "game": {"type": ["string", "null"]},
        "status": {"enum": list(MATCH_STATUSES)},
        "result": {"oneOf": [result, {"type": "null"}]},
        "why": TEXT,
    }
    team = {
        "id": NUMBER,
        "name": TEXT,
        "players": listed(TEXT),
        "reserve": {"type": ["string", "null"]},
        "seed": maybe,
        "waits": maybe,
        "status": TEXT,
    }
    place = {
        "rank": NUMBER,
        "team": NUMBER,
        "wins": WHOLE,
        "losses": WHOLE,
        "difference": WHOLE,
        "points": WHOLE,
        "decided_by": TEXT,
        "why": TEXT,
    }
    more_of_place = {
        "name": TEXT,
        "pool": maybe,
        "division": {"type": ["string", "null"]},
        "level": WHOLE,
        "byes": WHOLE,
        "forfeits": WHOLE,
        "sets": maybe,
        "bags": maybe,
        "opponents_wins": {"type": "number"},
        "bonus_wins": WHOLE,
        "bonus_points": WHOLE,
        "against": maybe,
        "league_points": maybe,
    }
    shown_round = of(
        {"number": NUMBER, "published": {"type": "boolean"}, "matches": listed(ref("Match"))},
        {"stage": NUMBER, "pools": {"type": ["array", "null"], "items": listed(NUMBER)}},
    )
    shown_stage = of(
        {"format": TEXT, "rounds": listed(ref("Round")), "standings": listed(of(place, more_of_place))}, own_stage
    )
    apart = of({"teams": listed(NUMBER), "how": {"enum": list(KEPT_APART)}})
    tournament = {
        "tournament": TEXT,
        "table": TEXT,
        "url": A_LINK,
        "name": TEXT,
        "status": TEXT,
        "teams": listed(ref("Team")),
        "stages": listed(shown_stage),
        "seq": NUMBER,
    }
    adjustment = of(
        {"stage": NUMBER, "team": NUMBER, "wins": WHOLE, "points": WHOLE, "reason": {"type": ["string", "null"]}}
    )
    again = {"id": UUID, "seq": SEQ}
    reason = {"reason": {"type": ["string", "null"]}}
    figures = listed(WHOLE)
    named = {"line": WHOLE, "text": TEXT, "why": TEXT}
    read_line = {"line": NUMBER, "round": maybe, "hall_table": maybe, "teams": listed(TEXT), "scores": figures}
    read_line |= {key: {"type": ["string", "null"]} for key in ("division", "word", "date", "time", "place")}
    read_line |= {"postponed": {"type": "boolean"}}
    answer = of({"answer": TEXT, "text": TEXT})
    return {
        "Tournament": of(tournament, {"settings": settings, "adjustments": listed(adjustment), "apart": listed(apart)}),
        "Tournaments": of(
            {
                "tournaments": listed(of({"tournament": TEXT, "url": A_LINK, "name": TEXT, "status": TEXT})),
                "next": NEXT,
            }
        ),
        "NewTournament": of(
            {"name": ref("SheetName")},
            {
                "stages": listed(stage) | {"minItems": 1, "maxItems": MAX_STAGES},
                "settings": settings,
                "preset": {"enum": [preset.key for preset in TOURNAMENT_PRESETS]},
                "like": TEXT,
                "people": {"type": "boolean"},
                "teams": {"type": "boolean"},
                "id": UUID,
            },
        ),
        "TournamentPresets": of(
            {
                "presets": listed(
                    of(
                        {
                            "preset": TEXT,
                            "name": TEXT,
                            "idea": TEXT,
                            "teams": NUMBER,
                            "words": listed(TEXT),
                            "stages": listed(stage),
                            "settings": settings,
                        }
                    )
                )
            }
        ),
        "Team": of(
            team,
            {
                "late": {"type": "boolean"},
                "house": {"type": "boolean"},
                "table": maybe | OLDER_TABLE,
                "hall_table": maybe,
            },
        ),
        "Round": shown_round,
        "Match": of(
            match,
            {
                "reported": listed(reported),
                "hall_table": maybe,
                "round": NUMBER,
                "slot": TEXT,
                "pool": maybe,
                "wave": NUMBER,
                "last_day": {"type": ["string", "null"], "format": "date-time"},
                **{key: {"type": ["string", "null"]} for key in ("date", "time", "place")},
                "postponed": {"type": "boolean"},
                "line_ups": listed(of({"team": NUMBER, "players": listed(TEXT)})),
            },
        ),
        "MatchGame": of({"match": NUMBER, "game": TEXT, "url": A_LINK}),
        "MatchResult": of(
            {},
            {
                "scores": figures,
                "forfeit": figures,
                "winner": WHOLE,
                "sets": figures,
                "bags": figures,
                "hands": WHOLE,
                "signed": {"type": "boolean"},
                "instead": WHOLE,
                "record": WHOLE,
                "beside": {"type": "boolean"},
            }
            | reason
            | again,
        ),
        "FixtureList": of(
            {},
            {
                "list": TEXT,
                "file": TEXT,
                "sheet": TEXT,
                "answers": {"type": "object", "additionalProperties": TEXT},
                "skip": listed(NUMBER),
                "signed": {"type": "boolean"},
                "id": UUID,
            },
        ),
        "TeamList": of(
            {},
            {
                "list": TEXT,
                "file": TEXT,
                "sheet": TEXT,
                "sure": {"type": "boolean"},
                "skip": listed(NUMBER),
                "id": UUID,
            },
        ),
        "TakenOut": of(dict.fromkeys(("teams", "fixtures", "results"), WHOLE) | {"seq": NUMBER}),
        "ReadTeams": of(
            {
                "teams": listed(of({"name": {"type": ["string", "null"]}, "players": listed(TEXT)})),
                "alike": listed(TEXT),
                "not_read": listed(of(named)),
                "titles": listed(of(named)),
                "columns": listed(TEXT),
            },
            {"seq": NUMBER},
        ),
        "FixturePlan": of(
            {
                "lines": listed(of(read_line)),
                "not_read": listed(of(named)),
                "titles": listed(of(named)),
                "columns": listed(TEXT),
                "questions": listed(of({"key": TEXT, "text": TEXT, "answers": listed(answer)})),
                "doubts": listed(of(named)),
                "teams": listed(TEXT),
                **dict.fromkeys(("fixtures", "moved", "results", "forfeits", "known"), WHOLE),
            },
            {"seq": NUMBER},
        ),
        "DirectorCalls": of({"calls": listed(ref("DirectorCall"))}),
        "DirectorCall": of(
            {
                "match": NUMBER,
                "table": maybe | OLDER_TABLE,
                "who": {"type": ["string", "null"]},
                "reason": {"enum": [*CALL_REASONS, None]},
                "called_at": {"type": "string", "format": "date-time"},
                "answered": {"enum": [*CALL_ANSWERS, None]},
            },
            {"hall_table": maybe},
        ),
        "TournamentEntries": of({"tournament": TEXT, "entries": listed(ref("Entry")), "next": NEXT}),
        "TournamentEntry": {
            "type": "object",
            "description": "One event of a tournament: its kind, and what it says.",
            "required": ["kind"],
            "additionalProperties": True,
            "properties": {"kind": {"enum": list(POSTED_KINDS)}} | reason | again,
        },
        "TournamentWritten": of({"entry": NUMBER, "seq": NUMBER, "tournament": ref("Tournament")}),
    }
