from enum import StrEnum


class RequestOptionsConnection(StrEnum):
    CLOSE = "close"
    KEEP_ALIVE = "keep-alive"

    def __str__(self) -> str:
        return str(self.value)
