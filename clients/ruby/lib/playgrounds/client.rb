require "json"
require "net/http"
require "timeout"
require "uri"
require_relative "resources"
require_relative "stream"

module Playgrounds
  DEFAULT_BASE_URL = "http://127.0.0.1:3000".freeze
  LONGEST_WAIT_S = 60
  private_constant :LONGEST_WAIT_S

  # What +on_attempt+ is called with after each attempt; it has no key and no body. +status+ is 0 without a response.
  Attempt = Struct.new(:method, :path, :number, :seconds, :status, :request_id, :error, :retry_in, keyword_init: true)

  # A client for one account; several threads may use it.
  class Client
    attr_reader :playgrounds, :collections, :sites, :tests, :curl, :code, :keys, :usage, :audit

    # @param api_key [String, nil] default: the environment variable PLAYGROUNDS_API_KEY
    # @param base_url [String, nil] default: PLAYGROUNDS_BASE_URL, or a server on this machine
    # @param timeout [Numeric] seconds that one attempt may take in all
    # @param max_retries [Integer] further attempts when the service cannot be reached or says to try again
    # @param headers [Hash] sent with every request
    # @param on_attempt [#call, nil] called with an Attempt after each, for logging
    def initialize(api_key = nil, base_url: nil, timeout: 60, max_retries: 2, headers: {}, on_attempt: nil)
      @key = api_key || ENV.fetch("PLAYGROUNDS_API_KEY", nil)
      raise ArgumentError, "Pass a key, or set PLAYGROUNDS_API_KEY." if @key.nil? || @key.empty?

      @base_url = (base_url || ENV["PLAYGROUNDS_BASE_URL"] || DEFAULT_BASE_URL).sub(%r{/+\z}, "")
      @options = { timeout: timeout, max_retries: max_retries, headers: headers, on_attempt: on_attempt }
      @playgrounds = PlaygroundsResource.new(self)
      @collections = CollectionsResource.new(self)
      @sites = SitesResource.new(self)
      @tests = TestsResource.new(self)
      @curl = CurlResource.new(self)
      @code = CodeResource.new(self)
      @keys = KeysResource.new(self)
      @usage = UsageResource.new(self)
      @audit = AuditResource.new(self)
    end

    # The same client for calls with other options: +timeout+, +max_retries+, +headers+.
    def with_options(timeout: @options[:timeout], max_retries: @options[:max_retries], headers: @options[:headers])
      changed = { timeout: timeout, max_retries: max_retries, headers: headers, on_attempt: @options[:on_attempt] }
      Client.new(@key, base_url: @base_url, **changed)
    end

    def inspect
      "#<#{self.class} #{@base_url}>"
    end

    # Sends a request until there is a response. Unless it is +repeatable+, it is sent again only when the service did nothing.
    # @return [Array(Object, Net::HTTPResponse)] what the block makes of the JSON, and the response
    # @api private
    def send_request(method, path, query: {}, body: nil, status: 200, headers: {}, repeatable: true, streams: false, text: false, &read)
      earlier = nil
      (1..).each do |number|
        began = Process.clock_gettime(Process::CLOCK_MONOTONIC)
        response, value, error = attempt(connect(method, path, query, body, headers, streams), status, streams, text, &read)
        wait = error && retry_in(error, repeatable, number)
        report(method, path, number, began, response, error, wait)
        return [value, response] if error.nil?
        # An earlier attempt, whose response was lost, has deleted it.
        return [nil, response] if method == "DELETE" && error.is_a?(NotFoundError) && earlier&.broken?
        raise error if wait.nil?

        earlier = error
        sleep wait
      end
    end

    # Yields the events of a stream as they come, up to the result. Leaving the block closes the connection.
    # @api private
    def stream(path, body, headers)
      events, response = send_request("POST", path, body: body, headers: headers, streams: true)
      events.each do |name, data|
        raise Error.of(response, data) if name == "error"
        next unless TEST_STREAM_EVENTS.key?(name)

        yield event = event_of(name, data, response)
        return if event.is_a?(TestStreamResult)
      end
      raise ConnectionFailedError, "the stream ended before its result"
    ensure
      events&.close
    end

    private

    # @return [Array(Net::HTTPResponse, Object, Error)]
    def attempt(connection, status, streams, text)
      response, events = exchange(*connection, streams)
      return [response, nil, Error.of(response)] if response.code.to_i >= 300
      raise Model::WrongShape, "status #{response.code} instead of #{status}" if response.code.to_i != status
      raise Model::WrongShape, "not a stream of events" if streams && !events.open?

      return [response, yield(response.body.to_s.dup.force_encoding("UTF-8"))] if text

      [response, events || yield(status == 204 ? nil : JSON.parse(response.body.to_s))]
    rescue Model::WrongShape, JSON::ParserError, JSON::NestingError => e
      [response, nil, Error.unexpected("not a response of the API: #{e.message[0, 200]}", response)]
    rescue Error => e
      [nil, nil, e]
    end

    def event_of(name, data, response)
      Playgrounds.const_get(TEST_STREAM_EVENTS[name]).read(JSON.parse(data))
    rescue Model::WrongShape, JSON::ParserError, JSON::NestingError => e
      raise Error.unexpected("not an event of the API: #{e.message[0, 200]}", response, data)
    end

    def exchange(http, request, streams)
      timeout = @options[:timeout]
      return [Timeout.timeout(timeout) { whole(http, request) }] unless streams

      events = EventStream.new(http, request, timeout)
      [events.response, events]
    rescue *Error::LOST => e
      raise Error.lost(e, "whole response", timeout)
    end

    # Net::HTTP takes a body that is shorter than its Content-Length for whole.
    def whole(http, request)
      coding = nil
      response = http.start { http.request(request) { |head| coding = head["content-encoding"] } }
      is_cut = coding.nil? && response.content_length.to_i > response.body.to_s.bytesize
      raise EOFError, "the body ended too early" if is_cut

      response
    end

    # A connection for each attempt, so that a late one can be given up at any place.
    def connect(method, path, query, body, headers, streams)
      uri = URI(@base_url + path)
      query = query.compact
      uri.query = URI.encode_www_form(query) unless query.empty?
      request = Net::HTTPGenericRequest.new(method, !body.nil?, true, uri, sent(headers, body, streams))
      request.body = JSON.generate(body) unless body.nil?
      http = Net::HTTP.new(uri.hostname, uri.port)
      http.use_ssl = uri.scheme == "https"
      http.max_retries = 0
      http.open_timeout = http.read_timeout = http.write_timeout = @options[:timeout]
      [http, request]
    end

    def sent(headers, body, streams)
      own = { "accept" => streams ? EventStream::MEDIA_TYPE : "application/json", "user-agent" => "playgrounds-ruby/#{VERSION}" }
      given = headers.merge(@options[:headers]).to_h { |name, value| [name.to_s.downcase, value.to_s] }
      own.merge!(given, "authorization" => "Bearer #{@key}")
      own["content-type"] = "application/json" unless body.nil?
      own
    end

    # Seconds to wait before the next attempt, or nil when there is none.
    def retry_in(error, repeatable, number)
      refused = [429, 503].include?(error.status)
      return if number > @options[:max_retries] || !(refused || (error.broken? && repeatable))

      wait = error.retry_after || (0.5 * (2**(number - 1)) * (1 + rand))
      wait if wait <= LONGEST_WAIT_S
    end

    def report(method, path, number, began, response, error, wait)
      @options[:on_attempt]&.call(
        Attempt.new(
          method: method, path: path, number: number, error: error, retry_in: wait,
          seconds: Process.clock_gettime(Process::CLOCK_MONOTONIC) - began,
          status: response ? response.code.to_i : 0, request_id: response && response["x-request-id"]
        )
      )
    end
  end
end
