import sys

import requests
import urllib3

try:
    session = requests.Session()
    request = requests.Request(
        "GET",
        "http://playground.test:8080/h",
        headers={
            "X-B": "b",
        },
    )
    prepared = session.prepare_request(request)
    prepared.headers = urllib3.HTTPHeaderDict(prepared.headers)
    prepared.headers.add("X-A", "1")
    prepared.headers.add("X-A", "2")
    response = session.send(
        prepared,
        allow_redirects=False,
    )
except requests.RequestException as error:
    sys.exit(f"Request failed: {error}")

print(response.status_code, response.reason)
print(response.text)
