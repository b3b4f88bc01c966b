import sys

import requests


class CurlSession(requests.Session):
    def rebuild_auth(self, prepared_request, response):
        """Drops the cookies that answers set, as curl does."""
        prepared_request.headers.pop("Cookie", None)


try:
    session = CurlSession()
    session.max_redirects = 50
    response = session.post(
        "http://playground.test:8080/things",
        data={
            "a": "1",
        },
    )
except requests.RequestException as error:
    sys.exit(f"Request failed: {error}")

print(response.status_code, response.reason)
print(response.text)
