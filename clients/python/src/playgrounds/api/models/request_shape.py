from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, TypeVar, cast

from attrs import define as _attrs_define
from attrs import field as _attrs_field
from typing_extensions import Self

from ..types import UNSET, Unset

if TYPE_CHECKING:
    from ..models.form_part import FormPart
    from ..models.request_auth import RequestAuth
    from ..models.request_options import RequestOptions
    from ..models.request_shape_headers import RequestShapeHeaders
    from ..models.request_variable import RequestVariable
    from ..models.request_warning import RequestWarning


T = TypeVar("T", bound="RequestShape")


@_attrs_define
class RequestShape:
    """One HTTP request: what parse-curl returns and, unchanged, what generate-code takes as `parsed` and tests/execute
    runs. parse-curl always says `method`, `url` and `headers`. At most one of `body`, `body_base64`, `body_file` and
    `form` is present.

        Attributes:
            method (str | Unset): HTTP method, case kept. As input it defaults to GET, or to POST when there is a body.
            url (str | Unset): Absolute http or https URL as curl would send it, query included, fragment dropped. Path and
                query are sent as they stand here. As input it is needed, but where `playground_id` names the command to run.
            headers (RequestShapeHeaders | Unset): Headers in order, beyond the sender's defaults. A repeated header is
                joined with `, ` (`Cookie` with `; `).
            body (Any | Unset): A string is sent verbatim; any other JSON value is sent as JSON, with `Content-Type:
                application/json` unless a content type is given. `null` is no body: JSON null is the text `null`.
            body_base64 (str | Unset): A body that is not valid UTF-8 text, as base64.
            body_file (str | Unset): The body is this local file of the user (`-` is standard input). Programs read it;
                executing it is a 400, since the service cannot see it.
            form (list[FormPart] | Unset): multipart/form-data parts, in order. An empty list is an absent one.
            auth (RequestAuth | Unset): Authentication that is not a plain header.
            options (RequestOptions | Unset): Whatever else changes what is sent or how the answer is treated.
            variables (list[RequestVariable] | Unset): What the command leaves open. Programs read them from the
                environment, and take the default of a text (`${NAME:-default}`) where it has none; executing needs a `value`
                for each. As input also a plain object of values by name (`{"TOKEN": "abc"}`), and `text` may be left out: then
                all places where a variable of that name is written are meant.
            warnings (list[RequestWarning] | Unset): Everything in the command that the structure cannot say or the service
                will not do. Ignored as input.
            playground_id (None | str | Unset): Only for tests/execute, which parse-curl leaves to its caller: the
                playground that the test belongs to. Without `url` the playground's own command is run; no other field but
                `variables` may be given then.
    """

    method: str | Unset = UNSET
    url: str | Unset = UNSET
    headers: RequestShapeHeaders | Unset = UNSET
    body: Any | Unset = UNSET
    body_base64: str | Unset = UNSET
    body_file: str | Unset = UNSET
    form: list[FormPart] | Unset = UNSET
    auth: RequestAuth | Unset = UNSET
    options: RequestOptions | Unset = UNSET
    variables: list[RequestVariable] | Unset = UNSET
    warnings: list[RequestWarning] | Unset = UNSET
    playground_id: None | str | Unset = UNSET
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        method = self.method

        url = self.url

        headers: dict[str, Any] | Unset = UNSET
        if not isinstance(self.headers, Unset):
            headers = self.headers.to_dict()

        body = self.body

        body_base64 = self.body_base64

        body_file = self.body_file

        form: list[dict[str, Any]] | Unset = UNSET
        if not isinstance(self.form, Unset):
            form = []
            for form_item_data in self.form:
                form_item = form_item_data.to_dict()
                form.append(form_item)

        auth: dict[str, Any] | Unset = UNSET
        if not isinstance(self.auth, Unset):
            auth = self.auth.to_dict()

        options: dict[str, Any] | Unset = UNSET
        if not isinstance(self.options, Unset):
            options = self.options.to_dict()

        variables: list[dict[str, Any]] | Unset = UNSET
        if not isinstance(self.variables, Unset):
            variables = []
            for variables_item_data in self.variables:
                variables_item = variables_item_data.to_dict()
                variables.append(variables_item)

        warnings: list[dict[str, Any]] | Unset = UNSET
        if not isinstance(self.warnings, Unset):
            warnings = []
            for warnings_item_data in self.warnings:
                warnings_item = warnings_item_data.to_dict()
                warnings.append(warnings_item)

        playground_id: None | str | Unset
        if isinstance(self.playground_id, Unset):
            playground_id = UNSET
        else:
            playground_id = self.playground_id

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update({})
        if method is not UNSET:
            field_dict["method"] = method
        if url is not UNSET:
            field_dict["url"] = url
        if headers is not UNSET:
            field_dict["headers"] = headers
        if body is not UNSET:
            field_dict["body"] = body
        if body_base64 is not UNSET:
            field_dict["body_base64"] = body_base64
        if body_file is not UNSET:
            field_dict["body_file"] = body_file
        if form is not UNSET:
            field_dict["form"] = form
        if auth is not UNSET:
            field_dict["auth"] = auth
        if options is not UNSET:
            field_dict["options"] = options
        if variables is not UNSET:
            field_dict["variables"] = variables
        if warnings is not UNSET:
            field_dict["warnings"] = warnings
        if playground_id is not UNSET:
            field_dict["playground_id"] = playground_id

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        from ..models.form_part import FormPart
        from ..models.request_auth import RequestAuth
        from ..models.request_options import RequestOptions
        from ..models.request_shape_headers import RequestShapeHeaders
        from ..models.request_variable import RequestVariable
        from ..models.request_warning import RequestWarning

        d = dict(src_dict)
        method = d.pop("method", UNSET)

        url = d.pop("url", UNSET)

        _headers = d.pop("headers", UNSET)
        headers: RequestShapeHeaders | Unset
        if isinstance(_headers, Unset):
            headers = UNSET
        else:
            headers = RequestShapeHeaders.from_dict(_headers)

        body = d.pop("body", UNSET)

        body_base64 = d.pop("body_base64", UNSET)

        body_file = d.pop("body_file", UNSET)

        _form = d.pop("form", UNSET)
        form: list[FormPart] | Unset = UNSET
        if _form is not UNSET:
            form = []
            for form_item_data in _form:
                form_item = FormPart.from_dict(form_item_data)

                form.append(form_item)

        _auth = d.pop("auth", UNSET)
        auth: RequestAuth | Unset
        if isinstance(_auth, Unset):
            auth = UNSET
        else:
            auth = RequestAuth.from_dict(_auth)

        _options = d.pop("options", UNSET)
        options: RequestOptions | Unset
        if isinstance(_options, Unset):
            options = UNSET
        else:
            options = RequestOptions.from_dict(_options)

        _variables = d.pop("variables", UNSET)
        variables: list[RequestVariable] | Unset = UNSET
        if _variables is not UNSET:
            variables = []
            for variables_item_data in _variables:
                variables_item = RequestVariable.from_dict(variables_item_data)

                variables.append(variables_item)

        _warnings = d.pop("warnings", UNSET)
        warnings: list[RequestWarning] | Unset = UNSET
        if _warnings is not UNSET:
            warnings = []
            for warnings_item_data in _warnings:
                warnings_item = RequestWarning.from_dict(warnings_item_data)

                warnings.append(warnings_item)

        def _parse_playground_id(data: object) -> None | str | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(None | str | Unset, data)

        playground_id = _parse_playground_id(d.pop("playground_id", UNSET))

        request_shape = cls(
            method=method,
            url=url,
            headers=headers,
            body=body,
            body_base64=body_base64,
            body_file=body_file,
            form=form,
            auth=auth,
            options=options,
            variables=variables,
            warnings=warnings,
            playground_id=playground_id,
        )

        request_shape.additional_properties = d
        return request_shape

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
