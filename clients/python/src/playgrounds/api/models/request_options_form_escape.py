from enum import StrEnum


class RequestOptionsFormEscape(StrEnum):
    BACKSLASH = "backslash"

    def __str__(self) -> str:
        return str(self.value)
