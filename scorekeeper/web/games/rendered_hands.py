"""The rendered hands of score sheets: a hand that did not change is not drawn again."""

import threading
from collections import OrderedDict
from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass

from flask import current_app
from markupsafe import Markup

MOST_SHEETS = 256

MadeOf = tuple[object, ...]


@dataclass(frozen=True, slots=True)
class RenderedHand:
    """A drawing, and the very objects that it was made of. Nothing in them is ever edited."""

    of: MadeOf
    drawing: Markup

    def is_made_of(self, parts: MadeOf) -> bool:
        """Whether it was made of these very objects."""
        return all(mine is other for mine, other in zip(self.of, parts, strict=True))


class RenderedHandCache:
    """The hands of the score sheets that were looked at lately. Threads may share them."""

    def __init__(self, most: int = MOST_SHEETS) -> None:
        self._sheets: OrderedDict[Hashable, tuple[RenderedHand, ...]] = OrderedDict()
        self._most = most
        self._lock = threading.Lock()

    def drawn(self, sheet: Hashable, hands: Sequence[MadeOf], draw: Callable[[int], Markup]) -> list[Markup]:
        """A drawing of each hand, by `draw(index)` where there is none of these very objects yet.

        `sheet` names the score sheet, with all else that its drawings depend on.
        """
        with self._lock:
            kept = self._sheets.get(sheet, ())
        now = tuple(
            kept[index] if index < len(kept) and kept[index].is_made_of(parts) else RenderedHand(parts, draw(index))
            for index, parts in enumerate(hands)
        )
        if not current_app.jinja_env.auto_reload:  # else somebody is at work on the templates
            self._keep(sheet, now)
        return [hand.drawing for hand in now]

    def clear(self) -> None:
        """Forget them all."""
        with self._lock:
            self._sheets.clear()

    def _keep(self, sheet: Hashable, hands: tuple[RenderedHand, ...]) -> None:
        with self._lock:
            self._sheets[sheet] = hands
            self._sheets.move_to_end(sheet)
            while len(self._sheets) > self._most:
                self._sheets.popitem(last=False)


RENDERED_HANDS = RenderedHandCache()
