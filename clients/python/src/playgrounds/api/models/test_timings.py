from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, cast

from attrs import define as _attrs_define
from attrs import field as _attrs_field
from typing_extensions import Self

T = TypeVar("T", bound="TestTimings")


@_attrs_define
class TestTimings:
    """Where the time went, in milliseconds.

    Attributes:
        dns_ms (float | None): Name resolution; null when there was none.
        tcp_ms (float | None): TCP connect; null when there was none.
        tls_ms (float | None): TLS handshake; null when there was none.
        first_byte_ms (float | None): From the request sent to the first byte of the answer.
        download_ms (float | None): From the first byte to the end.
        total_ms (float): All of it, redirects included.
    """

    dns_ms: float | None
    tcp_ms: float | None
    tls_ms: float | None
    first_byte_ms: float | None
    download_ms: float | None
    total_ms: float
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        dns_ms: float | None
        dns_ms = self.dns_ms

        tcp_ms: float | None
        tcp_ms = self.tcp_ms

        tls_ms: float | None
        tls_ms = self.tls_ms

        first_byte_ms: float | None
        first_byte_ms = self.first_byte_ms

        download_ms: float | None
        download_ms = self.download_ms

        total_ms = self.total_ms

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "dns_ms": dns_ms,
                "tcp_ms": tcp_ms,
                "tls_ms": tls_ms,
                "first_byte_ms": first_byte_ms,
                "download_ms": download_ms,
                "total_ms": total_ms,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        d = dict(src_dict)

        def _parse_dns_ms(data: object) -> float | None:
            if data is None:
                return data
            return cast(float | None, data)

        dns_ms = _parse_dns_ms(d.pop("dns_ms"))

        def _parse_tcp_ms(data: object) -> float | None:
            if data is None:
                return data
            return cast(float | None, data)

        tcp_ms = _parse_tcp_ms(d.pop("tcp_ms"))

        def _parse_tls_ms(data: object) -> float | None:
            if data is None:
                return data
            return cast(float | None, data)

        tls_ms = _parse_tls_ms(d.pop("tls_ms"))

        def _parse_first_byte_ms(data: object) -> float | None:
            if data is None:
                return data
            return cast(float | None, data)

        first_byte_ms = _parse_first_byte_ms(d.pop("first_byte_ms"))

        def _parse_download_ms(data: object) -> float | None:
            if data is None:
                return data
            return cast(float | None, data)

        download_ms = _parse_download_ms(d.pop("download_ms"))

        total_ms = d.pop("total_ms")

        test_timings = cls(
            dns_ms=dns_ms,
            tcp_ms=tcp_ms,
            tls_ms=tls_ms,
            first_byte_ms=first_byte_ms,
            download_ms=download_ms,
            total_ms=total_ms,
        )

        test_timings.additional_properties = d
        return test_timings

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
