require_relative "playgrounds/version"
require_relative "playgrounds/errors"
require_relative "playgrounds/models"
require_relative "playgrounds/client"
