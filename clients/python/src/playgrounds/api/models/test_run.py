from __future__ import annotations

import datetime
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, TypeVar, cast

from attrs import define as _attrs_define
from attrs import field as _attrs_field
from typing_extensions import Self

if TYPE_CHECKING:
    from ..models.request_warning import RequestWarning
    from ..models.sent_request import SentRequest
    from ..models.test_error import TestError
    from ..models.test_response import TestResponse
    from ..models.test_timings import TestTimings


T = TypeVar("T", bound="TestRun")


@_attrs_define
class TestRun:
    """The stored result of one executed request.

    Attributes:
        id (str): The test. UUIDv7, opaque.
        playground_id (None | str): The playground it was run for, or null.
        status (str): How it ended. `completed`: the target answered, whatever it said; `failed`: it did not; `error`
            says why. More may be added.
        request (SentRequest): The request as it was sent, secrets masked.
        response (None | TestResponse): What the target answered; null when it did not.
        error (None | TestError): Why there is no answer; null when there is one.
        timings (TestTimings): Where the time went, in milliseconds.
        warnings (list[RequestWarning]): What was sent, or is told, otherwise than the request says.
        created_at (datetime.datetime): When it was executed. RFC 3339, UTC, milliseconds.
    """

    id: str
    playground_id: None | str
    status: str
    request: SentRequest
    response: None | TestResponse
    error: None | TestError
    timings: TestTimings
    warnings: list[RequestWarning]
    created_at: datetime.datetime
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        from ..models.test_error import TestError
        from ..models.test_response import TestResponse

        id = self.id

        playground_id: None | str
        playground_id = self.playground_id

        status = self.status

        request = self.request.to_dict()

        response: dict[str, Any] | None
        if isinstance(self.response, TestResponse):
            response = self.response.to_dict()
        else:
            response = self.response

        error: dict[str, Any] | None
        if isinstance(self.error, TestError):
            error = self.error.to_dict()
        else:
            error = self.error

        timings = self.timings.to_dict()

        warnings = []
        for warnings_item_data in self.warnings:
            warnings_item = warnings_item_data.to_dict()
            warnings.append(warnings_item)

        created_at = self.created_at.isoformat()

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "id": id,
                "playground_id": playground_id,
                "status": status,
                "request": request,
                "response": response,
                "error": error,
                "timings": timings,
                "warnings": warnings,
                "created_at": created_at,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        from ..models.request_warning import RequestWarning
        from ..models.sent_request import SentRequest
        from ..models.test_error import TestError
        from ..models.test_response import TestResponse
        from ..models.test_timings import TestTimings

        d = dict(src_dict)
        id = d.pop("id")

        def _parse_playground_id(data: object) -> None | str:
            if data is None:
                return data
            return cast(None | str, data)

        playground_id = _parse_playground_id(d.pop("playground_id"))

        status = d.pop("status")

        request = SentRequest.from_dict(d.pop("request"))

        def _parse_response(data: object) -> None | TestResponse:
            if data is None:
                return data
            try:
                if not isinstance(data, dict):
                    raise TypeError()
                response_type_0 = TestResponse.from_dict(data)

                return response_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(None | TestResponse, data)

        response = _parse_response(d.pop("response"))

        def _parse_error(data: object) -> None | TestError:
            if data is None:
                return data
            try:
                if not isinstance(data, dict):
                    raise TypeError()
                error_type_0 = TestError.from_dict(data)

                return error_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(None | TestError, data)

        error = _parse_error(d.pop("error"))

        timings = TestTimings.from_dict(d.pop("timings"))

        warnings = []
        _warnings = d.pop("warnings")
        for warnings_item_data in _warnings:
            warnings_item = RequestWarning.from_dict(warnings_item_data)

            warnings.append(warnings_item)

        created_at = datetime.datetime.fromisoformat(d.pop("created_at"))

        test_run = cls(
            id=id,
            playground_id=playground_id,
            status=status,
            request=request,
            response=response,
            error=error,
            timings=timings,
            warnings=warnings,
            created_at=created_at,
        )

        test_run.additional_properties = d
        return test_run

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
