"""The form of a table's stakes: a currency, what each kind of stake costs and where it goes, and who gets the pot."""

from collections.abc import Iterator
from typing import Any

from wtforms import Field, Form, SelectField

from scorekeeper.core.words.language import spaced, translatable, translate as _
from scorekeeper.rooms.club.domain.stakes import (
    BAG,
    GAME,
    KEPT,
    KINDS,
    LARGEST_HAND,
    MOST_NILS,
    MOST_WINS,
    NIL,
    PLAY_POINTS,
    POTS,
    SET,
    TEN,
    Stake,
    Stakes,
)
from scorekeeper.rooms.club.pages.settling.money import TwoReadings, currency_name, money_text, read_amount, typed_text
from scorekeeper.rooms.club.services.settling import MAX_STAKE, currencies_in, is_currency, known_currencies
from scorekeeper.web.formatting import zone_name
from scorekeeper.web.forms import StringField, choices
from scorekeeper.web.language import lazy

OFF = ""
EXAMPLE = {GAME: 1, TEN: 12, SET: 1, BAG: 2, NIL: 0}
"""How many of each kind the example of a lost game has."""
TO_SIDE, TO_POT = "side", "pot"
PAID_FOR = {
    GAME: lazy("A lost game"),
    TEN: lazy("10 points of difference"),
    SET: lazy("A contract that was set"),
    BAG: lazy("A bag"),
    NIL: lazy("A failed nil"),
}
SHORT = {
    GAME: translatable("games"),
    TEN: translatable("difference"),
    SET: translatable("sets"),
    BAG: translatable("bags"),
    NIL: translatable("nils"),
    "pot": translatable("pot"),
}
"""The parts of a balance, in a word."""
WHO_GETS_THE_POT = {
    KEPT: lazy("It is kept"),
    MOST_WINS: lazy("Most games won in the night"),
    MOST_NILS: lazy("Most nils made in the night"),
    LARGEST_HAND: lazy("Largest hand of the night"),
}


class AmountField(StringField):
    """An amount of money as typed; `StakesForm` reads it, since it depends on the currency."""


def _to() -> SelectField:
    return SelectField(
        choices=choices([(TO_SIDE, lazy("to the other side")), (TO_POT, lazy("into the pot"))]), default=TO_SIDE
    )


class StakesForm(Form):
    """The stakes of a table."""

    currency = SelectField(lazy("Play for"), default=OFF, validate_choice=False)
    pot = SelectField(
        lazy("Who gets the pot"), choices=choices((key, WHO_GETS_THE_POT[key]) for key in POTS), default=KEPT
    )
    game = AmountField(PAID_FOR[GAME])
    game_to = _to()
    ten = AmountField(PAID_FOR[TEN])
    ten_to = _to()
    set = AmountField(PAID_FOR[SET])
    set_to = _to()
    bag = AmountField(PAID_FOR[BAG])
    bag_to = _to()
    nil = AmountField(PAID_FOR[NIL])
    nil_to = _to()
    coin = AmountField(
        lazy("Smallest coin"), description=lazy("Payments are rounded to it; what is left over is carried on.")
    )

    def __init__(self, *given: Any, **more: Any) -> None:
        super().__init__(*given, **more)
        names = {code: currency_name(code) for code in known_currencies()}
        near = dict.fromkeys(code for code in (self.currency.data, *currencies_in(zone_name())) if code in names)
        others = sorted(names.keys() - near, key=lambda code: names[code].casefold())
        self.currency.choices = choices(
            [
                *((OFF, _("Nothing")), (PLAY_POINTS, currency_name(PLAY_POINTS))),
                *((code, names[code]) for code in (*near, *others)),
            ]
        )

    @classmethod
    def of(cls, stakes: Stakes | None) -> "StakesForm":
        """The form with what the table plays for now."""
        if stakes is None:
            return cls()
        data: dict[str, str] = {"currency": stakes.currency, "pot": stakes.pot}
        for kind, stake in stakes.per.items():
            data |= {kind: typed_text(stake.amount, stakes.currency), f"{kind}_to": TO_POT if stake.to_pot else TO_SIDE}
        if stakes.coin > 1:
            data["coin"] = typed_text(stakes.coin, stakes.currency)
        return cls(data=data)

    @property
    def rows(self) -> Iterator[tuple[Field, Field]]:
        """For each kind of stake the field of its amount, and of where it goes."""
        for kind in KINDS:
            yield self[kind], self[f"{kind}_to"]

    @property
    def example(self) -> str:
        """What a lost game costs by these stakes, or by others as long as there are none."""
        stakes = None if any(amount.errors for amount in self._amounts) else self.stakes
        if stakes is None:
            return _("For example, 10 for a lost game and 1 for a bag: losing with 2 bags costs each of you 12.")
        amounts = {kind: stake.amount * EXAMPLE[kind] for kind, stake in stakes.per.items()}
        words = _(
            "Now losing by {points} points, with one set and 2 bags, costs each of you {amount}.",
            points=10 * EXAMPLE[TEN],
            amount=money_text(sum(amounts.values()), stakes.currency),
        )
        in_pot = sum(amount for kind, amount in amounts.items() if stakes.per[kind].to_pot)
        if not in_pot:
            return words
        return spaced(words, _("{amount} of it goes into the pot.", amount=money_text(in_pot, stakes.currency)))

    def validate(self, *given: Any, **more: Any) -> bool:
        """Whether everything can be played for; each amount says what is wrong with it."""
        if not super().validate(*given, **more):
            return False
        currency = self._currency
        for amount in self._amounts if currency else ():
            try:
                found = read_amount(str(amount.data or ""), str(currency))
            except TwoReadings as error:
                amount.errors = [str(error)]
                continue
            if found is None or not 0 <= found <= MAX_STAKE:
                amount.errors = [
                    _("Type an amount from {low} to {high}.", low=0, high=money_text(MAX_STAKE, str(currency)))
                ]
        return not any(amount.errors for amount in self._amounts)

    @property
    def _amounts(self) -> list[Field]:
        """All fields of an amount."""
        return [*(amount for amount, _where in self.rows), self.coin]

    @property
    def _currency(self) -> str | None:
        """What was chosen; None for nothing, or what nobody can choose."""
        chosen = str(self.currency.data)
        return chosen if is_currency(chosen) else None

    @property
    def stakes(self) -> Stakes | None:
        """What was chosen; None: nothing."""
        currency = self._currency
        if currency is None:
            return None
        per = {}
        for amount, where in self.rows:
            found = read_amount(str(amount.data or ""), currency) or 0
            if found:
                per[amount.name] = Stake(found, where.data == TO_POT)
        coin = read_amount(str(self.coin.data or ""), currency) or 1
        return Stakes(currency, per, str(self.pot.data), coin) if per else None
