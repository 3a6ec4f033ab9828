"""What rooms say when they refuse is approved, and said in every process that finds rooms, not only by an app."""

import subprocess
import sys

from tests.approved import expect_approved
from tests.each_case import each_case
from tests.rooms import rooms_there
from tests.rooms.refusals import files


def test_refusals_match_the_approved_files() -> None:
    for file, text in files():
        expect_approved(file, text)


SAYS = """
from scorekeeper.core.inputs import NOWHERE, Fault
from scorekeeper.core.words.faults import fault_text
{begun}
print(fault_text(Fault({code!r}, {{}}, NOWHERE)))
"""
COMMAND = "from scorekeeper.cli import commands_of_rooms; commands_of_rooms()"
WORKER = "from scorekeeper.services.part_kinds import part_kinds; list(part_kinds())"
CODES = {"tournaments": ("nobody-to-pair", "Nobody can be paired now")}
CODES["club"] = ("ends-before-it-begins", "The last night is before the first")


@each_case("begun", [COMMAND, WORKER])
def test_a_process_without_an_app_says_it(begun: str) -> None:
    for room in rooms_there():
        code, sentence = CODES[room]
        program = SAYS.format(begun=begun, code=code)
        done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True, timeout=60)
        assert done.stdout.strip() == sentence
