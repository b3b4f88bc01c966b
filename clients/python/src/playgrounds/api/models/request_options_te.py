from enum import StrEnum


class RequestOptionsTe(StrEnum):
    TRAILERS = "trailers"

    def __str__(self) -> str:
        return str(self.value)
