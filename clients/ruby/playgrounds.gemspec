require_relative "lib/playgrounds/version"

Gem::Specification.new do |spec|
  spec.name = "playgrounds"
  spec.version = Playgrounds::VERSION
  spec.summary = "Client for Playgrounds: saved, shareable API-request examples built around a cURL command"
  spec.authors = ["The Playgrounds authors"]
  spec.license = "MIT"
  spec.required_ruby_version = ">= 3.0"
  spec.files = Dir["lib/**/*.rb", "README.md"]
  spec.add_dependency "faraday", ">= 1.0.1", "< 3"
  spec.add_dependency "marcel", "~> 1.0"
end
