require "digest"
require "net/http"
require "securerandom"

# The Authorization header that answers a challenge (RFC 7616, RFC 7617).
def authorize(challenge, request, username, password)
  unless challenge.match?(/(\A|,\s*)digest\s/i)
    return "Basic #{["#{username}:#{password}"].pack("m0")}"
  end

  fields = {}
  challenge.scan(/(\w+)=(?:"((?:[^"\\]|\\.)*)"|([^\s,]+))/) do |name, text, token|
    fields[name.downcase] = text || token
  end
  algorithm = fields["algorithm"].to_s
  type = algorithm.match?(/\Asha-256/i) ? Digest::SHA256 : Digest::MD5
  digest = ->(*values) { type.hexdigest(values.join(":")) }
  realm, nonce = fields.values_at("realm", "nonce")
  cnonce = SecureRandom.hex(16)
  secret = digest.call(username, realm, password)
  secret = digest.call(secret, nonce, cnonce) if algorithm.match?(/-sess\z/i)
  what = digest.call(request.method, request.path)
  value = "Digest username=\"#{username.gsub(/["\\]/) { |char| "\\#{char}" }}\", " \
    "realm=\"#{realm}\", nonce=\"#{nonce}\", uri=\"#{request.path}\""
  if fields["qop"]
    proof = digest.call(secret, nonce, "00000001", cnonce, "auth", what)
    value += ", cnonce=\"#{cnonce}\", nc=00000001, qop=auth"
  else
    proof = digest.call(secret, nonce, what)
  end
  value += ", response=\"#{proof}\""
  value += ", algorithm=#{algorithm}" unless algorithm.empty?
  value += ", opaque=\"#{fields["opaque"]}\"" if fields["opaque"]
  value
end

uri = URI("http://playground.test:8080/private")
request = Net::HTTP::Get.new(uri)

http = Net::HTTP.new(uri.hostname, uri.port)

begin
  response = http.start { http.request(request) }
  if response.code == "401"
    challenge = response["WWW-Authenticate"].to_s
    username = "ada"
    password = 'love"lace'
    request["Authorization"] = authorize(challenge, request, username, password)
    response = http.start { http.request(request) }
  end
rescue StandardError => error
  abort "Request failed: #{error.message}"
end

puts "#{response.code} #{response.message}"
puts response.body
