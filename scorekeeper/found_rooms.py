"""Finds the rooms: which are there and which of them are open, and how a hook of `hooks` reaches them."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
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


@cache
def rooms() -> PluginManager:
    """All rooms, imported at the first call, with what they say."""
    manager = PluginManager(NAME)
    manager.add_hookspecs(import_module(HOOKS))
    for name, module in reversed(list(room_modules().items())):  # the last one registered is called first
        manager.register(import_module(module), name)
    manager.check_pending()
    for parts in manager.hook.parts():
        parts.words()
    return manager


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
