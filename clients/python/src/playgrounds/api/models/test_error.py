from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, TypeVar

from attrs import define as _attrs_define
from attrs import field as _attrs_field
from typing_extensions import Self

from ..types import UNSET, Unset

if TYPE_CHECKING:
    from ..models.test_redirect import TestRedirect


T = TypeVar("T", bound="TestError")


@_attrs_define
class TestError:
    """Why there is no answer.

    Attributes:
        code (str): Machine-readable reason. `dns_error`: the name has no address, or nobody answers for it;
            `connection_refused`: nothing listens there, or there is no way to it; `connection_reset`: the connection ended
            before the answer did; `timeout`: it took longer than allowed; `tls_error`: no TLS session, or a certificate
            that is not trusted; `too_many_redirects`: more redirects than are followed; `invalid_response`: what came is no
            HTTP; `response_too_large`: the header block of the answer is over the limit; `destination_refused`: a redirect
            to an address that the service does not send to. More may be added.
        message (str): The reason in words.
        redirects (list[TestRedirect] | Unset): What the target redirected to before it failed; absent without any.
    """

    code: str
    message: str
    redirects: list[TestRedirect] | Unset = UNSET
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        code = self.code

        message = self.message

        redirects: list[dict[str, Any]] | Unset = UNSET
        if not isinstance(self.redirects, Unset):
            redirects = []
            for redirects_item_data in self.redirects:
                redirects_item = redirects_item_data.to_dict()
                redirects.append(redirects_item)

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "code": code,
                "message": message,
            }
        )
        if redirects is not UNSET:
            field_dict["redirects"] = redirects

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        from ..models.test_redirect import TestRedirect

        d = dict(src_dict)
        code = d.pop("code")

        message = d.pop("message")

        _redirects = d.pop("redirects", UNSET)
        redirects: list[TestRedirect] | Unset = UNSET
        if _redirects is not UNSET:
            redirects = []
            for redirects_item_data in _redirects:
                redirects_item = TestRedirect.from_dict(redirects_item_data)

                redirects.append(redirects_item)

        test_error = cls(
            code=code,
            message=message,
            redirects=redirects,
        )

        test_error.additional_properties = d
        return test_error

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
