import os
import sys

import requests

token = os.environ["TOKEN"]

try:
    response = requests.get(
        "http://playground.test:8080/v",
        headers={"Authorization": f"Bearer {token}"},
        allow_redirects=False,
    )
except requests.RequestException as error:
    sys.exit(f"Request failed: {error}")

print(response.status_code, response.reason)
print(response.text)
