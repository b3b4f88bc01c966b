import sys

import requests
from requests.auth import HTTPDigestAuth

try:
    response = requests.get(
        "http://playground.test:8080/private",
        auth=HTTPDigestAuth("ada", 'love"lace'),
        allow_redirects=False,
    )
except requests.RequestException as error:
    sys.exit(f"Request failed: {error}")

print(response.status_code, response.reason)
print(response.text)
