"""What a call raises: one class for each kind of failure that a caller may want to tell apart."""

from __future__ import annotations

import json
from collections.abc import Mapping
from datetime import datetime, timezone
from email.utils import parsedate_to_datetime
from typing import Any

_SHOWN = 500  # characters of a body that is not ours


class PlaygroundsError(Exception):
    """The service refused a request, sent something else than a response of the API, or could not be reached.

    ``status`` is 0 without a response. ``code`` is the machine-readable reason, ``details`` names each wrong field,
    ``request_id`` is what the service's operator finds the request by, ``retry_after`` the seconds after which to try
    again, and ``body`` the first characters of the response.
    """

    def __init__(
        self,
        message: str,
        *,
        status: int = 0,
        code: str = "",
        details: list[dict[str, Any]] | None = None,
        request_id: str | None = None,
        retry_after: float | None = None,
        body: str = "",
    ) -> None:
        super().__init__(message)
        self.message = message
        self.status = status
        self.code = code
        self.details = details or []
        self.request_id = request_id
        self.retry_after = retry_after
        self.body = body

    def __str__(self) -> str:
        suffix = f" (request {self.request_id})" if self.request_id else ""
        return f"{self.code or type(self).__name__}: {self.message}{suffix}"


class ConnectionFailedError(PlaygroundsError):
    """No whole response: the service could not be reached, or the connection broke."""


class RequestTimeoutError(ConnectionFailedError):
    """The attempt took longer than ``timeout``."""


class UnexpectedResponseError(PlaygroundsError):
    """A response that is not the API's, such as a page of HTML or a redirect; see ``status`` and ``body``."""


class InvalidRequestError(PlaygroundsError):
    """400, 413, 415: something is wrong with the request; see ``details``."""


class UnauthorizedError(PlaygroundsError):
    """401: no key, or one that is unknown, expired or revoked."""


class ForbiddenError(PlaygroundsError):
    """403: the key lacks the scope."""


class NotFoundError(PlaygroundsError):
    """404: there is nothing that this key may see."""


class ConflictError(PlaygroundsError):
    """409: an idempotency key that was used for something else, or is still in use."""


class PreconditionFailedError(PlaygroundsError):
    """412: the resource has changed since the entity tag in ``if_match``."""


class RateLimitError(PlaygroundsError):
    """429: The limit is reached until ``retry_after`` seconds have passed."""


class ServiceUnavailableError(PlaygroundsError):
    """503: try again after ``retry_after`` seconds."""


_CLASSES: dict[int, type[PlaygroundsError]] = {
    400: InvalidRequestError,
    401: UnauthorizedError,
    403: ForbiddenError,
    404: NotFoundError,
    409: ConflictError,
    412: PreconditionFailedError,
    413: InvalidRequestError,
    415: InvalidRequestError,
    429: RateLimitError,
    503: ServiceUnavailableError,
}


def error_of(status: int, headers: Mapping[str, str], content: bytes) -> PlaygroundsError:
    """The error that a response means, from 300 on."""
    try:
        found = json.loads(content)["error"]
        error = {"code": found["code"] + "", "message": found["message"] + "", "details": found.get("details")}
    except (ValueError, KeyError, TypeError, AttributeError):
        # Something between us and the service has responded.
        return unexpected(f"the server responded with status {status}", status, headers, content)
    return _CLASSES.get(status, PlaygroundsError)(
        error["message"],
        status=status,
        code=error["code"],
        details=error["details"] if isinstance(error["details"], list) else None,
        request_id=headers.get("x-request-id"),
        retry_after=_seconds(headers.get("retry-after", "")),
        body=_start(content),
    )


def unexpected(message: str, status: int, headers: Mapping[str, str], content: bytes) -> PlaygroundsError:
    """The error of a response that is not the API's; 429 and 503 keep their class, since proxies send them, too."""
    kind = _CLASSES[status] if status in (429, 503) else UnexpectedResponseError
    return kind(
        message,
        status=status,
        request_id=headers.get("x-request-id"),
        retry_after=_seconds(headers.get("retry-after", "")),
        body=_start(content),
    )


def _start(content: bytes) -> str:
    return content[: 4 * _SHOWN].decode("utf-8", "replace")[:_SHOWN]


def _seconds(retry_after: str) -> float | None:
    """Seconds to wait; the header has seconds or a date."""
    if retry_after.isdigit():
        return float(retry_after)
    try:
        at = parsedate_to_datetime(retry_after)
    except (TypeError, ValueError, IndexError):
        return None
    if at.tzinfo is None:
        at = at.replace(tzinfo=timezone.utc)
    return max(0.0, (at - datetime.now(timezone.utc)).total_seconds())
