"""The client: key, retries, errors and pages around the generated calls in ``playgrounds.api``."""

from __future__ import annotations

import os
import random
import time
import uuid
from collections.abc import Iterator
from datetime import datetime
from types import ModuleType
from typing import Any, TypeVar

import httpx

from .api import models
from .api.api.code import generate_code, parse_curl
from .api.api.keys import create_key, get_key, list_keys, revoke_key
from .api.api.playgrounds import (
    create_playground,
    delete_playground,
    get_playground,
    list_playgrounds,
    update_playground,
)
from .api.api.tests import delete_test, execute_test, get_test, list_tests
from .api.api.usage import get_usage
from .api.client import AuthenticatedClient
from .api.types import UNSET, Response
from .errors import ConnectionFailedError, PlaygroundsError, error_of
from .version import __version__

DEFAULT_BASE_URL = "http://127.0.0.1:3000"
_RETRIED = frozenset({429, 502, 503, 504})
_LONGEST_WAIT_S = 60.0

T = TypeVar("T")


class Playgrounds:
    """A client for one account.

    :param api_key: default: the environment variable ``PLAYGROUNDS_API_KEY``
    :param base_url: default: ``PLAYGROUNDS_BASE_URL``, or a server on this machine
    :param timeout: seconds that one attempt may take
    :param max_retries: further attempts when the service cannot be reached or says to try again
    """

    def __init__(
        self,
        api_key: str | None = None,
        *,
        base_url: str | None = None,
        timeout: float = 60.0,
        max_retries: int = 2,
    ) -> None:
        key = api_key or os.environ.get("PLAYGROUNDS_API_KEY")
        if not key:
            raise ValueError("Pass api_key, or set PLAYGROUNDS_API_KEY.")
        self._max_retries = max_retries
        self._http = AuthenticatedClient(
            base_url=(base_url or os.environ.get("PLAYGROUNDS_BASE_URL") or DEFAULT_BASE_URL).rstrip("/"),
            token=key,
            timeout=httpx.Timeout(timeout),
            headers={"User-Agent": f"playgrounds-python/{__version__}"},
        )
        self.playgrounds = PlaygroundsResource(self)
        self.tests = TestsResource(self)
        self.curl = CurlResource(self)
        self.code = CodeResource(self)
        self.keys = KeysResource(self)
        self.usage = UsageResource(self)

    def close(self) -> None:
        """Closes the connections."""
        self._http.get_httpx_client().close()

    def __enter__(self) -> Playgrounds:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _call(self, operation: ModuleType, **arguments: Any) -> Response[Any]:
        """Calls a generated operation; every one may be repeated: POSTs that make something carry an Idempotency-Key."""
        attempt = 0
        while True:
            error: PlaygroundsError
            try:
                response: Response[Any] = operation.sync_detailed(client=self._http, **arguments)
                if response.status_code < 400:
                    return response
                error = error_of(response.status_code, response.content, response.headers)
            except httpx.TransportError as cause:
                error = ConnectionFailedError(str(cause) or type(cause).__name__)
                error.__cause__ = cause
            wait = error.retry_after if error.retry_after is not None else 0.5 * 2**attempt * (1 + random.random())
            if attempt >= self._max_retries or wait > _LONGEST_WAIT_S or error.status not in _RETRIED | {0}:
                raise error
            attempt += 1
            time.sleep(wait)


class _Resource:
    def __init__(self, client: Playgrounds) -> None:
        self._client = client

    def _parsed(self, operation: ModuleType, **arguments: Any) -> Any:
        return self._client._call(operation, **arguments).parsed

    def _each(self, operation: ModuleType, limit: int, arguments: dict[str, Any]) -> Iterator[Any]:
        cursor: Any = UNSET
        while True:
            page = self._parsed(operation, limit=limit, cursor=cursor, **arguments)
            yield from page.data
            cursor = page.pagination.next_cursor
            if not cursor:
                return


def _optional(value: T | None) -> Any:
    return UNSET if value is None else value


def _new_key(key: str | None) -> str:
    return key or str(uuid.uuid4())


class PlaygroundsResource(_Resource):
    """Saved cURL commands."""

    def create(self, curl_command: str, *, idempotency_key: str | None = None, **fields: Any) -> models.Playground:
        """Creates a playground. Fields: ``name``, ``is_public``, ``theme``, ``languages`` and the others of the API."""
        body = models.CreatePlaygroundRequest.from_dict({"curl_command": curl_command, **fields})
        return self._parsed(create_playground, body=body, idempotency_key=_new_key(idempotency_key))

    def list(self, *, search: str | None = None, limit: int = 100, **filters: Any) -> Iterator[models.Playground]:
        """Every playground of the account, newest first, read page by page. Filters: ``is_public``, ``sort``."""
        return self._each(list_playgrounds, limit, {"search": _optional(search), **filters})

    def page(self, **query: Any) -> models.PlaygroundPage:
        """One page. Query: ``page`` or ``cursor``, ``limit``, ``search``, ``is_public``, ``sort``."""
        return self._parsed(list_playgrounds, **query)

    def get(self, id: str) -> models.Playground:
        """One playground: an own one, or anybody's that is public."""
        return self._parsed(get_playground, id=id)

    def get_with_etag(self, id: str) -> tuple[models.Playground, str]:
        """The playground with its entity tag, for ``if_match``."""
        response = self._client._call(get_playground, id=id)
        return response.parsed, response.headers["etag"]

    def update(self, id: str, *, if_match: str | None = None, **fields: Any) -> models.Playground:
        """Changes fields; with ``if_match`` only when nobody changed it since."""
        body = models.UpdatePlaygroundRequest.from_dict(fields)
        return self._parsed(update_playground, id=id, body=body, if_match=_optional(if_match))

    def delete(self, id: str, *, if_match: str | None = None) -> None:
        """Deletes it for good, with the account's tests of it."""
        self._client._call(delete_playground, id=id, if_match=_optional(if_match))


class TestsResource(_Resource):
    """Executed requests and their results."""

    def execute(
        self,
        request: models.RequestShape | None = None,
        *,
        playground_id: str | None = None,
        variables: dict[str, str] | None = None,
        idempotency_key: str | None = None,
    ) -> models.TestRun:
        """Sends a request, as ``curl.parse`` returns it, or a playground's own command, through the service."""
        body = request.to_dict() if request is not None else {}
        if playground_id is not None:
            body["playground_id"] = playground_id
        if variables is not None:
            known = {variable["name"]: variable for variable in body.get("variables", [])}
            for name, value in variables.items():
                known[name] = {"name": name, "text": "${" + name + "}", **known.get(name, {}), "value": value}
            body["variables"] = list(known.values())
        return self._parsed(
            execute_test,
            body=models.RequestShape.from_dict(body),
            idempotency_key=_new_key(idempotency_key),
        )

    def list(self, *, playground_id: str | None = None, limit: int = 100) -> Iterator[models.TestRunSummary]:
        """The account's tests, newest first, of one playground or of all."""
        return self._each(list_tests, limit, {"playground_id": _optional(playground_id)})

    def page(self, **query: Any) -> models.TestRunPage:
        """One page. Query: ``page`` or ``cursor``, ``limit``, ``playground_id``."""
        return self._parsed(list_tests, **query)

    def get(self, id: str) -> models.TestRun:
        """One result, whole."""
        return self._parsed(get_test, id=id)

    def delete(self, id: str) -> None:
        """Deletes one result."""
        self._client._call(delete_test, id=id)


class CurlResource(_Resource):
    """Parsing cURL commands."""

    def parse(self, curl: str) -> models.RequestShape:
        """The request that a command sends; what could not be said is in its ``warnings``."""
        return self._parsed(parse_curl, body=models.ParseCurlRequest(curl=curl))


class CodeResource(_Resource):
    """Programs that send a request."""

    def generate(self, parsed: models.RequestShape, language: str) -> models.GeneratedCode:
        """A complete program in a language, such as ``python``."""
        body = models.GenerateCodeRequest(parsed=parsed, language=models.Language(language))
        return self._parsed(generate_code, body=body)


class KeysResource(_Resource):
    """The account's API keys."""

    def create(
        self,
        name: str,
        *,
        scopes: list[str] | None = None,
        expires_at: datetime | None = None,
        idempotency_key: str | None = None,
    ) -> models.CreatedApiKey:
        """Makes a key; ``key`` is shown only in this answer."""
        fields: dict[str, Any] = {"name": name}
        if scopes is not None:
            fields["scopes"] = scopes
        if expires_at is not None:
            fields["expires_at"] = expires_at.isoformat()
        body = models.CreateApiKeyRequest.from_dict(fields)
        return self._parsed(create_key, body=body, idempotency_key=_new_key(idempotency_key))

    def list(self, *, limit: int = 100) -> Iterator[models.ApiKey]:
        """Every key of the account, newest first."""
        return self._each(list_keys, limit, {})

    def get(self, id: str) -> models.ApiKey:
        """One key, without the key itself."""
        return self._parsed(get_key, id=id)

    def revoke(self, id: str) -> None:
        """Ends a key on every server within seconds."""
        self._client._call(revoke_key, id=id)


class UsageResource(_Resource):
    """What is used of the plan."""

    def get(self) -> models.Usage:
        """Today's use and the last thirty days."""
        return self._parsed(get_usage)
