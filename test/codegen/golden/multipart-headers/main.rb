require "net/http"

uri = URI("http://playground.test:8080/upload")
request = Net::HTTP::Post.new(uri)
request.set_form([["a", "b"]], "multipart/form-data")

response = Net::HTTP.start(uri.hostname, uri.port, read_timeout: nil) { |http| http.request(request) }

puts "#{response.code} #{response.message}"
puts response.body
