require "net/http"
require "net/http/digest_auth"

uri = URI("http://playground.test:8080/private")
request = Net::HTTP::Get.new(uri)

response = Net::HTTP.start(uri.hostname, uri.port, read_timeout: nil) do |http|
  reply = http.request(request)
  next reply unless reply.is_a?(Net::HTTPUnauthorized)

  uri.user, uri.password = "ada", "love%22lace"
  authorization = Net::HTTP::DigestAuth.new.auth_header(uri, reply["WWW-Authenticate"], request.method)
  request["Authorization"] = authorization
  http.request(request)
end

puts "#{response.code} #{response.message}"
puts response.body
