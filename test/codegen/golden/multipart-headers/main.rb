require "net/http"
require "securerandom"

boundary = SecureRandom.hex(16)
body = [
  "--#{boundary}\r\nContent-Disposition: form-data; name=\"a\"\r\nContent-Type: text/plain\r\nX-Part: one\r\nX-Other: two\r\n\r\nb\r\n",
  "--#{boundary}--\r\n"
].map(&:b).join

uri = URI("http://playground.test:8080/upload")
request = Net::HTTP::Post.new(uri)
request["Content-Type"] = "multipart/form-data; boundary=#{boundary}"
request.body = body

http = Net::HTTP.new(uri.hostname, uri.port)

begin
  response = http.start { http.request(request) }
rescue StandardError => error
  abort "Request failed: #{error.message}"
end

puts "#{response.code} #{response.message}"
puts response.body
