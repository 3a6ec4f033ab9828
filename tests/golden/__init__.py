"""Golden files: the output of each version of the program, kept unchanged for every later one to read.

There is a folder for each version. `python -m tests.golden.write` adds the one of this version, with:

- `games.sqlite`: a whole database, with links, devices, statistics, merged names and a scripted night
- `first-schema.sqlite`, of version 0.1.0 only: the same games in the first schema
- `instance.zip`, and of the smaller table `table.zip`, `.json`, `.txt` and `.csv`
- `games/`, for each rule set one eventful game as JSON, as a text record and as a bare sheet
- `night.json`: a scripted night
- `figures.json`: every score, code and sum that these must give

Excel, the CSV of score lines and print pages are for people: nothing reads them back, so they are not included. A
folder is never written again. A version that changes the result of a record has broken it.
"""

from pathlib import Path

FOLDER = Path(__file__).parent


def versions() -> list[Path]:
    """The folder of each version."""
    return sorted(path for path in FOLDER.iterdir() if (path / "figures.json").is_file())
