require "net/http"

token = ENV.fetch("TOKEN")

uri = URI("http://playground.test:8080/v")
request = Net::HTTP::Get.new(uri)
request["Authorization"] = "Bearer #{token}"

http = Net::HTTP.new(uri.hostname, uri.port)

begin
  response = http.start { http.request(request) }
rescue StandardError => error
  abort "Request failed: #{error.message}"
end

puts "#{response.code} #{response.message}"
puts response.body
