from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, TypeVar, cast

from attrs import define as _attrs_define
from attrs import field as _attrs_field
from typing_extensions import Self

from ..models.request_options_connection import RequestOptionsConnection
from ..models.request_options_form_escape import RequestOptionsFormEscape
from ..models.request_options_http_version import RequestOptionsHttpVersion
from ..models.request_options_te import RequestOptionsTe
from ..types import UNSET, Unset

if TYPE_CHECKING:
    from ..models.header_line import HeaderLine


T = TypeVar("T", bound="RequestOptions")


@_attrs_define
class RequestOptions:
    """Whatever else changes what is sent or how the answer is treated.

    Attributes:
        follow_redirects (bool | Unset): Follow redirects (`-L`). Default false.
        max_redirects (int | Unset): How many redirects to follow (`--max-redirs`), default 50; -1 is no limit of its
            own.
        keep_method_on (list[int] | Unset): Redirect statuses after which a POST stays a POST (`--post301`, `--post302`,
            `--post303`).
        custom_method (bool | Unset): The method was forced (`-X`): it is used again after every redirect, as curl does.
        auth_on_redirect (bool | Unset): Send credentials to other hosts after a redirect too (`--location-trusted`).
        timeout_ms (int | Unset): Total time allowed (`-m`); 0 is none of its own.
        connect_timeout_ms (int | Unset): Time allowed to connect; 0 is none of its own.
        insecure (bool | Unset): Accept any TLS certificate (`-k`).
        compressed (bool | Unset): Ask for a compressed answer and decode it (`--compressed`).
        http_version (RequestOptionsHttpVersion | Unset): HTTP version asked for. `2`: `--http2`, 1.1 where the server
            has no other; `3`: `--http3`; `1.0`: `-0`; `1.1`: `--http1.1`; `2-prior-knowledge`: `--http2-prior-knowledge`.
        proxy (str | Unset): Proxy that the command goes through (`-x`), credentials included. Programs use it;
            tests/execute refuses it.
        config_file (str | Unset): More options are read from this local file of the user (`-K`; `-` is standard input),
            and anything may stand there; tests/execute refuses it.
        request_target (str | Unset): Request target to send instead of the path and query of `url` (`--request-
            target`).
        header_list (list[HeaderLine] | Unset): The exact header lines in order, present when the `headers` object
            cannot say them (a name sent more than once). It must agree with `headers`: same names, values joined with `, `
            (`Cookie` with `; `). An empty list is an absent one.
        omit_headers (list[str] | Unset): Default headers of the sender that must not be sent (`-H "User-Agent:"`).
        chunked (bool | Unset): Send the body with chunked transfer coding.
        expect_continue (bool | Unset): Send `Expect: 100-continue` and wait for it.
        connection (RequestOptionsConnection | Unset): The `Connection` header to send. `close`: end the connection
            afterwards; `keep-alive`: keep it open.
        te (RequestOptionsTe | Unset): The `TE` header to send. `trailers`: trailers are taken.
        strip_newlines (bool | Unset): CR, LF and NUL are taken out of `body_file` when it is read (`-d @file`).
        form_escape (RequestOptionsFormEscape | Unset): How names and filenames of multipart parts are escaped.
            `backslash`: with backslashes instead of percent signs (`--form-escape`).
        ip_version (int | Unset): Connect over IPv4 (4, `-4`) or IPv6 (6, `-6`) only.
    """

    follow_redirects: bool | Unset = UNSET
    max_redirects: int | Unset = UNSET
    keep_method_on: list[int] | Unset = UNSET
    custom_method: bool | Unset = UNSET
    auth_on_redirect: bool | Unset = UNSET
    timeout_ms: int | Unset = UNSET
    connect_timeout_ms: int | Unset = UNSET
    insecure: bool | Unset = UNSET
    compressed: bool | Unset = UNSET
    http_version: RequestOptionsHttpVersion | Unset = UNSET
    proxy: str | Unset = UNSET
    config_file: str | Unset = UNSET
    request_target: str | Unset = UNSET
    header_list: list[HeaderLine] | Unset = UNSET
    omit_headers: list[str] | Unset = UNSET
    chunked: bool | Unset = UNSET
    expect_continue: bool | Unset = UNSET
    connection: RequestOptionsConnection | Unset = UNSET
    te: RequestOptionsTe | Unset = UNSET
    strip_newlines: bool | Unset = UNSET
    form_escape: RequestOptionsFormEscape | Unset = UNSET
    ip_version: int | Unset = UNSET
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        follow_redirects = self.follow_redirects

        max_redirects = self.max_redirects

        keep_method_on: list[int] | Unset = UNSET
        if not isinstance(self.keep_method_on, Unset):
            keep_method_on = self.keep_method_on

        custom_method = self.custom_method

        auth_on_redirect = self.auth_on_redirect

        timeout_ms = self.timeout_ms

        connect_timeout_ms = self.connect_timeout_ms

        insecure = self.insecure

        compressed = self.compressed

        http_version: str | Unset = UNSET
        if not isinstance(self.http_version, Unset):
            http_version = self.http_version.value

        proxy = self.proxy

        config_file = self.config_file

        request_target = self.request_target

        header_list: list[dict[str, Any]] | Unset = UNSET
        if not isinstance(self.header_list, Unset):
            header_list = []
            for header_list_item_data in self.header_list:
                header_list_item = header_list_item_data.to_dict()
                header_list.append(header_list_item)

        omit_headers: list[str] | Unset = UNSET
        if not isinstance(self.omit_headers, Unset):
            omit_headers = self.omit_headers

        chunked = self.chunked

        expect_continue = self.expect_continue

        connection: str | Unset = UNSET
        if not isinstance(self.connection, Unset):
            connection = self.connection.value

        te: str | Unset = UNSET
        if not isinstance(self.te, Unset):
            te = self.te.value

        strip_newlines = self.strip_newlines

        form_escape: str | Unset = UNSET
        if not isinstance(self.form_escape, Unset):
            form_escape = self.form_escape.value

        ip_version = self.ip_version

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update({})
        if follow_redirects is not UNSET:
            field_dict["follow_redirects"] = follow_redirects
        if max_redirects is not UNSET:
            field_dict["max_redirects"] = max_redirects
        if keep_method_on is not UNSET:
            field_dict["keep_method_on"] = keep_method_on
        if custom_method is not UNSET:
            field_dict["custom_method"] = custom_method
        if auth_on_redirect is not UNSET:
            field_dict["auth_on_redirect"] = auth_on_redirect
        if timeout_ms is not UNSET:
            field_dict["timeout_ms"] = timeout_ms
        if connect_timeout_ms is not UNSET:
            field_dict["connect_timeout_ms"] = connect_timeout_ms
        if insecure is not UNSET:
            field_dict["insecure"] = insecure
        if compressed is not UNSET:
            field_dict["compressed"] = compressed
        if http_version is not UNSET:
            field_dict["http_version"] = http_version
        if proxy is not UNSET:
            field_dict["proxy"] = proxy
        if config_file is not UNSET:
            field_dict["config_file"] = config_file
        if request_target is not UNSET:
            field_dict["request_target"] = request_target
        if header_list is not UNSET:
            field_dict["header_list"] = header_list
        if omit_headers is not UNSET:
            field_dict["omit_headers"] = omit_headers
        if chunked is not UNSET:
            field_dict["chunked"] = chunked
        if expect_continue is not UNSET:
            field_dict["expect_continue"] = expect_continue
        if connection is not UNSET:
            field_dict["connection"] = connection
        if te is not UNSET:
            field_dict["te"] = te
        if strip_newlines is not UNSET:
            field_dict["strip_newlines"] = strip_newlines
        if form_escape is not UNSET:
            field_dict["form_escape"] = form_escape
        if ip_version is not UNSET:
            field_dict["ip_version"] = ip_version

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        from ..models.header_line import HeaderLine

        d = dict(src_dict)
        follow_redirects = d.pop("follow_redirects", UNSET)

        max_redirects = d.pop("max_redirects", UNSET)

        keep_method_on = cast(list[int], d.pop("keep_method_on", UNSET))

        custom_method = d.pop("custom_method", UNSET)

        auth_on_redirect = d.pop("auth_on_redirect", UNSET)

        timeout_ms = d.pop("timeout_ms", UNSET)

        connect_timeout_ms = d.pop("connect_timeout_ms", UNSET)

        insecure = d.pop("insecure", UNSET)

        compressed = d.pop("compressed", UNSET)

        _http_version = d.pop("http_version", UNSET)
        http_version: RequestOptionsHttpVersion | Unset
        if isinstance(_http_version, Unset):
            http_version = UNSET
        else:
            http_version = RequestOptionsHttpVersion(_http_version)

        proxy = d.pop("proxy", UNSET)

        config_file = d.pop("config_file", UNSET)

        request_target = d.pop("request_target", UNSET)

        _header_list = d.pop("header_list", UNSET)
        header_list: list[HeaderLine] | Unset = UNSET
        if _header_list is not UNSET:
            header_list = []
            for header_list_item_data in _header_list:
                header_list_item = HeaderLine.from_dict(header_list_item_data)

                header_list.append(header_list_item)

        omit_headers = cast(list[str], d.pop("omit_headers", UNSET))

        chunked = d.pop("chunked", UNSET)

        expect_continue = d.pop("expect_continue", UNSET)

        _connection = d.pop("connection", UNSET)
        connection: RequestOptionsConnection | Unset
        if isinstance(_connection, Unset):
            connection = UNSET
        else:
            connection = RequestOptionsConnection(_connection)

        _te = d.pop("te", UNSET)
        te: RequestOptionsTe | Unset
        if isinstance(_te, Unset):
            te = UNSET
        else:
            te = RequestOptionsTe(_te)

        strip_newlines = d.pop("strip_newlines", UNSET)

        _form_escape = d.pop("form_escape", UNSET)
        form_escape: RequestOptionsFormEscape | Unset
        if isinstance(_form_escape, Unset):
            form_escape = UNSET
        else:
            form_escape = RequestOptionsFormEscape(_form_escape)

        ip_version = d.pop("ip_version", UNSET)

        request_options = cls(
            follow_redirects=follow_redirects,
            max_redirects=max_redirects,
            keep_method_on=keep_method_on,
            custom_method=custom_method,
            auth_on_redirect=auth_on_redirect,
            timeout_ms=timeout_ms,
            connect_timeout_ms=connect_timeout_ms,
            insecure=insecure,
            compressed=compressed,
            http_version=http_version,
            proxy=proxy,
            config_file=config_file,
            request_target=request_target,
            header_list=header_list,
            omit_headers=omit_headers,
            chunked=chunked,
            expect_continue=expect_continue,
            connection=connection,
            te=te,
            strip_newlines=strip_newlines,
            form_escape=form_escape,
            ip_version=ip_version,
        )

        request_options.additional_properties = d
        return request_options

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
