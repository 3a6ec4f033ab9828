"""An export without its signatures, which every server makes with its own key and at its own time."""

import io
import re
import zipfile

from scorekeeper.formats.table_zip import LIST_FILE

SIGNATURE = re.compile(rb'^("signature"|"seal"|\[Signature |\[Seal ).*$', re.MULTILINE)


def unsigned(packed: bytes) -> dict[str, bytes]:
    """The members of a ZIP but its list, without the lines of their signatures and checksums."""
    with zipfile.ZipFile(io.BytesIO(packed)) as opened:
        return {name: SIGNATURE.sub(b"", opened.read(name)) for name in opened.namelist() if name != LIST_FILE}
