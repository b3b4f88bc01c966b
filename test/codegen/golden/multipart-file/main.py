import sys

import requests

try:
    with open("photo.png", "rb") as file:
        response = requests.post(
            "http://playground.test:8080/upload",
            data={"title": "Tea"},
            files={"photo": ("photo.png", file, "image/png")},
            allow_redirects=False,
        )
except requests.RequestException as error:
    sys.exit(f"Request failed: {error}")

print(response.status_code, response.reason)
print(response.text)
