require "net/http"
require "json"

token = ENV.fetch("TOKEN")

uri = URI("http://playground.test:8080/v1/chat/completions")
request = Net::HTTP::Post.new(uri)
request["Content-Type"] = "application/json"
request["Authorization"] = "Bearer #{token}"
request.body = {
  model: "gpt-x",
  messages: [{ role: "user", content: "Say this is a test!" }],
  temperature: 0.7
}.to_json

response = Net::HTTP.start(uri.hostname, uri.port, read_timeout: nil) { |http| http.request(request) }

puts "#{response.code} #{response.message}"
puts response.body
