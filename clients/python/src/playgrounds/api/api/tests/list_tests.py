from http import HTTPStatus
from typing import Any

import httpx

from ... import errors
from ...client import AuthenticatedClient, Client
from ...models.test_run_page import TestRunPage
from ...types import UNSET, Response, Unset


def _get_kwargs(
    *,
    page: int | Unset = UNSET,
    cursor: str | Unset = UNSET,
    limit: int | Unset = 20,
    playground_id: str | Unset = UNSET,
) -> dict[str, Any]:

    params: dict[str, Any] = {}

    params["page"] = page

    params["cursor"] = cursor

    params["limit"] = limit

    params["playgroundId"] = playground_id

    params = {k: v for k, v in params.items() if v is not UNSET and v is not None}

    _kwargs: dict[str, Any] = {
        "method": "get",
        "url": "/api/tests",
        "params": params,
    }

    return _kwargs


def _parse_response(
    *, client: AuthenticatedClient | Client, response: httpx.Response
) -> TestRunPage | None:
    if response.status_code == 200:
        response_200 = TestRunPage.from_dict(response.json())

        return response_200

    if client.raise_on_unexpected_status:
        raise errors.UnexpectedStatus(response.status_code, response.content)
    else:
        return None


def _build_response(
    *, client: AuthenticatedClient | Client, response: httpx.Response
) -> Response[TestRunPage]:
    return Response(
        status_code=HTTPStatus(response.status_code),
        content=response.content,
        headers=response.headers,
        parsed=_parse_response(client=client, response=response),
    )


def sync_detailed(
    *,
    client: AuthenticatedClient,
    page: int | Unset = UNSET,
    cursor: str | Unset = UNSET,
    limit: int | Unset = 20,
    playground_id: str | Unset = UNSET,
) -> Response[TestRunPage]:
    """List test history

     The caller's own tests, newest first, of one playground or of all; without `response.headers` and
    `response.body`.

    Scope: `tests:read`.

    Args:
        page (int | Unset):
        cursor (str | Unset):
        limit (int | Unset):  Default: 20.
        playground_id (str | Unset):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Response[TestRunPage]
    """

    kwargs = _get_kwargs(
        page=page,
        cursor=cursor,
        limit=limit,
        playground_id=playground_id,
    )

    response = client.get_httpx_client().request(
        **kwargs,
    )

    return _build_response(client=client, response=response)


def sync(
    *,
    client: AuthenticatedClient,
    page: int | Unset = UNSET,
    cursor: str | Unset = UNSET,
    limit: int | Unset = 20,
    playground_id: str | Unset = UNSET,
) -> TestRunPage | None:
    """List test history

     The caller's own tests, newest first, of one playground or of all; without `response.headers` and
    `response.body`.

    Scope: `tests:read`.

    Args:
        page (int | Unset):
        cursor (str | Unset):
        limit (int | Unset):  Default: 20.
        playground_id (str | Unset):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        TestRunPage
    """

    return sync_detailed(
        client=client,
        page=page,
        cursor=cursor,
        limit=limit,
        playground_id=playground_id,
    ).parsed


async def asyncio_detailed(
    *,
    client: AuthenticatedClient,
    page: int | Unset = UNSET,
    cursor: str | Unset = UNSET,
    limit: int | Unset = 20,
    playground_id: str | Unset = UNSET,
) -> Response[TestRunPage]:
    """List test history

     The caller's own tests, newest first, of one playground or of all; without `response.headers` and
    `response.body`.

    Scope: `tests:read`.

    Args:
        page (int | Unset):
        cursor (str | Unset):
        limit (int | Unset):  Default: 20.
        playground_id (str | Unset):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Response[TestRunPage]
    """

    kwargs = _get_kwargs(
        page=page,
        cursor=cursor,
        limit=limit,
        playground_id=playground_id,
    )

    response = await client.get_async_httpx_client().request(**kwargs)

    return _build_response(client=client, response=response)


async def asyncio(
    *,
    client: AuthenticatedClient,
    page: int | Unset = UNSET,
    cursor: str | Unset = UNSET,
    limit: int | Unset = 20,
    playground_id: str | Unset = UNSET,
) -> TestRunPage | None:
    """List test history

     The caller's own tests, newest first, of one playground or of all; without `response.headers` and
    `response.body`.

    Scope: `tests:read`.

    Args:
        page (int | Unset):
        cursor (str | Unset):
        limit (int | Unset):  Default: 20.
        playground_id (str | Unset):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        TestRunPage
    """

    return (
        await asyncio_detailed(
            client=client,
            page=page,
            cursor=cursor,
            limit=limit,
            playground_id=playground_id,
        )
    ).parsed
