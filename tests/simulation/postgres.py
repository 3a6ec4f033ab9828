"""Evenings on PostgreSQL, for the soak: a copy is a database of its own."""

from __future__ import annotations

from collections.abc import Callable
from itertools import count
from pathlib import Path

import psycopg

from scorekeeper.storage.setup import close_storage
from tests.simulation.world import Content, Server


class PostgresServer(Server):
    """The app on a database of this server, which `url_of` names."""

    def __init__(self, file: Path, url_of: Callable[[str], str], empty: str) -> None:
        self.name, self.url_of, self.numbers = f"evening_{file.stem}", url_of, count(1)
        self.kept: list[str] = []
        self._copy(empty, self.name)
        super().__init__(file, url_of(self.name))

    def _run(self, *statements: str) -> None:
        with psycopg.connect(self.url_of("postgres"), autocommit=True) as connection:
            for statement in statements:
                connection.execute(statement.encode())

    def _copy(self, source: str, name: str) -> None:
        self._run(f"DROP DATABASE IF EXISTS {name}", f"CREATE DATABASE {name} TEMPLATE {source}")

    def content(self) -> Content:
        """The name of a copy. The first one is that of every evening; the others are dropped with the next evening."""
        close_storage(self.app)
        name = f"{self.name}_{next(self.numbers)}"
        self._copy(self.name, name)
        self.kept.append(name)
        return name

    def replace(self, content: Content) -> None:
        self._copy(content, self.name)
        if content == self.kept[0]:
            self._run(*(f"DROP DATABASE {name}" for name in self.kept[1:]))
            self.kept = self.kept[:1]
