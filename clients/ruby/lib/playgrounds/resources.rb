require "erb"
require "securerandom"

module Playgrounds
  # One page of a list.
  Page = Struct.new(:data, :pagination)

  # What the resources share.
  class Resource
    PAGE_SIZE = 100

    def initialize(client)
      @client = client
    end

    def inspect
      "#<#{self.class}>"
    end

    private

    def value(method, path, model, **details)
      @client.send_request(method, path, **details) { |json| model.read(json) }.first
    end

    def create_one(path, model, body, key, status: 201)
      value("POST", path, model, body: body.compact, status: status, headers: idempotency(key))
    end

    def idempotency(key)
      { "idempotency-key" => key || SecureRandom.uuid }
    end

    def delete_one(path, if_match: nil, query: {})
      @client.send_request("DELETE", path, query: query, status: 204, headers: matching(if_match)) { nil }
      nil
    end

    # A list that comes whole.
    def list_of(method, path, model, **details)
      @client.send_request(method, path, **details) do |json|
        raise Model::WrongShape, "a list is an object" unless json.is_a?(Hash)

        Model.check([model], json["data"], "data")
      end.first
    end

    def page_of(path, model, query)
      @client.send_request("GET", path, query: query) do |json|
        raise Model::WrongShape, "a page is an object" unless json.is_a?(Hash)

        Page.new(Model.check([model], json["data"], "data"), Pagination.read(json["pagination"], "pagination"))
      end.first
    end

    def each_of(path, model, query)
      Enumerator.new do |items|
        cursor = nil
        loop do
          page = page_of(path, model, query.merge(cursor: cursor))
          page.data.each { |item| items << item }
          cursor = page.pagination.next_cursor
          break if cursor.nil?
        end
      end
    end

    def each_or_enumerator(enumerator, &block)
      block ? enumerator.each(&block) : enumerator
    end

    def at(collection, id)
      "/api/#{collection}/#{ERB::Util.url_encode(id)}"
    end

    def matching(etag)
      etag.nil? ? {} : { "if-match" => etag }
    end

    def json_of(request)
      request.is_a?(Model) ? request.to_h : request
    end
  end

  # Saved cURL commands.
  class PlaygroundsResource < Resource
    UNCHANGED = Object.new.freeze
    private_constant :UNCHANGED

    # What is not given is the service's default.
    def create(curl_command, name: nil, description: nil, is_public: nil, theme: nil, languages: nil, share_secrets: nil,
               public_runs: nil, embed_origins: nil, variables: nil, collection_id: nil, idempotency_key: nil)
      body = { curl_command: curl_command, name: name, description: description, is_public: is_public, theme: theme,
               languages: languages, share_secrets: share_secrets, public_runs: public_runs,
               embed_origins: embed_origins, variables: variables, collection_id: collection_id }
      create_one("/api/playgrounds", Playground, body, idempotency_key)
    end

    # Every playground of the account, newest first unless sorted, read in pages of +limit+; an Enumerator without a block.
    def list(search: nil, is_public: nil, collection_id: nil, sort: nil, limit: PAGE_SIZE, &block)
      query = { search: search, is_public: is_public, collection_id: collection_id, sort: sort, limit: limit }
      each_or_enumerator(each_of("/api/playgrounds", :Playground, query), &block)
    end

    # One page, by number or by the cursor of the page before.
    def page(page: nil, cursor: nil, limit: nil, search: nil, is_public: nil, collection_id: nil, sort: nil)
      query = { page: page, cursor: cursor, limit: limit, search: search, is_public: is_public,
                collection_id: collection_id, sort: sort }
      page_of("/api/playgrounds", :Playground, query)
    end

    # Your own, or any that is public.
    def get(id)
      get_with_etag(id).first
    end

    # @return [Array(Playground, String)] the playground and its entity tag, for +if_match+
    def get_with_etag(id)
      found, response = @client.send_request("GET", at("playgrounds", id)) { |json| Playground.read(json) }
      [found, response["etag"]]
    end

    # Changes the fields that are given; with +if_match+ only when nobody changed it since. +example_test_id: nil+ takes
    # the example away, +collection_id: nil+ the playground out of its collection.
    def update(id, if_match: nil, curl_command: nil, name: nil, description: nil, is_public: nil, theme: nil,
               languages: nil, share_secrets: nil, public_runs: nil, embed_origins: nil, variables: nil,
               example_test_id: UNCHANGED, collection_id: UNCHANGED)
      body = { curl_command: curl_command, name: name, description: description, is_public: is_public, theme: theme,
               languages: languages, share_secrets: share_secrets, public_runs: public_runs,
               embed_origins: embed_origins, variables: variables }.compact
      body[:example_test_id] = example_test_id unless example_test_id.equal?(UNCHANGED)
      body[:collection_id] = collection_id unless collection_id.equal?(UNCHANGED)
      value("PATCH", at("playgrounds", id), Playground, body: body, headers: matching(if_match), repeatable: false)
    end

    # How often it was run on each of the last 30 days.
    def stats(id)
      value("GET", "#{at("playgrounds", id)}/stats", PlaygroundStats)
    end

    # Deletes it permanently, with the account's tests of it.
    def delete(id, if_match: nil)
      delete_one(at("playgrounds", id), if_match: if_match)
    end
  end

  # Documentation sites, whose pages run their own commands.
  class SitesResource < Resource
    # What is not given is the service's default.
    def create(name, origins, targets, runs_per_day: nil, variables: nil, theme: nil, confirm: nil, idempotency_key: nil)
      body = { name: name, origins: origins, targets: targets, runs_per_day: runs_per_day, variables: variables,
               theme: theme, confirm: confirm }
      create_one("/api/sites", Site, body, idempotency_key)
    end

    # Every site of the account, newest first, read in pages of +limit+; an Enumerator without a block.
    def list(limit: PAGE_SIZE, &block)
      each_or_enumerator(each_of("/api/sites", :Site, { limit: limit }), &block)
    end

    # One page, by number or by the cursor of the page before.
    def page(page: nil, cursor: nil, limit: nil)
      page_of("/api/sites", :Site, { page: page, cursor: cursor, limit: limit })
    end

    # One of your sites.
    def get(id)
      get_with_etag(id).first
    end

    # @return [Array(Site, String)] the site and its entity tag, for +if_match+
    def get_with_etag(id)
      found, response = @client.send_request("GET", at("sites", id)) { |json| Site.read(json) }
      [found, response["etag"]]
    end

    # Changes the fields that are given.
    def update(id, if_match: nil, name: nil, origins: nil, targets: nil, runs_per_day: nil, variables: nil, theme: nil,
               confirm: nil)
      body = { name: name, origins: origins, targets: targets, runs_per_day: runs_per_day, variables: variables,
               theme: theme, confirm: confirm }.compact
      value("PATCH", at("sites", id), Site, body: body, headers: matching(if_match), repeatable: false)
    end

    # Deletes it, with the counts of its runs.
    def delete(id, if_match: nil)
      delete_one(at("sites", id), if_match: if_match)
    end

    # How often its blocks were opened and run in the last 30 days.
    def stats(id)
      value("GET", "#{at("sites", id)}/stats", SiteStats)
    end
  end

  # Playgrounds in an order, with one page for all.
  class CollectionsResource < Resource
    # What is not given is the service's default.
    def create(name, description: nil, is_public: nil, playground_ids: nil, idempotency_key: nil)
      body = { name: name, description: description, is_public: is_public, playground_ids: playground_ids }
      create_one("/api/collections", Collection, body, idempotency_key)
    end

    # Every collection of the account, newest first, read in pages of +limit+; an Enumerator without a block.
    def list(limit: PAGE_SIZE, &block)
      each_or_enumerator(each_of("/api/collections", :Collection, { limit: limit }), &block)
    end

    # One page, by number or by the cursor of the page before.
    def page(page: nil, cursor: nil, limit: nil)
      page_of("/api/collections", :Collection, { page: page, cursor: cursor, limit: limit })
    end

    # Your own, or any that is public.
    def get(id)
      get_with_etag(id).first
    end

    # @return [Array(Collection, String)] the collection and its entity tag, for +if_match+
    def get_with_etag(id)
      found, response = @client.send_request("GET", at("collections", id)) { |json| Collection.read(json) }
      [found, response["etag"]]
    end

    # Changes the fields that are given; +playground_ids+ adds, removes and orders playgrounds.
    def update(id, if_match: nil, name: nil, description: nil, is_public: nil, playground_ids: nil)
      body = { name: name, description: description, is_public: is_public, playground_ids: playground_ids }.compact
      value("PATCH", at("collections", id), Collection, body: body, headers: matching(if_match), repeatable: false)
    end

    # Deletes it; its playgrounds stay, unless +playgrounds+ is "delete".
    def delete(id, playgrounds: nil, if_match: nil)
      query = { playgrounds: playgrounds }.compact
      delete_one(at("collections", id), if_match: if_match, query: query)
    end

    # Makes playgrounds of a document of another tool.
    # @param document [String, Hash] a text, or an object of JSON
    def import(document, format: nil, collection_id: nil, collection_name: nil, dry_run: nil, idempotency_key: nil)
      body = { document: document, format: format, collection_id: collection_id, collection_name: collection_name,
               dry_run: dry_run }
      create_one("/api/import", ImportResponse, body, idempotency_key, status: dry_run ? 200 : 201)
    end

    # The collection as a file: "markdown", "postman", "http" or "sh".
    # @return [String]
    def export(id, format = "markdown")
      path = "#{at("collections", id)}/export"
      @client.send_request("GET", path, query: { format: format }, text: true) { |text| text }.first
    end
  end

  # Executed requests and their results.
  class TestsResource < Resource
    # Sends a request, as Client#curl.parse returns it, or a playground's own command, through the service.
    # @param request [RequestShape, Hash]
    # @param variables [Hash] values for the request's variables, by name
    def execute(request = {}, playground_id: nil, variables: nil, idempotency_key: nil)
      create_one("/api/tests/execute", TestRun, run_of(request, playground_id, variables), idempotency_key, status: 200)
    end

    # Sends a request like #execute, and yields its events as they come; the last is a TestStreamResult. Leaving the block
    # ends the run: it is stored as cancelled. An Enumerator without a block.
    def stream(request = {}, playground_id: nil, variables: nil, idempotency_key: nil, &block)
      body = run_of(request, playground_id, variables)
      events = Enumerator.new do |yielder|
        @client.stream("/api/tests/stream", body, idempotency(idempotency_key)) { |event| yielder << event }
      end
      each_or_enumerator(events, &block)
    end

    # The account's tests, newest first, of one playground or of all; an Enumerator without a block.
    def list(playground_id: nil, limit: PAGE_SIZE, &block)
      query = { playgroundId: playground_id, limit: limit }
      each_or_enumerator(each_of("/api/tests", :TestRunSummary, query), &block)
    end

    # One page, by number or by the cursor of the page before.
    def page(page: nil, cursor: nil, limit: nil, playground_id: nil)
      page_of("/api/tests", :TestRunSummary, { page: page, cursor: cursor, limit: limit, playgroundId: playground_id })
    end

    # One result, whole.
    def get(id)
      value("GET", at("tests", id), TestRun)
    end

    # Deletes one result.
    def delete(id)
      delete_one(at("tests", id))
    end

    private

    def run_of(request, playground_id, variables)
      body = json_of(request).transform_keys(&:to_s)
      body["playground_id"] = playground_id unless playground_id.nil?
      body["variables"] = with_values(body["variables"] || [], variables) unless variables.nil?
      body
    end

    # Names that the request does not have are added, which the service refuses by name.
    def with_values(listed, values)
      values = values.transform_keys(&:to_s)
      set = listed.map { |one| values.key?(one["name"]) ? one.merge("value" => values[one["name"]]) : one }
      set + values.except(*listed.map { |one| one["name"] }).map { |name, value| { "name" => name, "value" => value } }
    end
  end

  # Parsing cURL commands.
  class CurlResource < Resource
    # The request that a command sends; what it could not represent is in its +warnings+.
    def parse(curl)
      value("POST", "/api/parse-curl", RequestShape, body: { curl: curl })
    end
  end

  # Programs that send a request: one of +parsed+, +curl+ and +playground_id+ says which.
  class CodeResource < Resource
    # A program in one language, such as +python+, with its usual library or the named one.
    def generate(parsed = nil, program = nil, language: program, curl: nil, playground_id: nil, library: nil, style: nil)
      body = { parsed: json_of(parsed), curl: curl, playground_id: playground_id, language: language, library: library,
               style: style }
      value("POST", "/api/generate-code", GeneratedProgram, body: body.compact)
    end

    # Programs in several languages, all by default: each with those of the libraries that it has, or its usual one.
    def generate_all(parsed = nil, languages: [], libraries: [], style: nil, curl: nil, playground_id: nil)
      body = { parsed: json_of(parsed), curl: curl, playground_id: playground_id, languages: languages,
               libraries: libraries, style: style }
      list_of("POST", "/api/generate-code/batch", :GeneratedProgram, body: body.compact)
    end

    # The languages and their libraries.
    def languages
      list_of("GET", "/api/languages", :LanguageDetails)
    end
  end

  # The account's API keys.
  class KeysResource < Resource
    # +key+ is only in this response.
    # @param expires_at [Time, nil]
    def create(name, scopes: nil, expires_at: nil, idempotency_key: nil)
      body = { name: name, scopes: scopes, expires_at: expires_at&.getutc&.iso8601(3) }
      create_one("/api/keys", CreatedApiKey, body, idempotency_key)
    end

    # Every key of the account, newest first, without the keys themselves; an Enumerator without a block.
    def list(limit: PAGE_SIZE, &block)
      each_or_enumerator(each_of("/api/keys", :ApiKey, { limit: limit }), &block)
    end

    # One page, by number or by the cursor of the page before.
    def page(page: nil, cursor: nil, limit: nil)
      page_of("/api/keys", :ApiKey, { page: page, cursor: cursor, limit: limit })
    end

    # One key, without the key itself.
    def get(id)
      value("GET", at("keys", id), ApiKey)
    end

    # Ends a key on every server within seconds.
    def revoke(id)
      delete_one(at("keys", id))
    end
  end

  # What is used of the plan.
  class UsageResource < Resource
    # Today's use and the last thirty days.
    def get
      value("GET", "/api/usage", Usage)
    end
  end

  # What was done to the account.
  class AuditResource < Resource
    # Every event, newest first; an Enumerator without a block.
    def list(limit: PAGE_SIZE, &block)
      each_or_enumerator(each_of("/api/audit", :AuditEvent, { limit: limit }), &block)
    end

    # One page, by number or by the cursor of the page before.
    def page(page: nil, cursor: nil, limit: nil)
      page_of("/api/audit", :AuditEvent, { page: page, cursor: cursor, limit: limit })
    end
  end
end
