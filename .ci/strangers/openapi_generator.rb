# The round of strangers, with openapi-generator for Ruby.
require "json"
require "openapi_client"
require "uri"

OpenapiClient.configure do |config|
  uri = URI(ENV.fetch("PLAYGROUNDS_BASE_URL"))
  config.scheme = uri.scheme
  config.host = "#{uri.host}:#{uri.port}"
  config.server_index = nil
  config.access_token = ENV.fetch("PLAYGROUNDS_API_KEY")
end
code = OpenapiClient::CodeApi.new
parse = ->(curl) { code.parse_curl(OpenapiClient::ParseCurlRequest.new(curl: curl)) }

parsed = parse.call("curl -m 3000000 -u ada:secret #{ENV.fetch("TARGET_URL")} -d name=Ada")
raise parsed.inspect unless parsed.options.timeout_ms == 3_000_000_000
run = OpenapiClient::TestsApi.new.execute_test(parsed)
raise run.inspect unless run.response.status == 200
program = code.generate_code(OpenapiClient::GenerateCodeRequest.new(parsed: parsed, language: "ruby"))
raise program.inspect unless program.code.include?("net/http")
begin
  parse.call("curl --no-such-option x")
  raise "400 expected"
rescue OpenapiClient::ApiError => e
  raise e.inspect unless e.code == 400 && JSON.parse(e.response_body)["error"]["details"][0]["offset"] == 5
end
puts "ok"
