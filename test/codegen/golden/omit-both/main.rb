require "net/http"

uri = URI("http://playground.test:8080/h")
request = Net::HTTP::Get.new(uri)
request["X-A"] = "b"
request.delete("User-Agent")
request.delete("Accept")

response = Net::HTTP.start(uri.hostname, uri.port, read_timeout: nil) { |http| http.request(request) }

puts "#{response.code} #{response.message}"
puts response.body
