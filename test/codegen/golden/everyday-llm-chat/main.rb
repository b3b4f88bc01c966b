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

begin
  response = Net::HTTP.start(uri.hostname, uri.port, use_ssl: uri.scheme == "https", read_timeout: nil) do |http|
    http.request(request)
  end
rescue StandardError => error
  abort "Request failed: #{error.message}"
end

puts "#{response.code} #{response.message}"
puts response.body
