require "net/http"

uri = URI("http://playground.test:8080/things")
request = Net::HTTP::Post.new(uri)
request["Content-Type"] = "text/plain"
request.body = '$HOME ${HOME} $(id) `id` #{1 + 1} #$0 #@x'

http = Net::HTTP.new(uri.hostname, uri.port)

begin
  response = http.start { http.request(request) }
rescue StandardError => error
  abort "Request failed: #{error.message}"
end

puts "#{response.code} #{response.message}"
puts response.body
