# The objects of the API. Written by clients/models.mjs from openapi/openapi.json. Do not edit.
require_relative "model"

module Playgrounds
  LANGUAGES = %w[python javascript curl go ruby php java csharp rust].freeze
  SCOPES = %w[playgrounds:read playgrounds:write tests:read tests:execute code:generate curl:parse keys:manage usage:read audit:read].freeze
  PROGRAMSTYLES = %w[complete minimal].freeze
  THEMES = %w[auto dark light].freeze
  SORTS = %w[-created_at created_at -updated_at updated_at name -name].freeze

  # An API key, without the key itself.
  class ApiKey < Model
    field :id, String
    field :name, String
    field :prefix, String
    field :scopes, [String]
    field :created_at, Time
    field :expires_at, Time, nullable: true
    field :last_used_at, Time, nullable: true
  end

  # A change to an account or its resources.
  class AuditEvent < Model
    field :id, String
    field :action, String
    field :actor, :AuditActor
    field :target, :AuditTarget
    field :details, { "*" => :any }
    field :request_id, String, nullable: true
    field :address, String, nullable: true
    field :created_at, Time
  end

  # Playgrounds in an order, with one page for all.
  class Collection < Model
    field :id, String
    field :name, String
    field :description, String
    field :is_public, :boolean
    field :playground_ids, [String]
    field :private_playground_ids, [String], optional: true
    field :url, String
    field :created_at, Time
    field :updated_at, Time
  end

  # A new API key.
  class CreatedApiKey < Model
    field :id, String
    field :name, String
    field :prefix, String
    field :scopes, [String]
    field :created_at, Time
    field :expires_at, Time, nullable: true
    field :last_used_at, Time, nullable: true
    field :key, String, secret: true
  end

  # A complete program in one language.
  class GeneratedProgram < Model
    field :language, String
    field :library, String
    field :style, String
    field :code, String
    field :warnings, [:RequestWarning]
    field :requires, String
    field :filename, String
    field :files, [:ProjectFile], optional: true
    field :install, String, nullable: true
    field :run, String
  end

  # What an import made, or would make.
  class ImportResponse < Model
    field :format, String
    field :collection, :ImportedCollection, nullable: true
    field :playgrounds, [:ImportedPlayground]
    field :skipped, [:SkippedItem]
    field :warnings, [String]
  end

  # A request of the document that is a playground now.
  class ImportedPlayground < Model
    field :id, String, nullable: true
    field :name, String
    field :curl_command, String
    field :warnings, [:RequestWarning]
  end

  # A saved, shareable API-request example built around a cURL command.
  class Playground < Model
    field :id, String
    field :name, String
    field :description, String
    field :curl_command, String
    field :is_public, :boolean
    field :theme, String
    field :languages, [String]
    field :share_secrets, :boolean
    field :public_runs, :boolean
    field :embed_origins, [String]
    field :variables, [:PlaygroundVariable]
    field :collection_id, String, nullable: true
    field :example_test_id, String, nullable: true
    field :url, String
    field :embed_url, String
    field :warnings, [:RequestWarning], optional: true
    field :created_at, Time
    field :updated_at, Time
  end

  # The runs of a playground in the last 30 days.
  class PlaygroundStats < Model
    field :owner, :RunCounts
    field :readers, :RunCounts
    field :days, [:PlaygroundDay]
  end

  # How pages ask readers for a variable of the playground's command.
  class PlaygroundVariable < Model
    field :name, String
    field :description, String, optional: true
    field :default, String, optional: true
    field :choices, [String], optional: true
    field :secret, :boolean, optional: true
  end

  # One HTTP request.
  class RequestShape < Model
    field :method, String, optional: true
    field :url, String, optional: true
    field :headers, { "*" => String }, optional: true
    field :body, :any, optional: true
    field :body_base64, String, optional: true
    field :body_file, String, optional: true
    field :form, [:FormPart], optional: true
    field :auth, :RequestAuth, optional: true
    field :options, :RequestOptions, optional: true
    field :variables, [:RequestVariable], optional: true
    field :warnings, [:RequestWarning], optional: true
    field :playground_id, String, optional: true, nullable: true
  end

  # A part of the command that is not represented or not done.
  class RequestWarning < Model
    field :code, String
    field :message, String
    field :option, String, optional: true
    field :start, Integer, optional: true
    field :end, Integer, optional: true
  end

  # How often a playground was run, and how often without success.
  class RunCounts < Model
    field :runs, Integer
    field :status_4xx, Integer
    field :status_5xx, Integer
    field :failed, Integer
  end

  # A documentation site.
  class Site < Model
    field :id, String
    field :name, String
    field :origins, [String]
    field :targets, [String]
    field :runs_per_day, Integer
    field :variables, [:PlaygroundVariable]
    field :theme, String
    field :confirm, :boolean
    field :url, String
    field :created_at, Time
    field :updated_at, Time
  end

  # How often a block of a site was opened and run, and how often without success.
  class SiteBlock < Model
    field :path, String
    field :position, Integer
    field :shown, Integer
    field :runs, Integer
    field :status_4xx, Integer
    field :status_5xx, Integer
    field :failed, Integer
  end

  # Where readers of a site run its commands, and where they fail.
  class SiteStats < Model
    field :failing, [:SiteBlock]
    field :days, [:SiteDay]
  end

  # A request of the document that is no playground.
  class SkippedItem < Model
    field :name, String
    field :reason, String
  end

  # The stored result of an executed request.
  class TestRun < Model
    field :id, String
    field :playground_id, String, nullable: true
    field :status, String
    field :request, :SentRequest
    field :response, :TestResponse, nullable: true
    field :error, :TestError, nullable: true
    field :timings, :TestTimings
    field :warnings, [:RequestWarning]
    field :created_at, Time
  end

  # A test result without `response.headers`, `response.body` and the request's body.
  class TestRunSummary < Model
    field :id, String
    field :playground_id, String, nullable: true
    field :status, String
    field :request, :SentRequestSummary
    field :response, :TestResponseSummary, nullable: true
    field :error, :TestError, nullable: true
    field :timings, :TestTimings
    field :warnings, [:RequestWarning]
    field :created_at, Time
  end

  # Event `data`.
  class TestStreamData < Model
    field :at_ms, Numeric
    field :text, String, optional: true
    field :base64, String, optional: true
  end

  # Event `redirect`.
  class TestStreamRedirect < Model
    field :status, Integer
    field :url, String
    field :location, String
    field :set_cookies, [String]
  end

  # Event `request`.
  class TestStreamRequest < Model
    field :method, String
    field :url, String
    field :headers, { "*" => String }
    field :body, :any, optional: true
    field :body_base64, String, optional: true
    field :form, [:any], optional: true
    field :body_size, Integer
  end

  # Event `response`.
  class TestStreamResponse < Model
    field :status, Integer
    field :status_text, String
    field :http_version, String
    field :headers, { "*" => String }
    field :url, String
    field :redirects, [:TestRedirect]
    field :remote_address, String, nullable: true
    field :tls, :TlsSession, nullable: true
    field :timings, :TestTimings
  end

  # Event `result`.
  class TestStreamResult < Model
    field :id, String
    field :playground_id, String, nullable: true
    field :status, String
    field :request, :SentRequest
    field :response, :TestStreamResultResponse, nullable: true
    field :error, :TestError, nullable: true
    field :timings, :TestTimings
    field :warnings, [:RequestWarning]
    field :created_at, Time
  end

  # The usage of the account and the limits of its plan.
  class Usage < Model
    field :plan, String
    field :limit, Integer
    field :used, Integer
    field :remaining, Integer
    field :reset, Integer
    field :storage, :UsageStorage
    field :days, [:UsageDay]
  end

  # The position of the page in the list.
  class Pagination < Model
    field :page, Integer, nullable: true
    field :limit, Integer
    field :total, Integer
    field :total_pages, Integer
    field :next_cursor, String, nullable: true
  end

  # Who did it.
  class AuditActor < Model
    field :via, String
    field :key_id, String, nullable: true
  end

  # What it was done to.
  class AuditTarget < Model
    field :type, String
    field :id, String
  end

  # A project file.
  class ProjectFile < Model
    field :name, String
    field :content, String
  end

  # The collection that the playgrounds are in.
  class ImportedCollection < Model
    field :id, String, nullable: true
    field :name, String
  end

  # A library that programs are written with.
  class LanguageLibrary < Model
    field :library, String
    field :requires, String
    field :install, String, nullable: true
    field :run, String
  end

  # A language that programs are written in.
  class LanguageDetails < Model
    field :language, String
    field :title, String
    field :filename, String
    field :run, String
    field :libraries, [:LanguageLibrary]
  end

  # The runs of one day.
  class PlaygroundDay < Model
    field :date, String
    field :owner, :RunCounts
    field :readers, :RunCounts
  end

  # One multipart part.
  class FormPart < Model
    field :name, String
    field :value, String, optional: true
    field :value_base64, String, optional: true
    field :file, String, optional: true
    field :filename, String, optional: true
    field :content_type, String, optional: true
    field :headers, [String], optional: true
  end

  # Authentication that is not a fixed header.
  class RequestAuth < Model
    field :scheme, String
    field :username, String, optional: true
    field :password, String, optional: true
    field :provider, String, optional: true
    field :signed_headers, [String], optional: true
  end

  # One header line.
  class HeaderLine < Model
    field :name, String
    field :value, String
  end

  # Try again after a transient failure.
  class RequestRetry < Model
    field :count, Integer
    field :delay_ms, Integer, optional: true
    field :all_errors, :boolean, optional: true
    field :connection_refused, :boolean, optional: true
  end

  # Everything else that changes what is sent or how the response is treated.
  class RequestOptions < Model
    field :follow_redirects, :boolean, optional: true
    field :max_redirects, Integer, optional: true
    field :keep_method_on, [Integer], optional: true
    field :custom_method, :boolean, optional: true
    field :auth_on_redirect, :boolean, optional: true
    field :timeout_ms, Integer, optional: true
    field :connect_timeout_ms, Integer, optional: true
    field :insecure, :boolean, optional: true
    field :compressed, :boolean, optional: true
    field :http_version, String, optional: true
    field :proxy, String, optional: true
    field :config_file, String, optional: true
    field :request_target, String, optional: true
    field :header_list, [:HeaderLine], optional: true
    field :omit_headers, [String], optional: true
    field :chunked, :boolean, optional: true
    field :expect_continue, :boolean, optional: true
    field :connection, String, optional: true
    field :te, String, optional: true
    field :strip_newlines, :boolean, optional: true
    field :form_escape, String, optional: true
    field :output, String, optional: true
    field :show_headers, :boolean, optional: true
    field :fail, :boolean, optional: true
    field :fail_with_body, :boolean, optional: true
    field :retry, :RequestRetry, optional: true
    field :stream, :boolean, optional: true
    field :cert, String, optional: true
    field :key, String, optional: true
    field :cacert, String, optional: true
    field :unix_socket, String, optional: true
    field :resolve, [String], optional: true
    field :interface, String, optional: true
    field :cookie_file, String, optional: true
    field :cookie_jar, String, optional: true
    field :ip_version, Integer, optional: true
  end

  # A shell variable, command substitution or placeholder whose value the command does not contain.
  class RequestVariable < Model
    field :name, String
    field :text, String
    field :value, String, optional: true
  end

  # The blocks of one day.
  class SiteDay < Model
    field :date, String
    field :blocks, [:SiteBlock]
  end

  # The request as it was sent, secrets masked.
  class SentRequest < Model
    field :method, String
    field :url, String
    field :headers, { "*" => String }
    field :body, :any, optional: true
    field :body_base64, String, optional: true
    field :form, [:any], optional: true
    field :body_size, Integer
  end

  # A redirect that was followed.
  class TestRedirect < Model
    field :status, Integer
    field :url, String
    field :location, String
    field :set_cookies, [String]
  end

  # The TLS session of the response.
  class TlsSession < Model
    field :version, String
    field :subject, String, nullable: true
    field :issuer, String, nullable: true
    field :valid_to, Time, nullable: true
    field :authorized, :boolean
  end

  # Bytes of a body that arrived together.
  class ResponseChunk < Model
    field :at_ms, Numeric
    field :bytes, Integer
  end

  # The response of the target.
  class TestResponse < Model
    field :status, Integer
    field :status_text, String
    field :http_version, String
    field :headers, { "*" => String }, optional: true
    field :body, String, optional: true
    field :body_encoding, String
    field :body_size, Integer
    field :wire_size, Integer
    field :truncated, :boolean
    field :url, String
    field :redirects, [:TestRedirect]
    field :remote_address, String, nullable: true
    field :tls, :TlsSession, nullable: true
    field :chunks, [:ResponseChunk], optional: true
  end

  # Why the test failed.
  class TestError < Model
    field :code, String
    field :message, String
    field :redirects, [:TestRedirect], optional: true
  end

  # Durations in milliseconds.
  class TestTimings < Model
    field :dns_ms, Numeric, nullable: true
    field :tcp_ms, Numeric, nullable: true
    field :tls_ms, Numeric, nullable: true
    field :first_byte_ms, Numeric, nullable: true
    field :download_ms, Numeric, nullable: true
    field :total_ms, Numeric
  end

  # The request as it was sent, secrets masked, without its body; long texts end in `…`.
  class SentRequestSummary < Model
    field :method, String
    field :url, String
    field :headers, { "*" => String }
    field :body_size, Integer
  end

  # The response of the target.
  class TestResponseSummary < Model
    field :status, Integer
    field :status_text, String
    field :http_version, String
    field :body_encoding, String
    field :body_size, Integer
    field :wire_size, Integer
    field :truncated, :boolean
    field :url, String
    field :redirects, [:TestRedirect]
    field :remote_address, String, nullable: true
    field :tls, :TlsSession, nullable: true
  end

  # The response of the target.
  class TestStreamResultResponse < Model
    field :status, Integer
    field :status_text, String
    field :http_version, String
    field :headers, { "*" => String }, optional: true
    field :body_encoding, String
    field :body_size, Integer
    field :wire_size, Integer
    field :truncated, :boolean
    field :url, String
    field :redirects, [:TestRedirect]
    field :remote_address, String, nullable: true
    field :tls, :TlsSession, nullable: true
    field :chunks, [:ResponseChunk], optional: true
  end

  # Storage of test results.
  class UsageStorage < Model
    field :used_bytes, Integer
    field :limit_bytes, Integer
  end

  # What was used on one day.
  class UsageDay < Model
    field :date, String
    field :requests, Integer
  end

  # Whether the server can serve requests.
  class Readiness < Model
    field :status, String
    field :unavailable_nodes, [String], optional: true
  end

  # Event of a stream: the model of its data.
  TEST_STREAM_EVENTS = {
    "request" => :TestStreamRequest,
    "redirect" => :TestStreamRedirect,
    "response" => :TestStreamResponse,
    "data" => :TestStreamData,
    "result" => :TestStreamResult
  }.freeze
end
