from http import HTTPStatus
from typing import Any

import httpx

from ... import errors
from ...client import AuthenticatedClient, Client
from ...models.create_playground_request import CreatePlaygroundRequest
from ...models.playground import Playground
from ...types import UNSET, Response, Unset


def _get_kwargs(
    *,
    body: CreatePlaygroundRequest,
    idempotency_key: str | Unset = UNSET,
) -> dict[str, Any]:
    headers: dict[str, Any] = {}
    if not isinstance(idempotency_key, Unset):
        headers["Idempotency-Key"] = idempotency_key

    _kwargs: dict[str, Any] = {
        "method": "post",
        "url": "/api/playgrounds",
    }

    _kwargs["json"] = body.to_dict()

    headers["Content-Type"] = "application/json"

    _kwargs["headers"] = headers
    return _kwargs


def _parse_response(
    *, client: AuthenticatedClient | Client, response: httpx.Response
) -> Playground | None:
    if response.status_code == 201:
        response_201 = Playground.from_dict(response.json())

        return response_201

    if client.raise_on_unexpected_status:
        raise errors.UnexpectedStatus(response.status_code, response.content)
    else:
        return None


def _build_response(
    *, client: AuthenticatedClient | Client, response: httpx.Response
) -> Response[Playground]:
    return Response(
        status_code=HTTPStatus(response.status_code),
        content=response.content,
        headers=response.headers,
        parsed=_parse_response(client=client, response=response),
    )


def sync_detailed(
    *,
    client: AuthenticatedClient,
    body: CreatePlaygroundRequest,
    idempotency_key: str | Unset = UNSET,
) -> Response[Playground]:
    """Create a playground

     Only `curl_command` is needed; it must parse.

    Scope: `playgrounds:write`.

    Args:
        idempotency_key (str | Unset):
        body (CreatePlaygroundRequest): A new playground. Only `curl_command` is needed.

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Response[Playground]
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
    body: CreatePlaygroundRequest,
    idempotency_key: str | Unset = UNSET,
) -> Playground | None:
    """Create a playground

     Only `curl_command` is needed; it must parse.

    Scope: `playgrounds:write`.

    Args:
        idempotency_key (str | Unset):
        body (CreatePlaygroundRequest): A new playground. Only `curl_command` is needed.

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Playground
    """

    return sync_detailed(
        client=client,
        body=body,
        idempotency_key=idempotency_key,
    ).parsed


async def asyncio_detailed(
    *,
    client: AuthenticatedClient,
    body: CreatePlaygroundRequest,
    idempotency_key: str | Unset = UNSET,
) -> Response[Playground]:
    """Create a playground

     Only `curl_command` is needed; it must parse.

    Scope: `playgrounds:write`.

    Args:
        idempotency_key (str | Unset):
        body (CreatePlaygroundRequest): A new playground. Only `curl_command` is needed.

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Response[Playground]
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
    body: CreatePlaygroundRequest,
    idempotency_key: str | Unset = UNSET,
) -> Playground | None:
    """Create a playground

     Only `curl_command` is needed; it must parse.

    Scope: `playgrounds:write`.

    Args:
        idempotency_key (str | Unset):
        body (CreatePlaygroundRequest): A new playground. Only `curl_command` is needed.

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Playground
    """

    return (
        await asyncio_detailed(
            client=client,
            body=body,
            idempotency_key=idempotency_key,
        )
    ).parsed
