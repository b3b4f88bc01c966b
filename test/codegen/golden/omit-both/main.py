import sys

import requests
import urllib3

try:
    response = requests.get(
        "http://playground.test:8080/h",
        headers={
            "X-A": "b",
            "User-Agent": urllib3.util.SKIP_HEADER,
            "Accept": None,
        },
        allow_redirects=False,
    )
except requests.RequestException as error:
    sys.exit(f"Request failed: {error}")

print(response.status_code, response.reason)
print(response.text)
