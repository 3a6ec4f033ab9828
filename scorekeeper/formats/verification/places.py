"""What a line of an export is, in words: `hand 3 of the scoreboard`, `entry 5`."""

import re

from scorekeeper.formats.blocks import Block

SECTIONS = {b'"sheet"': "the sheet", b'"scoreboard"': "the scoreboard", b'"entries"': "the entries"}
SIGNATURE = b'"signature"'
HAND = re.compile(rb"(\d{1,4})\. ")
TAG = re.compile(rb"\[\"?([A-Za-z][A-Za-z0-9_-]*)")


def label(block: Block, line: int) -> str:
    """The line of the block, counted from 1, in words."""
    if line > len(block.sealed):
        return "the seal"
    return _of_json(block, line) if block.is_json else _of_text(block.lines[line - 1])


def _of_text(line: bytes) -> str:
    if match := HAND.match(line):
        return f"hand {int(match[1])}"
    if match := TAG.match(line):
        return f"the tag {match[1].decode('ascii')}"
    return "this line"


def _of_json(block: Block, line: int) -> str:
    if block.lines[line - 1].startswith(SIGNATURE):
        return "the signature"
    section, since = "", 0
    for number, content in enumerate(block.lines[:line], start=1):
        name = next((words for sign, words in SECTIONS.items() if content.startswith(sign)), None)
        if name is not None:
            section, since = name, number
    here = line - since
    if not section:
        return "the head of the file"
    if not here:
        return f"the head of {section}"
    return f"entry {here}" if section == "the entries" else f"hand {here} of {section}"
