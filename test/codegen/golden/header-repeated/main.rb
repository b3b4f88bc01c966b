require "net/http"

uri = URI("http://playground.test:8080/h")
request = Net::HTTP::Get.new(uri)
request["X-A"] = "1, 2"
request["X-B"] = "b"

response = Net::HTTP.start(uri.hostname, uri.port, read_timeout: nil) { |http| http.request(request) }

puts "#{response.code} #{response.message}"
puts response.body
