import sys

import requests

body = sys.stdin.buffer.read()

try:
    response = requests.post(
        "http://playground.test:8080/things",
        headers={"Content-Type": "application/json"},
        data=body,
        allow_redirects=False,
    )
except requests.RequestException as error:
    sys.exit(f"Request failed: {error}")

print(response.status_code, response.reason)
print(response.text)
