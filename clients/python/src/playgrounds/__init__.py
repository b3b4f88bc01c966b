"""Client for Playgrounds: saved, shareable API-request examples built around a cURL command."""

from .api.types import UNSET
from .client import Playgrounds
from .errors import (
    ConflictError,
    ConnectionFailedError,
    ForbiddenError,
    InvalidRequestError,
    NotFoundError,
    PlaygroundsError,
    PreconditionFailedError,
    RateLimitError,
    ServiceUnavailableError,
    UnauthorizedError,
)
from .version import __version__

__all__ = [
    "UNSET",
    "ConflictError",
    "ConnectionFailedError",
    "ForbiddenError",
    "InvalidRequestError",
    "NotFoundError",
    "Playgrounds",
    "PlaygroundsError",
    "PreconditionFailedError",
    "RateLimitError",
    "ServiceUnavailableError",
    "UnauthorizedError",
    "__version__",
]
