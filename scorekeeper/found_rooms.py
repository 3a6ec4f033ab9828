"""Finds the rooms: which are there and which of them are open, and how a hook of `hooks` reaches them."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache, wraps
from importlib import import_module
from importlib.metadata import entry_points
from importlib.util import find_spec
from inspect import signature
from typing import Any, ParamSpec, TypeVar

from pluggy import HookspecMarker, PluginManager

NAME = "scorekeeper"
HOOKS = "scorekeeper.hooks"

OWN = ("club", "tournaments")
"""The rooms that come with the program, unless their folder was deleted."""

GROUP = "scorekeeper.rooms"

_declared = HookspecMarker(NAME)

P = ParamSpec("P")
R = TypeVar("R")


@cache
def room_modules() -> Mapping[str, str]:
    """The module of each room that is installed, by the room's name; imports none of them."""
    own = {name: f"scorekeeper.rooms.{name}" for name in OWN}
    return {name: module for name, module in own.items() if find_spec(module)} | {
        found.name: found.module for found in entry_points(group=GROUP) if found.name not in own
    }


@dataclass(frozen=True, slots=True)
class LeftOut:
    """A room of another package that cannot take part: its package, and why."""

    package: str
    why: str


left_out: dict[str, LeftOut] = {}
"""The rooms that are left out, by name."""


@cache
def rooms() -> PluginManager:
    """All rooms, imported at the first call, with what they say; without those of `left_out`."""
    manager = PluginManager(NAME)
    manager.add_hookspecs(import_module(HOOKS))
    left_out.clear()
    for name, module in reversed(list(room_modules().items())):  # the last one registered is called first
        with _unless_broken(name, manager):
            manager.register(import_module(module), name)
            manager.check_pending()
            for parts in _parts_of(name, manager):
                parts.words()
                if name not in OWN:  # what commands and worker processes ask
                    _make(parts.kinds(), parts.commands())
    return manager


def importable(names: Iterable[str]) -> tuple[str, ...]:
    """Of these rooms, those that an app can open: of other packages it imports their pages and calls first."""
    asked = tuple(names)
    for name in set(asked) - set(OWN):
        with _unless_broken(name, rooms()):
            for parts in _parts_of(name, rooms()):
                _make(parts.blueprints(), parts.calls(), parts.schemas(), parts.urls())
    return tuple(name for name in asked if rooms().has_plugin(name))


def _parts_of(name: str, manager: PluginManager) -> list[Any]:
    others = [room for own, room in manager.list_name_plugin() if own != name]
    return list(manager.subset_hook_caller("parts", others)())


def _make(*parts: Iterable[object]) -> None:
    for part in parts:
        list(part)


@contextmanager
def _unless_broken(name: str, manager: PluginManager) -> Iterator[None]:
    """Leave out the room of another package if that fails. The program’s own are tested with it, and raise."""
    try:
        yield
    except (Exception, SystemExit) as error:
        if name in OWN:
            raise
        if manager.has_plugin(name):
            manager.unregister(name=name)
        found = next(iter(entry_points(group=GROUP, name=name)))
        left_out[name] = LeftOut(found.dist.name if found.dist else found.module, f"{type(error).__name__}: {error}")


def is_open(module: str, names: Collection[str]) -> bool:
    """Whether an app with these open rooms has what this module adds: the table's always, a room's if it is open."""
    found = (name for name, package in room_modules().items() if module == package or module.startswith(f"{package}."))
    name = next(found, None)
    return name is None or name in names


def every_room(hook: Callable[P, R]) -> Callable[P, list[R]]:
    """A hook that reaches every room, open or closed."""
    return _hook(hook, lambda name: getattr(rooms().hook, name))


def open_rooms(hook: Callable[P, R]) -> Callable[P, list[R]]:
    """A hook that reaches the rooms that are open in the current app."""
    return _hook(hook, lambda name: _some(name, are_open=True))


def closed_rooms(hook: Callable[P, R]) -> Callable[P, list[R]]:
    """A hook that reaches the rooms that are closed in the current app."""
    return _hook(hook, lambda name: _some(name, are_open=False))


def in_open_rooms(name: str) -> list[Any]:
    """What the rooms that are open in the current app answer to the hook of this name, which has no arguments."""
    return list(_some(name, are_open=True)())


def _some(name: str, *, are_open: bool) -> Callable[..., Any]:
    """The hook of this name, for the rooms that are open in the current app, or for the others."""
    from flask import current_app  # noqa: PLC0415 - processes that read files have no app

    others = [room for own, room in rooms().list_name_plugin() if (own in current_app.config["ROOMS"]) is not are_open]
    return rooms().subset_hook_caller(name, others)


def _hook(hook: Callable[P, R], caller: Callable[[str], Callable[..., Any]]) -> Callable[P, list[R]]:
    names = tuple(signature(hook).parameters)

    @wraps(_declared(hook))
    def call(*args: P.args, **kwargs: P.kwargs) -> list[R]:
        return list(caller(hook.__name__)(**dict(zip(names, args, strict=False)), **kwargs))

    return call
