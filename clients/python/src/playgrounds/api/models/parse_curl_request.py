from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar

from attrs import define as _attrs_define
from typing_extensions import Self

T = TypeVar("T", bound="ParseCurlRequest")


@_attrs_define
class ParseCurlRequest:
    """A cURL command to parse.

    Attributes:
        curl (str): A complete cURL command, as pasted.
    """

    curl: str

    def to_dict(self) -> dict[str, Any]:
        curl = self.curl

        field_dict: dict[str, Any] = {}

        field_dict.update(
            {
                "curl": curl,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        d = dict(src_dict)
        curl = d.pop("curl")

        parse_curl_request = cls(
            curl=curl,
        )

        return parse_curl_request
