"""Presets as a table says them: their names, and their rules in sentences."""

from collections.abc import Sequence

from scorekeeper.core.rules.presets import UnknownPreset, full
from scorekeeper.core.rules.ruleset import Option, Options
from scorekeeper.core.words.language import in_sentences, translatable, with_commas
from scorekeeper.core.words.language import translate as _
from scorekeeper.core.words.options import option_rule

NAMES = {
    "standard": translatable("Standard"),
    "classic": translatable("Classic"),
    "no-blinds": translatable("No blinds"),
    "ten-for-200": translatable("Ten for 200"),
    "short-game": translatable("Short game"),
    "tournament": translatable("Tournament"),
    "club-night": translatable("Club night"),
}


def preset_name(key: str) -> str:
    """The name of a preset."""
    return _(NAMES[key])


def preset_words(options: Sequence[Option], chosen: Options) -> str:
    """The rules that these values make: the target and the house rules, each in a sentence."""
    played = full(options, chosen)
    sentences = [
        option_rule(option, played[option.key])
        for option in options
        if (option.key in chosen or option.key == "target") and not option.is_idle(played)
    ]
    return f"{in_sentences(sentences)}." if sentences else _("As in the rules.")


def unknown_preset(fault: UnknownPreset) -> str:
    """A preset that a rule set does not have, and the ones it has."""
    known = with_commas(fault.known)
    return _('{rules} has no preset "{preset}"; it has {known}', rules=fault.rules, preset=fault.preset, known=known)
