require "securerandom"
require "uri"

module Playgrounds
  DEFAULT_BASE_URL = "http://127.0.0.1:3000".freeze
  PAGE_SIZE = 100
  RETRIED = [0, 429, 502, 503, 504].freeze
  LONGEST_WAIT_S = 60
  private_constant :PAGE_SIZE, :RETRIED, :LONGEST_WAIT_S

  # A client for one account: key, retries, errors and pages around the generated calls of PlaygroundsGenerated.
  class Client
    attr_reader :playgrounds, :tests, :curl, :code, :keys, :usage

    # @param api_key [String, nil] default: the environment variable PLAYGROUNDS_API_KEY
    # @param base_url [String, nil] default: PLAYGROUNDS_BASE_URL, or a server on this machine
    # @param timeout [Numeric] seconds that one attempt may take
    # @param max_retries [Integer] further attempts when the service cannot be reached or says to try again
    def initialize(api_key = nil, base_url: nil, timeout: 60, max_retries: 2)
      key = api_key || ENV.fetch("PLAYGROUNDS_API_KEY", nil)
      raise ArgumentError, "Pass a key, or set PLAYGROUNDS_API_KEY." if key.nil? || key.empty?

      @max_retries = max_retries
      uri = URI(base_url || ENV["PLAYGROUNDS_BASE_URL"] || DEFAULT_BASE_URL)
      config = PlaygroundsGenerated::Configuration.new do |c|
        c.scheme = uri.scheme
        c.host = "#{uri.host}:#{uri.port}"
        c.base_path = uri.path
        c.server_index = nil
        c.access_token = key
        c.timeout = timeout
      end
      api = PlaygroundsGenerated::ApiClient.new(config)
      api.user_agent = "playgrounds-ruby/#{VERSION}"
      @playgrounds = PlaygroundsResource.new(self, PlaygroundsGenerated::PlaygroundsApi.new(api))
      @tests = TestsResource.new(self, PlaygroundsGenerated::TestsApi.new(api))
      @curl = CurlResource.new(self, PlaygroundsGenerated::CodeApi.new(api))
      @code = CodeResource.new(self, PlaygroundsGenerated::CodeApi.new(api))
      @keys = KeysResource.new(self, PlaygroundsGenerated::KeysApi.new(api))
      @usage = UsageResource.new(self, PlaygroundsGenerated::UsageApi.new(api))
    end

    # Runs a generated call. Every one may be repeated: POSTs that make something carry an Idempotency-Key.
    # @api private
    def attempt
      tries = 0
      begin
        yield
      rescue PlaygroundsGenerated::ApiError => e
        error = Error.of(e)
        wait = error.retry_after || (0.5 * (2**tries) * (1 + rand))
        raise error if tries >= @max_retries || wait > LONGEST_WAIT_S || !RETRIED.include?(error.status)

        tries += 1
        sleep wait
        retry
      end
    end
  end

  # What the resources share.
  class Resource
    def initialize(client, api)
      @client = client
      @api = api
    end

    private

    def call(name, *arguments)
      @client.attempt { @api.public_send(name, *arguments) }
    end

    def each_item(name, query)
      return enum_for(__method__, name, query) unless block_given?

      cursor = nil
      loop do
        page = call(name, query.merge(limit: PAGE_SIZE, cursor: cursor).compact)
        page.data.each { |item| yield item }
        cursor = page.pagination.next_cursor
        break if cursor.nil?
      end
    end

    def idempotent(key)
      { idempotency_key: key || SecureRandom.uuid }
    end
  end

  # Saved cURL commands.
  class PlaygroundsResource < Resource
    # @param fields +name+, +is_public+, +theme+, +languages+ and the others of the API
    def create(curl_command, idempotency_key: nil, **fields)
      body = PlaygroundsGenerated::CreatePlaygroundRequest.new(curl_command: curl_command, **fields)
      call(:create_playground, body, idempotent(idempotency_key))
    end

    # Every playground of the account, newest first, read page by page. Filters: +search+, +is_public+, +sort+.
    def list(**filters, &block)
      each_item(:list_playgrounds, filters, &block)
    end

    # One page. Query: +page+ or +cursor+, +limit+ and the filters of #list.
    def page(**query)
      call(:list_playgrounds, query)
    end

    # An own one, or anybody's that is public.
    def get(id)
      call(:get_playground, id)
    end

    # @return [Array(PlaygroundsGenerated::Playground, String)] the playground and its entity tag, for +if_match+
    def get_with_etag(id)
      playground, _status, headers = call(:get_playground_with_http_info, id)
      [playground, headers["etag"]]
    end

    # Changes fields; with +if_match+ only when nobody changed it since.
    def update(id, if_match: nil, **fields)
      call(:update_playground, id, PlaygroundsGenerated::UpdatePlaygroundRequest.new(fields), { if_match: if_match }.compact)
    end

    # Deletes it for good, with the account's tests of it.
    def delete(id, if_match: nil)
      call(:delete_playground, id, { if_match: if_match }.compact)
      nil
    end
  end

  # Executed requests and their results.
  class TestsResource < Resource
    # Sends a request, as Client#curl.parse returns it, or a playground's own command, through the service.
    def execute(request = PlaygroundsGenerated::RequestShape.new, playground_id: nil, idempotency_key: nil)
      request = request.dup
      request.playground_id = playground_id unless playground_id.nil?
      call(:execute_test, request, idempotent(idempotency_key))
    end

    # The account's tests, newest first, of one playground or of all.
    def list(playground_id: nil, &block)
      each_item(:list_tests, { playground_id: playground_id }.compact, &block)
    end

    # One result, whole.
    def get(id)
      call(:get_test, id)
    end

    # Deletes one result.
    def delete(id)
      call(:delete_test, id)
      nil
    end
  end

  # Parsing cURL commands.
  class CurlResource < Resource
    # The request that a command sends; what could not be said is in its +warnings+.
    def parse(curl)
      call(:parse_curl, PlaygroundsGenerated::ParseCurlRequest.new(curl: curl))
    end
  end

  # Programs that send a request.
  class CodeResource < Resource
    # A complete program in a language, such as +python+.
    def generate(parsed, language)
      call(:generate_code, PlaygroundsGenerated::GenerateCodeRequest.new(parsed: parsed, language: language))
    end
  end

  # The account's API keys.
  class KeysResource < Resource
    # +key+ is shown only in this answer.
    def create(name, idempotency_key: nil, **fields)
      body = PlaygroundsGenerated::CreateApiKeyRequest.new(name: name, **fields)
      call(:create_key, body, idempotent(idempotency_key))
    end

    # Every key of the account, newest first, without the keys themselves.
    def list(&block)
      each_item(:list_keys, {}, &block)
    end

    # One key, without the key itself.
    def get(id)
      call(:get_key, id)
    end

    # Ends a key on every server within seconds.
    def revoke(id)
      call(:revoke_key, id)
      nil
    end
  end

  # What is used of the plan.
  class UsageResource < Resource
    # Today's use and the last thirty days.
    def get
      call(:get_usage)
    end
  end
end
