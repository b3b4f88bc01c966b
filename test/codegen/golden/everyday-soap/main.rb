require "net/http"

uri = URI("http://playground.test:8080/ws")
request = Net::HTTP::Post.new(uri)
request["Content-Type"] = "text/xml; charset=utf-8"
request["SOAPAction"] = '"urn:Get"'
request.body = '<?xml version="1.0"?><Envelope><Body>1</Body></Envelope>'

begin
  response = Net::HTTP.start(uri.hostname, uri.port, use_ssl: uri.scheme == "https", read_timeout: nil) do |http|
    http.request(request)
  end
rescue StandardError => error
  abort "Request failed: #{error.message}"
end

puts "#{response.code} #{response.message}"
puts response.body
