"""Bid and bag in English, as many tables say them whatever language they speak; nil is English in all of them.

A language has rules for its nouns, each a pattern and what takes its place. The verb stays its own: German *bieten*,
Spanish *apostar*, of which *apuesta* is a form too, so that the noun is known by the words around it. What no rule
knows stays as it is.
"""

import re

AFTER = (
    *("una", "la", "las", "de", "por", "tu", "tus", "su", "sus", "mi", "esa", "otra", "otras", "cada", "ninguna"),
    *("sin", "sola", "cuya", "en", "tiene", "dos", "tres", "1", "{count}", "corregir"),
)
"""Words before the Spanish noun."""
BEFORE = (
    *("$", "[,:]", " equivocada", " mínima", " máxima", " propia", " perfecta", " media", " a solas", " a ciegas$"),
    *(" de ", " del ", " en ", " yendo ", " para jugar", " por ", r" \(cumplidas"),
)
"""What follows it at the start of a text."""
_AFTER, _BEFORE = "|".join(map(re.escape, AFTER)), "|".join(BEFORE)

RULES: dict[str, tuple[tuple[str, str], ...]] = {
    "de": (
        (r"\bBlindgebote\b", "Blind-Bids"),
        (r"\bBlindgebot\b", "Blind-Bid"),
        (r"\bMindestgebot\b", "Mindest-Bid"),
        (r"\bGebotssumme\b", "Bid-Summe"),
        (r"(?<=\w )Geboten\b", "Bids"),
        (r"\bGebote\b", "Bids"),
        (r"\bGebot\b", "Bid"),
    ),
    "es": (
        (r"\bBolsa", "Bag"),
        (r"\bbolsa", "bag"),
        (rf"(?i:(?<!\w)({_AFTER})) apuesta(?=s?\b)", r"\1 bid"),
        (rf"^Apuesta(?=s?(?:{_BEFORE}))", "Bid"),
        (rf"^apuesta(?=s?(?:{_BEFORE}))", "bid"),
    ),
}


def with_english_card_words(language: str, text: str) -> str:
    """A text of this language with bid and bag in English: `Höchstens 3 Bids`."""
    for pattern, replacement in RULES[language]:
        text = re.sub(pattern, replacement, text)
    return text
