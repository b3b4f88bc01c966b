from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar

from attrs import define as _attrs_define
from attrs import field as _attrs_field
from typing_extensions import Self

from ..types import UNSET, Unset

T = TypeVar("T", bound="RequestWarning")


@_attrs_define
class RequestWarning:
    """Something that could not be said or will not be done.

    Attributes:
        code (str): Stable machine-readable reason. Those of parse-curl: option_ignored, output_option,
            option_no_effect, option_deprecated, unused_value, variable, command_substitution, placeholder,
            variable_ambiguous, variable_encoded, variable_arguments, header_ignored, header_not_sent, control_character,
            hop_by_hop_header, content_length, header_file, cookie_file, config_file, url_file, local_file, data_file,
            password_prompt, credentials_in_variable, auth_not_sent, user_after_redirect, not_executable, glob_braces,
            many_requests, many_commands, condition_unknown, shell_text, header_spelling, form_trailing_text, form_nested,
            form_part, form_content_type, invalid_utf8, date_ignored, range_changed, resume_unknown, upload_resume,
            backslash_in_path, method_not_sendable, host_not_sendable, method_refused, protocol_upgrade, program_spelling,
            typographic_quotes, typographic_dash, odd_space, space_after_backslash, line_not_continued, angle_placeholder,
            trailing_backslash, crlf_line_endings, html_escaped, cmd_quotes, cmd_line_end, powershell_quotes,
            dialect_guessed, too_many_warnings.
        message (str): The reason in words.
        option (str | Unset): The curl option concerned, e.g. `--cacert`.
        start (int | Unset): Code-point index in the command where it starts.
        end (int | Unset): Code-point index just past its end.
    """

    code: str
    message: str
    option: str | Unset = UNSET
    start: int | Unset = UNSET
    end: int | Unset = UNSET
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        code = self.code

        message = self.message

        option = self.option

        start = self.start

        end = self.end

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "code": code,
                "message": message,
            }
        )
        if option is not UNSET:
            field_dict["option"] = option
        if start is not UNSET:
            field_dict["start"] = start
        if end is not UNSET:
            field_dict["end"] = end

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        d = dict(src_dict)
        code = d.pop("code")

        message = d.pop("message")

        option = d.pop("option", UNSET)

        start = d.pop("start", UNSET)

        end = d.pop("end", UNSET)

        request_warning = cls(
            code=code,
            message=message,
            option=option,
            start=start,
            end=end,
        )

        request_warning.additional_properties = d
        return request_warning

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
