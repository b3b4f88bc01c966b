"""Reads the events of a stream: server-sent events (WHATWG HTML, section 9.2)."""

from __future__ import annotations

import json
import time
from collections.abc import Iterator

from ._call import Reply
from .errors import ConnectionFailedError, RequestTimeoutError, error_of, unexpected
from .models import TEST_STREAM_EVENTS, TestStreamEvent, TestStreamResult


class EventReader:
    """Makes events of the chunks of a response.

    :param timeout: seconds that may pass without an event or a comment; the service sends one every 15 seconds
    """

    def __init__(self, reply: Reply, timeout: float) -> None:
        self._reply = reply
        self._timeout = timeout
        self._rest = b""
        self._event = ""
        self._data: list[bytes] = []
        self._since = time.monotonic()
        self.ended = False

    def read(self, chunk: bytes) -> Iterator[TestStreamEvent]:
        """The events that a chunk completes, up to the result."""
        # A text has no line ends but these: str.splitlines would also split at U+2028.
        *lines, self._rest = (self._rest + chunk).split(b"\n")
        if not lines and time.monotonic() - self._since > self._timeout:
            raise self.late()
        for line in lines:
            event = self._line(line.rstrip(b"\r"))
            if event is not None:
                yield event
            if self.ended:
                return
        if lines:
            self._since = time.monotonic()

    def late(self) -> RequestTimeoutError:
        return RequestTimeoutError(f"no event in {self._timeout:g} s")

    def cut(self) -> ConnectionFailedError:
        return ConnectionFailedError("the stream ended before its result")

    def _line(self, line: bytes) -> TestStreamEvent | None:
        name, _, value = line.partition(b":")
        value = value.removeprefix(b" ")
        if name == b"event":
            self._event = value.decode("utf-8", "replace")
        elif name == b"data":
            self._data.append(value)
        elif line == b"":
            event, data = self._event, b"\n".join(self._data)
            self._event, self._data = "", []
            return self._complete(event, data)
        return None

    def _complete(self, event: str, data: bytes) -> TestStreamEvent | None:
        status, headers = self._reply.status, self._reply.headers
        if event == "error":
            raise error_of(status, headers, data)
        if event not in TEST_STREAM_EVENTS:
            return None
        try:
            read: TestStreamEvent = TEST_STREAM_EVENTS[event].from_dict(json.loads(data))
        except (ValueError, RecursionError) as cause:
            raise unexpected(f"not an event of the API: {cause}", status, headers, data) from cause
        self.ended = isinstance(read, TestStreamResult)
        return read
