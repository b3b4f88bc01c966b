import sys

import requests
from urllib3.util import SKIP_HEADER

try:
    response = requests.get(
        "http://playground.test:8080/h",
        headers={"X-A": "b", "User-Agent": SKIP_HEADER, "Accept": None},
        allow_redirects=False,
    )
except requests.RequestException as error:
    sys.exit(f"Request failed: {error}")

print(response.status_code, response.reason)
print(response.text)
