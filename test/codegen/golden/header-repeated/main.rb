require "net/http"

uri = URI("http://playground.test:8080/h")
request = Net::HTTP::Get.new(uri)
request["X-A"] = "1"
request["X-B"] = "b"
request.add_field("X-A", "2")
# Headers go out as they are spelt and repeated here.
request.define_singleton_method(:each_capitalized) do |&block|
  super() do |name, value|
    values = ["X-A"].include?(name) ? get_fields(name) : [value]
    values.each { |line| block.call(name, line) }
  end
end

http = Net::HTTP.new(uri.hostname, uri.port)

begin
  response = http.start { http.request(request) }
rescue StandardError => error
  abort "Request failed: #{error.message}"
end

puts "#{response.code} #{response.message}"
puts response.body
