"""Who owes whom over the API: of the running balance, of a night and of a season, and the payments."""

from __future__ import annotations

from tests.api.calling import EVEN, PAIRS, Json, Program

STAKES: Json = {"currency": "EUR", "per": {"game": {"amount": 100}, "bag": {"amount": 5, "to_pot": True}}}
FINISHED: Json = PAIRS | {"hands": [EVEN], "closed": {"reason": "late"}}
NAMED = ("Ann", "Cal", "Ben", "Dee")


def settling(program: Program, of: str = "") -> Json:
    found: Json = program.get(f"/tables/{program.table}/settling{of}")
    return found


def test_table_without_stakes_settles_nothing(program: Program) -> None:
    program.start(FINISHED)
    assert settling(program) == {"stakes": None, "settlements": []}


def test_balance_has_its_parts_and_who_pays_whom(program: Program) -> None:
    assert program.call("PUT", f"/tables/{program.table}/stakes", STAKES).status_code == 200
    program.start(FINISHED)
    found = settling(program)
    per = {"game": {"amount": 100, "to_pot": False}, "bag": {"amount": 5, "to_pot": True}}
    assert found["stakes"] == {"currency": "EUR", "digits": 2, "per": per, "pot": "kept", "coin": 1}
    (own,) = found["settlements"]
    assert (own["currency"], own["digits"], own["payments"]) == ("EUR", 2, [])
    assert {row["name"]: (row["game"], row["bag"], row["amount"], row["left"]) for row in own["balances"]} == {
        "Ann": (100, 0, 100, 100),
        "Cal": (100, 0, 100, 100),
        "Ben": (-100, -5, -105, -105),
        "Dee": (-100, -5, -105, -105),
        None: (0, 0, 10, 10),
    }
    assert sum(each["amount"] for each in own["transfers"]) == 210


def test_payment_of_a_season_counts_there_and_in_the_balance(program: Program) -> None:
    program.call("PUT", f"/tables/{program.table}/stakes", {"currency": "EUR", "per": {"game": {"amount": 100}}})
    program.start(FINISHED)
    always = {"name": "Always", "first_night": "2020-01-01", "last_night": "2099-12-31"}
    before = {"name": "Before", "first_night": "2019-01-01", "last_night": "2019-12-31"}
    season, earlier = (program.post(f"/tables/{program.table}/seasons", one)["season"] for one in (always, before))
    (own,) = settling(program, f"/seasons/{season}")["settlements"]
    transfer = own["transfers"][0]
    body = {"currency": "EUR", "season": season} | transfer
    paid = program.post(f"/tables/{program.table}/payments", body)["payment"]
    for of in ("", f"/seasons/{season}"):
        (own,) = settling(program, of)["settlements"]
        (payment,) = own["payments"]
        assert (payment["payment"], payment["season"], payment["night"]) == (paid, season, None)
        assert {name: payment[name] for name in ("payer", "payee", "amount")} == transfer
        assert payment["undone"] is None
        left = {row["player"]: (row["paid"], row["left"]) for row in own["balances"]}
        assert left.get(transfer["payer"], (100, 0)) == (100, 0)
    for of in (f"/seasons/{earlier}", "/2019-05-05"):
        assert settling(program, of)["settlements"] == []
    assert program.call("DELETE", f"/tables/{program.table}/payments/{paid}").status_code == 204
    (own,) = settling(program)["settlements"]
    assert own["payments"][0]["undone"] is not None
    assert {row["left"] for row in own["balances"]} == {100, -100}


def test_payment_is_of_a_night_or_of_a_season(program: Program) -> None:
    body = {"currency": "EUR", "payer": 1, "payee": 2, "amount": 100, "night": "2026-11-19", "season": 1}
    refused = program.call("POST", f"/tables/{program.table}/payments", body)
    assert refused.status_code == 422
    assert "of a night or of a season, not of both" in refused.text


def test_payments_are_rounded_to_the_coin_of_the_stakes(program: Program) -> None:
    stakes: Json = {"currency": "EUR", "per": {"game": {"amount": 103}}}
    program.call("PUT", f"/tables/{program.table}/stakes", stakes | {"coin": 5})
    program.start(FINISHED)
    assert program.call("PUT", f"/tables/{program.table}/stakes", stakes | {"pot": "wins"}).status_code == 200
    found = settling(program)
    (own,) = found["settlements"]
    assert (found["stakes"]["coin"], own["coin"]) == (5, 5), "a program that does not know it leaves it"
    assert [each["amount"] for each in own["transfers"]] == [105, 105]
    assert sorted((row["left"], row["carried"]) for row in own["balances"]) == [(-103, 2)] * 2 + [(103, -2)] * 2
    for transfer in own["transfers"]:
        program.post(f"/tables/{program.table}/payments", {"currency": "EUR"} | transfer)
    (own,) = settling(program)["settlements"]
    assert own["transfers"] == []
    assert program.call("PUT", f"/tables/{program.table}/stakes", stakes | {"coin": 0}).status_code == 422
