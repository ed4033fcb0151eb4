import { phpLiteral } from './literals.ts'
import { indented, type Lines, programText } from './programText.ts'
import { decodable, secretFault } from './secretRule.ts'
import { argumentNames, checksBodyHash, type MessageChunk, type VerifyPlan } from './verifyPlan.ts'

/** A PHP 8 program. */
export function phpProgram(plan: VerifyPlan, bodyFile: string): string {
  const parameters = argumentNames(plan).map((name) => `${name === 'now' ? 'float' : 'string'} $${name}`)
  return programText(
    '<?php',
    `// Verifies one delivery. Signature scheme: ${plan.title}.`,
    'declare(strict_types=1);',
    '',
    "// $body: the bytes as they came: file_get_contents('php://input'), $request->getContent() in Laravel and Symfony.",
    '// $_POST has been decoded, and json_encode writes other bytes than the sender signed.',
    plan.age === null ? null : "// A server accepts 'valid' alone, and gives its clock in Unix seconds as $now.",
    `function verify(${parameters.join(', ')}): ${plan.age === null ? 'bool' : 'string'}`,
    '{',
    indented('    ', check(plan)),
    '}',
    '',
    `$body = file_get_contents($argv[1] ?? ${phpLiteral(bodyFile)});`,
    "$secret = (string) getenv('WEBHOOK_SECRET');",
    plan.inputs.map(({ name, value, source }) => `$${name} = ${phpLiteral(value)}; // ${source}`),
    answer(plan),
  )
}

function answer(plan: VerifyPlan): Lines {
  const names = argumentNames(plan).map((name) => `$${name}`)
  const call = `verify(${names.join(', ')})`
  return [
    plan.age === null
      ? `$verdict = ${call} ? 'valid' : 'not valid';`
      : [
          '// A recorded delivery is old by now, which is no fault: a second argument gives the time to check it at.',
          '$now = (float) ($argv[2] ?? time());',
          `$verdict = ${call};`,
        ],
    'echo $verdict, "\\n";',
    "exit($verdict === 'not valid' ? 1 : 0);",
  ]
}

function check(plan: VerifyPlan): Lines {
  const { prefix, separator, age, timestampIn } = plan
  const no = age === null ? 'return false;' : "return 'not valid';"
  const key = plan.scheme.key.decode === 'utf8' ? keyText(plan) : '$key'
  return [
    separator === null ? null : entries(plan),
    timestampIn === null || !timestampIn.signed ? null : timestamp(timestampIn),
    plan.usesForm ? form : null,
    checksBodyHash(plan) ? ["if ($bodyHash !== hash('sha256', $body)) {", `    ${no}`, '}'] : null,
    keyLines(plan, no),
    `$expected = ${prefix === '' ? '' : `${phpLiteral(prefix)} . `}${encoded(plan, key)};`,
    '// hash_equals takes the same time for any difference; === does not.',
    result(plan, no),
  ]
}

function result({ separator, age, timestampIn }: VerifyPlan, no: string): Lines {
  const right = separator === null ? 'hash_equals($expected, $signature)' : '$right'
  const search =
    separator === null
      ? null
      : [
          '$right = false;',
          'foreach ($entries as $entry) {',
          '    $right = hash_equals($expected, $entry) || $right;',
          '}',
        ]
  if (age === null) return [search, `return ${right};`]
  return [
    search,
    `if (!${right}) {`,
    `    ${no}`,
    '}',
    timestampIn === null || timestampIn.signed ? null : timestamp(timestampIn),
    `if (${age.written === 'date' ? 'strtotime($timestamp) === false' : '!is_numeric($timestamp)'}) {`,
    `    ${no}`,
    '}',
    `$age = (int) round($now - ${signedAt(age)});`,
    `return abs($age) > ${age.toleranceSeconds} ? "valid, but $age s old" : 'valid';`,
  ]
}

function entries({ separator, scheme }: VerifyPlan): string {
  const split = `explode('${separator}', $signature)`
  return scheme.form.kind === 'pairs' ? `$entries = array_map('trim', ${split});` : `$entries = ${split};`
}

function timestamp({ from, name }: NonNullable<VerifyPlan['timestampIn']>): Lines {
  if (from === 'body') return [`$timestamp = json_decode($body, true)[${phpLiteral(name)}] ?? '';`]
  const start = phpLiteral(`${name}=`)
  return [
    `$stamps = array_filter($entries, fn (string $entry) => str_starts_with($entry, ${start}));`,
    `$timestamp = substr(reset($stamps) ?: '', strlen(${start}));`,
  ]
}

function signedAt({ unit, written }: NonNullable<VerifyPlan['age']>): string {
  if (written === 'date') return 'strtotime($timestamp)'
  return `(float) $timestamp${unit === 'ms' ? ' / 1000' : ''}`
}

const form: Lines = [
  '// Names and values of the form, decoded, sorted, without doubles, all glued together. parse_str would rename some.',
  '$fields = [];',
  "foreach (explode('&', $body) as $field) {",
  "    [$name, $value] = explode('=', $field, 2) + [1 => ''];",
  '    $fields[] = urldecode($name) . "\\0" . urldecode($value);',
  '}',
  'sort($fields, SORT_STRING);',
  "$form = implode('', preg_replace('/\\0/', '', array_unique($fields), 1));",
]

function keyText({ scheme: { key } }: VerifyPlan): string {
  return key.prefix === '' ? '$secret' : '$text'
}

function keyLines(plan: VerifyPlan, no: string): Lines {
  const { prefix, decode } = plan.scheme.key
  const start = phpLiteral(prefix)
  const text = keyText(plan)
  return [
    prefix === '' ? null : `$text = str_starts_with($secret, ${start}) ? substr($secret, strlen(${start})) : $secret;`,
    decode === 'utf8' ? `if (${text} === '') {` : `if (!preg_match('~^${decodable[decode]}$~D', ${text})) {`,
    `    error_log('${secretFault[decode]}');`,
    `    ${no}`,
    '}',
    decode === 'utf8' ? null : `$key = ${decode === 'hex' ? 'hex2bin' : 'base64_decode'}(${text});`,
  ]
}

function encoded({ scheme, message }: VerifyPlan, key: string): string {
  const hmac = (binary: string) => `hash_hmac('${scheme.algorithm}', ${messageExpression(message)}, ${key}${binary})`
  switch (scheme.encoding) {
    case 'hex':
      return hmac('')
    case 'base64':
      return `base64_encode(${hmac(', true')})`
    case 'base64url':
      return `rtrim(strtr(base64_encode(${hmac(', true')}), '+/', '-_'), '=')`
  }
}

function messageExpression(message: readonly MessageChunk[]): string {
  const chunks = message.map((chunk) =>
    chunk === 'body'
      ? '$body'
      : chunk.map((part) => ('place' in part ? `$${part.place}` : phpLiteral(part.text))).join(' . '),
  )
  return chunks.length === 0 ? "''" : chunks.join(' . ')
}
