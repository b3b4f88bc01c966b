from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar

from attrs import define as _attrs_define
from attrs import field as _attrs_field
from typing_extensions import Self

from ..types import UNSET, Unset

T = TypeVar("T", bound="ErrorDetail")


@_attrs_define
class ErrorDetail:
    """One thing that is wrong with the request.

    Attributes:
        in_ (str): Where the field is. `body`: in the JSON body; `query`: a query parameter; `path`: a part of the path;
            `headers`: a request header. More may be added.
        field (str): JSON pointer in a body, a plain name elsewhere.
        code (str): Machine-readable reason.
        message (str): What is wrong with the field.
        offset (int | Unset): For a cURL command: the code-point index where it went wrong.
        start (int | Unset): For a cURL command: where what is wrong starts.
        end (int | Unset): For a cURL command: just past its end.
    """

    in_: str
    field: str
    code: str
    message: str
    offset: int | Unset = UNSET
    start: int | Unset = UNSET
    end: int | Unset = UNSET
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        in_ = self.in_

        field = self.field

        code = self.code

        message = self.message

        offset = self.offset

        start = self.start

        end = self.end

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "in": in_,
                "field": field,
                "code": code,
                "message": message,
            }
        )
        if offset is not UNSET:
            field_dict["offset"] = offset
        if start is not UNSET:
            field_dict["start"] = start
        if end is not UNSET:
            field_dict["end"] = end

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        d = dict(src_dict)
        in_ = d.pop("in")

        field = d.pop("field")

        code = d.pop("code")

        message = d.pop("message")

        offset = d.pop("offset", UNSET)

        start = d.pop("start", UNSET)

        end = d.pop("end", UNSET)

        error_detail = cls(
            in_=in_,
            field=field,
            code=code,
            message=message,
            offset=offset,
            start=start,
            end=end,
        )

        error_detail.additional_properties = d
        return error_detail

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
