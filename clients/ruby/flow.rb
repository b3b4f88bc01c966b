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

made = Array.new(3) do |n|
  client.playgrounds.create(
    "curl #{target}#{n}", name: "#{mark} #{n}", is_public: n.zero?, theme: "light", languages: %w[python go],
    share_secrets: false, public_runs: false, embed_origins: ["https://example.com"],
    variables: []
  )
end
check(made[0].is_public && made[0].languages[0] == "python", made[0])
check(client.playgrounds.list(search: mark, limit: 2).map(&:id) == made.map(&:id).reverse)
check(client.playgrounds.list(search: mark, is_public: true, sort: "name").map(&:id) == [made[0].id])
page = client.playgrounds.page(page: 1, search: mark, limit: 2)
check([page.pagination.total, page.data.size] == [3, 2], page)
rest = client.playgrounds.page(search: mark, limit: 2, cursor: page.pagination.next_cursor)
check([rest.data[0].id, rest.pagination.next_cursor] == [made[0].id, nil], rest)

first, etag = client.playgrounds.get_with_etag(made[0].id)
check(client.playgrounds.update(first.id, if_match: etag, name: "#{mark} changed").name == "#{mark} changed")
refused(Playgrounds::PreconditionFailedError) { client.playgrounds.update(first.id, if_match: etag, theme: "light") }
again = client.playgrounds.update(
  first.id, curl_command: "curl #{target}0", theme: "dark", is_public: true, languages: ["go"], share_secrets: false,
            public_runs: false, embed_origins: [], variables: []
)
check([again.theme, again.languages] == ["dark", ["go"]], again)

spare = client.collections.create(mark)
pair = client.collections.create(
  mark, description: "Two of *three*.", is_public: true, playground_ids: [made[2].id, made[1].id]
)
check(client.playgrounds.list(collection_id: pair.id).map(&:id) == [made[2].id, made[1].id])
kept, pair_etag = client.collections.get_with_etag(pair.id)
check(kept.playground_ids == [made[2].id, made[1].id], kept)
client.collections.update(
  pair.id, name: "#{mark} one", description: "", is_public: false, playground_ids: [made[1].id], if_match: pair_etag
)
refused(Playgrounds::PreconditionFailedError) { client.collections.delete(pair.id, if_match: pair_etag) }
check(client.collections.list(limit: 1).map(&:id).first(2) == [pair.id, spare.id])
check(client.collections.page(page: 1, limit: 1).data[0].id == pair.id)
client.playgrounds.update(made[2].id, collection_id: pair.id, description: "The *third*.")
check(client.collections.get(pair.id).playground_ids == [made[1].id, made[2].id])
client.collections.delete(pair.id)
check(client.playgrounds.get(made[1].id).collection_id.nil?)
guide = "# #{mark}\n\n## One\n\n```\ncurl #{target}\n```\n"
dry = client.collections.import(guide, format: "markdown", collection_name: mark, dry_run: true)
check(dry.playgrounds[0].id.nil? && dry.skipped.empty?, dry)
check(client.collections.import(guide, collection_id: spare.id).playgrounds[0].name == "One")
check(client.collections.export(spare.id).include?("curl #{target}"))
gone = client.collections.create(mark)
doomed = client.playgrounds.create("curl #{target}", description: "Gone *soon*.", collection_id: gone.id)
client.collections.delete(gone.id, playgrounds: "delete")
refused(Playgrounds::NotFoundError) { client.playgrounds.get(doomed.id) }

site = client.sites.create(
  mark, ["https://docs.example"], ["api.example"],
  runs_per_day: 5, variables: [{ name: "TOKEN", secret: true }], theme: "dark", confirm: false
)
_, site_etag = client.sites.get_with_etag(site.id)
client.sites.update(
  site.id, name: "#{mark} docs", origins: ["https://*.docs.example"], targets: ["*.api.example"], runs_per_day: 6,
           variables: [], theme: "auto", confirm: true, if_match: site_etag
)
refused(Playgrounds::PreconditionFailedError) { client.sites.delete(site.id, if_match: site_etag) }
spare_site = client.sites.create(mark, ["https://docs.example"], ["api.example"])
check(client.sites.list(limit: 1).map(&:id).first(2) == [spare_site.id, site.id])
check(client.sites.page(page: 1, limit: 1).data[0].id == spare_site.id)
check(client.sites.get(site.id).runs_per_day == 6)
check(client.sites.stats(site.id).days == [])
client.sites.delete(site.id)
begin
  client.playgrounds.list(nmae: mark)
  raise "a wrong keyword is an error"
rescue ArgumentError => e
  check(e.message.include?("nmae"), e)
end

parsed = client.curl.parse("curl -m 3000000 -u ada:secret #{target}users -d name=$NAME")
check(parsed.method == "POST" && parsed.options.timeout_ms == 3_000_000_000, parsed)
run = client.tests.execute(
  parsed, playground_id: first.id, variables: { NAME: "Ada" }, idempotency_key: mark.tr(" ", "-")
)
check(run.status == "completed" && run.response.status == 200, run)
check(client.playgrounds.update(first.id, example_test_id: run.id).example_test_id == run.id)
check(client.playgrounds.update(first.id, example_test_id: nil).example_test_id.nil?)
check(client.tests.list(playground_id: first.id).map(&:id) == [run.id])
tests = client.tests.page(page: 1, limit: 1, playground_id: first.id)
check([tests.data[0].id, tests.pagination.total] == [run.id, 1], tests)
check(client.tests.get(run.id).response.body == run.response.body)
check(client.code.generate(parsed, "go").code.include?("net/http"))
programs = client.code.generate_all(playground_id: first.id, languages: %w[ruby php])
check(programs.map(&:language) == %w[ruby php], programs)
minimal = client.code.generate_all(curl: "curl #{target}", libraries: %w[axios httpx], style: "minimal")
check(minimal.map { |one| [one.library, one.style] } == [%w[httpx minimal], %w[axios minimal]], minimal)
check(client.code.generate_all(parsed, languages: %w[go]).length == 1)
check(client.code.generate(playground_id: first.id, language: "go", style: "minimal").style == "minimal")
stats = client.playgrounds.stats(first.id)
check([stats.owner.runs, stats.readers.runs, stats.days[0].owner.runs, stats.days.length] == [1, 0, 1, 30], stats)
check(client.code.generate(curl: "curl #{target}", language: "python", library: "requests").library == "requests")
check(client.code.languages.first.language == "python")
client.tests.delete(run.id)
check(client.tests.execute(playground_id: first.id).playground_id == first.id)
client.tests.execute({ "url" => target })

events = client.tests.stream({ "url" => "#{target}events" }, idempotency_key: "#{mark}-s".tr(" ", "-")).to_a
kinds = events.map { |event| event.class.name[/TestStream\K\w+/] }
check([kinds[0], kinds[1], kinds[-1]] == %w[Request Response Result], kinds)
received = events.grep(Playgrounds::TestStreamData).map(&:text).join
check(received == "data: é 1\n\ndata: é 2\n\ndata: é 3\n\n", received)
endless = client.curl.parse("curl #{target}events/$N")
client.tests.stream(endless, playground_id: first.id, variables: { N: "endless" }) do |event|
  break if event.is_a?(Playgrounds::TestStreamData)
end
50.times do |tries|
  newest = client.tests.page(playground_id: first.id, limit: 1).data[0]
  break if newest.error&.code == "cancelled"

  check(tries < 49, newest)
  sleep 0.1
end
refused(Playgrounds::InvalidRequestError) { client.tests.stream({ "url" => "http://10.0.0.1" }).first }

error = refused(Playgrounds::InvalidRequestError) { client.curl.parse("curl --no-such-option x") }
check(error.details[0].values_at("field", "offset") == ["/curl", 5], error.details)
refused(Playgrounds::NotFoundError) { client.playgrounds.get("0") }
error = refused(Playgrounds::RateLimitError) { Playgrounds::Client.new(ENV.fetch("LIMITED_KEY")).curl.parse("curl x") }
check(error.retry_after.positive?, error)

attempts = []
flaky = Playgrounds::Client.new(base_url: ENV.fetch("FLAKY_URL"), on_attempt: ->(one) { attempts << one })
flaky.playgrounds.create("curl #{target}", name: "#{mark} once")
check(attempts.map { |one| [one.number, one.status, one.retry_in] } == [[1, 503, 1], [2, 201, nil]], attempts)
check(client.playgrounds.list(search: "#{mark} once").count == 1)
refused(Playgrounds::ServiceUnavailableError) { flaky.with_options(max_retries: 0).usage.get }

key = client.keys.create("flow", scopes: ["usage:read"], expires_at: Time.now + 86_400)
check(!key.inspect.include?(key.key) && !client.inspect.include?("pgk_") && !client.tests.inspect.include?("pgk_"))
check(Playgrounds::Client.new(key.key).usage.get.plan == "pro")
check(client.keys.get(key.id).name == "flow")
[client.tests, client.keys, client.audit].each { |one| check(one.list(limit: 1).first(2).size == 2) }
client.keys.revoke(key.id)
check(!client.keys.list.map(&:id).include?(key.id))
check(client.keys.page(page: 1, limit: 1).pagination.limit == 1)
check(client.audit.page(page: 1, limit: 1).data[0].id == client.audit.list.first.id)

client.playgrounds.list(search: mark).to_a.each { |playground| client.playgrounds.delete(playground.id) }
refused(Playgrounds::NotFoundError) { client.playgrounds.get(first.id) }
puts "ok"
