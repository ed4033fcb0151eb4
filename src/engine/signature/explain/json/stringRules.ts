/** The text of a string token, its escapes resolved. Indexes as in JsonTokens. */
export function stringValue(text: string, start: number | undefined, end: number | undefined): string {
  const inner = text.slice((start ?? 0) + 1, (end ?? 0) - 1)
  if (!inner.includes('\\')) return inner
  return inner.replaceAll(/\\(?:u([0-9A-Fa-f]{4})|(.))/g, (_all, hex: string | undefined, letter: string) =>
    hex === undefined ? (short[letter] ?? letter) : String.fromCharCode(Number.parseInt(hex, 16)),
  )
}

const short: Record<string, string> = { b: '\b', f: '\f', n: '\n', r: '\r', t: '\t' }
const letters: Record<string, string> = {
  '\b': '\\b',
  '\f': '\\f',
  '\n': '\\n',
  '\r': '\\r',
  '\t': '\\t',
  '"': '\\"',
  '\\': '\\\\',
}

/** How a writer of JSON escapes strings: the characters that JSON does not require, and the hex digits. */
export interface StringRule {
  escaped: RegExp
  upper?: boolean
  /** Escapes that have a short form but are written as \uXXXX, or the other way round; by character. */
  escapes?: Readonly<Record<string, string>>
}

const never = /(?!)/g
const beyondAscii = /[\u0080-\uffff]/g

/** Writers' rules, by name. `u0000` to `u001f`, quotes and backslashes are always escaped. */
export const stringRules = {
  /** JavaScript, Ruby, Python with ensure_ascii=False, serde_json, Jackson. */
  plain: { escaped: never },
  /** Jackson writes control characters with upper-case digits. */
  plainUpper: { escaped: never, upper: true },
  python: { escaped: /[\u007f-\uffff]/g },
  ascii: { escaped: beyondAscii },
  asciiUpper: { escaped: beyondAscii, upper: true },
  php: { escaped: beyondAscii, escapes: { '/': '\\/' } },
  phpUnescapedSlashes: { escaped: beyondAscii },
  phpUnescapedUnicode: { escaped: /[\u2028\u2029]/g, escapes: { '/': '\\/' } },
  phpHex: {
    escaped: /[<>&'\u0080-\uffff]/g,
    escapes: { '/': '\\/', '"': '\\u0022', '<': '\\u003C', '>': '\\u003E', '&': '\\u0026', "'": '\\u0027' },
  },
  slashes: { escaped: never, escapes: { '/': '\\/' } },
  /** System.Text.Json's default encoder. */
  dotnet: { escaped: /[&'+<>`\u007f-\uffff]/g, upper: true, escapes: { '"': '\\u0022' } },
  /** System.Text.Json with UnsafeRelaxedJsonEscaping. */
  dotnetRelaxed: { escaped: /[\u007f-\u009f\u2028\u2029]/g, upper: true },
  newtonsoft: { escaped: /[\u0085\u2028\u2029]/g },
  newtonsoftHtml: { escaped: /[&'<>\u0085\u2028\u2029]/g, escapes: { '"': '\\u0022' } },
  go: { escaped: /[&<>\u2028\u2029]/g },
  goPlain: { escaped: /[\u2028\u2029]/g },
  goOld: { escaped: /[&<>\u2028\u2029]/g, escapes: { '\b': '\\u0008', '\f': '\\u000c' } },
  gson: { escaped: /[&'<=>\u2028\u2029]/g },
  gsonPlain: { escaped: /[\u2028\u2029]/g },
  jq: { escaped: /\u007f/g },
  rubyScriptSafe: { escaped: /[\u2028\u2029]/g, escapes: { '/': '\\/' } },
  orgJson: { escaped: /[\u0080-\u009f\u2000-\u20ff]/g },
} as const satisfies Record<string, StringRule>

export type StringRuleName = keyof typeof stringRules

/** Writes a text as a JSON string by a writer's rule. */
export function jsonString(value: string, rule: StringRule): string {
  const hex = (character: string) => {
    const digits = character.charCodeAt(0).toString(16).padStart(4, '0')
    return `\\u${rule.upper === true ? digits.toUpperCase() : digits}`
  }
  let body = value
  // Quotes, backslashes and control characters first: what follows only touches other characters.
  if (needsEscape.test(body)) {
    body = body.replaceAll(controls, (found) => rule.escapes?.[found] ?? letters[found] ?? hex(found))
  }
  if (rule.escapes?.['/'] !== undefined) body = body.replaceAll('/', rule.escapes['/'])
  return `"${rule.escaped === never ? body : body.replaceAll(rule.escaped, (found) => rule.escapes?.[found] ?? hex(found))}"`
}

/** Quotes, backslashes and everything below the space. */
const controls = /["\\]|[^\u0020-\uffff]/g
const needsEscape = /["\\]|[^\u0020-\uffff]/
