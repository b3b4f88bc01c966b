from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, TypeVar

from attrs import define as _attrs_define
from typing_extensions import Self

from ..models.language import Language

if TYPE_CHECKING:
    from ..models.request_shape import RequestShape


T = TypeVar("T", bound="GenerateCodeRequest")


@_attrs_define
class GenerateCodeRequest:
    """A request, as parse-curl returns it, and a language.

    Attributes:
        parsed (RequestShape): One HTTP request: what parse-curl returns and, unchanged, what generate-code takes as
            `parsed` and tests/execute runs. parse-curl always says `method`, `url` and `headers`. At most one of `body`,
            `body_base64`, `body_file` and `form` is present.
        language (Language): Language of a generated program.
    """

    parsed: RequestShape
    language: Language

    def to_dict(self) -> dict[str, Any]:
        parsed = self.parsed.to_dict()

        language = self.language.value

        field_dict: dict[str, Any] = {}

        field_dict.update(
            {
                "parsed": parsed,
                "language": language,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        from ..models.request_shape import RequestShape

        d = dict(src_dict)
        parsed = RequestShape.from_dict(d.pop("parsed"))

        language = Language(d.pop("language"))

        generate_code_request = cls(
            parsed=parsed,
            language=language,
        )

        return generate_code_request
