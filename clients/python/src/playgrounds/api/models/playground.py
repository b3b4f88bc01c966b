from __future__ import annotations

import datetime
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, TypeVar, cast

from attrs import define as _attrs_define
from attrs import field as _attrs_field
from typing_extensions import Self

from ..types import UNSET, Unset

if TYPE_CHECKING:
    from ..models.request_warning import RequestWarning


T = TypeVar("T", bound="Playground")


@_attrs_define
class Playground:
    """A saved, shareable API-request example built around a cURL command.

    Attributes:
        id (str): The playground. UUIDv7, opaque.
        name (str): Display name.
        curl_command (str): A cURL command that parses, up to 64 KiB.
        is_public (bool): Anyone with a valid key may read a public playground by its id.
        theme (str): Display theme. `dark`: light text on a dark ground; `light`: dark text on a light one. More may be
            added.
        languages (list[str]): Languages of the generated snippets.
        share_secrets (bool): Publish credentials in the command as they stand. When false, everybody but the owner sees
            a placeholder such as `{{token}}` in the place of each.
        public_runs (bool): Anyone may run a public playground from its page; such runs are charged to its owner and not
            stored.
        embed_origins (list[str]): Sites that may embed a public playground, each as an origin
            (`https://docs.example.com`); an empty list: any site.
        url (str): Its page, which anyone may open while it is public.
        embed_url (str): The same page made for a frame in other sites.
        created_at (datetime.datetime): When it was created. RFC 3339, UTC, milliseconds.
        updated_at (datetime.datetime): When it last changed. RFC 3339, UTC, milliseconds.
        warnings (list[RequestWarning] | Unset): For its owner only. `public_secret`: the command is public and has a
            credential from `start` to `end`, in whose place other readers see a placeholder.
    """

    id: str
    name: str
    curl_command: str
    is_public: bool
    theme: str
    languages: list[str]
    share_secrets: bool
    public_runs: bool
    embed_origins: list[str]
    url: str
    embed_url: str
    created_at: datetime.datetime
    updated_at: datetime.datetime
    warnings: list[RequestWarning] | Unset = UNSET
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        id = self.id

        name = self.name

        curl_command = self.curl_command

        is_public = self.is_public

        theme = self.theme

        languages = self.languages

        share_secrets = self.share_secrets

        public_runs = self.public_runs

        embed_origins = self.embed_origins

        url = self.url

        embed_url = self.embed_url

        created_at = self.created_at.isoformat()

        updated_at = self.updated_at.isoformat()

        warnings: list[dict[str, Any]] | Unset = UNSET
        if not isinstance(self.warnings, Unset):
            warnings = []
            for warnings_item_data in self.warnings:
                warnings_item = warnings_item_data.to_dict()
                warnings.append(warnings_item)

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "id": id,
                "name": name,
                "curl_command": curl_command,
                "is_public": is_public,
                "theme": theme,
                "languages": languages,
                "share_secrets": share_secrets,
                "public_runs": public_runs,
                "embed_origins": embed_origins,
                "url": url,
                "embed_url": embed_url,
                "created_at": created_at,
                "updated_at": updated_at,
            }
        )
        if warnings is not UNSET:
            field_dict["warnings"] = warnings

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        from ..models.request_warning import RequestWarning

        d = dict(src_dict)
        id = d.pop("id")

        name = d.pop("name")

        curl_command = d.pop("curl_command")

        is_public = d.pop("is_public")

        theme = d.pop("theme")

        languages = cast(list[str], d.pop("languages"))

        share_secrets = d.pop("share_secrets")

        public_runs = d.pop("public_runs")

        embed_origins = cast(list[str], d.pop("embed_origins"))

        url = d.pop("url")

        embed_url = d.pop("embed_url")

        created_at = datetime.datetime.fromisoformat(d.pop("created_at"))

        updated_at = datetime.datetime.fromisoformat(d.pop("updated_at"))

        _warnings = d.pop("warnings", UNSET)
        warnings: list[RequestWarning] | Unset = UNSET
        if _warnings is not UNSET:
            warnings = []
            for warnings_item_data in _warnings:
                warnings_item = RequestWarning.from_dict(warnings_item_data)

                warnings.append(warnings_item)

        playground = cls(
            id=id,
            name=name,
            curl_command=curl_command,
            is_public=is_public,
            theme=theme,
            languages=languages,
            share_secrets=share_secrets,
            public_runs=public_runs,
            embed_origins=embed_origins,
            url=url,
            embed_url=embed_url,
            created_at=created_at,
            updated_at=updated_at,
            warnings=warnings,
        )

        playground.additional_properties = d
        return playground

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
