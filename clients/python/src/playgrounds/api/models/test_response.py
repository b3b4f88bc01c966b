from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, TypeVar, cast

from attrs import define as _attrs_define
from attrs import field as _attrs_field
from typing_extensions import Self

from ..types import UNSET, Unset

if TYPE_CHECKING:
    from ..models.test_redirect import TestRedirect
    from ..models.test_response_headers import TestResponseHeaders
    from ..models.tls_session import TlsSession


T = TypeVar("T", bound="TestResponse")


@_attrs_define
class TestResponse:
    """What the target answered.

    Attributes:
        status (int): Status of the answer.
        status_text (str): The words beside the status, as received.
        http_version (str): HTTP version of the answer.
        body_encoding (str): How `body` is to be read. `utf8`: as it stands; `base64`: it is no UTF-8 text, and written
            in base64. More may be added.
        body_size (int): Decoded bytes kept.
        wire_size (int): Body bytes read from the wire, before decoding.
        truncated (bool): The body was longer than what is kept.
        url (str): The URL that answered, after redirects.
        redirects (list[TestRedirect]): The redirects on the way to it, in order.
        remote_address (None | str): Address that answered; null when it is not a public one.
        tls (None | TlsSession): The TLS session of the answer; null without TLS.
        headers (TestResponseHeaders | Unset): Names in lower case, repeated values joined with `, `, `set-cookie` with
            newlines. Absent in lists.
        body (str | Unset): Decoded body. Absent in lists.
    """

    status: int
    status_text: str
    http_version: str
    body_encoding: str
    body_size: int
    wire_size: int
    truncated: bool
    url: str
    redirects: list[TestRedirect]
    remote_address: None | str
    tls: None | TlsSession
    headers: TestResponseHeaders | Unset = UNSET
    body: str | Unset = UNSET
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        from ..models.tls_session import TlsSession

        status = self.status

        status_text = self.status_text

        http_version = self.http_version

        body_encoding = self.body_encoding

        body_size = self.body_size

        wire_size = self.wire_size

        truncated = self.truncated

        url = self.url

        redirects = []
        for redirects_item_data in self.redirects:
            redirects_item = redirects_item_data.to_dict()
            redirects.append(redirects_item)

        remote_address: None | str
        remote_address = self.remote_address

        tls: dict[str, Any] | None
        if isinstance(self.tls, TlsSession):
            tls = self.tls.to_dict()
        else:
            tls = self.tls

        headers: dict[str, Any] | Unset = UNSET
        if not isinstance(self.headers, Unset):
            headers = self.headers.to_dict()

        body = self.body

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "status": status,
                "status_text": status_text,
                "http_version": http_version,
                "body_encoding": body_encoding,
                "body_size": body_size,
                "wire_size": wire_size,
                "truncated": truncated,
                "url": url,
                "redirects": redirects,
                "remote_address": remote_address,
                "tls": tls,
            }
        )
        if headers is not UNSET:
            field_dict["headers"] = headers
        if body is not UNSET:
            field_dict["body"] = body

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        from ..models.test_redirect import TestRedirect
        from ..models.test_response_headers import TestResponseHeaders
        from ..models.tls_session import TlsSession

        d = dict(src_dict)
        status = d.pop("status")

        status_text = d.pop("status_text")

        http_version = d.pop("http_version")

        body_encoding = d.pop("body_encoding")

        body_size = d.pop("body_size")

        wire_size = d.pop("wire_size")

        truncated = d.pop("truncated")

        url = d.pop("url")

        redirects = []
        _redirects = d.pop("redirects")
        for redirects_item_data in _redirects:
            redirects_item = TestRedirect.from_dict(redirects_item_data)

            redirects.append(redirects_item)

        def _parse_remote_address(data: object) -> None | str:
            if data is None:
                return data
            return cast(None | str, data)

        remote_address = _parse_remote_address(d.pop("remote_address"))

        def _parse_tls(data: object) -> None | TlsSession:
            if data is None:
                return data
            try:
                if not isinstance(data, dict):
                    raise TypeError()
                tls_type_0 = TlsSession.from_dict(data)

                return tls_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(None | TlsSession, data)

        tls = _parse_tls(d.pop("tls"))

        _headers = d.pop("headers", UNSET)
        headers: TestResponseHeaders | Unset
        if isinstance(_headers, Unset):
            headers = UNSET
        else:
            headers = TestResponseHeaders.from_dict(_headers)

        body = d.pop("body", UNSET)

        test_response = cls(
            status=status,
            status_text=status_text,
            http_version=http_version,
            body_encoding=body_encoding,
            body_size=body_size,
            wire_size=wire_size,
            truncated=truncated,
            url=url,
            redirects=redirects,
            remote_address=remote_address,
            tls=tls,
            headers=headers,
            body=body,
        )

        test_response.additional_properties = d
        return test_response

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
