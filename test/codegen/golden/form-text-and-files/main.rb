require "net/http"
require "securerandom"

boundary = SecureRandom.hex

uri = URI("http://playground.test:8080/a/path/that/is/so/long/that/a/formatter/breaks/the/line/before/it")
request = Net::HTTP::Post.new(uri)
request["Content-Type"] = "multipart/form-data; boundary=#{boundary}"
request.body = [
  "--#{boundary}\r\nContent-Disposition: form-data; name=\"a\"\r\n\r\n1",
  "\r\n--#{boundary}\r\nContent-Disposition: form-data; name=\"a\"\r\n\r\n2",
  "\r\n--#{boundary}\r\nContent-Disposition: form-data; name=\"photo\"; filename=\"photo.png\"\r\nContent-Type: image/png\r\n\r\n",
  File.binread("photo.png"),
  "\r\n--#{boundary}\r\nContent-Disposition: form-data; name=\"meta\"\r\nContent-Type: application/json\r\n\r\n{\"a\":1}",
  "\r\n--#{boundary}\r\nContent-Disposition: form-data; name=\"last\"\r\n\r\nx",
  "\r\n--#{boundary}--\r\n"
].map(&:b).join

response = Net::HTTP.start(uri.hostname, uri.port, read_timeout: nil) { |http| http.request(request) }

puts "#{response.code} #{response.message}"
puts response.body
