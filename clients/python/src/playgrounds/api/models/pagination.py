from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, cast

from attrs import define as _attrs_define
from attrs import field as _attrs_field
from typing_extensions import Self

T = TypeVar("T", bound="Pagination")


@_attrs_define
class Pagination:
    """Where in the list the page is.

    Attributes:
        page (int | None): Null when the page was asked for by `cursor`.
        limit (int): Items per page, as asked for.
        total (int): Exact number of items in the whole list.
        total_pages (int): Pages of `limit` items; 0 for an empty list.
        next_cursor (None | str): What `cursor` takes for the next page; null at the end.
    """

    page: int | None
    limit: int
    total: int
    total_pages: int
    next_cursor: None | str
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        page: int | None
        page = self.page

        limit = self.limit

        total = self.total

        total_pages = self.total_pages

        next_cursor: None | str
        next_cursor = self.next_cursor

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "page": page,
                "limit": limit,
                "total": total,
                "total_pages": total_pages,
                "next_cursor": next_cursor,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        d = dict(src_dict)

        def _parse_page(data: object) -> int | None:
            if data is None:
                return data
            return cast(int | None, data)

        page = _parse_page(d.pop("page"))

        limit = d.pop("limit")

        total = d.pop("total")

        total_pages = d.pop("total_pages")

        def _parse_next_cursor(data: object) -> None | str:
            if data is None:
                return data
            return cast(None | str, data)

        next_cursor = _parse_next_cursor(d.pop("next_cursor"))

        pagination = cls(
            page=page,
            limit=limit,
            total=total,
            total_pages=total_pages,
            next_cursor=next_cursor,
        )

        pagination.additional_properties = d
        return pagination

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
