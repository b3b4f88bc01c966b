"""What all objects of the API share: they are checked when they are read, and keep fields that they do not know."""

from __future__ import annotations

import types
import typing
from dataclasses import MISSING, dataclass, field, fields
from datetime import datetime
from functools import cache
from typing import Any, TypeVar, Union

M = TypeVar("M", bound="Model")


class WrongShapeError(ValueError):
    """JSON that is not what was asked for; the message names the place."""


@dataclass(kw_only=True)
class Model:
    """An object of the API. ``extra`` has the fields that this version of the client does not know."""

    extra: dict[str, Any] = field(default_factory=dict, repr=False)

    @classmethod
    def from_dict(cls: type[M], value: Any) -> M:
        """Reads an object from JSON; raises ``WrongShapeError`` when it is another one."""
        return typing.cast(M, _read(cls, value, cls.__name__))

    def to_dict(self) -> dict[str, Any]:
        """The object as JSON; what is None is left out."""
        own = {one.name: _write(getattr(self, one.name)) for one in fields(self) if one.name != "extra"}
        return {**{name: value for name, value in own.items() if value is not None}, **self.extra}


@cache
def _hints(cls: Any) -> dict[str, Any]:
    hints = typing.get_type_hints(cls)
    del hints["extra"]
    return hints


def _read(hint: Any, value: Any, where: str) -> Any:
    origin, arguments = typing.get_origin(hint), typing.get_args(hint)
    if hint is Any:
        return value
    if origin in (Union, types.UnionType):
        return None if value is None else _read(arguments[0], value, where)
    if origin is list and isinstance(value, list):
        return [_read(arguments[0], one, f"{where}[{index}]") for index, one in enumerate(value)]
    if origin is dict and isinstance(value, dict):
        return {name: _read(arguments[1], one, f"{where}.{name}") for name, one in value.items()}
    if isinstance(hint, type) and issubclass(hint, Model) and isinstance(value, dict):
        hints = _hints(typing.cast(Any, hint))
        required = {one.name for one in fields(hint) if one.name in hints and one.default is MISSING}
        missing = sorted(required - value.keys())
        if missing:
            raise WrongShapeError(f"{where} has no {missing[0]}")
        known = {name: _read(hints[name], one, f"{where}.{name}") for name, one in value.items() if name in hints}
        return hint(**known, extra={name: one for name, one in value.items() if name not in hints})
    if hint is datetime and isinstance(value, str):
        try:
            return datetime.fromisoformat(value.replace("Z", "+00:00"))
        except ValueError:
            raise WrongShapeError(f"{where} is not a time") from None
    if hint is float and isinstance(value, (int, float)) and not isinstance(value, bool):
        return float(value)
    if hint in (str, int, bool) and type(value) is hint:
        return value
    raise WrongShapeError(f"{where} is not {getattr(hint, '__name__', hint)}")


def _write(value: Any) -> Any:
    if isinstance(value, Model):
        return value.to_dict()
    if isinstance(value, list):
        return [_write(one) for one in value]
    if isinstance(value, datetime):
        return value.isoformat()
    return value
