require "net/http"

user_name = ENV.fetch("USER_NAME")
id = ENV.fetch("id")

body = <<~BODY.chomp
  <a id="\#{1}">
    <b>#{user_name}</b>
  #{id}
BODY

uri = URI("http://playground.test:8080/things")
request = Net::HTTP::Post.new(uri)
request["Content-Type"] = "application/xml"
request.body = body

response = Net::HTTP.start(uri.hostname, uri.port, read_timeout: nil) { |http| http.request(request) }

puts "#{response.code} #{response.message}"
puts response.body
