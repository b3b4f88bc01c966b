require "net/http"

# Where a Location leads; what URI refuses is escaped, a blank in a query as curl does it.
def follow(uri, location)
  plain = location.b.sub(/#.*/m, "").gsub(/%(?!\h\h)/, "%25")
  path, mark, query = plain.partition("?")
  path.gsub!(/[^!-~]|["<>\\^`{|}]/) { |char| format("%%%02X", char.ord) }
  target = URI.join(uri, path)
  target.query = query.empty? ? nil : query.tr(" ", "+") unless mark.empty?
  target
end

uri = URI("http://playground.test:8080/things")
build = lambda do |method, target, with_body|
  request = Net::HTTPGenericRequest.new(method, with_body, method != "HEAD", target)
  if with_body
    request.set_form_data(
      "a" => "1"
    )
  end
  request
end
exchange = lambda do |uri, request|
  http = Net::HTTP.new(uri.hostname, uri.port)
  http.use_ssl = uri.scheme == "https"
  http.start { http.request(request) }
end

begin
  method = "POST"
  with_body = true
  request = build.call(method, uri.request_uri, with_body)
  response = exchange.call(uri, request)
  redirects = 0
  while response.is_a?(Net::HTTPRedirection) && response["Location"]
    raise "too many redirects" if redirects == 50

    redirects += 1
    if %w[301 302 303].include?(response.code)
      method = "GET"
      with_body = false
    end
    uri = follow(uri, response["Location"])
    request = build.call(method, uri.request_uri, with_body)
    response = exchange.call(uri, request)
  end
rescue StandardError => error
  abort "Request failed: #{error.message}"
end

puts "#{response.code} #{response.message}"
puts response.body
