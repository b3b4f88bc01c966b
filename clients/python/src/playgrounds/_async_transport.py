"""How the asynchronous client sends its calls."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncGenerator
from typing import Any, TypeVar

import httpx

from ._call import Call, Options, Reply, attempt_of, deleted_before, retry_in
from ._events import EventReader
from .errors import ConnectionFailedError, PlaygroundsError, RequestTimeoutError
from .models import TestStreamEvent

T = TypeVar("T")


class AsyncTransport:
    """Sends the calls of ``AsyncClient``: attempts, the time for each, and what comes of them."""

    def __init__(self, http: httpx.AsyncClient, options: Options) -> None:
        self.http = http
        self.options = options

    async def send(self, call: Call[T]) -> T:
        options, earlier, number = self.options, None, 0
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
        timeout = self.options.timeout
        try:
            return await asyncio.wait_for(self._exchange(call), timeout)
        except (asyncio.TimeoutError, httpx.TimeoutException) as cause:
            raise RequestTimeoutError(f"no whole response in {timeout:g} s") from cause
        except httpx.RequestError as cause:
            raise ConnectionFailedError(str(cause) or type(cause).__name__) from cause

    async def _exchange(self, call: Call[Any]) -> Reply:
        request = self.http.build_request(**call.request(self.options))
        response = await self.http.send(request, stream=True, follow_redirects=False)
        if call.is_stream(response):
            return Reply(response.status_code, response.headers, b"", response)
        try:
            return Reply(response.status_code, response.headers, await response.aread())
        finally:
            await response.aclose()

    async def stream(self, call: Call[Reply]) -> AsyncGenerator[TestStreamEvent, None]:
        reply = await self.send(call)
        assert reply.stream is not None  # see opened
        reader = EventReader(reply, self.options.timeout)
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
