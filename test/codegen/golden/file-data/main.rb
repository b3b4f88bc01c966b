require "net/http"

uri = URI("http://playground.test:8080/things")
request = Net::HTTP::Post.new(uri)
request["Content-Type"] = "application/x-www-form-urlencoded"
# Like curl -d @file, without NUL bytes and line ends.
request.body = File.binread("notes.txt").delete("\r\n\0")

response = Net::HTTP.start(uri.hostname, uri.port, read_timeout: nil) { |http| http.request(request) }

puts "#{response.code} #{response.message}"
puts response.body
