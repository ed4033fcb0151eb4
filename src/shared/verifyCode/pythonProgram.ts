import { pythonLiteral } from './literals.ts'
import { indented, type Lines, programText, snakeCase } from './programText.ts'
import { decodable, secretFault } from './secretRule.ts'
import { argumentNames, checksBodyHash, type MessageChunk, type VerifyPlan } from './verifyPlan.ts'

/** A Python 3.9 program. */
export function pythonProgram(plan: VerifyPlan, bodyFile: string): string {
  const types: Record<string, string> = { body: 'bytes', now: 'float' }
  const parameters = argumentNames(plan).map((name) => `${snakeCase(name)}: ${types[name] ?? 'str'}`)
  return programText(
    `# Verifies one delivery. Signature scheme: ${plan.title}.`,
    imports(plan).map((name) => `import ${name}`),
    plan.age?.written === 'date' ? 'from datetime import datetime' : null,
    'from pathlib import Path',
    plan.usesForm ? 'from urllib.parse import parse_qsl' : null,
    '',
    '',
    '# body: the bytes as they came: request.get_data() in Flask, request.body in Django, await request.body() in FastAPI.',
    '# json.dumps(request.json) writes other bytes than the sender signed.',
    plan.age === null ? null : '# A server accepts "valid" alone, and gives its clock in Unix seconds as now.',
    `def verify(${parameters.join(', ')}) -> ${plan.age === null ? 'bool' : 'str'}:`,
    indented('    ', check(plan)),
    '',
    '',
    `body = Path(sys.argv[1] if len(sys.argv) > 1 else ${pythonLiteral(bodyFile)}).read_bytes()`,
    'secret = os.environ.get("WEBHOOK_SECRET", "")',
    plan.inputs.map(({ name, value, source }) => `${snakeCase(name)} = ${pythonLiteral(value)}  # ${source}`),
    answer(plan),
  )
}

function imports({ scheme, timestampIn, age }: VerifyPlan): string[] {
  const names = ['hashlib', 'hmac', 'os', 'sys']
  if (scheme.encoding !== 'hex' || scheme.key.decode === 'base64') names.push('base64')
  if (scheme.key.decode !== 'utf8') names.push('re')
  if (timestampIn?.from === 'body') names.push('json')
  if (age !== null) names.push('time')
  return names.toSorted()
}

function answer(plan: VerifyPlan): Lines {
  const call = `verify(${argumentNames(plan).map(snakeCase).join(', ')})`
  return [
    plan.age === null
      ? `verdict = "valid" if ${call} else "not valid"`
      : [
          '# A recorded delivery is old by now, which is no fault: a second argument gives the time to check it at.',
          'now = float(sys.argv[2]) if len(sys.argv) > 2 else time.time()',
          `verdict = ${call}`,
        ],
    'print(verdict)',
    'sys.exit(1 if verdict == "not valid" else 0)',
  ]
}

function check(plan: VerifyPlan): Lines {
  const { separator, prefix, age, timestampIn } = plan
  const same = (text: string) => `hmac.compare_digest(${text}.encode(), expected.encode())`
  const right = [
    checksBodyHash(plan) ? 'body_hash == hashlib.sha256(body).hexdigest()' : [],
    separator === null ? same('signature') : `any(${same('entry')} for entry in entries)`,
  ]
    .flat()
    .join(' and ')
  const no = age === null ? 'return False' : 'return "not valid"'
  const message = messageExpression(plan.message)
  return [
    separator === null ? null : entries(plan),
    timestampIn === null || !timestampIn.signed ? null : timestamp(timestampIn, no),
    plan.usesForm ? form : null,
    keyLines(plan, no),
    message === 'body' ? null : `message = ${message}`,
    digest(plan, message === 'body' ? 'body' : 'message'),
    `expected = ${prefix === '' ? '' : `${pythonLiteral(prefix)} + `}${encoded(plan)}`,
    '# compare_digest takes the same time for any difference; == does not.',
    age === null
      ? `return ${right}`
      : [
          `if not ${checksBodyHash(plan) ? `(${right})` : right}:`,
          `    ${no}`,
          timestampIn === null || timestampIn.signed ? null : timestamp(timestampIn, no),
          'try:',
          `    age = round(now - ${signedAt(age)})`,
          'except (ValueError, OverflowError):',
          `    ${no}`,
          `return f"valid, but {age} s old" if abs(age) > ${age.toleranceSeconds} else "valid"`,
        ],
  ]
}

function entries({ separator, scheme }: VerifyPlan): string {
  const split = `signature.split("${separator}")`
  return scheme.form.kind === 'pairs' ? `entries = [entry.strip() for entry in ${split}]` : `entries = ${split}`
}

function timestamp({ from, name }: NonNullable<VerifyPlan['timestampIn']>, no: string): Lines {
  if (from === 'body') {
    return [
      'try:',
      `    timestamp = str(json.loads(body)[${pythonLiteral(name)}])`,
      'except (KeyError, TypeError, ValueError):',
      `    ${no}`,
    ]
  }
  const start = `${name}=`
  const rest = `entry[${Array.from(start).length}:]`
  return [`timestamp = next((${rest} for entry in entries if entry.startswith(${pythonLiteral(start)})), "")`]
}

/** Before 3.11 fromisoformat does not know the Z. */
function signedAt({ unit, written }: NonNullable<VerifyPlan['age']>): string {
  if (written === 'date') return 'datetime.fromisoformat(timestamp.replace("Z", "+00:00")).timestamp()'
  return unit === 'ms' ? 'float(timestamp) / 1000' : 'float(timestamp)'
}

const form: Lines = [
  '# Names and values of the form, decoded, sorted, without doubles, all glued together.',
  'fields = sorted(set(parse_qsl(body.decode(errors="replace"), keep_blank_values=True)))',
  'form = "".join(name + value for name, value in fields)',
]

function keyLines({ scheme: { key } }: VerifyPlan, no: string): Lines {
  const text = key.prefix === '' ? 'secret' : 'text'
  const bytes = {
    utf8: `${text}.encode()`,
    hex: `bytes.fromhex(${text})`,
    base64: `base64.b64decode(${text}.rstrip("=") + "==")`,
  }
  return [
    key.prefix === '' ? null : `text = secret.removeprefix(${pythonLiteral(key.prefix)})`,
    key.decode === 'utf8' ? `if not ${text}:` : `if not re.fullmatch("${decodable[key.decode]}", ${text}):`,
    `    print("${secretFault[key.decode]}", file=sys.stderr)`,
    `    ${no}`,
    key.decode === 'utf8' && key.prefix === '' ? null : `key = ${bytes[key.decode]}`,
  ]
}

function messageExpression(message: readonly MessageChunk[]): string {
  const chunks = message.map((chunk) => {
    if (chunk === 'body') return 'body'
    const text = chunk.map((part) => ('place' in part ? snakeCase(part.place) : pythonLiteral(part.text)))
    return text.length === 1 ? `${text[0]}.encode()` : `(${text.join(' + ')}).encode()`
  })
  return chunks.length === 0 ? 'b""' : chunks.join(' + ')
}

function digest({ scheme }: VerifyPlan, message: string): string {
  const how = scheme.encoding === 'hex' ? 'hexdigest' : 'digest'
  return `digest = hmac.new(${scheme.key.decode === 'utf8' && scheme.key.prefix === '' ? 'secret.encode()' : 'key'}, ${message}, hashlib.${scheme.algorithm}).${how}()`
}

function encoded({ scheme }: VerifyPlan): string {
  switch (scheme.encoding) {
    case 'hex':
      return 'digest'
    case 'base64':
      return 'base64.b64encode(digest).decode()'
    case 'base64url':
      return 'base64.urlsafe_b64encode(digest).decode().rstrip("=")'
  }
}
