import { type Variant, variant } from '../causes/change.ts'
import type { JsonDocument } from '../json/jsonDocument.ts'
import { kind } from '../json/jsonTokens.ts'
import { stringValue } from '../json/stringRules.ts'

/** How a language prints an object that it parsed from JSON. */
interface PrintRules {
  name: string
  words: Record<'true' | 'false' | 'null', string>
  quote: (text: string) => string
  colon: string
}

const printers: readonly PrintRules[] = [
  {
    name: "Python's str(dict)",
    words: { true: 'True', false: 'False', null: 'None' },
    quote: pythonQuote,
    colon: ': ',
  },
  {
    name: "Ruby's inspect",
    words: { true: 'true', false: 'false', null: 'nil' },
    quote: (text) => JSON.stringify(text),
    colon: '=>',
  },
  {
    name: "Ruby's inspect (from 3.4 on)",
    words: { true: 'true', false: 'false', null: 'nil' },
    quote: (text) => JSON.stringify(text),
    colon: ' => ',
  },
]

/** The printed object in place of the body, and single fields of it. */
export function objectTextVariants(document: JsonDocument): Variant[] {
  return [
    ...printers.map((rules) =>
      variant('body-object-text', 8, ` as ${rules.name} prints the parsed object`, () => printed(document, rules)),
    ),
    ...topFields(document).map(({ name, text }) =>
      variant('body-part', 9, `: only its field ${JSON.stringify(name)}`, () => text),
    ),
  ]
}

function printed({ tokens, write, small }: JsonDocument, rules: PrintRules): string | null {
  if (!small) return null
  const texts = Array.from({ length: tokens.count }, (_none, index) => {
    const raw = tokens.text.slice(tokens.starts[index], tokens.ends[index])
    if (tokens.kinds[index] === kind.string) return rules.quote(stringValue(raw, 0, raw.length))
    return raw === 'true' || raw === 'false' || raw === 'null' ? rules.words[raw] : raw
  })
  return write(
    { item: ', ', colon: rules.colon, indent: null, newline: '' },
    { texts, order: 'kept', dropDuplicates: true },
  )
}

/** Python prefers single quotes, and takes double ones only where that saves escapes. */
function pythonQuote(text: string): string {
  const quote = text.includes("'") && !text.includes('"') ? '"' : "'"
  const named: Record<string, string> = { '\\': '\\\\', '\n': '\\n', '\r': '\\r', '\t': '\\t' }
  const inner = text.replaceAll(/[\\'"\u00ad]|[^\u0020-\u007e\u00a1-\uffff]/g, (found) => {
    if (found === "'" || found === '"') return found === quote ? `\\${found}` : found
    return named[found] ?? `\\x${found.charCodeAt(0).toString(16).padStart(2, '0')}`
  })
  return quote + inner + quote
}

/** The values of the outermost object's fields that are texts or objects, as they are written there; at most twelve. */
function topFields({ tokens }: JsonDocument): { name: string; text: string }[] {
  const fields: { name: string; text: string }[] = []
  if (tokens.kinds[0] !== kind.object) return fields
  const end = tokens.closes[0] as number
  for (let key = 1; key < end && fields.length < 12; key = (tokens.closes[key + 1] as number) + 1) {
    const value = key + 1
    const what = tokens.kinds[value]
    const name = stringValue(tokens.text, tokens.starts[key], tokens.ends[key])
    if (what === kind.string)
      fields.push({ name, text: stringValue(tokens.text, tokens.starts[value], tokens.ends[value]) })
    else if (what === kind.object || what === kind.array) {
      fields.push({ name, text: tokens.text.slice(tokens.starts[value], tokens.ends[tokens.closes[value] as number]) })
    }
  }
  return fields
}
