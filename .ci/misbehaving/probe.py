"""See run.mjs."""

import asyncio
import json
import os
import sys

from playgrounds import AsyncClient, Client, PlaygroundsError, UnexpectedResponseError

asynchronous = len(sys.argv) > 1


def text(error):
    after = f" after {int(error.retry_after)}" if error.retry_after is not None else ""
    request = f" {error.request_id}" if error.request_id is not None else ""
    body = f' "{error.body[:9]}"' if isinstance(error, UnexpectedResponseError) and error.body else ""
    return f"{type(error).__name__.removesuffix('Error')} {error.status}{after}{request}{body}"


def settings(number, name):
    retries = 2 if any(word in name for word in ("once", "lost", "waiting")) else 0
    return {"base_url": f"{os.environ['BASE_URL']}/{number}", "timeout": 1.5, "max_retries": retries}


async def streamed(client, name):
    events = client.tests.stream({"url": "http://a"})
    seen = []
    if isinstance(client, AsyncClient):
        async for event in events:
            seen.append(event)
            if "left early" in name:
                break
        await events.aclose()
    else:
        for event in events:
            seen.append(event)
            if "left early" in name:
                break
        events.close()
    if "left early" in name:
        usage = client.usage.get()
        return (await usage if isinstance(client, AsyncClient) else usage).plan
    if "free JSON" in name:
        return seen[0].body["n"]
    size = f" {event.request.body_size}" if "in a field" in name else ""
    return f"{len(seen)} {event.status}{size}"


async def call(client, name):
    async def wait(value):
        return await value if asynchronous else value

    if "stream" in name:
        return await streamed(client, name)
    if "free JSON" in name:
        return (await wait(client.audit.page())).data[0].details["n"]
    if "change" in name:
        return await wait(client.playgrounds.update("p", name="n"))
    if "deletion" in name:
        return await wait(client.playgrounds.delete("p"))
    usage = await wait(client.usage.get())
    return usage.limit if "in a field" in name else usage.plan


async def outcome(number, name):
    kind = AsyncClient if asynchronous or "cancelled" in name else Client
    client = kind(**settings(number, name))
    try:
        if "cancelled" in name:
            task = asyncio.create_task(streamed(client, name) if "stream" in name else client.usage.get())
            await asyncio.sleep(0.3)
            task.cancel()
            await task
        value = await call(client, name)
        return "ok" if value is None else f"ok {value}"
    except PlaygroundsError as error:
        return text(error)
    except asyncio.CancelledError:
        return "Cancelled"


for number, name in enumerate(json.loads(os.environ["CASES"])):
    print(name, asyncio.run(outcome(number, name)), sep="\t", flush=True)
