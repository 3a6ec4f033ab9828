"""Starts an app in the process that forks servers (`tests.warm` imports this there): theirs start in half the time.

They inherit the compiled routes, the static files, a new database, and all that is imported only when an app starts or
answers.
"""

from __future__ import annotations

import gc
import os
from pathlib import Path
from tempfile import TemporaryDirectory

from scorekeeper import create_app
from scorekeeper.server import static_files
from scorekeeper.storage.setup import close_storage
from tests.served import environment
from tests.shared_app import share_what_apps_compile


def start_once() -> None:
    """Start an app in a folder that is removed again, and open its first pages."""
    before = dict(os.environ)
    with TemporaryDirectory() as folder:
        os.environ.clear()
        os.environ.update(environment(Path(folder)))
        app = create_app()
        for address in ("/", "/rules", "/tables/new"):
            assert app.test_client().get(address).status_code == 200
        close_storage(app)
    os.environ.clear()
    os.environ.update(before)


share_what_apps_compile()
start_once()
vars(static_files)["SOON"] = 3600  # the phones' module takes longer than a test; those with a phone have one
gc.collect()
gc.freeze()  # otherwise each server's first collection goes through all of this, and copies its memory
