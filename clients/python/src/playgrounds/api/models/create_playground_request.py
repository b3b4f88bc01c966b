from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, cast

from attrs import define as _attrs_define
from typing_extensions import Self

from ..models.create_playground_request_theme import CreatePlaygroundRequestTheme
from ..models.language import Language
from ..types import UNSET, Unset

T = TypeVar("T", bound="CreatePlaygroundRequest")


@_attrs_define
class CreatePlaygroundRequest:
    """A new playground. Only `curl_command` is needed.

    Attributes:
        curl_command (str): A cURL command that parses, up to 64 KiB.
        name (str | Unset): Display name. Default: method, host and path of the command; such a name follows the command
            when that changes.
        is_public (bool | Unset): Anyone with a valid key may read a public playground by its id. Default false.
        theme (CreatePlaygroundRequestTheme | Unset): Display theme. `dark`: light text on a dark ground; `light`: dark
            text on a light one. Default `dark`.
        languages (list[Language] | Unset): Languages of the generated snippets. Default: all.
        share_secrets (bool | Unset): Publish credentials in the command as they stand. When false, everybody but the
            owner sees a placeholder such as `{{token}}` in the place of each. Default false.
        public_runs (bool | Unset): Anyone may run a public playground from its page; such runs are charged to its owner
            and not stored. Default false.
        embed_origins (list[str] | Unset): Sites that may embed a public playground, each as an origin
            (`https://docs.example.com`); an empty list: any site. Default: any site.
    """

    curl_command: str
    name: str | Unset = UNSET
    is_public: bool | Unset = UNSET
    theme: CreatePlaygroundRequestTheme | Unset = UNSET
    languages: list[Language] | Unset = UNSET
    share_secrets: bool | Unset = UNSET
    public_runs: bool | Unset = UNSET
    embed_origins: list[str] | Unset = UNSET

    def to_dict(self) -> dict[str, Any]:
        curl_command = self.curl_command

        name = self.name

        is_public = self.is_public

        theme: str | Unset = UNSET
        if not isinstance(self.theme, Unset):
            theme = self.theme.value

        languages: list[str] | Unset = UNSET
        if not isinstance(self.languages, Unset):
            languages = []
            for languages_item_data in self.languages:
                languages_item = languages_item_data.value
                languages.append(languages_item)

        share_secrets = self.share_secrets

        public_runs = self.public_runs

        embed_origins: list[str] | Unset = UNSET
        if not isinstance(self.embed_origins, Unset):
            embed_origins = self.embed_origins

        field_dict: dict[str, Any] = {}

        field_dict.update(
            {
                "curl_command": curl_command,
            }
        )
        if name is not UNSET:
            field_dict["name"] = name
        if is_public is not UNSET:
            field_dict["is_public"] = is_public
        if theme is not UNSET:
            field_dict["theme"] = theme
        if languages is not UNSET:
            field_dict["languages"] = languages
        if share_secrets is not UNSET:
            field_dict["share_secrets"] = share_secrets
        if public_runs is not UNSET:
            field_dict["public_runs"] = public_runs
        if embed_origins is not UNSET:
            field_dict["embed_origins"] = embed_origins

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        d = dict(src_dict)
        curl_command = d.pop("curl_command")

        name = d.pop("name", UNSET)

        is_public = d.pop("is_public", UNSET)

        _theme = d.pop("theme", UNSET)
        theme: CreatePlaygroundRequestTheme | Unset
        if isinstance(_theme, Unset):
            theme = UNSET
        else:
            theme = CreatePlaygroundRequestTheme(_theme)

        _languages = d.pop("languages", UNSET)
        languages: list[Language] | Unset = UNSET
        if _languages is not UNSET:
            languages = []
            for languages_item_data in _languages:
                languages_item = Language(languages_item_data)

                languages.append(languages_item)

        share_secrets = d.pop("share_secrets", UNSET)

        public_runs = d.pop("public_runs", UNSET)

        embed_origins = cast(list[str], d.pop("embed_origins", UNSET))

        create_playground_request = cls(
            curl_command=curl_command,
            name=name,
            is_public=is_public,
            theme=theme,
            languages=languages,
            share_secrets=share_secrets,
            public_runs=public_runs,
            embed_origins=embed_origins,
        )

        return create_playground_request
