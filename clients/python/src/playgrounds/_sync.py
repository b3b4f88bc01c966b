"""The client that blocks."""

from __future__ import annotations

import queue
import threading
import time
from collections.abc import Callable, Generator, Mapping
from contextlib import closing
from dataclasses import replace
from typing import Any, TypeVar

import httpx

from ._call import Attempt, Call, Options, Reply, attempt_of, deleted_before, options_of, retry_in
from ._resources import (
    AuditResource,
    CodeResource,
    CurlResource,
    KeysResource,
    PlaygroundsResource,
    TestsResource,
    UsageResource,
)
from ._events import EventReader
from .errors import ConnectionFailedError, PlaygroundsError, RequestTimeoutError
from .models import TestStreamEvent

T = TypeVar("T")


class Playgrounds:
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
        self._http = http_client or httpx.Client()
        self._use(options_of(api_key, base_url, timeout, max_retries, headers, on_attempt))

    def _use(self, options: Options) -> None:
        self._options = options
        self.playgrounds = PlaygroundsResource(self)
        self.tests = TestsResource(self)
        self.curl = CurlResource(self)
        self.code = CodeResource(self)
        self.keys = KeysResource(self)
        self.usage = UsageResource(self)
        self.audit = AuditResource(self)

    def with_options(
        self,
        *,
        timeout: float | None = None,
        max_retries: int | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> Playgrounds:
        """The same client, with the same connections, for calls with other options."""
        changes: dict[str, Any] = {"timeout": timeout, "max_retries": max_retries, "headers": headers}
        other = object.__new__(Playgrounds)
        other._http = self._http
        other._use(replace(self._options, **{name: one for name, one in changes.items() if one is not None}))
        return other

    def close(self) -> None:
        """Closes the connections."""
        self._http.close()

    def __enter__(self) -> Playgrounds:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _send(self, call: Call[T]) -> T:
        options, earlier, number = self._options, None, 0
        while True:
            number += 1
            began = time.monotonic()
            reply: Reply | None = None
            error: PlaygroundsError | None = None
            try:
                reply = self._attempt(call)
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
            time.sleep(wait)

    def _attempt(self, call: Call[Any]) -> Reply:
        """One attempt, in a thread: httpx bounds each read, but neither all of them nor the look-up of a name."""
        timeout = self._options.timeout
        outcome: queue.SimpleQueue[Reply | BaseException] = queue.SimpleQueue()
        late = threading.Event()

        def run() -> None:
            try:
                outcome.put(self._exchange(call, late))
            except BaseException as error:  # raised again in the caller's thread
                outcome.put(error)

        threading.Thread(target=run, daemon=True, name="playgrounds-attempt").start()
        try:
            found = outcome.get(timeout=timeout)
            if isinstance(found, BaseException):
                raise found
            return found
        except (queue.Empty, httpx.TimeoutException) as cause:
            raise RequestTimeoutError(f"no whole response in {timeout:g} s") from cause
        except httpx.RequestError as cause:
            raise ConnectionFailedError(str(cause) or type(cause).__name__) from cause
        finally:
            late.set()

    def _exchange(self, call: Call[Any], late: threading.Event) -> Reply:
        request = self._http.build_request(**call.request(self._options))
        response = self._http.send(request, stream=True, follow_redirects=False)
        if call.is_stream(response) and not late.is_set():
            return Reply(response.status_code, response.headers, b"", response)
        with closing(response):
            chunks = []
            for chunk in response.iter_bytes():
                if late.is_set():
                    break
                chunks.append(chunk)
        return Reply(response.status_code, response.headers, b"".join(chunks))

    def _stream(self, call: Call[Reply]) -> Generator[TestStreamEvent, None]:
        reply = self._send(call)
        assert reply.stream is not None  # see opened
        reader = EventReader(reply, self._options.timeout)
        try:
            for chunk in reply.stream.iter_bytes():
                yield from reader.read(chunk)
                if reader.ended:
                    return
        except httpx.TimeoutException as cause:
            raise reader.late() from cause
        except httpx.RequestError as cause:
            raise ConnectionFailedError(str(cause) or type(cause).__name__) from cause
        finally:
            reply.stream.close()
        raise reader.cut()
