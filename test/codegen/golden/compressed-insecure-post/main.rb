require "net/http"

uri = URI("http://playground.test:8080/things")
request = Net::HTTP::Post.new(uri)
request["Content-Type"] = "application/json"
request.body = '{"a":1}'

http = Net::HTTP.new(uri.hostname, uri.port)
http.verify_mode = OpenSSL::SSL::VERIFY_NONE
http.open_timeout = 5
http.read_timeout = 5
http.write_timeout = 5

begin
  response = http.start { http.request(request) }
rescue StandardError => error
  abort "Request failed: #{error.message}"
end

puts "#{response.code} #{response.message}"
puts response.body
