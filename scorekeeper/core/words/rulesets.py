"""The texts of rule sets, their house rules, hands and presets, in the reader's language.

Rule sets have the first three texts in English; `make messages` finds them there by `texts_of`.
"""

from collections.abc import Sequence

from scorekeeper.core.rules.presets import Preset, full
from scorekeeper.core.rules.ruleset import HouseRules, Option, Options, RuleSet, is_same, values_alone
from scorekeeper.core.words.language import (
    full_stop,
    in_sentences,
    spaced,
    translatable,
    translate as _,
    translate_plural as _n,
)
from scorekeeper.core.words.options import choice_rule, option_rule, sentence_of


def rules_name(rules: RuleSet) -> str:
    """`Partnership Spades`."""
    return _(rules.name)


def rules_idea(rules: RuleSet) -> str:
    """The game in three sentences."""
    return _(rules.idea)


def rules_in_short(rules: RuleSet) -> str:
    """The first sentence of the idea."""
    return _(first_sentence(rules.idea))


def first_sentence(text: str) -> str:
    """The text up to its first full stop."""
    return f"{text.split('. ', maxsplit=1)[0].rstrip('.')}."


def rules_readings(rules: HouseRules) -> list[str]:
    """What the source leaves open, and how it is read here."""
    return [_(sentence) for sentence in rules.readings()]


def rules_notice(rules: RuleSet) -> str:
    """What a table should know before it chooses the game, if anything."""
    return _if_any(rules.notice)


def rules_source(rules: RuleSet) -> str:
    """Where the game comes from."""
    return _if_any(rules.source)


def option_label(option: Option) -> str:
    """A house rule as a label: `Blind nil`."""
    return _(option.name)


def option_help(option: Option) -> str:
    """What a house rule does."""
    return _(option.help)


def deal_name(name: str) -> str:
    """A deal's name, or an empty text. A name that a table chose is not in the catalogue and stays unchanged."""
    return _if_any(name)


def deal_rule(text: str) -> str:
    """A deal's rule as text; a table's own text stays unchanged."""
    return _if_any(text)


def _if_any(text: str) -> str:
    return _(text) if text else ""


def texts_of(rules: RuleSet) -> list[str]:
    """Every text of a rule set, for translators, each once."""
    texts = [rules.name, rules.idea, first_sentence(rules.idea), rules.source, rules.notice]
    texts += [reading if isinstance(reading, str) else reading.text for reading in rules.reading]
    for shape in rules.shapes:
        for option in rules.options(shape):
            texts += [option.name, option.help, option.question, option.answer, sentence_of(option)]
            texts += [answer for _value, answer in option.answers]
            texts += [text for choice in option.choices for text in (choice.label, choice_rule(option, choice))]
            for value in values_alone(option, rules.options(shape)):
                texts += _texts_of_hands(rules.with_options({option.key: value}, shape))
    return [text for text in dict.fromkeys(texts) if text]


def _texts_of_hands(rules: HouseRules) -> list[str]:
    return [text for deal in rules.scoring.deals for text in (deal.name, deal.text)]


NAMES = {
    "standard": translatable("Standard"),
    "classic": translatable("Classic"),
    "no-blinds": translatable("No blinds"),
    "ten-for-200": translatable("Ten for 200"),
    "short-game": translatable("Short game"),
    "tournament": translatable("Tournament"),
    "club-night": translatable("Club night"),
    "cookout": translatable("Cookout"),
    "contest": translatable("Contest"),
    "winners-night": translatable("Winners’ night"),
    "lodge": translatable("Lodge"),
    "league": translatable("League"),
    "thirty-minutes": translatable("Thirty minutes"),
}
AGREED = {
    "cookout": translatable("Spades may be led at any time"),
    "league": translatable("Spades may be led at any time"),
}
"""What a preset says beyond its options: a line for the table's own rules."""


def preset_name(key: str) -> str:
    """The name of a preset."""
    return _(NAMES[key])


def preset_agreed(key: str) -> list[str]:
    """The lines that a preset adds to the table's own."""
    return [full_stop(_(AGREED[key]))] if key in AGREED else []


def limit_words(minutes: int) -> str:
    """How long a game may take: `Time is called after 40 minutes`."""
    return _n(minutes, "Time is called after 1 minute", "Time is called after {count} minutes")


def limit_lines(minutes: int) -> list[str]:
    """The sentence of a limit; none without one."""
    return [full_stop(limit_words(minutes))] if minutes else []


def preset_text(options: Sequence[Option], preset: Preset) -> str:
    """A preset in sentences: its house rules, its limit, and its own line."""
    return spaced(own_preset_text(options, preset.options, preset.minutes), *preset_agreed(preset.key))


def own_preset_text(options: Sequence[Option], chosen: Options, minutes: int) -> str:
    """A preset of a table in sentences: its house rules and its limit."""
    return spaced(preset_words(options, chosen), *limit_lines(minutes))


def preset_changes(options: Sequence[Option], chosen: Options, usual: Options) -> str:
    """What these values change, compared with other ones: the house rules that differ, each in a sentence."""
    played, before = full(options, chosen), full(options, usual)
    changed = [
        option_rule(option, played)
        for option in options
        if not is_same(played[option.key], before[option.key]) and not option.has_no_effect(played)
    ]
    return full_stop(in_sentences(changed)) if changed else ""


def preset_words(options: Sequence[Option], chosen: Options) -> str:
    """The rules that these values make: the target and the house rules, each in a sentence."""
    played = full(options, chosen)
    sentences = [
        option_rule(option, played)
        for option in options
        if (option.key in chosen or option.key == "target") and not option.has_no_effect(played)
    ]
    return full_stop(in_sentences(sentences)) if sentences else _("As in the rules.")
