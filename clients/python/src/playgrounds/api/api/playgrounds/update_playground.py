from http import HTTPStatus
from typing import Any
from urllib.parse import quote

import httpx

from ... import errors
from ...client import AuthenticatedClient, Client
from ...models.playground import Playground
from ...models.update_playground_request import UpdatePlaygroundRequest
from ...types import UNSET, Response, Unset


def _get_kwargs(
    id: str,
    *,
    body: UpdatePlaygroundRequest,
    if_match: str | Unset = UNSET,
) -> dict[str, Any]:
    headers: dict[str, Any] = {}
    if not isinstance(if_match, Unset):
        headers["If-Match"] = if_match

    _kwargs: dict[str, Any] = {
        "method": "patch",
        "url": "/api/playgrounds/{id}".format(
            id=quote(str(id), safe=""),
        ),
    }

    _kwargs["json"] = body.to_dict()

    headers["Content-Type"] = "application/json"

    _kwargs["headers"] = headers
    return _kwargs


def _parse_response(
    *, client: AuthenticatedClient | Client, response: httpx.Response
) -> Playground | None:
    if response.status_code == 200:
        response_200 = Playground.from_dict(response.json())

        return response_200

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
    id: str,
    *,
    client: AuthenticatedClient,
    body: UpdatePlaygroundRequest,
    if_match: str | Unset = UNSET,
) -> Response[Playground]:
    """Update a playground

     Changes the given fields and leaves the others alone. Only its owner may.

    Scope: `playgrounds:write`.

    Args:
        id (str):
        if_match (str | Unset):
        body (UpdatePlaygroundRequest): Any non-empty subset of the fields; the others are left
            alone.

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Response[Playground]
    """

    kwargs = _get_kwargs(
        id=id,
        body=body,
        if_match=if_match,
    )

    response = client.get_httpx_client().request(
        **kwargs,
    )

    return _build_response(client=client, response=response)


def sync(
    id: str,
    *,
    client: AuthenticatedClient,
    body: UpdatePlaygroundRequest,
    if_match: str | Unset = UNSET,
) -> Playground | None:
    """Update a playground

     Changes the given fields and leaves the others alone. Only its owner may.

    Scope: `playgrounds:write`.

    Args:
        id (str):
        if_match (str | Unset):
        body (UpdatePlaygroundRequest): Any non-empty subset of the fields; the others are left
            alone.

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Playground
    """

    return sync_detailed(
        id=id,
        client=client,
        body=body,
        if_match=if_match,
    ).parsed


async def asyncio_detailed(
    id: str,
    *,
    client: AuthenticatedClient,
    body: UpdatePlaygroundRequest,
    if_match: str | Unset = UNSET,
) -> Response[Playground]:
    """Update a playground

     Changes the given fields and leaves the others alone. Only its owner may.

    Scope: `playgrounds:write`.

    Args:
        id (str):
        if_match (str | Unset):
        body (UpdatePlaygroundRequest): Any non-empty subset of the fields; the others are left
            alone.

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Response[Playground]
    """

    kwargs = _get_kwargs(
        id=id,
        body=body,
        if_match=if_match,
    )

    response = await client.get_async_httpx_client().request(**kwargs)

    return _build_response(client=client, response=response)


async def asyncio(
    id: str,
    *,
    client: AuthenticatedClient,
    body: UpdatePlaygroundRequest,
    if_match: str | Unset = UNSET,
) -> Playground | None:
    """Update a playground

     Changes the given fields and leaves the others alone. Only its owner may.

    Scope: `playgrounds:write`.

    Args:
        id (str):
        if_match (str | Unset):
        body (UpdatePlaygroundRequest): Any non-empty subset of the fields; the others are left
            alone.

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Playground
    """

    return (
        await asyncio_detailed(
            id=id,
            client=client,
            body=body,
            if_match=if_match,
        )
    ).parsed
