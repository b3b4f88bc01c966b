# See run.mjs.
require "json"
require "playgrounds"
require "timeout"

def streamed(client, name)
  seen = []
  Timeout.timeout(name.include?("cancelled") ? 0.3 : nil) do
    client.tests.stream({ "url" => "http://a" }) do |event|
      seen << event
      break if name.include?("left early")
    end
  end
  return client.usage.get.plan if name.include?("left early")
  return seen[0].body["n"] if name.include?("free JSON")

  "#{seen.size} #{seen.last.status}#{" #{seen.last.request.body_size}" if name.include?('in a field')}"
end

def call(client, name)
  return streamed(client, name) if name.include?("stream")
  return client.audit.page.data[0].details["n"] if name.include?("free JSON")
  return client.playgrounds.update("p", name: "n") if name.include?("change")
  return client.playgrounds.delete("p") if name.include?("deletion")

  usage = name.include?("cancelled") ? Timeout.timeout(0.3) { client.usage.get } : client.usage.get
  name.include?("in a field") ? usage.limit : usage.plan
end

$stdout.sync = true
JSON.parse(ENV.fetch("CASES")).each_with_index do |name, number|
  retries = name.match?(/once|lost|waiting/) ? 2 : 0
  client = Playgrounds::Client.new(base_url: "#{ENV.fetch('BASE_URL')}/#{number}", timeout: 1.5, max_retries: retries)
  outcome =
    begin
      value = call(client, name)
      value.nil? ? "ok" : "ok #{value}"
    rescue Playgrounds::Error => e
      after = e.retry_after.nil? ? "" : " after #{e.retry_after.floor}"
      id = e.request_id.nil? ? "" : " #{e.request_id}"
      body = e.is_a?(Playgrounds::UnexpectedResponseError) && !e.body.empty? ? " \"#{e.body[0, 9]}\"" : ""
      "#{e.class.name.sub('Playgrounds::Error', 'Playgrounds')[/\w+$/].delete_suffix('Error')} #{e.status}#{after}#{id}#{body}"
    rescue Timeout::Error
      "Cancelled" # Ruby's way to cancel what runs in a thread
    end
  puts "#{name}\t#{outcome}"
end
