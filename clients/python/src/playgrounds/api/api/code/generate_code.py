from http import HTTPStatus
from typing import Any

import httpx

from ... import errors
from ...client import AuthenticatedClient, Client
from ...models.generate_code_request import GenerateCodeRequest
from ...models.generated_code import GeneratedCode
from ...types import Response


def _get_kwargs(
    *,
    body: GenerateCodeRequest,
) -> dict[str, Any]:
    headers: dict[str, Any] = {}

    _kwargs: dict[str, Any] = {
        "method": "post",
        "url": "/api/generate-code",
    }

    _kwargs["json"] = body.to_dict()

    headers["Content-Type"] = "application/json"

    _kwargs["headers"] = headers
    return _kwargs


def _parse_response(
    *, client: AuthenticatedClient | Client, response: httpx.Response
) -> GeneratedCode | None:
    if response.status_code == 200:
        response_200 = GeneratedCode.from_dict(response.json())

        return response_200

    if client.raise_on_unexpected_status:
        raise errors.UnexpectedStatus(response.status_code, response.content)
    else:
        return None


def _build_response(
    *, client: AuthenticatedClient | Client, response: httpx.Response
) -> Response[GeneratedCode]:
    return Response(
        status_code=HTTPStatus(response.status_code),
        content=response.content,
        headers=response.headers,
        parsed=_parse_response(client=client, response=response),
    )


def sync_detailed(
    *,
    client: AuthenticatedClient,
    body: GenerateCodeRequest,
) -> Response[GeneratedCode]:
    """Generate a program

     A complete program in the language that sends the request as curl would, for a request or for the
    command of a playground. What the library cannot send is in `warnings`.

    Scope: `code:generate`.

    Args:
        body (GenerateCodeRequest): A request, as `parsed` from parse-curl or that of a
            playground, and one `language` or several `languages`.

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Response[GeneratedCode]
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
    body: GenerateCodeRequest,
) -> GeneratedCode | None:
    """Generate a program

     A complete program in the language that sends the request as curl would, for a request or for the
    command of a playground. What the library cannot send is in `warnings`.

    Scope: `code:generate`.

    Args:
        body (GenerateCodeRequest): A request, as `parsed` from parse-curl or that of a
            playground, and one `language` or several `languages`.

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        GeneratedCode
    """

    return sync_detailed(
        client=client,
        body=body,
    ).parsed


async def asyncio_detailed(
    *,
    client: AuthenticatedClient,
    body: GenerateCodeRequest,
) -> Response[GeneratedCode]:
    """Generate a program

     A complete program in the language that sends the request as curl would, for a request or for the
    command of a playground. What the library cannot send is in `warnings`.

    Scope: `code:generate`.

    Args:
        body (GenerateCodeRequest): A request, as `parsed` from parse-curl or that of a
            playground, and one `language` or several `languages`.

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Response[GeneratedCode]
    """

    kwargs = _get_kwargs(
        body=body,
    )

    response = await client.get_async_httpx_client().request(**kwargs)

    return _build_response(client=client, response=response)


async def asyncio(
    *,
    client: AuthenticatedClient,
    body: GenerateCodeRequest,
) -> GeneratedCode | None:
    """Generate a program

     A complete program in the language that sends the request as curl would, for a request or for the
    command of a playground. What the library cannot send is in `warnings`.

    Scope: `code:generate`.

    Args:
        body (GenerateCodeRequest): A request, as `parsed` from parse-curl or that of a
            playground, and one `language` or several `languages`.

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        GeneratedCode
    """

    return (
        await asyncio_detailed(
            client=client,
            body=body,
        )
    ).parsed
