from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, TypeVar

from attrs import define as _attrs_define
from attrs import field as _attrs_field
from typing_extensions import Self

if TYPE_CHECKING:
    from ..models.sent_request_summary_headers import SentRequestSummaryHeaders


T = TypeVar("T", bound="SentRequestSummary")


@_attrs_define
class SentRequestSummary:
    """The request as it was sent, secrets masked, without its body; long texts end in `…`.

    Attributes:
        method (str): The method, case kept.
        url (str): The URL; secrets in it are masked.
        headers (SentRequestSummaryHeaders): As sent, the defaults of the service included; values of secrets are
            masked.
        body_size (int): Bytes of the body sent.
    """

    method: str
    url: str
    headers: SentRequestSummaryHeaders
    body_size: int
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        method = self.method

        url = self.url

        headers = self.headers.to_dict()

        body_size = self.body_size

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "method": method,
                "url": url,
                "headers": headers,
                "body_size": body_size,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        from ..models.sent_request_summary_headers import SentRequestSummaryHeaders

        d = dict(src_dict)
        method = d.pop("method")

        url = d.pop("url")

        headers = SentRequestSummaryHeaders.from_dict(d.pop("headers"))

        body_size = d.pop("body_size")

        sent_request_summary = cls(
            method=method,
            url=url,
            headers=headers,
            body_size=body_size,
        )

        sent_request_summary.additional_properties = d
        return sent_request_summary

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
