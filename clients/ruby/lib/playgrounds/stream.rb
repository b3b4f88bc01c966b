require "json"
require "timeout"
require_relative "errors"
require_relative "models"

module Playgrounds
  # The events of a response (WHATWG HTML, section 9.2). A thread reads it, so that each wait can end in time.
  # @api private
  class EventStream
    MEDIA_TYPE = "text/event-stream".freeze

    # The response: with its body, unless that is a stream of events.
    attr_reader :response

    def initialize(http, request, timeout)
      @timeout = timeout
      @parts = SizedQueue.new(1)
      @thread = Thread.new { receive(http, request) }
      @thread.report_on_exception = false
      @response = take(timeout)
    ensure
      close if @response.nil? # also when the caller is cancelled
    end

    # Whether there are events to read.
    def open?(response = @response)
      response.content_type == MEDIA_TYPE && response.code == "200"
    end

    # Yields [name, data] of each event. The time is counted while the caller waits.
    def each
      rest = +""
      name = ""
      data = []
      wait_for_lines(rest) do |line|
        field, value = line.split(/: ?/, 2)
        case field
        when "event" then name = value.to_s
        when "data" then data << value.to_s
        when nil
          yield name, data.join("\n")
          name = ""
          data = []
        end
      end
    end

    # Ends the thread, which closes the connection.
    def close
      @thread.kill
    end

    private

    def receive(http, request)
      http.start do
        http.request(request) do |response|
          response.read_body unless open?(response)
          @parts << response
          response.read_body { |chunk| @parts << chunk } if open?(response)
        end
      end
      @parts << nil
    rescue StandardError => e
      @parts << e
    end

    def take(seconds)
      raise Timeout::Error if seconds <= 0

      part = Timeout.timeout(seconds) { @parts.pop }
      raise part if part.is_a?(StandardError)

      part
    end

    def wait_for_lines(rest)
      loop do
        late = now + @timeout
        until rest.include?("\n")
          chunk = next_chunk(late)
          return if chunk.nil?

          rest << chunk
        end
        while (line = rest.slice!(/\A.*?\n/m))
          yield line.chomp.force_encoding(Encoding::UTF_8)
        end
      end
    end

    def next_chunk(late)
      take(late - now)
    rescue *Error::LOST => e
      raise Error.lost(e, "event", @timeout)
    end

    def now
      Process.clock_gettime(Process::CLOCK_MONOTONIC)
    end
  end
end
