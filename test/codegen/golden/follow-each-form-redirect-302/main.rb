require "net/http"

uri = URI("http://playground.test:8080/things")
response = nil
dropped = false
51.times do
  request = dropped ? Net::HTTP::Get.new(uri) : Net::HTTP::Post.new(uri)
  request.set_form_data("a" => "1") unless dropped
  response = Net::HTTP.start(uri.hostname, uri.port, use_ssl: uri.scheme == "https", read_timeout: nil) do |http|
    http.request(request)
  end
  break unless response.is_a?(Net::HTTPRedirection) && response["Location"]

  dropped ||= %w[301 302 303].include?(response.code)
  uri = URI.join(uri, response["Location"])
end
abort "too many redirects" if response.is_a?(Net::HTTPRedirection) && response["Location"]

puts "#{response.code} #{response.message}"
puts response.body
