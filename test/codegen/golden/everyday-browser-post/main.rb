require "net/http"
require "json"

uri = URI("http://playground.test:8080/api/items")
request = Net::HTTP::Post.new(uri)
request["content-type"] = "application/json"
request["origin"] = "https://www.example.com"
request["accept"] = "text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,image/webp,*/*;q=0.8"
request["accept-language"] = "en-GB,en;q=0.9,de;q=0.8"
request["cache-control"] = "no-cache"
request["cookie"] = "session=abc%3D; theme=dark; _ga=GA1.2.3.4567890"
request["dnt"] = "1"
request["pragma"] = "no-cache"
request["referer"] = "https://www.example.com/items"
request["sec-ch-ua"] = '"Chromium";v="130", "Google Chrome";v="130", "Not?A_Brand";v="99"'
request["sec-ch-ua-mobile"] = "?0"
request["sec-ch-ua-platform"] = '"macOS"'
request["sec-fetch-dest"] = "document"
request["sec-fetch-mode"] = "navigate"
request["sec-fetch-site"] = "same-origin"
request["upgrade-insecure-requests"] = "1"
request["user-agent"] = "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0.0.0 Safari/537.36"
request.body = { filter: { tags: ["a", "b"] }, limit: 50 }.to_json

response = Net::HTTP.start(uri.hostname, uri.port, read_timeout: nil) { |http| http.request(request) }

puts "#{response.code} #{response.message}"
puts response.body
