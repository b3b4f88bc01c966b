require "net/http"

uri = URI("http://playground.test:8080/h")
request = Net::HTTP::Get.new(uri)
request["X-A"] = "b"
request.delete("User-Agent")
request.delete("Accept")

begin
  response = Net::HTTP.start(uri.hostname, uri.port, use_ssl: uri.scheme == "https", read_timeout: nil) do |http|
    http.request(request)
  end
rescue StandardError => error
  abort "Request failed: #{error.message}"
end

puts "#{response.code} #{response.message}"
puts response.body
