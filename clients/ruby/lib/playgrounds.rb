require "playgrounds_generated"
require_relative "playgrounds/version"
require_relative "playgrounds/errors"
require_relative "playgrounds/client"
