import sys

import requests

try:
    response = requests.get(
        "http://playground.test:8080/a/../b/./c",
        allow_redirects=False,
    )
except requests.RequestException as error:
    sys.exit(f"Request failed: {error}")

print(response.status_code, response.reason)
print(response.text)
