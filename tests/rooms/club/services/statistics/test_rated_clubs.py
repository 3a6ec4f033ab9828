"""What ratings predict comes true in simulated clubs, and their order is that of skill."""

from __future__ import annotations

from functools import cache
from statistics import mean

import pytest
from openskill.models import PlackettLuce

from bench.rated_clubs import BANDS, Accuracy, Club, clubs, rated
from scorekeeper.rooms.club.services.ratings import LikelyPlaces, model
from tests.hypothesis_budget import examples

COIN = 0.25
"""The Brier score of a coin."""
TIMES = examples(12, soak=60)
A_YEAR = tuple(
    club for club in clubs() if (club.best_beats_worst, club.games) in ((0.90, 260), (0.90, 500), (0.78, 500))
)
ELSEWHERE = tuple(club for club in clubs() if club not in A_YEAR)


@cache
def figures(club: Club) -> Accuracy:
    return rated(model(), club, TIMES)


@pytest.mark.parametrize("club", A_YEAR, ids=str)
def test_ratings_of_a_year_predict_better_than_a_coin(club: Club) -> None:
    found = figures(club)
    assert found.brier < COIN
    assert found.brier <= found.oracle + 0.020


@pytest.mark.parametrize("spread", [0.90, 0.78])
def test_order_after_a_year_is_that_of_skill(spread: float) -> None:
    """The mean of fixed and changing pairs; `bench rated-clubs` has each."""
    assert mean(figures(club).order for club in A_YEAR if club.best_beats_worst == spread) >= 0.8


@pytest.mark.parametrize("club", ELSEWHERE, ids=str)
def test_ratings_that_know_little_claim_little(club: Club) -> None:
    assert figures(club).brier <= 0.260


def test_what_is_predicted_comes_true_that_often() -> None:
    """Over clubs of all kinds, since ratings do not know in which they are."""
    won = [0.0] * BANDS
    counts = [0] * BANDS
    for club in clubs():
        for count, expected, came_true in figures(club).bands:
            band = min(BANDS - 1, int(expected * BANDS))
            counts[band] += count
            won[band] += count * came_true
    for band, count in enumerate(counts):
        assert count < 100 or band / BANDS <= won[band] / count <= (band + 1) / BANDS


@pytest.mark.parametrize("club", list(clubs()), ids=str)
def test_true_place_is_among_the_likely_ones_three_times_in_four(club: Club) -> None:
    assert figures(club).placed >= 0.75


def test_likely_places_of_one_who_is_known_are_few() -> None:
    ratings = [(35.0, 0.1), (25.0, 0.1), (15.0, 0.1)]
    assert [LikelyPlaces(ratings).of(*own) for own in ratings] == [(1, 1), (2, 2), (3, 3)]
    assert LikelyPlaces([(25.0, 9.0)] * 3).of(25.0, 9.0) == (1, 3)


def test_ratings_for_games_of_skill_would_be_worse_than_a_coin_here() -> None:
    """openskill's defaults, so that the figures above can fail."""
    assert rated(PlackettLuce(), Club(0.78, False, 260), 3).brier > COIN
