import sys

import requests

try:
    response = requests.post(
        "http://playground.test:8080/things",
        data={"a": "1"},
    )
except requests.RequestException as error:
    sys.exit(f"Request failed: {error}")

print(response.status_code, response.reason)
print(response.text)
