import sys

import requests

try:
    with open("photo.png", "rb") as file:
        response = requests.post(
            "http://playground.test:8080/a/path/that/is/so/long/that/a/formatter/breaks/the/line/before/it",
            files=[
                ("a", (None, "1")),
                ("a", (None, "2")),
                ("photo", ("photo.png", file, "image/png")),
                ("meta", (None, '{"a":1}', "application/json")),
                ("last", (None, "x")),
            ],
            allow_redirects=False,
        )
except requests.RequestException as error:
    sys.exit(f"Request failed: {error}")

print(response.status_code, response.reason)
print(response.text)
