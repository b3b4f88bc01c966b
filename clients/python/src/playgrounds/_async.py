"""The asynchronous client."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncGenerator, Callable, Mapping
from dataclasses import replace
from typing import Any, TypeVar

import httpx

from ._async_resources import (
    AsyncAuditResource,
    AsyncCodeResource,
    AsyncCurlResource,
    AsyncKeysResource,
    AsyncPlaygroundsResource,
    AsyncTestsResource,
    AsyncUsageResource,
)
from ._call import Attempt, Call, Options, Reply, attempt_of, deleted_before, options_of, retry_in
from ._events import EventReader
from .errors import ConnectionFailedError, PlaygroundsError, RequestTimeoutError
from .models import TestStreamEvent

T = TypeVar("T")


class AsyncPlaygrounds:
    """A client for one account, for asyncio. See ``Playgrounds`` for the parameters."""

    def __init__(
        self,
        api_key: str | None = None,
        *,
        base_url: str | None = None,
        timeout: float = 60.0,
        max_retries: int = 2,
        headers: Mapping[str, str] | None = None,
        on_attempt: Callable[[Attempt], None] | None = None,
        http_client: httpx.AsyncClient | None = None,
    ) -> None:
        self._http = http_client or httpx.AsyncClient()
        self._use(options_of(api_key, base_url, timeout, max_retries, headers, on_attempt))

    def _use(self, options: Options) -> None:
        self._options = options
        self.playgrounds = AsyncPlaygroundsResource(self)
        self.tests = AsyncTestsResource(self)
        self.curl = AsyncCurlResource(self)
        self.code = AsyncCodeResource(self)
        self.keys = AsyncKeysResource(self)
        self.usage = AsyncUsageResource(self)
        self.audit = AsyncAuditResource(self)

    def with_options(
        self,
        *,
        timeout: float | None = None,
        max_retries: int | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> AsyncPlaygrounds:
        """The same client, with the same connections, for calls with other options."""
        changes: dict[str, Any] = {"timeout": timeout, "max_retries": max_retries, "headers": headers}
        other = object.__new__(AsyncPlaygrounds)
        other._http = self._http
        other._use(replace(self._options, **{name: one for name, one in changes.items() if one is not None}))
        return other

    async def aclose(self) -> None:
        """Closes the connections."""
        await self._http.aclose()

    async def __aenter__(self) -> AsyncPlaygrounds:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.aclose()

    async def _send(self, call: Call[T]) -> T:
        options, earlier, number = self._options, None, 0
        while True:
            number += 1
            began = time.monotonic()
            reply: Reply | None = None
            error: PlaygroundsError | None = None
            try:
                reply = await self._attempt(call)
                return call.result(reply)
            except PlaygroundsError as caught:
                error = caught
                wait = retry_in(error, call, number, options.max_retries)
            finally:
                if options.on_attempt and (reply or error):
                    seconds = time.monotonic() - began
                    options.on_attempt(attempt_of(call, number, seconds, reply, error, wait if error else None))
            if deleted_before(call, error, earlier):
                return call.read(None, reply or Reply(0, {}, b""))
            if wait is None:
                raise error
            earlier = error
            await asyncio.sleep(wait)

    async def _attempt(self, call: Call[Any]) -> Reply:
        timeout = self._options.timeout
        try:
            return await asyncio.wait_for(self._exchange(call), timeout)
        except (asyncio.TimeoutError, httpx.TimeoutException) as cause:
            raise RequestTimeoutError(f"no whole response in {timeout:g} s") from cause
        except httpx.RequestError as cause:
            raise ConnectionFailedError(str(cause) or type(cause).__name__) from cause

    async def _exchange(self, call: Call[Any]) -> Reply:
        request = self._http.build_request(**call.request(self._options))
        response = await self._http.send(request, stream=True, follow_redirects=False)
        if call.is_stream(response):
            return Reply(response.status_code, response.headers, b"", response)
        try:
            return Reply(response.status_code, response.headers, await response.aread())
        finally:
            await response.aclose()

    async def _stream(self, call: Call[Reply]) -> AsyncGenerator[TestStreamEvent, None]:
        reply = await self._send(call)
        assert reply.stream is not None  # see opened
        reader = EventReader(reply, self._options.timeout)
        try:
            async for chunk in reply.stream.aiter_bytes():
                for event in reader.read(chunk):
                    yield event
                if reader.ended:
                    return
        except httpx.TimeoutException as cause:
            raise reader.late() from cause
        except httpx.RequestError as cause:
            raise ConnectionFailedError(str(cause) or type(cause).__name__) from cause
        finally:
            await reply.stream.aclose()
        raise reader.cut()
