require "net/http"

# Where a Location leads, as curl reads it: a server, and the target of the request line.
def follow(uri, target, location)
  location = location.b.sub(/#.*/m, "").gsub(/%\h\h/, &:upcase)
  server = location[%r{\A(?:https?:)?//[^/?]*}i].to_s
  path, _, query = location.delete_prefix(server).partition("?")
  if server.empty? && !path.start_with?("/")
    before, _, known = target.partition("?")
    query = known if location.empty?
    path = path.empty? ? before : before[%r{.*/}m] + path
  end
  path = "/" if path.empty?
  path = path.gsub(%r{(?<=/)(?:\.|%2E)(?:/|\z)}, "")
  nil while path.sub!(%r{(?:/[^/]*)?/(?:\.|%2E){2}(?:/|\z)}, "/")
  target = query.empty? ? path : "#{path}?#{query.tr(" ", "+")}"
  [URI.join(uri, server), target.gsub(/[^!-~]/) { |byte| format("%%%02X", byte.ord) }]
end

# A URL may bring its own user and password.
def log_in(request, uri)
  return if uri.user.nil? || request["Authorization"]

  user, password = [uri.user, uri.password].map { |text| text.to_s.gsub(/%(\h\h)/) { $1.hex.chr } }
  request.basic_auth(user, password)
end

uri = URI("http://playground.test:8080/things")
build = lambda do |method, target, with_body|
  request = Net::HTTPGenericRequest.new(method, with_body, true, target)
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
  target = uri.request_uri
  request = build.call(method, target, with_body)
  response = exchange.call(uri, request)
  redirects = 0
  while response.is_a?(Net::HTTPRedirection) && !response["Location"].to_s.empty?
    raise "too many redirects" if redirects == 50

    redirects += 1
    if %w[301 302 303].include?(response.code)
      method = "GET"
      with_body = false
    end
    uri, target = follow(uri, target, response["Location"])
    request = build.call(method, target, with_body)
    log_in(request, uri)
    response = exchange.call(uri, request)
  end
rescue StandardError => error
  abort "Request failed: #{error.message}"
end

puts "#{response.code} #{response.message}"
puts response.body
