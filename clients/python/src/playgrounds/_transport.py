"""How the client that blocks sends its calls."""

from __future__ import annotations

import queue
import threading
import time
from collections.abc import Generator
from contextlib import closing
from typing import Any, TypeVar

import httpx

from ._call import Call, Options, Reply, attempt_of, deleted_before, retry_in
from ._events import EventReader
from .errors import ConnectionFailedError, PlaygroundsError, RequestTimeoutError
from .models import TestStreamEvent

T = TypeVar("T")


class Transport:
    """Sends the calls of ``Client``: attempts, the time for each, and what comes of them."""

    def __init__(self, http: httpx.Client, options: Options) -> None:
        self.http = http
        self.options = options

    def send(self, call: Call[T]) -> T:
        options, earlier, number = self.options, None, 0
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
        timeout = self.options.timeout
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
        request = self.http.build_request(**call.request(self.options))
        response = self.http.send(request, stream=True, follow_redirects=False)
        if call.is_stream(response) and not late.is_set():
            return Reply(response.status_code, response.headers, b"", response)
        with closing(response):
            chunks = []
            for chunk in response.iter_bytes():
                if late.is_set():
                    break
                chunks.append(chunk)
        return Reply(response.status_code, response.headers, b"".join(chunks))

    def stream(self, call: Call[Reply]) -> Generator[TestStreamEvent, None]:
        reply = self.send(call)
        assert reply.stream is not None  # see opened
        reader = EventReader(reply, self.options.timeout)
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
