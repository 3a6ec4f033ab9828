"""Sets names that are written from right to left apart from the sentence around them.

Without it a browser reads the figures after such a name as part of it, and moves them to its other side: `310 : 520`
for `520 : 310`.
"""

import re

from flask import Flask
from markupsafe import Markup

LETTERS = "\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\U00010800-\U00010fff\U0001e800-\U0001efff"
"""Hebrew, Arabic, Syriac and the other scripts from right to left, with their marks and digits."""
RUN = re.compile(f"[{LETTERS}]+(?:(?: & | |['’.-])[{LETTERS}]+)*")
"""One name, or two partners. A comma or a dash ends it: the next name is another player's."""
ISOLATED = "\u2068{}\u2069"


def add_direction(app: Flask) -> None:
    """Add the filter `isolated` to the templates, for sentences that names are part of."""
    app.add_template_filter(isolated)


def isolated(text: str) -> str:
    """The sentence with each name from right to left as an island; never for what a form sends back.

    >>> ascii(isolated("\u05d3\u05df 520, Ben 310"))
    "'\\\\u2068\\\\u05d3\\\\u05df\\\\u2069 520, Ben 310'"
    """
    apart = RUN.sub(lambda found: ISOLATED.format(found[0]), str(text))
    return Markup(apart) if isinstance(text, Markup) else apart
