require "net/http"

uri = URI("http://playground.test:8080/things")
request = Net::HTTP::Put.new(uri)
request["Content-Type"] = "application/json"
request.body = '{"a":1}'

http = Net::HTTP.new(uri.hostname, uri.port)

begin
  response = http.start { http.request(request) }
rescue StandardError => error
  abort "Request failed: #{error.message}"
end

puts "#{response.code} #{response.message}"
puts response.body
