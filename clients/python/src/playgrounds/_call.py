"""What both clients share: calls, the options of a client, pages, and when to try again."""

from __future__ import annotations

import json
import os
import random
import uuid
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Generic, TypeVar

import httpx

from ._model import Model, WrongShapeError
from .errors import ConnectionFailedError, NotFoundError, PlaygroundsError, error_of, unexpected
from .models import Pagination
from .version import __version__

DEFAULT_BASE_URL = "http://127.0.0.1:3000"
LONGEST_WAIT_S = 60.0
EVENT_STREAM = "text/event-stream"

T = TypeVar("T")
M = TypeVar("M", bound=Model)


@dataclass(frozen=True)
class Page(Generic[T]):
    """One page of a list."""

    data: list[T]
    pagination: Pagination


@dataclass(frozen=True)
class Tagged(Generic[T]):
    """An object with its entity tag, for ``if_match``."""

    value: T
    etag: str


@dataclass(frozen=True)
class Attempt:
    """What ``on_attempt`` is called with after each attempt."""

    method: str
    path: str
    number: int
    seconds: float
    status: int
    request_id: str | None
    error: PlaygroundsError | None
    retry_in: float | None


@dataclass(frozen=True)
class Options:
    """What a client was made with."""

    api_key: str = field(repr=False)
    base_url: str
    timeout: float
    max_retries: int
    headers: Mapping[str, str] = field(repr=False)
    on_attempt: Callable[[Attempt], None] | None


def options_of(
    api_key: str | None,
    base_url: str | None,
    timeout: float,
    max_retries: int,
    headers: Mapping[str, str] | None,
    on_attempt: Callable[[Attempt], None] | None,
) -> Options:
    key = api_key or os.environ.get("PLAYGROUNDS_API_KEY")
    if not key:
        raise ValueError("Pass api_key, or set PLAYGROUNDS_API_KEY.")
    url = base_url or os.environ.get("PLAYGROUNDS_BASE_URL") or DEFAULT_BASE_URL
    return Options(key, url.rstrip("/"), timeout, max_retries, dict(headers or {}), on_attempt)


@dataclass(frozen=True)
class Reply:
    """A response: whole, or a stream of events that is still open."""

    status: int
    headers: Mapping[str, str]
    content: bytes
    stream: httpx.Response | None = None


@dataclass(frozen=True)
class Call(Generic[T]):
    """One call of the API. Unless it is ``repeatable``, it is tried again only when the service says that it did nothing."""

    method: str
    path: str
    read: Callable[[Any, Reply], T]
    status: int = 200
    query: Mapping[str, Any] = field(default_factory=dict)
    body: Any = None
    headers: Mapping[str, str] = field(default_factory=dict)
    repeatable: bool = True
    streams: bool = False
    is_text: bool = False

    def request(self, options: Options) -> dict[str, Any]:
        """The arguments of httpx for this call."""
        headers = {
            "accept": EVENT_STREAM if self.streams else "application/json",
            "user-agent": f"playgrounds-python/{__version__}",
            **self.headers,
            **options.headers,
            "authorization": f"Bearer {options.api_key}",
        }
        query = {name: _text(value) for name, value in self.query.items() if value is not None}
        request: dict[str, Any] = {"method": self.method, "url": options.base_url + self.path, "params": query}
        if self.body is not None:
            request["content"] = json.dumps(self.body).encode()
            headers["content-type"] = "application/json"
        return {**request, "headers": headers, "timeout": options.timeout}

    def is_stream(self, response: httpx.Response) -> bool:
        """Whether a response is the stream of events that the call asks for."""
        kind = response.headers.get("content-type", "").partition(";")[0].strip().lower()
        return self.streams and response.status_code == self.status and kind == EVENT_STREAM

    def result(self, reply: Reply) -> T:
        """The value of a response; raises ``PlaygroundsError`` when it is another one than expected."""
        if reply.status >= 300:
            raise error_of(reply.status, reply.headers, reply.content)
        try:
            if reply.status != self.status:
                raise WrongShapeError(f"status {reply.status} instead of {self.status}")
            is_json = self.status != 204 and not self.streams and not self.is_text
            return self.read(json.loads(reply.content) if is_json else None, reply)
        except (ValueError, RecursionError) as cause:
            raise unexpected(f"not a response of the API: {cause}", reply.status, reply.headers, reply.content) from cause


def retry_in(error: PlaygroundsError, call: Call[Any], attempt: int, max_retries: int) -> float | None:
    """Seconds to wait before the next attempt, or None when there is none."""
    refused = error.status in (429, 503)
    broken = isinstance(error, ConnectionFailedError) or error.status in (502, 504)
    if attempt > max_retries or not (refused or (broken and call.repeatable)):
        return None
    wait = error.retry_after
    if wait is None:
        wait = 0.5 * 2 ** (attempt - 1) * (1 + random.random())
    return wait if wait <= LONGEST_WAIT_S else None


def deleted_before(call: Call[Any], error: PlaygroundsError, earlier: PlaygroundsError | None) -> bool:
    """Whether an earlier attempt, whose response was lost, has deleted what is not found now."""
    lost = isinstance(earlier, ConnectionFailedError) or (earlier is not None and earlier.status in (502, 504))
    return call.method == "DELETE" and isinstance(error, NotFoundError) and lost


def attempt_of(call: Call[Any], number: int, seconds: float, reply: Reply | None,
               error: PlaygroundsError | None, wait: float | None) -> Attempt:
    status = reply.status if reply else 0
    request_id = reply.headers.get("x-request-id") if reply else None
    return Attempt(call.method, call.path, number, seconds, status, request_id, error, wait)


def object_of(model: type[M]) -> Callable[[Any, Reply], M]:
    return lambda value, _: model.from_dict(value)


def tagged(model: type[M]) -> Callable[[Any, Reply], Tagged[M]]:
    return lambda value, reply: Tagged(model.from_dict(value), reply.headers.get("etag", ""))


def page_of(model: type[M]) -> Callable[[Any, Reply], Page[M]]:
    items = list_of(model)

    def read(value: Any, reply: Reply) -> Page[M]:
        if not isinstance(value, dict) or "pagination" not in value:
            raise WrongShapeError("a page has data and pagination")
        return Page(items(value, reply), Pagination.from_dict(value["pagination"]))

    return read


def list_of(model: type[M]) -> Callable[[Any, Reply], list[M]]:
    """A list that comes whole."""

    def read(value: Any, _: Reply) -> list[M]:
        if not isinstance(value, dict) or not isinstance(value.get("data"), list):
            raise WrongShapeError("a list has data")
        return [model.from_dict(one) for one in value["data"]]

    return read


def nothing(_value: Any, _reply: Reply) -> None:
    return None


def written(_value: Any, reply: Reply) -> str:
    """A response that is a text."""
    return reply.content.decode()


def opened(_value: Any, reply: Reply) -> Reply:
    if reply.stream is None:
        raise WrongShapeError("not a stream of events")
    return reply


def idempotency(key: str | None) -> dict[str, str]:
    return {"idempotency-key": key or str(uuid.uuid4())}


def matching(etag: str | None) -> dict[str, str]:
    return {} if etag is None else {"if-match": etag}


def given(**fields: Any) -> dict[str, Any]:
    """The fields that are not None."""
    return {name: value for name, value in fields.items() if value is not None}


def _text(value: Any) -> Any:
    return str(value).lower() if isinstance(value, bool) else value
