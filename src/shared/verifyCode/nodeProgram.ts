import { nodeLiteral } from './literals.ts'
import { indented, type Lines, programText } from './programText.ts'
import { decodable, secretFault } from './secretRule.ts'
import { argumentNames, checksBodyHash, type MessageChunk, type VerifyPlan } from './verifyPlan.ts'

/** A Node program, as an ES module. */
export function nodeProgram(plan: VerifyPlan, bodyFile: string): string {
  const hash = checksBodyHash(plan) ? 'createHash, ' : ''
  return programText(
    `// Verifies one delivery. Signature scheme: ${plan.title}.`,
    `import { ${hash}createHmac, timingSafeEqual } from 'node:crypto'`,
    "import { readFileSync } from 'node:fs'",
    '',
    "// body: the bytes as they came (a Buffer). In Express that is req.body after express.raw({ type: '*/*' }), which must",
    '// stand before express.json(). JSON.stringify(req.body) writes other bytes than the sender signed.',
    plan.age === null ? null : "// A server accepts 'valid' alone, and gives its clock in Unix seconds as now.",
    `function verify(${argumentNames(plan).join(', ')}) {`,
    indented('  ', check(plan)),
    '}',
    '',
    '// Takes the same time for any difference; timingSafeEqual alone throws when lengths differ.',
    'function isSame(a, b) {',
    '  const [left, right] = [Buffer.from(a), Buffer.from(b)]',
    '  return left.length === right.length && timingSafeEqual(left, right)',
    '}',
    '',
    `const body = readFileSync(process.argv[2] ?? ${nodeLiteral(bodyFile)})`,
    "const secret = process.env.WEBHOOK_SECRET ?? ''",
    plan.inputs.map(({ name, value, source }) => `const ${name} = ${nodeLiteral(value)} // ${source}`),
    answer(plan),
  )
}

function answer(plan: VerifyPlan): Lines {
  const call = `verify(${argumentNames(plan).join(', ')})`
  return [
    plan.age === null
      ? `const verdict = ${call} ? 'valid' : 'not valid'`
      : [
          '// A recorded delivery is old by now, which is no fault: a second argument gives the time to check it at.',
          'const now = Number(process.argv[3] ?? Date.now() / 1000)',
          `const verdict = ${call}`,
        ],
    'console.log(verdict)',
    "process.exitCode = verdict === 'not valid' ? 1 : 0",
  ]
}

function check(plan: VerifyPlan): Lines {
  const { scheme, separator, prefix, age, timestampIn } = plan
  const right = [
    checksBodyHash(plan) ? "bodyHash === createHash('sha256').update(body).digest('hex')" : [],
    separator === null ? 'isSame(signature, expected)' : 'entries.some((entry) => isSame(entry, expected))',
  ]
    .flat()
    .join(' && ')
  const key = plan.scheme.key.decode === 'utf8' ? keyText(plan) : 'key'
  const digest = `createHmac('${scheme.algorithm}', ${key})${plan.message.map(update).join('')}.digest('${scheme.encoding}')`
  return [
    separator === null ? null : entries(plan),
    timestampIn === null || !timestampIn.signed ? null : timestamp(timestampIn),
    plan.usesForm ? form : null,
    keyLines(plan, age === null ? 'return false' : "return 'not valid'"),
    `const expected = ${prefix === '' ? '' : `${nodeLiteral(prefix)} + `}${digest}`,
    age === null
      ? `return ${right}`
      : [
          `if (!${checksBodyHash(plan) ? `(${right})` : right}) return 'not valid'`,
          timestampIn === null || timestampIn.signed ? null : timestamp(timestampIn),
          `const age = Math.round(now - ${signedAt(age)})`,
          "if (Number.isNaN(age)) return 'not valid'",
          `return Math.abs(age) > ${age.toleranceSeconds} ? \`valid, but \${age} s old\` : 'valid'`,
        ],
  ]
}

function entries({ separator, scheme }: VerifyPlan): string {
  const trim = scheme.form.kind === 'pairs' ? '.map((entry) => entry.trim())' : ''
  return `const entries = signature.split('${separator}')${trim}`
}

function timestamp({ from, name }: NonNullable<VerifyPlan['timestampIn']>): Lines {
  if (from === 'body') {
    return [
      "let timestamp = ''",
      'try {',
      `  timestamp = String(JSON.parse(body)?.[${nodeLiteral(name)}])`,
      '} catch {} // What is not JSON has none.',
    ]
  }
  const start = `${name}=`
  return [
    `const timestamp = entries.find((entry) => entry.startsWith(${nodeLiteral(start)}))?.slice(${start.length}) ?? ''`,
  ]
}

function signedAt({ unit, written }: NonNullable<VerifyPlan['age']>): string {
  const value = written === 'date' ? 'Date.parse(timestamp)' : 'Number.parseFloat(timestamp)'
  return unit === 'ms' || written === 'date' ? `${value} / 1000` : value
}

const form: Lines = [
  '// Names and values of the form, decoded, sorted, without doubles, all glued together.',
  "const fields = Array.from(new URLSearchParams(body.toString()), ([name, value]) => name + '\\0' + value)",
  "const form = [...new Set(fields)].sort().map((field) => field.replace('\\0', '')).join('')",
]

function keyText({ scheme: { key } }: VerifyPlan): string {
  return key.prefix === '' ? 'secret' : 'text'
}

function keyLines(plan: VerifyPlan, no: string): Lines {
  const { prefix, decode } = plan.scheme.key
  const text = keyText(plan)
  const isWrong = decode === 'utf8' ? `!${text}` : `!/^${decodable[decode]}$/.test(${text})`
  return [
    prefix === ''
      ? null
      : `const text = secret.startsWith(${nodeLiteral(prefix)}) ? secret.slice(${prefix.length}) : secret`,
    `if (${isWrong}) {`,
    `  console.error('${secretFault[decode]}')`,
    `  ${no}`,
    '}',
    decode === 'utf8' ? null : `const key = Buffer.from(${text}, '${decode}')`,
  ]
}

function update(chunk: MessageChunk): string {
  if (chunk === 'body') return '.update(body)'
  const text = chunk.map((part) => ('place' in part ? part.place : nodeLiteral(part.text)))
  return `.update(${text.join(' + ')})`
}
