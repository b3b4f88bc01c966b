require "net/http"
require "securerandom"

boundary = SecureRandom.hex

uri = URI("http://playground.test:8080/upload")
request = Net::HTTP::Post.new(uri)
request["Content-Type"] = "multipart/form-data; boundary=#{boundary}"
request.body = [
  "--#{boundary}\r\nContent-Disposition: form-data; name=\"a\"\r\nContent-Type: text/plain\r\nX-Part: one\r\nX-Other: two\r\n\r\nb",
  "\r\n--#{boundary}--\r\n"
].map(&:b).join

response = Net::HTTP.start(uri.hostname, uri.port, read_timeout: nil) { |http| http.request(request) }

puts "#{response.code} #{response.message}"
puts response.body
