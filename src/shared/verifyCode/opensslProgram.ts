import { shellLiteral } from './literals.ts'
import { indented, type Lines, programText, snakeCase } from './programText.ts'
import { secretFault } from './secretRule.ts'
import { argumentNames, checksBodyHash, type MessageChunk, type VerifyPlan } from './verifyPlan.ts'

/** A POSIX shell script around the openssl command. */
export function opensslProgram(given: VerifyPlan, bodyFile: string): string {
  const undated = given.age?.written === 'date'
  const plan: VerifyPlan = undated ? { ...given, age: null } : given
  const names = argumentNames(plan).map(snakeCase)
  return programText(
    '#!/bin/sh',
    `# Verifies one delivery. Signature scheme: ${plan.title}.`,
    '#',
    '# Good for a look, not for a server: [ = ] takes longer the later the first difference is, and anyone who lists the',
    '# processes of this machine sees the key while openssl runs.',
    undated ? '# The timestamp is a date, and no POSIX command can compute its age.' : null,
    '',
    plan.usesForm ? [form, ''] : null,
    '# body: the name of a file with the bytes as they came. A variable would lose NUL bytes and the last line feeds.',
    `verify() ( # ${names.join(', ')}`,
    indented('  ', names.map((name, index) => `${name}=$${index + 1}`).join(' '), check(plan)),
    ')',
    '',
    `body=\${1:-${shellLiteral(bodyFile)}}`,
    'secret=${WEBHOOK_SECRET:?is not set}',
    plan.inputs.map(({ name, value, source }) => `${snakeCase(name)}=${shellLiteral(value)} # ${source}`),
    plan.age === null
      ? null
      : [
          '# A recorded delivery is old by now, which is no fault: a second argument gives the time to check it at.',
          'now=${2:-$(date +%s)}',
        ],
    `verify ${names.map((name) => `"$${name}"`).join(' ')}`,
  )
}

function check(plan: VerifyPlan): Lines {
  const { separator, prefix, age, timestampIn } = plan
  const no = "{ echo 'not valid'; exit 1; }"
  const expected = `${prefix === '' ? '' : shellLiteral(prefix)}"$digest"`
  return [
    separator === null ? null : ['set -f', `IFS='${separator === ' ' ? ' ' : `${separator} `}'`],
    timestampIn === null || !timestampIn.signed ? null : timestamp(timestampIn),
    checksBodyHash(plan)
      ? [
          'hash=$(openssl dgst -sha256 -binary < "$body" | od -An -v -tx1 | tr -d \' \\n\')',
          `[ "$hash" = "$body_hash" ] || ${no}`,
        ]
      : null,
    keyLines(plan),
    digest(plan),
    separator === null
      ? `[ -n "$digest" ] && [ "$signature" = ${expected} ] || ${no}`
      : [
          'right=no',
          'for entry in $signature; do',
          `  [ "$entry" = ${expected} ] && right=yes`,
          'done',
          `[ -n "$digest" ] && [ "$right" = yes ] || ${no}`,
        ],
    age === null
      ? 'echo valid'
      : [
          timestampIn === null || timestampIn.signed ? null : timestamp(timestampIn),
          'timestamp=${timestamp%.*}',
          `case $timestamp in '' | *[!0-9]*) ${no} ;; esac`,
          `age=$((\${now%.*} - timestamp${age.unit === 'ms' ? ' / 1000' : ''}))`,
          `if [ "\${age#-}" -gt ${age.toleranceSeconds} ]; then echo "valid, but $age s old"; else echo valid; fi`,
        ],
  ]
}

function timestamp({ from, name }: NonNullable<VerifyPlan['timestampIn']>): Lines {
  if (from === 'body') {
    const pattern = `.*${JSON.stringify(name).replace(/[\\.*[\]^$/]/g, '\\$&')}[[:space:]]*:[[:space:]]*"\\{0,1\\}\\([0-9]*\\).*`
    return [`timestamp=$(sed -n ${shellLiteral(`s/${pattern}/\\1/p`)} < "$body" | head -n 1)`]
  }
  const start = shellLiteral(`${name}=`)
  return [
    'timestamp=',
    'for entry in $signature; do',
    `  case $entry in ${start}*) timestamp=\${timestamp:-\${entry#${start}}} ;; esac`,
    'done',
  ]
}

function keyLines({ scheme: { key } }: VerifyPlan): Lines {
  const wrong = {
    utf8: "case $secret in '')",
    hex: 'case $((${#secret} % 2))$secret in 0 | 1* | *[![:xdigit:]]*)',
    base64: 'case $((${#secret} % 4))$secret in 0 | 1* | *[!A-Za-z0-9+/]*)',
  }
  return [
    key.prefix === '' ? null : `secret=\${secret#${shellLiteral(key.prefix)}}`,
    key.decode === 'base64' ? 'secret=${secret%=} secret=${secret%=}' : null,
    `${wrong[key.decode]} echo '${secretFault[key.decode]}' >&2; echo 'not valid'; exit 1 ;; esac`,
    key.decode === 'base64'
      ? [
          'case $((${#secret} % 4)) in 2) secret="$secret==" ;; 3) secret="$secret=" ;; esac',
          "key=$(printf '%s' \"$secret\" | openssl base64 -d -A | od -An -v -tx1 | tr -d ' \\n')",
        ]
      : null,
  ]
}

function digest({ scheme, message }: VerifyPlan): Lines {
  const { decode } = scheme.key
  const key =
    decode === 'utf8' ? '-hmac "$secret"' : `-mac HMAC -macopt hexkey:${decode === 'hex' ? '"$secret"' : '"$key"'}`
  const hmac = `openssl dgst -${scheme.algorithm} ${key} -binary`
  const [only] = message
  return message.length === 1 && only === 'body'
    ? [`digest=$(${hmac} < "$body" | ${encoder(scheme.encoding)})`]
    : [`digest=$({ ${message.flatMap(write).join('; ')}; } |`, `  ${hmac} | ${encoder(scheme.encoding)})`]
}

function write(chunk: MessageChunk): string[] {
  if (chunk === 'body') return ['cat "$body"']
  const text = chunk.flatMap((part) => {
    if (!('place' in part)) return [shellLiteral(part.text)]
    return part.place === 'form' ? [] : [`"$${snakeCase(part.place)}"`]
  })
  const hasForm = chunk.some((part) => 'place' in part && part.place === 'form')
  return [`printf '%s' ${text.join('')}`, ...(hasForm ? ['sorted_form < "$body"'] : [])]
}

function encoder(encoding: VerifyPlan['scheme']['encoding']): string {
  switch (encoding) {
    case 'hex':
      return "od -An -v -tx1 | tr -d ' \\n'"
    case 'base64':
      return 'openssl base64 -A'
    case 'base64url':
      return "openssl base64 -A | tr '+/' '-_' | tr -d '='"
  }
}

const form: Lines = [
  '# Names and values of the form, decoded, sorted, without doubles, all glued together. Between the steps they are',
  '# written in hex, so that no byte in them can end a line.',
  'sorted_form() {',
  "  tr '&' '\\n' | LC_ALL=C awk '",
  '    BEGIN { for (i = 1; i < 256; i++) hex[sprintf("%c", i)] = sprintf("%02x", i) }',
  '    {',
  '      text = ""',
  '      gsub(/[+]/, " ")',
  '      value = index($0 "=", "=")',
  '      for (i = 1; i <= length($0); i++) {',
  '        if (i == value) text = text "!"',
  '        else if (substr($0, i, 3) ~ /^%[0-9A-Fa-f][0-9A-Fa-f]$/) { text = text tolower(substr($0, i + 1, 2)); i += 2 }',
  '        else text = text hex[substr($0, i, 1)]',
  '      }',
  '      print text',
  "    }' | LC_ALL=C sort -u | LC_ALL=C awk '{",
  '      gsub(/!/, "")',
  '      digits = "0123456789abcdef"',
  '      for (i = 1; i < length($0); i += 2)',
  '        printf "%c", (index(digits, substr($0, i, 1)) - 1) * 16 + index(digits, substr($0, i + 1, 1)) - 1',
  "    }'",
  '}',
]
