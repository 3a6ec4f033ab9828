"""Custom game: a table's own list of hands, each with its own rule."""

from scorekeeper.core.rules.ruleset import Option, Options, RuleSet, ScoringRules
from scorekeeper.core.rules.scripted_deals import Script, ScriptedDeal, check_script
from scorekeeper.core.rules.seating import Shape, seating
from scorekeeper.core.rulesets._club_options import blind_numbers_alone
from scorekeeper.core.rulesets._options import TARGET, TIE_OR_CONTRACT, table_options, with_nil_always
from scorekeeper.core.rulesets._scripted import scripted_play
from scorekeeper.core.rulesets._standard import DOUBLE_NIL

TRICKS = 13
BIDS = ("nil", DOUBLE_NIL, *(str(number) for number in range(1, TRICKS + 1)))
AS_USUAL = ScriptedDeal("as usual", "Bid as usual.")


def options(shape: Shape) -> tuple[Option, ...]:
    return with_nil_always((TARGET, *table_options(shape), *blind_numbers_alone(shape), TIE_OR_CONTRACT))


def scoring(shape: Shape, options: Options) -> ScoringRules:
    return custom_scoring(shape, options, (AS_USUAL,))


def custom_scoring(shape: Shape, options: Options, script: Script) -> ScoringRules:
    table = seating(shape, TRICKS)
    check_script(script, table, BIDS)
    return scripted_play(table, options, script)


RULES = RuleSet(
    key="night",
    name="Custom game",
    source="A list of hands that the table wrote itself",
    idea=(
        "The table writes its own list of hands, each with a name and a rule for the bidding. "
        "They are played one after the other, and then from the start again. "
        "Scores are those of the partnership game, and a hand may grant a double nil for twice the stakes."
    ),
    shapes=(Shape(2, 2),),
    options=options,
    scoring=scoring,
    reading=("With no list of its own, every hand is bid as usual.",),
    revision=3,
    order=75,
    custom_scoring=custom_scoring,
)
