import sys

import requests

try:
    response = requests.get(
        "http://playground.test:8080/search",
        params={"q": "tea", "page": "2", "sort": "name"},
        allow_redirects=False,
    )
except requests.RequestException as error:
    sys.exit(f"Request failed: {error}")

print(response.status_code, response.reason)
print(response.text)
