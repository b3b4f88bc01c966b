require "playgrounds_api"
require_relative "playgrounds/version"
require_relative "playgrounds/errors"
require_relative "playgrounds/client"
