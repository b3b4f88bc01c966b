from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, TypeVar, cast

from attrs import define as _attrs_define
from attrs import field as _attrs_field
from typing_extensions import Self

from ..types import UNSET, Unset

if TYPE_CHECKING:
    from ..models.sent_request_headers import SentRequestHeaders


T = TypeVar("T", bound="SentRequest")


@_attrs_define
class SentRequest:
    """The request as it was sent, secrets masked.

    Attributes:
        method (str): The method, case kept.
        url (str): The URL; secrets in it are masked.
        headers (SentRequestHeaders): As sent, the defaults of the service included; values of secrets are masked.
        body_size (int): Bytes of the body sent.
        body (Any | Unset): The body as it was given: a text, or any JSON value.
        body_base64 (str | Unset): A body that is not valid UTF-8 text, as base64.
        form (list[Any] | Unset): The parts of a multipart body, as they were given.
    """

    method: str
    url: str
    headers: SentRequestHeaders
    body_size: int
    body: Any | Unset = UNSET
    body_base64: str | Unset = UNSET
    form: list[Any] | Unset = UNSET
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        method = self.method

        url = self.url

        headers = self.headers.to_dict()

        body_size = self.body_size

        body = self.body

        body_base64 = self.body_base64

        form: list[Any] | Unset = UNSET
        if not isinstance(self.form, Unset):
            form = self.form

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
        if body is not UNSET:
            field_dict["body"] = body
        if body_base64 is not UNSET:
            field_dict["body_base64"] = body_base64
        if form is not UNSET:
            field_dict["form"] = form

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        from ..models.sent_request_headers import SentRequestHeaders

        d = dict(src_dict)
        method = d.pop("method")

        url = d.pop("url")

        headers = SentRequestHeaders.from_dict(d.pop("headers"))

        body_size = d.pop("body_size")

        body = d.pop("body", UNSET)

        body_base64 = d.pop("body_base64", UNSET)

        form = cast(list[Any], d.pop("form", UNSET))

        sent_request = cls(
            method=method,
            url=url,
            headers=headers,
            body_size=body_size,
            body=body,
            body_base64=body_base64,
            form=form,
        )

        sent_request.additional_properties = d
        return sent_request

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
