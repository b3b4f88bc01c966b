require "net/http"

uri = URI("http://playground.test:8080/a/path/that/is/so/long/that/a/formatter/breaks/the/line/before/it")
request = Net::HTTP::Post.new(uri)
request.set_form([
  ["a", "1"],
  ["a", "2"],
  ["photo", File.open("photo.png", "rb"), { filename: "photo.png", content_type: "image/png" }],
  ["meta", '{"a":1}', { content_type: "application/json" }],
  ["last", "x"]
], "multipart/form-data")

begin
  response = Net::HTTP.start(uri.hostname, uri.port, use_ssl: uri.scheme == "https", read_timeout: nil) do |http|
    http.request(request)
  end
rescue StandardError => error
  abort "Request failed: #{error.message}"
end

puts "#{response.code} #{response.message}"
puts response.body
