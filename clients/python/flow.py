"""The flow that every client goes through, live: python flow.py (see clients/live.mjs for the environment)."""

import asyncio
import os
import time
from collections.abc import Callable
from contextlib import aclosing
from datetime import datetime, timedelta, timezone
from itertools import islice
from typing import TypeVar

import playgrounds
from playgrounds import AsyncClient, Attempt, Client, models

E = TypeVar("E", bound=playgrounds.PlaygroundsError)

target = os.environ["TARGET_URL"]
mark = f"python {os.urandom(4).hex()}"
client = Client()


def refused(kind: type[E], call: Callable[[], object]) -> E:
    try:
        call()
    except kind as error:
        assert error.request_id, error
        return error
    raise AssertionError(f"{kind.__name__} expected")


unauthorized = refused(playgrounds.UnauthorizedError, lambda: Client("pgk_wrong").usage.get())
assert (unauthorized.status, unauthorized.code) == (401, "unauthorized"), unauthorized

made = [
    client.playgrounds.create(
        f"curl {target}{n}",
        name=f"{mark} {n}",
        is_public=n == 0,
        theme="light",
        languages=["python", "go"],
        share_secrets=False,
        public_runs=False,
        embed_origins=["https://example.com"],
        variables=[],
    )
    for n in range(3)
]
assert made[0].is_public and made[0].languages[0] == "python", made[0]
assert [p.id for p in client.playgrounds.list(search=mark, limit=2)] == [p.id for p in reversed(made)]
assert [p.id for p in client.playgrounds.list(search=mark, is_public=True, sort="name")] == [made[0].id]
page = client.playgrounds.page(page=1, search=mark, limit=2)
assert (page.pagination.total, len(page.data)) == (3, 2), page
rest = client.playgrounds.page(cursor=page.pagination.next_cursor, search=mark, limit=2)
assert ([p.id for p in rest.data], rest.pagination.next_cursor) == ([made[0].id], None), rest

tagged = client.playgrounds.get_with_etag(made[0].id)
first = client.playgrounds.update(tagged.value.id, if_match=tagged.etag, name=f"{mark} changed")
assert first.name == f"{mark} changed"
refused(
    playgrounds.PreconditionFailedError,
    lambda: client.playgrounds.update(first.id, if_match=tagged.etag, theme="light"),
)
again = client.playgrounds.update(
    first.id,
    curl_command=f"curl {target}0",
    theme="dark",
    is_public=True,
    languages=["go"],
    share_secrets=False,
    public_runs=False,
    embed_origins=[],
    variables=[],
)
assert (again.theme, again.languages) == ("dark", ["go"]), again

spare = client.collections.create(mark)
pair = client.collections.create(
    mark, description="Two of *three*.", is_public=True, playground_ids=[made[2].id, made[1].id]
)
assert [p.id for p in client.playgrounds.list(collection_id=pair.id)] == [made[2].id, made[1].id]
kept = client.collections.get_with_etag(pair.id)
assert kept.value.playground_ids == [made[2].id, made[1].id], kept
client.collections.update(
    pair.id,
    name=f"{mark} one",
    description="",
    is_public=False,
    playground_ids=[made[1].id],
    if_match=kept.etag,
)
refused(playgrounds.PreconditionFailedError, lambda: client.collections.delete(pair.id, if_match=kept.etag))
assert [c.id for c in client.collections.list(limit=1)][:2] == [pair.id, spare.id]
newest = client.collections.page(page=1, limit=1)
assert newest.data[0].id == pair.id, newest
client.playgrounds.update(made[2].id, collection_id=pair.id, description="The *third*.")
assert client.collections.get(pair.id).playground_ids == [made[1].id, made[2].id]
client.collections.delete(pair.id)
assert client.playgrounds.get(made[1].id).collection_id is None
guide = f"# {mark}\n\n## One\n\n```\ncurl {target}\n```\n"
dry = client.collections.import_(guide, format="markdown", collection_name=mark, dry_run=True)
assert dry.playgrounds[0].id is None and dry.collection and dry.collection.id is None, dry
imported = client.collections.import_(guide, collection_id=spare.id, idempotency_key=mark.replace(" ", "_"))
assert imported.playgrounds[0].name == "One" and not imported.skipped, imported
assert f"curl {target}" in client.collections.export(spare.id, "markdown")
gone = client.collections.create(mark)
doomed = client.playgrounds.create(f"curl {target}", description="Gone *soon*.", collection_id=gone.id)
client.collections.delete(gone.id, playgrounds="delete")
refused(playgrounds.NotFoundError, lambda: client.playgrounds.get(doomed.id))

site = client.sites.create(
    mark,
    ["https://docs.example"],
    ["api.example"],
    runs_per_day=5,
    variables=[{"name": "TOKEN", "secret": True}],
    theme="dark",
    confirm=False,
)
site_etag = client.sites.get_with_etag(site.id).etag
client.sites.update(
    site.id,
    name=f"{mark} docs",
    origins=["https://*.docs.example"],
    targets=["*.api.example"],
    runs_per_day=6,
    variables=[],
    theme="auto",
    confirm=True,
    if_match=site_etag,
)
refused(playgrounds.PreconditionFailedError, lambda: client.sites.delete(site.id, if_match=site_etag))
spare_site = client.sites.create(mark, ["https://docs.example"], ["api.example"])
assert [s.id for s in client.sites.list(limit=1)][:2] == [spare_site.id, site.id]
assert client.sites.page(page=1, limit=1).data[0].id == spare_site.id
assert client.sites.get(site.id).runs_per_day == 6
assert client.sites.stats(site.id).days == []
client.sites.delete(site.id)

parsed = client.curl.parse(f"curl -m 3000000 -u ada:secret {target}users -d name=$NAME")
assert parsed.method == "POST" and parsed.options and parsed.options.timeout_ms == 3_000_000_000, parsed
run = client.tests.execute(parsed, playground_id=first.id, variables={"NAME": "Ada"}, idempotency_key=mark.replace(" ", "-"))
assert run.status == "completed" and run.response and run.response.status == 200, run
assert client.playgrounds.update(first.id, example_test_id=run.id).example_test_id == run.id
assert client.playgrounds.update(first.id, example_test_id=None).example_test_id is None
assert [one.id for one in client.tests.list(playground_id=first.id)] == [run.id]
tests = client.tests.page(page=1, limit=1, playground_id=first.id)
assert (tests.data[0].id, tests.pagination.total) == (run.id, 1), tests
whole = client.tests.get(run.id)
assert whole.response and whole.response.body == run.response.body
assert "net/http" in client.code.generate(parsed, "go").code
assert [p.language for p in client.code.generate_all(playground_id=first.id, languages=["ruby", "php"])] == ["ruby", "php"]
minimal = client.code.generate_all(curl=f"curl {target}", libraries=["axios", "httpx"], style="minimal")
assert [(p.library, p.style) for p in minimal] == [("httpx", "minimal"), ("axios", "minimal")], minimal
assert client.code.generate_all(parsed, ["go"])[0].language == "go"
assert client.code.generate(playground_id=first.id, language="go", style="minimal").style == "minimal"
stats = client.playgrounds.stats(first.id)
assert (stats.owner.runs, stats.readers.runs, stats.days[0].owner.runs, len(stats.days)) == (1, 0, 1, 30), stats
other = client.code.generate(curl=f"curl {target}", language="python", library="requests")
assert other.library == "requests", other
assert [one.language for one in client.code.languages()][0] == "python"
client.tests.delete(run.id)
own = client.tests.execute(playground_id=first.id)
assert own.playground_id == first.id
client.tests.execute(parsed, variables={"NAME": "Ada"})

kinds: list[str] = []
received = ""
for event in client.tests.stream({"url": f"{target}events"}, idempotency_key=f"{mark}-s".replace(" ", "-")):
    kinds.append(type(event).__name__)
    if isinstance(event, models.TestStreamData):
        received += event.text or ""
assert kinds[:2] == ["TestStreamRequest", "TestStreamResponse"] and kinds[-1] == "TestStreamResult", kinds
assert received == "data: é 1\n\ndata: é 2\n\ndata: é 3\n\n", received
for event in client.tests.stream(client.curl.parse(f"curl {target}events/$N"), playground_id=first.id, variables={"N": "endless"}):
    if isinstance(event, models.TestStreamData):
        break


def ended(status: str) -> bool:
    return any(one.error and one.error.code == status for one in client.tests.list(playground_id=first.id))


def eventually(holds: Callable[[], bool]) -> None:
    for _ in range(50):
        if holds():
            return
        time.sleep(0.1)
    raise AssertionError("not in 5 s")


eventually(lambda: ended("cancelled"))
refused(playgrounds.InvalidRequestError, lambda: next(client.tests.stream({"url": "http://10.0.0.1"})))

invalid = refused(playgrounds.InvalidRequestError, lambda: client.curl.parse("curl --no-such-option x"))
assert invalid.details[0]["field"] == "/curl" and invalid.details[0]["offset"] == 5, invalid.details
refused(playgrounds.NotFoundError, lambda: client.playgrounds.get("0"))
limited = refused(playgrounds.RateLimitError, lambda: Client(os.environ["LIMITED_KEY"]).curl.parse("curl x"))
assert limited.retry_after and limited.retry_after > 0, limited

attempts: list[Attempt] = []
flaky = Client(base_url=os.environ["FLAKY_URL"], on_attempt=attempts.append)
flaky.playgrounds.create(f"curl {target}", name=f"{mark} once")
assert [(one.number, one.status, one.retry_in) for one in attempts] == [(1, 503, 1.0), (2, 201, None)], attempts
assert len(list(client.playgrounds.list(search=f"{mark} once"))) == 1
refused(playgrounds.ServiceUnavailableError, lambda: flaky.with_options(max_retries=0).usage.get())

tomorrow = datetime.now(timezone.utc) + timedelta(days=1)
key = client.keys.create("flow", scopes=["usage:read"], expires_at=tomorrow)
assert key.key not in repr(key)
assert Client(key.key).usage.get().plan == "pro"
assert client.keys.get(key.id).name == "flow"
for items in (client.tests.list(limit=1), client.keys.list(limit=1), client.audit.list(limit=1)):
    assert len(list(islice(items, 2))) == 2
client.keys.revoke(key.id)
assert key.id not in [one.id for one in client.keys.list()]
assert client.keys.page(page=1, limit=1).pagination.limit == 1
assert client.audit.page(page=1, limit=1).data[0].action == next(iter(client.audit.list())).action


async def asynchronous() -> None:
    async with AsyncClient() as service:
        found = [p.id async for p in service.playgrounds.list(search=mark, limit=2)]
        assert len(found) == 4, found
        for id in found:
            await service.playgrounds.delete(id)
        result = await service.tests.execute({"url": target})
        await service.tests.delete(result.id)
        streamed = [event async for event in service.tests.stream({"url": f"{target}events"})]
        last = streamed[-1]
        assert isinstance(last, models.TestStreamResult) and last.status == "completed", last
        async with aclosing(service.tests.stream({"url": f"{target}events/endless"})) as events:
            async for event in events:
                if isinstance(event, models.TestStreamData):
                    break
        newest = await service.tests.page(limit=1)
        while newest.data[0].request.url != f"{target}events/endless":
            await asyncio.sleep(0.1)
            newest = await service.tests.page(limit=1)
        error = newest.data[0].error
        assert error and error.code == "cancelled", newest


asyncio.run(asynchronous())
refused(playgrounds.NotFoundError, lambda: client.playgrounds.get(first.id))
client.close()
print("ok")
