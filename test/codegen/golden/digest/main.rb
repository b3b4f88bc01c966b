require "net/http"
require "net/http/digest_auth"

uri = URI("http://playground.test:8080/private")
request = Net::HTTP::Get.new(uri)

response = Net::HTTP.start(uri.hostname, uri.port, read_timeout: nil) do |http|
  response = http.request(request)
  next response unless response.is_a?(Net::HTTPUnauthorized)

  uri.user, uri.password = "ada", "love%22lace"
  challenge = response["WWW-Authenticate"]
  request["Authorization"] = Net::HTTP::DigestAuth.new.auth_header(uri, challenge, request.method)
  http.request(request)
end

puts "#{response.code} #{response.message}"
puts response.body
