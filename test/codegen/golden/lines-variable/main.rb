require "net/http"

user_name = ENV.fetch("USER_NAME")
id = ENV.fetch("id")

body = <<~BODY.chomp
  <a id="\#{1}">
    <b>#{user_name}</b>
  #{id}
BODY

uri = URI("http://playground.test:8080/things")
request = Net::HTTP::Post.new(uri)
request["Content-Type"] = "application/xml"
request.body = body

begin
  response = Net::HTTP.start(uri.hostname, uri.port, use_ssl: uri.scheme == "https", read_timeout: nil) do |http|
    http.request(request)
  end
rescue StandardError => error
  abort "Request failed: #{error.message}"
end

puts "#{response.code} #{response.message}"
puts response.body
