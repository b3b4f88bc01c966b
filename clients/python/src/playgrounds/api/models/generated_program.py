from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, TypeVar, cast

from attrs import define as _attrs_define
from attrs import field as _attrs_field
from typing_extensions import Self

if TYPE_CHECKING:
    from ..models.request_warning import RequestWarning


T = TypeVar("T", bound="GeneratedProgram")


@_attrs_define
class GeneratedProgram:
    """A complete program in one language.

    Attributes:
        language (str): Language of a generated program. `python`: Python with requests; `javascript`: JavaScript with
            fetch; `curl`: cURL with curl; `go`: Go with net/http; `ruby`: Ruby with net/http; `php`: PHP with ext-curl;
            `java`: Java with java.net.http; `csharp`: C# with HttpClient; `rust`: Rust with reqwest. More may be added.
        library (str): The library the program uses.
        code (str): A complete program that runs as it stands: imports, `main`, error handling.
        warnings (list[RequestWarning]): Where the program means something else than the request: what the library
            cannot send, and an ordinary redirect that it would make with another method, body or credentials than curl.
            Empty: the same meaning.
        requires (str): Oldest versions it runs on.
        filename (str): Name that `run` expects the program under.
        install (None | str): Command that installs the library, and the packages that this program takes; null when
            there is nothing to install.
        run (str): Command that runs the program.
    """

    language: str
    library: str
    code: str
    warnings: list[RequestWarning]
    requires: str
    filename: str
    install: None | str
    run: str
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        language = self.language

        library = self.library

        code = self.code

        warnings = []
        for warnings_item_data in self.warnings:
            warnings_item = warnings_item_data.to_dict()
            warnings.append(warnings_item)

        requires = self.requires

        filename = self.filename

        install: None | str
        install = self.install

        run = self.run

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "language": language,
                "library": library,
                "code": code,
                "warnings": warnings,
                "requires": requires,
                "filename": filename,
                "install": install,
                "run": run,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        from ..models.request_warning import RequestWarning

        d = dict(src_dict)
        language = d.pop("language")

        library = d.pop("library")

        code = d.pop("code")

        warnings = []
        _warnings = d.pop("warnings")
        for warnings_item_data in _warnings:
            warnings_item = RequestWarning.from_dict(warnings_item_data)

            warnings.append(warnings_item)

        requires = d.pop("requires")

        filename = d.pop("filename")

        def _parse_install(data: object) -> None | str:
            if data is None:
                return data
            return cast(None | str, data)

        install = _parse_install(d.pop("install"))

        run = d.pop("run")

        generated_program = cls(
            language=language,
            library=library,
            code=code,
            warnings=warnings,
            requires=requires,
            filename=filename,
            install=install,
            run=run,
        )

        generated_program.additional_properties = d
        return generated_program

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
