import { type Variant, variant } from '../causes/change.ts'
import type { JsonDocument } from '../json/jsonDocument.ts'
import { kind } from '../../../../shared/basics/readJson.ts'
import { type NumberRuleName, numberRules } from '../json/numberRules.ts'
import { stringValue } from '../json/stringRules.ts'
import { objectQueries } from './objectQueries.ts'

/** How a language prints an object that it parsed from JSON. */
interface PrintRules {
  /** Continues with "prints the parsed object". */
  by: string
  words: Record<'true' | 'false' | 'null', string>
  quote: (text: string) => string
  colon: string
  number: NumberRuleName
}

const printers: readonly PrintRules[] = [
  {
    by: "Python's str(dict)",
    words: { true: 'True', false: 'False', null: 'None' },
    quote: pythonQuote,
    colon: ': ',
    number: 'python',
  },
  {
    by: "Ruby's inspect",
    words: { true: 'true', false: 'false', null: 'nil' },
    quote: (text) => JSON.stringify(text),
    colon: '=>',
    number: 'ruby',
  },
  {
    by: "Ruby's inspect (from 3.4 on)",
    words: { true: 'true', false: 'false', null: 'nil' },
    quote: (text) => JSON.stringify(text),
    colon: ' => ',
    number: 'ruby',
  },
]

/** The printed object in place of the body. */
export function objectTextVariants(document: JsonDocument): Variant[] {
  return [
    ...printers.map((rules) =>
      variant('body-object-text', 8, ` as ${rules.by} prints the parsed object`, () => printed(document, rules)),
    ),
    ...objectQueries(document),
  ]
}

function printed({ tokens, write, small }: JsonDocument, rules: PrintRules): string | null {
  if (!small) return null
  const texts = Array.from({ length: tokens.count }, (_none, index) => {
    const raw = tokens.text.slice(tokens.starts[index], tokens.ends[index])
    if (tokens.kinds[index] === kind.string) return rules.quote(stringValue(raw, 0, raw.length))
    return raw === 'true' || raw === 'false' || raw === 'null' ? rules.words[raw] : numberRules[rules.number](raw)
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
