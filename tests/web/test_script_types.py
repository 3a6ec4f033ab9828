"""The types of the scripts, `static/js/types.d.ts`: they declare what the compiled modules and the server really have.

TypeScript checks the scripts against them; nothing there knows whether they are true.
"""

import re
from dataclasses import fields

from scorekeeper.compiler.sources import ANSWERS, CARRY, GAME_PAGE, NEW_GAME, OTHER_PAGES, OUTBOX
from scorekeeper.compiler.versions import STATIC
from scorekeeper.core.outbox import model
from tests.web.at_table import Pad

DECLARED = (STATIC / "types.d.ts").read_text("utf-8")
MEMBER = re.compile(r"^  (\w+)\??[(:]", re.MULTILINE)
OF_REQUEST = ["game", "attempt"]
OF_THE_PHONE = {"alone", "clock", "fields", "handed", "rematch_of", "salt", "sealed", "stands", "start"}
"""What a phone itself knows of a game."""


def body(name: str) -> str:
    """What is between the braces of an interface."""
    found = re.search(
        rf"^(?:export )?(?:interface|type) {name}\b[^{{]*{{\n(.*?)^}}", DECLARED, re.DOTALL | re.MULTILINE
    )
    assert found, name
    return found[1]


def section(text: str, begin: str, end: str) -> list[str]:
    return MEMBER.findall(text.partition(f"// {begin}")[2].partition(f"// {end}")[0])


def names(part: dict[str, str]) -> set[str]:
    return {name for each in part.values() for name in each.split()}


def test_game_module_has_the_functions_that_are_compiled() -> None:
    module = body("GameModule")
    assert set(section(module, "GAME_PAGE", "OTHER_PAGES")) == names(GAME_PAGE)
    assert set(section(module, "OTHER_PAGES", "CARRY")) == names(OTHER_PAGES)
    assert set(section(module, "CARRY", "Of the runtime")) == names(CARRY)


def test_new_game_module_has_the_functions_that_are_compiled() -> None:
    assert set(MEMBER.findall(body("NewGameModule"))) == names(NEW_GAME) - {"speak"}


def test_module_of_answers_has_the_functions_that_are_compiled() -> None:
    assert set(MEMBER.findall(body("AnswersModule"))) == names(ANSWERS) - {"speak"}


def test_outbox_has_the_messages_effects_and_functions_that_are_compiled() -> None:
    _, module = DECLARED.split("export type OutboxModule")
    declared = {*MEMBER.findall(body("Messages")), *MEMBER.findall(body("Effects")), *MEMBER.findall(module)}
    assert declared == names(OUTBOX) | {"fromJson"}


def named(part: str) -> dict[str, list[str]]:
    """The fields of the classes that an interface lists, in order."""
    return {name: [each.name for each in fields(getattr(model, name))] for name in MEMBER.findall(body(part))}


def test_messages_have_the_fields_of_their_classes_in_order() -> None:
    listed = re.findall(r"^  (\w+): \[(.*)\];", body("Messages"), re.MULTILINE)
    assert {name: re.findall(r"(\w+): ", values) for name, values in listed} == named("Messages")


def test_effects_have_the_fields_of_their_classes() -> None:
    declared = {}
    for name, values in re.findall(r"^  (\w+): (\S.*);$", body("Effects"), re.MULTILINE):
        own = re.findall(r"(\w+): ", values.partition("{")[2].replace("{ value: string }", ""))
        declared[name] = [
            *(OF_REQUEST if "OfRequest" in values else OF_REQUEST[:1] if "OfGame" in values else []),
            *own,
        ]
    assert declared == named("Effects")


def test_what_is_stored_has_the_fields_of_its_class_in_order() -> None:
    stored = [each.name for each in fields(model.Stored)]
    made = re.search(r"^  Stored: new \((.*)\) =>", DECLARED, re.MULTILINE)
    assert made
    assert MEMBER.findall(body("Stored")) == stored
    assert re.findall(r"(\w+): ", made[1]) == stored


def test_answer_of_the_server_has_what_is_declared(pad: Pad) -> None:
    answer = pad.phone.client.get(f"{pad.url}/events").get_json()
    now = {"events", "restored", "protocol", "seq", "hash", "now"}
    assert set(answer) - now == set(MEMBER.findall(body("Around"))) - OF_THE_PHONE
    table = pad.phone.client.get(f"/tables/{answer['table']['id']}/games/begin").get_json()
    shared = re.findall(r'"(\w+)"', DECLARED.partition("TableData")[2].partition("{")[0])
    assert set(table) == {*MEMBER.findall(body("TableData")), *shared}
    assert set(answer["events"][0]) == set(MEMBER.findall(body("StoredEvent")))
