"""The round of strangers, with openapi-generator for Python."""

import os

import openapi_client as api
from openapi_client.exceptions import BadRequestException

client = api.ApiClient(
    api.Configuration(host=os.environ["PLAYGROUNDS_BASE_URL"], access_token=os.environ["PLAYGROUNDS_API_KEY"])
)
code, tests = api.CodeApi(client), api.TestsApi(client)
command = f"curl -m 3000000 -u ada:secret {os.environ['TARGET_URL']} -d name=Ada"

parsed = code.parse_curl(api.ParseCurlRequest(curl=command))
assert parsed.options.timeout_ms == 3_000_000_000, parsed
run = tests.execute_test(parsed)
assert run.response.status == 200, run
program = code.generate_code(api.GenerateCodeRequest(parsed=parsed, language=api.Language.PYTHON))
assert "requests" in program.code, program
try:
    code.parse_curl(api.ParseCurlRequest(curl="curl --no-such-option x"))
    raise AssertionError("400 expected")
except BadRequestException as error:
    assert error.data.error.details[0].offset == 5, error.data
print("ok")
