require_relative "lib/playgrounds/version"

Gem::Specification.new do |spec|
  spec.name = "playgrounds"
  spec.version = Playgrounds::VERSION
  spec.summary = "Client for Playgrounds: saved, shareable API-request examples built around a cURL command"
  spec.authors = ["The Playgrounds authors"]
  spec.license = "MIT"
  spec.homepage = "https://github.com/playgrounds-api/playgrounds"
  spec.metadata = {
    "source_code_uri" => spec.homepage,
    "changelog_uri" => "#{spec.homepage}/blob/main/CHANGELOG.md"
  }
  spec.required_ruby_version = ">= 3.0"
  spec.files = Dir["lib/**/*.rb", "*.md", "LICENSE"]
end
