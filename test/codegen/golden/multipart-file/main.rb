require "net/http"

uri = URI("http://playground.test:8080/upload")
request = Net::HTTP::Post.new(uri)
form = [
  ["title", "Tea"],
  ["photo", File.open("photo.png", "rb"), { filename: "photo.png", content_type: "image/png" }]
]
request.set_form(form, "multipart/form-data")

http = Net::HTTP.new(uri.hostname, uri.port)

begin
  response = http.start { http.request(request) }
rescue StandardError => error
  abort "Request failed: #{error.message}"
end

puts "#{response.code} #{response.message}"
puts response.body
