from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, cast

from attrs import define as _attrs_define
from attrs import field as _attrs_field
from typing_extensions import Self

from ..models.request_auth_scheme import RequestAuthScheme
from ..types import UNSET, Unset

T = TypeVar("T", bound="RequestAuth")


@_attrs_define
class RequestAuth:
    """Authentication that is not a plain header.

    Attributes:
        scheme (RequestAuthScheme): How the sender proves who it is. `basic`: user name or password contain a variable;
            otherwise Basic is an `Authorization` header and not here; `digest`: `--digest`; `ntlm`: `--ntlm`; `negotiate`:
            `--negotiate`; `aws-sigv4`: `--aws-sigv4`; `any`: `--anyauth`, no credentials at first, then the strongest
            scheme that the server offers.
        username (str | Unset): The user name.
        password (str | Unset): The password.
        provider (str | Unset): aws-sigv4 only: `provider1[:provider2[:region[:service]]]`.
        signed_headers (list[str] | Unset): aws-sigv4 only: the headers to sign besides Host, the date and the payload
            hash. Absent: all of `headers`.
    """

    scheme: RequestAuthScheme
    username: str | Unset = UNSET
    password: str | Unset = UNSET
    provider: str | Unset = UNSET
    signed_headers: list[str] | Unset = UNSET
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        scheme = self.scheme.value

        username = self.username

        password = self.password

        provider = self.provider

        signed_headers: list[str] | Unset = UNSET
        if not isinstance(self.signed_headers, Unset):
            signed_headers = self.signed_headers

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "scheme": scheme,
            }
        )
        if username is not UNSET:
            field_dict["username"] = username
        if password is not UNSET:
            field_dict["password"] = password
        if provider is not UNSET:
            field_dict["provider"] = provider
        if signed_headers is not UNSET:
            field_dict["signed_headers"] = signed_headers

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        d = dict(src_dict)
        scheme = RequestAuthScheme(d.pop("scheme"))

        username = d.pop("username", UNSET)

        password = d.pop("password", UNSET)

        provider = d.pop("provider", UNSET)

        signed_headers = cast(list[str], d.pop("signed_headers", UNSET))

        request_auth = cls(
            scheme=scheme,
            username=username,
            password=password,
            provider=provider,
            signed_headers=signed_headers,
        )

        request_auth.additional_properties = d
        return request_auth

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
