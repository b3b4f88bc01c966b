require "net/http"
require "json"

uri = URI("http://playground.test:8080/things")
request = Net::HTTP::Put.new(uri)
request["Content-Type"] = "application/json"
request.body = { a: 1 }.to_json

response = Net::HTTP.start(uri.hostname, uri.port, read_timeout: nil) { |http| http.request(request) }

puts "#{response.code} #{response.message}"
puts response.body
