require "net/http"

uri = URI("http://playground.test:8080/users")
request = Net::HTTP::Get.new(uri)
request["Accept"] = "application/json"
request["X-Api-Key"] = "abc123"
request["x-lower-case"] = "yes"

response = Net::HTTP.start(uri.hostname, uri.port, read_timeout: nil) { |http| http.request(request) }

puts "#{response.code} #{response.message}"
puts response.body
