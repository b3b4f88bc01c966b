from enum import StrEnum


class RequestOptionsHttpVersion(StrEnum):
    VALUE_0 = "1.0"
    VALUE_1 = "1.1"
    VALUE_2 = "2"
    VALUE_3 = "2-prior-knowledge"
    VALUE_4 = "3"

    def __str__(self) -> str:
        return str(self.value)
