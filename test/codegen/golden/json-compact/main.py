import sys

import requests

try:
    response = requests.post(
        "http://playground.test:8080/things",
        json={"name": "Ada", "age": 36, "tags": ["a", "b"], "ok": True},
        allow_redirects=False,
    )
except requests.RequestException as error:
    sys.exit(f"Request failed: {error}")

print(response.status_code, response.reason)
print(response.text)
