from enum import StrEnum


class ListPlaygroundsSort(StrEnum):
    CREATED_AT = "created_at"
    NAME = "name"
    UPDATED_AT = "updated_at"
    VALUE_0 = "-created_at"
    VALUE_2 = "-updated_at"
    VALUE_5 = "-name"

    def __str__(self) -> str:
        return str(self.value)
