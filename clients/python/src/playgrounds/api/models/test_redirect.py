from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, cast

from attrs import define as _attrs_define
from attrs import field as _attrs_field
from typing_extensions import Self

T = TypeVar("T", bound="TestRedirect")


@_attrs_define
class TestRedirect:
    """A redirect that was followed.

    Attributes:
        status (int): Status of the redirect.
        url (str): The URL that answered with the redirect.
        location (str): Where it pointed, as received.
        set_cookies (list[str]): Set-Cookie headers of the redirect, as received.
    """

    status: int
    url: str
    location: str
    set_cookies: list[str]
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        status = self.status

        url = self.url

        location = self.location

        set_cookies = self.set_cookies

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "status": status,
                "url": url,
                "location": location,
                "set_cookies": set_cookies,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        d = dict(src_dict)
        status = d.pop("status")

        url = d.pop("url")

        location = d.pop("location")

        set_cookies = cast(list[str], d.pop("set_cookies"))

        test_redirect = cls(
            status=status,
            url=url,
            location=location,
            set_cookies=set_cookies,
        )

        test_redirect.additional_properties = d
        return test_redirect

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
