import sys

import requests

try:
    response = requests.post(
        "http://playground.test:8080/ws",
        headers={
            "Content-Type": "text/xml; charset=utf-8",
            "SOAPAction": '"urn:Get"',
        },
        data='<?xml version="1.0"?><Envelope><Body>1</Body></Envelope>',
        allow_redirects=False,
    )
except requests.RequestException as error:
    sys.exit(f"Request failed: {error}")

print(response.status_code, response.reason)
print(response.text)
