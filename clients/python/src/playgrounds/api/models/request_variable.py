from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar

from attrs import define as _attrs_define
from attrs import field as _attrs_field
from typing_extensions import Self

from ..types import UNSET, Unset

T = TypeVar("T", bound="RequestVariable")


@_attrs_define
class RequestVariable:
    """A shell variable, command substitution or placeholder that the command leaves open.

    Attributes:
        name (str): Name without sigils, e.g. `TOKEN`.
        text (str): The text as it stands in the other fields: `$TOKEN`, `${TOKEN}`, `{{token}}`, `$(date)`.
        value (str | Unset): What to put in its place. Needed for tests/execute.
    """

    name: str
    text: str
    value: str | Unset = UNSET
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        name = self.name

        text = self.text

        value = self.value

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "name": name,
                "text": text,
            }
        )
        if value is not UNSET:
            field_dict["value"] = value

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        d = dict(src_dict)
        name = d.pop("name")

        text = d.pop("text")

        value = d.pop("value", UNSET)

        request_variable = cls(
            name=name,
            text=text,
            value=value,
        )

        request_variable.additional_properties = d
        return request_variable

    @property
    def additional_keys(self) -> list[str]:
        return list(self.additional_properties.keys())

    def __getitem__(self, key: str) -> Any:
        return self.additional_properties[key]

    def __setitem__(self, key: str, value: Any) -> None:
        self.additional_properties[key] = value

    def __delitem__(self, key: str) -> None:
        del self.additional_properties[key]

    def __contains__(self, key: str) -> bool:
        return key in self.additional_properties
