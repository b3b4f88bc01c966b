import pathlib
import sys

import requests

# Like curl -d @file, without NUL bytes and line ends.
body = pathlib.Path("notes.txt").read_bytes().translate(None, b"\r\n\0")

try:
    response = requests.post(
        "http://playground.test:8080/things",
        headers={"Content-Type": "application/x-www-form-urlencoded"},
        data=body,
        allow_redirects=False,
    )
except requests.RequestException as error:
    sys.exit(f"Request failed: {error}")

print(response.status_code, response.reason)
print(response.text)
