from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, TypeVar

from attrs import define as _attrs_define
from typing_extensions import Self

from ..models.language import Language
from ..types import UNSET, Unset

if TYPE_CHECKING:
    from ..models.request_shape import RequestShape


T = TypeVar("T", bound="GenerateCodeRequest")


@_attrs_define
class GenerateCodeRequest:
    """A request, as `parsed` from parse-curl or that of a playground, and one `language` or several `languages`.

    Attributes:
        parsed (RequestShape | Unset): One HTTP request: what parse-curl returns and, unchanged, what generate-code
            takes as `parsed` and tests/execute runs. parse-curl always says `method`, `url` and `headers`. At most one of
            `body`, `body_base64`, `body_file` and `form` is present.
        playground_id (str | Unset): Instead of `parsed`: the playground whose command is written, one of the caller's
            own or anybody's public one.
        language (Language | Unset): Language of a generated program. `python`: Python with requests; `javascript`:
            JavaScript with fetch; `curl`: cURL with curl; `go`: Go with net/http; `ruby`: Ruby with net/http; `php`: PHP
            with ext-curl; `java`: Java with java.net.http; `csharp`: C# with HttpClient; `rust`: Rust with reqwest.
        languages (list[Language] | Unset): Instead of `language`: several, answered as `data`.
    """

    parsed: RequestShape | Unset = UNSET
    playground_id: str | Unset = UNSET
    language: Language | Unset = UNSET
    languages: list[Language] | Unset = UNSET

    def to_dict(self) -> dict[str, Any]:
        parsed: dict[str, Any] | Unset = UNSET
        if not isinstance(self.parsed, Unset):
            parsed = self.parsed.to_dict()

        playground_id = self.playground_id

        language: str | Unset = UNSET
        if not isinstance(self.language, Unset):
            language = self.language.value

        languages: list[str] | Unset = UNSET
        if not isinstance(self.languages, Unset):
            languages = []
            for languages_item_data in self.languages:
                languages_item = languages_item_data.value
                languages.append(languages_item)

        field_dict: dict[str, Any] = {}

        field_dict.update({})
        if parsed is not UNSET:
            field_dict["parsed"] = parsed
        if playground_id is not UNSET:
            field_dict["playground_id"] = playground_id
        if language is not UNSET:
            field_dict["language"] = language
        if languages is not UNSET:
            field_dict["languages"] = languages

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        from ..models.request_shape import RequestShape

        d = dict(src_dict)
        _parsed = d.pop("parsed", UNSET)
        parsed: RequestShape | Unset
        if isinstance(_parsed, Unset):
            parsed = UNSET
        else:
            parsed = RequestShape.from_dict(_parsed)

        playground_id = d.pop("playground_id", UNSET)

        _language = d.pop("language", UNSET)
        language: Language | Unset
        if isinstance(_language, Unset):
            language = UNSET
        else:
            language = Language(_language)

        _languages = d.pop("languages", UNSET)
        languages: list[Language] | Unset = UNSET
        if _languages is not UNSET:
            languages = []
            for languages_item_data in _languages:
                languages_item = Language(languages_item_data)

                languages.append(languages_item)

        generate_code_request = cls(
            parsed=parsed,
            playground_id=playground_id,
            language=language,
            languages=languages,
        )

        return generate_code_request
