require "net/http"

uri = URI("http://playground.test:8080/h")
request = Net::HTTP::Get.new(uri)
request["X-A"] = "b"
request.delete("Accept")
request.delete("User-Agent")

http = Net::HTTP.new(uri.hostname, uri.port)

begin
  response = http.start { http.request(request) }
rescue StandardError => error
  abort "Request failed: #{error.message}"
end

puts "#{response.code} #{response.message}"
puts response.body
