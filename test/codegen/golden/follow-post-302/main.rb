require "net/http"

uri = URI("http://playground.test:8080/things")
response = nil
redirects = 0
method = "POST"
with_body = true

begin
  loop do
    request = Net::HTTPGenericRequest.new(method, with_body, true, uri)
    if with_body
      request.set_form_data(
        "a" => "1"
      )
    end
    http = Net::HTTP.new(uri.hostname, uri.port)
    http.use_ssl = uri.scheme == "https"
    response = http.start { http.request(request) }
    break if !response.is_a?(Net::HTTPRedirection) || response["Location"].to_s.empty?
    raise "too many redirects" if redirects == 50

    redirects += 1
    if %w[301 302 303].include?(response.code)
      method = "GET"
      with_body = false
    end
    location = response["Location"].b.gsub(/[^!-~]/) { |byte| format("%%%02X", byte.ord) }
    uri = URI.join(uri, location)
  end
rescue StandardError => error
  abort "Request failed: #{error.message}"
end

puts "#{response.code} #{response.message}"
puts response.body
