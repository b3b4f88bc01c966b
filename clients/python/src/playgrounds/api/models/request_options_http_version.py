from enum import StrEnum


class RequestOptionsHttpVersion(StrEnum):
    VALUE_0 = "2"
    VALUE_1 = "3"
    VALUE_2 = "1.0"
    VALUE_3 = "1.1"
    VALUE_4 = "2-prior-knowledge"

    def __str__(self) -> str:
        return str(self.value)
