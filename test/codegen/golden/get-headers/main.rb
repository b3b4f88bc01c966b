require "net/http"

uri = URI("http://playground.test:8080/users")
request = Net::HTTP::Get.new(uri)
request["Accept"] = "application/json"
request["X-Api-Key"] = "abc123"
request["x-lower-case"] = "yes"
names = {
  "X-Lower-Case" => "x-lower-case",
}
# Headers go out as they are spelt and repeated here.
request.define_singleton_method(:each_capitalized) do |&block|
  super() do |name, value|
    block.call(names.fetch(name, name), value)
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
