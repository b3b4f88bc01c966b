import sys

import requests
import urllib3


class ExactConnection(urllib3.connection.HTTPConnection):
    """Sends the request line as it stands here."""

    def putrequest(self, method, url, *args, **kwargs):
        target = "/a/../b/./c"
        return super().putrequest(method, target, *args, **kwargs)


urllib3.HTTPConnectionPool.ConnectionCls = ExactConnection

try:
    response = requests.get(
        "http://playground.test:8080/a/../b/./c",
        allow_redirects=False,
    )
except requests.RequestException as error:
    sys.exit(f"Request failed: {error}")

print(response.status_code, response.reason)
print(response.text)
