from http import HTTPStatus
from typing import Any

import httpx

from ... import errors
from ...client import AuthenticatedClient, Client
from ...models.parse_curl_request import ParseCurlRequest
from ...models.request_shape import RequestShape
from ...types import Response


def _get_kwargs(
    *,
    body: ParseCurlRequest,
) -> dict[str, Any]:
    headers: dict[str, Any] = {}

    _kwargs: dict[str, Any] = {
        "method": "post",
        "url": "/api/parse-curl",
    }

    _kwargs["json"] = body.to_dict()

    headers["Content-Type"] = "application/json"

    _kwargs["headers"] = headers
    return _kwargs


def _parse_response(
    *, client: AuthenticatedClient | Client, response: httpx.Response
) -> RequestShape | None:
    if response.status_code == 200:
        response_200 = RequestShape.from_dict(response.json())

        return response_200

    if client.raise_on_unexpected_status:
        raise errors.UnexpectedStatus(response.status_code, response.content)
    else:
        return None


def _build_response(
    *, client: AuthenticatedClient | Client, response: httpx.Response
) -> Response[RequestShape]:
    return Response(
        status_code=HTTPStatus(response.status_code),
        content=response.content,
        headers=response.headers,
        parsed=_parse_response(client=client, response=response),
    )


def sync_detailed(
    *,
    client: AuthenticatedClient,
    body: ParseCurlRequest,
) -> Response[RequestShape]:
    """Parse a cURL command

     Reads the command as curl and the shell would. The result is what generate-code and tests/execute
    take. What the structure cannot say is in `warnings`; what curl itself would refuse is a 400 whose
    detail carries the `offset` in code points.

    Scope: `curl:parse`.

    Args:
        body (ParseCurlRequest): A cURL command to parse.

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Response[RequestShape]
    """

    kwargs = _get_kwargs(
        body=body,
    )

    response = client.get_httpx_client().request(
        **kwargs,
    )

    return _build_response(client=client, response=response)


def sync(
    *,
    client: AuthenticatedClient,
    body: ParseCurlRequest,
) -> RequestShape | None:
    """Parse a cURL command

     Reads the command as curl and the shell would. The result is what generate-code and tests/execute
    take. What the structure cannot say is in `warnings`; what curl itself would refuse is a 400 whose
    detail carries the `offset` in code points.

    Scope: `curl:parse`.

    Args:
        body (ParseCurlRequest): A cURL command to parse.

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        RequestShape
    """

    return sync_detailed(
        client=client,
        body=body,
    ).parsed


async def asyncio_detailed(
    *,
    client: AuthenticatedClient,
    body: ParseCurlRequest,
) -> Response[RequestShape]:
    """Parse a cURL command

     Reads the command as curl and the shell would. The result is what generate-code and tests/execute
    take. What the structure cannot say is in `warnings`; what curl itself would refuse is a 400 whose
    detail carries the `offset` in code points.

    Scope: `curl:parse`.

    Args:
        body (ParseCurlRequest): A cURL command to parse.

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Response[RequestShape]
    """

    kwargs = _get_kwargs(
        body=body,
    )

    response = await client.get_async_httpx_client().request(**kwargs)

    return _build_response(client=client, response=response)


async def asyncio(
    *,
    client: AuthenticatedClient,
    body: ParseCurlRequest,
) -> RequestShape | None:
    """Parse a cURL command

     Reads the command as curl and the shell would. The result is what generate-code and tests/execute
    take. What the structure cannot say is in `warnings`; what curl itself would refuse is a 400 whose
    detail carries the `offset` in code points.

    Scope: `curl:parse`.

    Args:
        body (ParseCurlRequest): A cURL command to parse.

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        RequestShape
    """

    return (
        await asyncio_detailed(
            client=client,
            body=body,
        )
    ).parsed
