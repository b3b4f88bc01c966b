"""The round of strangers, with openapi-python-client."""

import os

from playgrounds_client import AuthenticatedClient
from playgrounds_client.api.code import generate_code, parse_curl
from playgrounds_client.api.tests import execute_test
from playgrounds_client.models import ErrorResponse, GenerateCodeRequest, Language, ParseCurlRequest, RequestShape, TestRun

client = AuthenticatedClient(os.environ["PLAYGROUNDS_BASE_URL"], os.environ["PLAYGROUNDS_API_KEY"])
command = f"curl -m 3000000 -u ada:secret {os.environ['TARGET_URL']} -d name=Ada"

parsed = parse_curl.sync(client=client, body=ParseCurlRequest(command))
assert isinstance(parsed, RequestShape), parsed
run = execute_test.sync(client=client, body=parsed)
assert isinstance(run, TestRun) and run.response.status == 200, run
program = generate_code.sync(client=client, body=GenerateCodeRequest(parsed=parsed, language=Language.PYTHON))
assert "requests" in program.code, program
refused = parse_curl.sync(client=client, body=ParseCurlRequest("curl --no-such-option x"))
assert isinstance(refused, ErrorResponse) and refused.error.details[0].offset == 5, refused
print("ok")
