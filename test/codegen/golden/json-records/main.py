import sys

import requests

try:
    response = requests.post(
        "http://playground.test:8080/found",
        json={
            "records": [
                {"id": 1, "name": "a"},
                {"id": 2, "name": "b"},
            ],
            "pairs": [
                [1, 2],
                [3, 4],
            ],
            "prompt": "A text that is as long as people write them for a model, all of it on one line.",
        },
        allow_redirects=False,
    )
except requests.RequestException as error:
    sys.exit(f"Request failed: {error}")

print(response.status_code, response.reason)
print(response.text)
