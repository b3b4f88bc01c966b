require "net/http"
require "json"

uri = URI("http://playground.test:8080/found")
request = Net::HTTP::Post.new(uri)
request["Content-Type"] = "application/json"
request.body = {
  records: [
    { id: 1, name: "a" },
    { id: 2, name: "b" }
  ],
  pairs: [
    [1, 2],
    [3, 4]
  ],
  prompt: "A text that is as long as people write them for a model, all of it on one line."
}.to_json

response = Net::HTTP.start(uri.hostname, uri.port, read_timeout: nil) { |http| http.request(request) }

puts "#{response.code} #{response.message}"
puts response.body
