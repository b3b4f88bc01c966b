require "net/http"
require "json"

uri = URI("http://playground.test:8080/things")
request = Net::HTTP::Post.new(uri)
request["Content-Type"] = "application/json"
request.body = { name: "Ada", nested: { a: [1, 2] } }.to_json

begin
  response = Net::HTTP.start(uri.hostname, uri.port, use_ssl: uri.scheme == "https", read_timeout: nil) do |http|
    http.request(request)
  end
rescue StandardError => error
  abort "Request failed: #{error.message}"
end

puts "#{response.code} #{response.message}"
puts response.body
