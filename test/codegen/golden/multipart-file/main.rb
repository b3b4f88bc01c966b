require "net/http"

uri = URI("http://playground.test:8080/upload")
request = Net::HTTP::Post.new(uri)
request.set_form([
  ["title", "Tea"],
  ["photo", File.open("photo.png", "rb"), { filename: "photo.png", content_type: "image/png" }]
], "multipart/form-data")

response = Net::HTTP.start(uri.hostname, uri.port, read_timeout: nil) { |http| http.request(request) }

puts "#{response.code} #{response.message}"
puts response.body
