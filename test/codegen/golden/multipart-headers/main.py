import sys

import requests

try:
    response = requests.post(
        "http://playground.test:8080/upload",
        files={
            "a": (None, "b", "text/plain", {"X-Part": "one", "X-Other": "two"}),
        },
        allow_redirects=False,
    )
except requests.RequestException as error:
    sys.exit(f"Request failed: {error}")

print(response.status_code, response.reason)
print(response.text)
