from http import HTTPStatus
from typing import Any

import httpx

from ... import errors
from ...client import AuthenticatedClient, Client
from ...models.list_playgrounds_sort import ListPlaygroundsSort
from ...models.playground_page import PlaygroundPage
from ...types import UNSET, Response, Unset


def _get_kwargs(
    *,
    page: int | Unset = UNSET,
    cursor: str | Unset = UNSET,
    limit: int | Unset = 20,
    sort: ListPlaygroundsSort | Unset = ListPlaygroundsSort.VALUE_0,
    is_public: bool | Unset = UNSET,
    search: str | Unset = UNSET,
) -> dict[str, Any]:

    params: dict[str, Any] = {}

    params["page"] = page

    params["cursor"] = cursor

    params["limit"] = limit

    json_sort: str | Unset = UNSET
    if not isinstance(sort, Unset):
        json_sort = sort.value

    params["sort"] = json_sort

    params["is_public"] = is_public

    params["search"] = search

    params = {k: v for k, v in params.items() if v is not UNSET and v is not None}

    _kwargs: dict[str, Any] = {
        "method": "get",
        "url": "/api/playgrounds",
        "params": params,
    }

    return _kwargs


def _parse_response(
    *, client: AuthenticatedClient | Client, response: httpx.Response
) -> PlaygroundPage | None:
    if response.status_code == 200:
        response_200 = PlaygroundPage.from_dict(response.json())

        return response_200

    if client.raise_on_unexpected_status:
        raise errors.UnexpectedStatus(response.status_code, response.content)
    else:
        return None


def _build_response(
    *, client: AuthenticatedClient | Client, response: httpx.Response
) -> Response[PlaygroundPage]:
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
    sort: ListPlaygroundsSort | Unset = ListPlaygroundsSort.VALUE_0,
    is_public: bool | Unset = UNSET,
    search: str | Unset = UNSET,
) -> Response[PlaygroundPage]:
    """List playgrounds

     The caller's own playgrounds, newest first.

    Scope: `playgrounds:read`.

    Args:
        page (int | Unset):
        cursor (str | Unset):
        limit (int | Unset):  Default: 20.
        sort (ListPlaygroundsSort | Unset):  Default: ListPlaygroundsSort.VALUE_0.
        is_public (bool | Unset):
        search (str | Unset):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Response[PlaygroundPage]
    """

    kwargs = _get_kwargs(
        page=page,
        cursor=cursor,
        limit=limit,
        sort=sort,
        is_public=is_public,
        search=search,
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
    sort: ListPlaygroundsSort | Unset = ListPlaygroundsSort.VALUE_0,
    is_public: bool | Unset = UNSET,
    search: str | Unset = UNSET,
) -> PlaygroundPage | None:
    """List playgrounds

     The caller's own playgrounds, newest first.

    Scope: `playgrounds:read`.

    Args:
        page (int | Unset):
        cursor (str | Unset):
        limit (int | Unset):  Default: 20.
        sort (ListPlaygroundsSort | Unset):  Default: ListPlaygroundsSort.VALUE_0.
        is_public (bool | Unset):
        search (str | Unset):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        PlaygroundPage
    """

    return sync_detailed(
        client=client,
        page=page,
        cursor=cursor,
        limit=limit,
        sort=sort,
        is_public=is_public,
        search=search,
    ).parsed


async def asyncio_detailed(
    *,
    client: AuthenticatedClient,
    page: int | Unset = UNSET,
    cursor: str | Unset = UNSET,
    limit: int | Unset = 20,
    sort: ListPlaygroundsSort | Unset = ListPlaygroundsSort.VALUE_0,
    is_public: bool | Unset = UNSET,
    search: str | Unset = UNSET,
) -> Response[PlaygroundPage]:
    """List playgrounds

     The caller's own playgrounds, newest first.

    Scope: `playgrounds:read`.

    Args:
        page (int | Unset):
        cursor (str | Unset):
        limit (int | Unset):  Default: 20.
        sort (ListPlaygroundsSort | Unset):  Default: ListPlaygroundsSort.VALUE_0.
        is_public (bool | Unset):
        search (str | Unset):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Response[PlaygroundPage]
    """

    kwargs = _get_kwargs(
        page=page,
        cursor=cursor,
        limit=limit,
        sort=sort,
        is_public=is_public,
        search=search,
    )

    response = await client.get_async_httpx_client().request(**kwargs)

    return _build_response(client=client, response=response)


async def asyncio(
    *,
    client: AuthenticatedClient,
    page: int | Unset = UNSET,
    cursor: str | Unset = UNSET,
    limit: int | Unset = 20,
    sort: ListPlaygroundsSort | Unset = ListPlaygroundsSort.VALUE_0,
    is_public: bool | Unset = UNSET,
    search: str | Unset = UNSET,
) -> PlaygroundPage | None:
    """List playgrounds

     The caller's own playgrounds, newest first.

    Scope: `playgrounds:read`.

    Args:
        page (int | Unset):
        cursor (str | Unset):
        limit (int | Unset):  Default: 20.
        sort (ListPlaygroundsSort | Unset):  Default: ListPlaygroundsSort.VALUE_0.
        is_public (bool | Unset):
        search (str | Unset):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        PlaygroundPage
    """

    return (
        await asyncio_detailed(
            client=client,
            page=page,
            cursor=cursor,
            limit=limit,
            sort=sort,
            is_public=is_public,
            search=search,
        )
    ).parsed
