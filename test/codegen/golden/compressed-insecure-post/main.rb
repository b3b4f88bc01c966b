require "net/http"
require "json"
require "timeout"

uri = URI("http://playground.test:8080/things")
request = Net::HTTP::Post.new(uri)
request["Content-Type"] = "application/json"
request.body = { a: 1 }.to_json

response = Timeout.timeout(5) do
  Net::HTTP.start(uri.hostname, uri.port, verify_mode: OpenSSL::SSL::VERIFY_NONE) do |http|
    http.request(request)
  end
end

puts "#{response.code} #{response.message}"
puts response.body
