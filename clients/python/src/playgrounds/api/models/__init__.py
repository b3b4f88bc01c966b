"""Contains all the data models used in inputs/outputs"""

from .api_key import ApiKey
from .api_key_page import ApiKeyPage
from .audit_actor import AuditActor
from .audit_event import AuditEvent
from .audit_event_details import AuditEventDetails
from .audit_event_page import AuditEventPage
from .audit_target import AuditTarget
from .create_api_key_request import CreateApiKeyRequest
from .create_playground_request import CreatePlaygroundRequest
from .create_playground_request_theme import CreatePlaygroundRequestTheme
from .created_api_key import CreatedApiKey
from .error_body import ErrorBody
from .error_detail import ErrorDetail
from .error_response import ErrorResponse
from .form_part import FormPart
from .generate_code_request import GenerateCodeRequest
from .generated_code import GeneratedCode
from .generated_program import GeneratedProgram
from .header_line import HeaderLine
from .health import Health
from .language import Language
from .list_playgrounds_sort import ListPlaygroundsSort
from .pagination import Pagination
from .parse_curl_request import ParseCurlRequest
from .playground import Playground
from .playground_page import PlaygroundPage
from .request_auth import RequestAuth
from .request_auth_scheme import RequestAuthScheme
from .request_options import RequestOptions
from .request_options_connection import RequestOptionsConnection
from .request_options_form_escape import RequestOptionsFormEscape
from .request_options_http_version import RequestOptionsHttpVersion
from .request_options_te import RequestOptionsTe
from .request_shape import RequestShape
from .request_shape_headers import RequestShapeHeaders
from .request_variable import RequestVariable
from .request_warning import RequestWarning
from .scope import Scope
from .sent_request import SentRequest
from .sent_request_headers import SentRequestHeaders
from .sent_request_summary import SentRequestSummary
from .sent_request_summary_headers import SentRequestSummaryHeaders
from .test_error import TestError
from .test_redirect import TestRedirect
from .test_response import TestResponse
from .test_response_headers import TestResponseHeaders
from .test_response_summary import TestResponseSummary
from .test_run import TestRun
from .test_run_page import TestRunPage
from .test_run_summary import TestRunSummary
from .test_timings import TestTimings
from .tls_session import TlsSession
from .update_playground_request import UpdatePlaygroundRequest
from .update_playground_request_theme import UpdatePlaygroundRequestTheme
from .usage import Usage
from .usage_day import UsageDay
from .usage_storage import UsageStorage

__all__ = (
    "ApiKey",
    "ApiKeyPage",
    "AuditActor",
    "AuditEvent",
    "AuditEventDetails",
    "AuditEventPage",
    "AuditTarget",
    "CreateApiKeyRequest",
    "CreatePlaygroundRequest",
    "CreatePlaygroundRequestTheme",
    "CreatedApiKey",
    "ErrorBody",
    "ErrorDetail",
    "ErrorResponse",
    "FormPart",
    "GenerateCodeRequest",
    "GeneratedCode",
    "GeneratedProgram",
    "HeaderLine",
    "Health",
    "Language",
    "ListPlaygroundsSort",
    "Pagination",
    "ParseCurlRequest",
    "Playground",
    "PlaygroundPage",
    "RequestAuth",
    "RequestAuthScheme",
    "RequestOptions",
    "RequestOptionsConnection",
    "RequestOptionsFormEscape",
    "RequestOptionsHttpVersion",
    "RequestOptionsTe",
    "RequestShape",
    "RequestShapeHeaders",
    "RequestVariable",
    "RequestWarning",
    "Scope",
    "SentRequest",
    "SentRequestHeaders",
    "SentRequestSummary",
    "SentRequestSummaryHeaders",
    "TestError",
    "TestRedirect",
    "TestResponse",
    "TestResponseHeaders",
    "TestResponseSummary",
    "TestRun",
    "TestRunPage",
    "TestRunSummary",
    "TestTimings",
    "TlsSession",
    "UpdatePlaygroundRequest",
    "UpdatePlaygroundRequestTheme",
    "Usage",
    "UsageDay",
    "UsageStorage",
)
