from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar

from attrs import define as _attrs_define
from attrs import field as _attrs_field
from typing_extensions import Self

T = TypeVar("T", bound="UsageStorage")


@_attrs_define
class UsageStorage:
    """Storage of test results.

    Attributes:
        used_bytes (int): What your test results take.
        limit_bytes (int): What they may take; beyond it the oldest make room.
    """

    used_bytes: int
    limit_bytes: int
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        used_bytes = self.used_bytes

        limit_bytes = self.limit_bytes

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "used_bytes": used_bytes,
                "limit_bytes": limit_bytes,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        d = dict(src_dict)
        used_bytes = d.pop("used_bytes")

        limit_bytes = d.pop("limit_bytes")

        usage_storage = cls(
            used_bytes=used_bytes,
            limit_bytes=limit_bytes,
        )

        usage_storage.additional_properties = d
        return usage_storage

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
