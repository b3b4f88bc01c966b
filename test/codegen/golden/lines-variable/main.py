import os
import sys

import requests

user_name = os.environ["USER_NAME"]
id_value = os.environ["id"]

body = f"""<a id="#{{1}}">
  <b>{user_name}</b>
{id_value}"""

try:
    response = requests.post(
        "http://playground.test:8080/things",
        headers={"Content-Type": "application/xml"},
        data=body,
        allow_redirects=False,
    )
except requests.RequestException as error:
    sys.exit(f"Request failed: {error}")

print(response.status_code, response.reason)
print(response.text)
