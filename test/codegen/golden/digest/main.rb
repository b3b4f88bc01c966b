require "net/http"
require "openssl"
require "securerandom"

# The Authorization header that answers a challenge (RFC 7616).
def authorize(challenge, request, username, password)
  given = challenge[/(?:\A|,\s*)digest\s+(.*)/im, 1]
  fields = {}
  given.scan(/(\w+)=(?:"((?:[^"\\]|\\.)*)"|([^\s,]+))/) do |name, text, token|
    fields[name.downcase] ||= text ? text.gsub(/\\(.)/, '\1') : token
  end
  algorithm = fields["algorithm"].to_s
  type = algorithm.empty? ? "MD5" : algorithm.sub(/-sess\z/i, "").sub(/\Asha-/i, "SHA")
  digest = ->(*values) { OpenSSL::Digest.hexdigest(type, values.join(":")) }
  escape = ->(value) { value.b.gsub(/[^ -~]/) { |byte| format("%%%02X", byte.ord) } }
  quote = ->(value) { escape.call(value).gsub(/["\\]/) { |char| "\\#{char}" } }
  realm, nonce = fields.values_at("realm", "nonce").map(&:to_s)
  cnonce = SecureRandom.hex(16)
  secret = digest.call(username, realm, password)
  secret = digest.call(secret, nonce, cnonce) if algorithm.match?(/-sess\z/i)
  what = digest.call(request.method, request.path)
  hides_user = fields["userhash"].to_s.casecmp?("true")
  user = hides_user ? digest.call(username, realm) : username
  value = "Digest username=\"#{quote.call(user)}\", " \
    "realm=\"#{quote.call(realm)}\", nonce=\"#{nonce}\", uri=\"#{quote.call(request.path)}\""
  if fields["qop"]
    proof = digest.call(secret, nonce, "00000001", cnonce, "auth", what)
    value += ", cnonce=\"#{cnonce}\", nc=00000001, qop=auth"
  else
    proof = digest.call(secret, nonce, what)
  end
  value += ", response=\"#{proof}\""
  value += ", opaque=\"#{fields["opaque"]}\"" if fields["opaque"]
  value += ", algorithm=#{algorithm}" unless algorithm.empty?
  value += ", userhash=true" if hides_user
  value
end

uri = URI("http://playground.test:8080/private")
request = Net::HTTP::Get.new(uri)

http = Net::HTTP.new(uri.hostname, uri.port)

begin
  response = http.start { http.request(request) }
  challenge = response["WWW-Authenticate"].to_s
  if response.code == "401" && challenge.match?(/(\A|,\s*)digest\s/i)
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
