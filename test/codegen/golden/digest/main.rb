require "net/http"
require "net/http/digest_auth"

uri = URI("http://playground.test:8080/private")
request = Net::HTTP::Get.new(uri)

begin
  response = Net::HTTP.start(uri.hostname, uri.port, use_ssl: uri.scheme == "https", read_timeout: nil) do |http|
    response = http.request(request)
    next response unless response.is_a?(Net::HTTPUnauthorized)

    uri.user, uri.password = URI.encode_www_form_component("ada"), URI.encode_www_form_component('love"lace')
    challenge = response["WWW-Authenticate"]
    request["Authorization"] = Net::HTTP::DigestAuth.new.auth_header(uri, challenge, request.method)
    http.request(request)
  end
rescue StandardError => error
  abort "Request failed: #{error.message}"
end

puts "#{response.code} #{response.message}"
puts response.body
