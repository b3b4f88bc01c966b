require "net/http"

token = ENV.fetch("TOKEN")

uri = URI("http://playground.test:8080/v")
request = Net::HTTP::Get.new(uri)
request["Authorization"] = "Bearer #{token}"

begin
  response = Net::HTTP.start(uri.hostname, uri.port, use_ssl: uri.scheme == "https", read_timeout: nil) do |http|
    http.request(request)
  end
rescue StandardError => error
  abort "Request failed: #{error.message}"
end

puts "#{response.code} #{response.message}"
puts response.body
