require "net/http"

uri = URI("http://playground.test:8080/private")
request = Net::HTTP::Get.new(uri)
request.basic_auth("ada", "lovelace")

response = Net::HTTP.start(uri.hostname, uri.port, read_timeout: nil) { |http| http.request(request) }

puts "#{response.code} #{response.message}"
puts response.body
