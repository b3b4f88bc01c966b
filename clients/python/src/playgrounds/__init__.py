"""Client for Playgrounds: saved, shareable API-request examples built around a cURL command."""

from . import models
from ._async_client import AsyncClient
from ._call import Attempt, Page, Tagged
from ._client import Client
from .errors import (
    ConflictError,
    ConnectionFailedError,
    ForbiddenError,
    InvalidRequestError,
    NotFoundError,
    PlaygroundsError,
    PreconditionFailedError,
    RateLimitError,
    RequestTimeoutError,
    ServiceUnavailableError,
    UnauthorizedError,
    UnexpectedResponseError,
)
from .version import __version__

__all__ = [
    "AsyncClient",
    "Attempt",
    "Client",
    "ConflictError",
    "ConnectionFailedError",
    "ForbiddenError",
    "InvalidRequestError",
    "NotFoundError",
    "Page",
    "PlaygroundsError",
    "PreconditionFailedError",
    "RateLimitError",
    "RequestTimeoutError",
    "ServiceUnavailableError",
    "Tagged",
    "UnauthorizedError",
    "UnexpectedResponseError",
    "__version__",
    "models",
]
