require "net/http"

uri = URI("http://playground.test:8080/a/path/that/is/so/long/that/a/formatter/breaks/the/line/before/it")
request = Net::HTTP::Post.new(uri)
request.set_form([
  ["a", "1"],
  ["a", "2"],
  ["photo", File.open("photo.png", "rb"), { filename: "photo.png", content_type: "image/png" }],
  ["meta", '{"a":1}'],
  ["last", "x"]
], "multipart/form-data")

response = Net::HTTP.start(uri.hostname, uri.port, read_timeout: nil) { |http| http.request(request) }

puts "#{response.code} #{response.message}"
puts response.body
