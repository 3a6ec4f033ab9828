"""The bid pad: the keys for numbers, for calls added to a number, for blind calls, and for other calls."""

from scorekeeper.core.game import GameState, moves
from scorekeeper.core.inputs.fields import whole
from scorekeeper.core.pages import PageContext, View
from scorekeeper.core.pages.bidding.offers import ADDED, OVERRIDE, BidChoices, is_plain, refusal_reasons
from scorekeeper.core.rules.calls import BLIND, Aim, Call
from scorekeeper.core.rules.seating import Seat
from scorekeeper.core.words.language import signed, spaced, translatable, translate as _
from scorekeeper.core.words.vocabulary import bid_in_text, bid_word, call_word, calls_in_text

FEW = 1
"""Up to this many blind calls are among the other keys; more get a section of their own."""

BIDS = "hands.bid"
"""Where the pad of the whole table sends a tap."""

LARGE = 8
"""The number of large keys: 1 to 7 and nil."""

TWO_ROWS = 10
"""Up to this many numbers without nil are all large, five to a row."""

MAX_ACROSS = 7

SHORT = {"front": translatable("{call}, front"), "right": translatable("{call}, right")}
"""Short texts for calls for one of a player's hands, to fit on a key."""


class Pad:
    """The keys for one offer: `endpoint` is where a tap is sent, `correction` the hidden fields of a corrected hand."""

    def __init__(
        self,
        state: GameState,
        context: PageContext,
        choices: BidChoices,
        endpoint: str = BIDS,
        correction: View | None = None,
    ) -> None:
        self.state = state
        self.context = context
        self.choices = choices
        self.kept: View = correction or {}
        self.page_url = context.link("games.show")
        self.action = context.link(endpoint)
        if correction is not None:
            self.page_url = self.action = context.link("corrections.new", hand=state.board.next_number)
        self.records = correction is None
        self.calls = tuple(call for call in choices.deal.calls if choices.fits(call))
        self.refused = choices.refused(self.calls)
        self.folds = len([call for call in self.calls if call.blind]) > FEW

    def view(self) -> View:
        """Values for `bid_keys` in `macros/keys.html`."""
        choices = self.choices
        bids = [call for call in self.calls if not call.slot and not (self.folds and call.blind)]
        special = [call for call in bids if not is_plain(call) and self.is_shown(call)]
        alone = [call for call in special if choices.deal.slots and call.alone]
        plain = [self.key(call) for call in bids if is_plain(call)]
        has_nil = len(plain) > 0 and plain[0]["value"] == "nil"  # nil is then the last of the large keys
        large = LARGE if has_nil or len(plain) > TWO_ROWS else TWO_ROWS
        numbers = [*plain[1:large], plain[0]] if has_nil else plain[:large]
        higher = plain[large:]
        return {
            "name": bidder_name(self.state, choices.seat),
            "action": self.action,
            "records": self.records,
            "hidden": self.hidden(with_added=True),
            "numbers": numbers,
            "higher": higher,
            "across": across(len(higher)),
            "calls": [self.key(call) for call in special if call not in alone],
            "toggles": self.nils()
            if choices.deal.one_number_a_pair
            else self.toggles([call for call in self.calls if call.slot and not call.blind]),
            "before": self.blind_section() if self.folds else None,
            "alone": {"hidden": self.hidden(), "keys": [self.key(call) for call in alone]} if alone else None,
            "keep": self.keep(),
            "added": self.added_words(),
            "insist": None if self.blind_only() else self.override(),
        }

    def is_shown(self, call: Call) -> bool:
        """Whether it is offered, insisted on, or the current bid."""
        bid_now = self.choices.bid_now
        return (
            call.code not in self.refused
            or self.choices.overrides
            or (bid_now is not None and call.code in bid_now.calls)
        )

    def key(self, call: Call) -> View:
        bid_now = self.choices.bid_now
        short = _short_word(call)
        is_chosen = bid_now is not None and set(bid_now.calls) == set(self.choices.bid_with(call))
        return {
            "value": call.code,
            "label": short or call_word(call.code),
            "full_label": call_word(call.code) if short else None,
            "note": self.note(call),
            "chosen": is_chosen if self.choices.deal.slots else bid_now is not None and call.code in bid_now.calls,
            "disabled": call.code in self.refused and not self.is_shown(call),
            "allow": self.allow(call),
        }

    def allow(self, call: Call) -> View | None:
        """The page on which a number that breaks a rule of the hand can be bid all the same."""
        if call.code not in self.refused or self.is_shown(call) or self.choices.is_rebid:
            return None
        return {"url": self.overriding(), "label": _("Allow {calls}", calls=calls_in_text([call.code]))}

    def overriding(self) -> str:
        """The page with all calls."""
        query: View = self.query() | {OVERRIDE: "yes"}
        if self.choices.added_calls:
            query[ADDED] = "+".join(self.choices.added_calls)
        return self.context.link("games.show", **query)

    def note(self, call: Call) -> str | None:
        """Small text on a key, as a warning."""
        if call.blind and not self.folds:
            return self._blind_note(call)
        if call.wins:
            return _("wins")
        never_fails = call.aim is Aim.AT_MOST and call.tricks >= self.choices.bidding.seating.tricks
        return _("worth {points}, can’t fail", points=call.made) if never_fails else None

    def _blind_note(self, call: Call) -> str:
        """What a blind call is worth, and by how much its side is behind: `±200 · 101 behind`."""
        same = call.made == -call.failed
        words = ["±" + str(call.made) if same else f"{signed(call.made)} {signed(call.failed)}"]
        if not call.code.startswith(BLIND):  # "Blind nil" says it already
            words.insert(0, _("before looking"))
        if call.behind and call.code not in self.refused:
            words.append(behind_words(self.choices))
        return " · ".join(words)

    def hidden(self, with_added: bool = False) -> View:
        """The hidden fields of a bid."""
        seat = self.choices.seat
        fields = self.kept | {
            "hand": self.state.board.next_number,
            "seat": seat,
            "was": moves.bid_seen(self.state, seat),
        }
        if with_added and self.choices.added_calls:
            fields[ADDED] = "+".join(self.choices.added_calls)
        return fields | ({"later": "yes"} if self.choices.is_rebid else {})

    def toggles(self, calls: list[Call]) -> View | None:
        """The calls that can be added to a number; a tap toggles one by reloading the page."""
        shown = [call for call in calls if self.is_shown(call) or call.code in self.choices.added_calls]
        if not shown:
            return None
        keys = [
            self.key(call) | {"value": self._after(call), "chosen": call.code in self.choices.added_calls}
            for call in shown
        ]
        return {"action": self.page_url, "hidden": self.query(), "keys": keys}

    def nils(self) -> View | None:
        """If partners bid one number for both: a toggle for a nil of one of them, to choose before the number."""
        choices = self.choices
        keys = [
            {
                "value": "" if f"{call.code}-{seat}" in choices.added_calls else f"{call.code}-{seat}",
                "label": spaced(call_word(call.code), self.state.setup.player_at(seat)),
                "chosen": f"{call.code}-{seat}" in choices.added_calls,
            }
            for call in choices.deal.calls
            if call.is_nil and (choices.overrides or not choices.objections((call.code,)))
            for seat in choices.bidding.seating.bidders_of(choices.bidding.side_of(choices.seat))
        ]
        return {"action": self.page_url, "hidden": self.query(), "keys": keys} if keys else None

    def _after(self, call: Call) -> str:
        return "+".join(self.choices.with_added(call))

    def query(self) -> View:
        """The query of this page, without the calls to add to a number."""
        fields = self.kept | {"seat": self.choices.seat}
        fields.update({"later": "yes"} if self.choices.is_rebid else {})
        return fields | ({OVERRIDE: "yes"} if self.choices.overrides else {})

    def blind_section(self) -> View:
        """The calls made before looking at the cards."""
        blind = [call for call in self.calls if call.blind]
        slots = [call for call in blind if call.slot]
        shown = [call for call in blind if not call.slot and self.is_shown(call)]
        numbers = [call for call in shown if call.is_number and not (call.alone and self.choices.deal.slots)]
        alone = [call for call in shown if call not in numbers]
        on = any(call.code in self.choices.added_calls for call in slots)
        bid_now = self.choices.bid_now
        has_deficit = any(call.behind > 0 for call in numbers)
        return {
            "open": on or self.choices.overrides or any(call.code in bid_now.calls for call in blind if bid_now),
            "toggles": self.toggles(slots),
            "alone": {"hidden": self.hidden(), "keys": [self.key(call) for call in alone]} if alone else None,
            "numbers": [self.key(call) for call in numbers],
            "insist": self.override() if self.blind_only() else None,
            "behind": behind_words(self.choices) if has_deficit and not self.choices.overrides else None,
        }

    def blind_only(self) -> bool:
        """Whether only blind calls are not offered, which the section of blind calls explains."""
        special = [call for call in self.calls if call.code in self.refused and not is_plain(call)]
        return self.folds and not self.choices.is_rebid and all(call.blind for call in special)

    def keep(self) -> View | None:
        """In a rebid: the key to keep the bid."""
        rebid, bid_now = self.choices.deal.rebid, self.choices.bid_now
        if not self.choices.is_rebid or bid_now is None or rebid is None or not (rebid.prompts and rebid.single_round):
            return None
        number, *added = bid_now.calls
        hidden = self.hidden() | {"call": number} | ({ADDED: "+".join(added)} if added else {})
        return {"label": _("Keep {bid}", bid=bid_in_text(bid_now.calls)), "hidden": hidden}

    def added_words(self) -> str | None:
        """The text for the calls already chosen to add to a number."""
        if not self.choices.added_calls:
            return None
        if self.choices.deal.one_number_a_pair:
            code, _dash, seat = self.choices.added_calls[0].rpartition("-")
            name = self.state.setup.player_at(Seat(whole(seat)))
            return _("{name}: {call} + tap a number", name=name, call=call_word(code))
        return _("{calls} + tap a number", calls=bid_word(self.choices.added_calls))

    def override(self) -> View | None:
        """The calls that are not offered, why, and a link to bid them anyway."""
        first_round = not self.choices.is_rebid  # in which the keys of refused numbers are links themselves
        shown = [call.code for call in self.calls if first_round and is_plain(call)]
        refused = {code: why for code, why in self.refused.items() if code not in shown}
        if not refused or self.choices.overrides:
            return None
        calls = calls_in_text(list(refused)) if first_round else _("another bid")
        return {"url": self.overriding(), "why": refusal_reasons(self.choices, refused), "calls": calls}


def behind_words(choices: BidChoices) -> str:
    """By how much the bidder’s side is behind."""
    bidding = choices.bidding
    return _("{points} behind", points=bidding.behind[bidding.side_of(choices.seat)])


def bidder_name(state: GameState, seat: Seat) -> str:
    """Who bids at this seat: the player, or a pair that bids one number for both."""
    if state.board.next_deal.one_number_a_pair:
        return state.setup.names[state.setup.rules.seating.side_of[seat]]
    return state.setup.player_at(seat)


def _short_word(call: Call) -> str | None:
    """`Nil, front` for a call for one of a player's hands; None for any other."""
    base, _dash, hand = call.code.rpartition("-")
    return _(SHORT[hand], call=call_word(base)) if base and hand in SHORT else None


def across(keys: int) -> int:
    """How many keys to put in a row, so that there are few rows and all but the last are full."""
    rows = -(-keys // MAX_ACROSS)
    return -(-keys // rows) if rows else 1
