"""What a call raises: one class for each error code that a caller may want to tell apart."""

from __future__ import annotations

import json
from typing import Any


class PlaygroundsError(Exception):
    """The service refused a request, or could not be reached (then ``status`` is 0).

    ``code`` is the machine-readable reason, ``details`` names each wrong field, ``request_id`` is what the
    service's operator finds the request by, ``retry_after`` the seconds after which to try again, if told.
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
    ) -> None:
        super().__init__(message)
        self.message = message
        self.status = status
        self.code = code
        self.details = details or []
        self.request_id = request_id
        self.retry_after = retry_after

    def __str__(self) -> str:
        suffix = f" (request {self.request_id})" if self.request_id else ""
        return f"{self.code or 'error'}: {self.message}{suffix}"


class ConnectionFailedError(PlaygroundsError):
    """No answer: the service could not be reached, or took too long."""


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
    """429: the limit is used up until ``retry_after`` seconds have passed."""


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


def error_of(status: int, content: bytes, headers: Any) -> PlaygroundsError:
    """The error that an answer means."""
    try:
        error = json.loads(content)["error"]
    except (ValueError, KeyError, TypeError):
        error = {"message": f"The server answered {status}."}  # something between us and the service
    seconds = headers.get("retry-after", "")
    return _CLASSES.get(status, PlaygroundsError)(
        error.get("message", ""),
        status=status,
        code=error.get("code", ""),
        details=error.get("details"),
        request_id=error.get("request_id") or headers.get("x-request-id"),
        retry_after=float(seconds) if seconds.isdigit() else None,
    )
