import sys

import requests

try:
    response = requests.post(
        "http://playground.test:8080/things",
        headers={"Content-Type": "application/json"},
        data=sys.stdin.buffer.read(),
        allow_redirects=False,
    )
except requests.RequestException as error:
    sys.exit(f"Request failed: {error}")

print(response.status_code, response.reason)
print(response.text)
