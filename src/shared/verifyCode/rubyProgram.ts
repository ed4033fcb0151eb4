import { rubyLiteral } from './literals.ts'
import { indented, type Lines, programText, snakeCase } from './programText.ts'
import { decodable, secretFault } from './secretRule.ts'
import { argumentNames, checksBodyHash, type MessageChunk, type VerifyPlan } from './verifyPlan.ts'

/** A Ruby 3 program. */
export function rubyProgram(plan: VerifyPlan, bodyFile: string): string {
  const { timestampIn, usesForm, age } = plan
  return programText(
    `# Verifies one delivery. Signature scheme: ${plan.title}.`,
    'require "openssl"',
    timestampIn?.from === 'body' ? 'require "json"' : null,
    usesForm ? 'require "uri"' : null,
    age?.written === 'date' ? 'require "time"' : null,
    '',
    '# body: the bytes as they came: request.raw_post in Rails, request.body.read in Rack (then request.body.rewind).',
    '# params have been parsed: params.to_json writes other bytes than the sender signed.',
    age === null ? null : '# A server accepts "valid" alone, and gives its clock in Unix seconds as now.',
    `def verify(${argumentNames(plan).map(snakeCase).join(', ')})`,
    indented('  ', check(plan)),
    'end',
    '',
    `body = File.binread(ARGV.fetch(0, ${rubyLiteral(bodyFile)}))`,
    'secret = ENV.fetch("WEBHOOK_SECRET", "")',
    plan.inputs.map(({ name, value, source }) => `${snakeCase(name)} = ${rubyLiteral(value)} # ${source}`),
    answer(plan),
  )
}

function answer(plan: VerifyPlan): Lines {
  const call = `verify(${argumentNames(plan).map(snakeCase).join(', ')})`
  return [
    plan.age === null
      ? `verdict = ${call} ? "valid" : "not valid"`
      : [
          '# A recorded delivery is old by now, which is no fault: a second argument gives the time to check it at.',
          'now = ARGV.fetch(1, Time.now).to_f',
          `verdict = ${call}`,
        ],
    'puts verdict',
    'exit(verdict != "not valid")',
  ]
}

function check(plan: VerifyPlan): Lines {
  const { scheme, separator, prefix, age, timestampIn } = plan
  const right = [
    checksBodyHash(plan) ? 'body_hash == OpenSSL::Digest.hexdigest("SHA256", body)' : [],
    separator === null
      ? 'OpenSSL.secure_compare(signature, expected)'
      : 'entries.any? { |entry| OpenSSL.secure_compare(entry, expected) }',
  ]
    .flat()
    .join(' && ')
  return [
    separator === null ? null : entries(plan),
    timestampIn === null || !timestampIn.signed ? null : timestamp(timestampIn),
    plan.usesForm ? form : null,
    keyLines(plan),
    `hmac = OpenSSL::HMAC.new(${keyExpression(plan)}, "${scheme.algorithm.toUpperCase()}")`,
    plan.message.map(update),
    `expected = ${prefix === '' ? '' : `${rubyLiteral(prefix)} + `}${encoded(plan)}`,
    '# secure_compare takes the same time for any difference; == does not.',
    age === null
      ? right
      : [
          `return "not valid" unless ${right}`,
          '',
          timestampIn === null || timestampIn.signed ? null : timestamp(timestampIn),
          signedAt(age),
          'age = (now - signed_at).round',
          `age.abs > ${age.toleranceSeconds} ? "valid, but #{age} s old" : "valid"`,
        ],
  ]
}

function entries({ separator, scheme }: VerifyPlan): string {
  // A single space would mean any white space.
  const split = separator === ' ' ? 'signature.split(/ /)' : `signature.split("${separator}")`
  return `entries = ${split}${scheme.form.kind === 'pairs' ? '.map(&:strip)' : ''}`
}

function timestamp({ from, name }: NonNullable<VerifyPlan['timestampIn']>): Lines {
  if (from === 'body') {
    return [
      'begin',
      '  fields = JSON.parse(body)',
      'rescue JSON::ParserError',
      '  fields = nil',
      'end',
      `timestamp = fields.is_a?(Hash) ? fields[${rubyLiteral(name)}].to_s : ""`,
    ]
  }
  const start = rubyLiteral(`${name}=`)
  return [`timestamp = entries.find { |entry| entry.start_with?(${start}) }.to_s.delete_prefix(${start})`]
}

function signedAt({ unit, written }: NonNullable<VerifyPlan['age']>): Lines {
  return written === 'date'
    ? ['begin', '  signed_at = Time.iso8601(timestamp).to_f', 'rescue ArgumentError', '  return "not valid"', 'end']
    : [
        'return "not valid" unless timestamp.match?(/\\A\\d+(\\.\\d+)?\\z/)',
        `signed_at = timestamp.to_f${unit === 'ms' ? ' / 1000' : ''}`,
      ]
}

const form: Lines = [
  '# Names and values of the form, decoded, sorted, without doubles, all glued together.',
  'form = URI.decode_www_form(body).uniq.sort.join',
]

function keyLines({ scheme: { key }, age }: VerifyPlan): Lines {
  const text = key.prefix === '' ? 'secret' : 'text'
  return [
    key.prefix === '' ? null : `text = secret.delete_prefix(${rubyLiteral(key.prefix)})`,
    key.decode === 'utf8' ? `if ${text}.empty?` : `unless ${text}.match?(%r{\\A${decodable[key.decode]}\\z})`,
    `  warn "${secretFault[key.decode]}"`,
    `  return ${age === null ? 'false' : '"not valid"'}`,
    'end',
    '',
  ]
}

function keyExpression({ scheme: { key } }: VerifyPlan): string {
  const text = key.prefix === '' ? 'secret' : 'text'
  switch (key.decode) {
    case 'utf8':
      return text
    case 'hex':
      return `[${text}].pack("H*")`
    case 'base64':
      return `${text}.unpack1("m")`
  }
}

function update(chunk: MessageChunk): string {
  if (chunk === 'body') return 'hmac << body'
  const text = chunk.map((part) => ('place' in part ? snakeCase(part.place) : rubyLiteral(part.text)))
  return `hmac << ${text.join(' << ')}`
}

function encoded({ scheme }: VerifyPlan): string {
  switch (scheme.encoding) {
    case 'hex':
      return 'hmac.hexdigest'
    case 'base64':
      return '[hmac.digest].pack("m0")'
    case 'base64url':
      return '[hmac.digest].pack("m0").tr("+/", "-_").delete("=")'
  }
}
