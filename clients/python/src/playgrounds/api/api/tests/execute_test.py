from http import HTTPStatus
from typing import Any

import httpx

from ... import errors
from ...client import AuthenticatedClient, Client
from ...models.request_shape import RequestShape
from ...models.test_run import TestRun
from ...types import UNSET, Response, Unset


def _get_kwargs(
    *,
    body: RequestShape,
    idempotency_key: str | Unset = UNSET,
) -> dict[str, Any]:
    headers: dict[str, Any] = {}
    if not isinstance(idempotency_key, Unset):
        headers["Idempotency-Key"] = idempotency_key

    _kwargs: dict[str, Any] = {
        "method": "post",
        "url": "/api/tests/execute",
    }

    _kwargs["json"] = body.to_dict()

    headers["Content-Type"] = "application/json"

    _kwargs["headers"] = headers
    return _kwargs


def _parse_response(
    *, client: AuthenticatedClient | Client, response: httpx.Response
) -> TestRun | None:
    if response.status_code == 200:
        response_200 = TestRun.from_dict(response.json())

        return response_200

    if client.raise_on_unexpected_status:
        raise errors.UnexpectedStatus(response.status_code, response.content)
    else:
        return None


def _build_response(
    *, client: AuthenticatedClient | Client, response: httpx.Response
) -> Response[TestRun]:
    return Response(
        status_code=HTTPStatus(response.status_code),
        content=response.content,
        headers=response.headers,
        parsed=_parse_response(client=client, response=response),
    )


def sync_detailed(
    *,
    client: AuthenticatedClient,
    body: RequestShape,
    idempotency_key: str | Unset = UNSET,
) -> Response[TestRun]:
    """Execute a request

     Sends the request through the guarded proxy and stores the result. Takes what parse-curl returns,
    unchanged, or a `playground_id` alone to run the playground's own command. Whatever the target
    answers is a `completed` test; a target that cannot be reached is a `failed` one, answered with 200
    too. A destination that policy refuses is a 400, and nothing is sent or stored.

    Scope: `tests:execute`.

    Args:
        idempotency_key (str | Unset):
        body (RequestShape): One HTTP request: what parse-curl returns and, unchanged, what
            generate-code takes as `parsed` and tests/execute runs. parse-curl always says `method`,
            `url` and `headers`. At most one of `body`, `body_base64`, `body_file` and `form` is
            present.

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Response[TestRun]
    """

    kwargs = _get_kwargs(
        body=body,
        idempotency_key=idempotency_key,
    )

    response = client.get_httpx_client().request(
        **kwargs,
    )

    return _build_response(client=client, response=response)


def sync(
    *,
    client: AuthenticatedClient,
    body: RequestShape,
    idempotency_key: str | Unset = UNSET,
) -> TestRun | None:
    """Execute a request

     Sends the request through the guarded proxy and stores the result. Takes what parse-curl returns,
    unchanged, or a `playground_id` alone to run the playground's own command. Whatever the target
    answers is a `completed` test; a target that cannot be reached is a `failed` one, answered with 200
    too. A destination that policy refuses is a 400, and nothing is sent or stored.

    Scope: `tests:execute`.

    Args:
        idempotency_key (str | Unset):
        body (RequestShape): One HTTP request: what parse-curl returns and, unchanged, what
            generate-code takes as `parsed` and tests/execute runs. parse-curl always says `method`,
            `url` and `headers`. At most one of `body`, `body_base64`, `body_file` and `form` is
            present.

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        TestRun
    """

    return sync_detailed(
        client=client,
        body=body,
        idempotency_key=idempotency_key,
    ).parsed


async def asyncio_detailed(
    *,
    client: AuthenticatedClient,
    body: RequestShape,
    idempotency_key: str | Unset = UNSET,
) -> Response[TestRun]:
    """Execute a request

     Sends the request through the guarded proxy and stores the result. Takes what parse-curl returns,
    unchanged, or a `playground_id` alone to run the playground's own command. Whatever the target
    answers is a `completed` test; a target that cannot be reached is a `failed` one, answered with 200
    too. A destination that policy refuses is a 400, and nothing is sent or stored.

    Scope: `tests:execute`.

    Args:
        idempotency_key (str | Unset):
        body (RequestShape): One HTTP request: what parse-curl returns and, unchanged, what
            generate-code takes as `parsed` and tests/execute runs. parse-curl always says `method`,
            `url` and `headers`. At most one of `body`, `body_base64`, `body_file` and `form` is
            present.

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Response[TestRun]
    """

    kwargs = _get_kwargs(
        body=body,
        idempotency_key=idempotency_key,
    )

    response = await client.get_async_httpx_client().request(**kwargs)

    return _build_response(client=client, response=response)


async def asyncio(
    *,
    client: AuthenticatedClient,
    body: RequestShape,
    idempotency_key: str | Unset = UNSET,
) -> TestRun | None:
    """Execute a request

     Sends the request through the guarded proxy and stores the result. Takes what parse-curl returns,
    unchanged, or a `playground_id` alone to run the playground's own command. Whatever the target
    answers is a `completed` test; a target that cannot be reached is a `failed` one, answered with 200
    too. A destination that policy refuses is a 400, and nothing is sent or stored.

    Scope: `tests:execute`.

    Args:
        idempotency_key (str | Unset):
        body (RequestShape): One HTTP request: what parse-curl returns and, unchanged, what
            generate-code takes as `parsed` and tests/execute runs. parse-curl always says `method`,
            `url` and `headers`. At most one of `body`, `body_base64`, `body_file` and `form` is
            present.

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        TestRun
    """

    return (
        await asyncio_detailed(
            client=client,
            body=body,
            idempotency_key=idempotency_key,
        )
    ).parsed
