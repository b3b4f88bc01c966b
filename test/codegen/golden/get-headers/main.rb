require "net/http"

uri = URI("http://playground.test:8080/users")
request = Net::HTTP::Get.new(uri)
request["Accept"] = "application/json"
request["X-Api-Key"] = "abc123"
request["x-lower-case"] = "yes"

begin
  response = Net::HTTP.start(uri.hostname, uri.port, use_ssl: uri.scheme == "https", read_timeout: nil) do |http|
    http.request(request)
  end
rescue StandardError => error
  abort "Request failed: #{error.message}"
end

puts "#{response.code} #{response.message}"
puts response.body
