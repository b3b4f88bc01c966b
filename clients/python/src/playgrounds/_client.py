"""The client that blocks: _async_client.py by clients/generate. Do not edit."""

from __future__ import annotations

from collections.abc import Generator, Iterator, Callable, Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from types import EllipsisType
from typing import Any, TypeVar
from urllib.parse import quote

import httpx

from ._transport import Transport
from ._call import (
    Attempt,
    Call,
    Page,
    Tagged,
    given,
    idempotency,
    list_of,
    matching,
    nothing,
    object_of,
    opened,
    options_of,
    page_of,
    tagged,
    written,
)
from ._model import Model
from .models import (
    ApiKey,
    AuditEvent,
    Collection,
    CreatedApiKey,
    GeneratedProgram,
    ImportResponse,
    Language,
    LanguageDetails,
    ProgramStyle,
    Playground,
    PlaygroundStats,
    RequestShape,
    Scope,
    Site,
    SiteStats,
    Sort,
    TestRun,
    TestRunSummary,
    TestStreamEvent,
    Theme,
    Usage,
)

M = TypeVar("M", bound=Model)
_PAGE_SIZE = 100


class _Resource:
    def __init__(self, transport: Transport) -> None:
        self._transport = transport

    def _page(
        self, model: type[M], path: str, page: int | None, cursor: str | None, limit: int | None, **query: Any
    ) -> Page[M]:
        query = {"page": page, "cursor": cursor, "limit": limit, **query}
        return self._transport.send(Call("GET", path, page_of(model), query=query))

    def _each(self, model: type[M], path: str, limit: int, **query: Any) -> Iterator[M]:
        cursor: str | None = None
        while True:
            page = self._page(model, path, None, cursor, limit, **query)
            for one in page.data:
                yield one
            cursor = page.pagination.next_cursor
            if cursor is None:
                return


class PlaygroundsResource(_Resource):
    """Saved cURL commands."""

    def create(
        self,
        curl_command: str,
        *,
        name: str | None = None,
        description: str | None = None,
        is_public: bool | None = None,
        theme: Theme | None = None,
        languages: Sequence[Language] | None = None,
        share_secrets: bool | None = None,
        public_runs: bool | None = None,
        embed_origins: Sequence[str] | None = None,
        variables: Sequence[Mapping[str, Any]] | None = None,
        collection_id: str | None = None,
        idempotency_key: str | None = None,
    ) -> Playground:
        """Creates a playground; what is not given is the service's default."""
        body = given(
            curl_command=curl_command,
            name=name,
            description=description,
            is_public=is_public,
            theme=theme,
            languages=languages,
            share_secrets=share_secrets,
            public_runs=public_runs,
            embed_origins=embed_origins,
            variables=variables,
            collection_id=collection_id,
        )
        headers = idempotency(idempotency_key)
        return self._transport.send(
            Call("POST", "/api/playgrounds", object_of(Playground), status=201, body=body, headers=headers)
        )

    def list(
        self,
        *,
        search: str | None = None,
        is_public: bool | None = None,
        collection_id: str | None = None,
        sort: Sort | None = None,
        limit: int = _PAGE_SIZE,
    ) -> Iterator[Playground]:
        """Every playground of the account, newest first unless sorted, read in pages of ``limit``."""
        filters = {"search": search, "is_public": is_public, "collection_id": collection_id, "sort": sort}
        return self._each(Playground, "/api/playgrounds", limit, **filters)

    def page(
        self,
        *,
        page: int | None = None,
        cursor: str | None = None,
        limit: int | None = None,
        search: str | None = None,
        is_public: bool | None = None,
        collection_id: str | None = None,
        sort: Sort | None = None,
    ) -> Page[Playground]:
        """One page, by number or by the cursor of the page before."""
        return self._page(
            Playground,
            "/api/playgrounds",
            page,
            cursor,
            limit,
            search=search,
            is_public=is_public,
            collection_id=collection_id,
            sort=sort,
        )

    def get(self, id: str) -> Playground:
        """One playground: your own, or any that is public."""
        return self.get_with_etag(id).value

    def get_with_etag(self, id: str) -> Tagged[Playground]:
        """The playground with its entity tag, for ``if_match``."""
        return self._transport.send(Call("GET", _at("playgrounds", id), tagged(Playground)))

    def update(
        self,
        id: str,
        *,
        if_match: str | None = None,
        curl_command: str | None = None,
        name: str | None = None,
        description: str | None = None,
        is_public: bool | None = None,
        theme: Theme | None = None,
        languages: Sequence[Language] | None = None,
        share_secrets: bool | None = None,
        public_runs: bool | None = None,
        embed_origins: Sequence[str] | None = None,
        variables: Sequence[Mapping[str, Any]] | None = None,
        example_test_id: str | None | EllipsisType = ...,
        collection_id: str | None | EllipsisType = ...,
    ) -> Playground:
        """Changes the fields that are given; with ``if_match`` only when nobody changed the playground since.

        ``example_test_id=None`` takes the example away, ``collection_id=None`` the playground out of its collection.
        """
        body = given(
            curl_command=curl_command,
            name=name,
            description=description,
            is_public=is_public,
            theme=theme,
            languages=languages,
            share_secrets=share_secrets,
            public_runs=public_runs,
            embed_origins=embed_origins,
            variables=variables,
        )
        if example_test_id is not ...:
            body["example_test_id"] = example_test_id
        if collection_id is not ...:
            body["collection_id"] = collection_id
        path, headers = _at("playgrounds", id), matching(if_match)
        return self._transport.send(
            Call("PATCH", path, object_of(Playground), body=body, headers=headers, repeatable=False)
        )

    def stats(self, id: str) -> PlaygroundStats:
        """How often it was run on each of the last 30 days."""
        return self._transport.send(Call("GET", f"{_at('playgrounds', id)}/stats", object_of(PlaygroundStats)))

    def delete(self, id: str, *, if_match: str | None = None) -> None:
        """Deletes it permanently, with the account's tests of it."""
        path, headers = _at("playgrounds", id), matching(if_match)
        self._transport.send(Call("DELETE", path, nothing, status=204, headers=headers))


class SitesResource(_Resource):
    """Documentation sites, whose pages run their own commands."""

    def create(
        self,
        name: str,
        origins: Sequence[str],
        targets: Sequence[str],
        *,
        runs_per_day: int | None = None,
        variables: Sequence[Mapping[str, Any]] | None = None,
        theme: Theme | None = None,
        confirm: bool | None = None,
        idempotency_key: str | None = None,
    ) -> Site:
        """Creates a site; what is not given is the service's default."""
        body = given(
            name=name,
            origins=origins,
            targets=targets,
            runs_per_day=runs_per_day,
            variables=variables,
            theme=theme,
            confirm=confirm,
        )
        headers = idempotency(idempotency_key)
        return self._transport.send(
            Call("POST", "/api/sites", object_of(Site), status=201, body=body, headers=headers)
        )

    def list(self, *, limit: int = _PAGE_SIZE) -> Iterator[Site]:
        """Every site of the account, newest first, read in pages of ``limit``."""
        return self._each(Site, "/api/sites", limit)

    def page(
        self, *, page: int | None = None, cursor: str | None = None, limit: int | None = None
    ) -> Page[Site]:
        """One page, by number or by the cursor of the page before."""
        return self._page(Site, "/api/sites", page, cursor, limit)

    def get(self, id: str) -> Site:
        """One of your sites."""
        return self.get_with_etag(id).value

    def get_with_etag(self, id: str) -> Tagged[Site]:
        """The site with its entity tag, for ``if_match``."""
        return self._transport.send(Call("GET", _at("sites", id), tagged(Site)))

    def update(
        self,
        id: str,
        *,
        if_match: str | None = None,
        name: str | None = None,
        origins: Sequence[str] | None = None,
        targets: Sequence[str] | None = None,
        runs_per_day: int | None = None,
        variables: Sequence[Mapping[str, Any]] | None = None,
        theme: Theme | None = None,
        confirm: bool | None = None,
    ) -> Site:
        """Changes the fields that are given."""
        body = given(
            name=name,
            origins=origins,
            targets=targets,
            runs_per_day=runs_per_day,
            variables=variables,
            theme=theme,
            confirm=confirm,
        )
        path, headers = _at("sites", id), matching(if_match)
        return self._transport.send(
            Call("PATCH", path, object_of(Site), body=body, headers=headers, repeatable=False)
        )

    def delete(self, id: str, *, if_match: str | None = None) -> None:
        """Deletes it, with the counts of its runs."""
        path, headers = _at("sites", id), matching(if_match)
        self._transport.send(Call("DELETE", path, nothing, status=204, headers=headers))

    def stats(self, id: str) -> SiteStats:
        """How often its blocks were opened and run in the last 30 days."""
        return self._transport.send(Call("GET", f"{_at('sites', id)}/stats", object_of(SiteStats)))


class CollectionsResource(_Resource):
    """Playgrounds in an order, with one page for all."""

    def create(
        self,
        name: str,
        *,
        description: str | None = None,
        is_public: bool | None = None,
        playground_ids: Sequence[str] | None = None,
        idempotency_key: str | None = None,
    ) -> Collection:
        """Creates a collection; what is not given is the service's default."""
        body = given(name=name, description=description, is_public=is_public, playground_ids=playground_ids)
        headers = idempotency(idempotency_key)
        return self._transport.send(
            Call("POST", "/api/collections", object_of(Collection), status=201, body=body, headers=headers)
        )

    def list(self, *, limit: int = _PAGE_SIZE) -> Iterator[Collection]:
        """Every collection of the account, newest first, read in pages of ``limit``."""
        return self._each(Collection, "/api/collections", limit)

    def page(
        self, *, page: int | None = None, cursor: str | None = None, limit: int | None = None
    ) -> Page[Collection]:
        """One page, by number or by the cursor of the page before."""
        return self._page(Collection, "/api/collections", page, cursor, limit)

    def get(self, id: str) -> Collection:
        """One collection: your own, or any that is public."""
        return self.get_with_etag(id).value

    def get_with_etag(self, id: str) -> Tagged[Collection]:
        """The collection with its entity tag, for ``if_match``."""
        return self._transport.send(Call("GET", _at("collections", id), tagged(Collection)))

    def update(
        self,
        id: str,
        *,
        if_match: str | None = None,
        name: str | None = None,
        description: str | None = None,
        is_public: bool | None = None,
        playground_ids: Sequence[str] | None = None,
    ) -> Collection:
        """Changes the fields that are given; ``playground_ids`` adds, removes and orders playgrounds."""
        body = given(name=name, description=description, is_public=is_public, playground_ids=playground_ids)
        path, headers = _at("collections", id), matching(if_match)
        return self._transport.send(
            Call("PATCH", path, object_of(Collection), body=body, headers=headers, repeatable=False)
        )

    def delete(self, id: str, *, playgrounds: str | None = None, if_match: str | None = None) -> None:
        """Deletes it; its playgrounds stay, unless ``playgrounds="delete"``."""
        path, headers = _at("collections", id), matching(if_match)
        query = given(playgrounds=playgrounds)
        self._transport.send(Call("DELETE", path, nothing, query=query, status=204, headers=headers))

    def import_(
        self,
        document: str | Mapping[str, Any],
        *,
        format: str | None = None,
        collection_id: str | None = None,
        collection_name: str | None = None,
        dry_run: bool | None = None,
        idempotency_key: str | None = None,
    ) -> ImportResponse:
        """Makes playgrounds of a document of another tool: a text, or an object of JSON."""
        body = given(
            document=document,
            format=format,
            collection_id=collection_id,
            collection_name=collection_name,
            dry_run=dry_run,
        )
        status, headers = 200 if dry_run else 201, idempotency(idempotency_key)
        return self._transport.send(
            Call("POST", "/api/import", object_of(ImportResponse), status=status, body=body, headers=headers)
        )

    def export(self, id: str, format: str = "markdown") -> str:
        """The collection as a file: ``markdown``, ``postman``, ``http`` or ``sh``."""
        path = f"{_at('collections', id)}/export"
        return self._transport.send(Call("GET", path, written, query={"format": format}, is_text=True))


class TestsResource(_Resource):
    """Executed requests and their results."""

    def execute(
        self,
        request: RequestShape | Mapping[str, Any] | None = None,
        *,
        playground_id: str | None = None,
        variables: Mapping[str, str] | None = None,
        idempotency_key: str | None = None,
    ) -> TestRun:
        """Sends a request, as ``curl.parse`` returns it, or a playground's own command, through the service."""
        body = _run_of(request, playground_id, variables)
        headers = idempotency(idempotency_key)
        return self._transport.send(
            Call("POST", "/api/tests/execute", object_of(TestRun), body=body, headers=headers)
        )

    def stream(
        self,
        request: RequestShape | Mapping[str, Any] | None = None,
        *,
        playground_id: str | None = None,
        variables: Mapping[str, str] | None = None,
        idempotency_key: str | None = None,
    ) -> Generator[TestStreamEvent, None]:
        """Sends a request like ``execute``, and gives its events as they come; the last is a ``TestStreamResult``.

        Closing the generator, as leaving a loop over it does, ends the run: it is stored as cancelled.
        """
        body = _run_of(request, playground_id, variables)
        headers = idempotency(idempotency_key)
        return self._transport.stream(
            Call("POST", "/api/tests/stream", opened, body=body, headers=headers, streams=True)
        )

    def list(self, *, playground_id: str | None = None, limit: int = _PAGE_SIZE) -> Iterator[TestRunSummary]:
        """The account's tests, newest first, of one playground or of all."""
        return self._each(TestRunSummary, "/api/tests", limit, playgroundId=playground_id)

    def page(
        self,
        *,
        page: int | None = None,
        cursor: str | None = None,
        limit: int | None = None,
        playground_id: str | None = None,
    ) -> Page[TestRunSummary]:
        """One page, by number or by the cursor of the page before."""
        return self._page(TestRunSummary, "/api/tests", page, cursor, limit, playgroundId=playground_id)

    def get(self, id: str) -> TestRun:
        """One result, whole."""
        return self._transport.send(Call("GET", _at("tests", id), object_of(TestRun)))

    def delete(self, id: str) -> None:
        """Deletes one result."""
        self._transport.send(Call("DELETE", _at("tests", id), nothing, status=204))


class CurlResource(_Resource):
    """Parsing cURL commands."""

    def parse(self, curl: str) -> RequestShape:
        """The request that a command sends; what it could not represent is in its ``warnings``."""
        return self._transport.send(Call("POST", "/api/parse-curl", object_of(RequestShape), body={"curl": curl}))


class CodeResource(_Resource):
    """Programs that send a request: one of ``parsed``, ``curl`` and ``playground_id`` says which."""

    def generate(
        self,
        parsed: RequestShape | Mapping[str, Any] | None = None,
        language: Language = "curl",
        *,
        curl: str | None = None,
        playground_id: str | None = None,
        library: str | None = None,
        style: ProgramStyle | None = None,
    ) -> GeneratedProgram:
        """A program in one language, with its usual library or the named one."""
        body = given(
            parsed=_json(parsed),
            curl=curl,
            playground_id=playground_id,
            language=language,
            library=library,
            style=style,
        )
        return self._transport.send(
            Call("POST", "/api/generate-code", object_of(GeneratedProgram), body=body)
        )

    def generate_all(
        self,
        parsed: RequestShape | Mapping[str, Any] | None = None,
        languages: Sequence[Language] = (),
        *,
        curl: str | None = None,
        playground_id: str | None = None,
        libraries: Sequence[str] = (),
        style: ProgramStyle | None = None,
    ) -> Sequence[GeneratedProgram]:
        """Programs in several languages, all by default: each with those of the libraries that it has, or its usual one."""
        body = given(
            parsed=_json(parsed),
            curl=curl,
            playground_id=playground_id,
            languages=languages,
            libraries=libraries,
            style=style,
        )
        return self._transport.send(
            Call("POST", "/api/generate-code/batch", list_of(GeneratedProgram), body=body)
        )

    def languages(self) -> Sequence[LanguageDetails]:
        """The languages and their libraries."""
        return self._transport.send(Call("GET", "/api/languages", list_of(LanguageDetails)))


class KeysResource(_Resource):
    """The account's API keys."""

    def create(
        self,
        name: str,
        *,
        scopes: Sequence[Scope] | None = None,
        expires_at: datetime | None = None,
        idempotency_key: str | None = None,
    ) -> CreatedApiKey:
        """Creates a key; ``key`` is only in this response."""
        body = given(name=name, scopes=scopes, expires_at=expires_at.isoformat() if expires_at else None)
        headers = idempotency(idempotency_key)
        return self._transport.send(
            Call("POST", "/api/keys", object_of(CreatedApiKey), status=201, body=body, headers=headers)
        )

    def list(self, *, limit: int = _PAGE_SIZE) -> Iterator[ApiKey]:
        """Every key of the account, newest first, without the keys themselves."""
        return self._each(ApiKey, "/api/keys", limit)

    def page(
        self, *, page: int | None = None, cursor: str | None = None, limit: int | None = None
    ) -> Page[ApiKey]:
        """One page, by number or by the cursor of the page before."""
        return self._page(ApiKey, "/api/keys", page, cursor, limit)

    def get(self, id: str) -> ApiKey:
        """One key, without the key itself."""
        return self._transport.send(Call("GET", _at("keys", id), object_of(ApiKey)))

    def revoke(self, id: str) -> None:
        """Ends a key on every server within seconds."""
        self._transport.send(Call("DELETE", _at("keys", id), nothing, status=204))


class UsageResource(_Resource):
    """What is used of the plan."""

    def get(self) -> Usage:
        """Today's use and the last thirty days."""
        return self._transport.send(Call("GET", "/api/usage", object_of(Usage)))


class AuditResource(_Resource):
    """What was done to the account."""

    def list(self, *, limit: int = _PAGE_SIZE) -> Iterator[AuditEvent]:
        """Every event, newest first."""
        return self._each(AuditEvent, "/api/audit", limit)

    def page(
        self, *, page: int | None = None, cursor: str | None = None, limit: int | None = None
    ) -> Page[AuditEvent]:
        """One page, by number or by the cursor of the page before."""
        return self._page(AuditEvent, "/api/audit", page, cursor, limit)


class Client:
    """A client for one account; several threads may use it.

    :param api_key: default: the environment variable ``PLAYGROUNDS_API_KEY``
    :param base_url: default: ``PLAYGROUNDS_BASE_URL``, or a server on this machine
    :param timeout: seconds that one attempt may take in all
    :param max_retries: further attempts when the service cannot be reached or says to try again
    :param headers: sent with every request
    :param on_attempt: called after each attempt, for logging; it is given no key and no body
    :param http_client: for proxies or certificates of your own
    """

    def __init__(
        self,
        api_key: str | None = None,
        *,
        base_url: str | None = None,
        timeout: float = 60.0,
        max_retries: int = 2,
        headers: Mapping[str, str] | None = None,
        on_attempt: Callable[[Attempt], None] | None = None,
        http_client: httpx.Client | None = None,
    ) -> None:
        options = options_of(api_key, base_url, timeout, max_retries, headers, on_attempt)
        self._use(Transport(http_client or httpx.Client(), options))

    def _use(self, transport: Transport) -> None:
        self._transport = transport
        self.playgrounds = PlaygroundsResource(transport)
        self.collections = CollectionsResource(transport)
        self.sites = SitesResource(transport)
        self.tests = TestsResource(transport)
        self.curl = CurlResource(transport)
        self.code = CodeResource(transport)
        self.keys = KeysResource(transport)
        self.usage = UsageResource(transport)
        self.audit = AuditResource(transport)

    def with_options(
        self,
        *,
        timeout: float | None = None,
        max_retries: int | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> Client:
        """The same client, with the same connections, for calls with other options."""
        changes = given(timeout=timeout, max_retries=max_retries, headers=headers)
        other = object.__new__(Client)
        other._use(Transport(self._transport.http, replace(self._transport.options, **changes)))
        return other

    def close(self) -> None:
        """Closes the connections."""
        self._transport.http.close()

    def __enter__(self) -> Client:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


def _at(collection: str, id: str) -> str:
    return f"/api/{collection}/{quote(id, safe='')}"


def _json(request: RequestShape | Mapping[str, Any] | None) -> dict[str, Any] | None:
    if request is None:
        return None
    return request.to_dict() if isinstance(request, RequestShape) else dict(request)


def _run_of(
    request: RequestShape | Mapping[str, Any] | None, playground_id: str | None, variables: Mapping[str, str] | None
) -> dict[str, Any]:
    body = _json(request) or {}
    if playground_id is not None:
        body["playground_id"] = playground_id
    if variables is not None:
        listed = body.get("variables") or []
        names = {one["name"] for one in listed}
        body["variables"] = [
            *({**one, "value": variables[one["name"]]} if one["name"] in variables else one for one in listed),
            *({"name": name, "value": value} for name, value in variables.items() if name not in names),
        ]
    return body
