"""What whoever brings or types something is promised, and which tests hold each promise at a place.

What was brought is shown as it was read, before it counts. What can be read two ways is asked, not guessed. Each
question is answered where it is asked. What was brought by mistake is taken out where it was put in.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Promises:
    """A place where something is brought, and the tests, as `module::name`, of its promises; or why it needs none.

    Instead of a test: a sentence that says why there is nothing to show, to ask or to take out.
    """

    shown_as_read: str
    asked: str
    answered: str
    taken_out: str

    @property
    def each(self) -> tuple[str, ...]:
        return self.shown_as_read, self.asked, self.answered, self.taken_out
