import sys

import requests

try:
    response = requests.put(
        "http://playground.test:8080/things",
        headers={
            "Content-Type": "application/json",
        },
        data='{"a":1}',
        allow_redirects=False,
    )
except requests.RequestException as error:
    sys.exit(f"Request failed: {error}")

print(response.status_code, response.reason)
print(response.text)
