require "net/http"

uri = URI("http://playground.test:8080/ws")
request = Net::HTTP::Post.new(uri)
request["Content-Type"] = "text/xml; charset=utf-8"
request["SOAPAction"] = '"urn:Get"'
request.body = '<?xml version="1.0"?><Envelope><Body>1</Body></Envelope>'

response = Net::HTTP.start(uri.hostname, uri.port, read_timeout: nil) { |http| http.request(request) }

puts "#{response.code} #{response.message}"
puts response.body
