"""Golden files: what each version of the program wrote, kept as it was written, to be read by every later one.

There is a folder for each version. `python -m tests.golden.write` adds the one of this version, with:

- `games.sqlite`: a whole database, with links, devices, statistics, merged names and a scripted night
- `first-schema.sqlite`, of version 0.1.0 alone: the same games as the first schema kept them
- `instance.zip`, and of the smaller table `table.zip`, `.json`, `.txt` and `.csv`
- `games/`, for each rule set one eventful game as JSON, as a text record and as a bare sheet
- `night.json`: a scripted night
- `figures.json`: every score, code and sum that all of these must come to

Excel, the CSV of score lines and print pages are for people: nothing reads them back, so none is kept.
Nothing in a folder is ever written again. A version that changes what a record comes to has broken it.
"""

from pathlib import Path

FOLDER = Path(__file__).parent


def versions() -> list[Path]:
    """The folder of each version."""
    return sorted(path for path in FOLDER.iterdir() if (path / "figures.json").is_file())
