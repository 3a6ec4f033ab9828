"""JSON on standard output, whatever letters the terminal knows."""

import json
import sys


def json_text(value: object, indent: int | None = None) -> str:
    """JSON with names as they are written, or in escapes where the output's encoding is not Unicode."""
    encoding = (getattr(sys.stdout, "encoding", None) or "ascii").lower()
    return json.dumps(value, ensure_ascii=not encoding.startswith("utf"), indent=indent)
