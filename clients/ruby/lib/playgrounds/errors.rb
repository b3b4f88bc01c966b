require "json"
require "net/http"
require "openssl"
require "time"
require "timeout"
require "zlib"

module Playgrounds
  # The service refused a request, sent something else than a response of the API, or could not be reached (then +status+
  # is 0). +code+ is the machine-readable reason, +details+ names each wrong field, +request_id+ is what the service's
  # operator finds the request by, +retry_after+ the seconds after which to try again, +body+ the response's beginning.
  class Error < StandardError
    attr_reader :status, :code, :details, :request_id, :retry_after, :body

    def initialize(message, status: 0, code: "", details: [], request_id: nil, retry_after: nil, body: "")
      super(message)
      @status = status
      @code = code
      @details = details
      @request_id = request_id
      @retry_after = retry_after
      @body = body
    end

    # Whether the request may have been carried out although the response is lost.
    # @api private
    def broken?
      is_a?(ConnectionFailedError) || [502, 504].include?(status)
    end
  end

  # No whole response: the service could not be reached, or the connection broke.
  class ConnectionFailedError < Error; end
  # The attempt took longer than +timeout+.
  class RequestTimeoutError < ConnectionFailedError; end
  # A response that is not the API's, such as a page of HTML or a redirect; see +status+ and +body+.
  class UnexpectedResponseError < Error; end
  # 400, 413, 415: something is wrong with the request; see +details+.
  class InvalidRequestError < Error; end
  # 401: no key, or one that is unknown, expired or revoked.
  class UnauthorizedError < Error; end
  # 403: the key lacks the scope.
  class ForbiddenError < Error; end
  # 404: there is nothing that this key may see.
  class NotFoundError < Error; end
  # 409: an idempotency key that was used for something else, or is still in use.
  class ConflictError < Error; end
  # 412: the resource has changed since the entity tag in +if_match+.
  class PreconditionFailedError < Error; end
  # 429: The limit is reached until +retry_after+ seconds have passed.
  class RateLimitError < Error; end
  # 503: try again after +retry_after+ seconds.
  class ServiceUnavailableError < Error; end

  class Error
    CLASSES = {
      400 => InvalidRequestError, 401 => UnauthorizedError, 403 => ForbiddenError, 404 => NotFoundError,
      409 => ConflictError, 412 => PreconditionFailedError, 413 => InvalidRequestError,
      415 => InvalidRequestError, 429 => RateLimitError, 503 => ServiceUnavailableError
    }.freeze
    private_constant :CLASSES

    # What a request raises that gets no whole response.
    # @api private
    LOST = [
      Timeout::Error, SystemCallError, IOError, SocketError, OpenSSL::SSL::SSLError, Net::ProtocolError,
      Net::HTTPBadResponse, Net::HTTPHeaderSyntaxError, Zlib::Error
    ].freeze

    class << self
      # The error that a response means, from 300 on.
      # @api private
      def of(response, body = response.body)
        error = parse(body)
        status = response.code.to_i
        return unexpected("the server responded with status #{status}", response, body) if error.nil?

        details = error["details"].is_a?(Array) ? error["details"] : []
        (CLASSES[status] || Error).new(error["message"], code: error["code"], details: details, **facts(response, body))
      end

      # The error of a response that is not the API's; 429 and 503 keep their class, since proxies send them, too.
      # @api private
      def unexpected(message, response, body = response.body)
        status = response.code.to_i
        ([429, 503].include?(status) ? CLASSES[status] : UnexpectedResponseError).new(message, **facts(response, body))
      end

      # The error of one of LOST.
      # @api private
      def lost(error, missed, timeout)
        return RequestTimeoutError.new("no #{missed} in #{timeout} s") if error.is_a?(Timeout::Error)

        ConnectionFailedError.new("#{error.class}: #{error.message}")
      end

      private

      def facts(response, body)
        {
          status: response.code.to_i,
          request_id: response["x-request-id"],
          retry_after: seconds(response["retry-after"]),
          body: body.to_s.dup.force_encoding(Encoding::UTF_8).scrub[0, 500]
        }
      end

      # Seconds to wait; the header has seconds or a date.
      def seconds(retry_after)
        return if retry_after.nil?
        return retry_after.to_i if retry_after.match?(/\A\d+\z/)

        [Time.httpdate(retry_after) - Time.now, 0].max
      rescue ArgumentError
        nil
      end

      def parse(text)
        error = JSON.parse(text.to_s)["error"]
        error if error["code"].is_a?(String) && error["message"].is_a?(String)
      rescue JSON::ParserError, TypeError, NoMethodError
        nil # something between us and the service has responded
      end
    end
  end
end
