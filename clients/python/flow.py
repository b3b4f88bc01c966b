"""The flow that every client goes through, live: python flow.py (see clients/live.mjs for the environment)."""

import os

import playgrounds
from playgrounds import Playgrounds

target = os.environ["TARGET_URL"]
mark = f"python {os.urandom(4).hex()}"
client = Playgrounds()


def refused(kind, call):
    try:
        call()
    except kind as error:
        assert error.request_id, error
        return error
    raise AssertionError(f"{kind.__name__} expected")


error = refused(playgrounds.UnauthorizedError, lambda: Playgrounds("pgk_wrong").usage.get())
assert (error.status, error.code) == (401, "unauthorized"), error

made = [client.playgrounds.create(f"curl {target}{n}", name=f"{mark} {n}", is_public=n == 0) for n in range(3)]
assert made[0].is_public and made[0].languages[0] == "python", made[0]
assert [p.id for p in client.playgrounds.list(search=mark, limit=2)] == [p.id for p in reversed(made)]
page = client.playgrounds.page(search=mark, limit=2)
assert (page.pagination.total, len(page.data)) == (3, 2), page

first, etag = client.playgrounds.get_with_etag(made[0].id)
assert client.playgrounds.update(first.id, if_match=etag, name=f"{mark} changed").name == f"{mark} changed"
refused(playgrounds.PreconditionFailedError, lambda: client.playgrounds.update(first.id, if_match=etag, theme="light"))

parsed = client.curl.parse(f"curl -m 3000000 -u ada:secret {target}users -d name=Ada")
assert parsed.method == "POST" and parsed.options.timeout_ms == 3_000_000_000, parsed
run = client.tests.execute(parsed, playground_id=first.id)
assert run.status == "completed" and run.response.status == 200, run
assert [one.id for one in client.tests.list(playground_id=first.id)] == [run.id]
assert client.tests.get(run.id).response.body == run.response.body
program = client.code.generate(parsed, "go")
assert "net/http" in program.code, program
client.tests.delete(run.id)
own = client.tests.execute(playground_id=first.id)
assert own.playground_id == first.id

error = refused(playgrounds.InvalidRequestError, lambda: client.curl.parse("curl --no-such-option x"))
assert error.details[0]["field"] == "/curl" and error.details[0]["offset"] == 5, error.details
refused(playgrounds.NotFoundError, lambda: client.playgrounds.get("0"))
error = refused(playgrounds.RateLimitError, lambda: Playgrounds(os.environ["LIMITED_KEY"]).curl.parse("curl x"))
assert error.retry_after > 0, error

flaky = Playgrounds(base_url=os.environ["FLAKY_URL"])
flaky.playgrounds.create(f"curl {target}", name=f"{mark} once")
assert len(list(client.playgrounds.list(search=f"{mark} once"))) == 1
refused(
    playgrounds.ServiceUnavailableError,
    lambda: Playgrounds(base_url=os.environ["FLAKY_URL"], max_retries=0).usage.get(),
)

key = client.keys.create("flow", scopes=["usage:read"])
assert Playgrounds(key.key).usage.get().plan == "pro"
client.keys.revoke(key.id)
assert key.id not in [one.id for one in client.keys.list()]

for playground in client.playgrounds.list(search=mark):
    client.playgrounds.delete(playground.id)
refused(playgrounds.NotFoundError, lambda: client.playgrounds.get(first.id))
print("ok")
