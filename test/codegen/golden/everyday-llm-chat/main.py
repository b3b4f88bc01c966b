import os
import sys

import requests

token = os.environ["TOKEN"]

try:
    response = requests.post(
        "http://playground.test:8080/v1/chat/completions",
        headers={"Authorization": f"Bearer {token}"},
        json={
            "model": "gpt-x",
            "messages": [{"role": "user", "content": "Say this is a test!"}],
            "temperature": 0.7,
        },
        allow_redirects=False,
    )
except requests.RequestException as error:
    sys.exit(f"Request failed: {error}")

print(response.status_code, response.reason)
print(response.text)
