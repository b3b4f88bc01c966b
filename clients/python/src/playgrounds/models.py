"""The objects of the API. Written by clients/models.mjs from openapi/openapi.json. Do not edit."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, Literal, Union

from ._model import Model

Language = Literal["python", "javascript", "curl", "go", "ruby", "php", "java", "csharp", "rust"]
Scope = Literal["playgrounds:read", "playgrounds:write", "tests:read", "tests:execute", "code:generate", "curl:parse", "keys:manage", "usage:read", "audit:read"]
ProgramStyle = Literal["complete", "minimal"]
Theme = Literal["auto", "dark", "light"]
Sort = Literal["-created_at", "created_at", "-updated_at", "updated_at", "name", "-name"]


@dataclass(kw_only=True)
class ApiKey(Model):
    """An API key, without the key itself."""

    id: str
    name: str
    prefix: str
    scopes: list[str]
    created_at: datetime
    expires_at: datetime | None
    last_used_at: datetime | None


@dataclass(kw_only=True)
class AuditEvent(Model):
    """A change to an account or its resources."""

    id: str
    action: str
    actor: AuditActor
    target: AuditTarget
    details: dict[str, Any]
    request_id: str | None
    address: str | None
    created_at: datetime


@dataclass(kw_only=True)
class Collection(Model):
    """Playgrounds in an order, with one page for all."""

    id: str
    name: str
    description: str
    is_public: bool
    playground_ids: list[str]
    private_playground_ids: list[str] | None = None
    url: str
    created_at: datetime
    updated_at: datetime


@dataclass(kw_only=True)
class CreatedApiKey(Model):
    """A new API key."""

    id: str
    name: str
    prefix: str
    scopes: list[str]
    created_at: datetime
    expires_at: datetime | None
    last_used_at: datetime | None
    key: str = field(repr=False)


@dataclass(kw_only=True)
class GeneratedProgram(Model):
    """A complete program in one language."""

    language: str
    library: str
    style: str
    code: str
    warnings: list[RequestWarning]
    requires: str
    filename: str
    files: list[ProjectFile] | None = None
    install: str | None
    run: str


@dataclass(kw_only=True)
class ImportResponse(Model):
    """What an import made, or would make."""

    format: str
    collection: ImportedCollection | None
    playgrounds: list[ImportedPlayground]
    skipped: list[SkippedItem]
    warnings: list[str]


@dataclass(kw_only=True)
class ImportedPlayground(Model):
    """A request of the document that is a playground now."""

    id: str | None
    name: str
    curl_command: str
    warnings: list[RequestWarning]


@dataclass(kw_only=True)
class Playground(Model):
    """A saved, shareable API-request example built around a cURL command."""

    id: str
    name: str
    description: str
    curl_command: str
    is_public: bool
    theme: str
    languages: list[str]
    share_secrets: bool
    public_runs: bool
    embed_origins: list[str]
    variables: list[PlaygroundVariable]
    collection_id: str | None
    example_test_id: str | None
    url: str
    embed_url: str
    warnings: list[RequestWarning] | None = None
    created_at: datetime
    updated_at: datetime


@dataclass(kw_only=True)
class PlaygroundStats(Model):
    """The runs of a playground in the last 30 days."""

    owner: RunCounts
    readers: RunCounts
    days: list[PlaygroundDay]


@dataclass(kw_only=True)
class PlaygroundVariable(Model):
    """How pages ask readers for a variable of the playground's command."""

    name: str
    description: str | None = None
    default: str | None = None
    choices: list[str] | None = None
    secret: bool | None = None


@dataclass(kw_only=True)
class RequestShape(Model):
    """One HTTP request."""

    method: str | None = None
    url: str | None = None
    headers: dict[str, str] | None = None
    body: Any = None
    body_base64: str | None = None
    body_file: str | None = None
    form: list[FormPart] | None = None
    auth: RequestAuth | None = None
    options: RequestOptions | None = None
    variables: list[RequestVariable] | None = None
    warnings: list[RequestWarning] | None = None
    playground_id: str | None = None


@dataclass(kw_only=True)
class RequestWarning(Model):
    """A part of the command that is not represented or not done."""

    code: str
    message: str
    option: str | None = None
    start: int | None = None
    end: int | None = None


@dataclass(kw_only=True)
class RunCounts(Model):
    """How often a playground was run, and how often without success."""

    runs: int
    status_4xx: int
    status_5xx: int
    failed: int


@dataclass(kw_only=True)
class Site(Model):
    """A documentation site."""

    id: str
    name: str
    origins: list[str]
    targets: list[str]
    runs_per_day: int
    variables: list[PlaygroundVariable]
    theme: str
    confirm: bool
    url: str
    created_at: datetime
    updated_at: datetime


@dataclass(kw_only=True)
class SiteBlock(Model):
    """How often a block of a site was opened and run, and how often without success."""

    path: str
    position: int
    shown: int
    runs: int
    status_4xx: int
    status_5xx: int
    failed: int


@dataclass(kw_only=True)
class SiteStats(Model):
    """Where readers of a site run its commands, and where they fail."""

    failing: list[SiteBlock]
    days: list[SiteDay]


@dataclass(kw_only=True)
class SkippedItem(Model):
    """A request of the document that is no playground."""

    name: str
    reason: str


@dataclass(kw_only=True)
class TestRun(Model):
    """The stored result of an executed request."""

    id: str
    playground_id: str | None
    status: str
    request: SentRequest
    response: TestResponse | None
    error: TestError | None
    timings: TestTimings
    warnings: list[RequestWarning]
    created_at: datetime


@dataclass(kw_only=True)
class TestRunSummary(Model):
    """A test result without `response.headers`, `response.body` and the request's body."""

    id: str
    playground_id: str | None
    status: str
    request: SentRequestSummary
    response: TestResponseSummary | None
    error: TestError | None
    timings: TestTimings
    warnings: list[RequestWarning]
    created_at: datetime


@dataclass(kw_only=True)
class TestStreamData(Model):
    """Event `data`."""

    at_ms: float
    text: str | None = None
    base64: str | None = None


@dataclass(kw_only=True)
class TestStreamRedirect(Model):
    """Event `redirect`."""

    status: int
    url: str
    location: str
    set_cookies: list[str]


@dataclass(kw_only=True)
class TestStreamRequest(Model):
    """Event `request`."""

    method: str
    url: str
    headers: dict[str, str]
    body: Any = None
    body_base64: str | None = None
    form: list[Any] | None = None
    body_size: int


@dataclass(kw_only=True)
class TestStreamResponse(Model):
    """Event `response`."""

    status: int
    status_text: str
    http_version: str
    headers: dict[str, str]
    url: str
    redirects: list[TestRedirect]
    remote_address: str | None
    tls: TlsSession | None
    timings: TestTimings


@dataclass(kw_only=True)
class TestStreamResult(Model):
    """Event `result`."""

    id: str
    playground_id: str | None
    status: str
    request: SentRequest
    response: TestStreamResultResponse | None
    error: TestError | None
    timings: TestTimings
    warnings: list[RequestWarning]
    created_at: datetime


@dataclass(kw_only=True)
class Usage(Model):
    """The usage of the account and the limits of its plan."""

    plan: str
    limit: int
    used: int
    remaining: int
    reset: int
    storage: UsageStorage
    days: list[UsageDay]


@dataclass(kw_only=True)
class Pagination(Model):
    """The position of the page in the list."""

    page: int | None
    limit: int
    total: int
    total_pages: int
    next_cursor: str | None


@dataclass(kw_only=True)
class AuditActor(Model):
    """Who did it."""

    via: str
    key_id: str | None


@dataclass(kw_only=True)
class AuditTarget(Model):
    """What it was done to."""

    type: str
    id: str


@dataclass(kw_only=True)
class ProjectFile(Model):
    """A project file."""

    name: str
    content: str


@dataclass(kw_only=True)
class ImportedCollection(Model):
    """The collection that the playgrounds are in."""

    id: str | None
    name: str


@dataclass(kw_only=True)
class LanguageLibrary(Model):
    """A library that programs are written with."""

    library: str
    requires: str
    install: str | None
    run: str


@dataclass(kw_only=True)
class LanguageDetails(Model):
    """A language that programs are written in."""

    language: str
    title: str
    filename: str
    run: str
    libraries: list[LanguageLibrary]


@dataclass(kw_only=True)
class PlaygroundDay(Model):
    """The runs of one day."""

    date: str
    owner: RunCounts
    readers: RunCounts


@dataclass(kw_only=True)
class FormPart(Model):
    """One multipart part."""

    name: str
    value: str | None = None
    value_base64: str | None = None
    file: str | None = None
    filename: str | None = None
    content_type: str | None = None
    headers: list[str] | None = None


@dataclass(kw_only=True)
class RequestAuth(Model):
    """Authentication that is not a fixed header."""

    scheme: str
    username: str | None = None
    password: str | None = None
    provider: str | None = None
    signed_headers: list[str] | None = None


@dataclass(kw_only=True)
class HeaderLine(Model):
    """One header line."""

    name: str
    value: str


@dataclass(kw_only=True)
class RequestRetry(Model):
    """Try again after a transient failure."""

    count: int
    delay_ms: int | None = None
    all_errors: bool | None = None
    connection_refused: bool | None = None


@dataclass(kw_only=True)
class RequestOptions(Model):
    """Everything else that changes what is sent or how the response is treated."""

    follow_redirects: bool | None = None
    max_redirects: int | None = None
    keep_method_on: list[int] | None = None
    custom_method: bool | None = None
    auth_on_redirect: bool | None = None
    timeout_ms: int | None = None
    connect_timeout_ms: int | None = None
    insecure: bool | None = None
    compressed: bool | None = None
    http_version: str | None = None
    proxy: str | None = None
    config_file: str | None = None
    request_target: str | None = None
    header_list: list[HeaderLine] | None = None
    omit_headers: list[str] | None = None
    chunked: bool | None = None
    expect_continue: bool | None = None
    connection: str | None = None
    te: str | None = None
    strip_newlines: bool | None = None
    form_escape: str | None = None
    output: str | None = None
    show_headers: bool | None = None
    fail: bool | None = None
    fail_with_body: bool | None = None
    retry: RequestRetry | None = None
    stream: bool | None = None
    cert: str | None = None
    key: str | None = None
    cacert: str | None = None
    unix_socket: str | None = None
    resolve: list[str] | None = None
    interface: str | None = None
    cookie_file: str | None = None
    cookie_jar: str | None = None
    ip_version: int | None = None


@dataclass(kw_only=True)
class RequestVariable(Model):
    """A shell variable, command substitution or placeholder whose value the command does not contain."""

    name: str
    text: str
    value: str | None = None


@dataclass(kw_only=True)
class SiteDay(Model):
    """The blocks of one day."""

    date: str
    blocks: list[SiteBlock]


@dataclass(kw_only=True)
class SentRequest(Model):
    """The request as it was sent, secrets masked."""

    method: str
    url: str
    headers: dict[str, str]
    body: Any = None
    body_base64: str | None = None
    form: list[Any] | None = None
    body_size: int


@dataclass(kw_only=True)
class TestRedirect(Model):
    """A redirect that was followed."""

    status: int
    url: str
    location: str
    set_cookies: list[str]


@dataclass(kw_only=True)
class TlsSession(Model):
    """The TLS session of the response."""

    version: str
    subject: str | None
    issuer: str | None
    valid_to: datetime | None
    authorized: bool


@dataclass(kw_only=True)
class ResponseChunk(Model):
    """Bytes of a body that arrived together."""

    at_ms: float
    bytes: int


@dataclass(kw_only=True)
class TestResponse(Model):
    """The response of the target."""

    status: int
    status_text: str
    http_version: str
    headers: dict[str, str] | None = None
    body: str | None = None
    body_encoding: str
    body_size: int
    wire_size: int
    truncated: bool
    url: str
    redirects: list[TestRedirect]
    remote_address: str | None
    tls: TlsSession | None
    chunks: list[ResponseChunk] | None = None


@dataclass(kw_only=True)
class TestError(Model):
    """Why the test failed."""

    code: str
    message: str
    redirects: list[TestRedirect] | None = None


@dataclass(kw_only=True)
class TestTimings(Model):
    """Durations in milliseconds."""

    dns_ms: float | None
    tcp_ms: float | None
    tls_ms: float | None
    first_byte_ms: float | None
    download_ms: float | None
    total_ms: float


@dataclass(kw_only=True)
class SentRequestSummary(Model):
    """The request as it was sent, secrets masked, without its body; long texts end in `…`."""

    method: str
    url: str
    headers: dict[str, str]
    body_size: int


@dataclass(kw_only=True)
class TestResponseSummary(Model):
    """The response of the target."""

    status: int
    status_text: str
    http_version: str
    body_encoding: str
    body_size: int
    wire_size: int
    truncated: bool
    url: str
    redirects: list[TestRedirect]
    remote_address: str | None
    tls: TlsSession | None


@dataclass(kw_only=True)
class TestStreamResultResponse(Model):
    """The response of the target."""

    status: int
    status_text: str
    http_version: str
    headers: dict[str, str] | None = None
    body_encoding: str
    body_size: int
    wire_size: int
    truncated: bool
    url: str
    redirects: list[TestRedirect]
    remote_address: str | None
    tls: TlsSession | None
    chunks: list[ResponseChunk] | None = None


@dataclass(kw_only=True)
class UsageStorage(Model):
    """Storage of test results."""

    used_bytes: int
    limit_bytes: int


@dataclass(kw_only=True)
class UsageDay(Model):
    """What was used on one day."""

    date: str
    requests: int


@dataclass(kw_only=True)
class Readiness(Model):
    """Whether the server can serve requests."""

    status: str
    unavailable_nodes: list[str] | None = None


TestStreamEvent = Union[TestStreamRequest, TestStreamRedirect, TestStreamResponse, TestStreamData, TestStreamResult]
TEST_STREAM_EVENTS: dict[str, type[TestStreamEvent]] = {
    "request": TestStreamRequest,
    "redirect": TestStreamRedirect,
    "response": TestStreamResponse,
    "data": TestStreamData,
    "result": TestStreamResult,
}
