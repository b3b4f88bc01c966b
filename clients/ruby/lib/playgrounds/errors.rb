require "json"

module Playgrounds
  # The service refused a request, or could not be reached (then +status+ is 0). +code+ is the machine-readable reason,
  # +details+ names each wrong field, +request_id+ is what the service's operator finds the request by, +retry_after+ the
  # seconds after which to try again, if told.
  class Error < StandardError
    attr_reader :status, :code, :details, :request_id, :retry_after

    def initialize(message, status: 0, code: "", details: [], request_id: nil, retry_after: nil)
      super(message)
      @status = status
      @code = code
      @details = details
      @request_id = request_id
      @retry_after = retry_after
    end

    # The error that a failed call means.
    def self.of(failure)
      status = failure.code.to_i
      return ConnectionFailedError.new(failure.message) if status.zero?

      headers = failure.response_headers.to_h.transform_keys(&:downcase)
      body = parse(failure.response_body)
      seconds = headers["retry-after"].to_s
      (CLASSES[status] || Error).new(
        body["message"] || "The server answered #{status}.",
        status: status,
        code: body["code"].to_s,
        details: body["details"] || [],
        request_id: headers["x-request-id"],
        retry_after: seconds.match?(/\A\d+\z/) ? seconds.to_i : nil
      )
    end

    def self.parse(text)
      error = JSON.parse(text.to_s)["error"]
      error.is_a?(Hash) ? error : {}
    rescue JSON::ParserError, TypeError, NoMethodError
      {} # something between us and the service has answered
    end
    private_class_method :parse
  end

  # No answer: the service could not be reached, or took too long.
  class ConnectionFailedError < Error; end
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
  # 429: the limit is used up until +retry_after+ seconds have passed.
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
  end
end
