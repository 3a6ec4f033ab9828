"""Pools by hand: before round 1 is published, the director says which team is in which pool."""

from typing import Any

from flask import Blueprint, flash, request
from werkzeug.wrappers import Response
from wtforms import BooleanField, Form, SelectField

from scorekeeper.access import KEEPER
from scorekeeper.core.words.language import listed, translate as _
from scorekeeper.rooms.tournaments.domain.format import Pools
from scorekeeper.rooms.tournaments.domain.pairing import pools_of_draft
from scorekeeper.rooms.tournaments.domain.pairing.pools import are_allowed, draft_of_pools, drawn_pools
from scorekeeper.rooms.tournaments.domain.words import pool_title
from scorekeeper.rooms.tournaments.pages.page import (
    CLASH,
    attempt_or_flash,
    author,
    count_words,
    loaded,
    names_of,
    render_page,
    to,
)
from scorekeeper.rooms.tournaments.services.cache import LoadedTournament
from scorekeeper.rooms.tournaments.services.rounds import pair_round
from scorekeeper.web.forms import choices
from scorekeeper.web.posted import posted_id, posted_seq

pages = Blueprint("pools", __name__, url_prefix="/tournaments/<tournament>/pools")


class PoolsForm(Form):
    """The pool of each team, see `pools_form`; `sure`: also if one has more teams than another one needs."""

    sure = BooleanField()


def pools_form(now: LoadedTournament, pools: Pools, given: object = None) -> PoolsForm:
    """The form with a field `pool_<team>` for each team."""
    stage = now.state.stages[now.state.rounds[-1].stage - 1]
    offered = [(number, pool_title(stage, number)) for number in range(1, len(pools) + 1)]
    fields: dict[str, Any] = {
        f"pool_{team}": SelectField(choices=choices(offered), default=str(number))
        for number, pool in enumerate(pools, 1)
        for team in pool
    }
    made: PoolsForm = type("PoolsForm", (PoolsForm,), fields)(given)
    return made


def chosen_pools(form: PoolsForm, pools: Pools) -> Pools:
    """The pools as they are chosen: who stays keeps the place, who moves comes last."""
    chosen = {team: int(form[f"pool_{team}"].data) for pool in pools for team in pool}
    return tuple(
        (
            *(team for team in pool if chosen[team] == number),
            *(team for other in pools if other is not pool for team in other if chosen[team] == number),
        )
        for number, pool in enumerate(pools, 1)
    )


@pages.get("", role=KEEPER)
def show(tournament: str) -> Response | str:
    """The pools of the draft, with a choice for each team."""
    now = loaded()
    pools = pools_of_draft(now.state)
    return _page(now, pools, pools_form(now, pools)) if pools else to("rounds.show")


def _page(now: LoadedTournament, pools: Pools, form: PoolsForm, question: str = "") -> str:
    """The form, by the pools as they are; a `question` is answered by sending it again."""
    names, stage = names_of(now.state), now.state.stages[now.state.rounds[-1].stage - 1]
    return render_page(
        "pools.html",
        "desk",
        now,
        form=form,
        question=question,
        pools=[
            {
                "title": pool_title(stage, number),
                "count_words": count_words(now.state, len(pool)),
                "teams": [{"id": team, "name": names[team], "field": form[f"pool_{team}"]} for team in pool],
            }
            for number, pool in enumerate(pools, 1)
        ],
    )


@pages.post("", role=KEEPER)
def save(tournament: str) -> Response | str | tuple[str, int]:
    """Pair the draft again with these pools."""
    now = loaded()
    pools = pools_of_draft(now.state)
    if not pools:
        return _changed()
    form = pools_form(now, pools, request.form)
    if not form.validate():
        return _page(now, pools, form), 422
    draft, chosen = draft_of_pools(now.state), chosen_pools(form, pools)
    if draft is not None and chosen == drawn_pools(now.state, draft):
        return to("rounds.show")
    sizes = [len(pool) for pool in chosen]
    if max(sizes) - min(sizes) > 1 and are_allowed(chosen) and not form.sure.data:
        words = listed([count_words(now.state, size) for size in sizes])
        question = _("The pools would have {sizes}. In a larger one each plays more matches.", sizes=words)
        return _page(now, pools, form, question)
    saved = attempt_or_flash(
        lambda: pair_round(tournament, author(), event_id=posted_id(), seq=posted_seq(), pools=chosen)
    )
    if saved is None:
        return _page(now, pools, form), 422
    flash(_("The pools are saved."), "success")
    return to("rounds.show")


def _changed() -> Response:
    """Instead of pools that were published or withdrawn meanwhile."""
    flash(_(CLASH), "error")
    return to("rounds.show")


@pages.post("/draw", role=KEEPER)
def draw(tournament: str) -> Response:
    """Pair the draft again with pools that are drawn."""
    if not pools_of_draft(loaded().state):
        return _changed()
    drawn = attempt_or_flash(lambda: pair_round(tournament, author(), event_id=posted_id(), seq=posted_seq(), pools=()))
    if drawn is not None:
        flash(_("The pools are drawn again."), "success")
    return to("rounds.show")
