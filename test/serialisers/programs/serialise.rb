# Parses each file as JSON and prints what Ruby makes of it: profile, number of the file, hex.
require "json"

ARGV.each_with_index do |name, number|
  value = begin
    JSON.parse(File.read(name, encoding: "UTF-8"))
  rescue JSON::ParserError
    next
  end
  puts ["JSON.generate", number, JSON.generate(value).unpack1("H*")].join("\t")
  puts ["JSON.pretty_generate", number, JSON.pretty_generate(value).unpack1("H*")].join("\t")
  puts ["JSON.generate ascii_only", number, JSON.generate(value, ascii_only: true).unpack1("H*")].join("\t")
  puts ["JSON.generate script_safe", number, JSON.generate(value, script_safe: true).unpack1("H*")].join("\t")
  puts ["to_json", number, value.to_json.unpack1("H*")].join("\t")
  puts ["JSON.dump", number, JSON.dump(value).unpack1("H*")].join("\t")
end
