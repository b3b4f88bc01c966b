require "json"
require "time"

module Playgrounds
  # An object of the API, checked when it is read. #to_h is the JSON as it came, unknown fields included.
  class Model
    # JSON that is not what was asked for; the message names the place.
    class WrongShape < StandardError; end

    class << self
      def fields
        @fields ||= {}
      end

      # Declares a field; the types are classes, :boolean, :any, a model's name, [type] and { "*" => type }.
      def field(name, type, optional: false, nullable: false, secret: false)
        fields[name.to_s] = { type: type, optional: optional, nullable: nullable, secret: secret }
        define_method(name) { @values[name.to_s] }
      end

      # @raise [WrongShape] when the JSON is another object
      def read(value, where = name.split("::").last)
        raise WrongShape, "#{where} is not an object" unless value.is_a?(Hash)

        new(value, fields.to_h { |name, field| [name, read_field(field, name, value, where)] })
      end

      def check(type, value, where)
        case type
        when :any then value
        when :boolean then [true, false].include?(value) ? value : wrong(where, "true or false")
        when Symbol then Playgrounds.const_get(type).read(value, where)
        when Array
          wrong(where, "a list") unless value.is_a?(Array)
          value.each_with_index.map { |one, index| check(type[0], one, "#{where}[#{index}]") }
        when Hash
          wrong(where, "an object") unless value.is_a?(Hash)
          value.to_h { |name, one| [name, check(type["*"], one, "#{where}.#{name}")] }
        else
          check_scalar(type, value, where)
        end
      end

      private

      def read_field(field, name, value, where)
        if value[name].nil?
          return if field[:optional] || (field[:nullable] && value.key?(name))

          raise WrongShape, value.key?(name) ? "#{where}.#{name} is null" : "#{where} has no #{name}"
        end
        check(field[:type], value[name], "#{where}.#{name}")
      end

      def check_scalar(type, value, where)
        return Time.iso8601(value) if type == Time && value.is_a?(String)

        value.is_a?(type) ? value : wrong(where, type)
      rescue ArgumentError
        wrong(where, "a time")
      end

      def wrong(where, wanted)
        raise WrongShape, "#{where} is not #{wanted}"
      end
    end

    # @api private
    def initialize(json, values)
      @json = json
      @values = values
    end

    def to_h
      @json
    end

    def to_json(*arguments)
      @json.to_json(*arguments)
    end

    def ==(other)
      other.class == self.class && other.to_h == to_h
    end

    def inspect
      shown = self.class.fields.map { |name, field| "#{name}=#{field[:secret] ? '[hidden]' : @values[name].inspect}" }
      "#<#{self.class} #{shown.join(' ')}>"
    end
  end
end
