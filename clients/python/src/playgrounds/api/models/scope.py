from enum import StrEnum


class Scope(StrEnum):
    AUDITREAD = "audit:read"
    CODEGENERATE = "code:generate"
    CURLPARSE = "curl:parse"
    KEYSMANAGE = "keys:manage"
    PLAYGROUNDSREAD = "playgrounds:read"
    PLAYGROUNDSWRITE = "playgrounds:write"
    TESTSEXECUTE = "tests:execute"
    TESTSREAD = "tests:read"
    USAGEREAD = "usage:read"

    def __str__(self) -> str:
        return str(self.value)
