from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, cast

from attrs import define as _attrs_define
from attrs import field as _attrs_field
from typing_extensions import Self

from ..types import UNSET, Unset

T = TypeVar("T", bound="FormPart")


@_attrs_define
class FormPart:
    """One multipart part. Exactly one of `value`, `value_base64` and `file` is present.

    Attributes:
        name (str): Field name of the part.
        value (str | Unset): Text content, sent verbatim as UTF-8.
        value_base64 (str | Unset): Content that is not valid UTF-8 text, base64.
        file (str | Unset): The content is this local file of the user (`-` is standard input). Programs read it;
            tests/execute can't.
        filename (str | Unset): The `filename` parameter of the part. Absent: none is sent, also for a file.
        content_type (str | Unset): Content-Type of the part. Absent: none is sent.
        headers (list[str] | Unset): More header lines of the part, each `Name: value`. A `Content-Disposition` replaces
            the one made of `name` and `filename`; an empty one (`Content-Disposition:`) leaves it out.
    """

    name: str
    value: str | Unset = UNSET
    value_base64: str | Unset = UNSET
    file: str | Unset = UNSET
    filename: str | Unset = UNSET
    content_type: str | Unset = UNSET
    headers: list[str] | Unset = UNSET
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        name = self.name

        value = self.value

        value_base64 = self.value_base64

        file = self.file

        filename = self.filename

        content_type = self.content_type

        headers: list[str] | Unset = UNSET
        if not isinstance(self.headers, Unset):
            headers = self.headers

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "name": name,
            }
        )
        if value is not UNSET:
            field_dict["value"] = value
        if value_base64 is not UNSET:
            field_dict["value_base64"] = value_base64
        if file is not UNSET:
            field_dict["file"] = file
        if filename is not UNSET:
            field_dict["filename"] = filename
        if content_type is not UNSET:
            field_dict["content_type"] = content_type
        if headers is not UNSET:
            field_dict["headers"] = headers

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        d = dict(src_dict)
        name = d.pop("name")

        value = d.pop("value", UNSET)

        value_base64 = d.pop("value_base64", UNSET)

        file = d.pop("file", UNSET)

        filename = d.pop("filename", UNSET)

        content_type = d.pop("content_type", UNSET)

        headers = cast(list[str], d.pop("headers", UNSET))

        form_part = cls(
            name=name,
            value=value,
            value_base64=value_base64,
            file=file,
            filename=filename,
            content_type=content_type,
            headers=headers,
        )

        form_part.additional_properties = d
        return form_part

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
