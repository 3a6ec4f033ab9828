"""What a tournament refuses: codes with their params, and the sentence of each.

Teams, tables and players are given by their names or numbers, rounds by their number in the stage.
"""

from enum import Enum
from typing import TypedDict

from scorekeeper.core.inputs.faults import FaultCode, Length, Nothing, Number
from scorekeeper.core.words.faults import SAME_NAMES, add_sentences
from scorekeeper.core.words.language import listed, translatable, translate as _, translate_plural as _n


class Named(Enum):
    """What has a name of its own."""

    TEAMS = "teams"
    TOURNAMENTS = "tournaments"


OneTeam = TypedDict("OneTeam", {"team": str})
TeamNumber = TypedDict("TeamNumber", {"number": int, "last": int})
TeamOfMost = TypedDict("TeamOfMost", {"team": str, "most": int})
OneRound = TypedDict("OneRound", {"round": int})
TwoRounds = TypedDict("TwoRounds", {"round": int, "other": int})
OneMatch = TypedDict("OneMatch", {"number": int})
PlayerOfTeam = TypedDict("PlayerOfTeam", {"name": str, "team": str})
TeamOfRound = TypedDict("TeamOfRound", {"team": str, "round": int})
Still = TypedDict("Still", {"count": int})
TooFew = TypedDict("TooFew", {"found": int, "needed": int})
ManyMatches = TypedDict("ManyMatches", {"found": int, "most": int})
Tied = TypedDict("Tied", {"teams": tuple[str, ...], "places": int})
MaxCount = TypedDict("MaxCount", {"most": int})
OnePool = TypedDict("OnePool", {"pool": int, "found": int, "least": int, "most": int})
PoolSize = TypedDict("PoolSize", {"found": int, "least": int, "most": int})
Asked = TypedDict("Asked", {"key": str, "question": str, "answers": tuple[str, ...]})
TwoScores = TypedDict("TwoScores", {"match": int, "yours": str, "there": str, "instead": int, "record": int})
"""`instead` and `record` are what a result says that is to replace what is there."""
Unread = TypedDict("Unread", {"why": str, "lines": tuple[str, ...]})

TOURNAMENT_FULL = FaultCode("tournament-full", Nothing, "This tournament’s log is full; go on with a new tournament")
NOT_YOUR_MATCH = FaultCode("not-your-match", Nothing, "This phone has no match here now")
NOT_ACCEPTED_YET = FaultCode("not-accepted-yet", Nothing, "The desk has not let this phone keep score yet; ask there")
MATCH_IS_CLOSED = FaultCode("match-is-closed", Nothing, "This match is closed; ask the desk to change it")
RULES_OWN_MATCH = FaultCode("rules-own-match", Nothing, "You play in this match; the other director has to decide")
PROTESTS_CLOSED = FaultCode("protests-closed", Nothing, "Protests are closed; say why the result changes")
TOURNAMENT_IS_PLAYED = FaultCode("tournament-is-played", Nothing, "This tournament is played now; end it first")
NO_CLOCK = FaultCode("no-clock", Nothing, "There is no clock before the first round is published")
FIGURES_MISCOUNTED = FaultCode(
    "figures-miscounted", Length, "{what} must have {most} figures, one for each side, not {found}"
)
NUMBER_OF_STAGES = FaultCode("number-of-stages", Number, "A tournament has 1 to {most} stages, not {found}")
TOO_MANY_TEAMS = FaultCode("too-many-teams", MaxCount, "A tournament has at most {most} teams")
NO_SUCH_TEAM = FaultCode("no-such-team", TeamNumber, "There is no team {number}; the last one is {last}")
NO_SUCH_MATCH = FaultCode("no-such-match", OneMatch, "There is no match {number}")
NO_SUCH_ROUND = FaultCode("no-such-round", OneRound, "There is no round {round}")
NO_SUCH_STAGE = FaultCode("no-such-stage", MaxCount, "There is no such stage; the stages are 1 to {most}")
TOURNAMENT_OVER = FaultCode("tournament-over", Nothing, "The tournament is over; undo its end first")
ENTRY_STARTS_TOURNAMENT = FaultCode(
    "entry-starts-tournament", Nothing, "Entry 1 starts the tournament; it cannot be undone"
)
NOT_THE_NEXT_TEAM = FaultCode("not-the-next-team", TeamNumber, "{number} is not the next team; that is {last}")
PLAYER_IN_TEAM = FaultCode("player-in-team", PlayerOfTeam, "{name} already plays in {team}")
NOT_OF_TEAM = FaultCode("not-of-team", PlayerOfTeam, "{name} does not play in {team}")
TEAM_IS_PAIRED = FaultCode("team-is-paired", TeamOfRound, "{team} is paired in round {round}; withdraw the round first")
TEAM_NOT_IN_ROUND = FaultCode("team-not-in-round", TeamOfRound, "{team} does not play in round {round}")
TEAM_IN_ROUND_TWICE = FaultCode("team-in-round-twice", TeamOfRound, "{team} is paired twice in round {round}")
TEAM_NOT_OUT = FaultCode("team-not-out", OneTeam, "{team} is not out, so it cannot buy back")
NO_BUY_BACKS = FaultCode("no-buy-backs", Nothing, "Teams cannot buy back in this stage")
BUY_BACKS_USED = FaultCode(
    "buy-backs-used",
    MaxCount,
    lambda p: _n(
        p["most"],
        "A team may buy back once; it has done so",
        "A team may buy back {count} times; it has done so",
    ),
)
BUY_BACK_TOO_LATE = FaultCode(
    "buy-back-too-late", OneRound, "Teams can buy back until round {round} is paired, not later"
)
ALL_PLACES_TAKEN = FaultCode(
    "all-places-taken",
    TeamOfMost,
    "{team} is on the waiting list: all {most} places are taken. The settings can change how many there are",
)
TOO_LATE_TO_ENTER = FaultCode(
    "too-late-to-enter", OneRound, "Teams can come in until round {round} is paired, not later"
)
NO_PLACE_LEFT = FaultCode(
    "no-place-left", Nothing, "Everybody meets everybody here: a late team can only come in where a team sits out"
)
NO_ROUNDS_ADDED = FaultCode(
    "no-rounds-added", Nothing, "Rounds are added only for a late team where everybody meets everybody"
)
ROUND_PAIRED_ALREADY = FaultCode(
    "round-paired-already", OneRound, "Round {round} is paired; withdraw it to pair it again"
)
NOT_A_DRAW = FaultCode(
    "not-a-draw", OneRound, "The draw of round {round} does not fit the format; pair the round again"
)
WRONG_SIDES = FaultCode("wrong-sides", OneMatch, "The sides of match {number} don’t fit the format")
UNKNOWN_REASON = FaultCode("unknown-reason", OneMatch, "No one can read the reason of match {number}")
ROUND_OUT_OF_TURN = FaultCode("round-out-of-turn", TwoRounds, "Round {round} is not next; that is round {other}")
ROUND_NOT_PUBLISHED = FaultCode(
    "round-not-published", OneRound, "Round {round} is not published; publish or withdraw it first"
)
ROUND_HAS_HANDS = FaultCode(
    "round-has-hands", OneRound, "A hand of round {round} is recorded; the round cannot be undone or withdrawn"
)
LATER_ROUND_PAIRED = FaultCode(
    "later-round-paired",
    TwoRounds,
    "Round {other} is paired from the results of round {round}; withdraw round {other} first",
)
MATCH_NUMBER_USED = FaultCode("match-number-used", OneMatch, "There is a match {number} already")
MATCH_HAS_HANDS = FaultCode("match-has-hands", OneMatch, "A hand of match {number} is recorded")
MATCH_NOT_OVER = FaultCode("match-not-over", OneMatch, "Match {number} has no result to confirm")
NOTHING_TO_TAKE_OUT = FaultCode(
    "nothing-to-take-out", OneMatch, "No result of match {number} was typed, so there is none to take out"
)
NO_SUCH_REPORT = FaultCode("no-such-report", OneMatch, "Match {number} has no such score beside its result")
REPORTED_SINCE = FaultCode(
    "reported-since", Nothing, "Another score came meanwhile; look at all of them, then choose again"
)
RESULT_DIFFERS = FaultCode(
    "result-differs", TwoScores, "{yours} differs from {there}, which is there; say which of them counts"
)
MATCH_IS_BYE = FaultCode("match-is-bye", OneMatch, "Match {number} is a bye; nobody plays it")
CALLED_ALREADY = FaultCode("called-already", Nothing, "The director is called already")
ONLY_WHO_LEAVES = FaultCode(
    "only-who-leaves", Nothing, "Whether what a team played counts is asked only when it leaves"
)
APART_FROM_ITSELF = FaultCode("apart-from-itself", Nothing, "Choose two teams that are kept apart")
NOT_KEPT_APART = FaultCode("not-kept-apart", Nothing, "These two are not kept apart")
NO_PARTNERS_TO_KEEP_APART = FaultCode(
    "no-partners-to-keep-apart", Nothing, "Partners are kept apart only where they change every round"
)
TOO_MANY_APART = FaultCode("too-many-apart", MaxCount, "At most {most} pairs of teams are kept apart")
NO_OPEN_CALL = FaultCode("no-open-call", OneMatch, "Match {number} does not wait for the director")
TOO_MANY_CALLS = FaultCode(
    "too-many-calls", MaxCount, "This table has called {most} times; somebody has to walk to the desk"
)
GAME_IN_MATCH = FaultCode("game-in-match", OneMatch, "This game belongs to match {number}")
SCORES_ARE_LEVEL = FaultCode("scores-are-level", Nothing, "The scores are level; say who won")
ADJUSTS_NOTHING = FaultCode("adjusts-nothing", Nothing, "Give wins or points other than 0")
ADJUSTMENT_FOR_WHAT = FaultCode("adjustment-for-what", Nothing, "Say what the bonus or penalty is for")
MATCHES_STILL_PLAYED = FaultCode(
    "matches-still-played", Still, lambda p: _n(p["count"], "1 match is not over", "{count} matches are not over")
)
TOO_FEW_TEAMS = FaultCode(
    "too-few-teams",
    TooFew,
    lambda p: _n(
        p["found"],
        "1 team can be paired; this needs {needed}",
        "{count} teams can be paired; this needs {needed}",
        **p,
    ),
)
TOO_MANY_MATCHES = FaultCode(
    "too-many-matches",
    ManyMatches,
    lambda p: _(
        "These rounds would be {found} matches; a tournament can have {most}. Make pools, or set fewer rounds",
        **p,
    ),
)
ALL_ROUNDS_PLAYED = FaultCode("all-rounds-played", Nothing, "All rounds are played; end the tournament")
TIE_AT_THE_CUT = FaultCode(
    "tie-at-the-cut",
    Tied,
    lambda p: _("{teams} are level at the cut; draw lots, or record a deciding hand", teams=listed(p["teams"])),
)
NOBODY_TO_PAIR = FaultCode("nobody-to-pair", Nothing, "Nobody can be paired now")
TOO_LATE_TO_BEGIN = FaultCode("too-late-to-begin", Nothing, "It is too late to begin another match")
SIZE_OF_POOLS = FaultCode(
    "size-of-pools",
    PoolSize,
    lambda p: _n(
        p["found"],
        "A pool would have 1 team; it can have {least} to {most}",
        "A pool would have {count} teams; it can have {least} to {most}",
        **p,
    ),
)
SIZE_OF_POOL = FaultCode(
    "size-of-pool",
    OnePool,
    lambda p: _n(
        p["found"],
        "Pool {pool} would have 1 team; it can have {least} to {most}",
        "Pool {pool} would have {count} teams; it can have {least} to {most}",
        **p,
    ),
)
NO_POOLS = FaultCode("no-pools", Nothing, "Only a round robin with pools has pools to arrange")
NUMBER_OF_POOLS = FaultCode("number-of-pools", Number, "This stage has {most} pools, not {found}")
TEAM_IN_TWO_POOLS = FaultCode("team-in-two-pools", OneTeam, "{team} is there twice; a team is in one pool")
TEAM_IN_NO_POOL = FaultCode("team-in-no-pool", OneTeam, "{team} is here, but in no pool")
TEAM_NOT_READY = FaultCode("team-not-ready", OneTeam, "{team} cannot be paired now, so it is in no pool")
POOLS_ARE_SET = FaultCode(
    "pools-are-set", OneTeam, "{team} is in another pool; pools can be changed only before round 1 is published"
)
STAGE_BEGUN = FaultCode(
    "stage-begun", Nothing, "This stage has begun; its format stays. Withdraw its rounds to change it"
)
NOT_BY_DAYS = FaultCode("match-without-day", OneMatch, "Match {number} is of no list of fixtures, so it has no day")
TEAM_NEEDS_NAME = FaultCode(
    "team-needs-name",
    MaxCount,
    lambda p: _n(
        p["most"], "A team of more than 1 player needs a name", "A team of more than {count} players needs a name"
    ),
)
NO_LINE_UPS = FaultCode("no-line-ups", Nothing, "Only the teams of a league have a line-up")
SIZE_OF_LINE_UP = FaultCode(
    "size-of-line-up",
    TooFew,
    lambda p: _n(
        p["needed"],
        "1 player plays for a team, not {found}",
        "{count} players play for a team, not {found}",
        **p,
    ),
)
MATCH_HAS_BEGUN = FaultCode(
    "match-has-begun", Nothing, "This match is being played; who sits down now is a substitute in its game"
)
WHO_PLAYS = FaultCode("who-plays", OneTeam, "Say first who plays for {team}")
NO_FIXTURES = FaultCode("no-fixtures", Nothing, "There are no fixtures yet; bring the list of who plays whom first")
FIXTURES_ELSEWHERE = FaultCode("fixtures-elsewhere", Nothing, "Only the format “fixtures” has fixtures and divisions")
LIST_ASKS = FaultCode("list-asks", Asked, "{question} Answer {key}: {answers}")
LINES_NOT_READ = FaultCode("lines-not-read", Unread, "{why} Correct these lines, or skip them: {lines}")
NOT_TWO_TEAMS = FaultCode("not-two-teams", Nothing, "A fixture is between two teams")
ROUND_WITHOUT_FIXTURE = FaultCode("round-without-fixture", OneRound, "Round {round} has no match, but a later one has")
TEAM_IN_TWO_DIVISIONS = FaultCode("team-in-two-divisions", OneMatch, "Team {number} is in two divisions")
STAGES_APART = FaultCode(
    "stages-apart", Nothing, "Stages with changing partners and stages with teams do not go together"
)
SHAPE_OF_FORMAT = FaultCode(
    "shape-of-format",
    TooFew,
    lambda p: _n(
        p["needed"],
        "In this format a team is 1 player; this one has {found}",
        "In this format a team is {count} players; this one has {found}",
        **p,
    ),
)


def add_words() -> None:
    """Put the sentences beside the table's."""
    add_sentences(globals().values())
    SAME_NAMES[Named.TEAMS] = translatable("Two teams are called {name}; use another name")
    SAME_NAMES[Named.TOURNAMENTS] = translatable("Two tournaments are called {name}; use another name")
