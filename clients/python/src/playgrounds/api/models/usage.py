from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, TypeVar

from attrs import define as _attrs_define
from attrs import field as _attrs_field
from typing_extensions import Self

if TYPE_CHECKING:
    from ..models.usage_day import UsageDay
    from ..models.usage_storage import UsageStorage


T = TypeVar("T", bound="Usage")


@_attrs_define
class Usage:
    """What the account has used of its plan.

    Attributes:
        plan (str): The plan of the account. `free`: 1,000 requests a day; `starter`: 50,000 requests a day; `pro`:
            500,000 requests a day; `enterprise`: a limit set for the account. More may be added.
        limit (int): Requests a UTC day.
        used (int): Requests of today, this one included.
        remaining (int): Requests left today.
        reset (int): Unix time in seconds of the next UTC midnight.
        storage (UsageStorage): Storage of test results.
        days (list[UsageDay]): The last 30 days, newest first, today included.
    """

    plan: str
    limit: int
    used: int
    remaining: int
    reset: int
    storage: UsageStorage
    days: list[UsageDay]
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        plan = self.plan

        limit = self.limit

        used = self.used

        remaining = self.remaining

        reset = self.reset

        storage = self.storage.to_dict()

        days = []
        for days_item_data in self.days:
            days_item = days_item_data.to_dict()
            days.append(days_item)

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "plan": plan,
                "limit": limit,
                "used": used,
                "remaining": remaining,
                "reset": reset,
                "storage": storage,
                "days": days,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        from ..models.usage_day import UsageDay
        from ..models.usage_storage import UsageStorage

        d = dict(src_dict)
        plan = d.pop("plan")

        limit = d.pop("limit")

        used = d.pop("used")

        remaining = d.pop("remaining")

        reset = d.pop("reset")

        storage = UsageStorage.from_dict(d.pop("storage"))

        days = []
        _days = d.pop("days")
        for days_item_data in _days:
            days_item = UsageDay.from_dict(days_item_data)

            days.append(days_item)

        usage = cls(
            plan=plan,
            limit=limit,
            used=used,
            remaining=remaining,
            reset=reset,
            storage=storage,
            days=days,
        )

        usage.additional_properties = d
        return usage

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
