require "net/http"

uri = URI("http://playground.test:8080/a/../b/./c")
request = Net::HTTP::Get.new(uri)

http = Net::HTTP.new(uri.hostname, uri.port)

begin
  response = http.start { http.request(request) }
rescue StandardError => error
  abort "Request failed: #{error.message}"
end

puts "#{response.code} #{response.message}"
puts response.body
