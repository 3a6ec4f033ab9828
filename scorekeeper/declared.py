"""Dataclasses from JSON and back, as their fields declare it: a field's type says what it takes, and how much of it.

    tables: Annotated[int | None, Whole(1, MAX_TABLES)] = None

A field without a default must be given. Null stands for None, and is refused where the type has none: `NOT_GIVEN` is
the default where a change tells what it leaves as it is from null. A field whose type doesn't say what it takes is read
elsewhere. JSON has no field that has its default, so later versions can add fields without changing the hash of an old
payload.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import MISSING, Field, dataclass, fields, is_dataclass
from enum import Enum
from functools import cache
from types import NoneType, UnionType
from typing import Annotated, Any, NamedTuple, Protocol, TypeVar, Union, cast, get_args, get_origin, get_type_hints

from scorekeeper.core.inputs import FieldPath, InvalidInput, Json, faults
from scorekeeper.core.inputs.faults import MAX_LINE_LENGTH, MAX_NAME_LENGTH
from scorekeeper.core.sheet.reading import read_options

ObjectParts = Mapping[str, object]


class FieldKind(Protocol):
    """What a value may be."""

    def read(self, where: FieldPath, value: object, what: str) -> Any:
        """The value of the field `what`. Raises `InvalidInput`."""

    @property
    def schema(self) -> Json:
        """The same as JSON Schema."""


@dataclass(frozen=True, slots=True)
class Whole:
    """A whole number from `low` to `high`."""

    low: int
    high: int

    def read(self, where: FieldPath, value: object, what: str) -> int:
        """The number."""
        return where.whole(value, what, self.low, self.high)

    @property
    def schema(self) -> Json:
        """A number with bounds."""
        return {"type": "integer", "minimum": self.low, "maximum": self.high}


@dataclass(frozen=True, slots=True)
class OneOf:
    """One of these words. `unsaid`: null is as good as nothing, and is stored as an empty text."""

    choices: Sequence[str]
    unsaid: bool = False

    def read(self, where: FieldPath, value: object, what: str) -> str:
        """The word."""
        return "" if value is None and self.unsaid else where.one_of(value, what, self.choices)

    @property
    def schema(self) -> Json:
        """The words, and null if it may be unsaid."""
        return {"enum": [*self.choices, *([None] if self.unsaid else [])]}


@dataclass(frozen=True, slots=True)
class Text:
    """A text of at most `longest` characters. `trimmed`: without space around it; `unsaid` as in `OneOf`."""

    longest: int = MAX_LINE_LENGTH
    empty: bool = False
    trimmed: bool = False
    unsaid: bool = False

    def read(self, where: FieldPath, value: object, what: str) -> str:
        """The text."""
        if value is None and self.unsaid:
            return ""
        text = where.text(value, what, self.longest, self.empty)
        return text.strip() if self.trimmed else text

    @property
    def schema(self) -> Json:
        """A text with its length."""
        return {
            "type": ["string", "null"] if self.unsaid else "string",
            "minLength": 0 if self.empty else 1,
            "maxLength": self.longest,
        }


class Name:
    """A name of somebody or something."""

    def read(self, where: FieldPath, value: object, what: str) -> str:
        """The name."""
        return where.name(value, what)

    @property
    def schema(self) -> Json:
        """A name with its length."""
        return {"type": "string", "minLength": 1, "maxLength": MAX_NAME_LENGTH}


class Options:
    """Options of a rule set; whether it has them is checked with the rules."""

    def read(self, where: FieldPath, value: object, what: str) -> Any:
        """The options by their keys."""
        return read_options(where, value)

    @property
    def schema(self) -> Json:
        """An object of simple values."""
        return {"type": "object", "additionalProperties": {"type": ["integer", "string", "boolean", "null"]}}


@dataclass(frozen=True, slots=True)
class Most:
    """A list of at most `parts` parts; `filled`: and of one or more. `too_many` is the fault of a longer one."""

    parts: int
    filled: bool = False
    too_many: faults.FaultCode[faults.Length] = faults.TOO_MANY_PARTS

    def read(self, where: FieldPath, value: object, what: str) -> Sequence[object]:
        """The list, its parts as they came."""
        listed = where.listing(value, what)
        if len(listed) > self.parts:
            raise InvalidInput(self.too_many.at(where, {"what": what, "found": len(listed), "most": self.parts}))
        if self.filled and not listed:
            raise where.not_a(faults.ValueKind.LIST, value, what)
        return listed

    @property
    def schema(self) -> Json:
        """A list with its length."""
        return {"type": "array", "maxItems": self.parts} | ({"minItems": 1} if self.filled else {})


@dataclass(frozen=True, slots=True)
class Key:
    """The name that the field has in JSON, where it is another one."""

    name: str


class NotGiven(Enum):
    """A field that a change leaves as it is: `name: Annotated[str, Name()] | NotGiven = NOT_GIVEN`."""

    NOT_GIVEN = "not given"


NOT_GIVEN = NotGiven.NOT_GIVEN

BESIDE = object()
"""Marks what is stored beside a payload, and never in it."""

Reader = Callable[[FieldPath, object, str], Any]


@dataclass(frozen=True, slots=True)
class Note:
    """What the schema says about the field."""

    text: str


@dataclass(frozen=True, slots=True)
class Older:
    """Marks a field that another one has replaced."""


@dataclass(frozen=True, slots=True)
class Usual:
    """What a field without a default is where nobody said it. It is always stored."""

    value: object


class Declared(NamedTuple):
    """A field of a dataclass: its name, its key in JSON, what reads it, and its schema (None: it is read elsewhere).

    `needed`: it must be given; `usual` is what it is where it is not, if that is not the default.
    """

    name: str
    key: str
    reader: Reader | None
    schema: Json | None
    needed: bool
    usual: Mapping[str, object]


Made = TypeVar("Made")


def _declared_of(made: type) -> Sequence[Declared]:
    """The fields of a dataclass that JSON may have."""
    hints = get_type_hints(made, include_extras=True)
    return [_declared(part, hints[part.name]) for part in fields(made) if BESIDE not in _marks(hints[part.name])]


def _marks(hint: Any) -> Sequence[Any]:
    return getattr(hint, "__metadata__", ())


def _declared(part: Field[Any], hint: Any) -> Declared:
    marks = _marks(hint)
    key = next((mark.name for mark in marks if isinstance(mark, Key)), part.name)
    usual = next(({part.name: mark.value} for mark in marks if isinstance(mark, Usual)), {})
    reader, described = _reader(hint) or (None, None)
    note = next((mark.text for mark in marks if isinstance(mark, Note)), None)
    if described is not None and note is not None:
        described = described | {"description": note}
    if described is not None and any(isinstance(mark, Older) for mark in marks):
        described = described | {"deprecated": True}
    return Declared(part.name, key, reader, described, _default(part) is MISSING and not usual, usual)


declared: Callable[[type], Sequence[Declared]] = cache(_declared_of)


def read(made: type[Made], value: object, where: FieldPath, beside: ObjectParts | None = None) -> Made:
    """An object of this dataclass from JSON, with `beside` as it is. Raises `InvalidInput`."""
    parts_of = declared(made)
    needed = [part.key for part in parts_of if part.needed]
    parts = where.mapping(value, "it", [part.key for part in parts_of], required=needed)
    return made(**beside or {}, **read_fields(made, parts, where))


def read_fields(made: type, parts: ObjectParts, where: FieldPath) -> Json:
    """The fields of a dataclass that `parts` have, but for those that are read elsewhere. Raises `InvalidInput`."""
    found: Json = {}
    for part in declared(made):
        if part.reader and part.key in parts:
            found[part.name] = part.reader(where, parts[part.key], part.key)
        else:
            found |= part.usual
    return found


def schema(made: type) -> Json:
    """The fields of a dataclass as JSON Schema, but for those that are read elsewhere."""
    parts = [part for part in declared(made) if part.schema is not None]
    return {
        "type": "object",
        "required": [part.key for part in parts if part.needed],
        "additionalProperties": False,
        "properties": {part.key: part.schema for part in parts},
    }


def written(value: Any) -> Json:
    """An object of a dataclass as JSON, without the fields that have their default."""
    keys = {part.name: part.key for part in declared(type(value))}
    own = {part: getattr(value, part.name) for part in fields(value) if part.name in keys}
    return {keys[part.name]: _json(value) for part, value in own.items() if not _is(value, _default(part))}


def all_written(value: Any) -> Json:
    """An object of a dataclass as JSON, also with the fields that have their default."""
    return {part.key: _json(getattr(value, part.name)) for part in declared(type(value))}


def _json(value: Any) -> Any:
    if is_dataclass(value):
        return written(value)
    if isinstance(value, tuple | list):
        return [_json(part) for part in value]
    if isinstance(value, Mapping):
        return {str(name): _json(part) for name, part in value.items()}
    return value


def _default(part: Field[Any]) -> object:
    return part.default_factory() if part.default_factory is not MISSING else part.default


def _is(value: object, default: object) -> bool:
    return default is not MISSING and value == default and isinstance(value, bool) == isinstance(default, bool)


Reading = tuple[Reader, Json]
"""What reads a value, and its schema."""


def _reader(hint: Any) -> Reading | None:
    """What reads a field of this type; None if the type doesn't say."""
    inner, kind = hint, None
    if get_origin(hint) is Annotated:
        inner, *marks = get_args(hint)
        kind = next((mark for mark in marks if not isinstance(mark, Key | Note | Older | Usual)), None)
    if get_origin(inner) not in (Union, UnionType):
        return _reader_of(inner, kind)
    found = _reader_of(next(arm for arm in get_args(inner) if arm not in (NoneType, NotGiven)), kind)
    if found is None or NoneType not in get_args(inner):
        return found
    present, described = found
    return (lambda where, value, what: None if value is None else present(where, value, what)), _or_null(described)


def _or_null(described: Json) -> Json:
    if "$ref" in described:
        return {"oneOf": [described, {"type": "null"}]}
    return described | (
        {"enum": [*described["enum"], None]} if "enum" in described else {"type": [described["type"], "null"]}
    )


def _reader_of(inner: Any, kind: Any) -> Reading | None:
    if isinstance(kind, Most) and get_origin(inner) in (tuple, list):
        return _reader_of_list(get_origin(inner), get_args(inner)[0], kind)
    if kind is not None:
        own = cast(FieldKind, kind)
        return own.read, own.schema
    if inner is bool:
        return FieldPath.switch, {"type": "boolean"}
    if is_dataclass(inner):
        return (lambda where, value, what: read(cast(type, inner), value, where)), schema(cast(type, inner))
    return _reader(inner) if get_origin(inner) is Annotated else None


def _reader_of_list(made: Any, each: Any, most: Most) -> Reading | None:
    """Reads a list or tuple of parts of this type. Objects of a list are numbered in paths."""
    found = _reader(each)
    if found is None:
        return None
    read_one, described = found

    def read_list(where: FieldPath, value: object, what: str) -> Any:
        listed = most.read(where, value, what)
        if not is_dataclass(each):
            return made(read_one(where, part, what) for part in listed)
        one = what.removesuffix("s")
        return made(read_one(where.at(one, place), part, what) for place, part in enumerate(listed, 1))

    return read_list, most.schema | {"items": described}
