from enum import StrEnum


class RequestAuthScheme(StrEnum):
    ANY = "any"
    AWS_SIGV4 = "aws-sigv4"
    BASIC = "basic"
    DIGEST = "digest"
    NEGOTIATE = "negotiate"
    NTLM = "ntlm"

    def __str__(self) -> str:
        return str(self.value)
