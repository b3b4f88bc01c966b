# The flow that every client goes through, live: ruby flow.rb (see clients/live.mjs for the environment).
require "playgrounds"
require "securerandom"

def check(fine, seen = nil)
  raise "not as it should be: #{seen.inspect}" unless fine
end

def refused(kind)
  yield
  raise "#{kind} expected"
rescue kind => e
  check(e.request_id, e)
  e
end

target = ENV.fetch("TARGET_URL")
mark = "ruby #{SecureRandom.hex(4)}"
client = Playgrounds::Client.new

error = refused(Playgrounds::UnauthorizedError) { Playgrounds::Client.new("pgk_wrong").usage.get }
check([error.status, error.code] == [401, "unauthorized"], error)

made = Array.new(3) { |n| client.playgrounds.create("curl #{target}#{n}", name: "#{mark} #{n}", is_public: n.zero?) }
check(made[0].is_public && made[0].languages[0] == "python", made[0])
check(client.playgrounds.list(search: mark).map(&:id) == made.map(&:id).reverse)
page = client.playgrounds.page(search: mark, limit: 2)
check([page.pagination.total, page.data.size] == [3, 2], page)
rest = client.playgrounds.page(search: mark, limit: 2, cursor: page.pagination.next_cursor)
check([rest.data[0].id, rest.pagination.next_cursor] == [made[0].id, nil], rest)

first, etag = client.playgrounds.get_with_etag(made[0].id)
check(client.playgrounds.update(first.id, if_match: etag, name: "#{mark} changed").name == "#{mark} changed")
refused(Playgrounds::PreconditionFailedError) { client.playgrounds.update(first.id, if_match: etag, theme: "light") }

parsed = client.curl.parse("curl -m 3000000 -u ada:secret #{target}users -d name=Ada")
check(parsed.method == "POST" && parsed.options.timeout_ms == 3_000_000_000, parsed)
run = client.tests.execute(parsed, playground_id: first.id)
check(run.status == "completed" && run.response.status == 200, run)
check(client.tests.list(playground_id: first.id).map(&:id) == [run.id])
check(client.tests.get(run.id).response.body == run.response.body)
check(client.code.generate(parsed, "go").code.include?("net/http"))
client.tests.delete(run.id)
check(client.tests.execute(playground_id: first.id).playground_id == first.id)

error = refused(Playgrounds::InvalidRequestError) { client.curl.parse("curl --no-such-option x") }
check(error.details[0].values_at("field", "offset") == ["/curl", 5], error.details)
refused(Playgrounds::NotFoundError) { client.playgrounds.get("0") }
error = refused(Playgrounds::RateLimitError) { Playgrounds::Client.new(ENV.fetch("LIMITED_KEY")).curl.parse("curl x") }
check(error.retry_after.positive?, error)

flaky = ENV.fetch("FLAKY_URL")
Playgrounds::Client.new(base_url: flaky).playgrounds.create("curl #{target}", name: "#{mark} once")
check(client.playgrounds.list(search: "#{mark} once").count == 1)
refused(Playgrounds::ServiceUnavailableError) { Playgrounds::Client.new(base_url: flaky, max_retries: 0).usage.get }

key = client.keys.create("flow", scopes: ["usage:read"])
check(Playgrounds::Client.new(key.key).usage.get.plan == "pro")
client.keys.revoke(key.id)
check(!client.keys.list.map(&:id).include?(key.id))

client.playgrounds.list(search: mark).to_a.each { |playground| client.playgrounds.delete(playground.id) }
refused(Playgrounds::NotFoundError) { client.playgrounds.get(first.id) }
puts "ok"
